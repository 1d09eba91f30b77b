"""What a trace has seen of somebody's search, as the page shows it.

It needs no search of ours, nor the engine.
"""

from typing import Any, Callable
from game import Game
from interface.recorder import UNSEEN
from interface.trace import (
    Step,
    Trace,
    TracedPosition,
    format_score,
    trace_search,
)
from interface.words import format_value, name_of
from labs.game_tree.nodes import PositionNode
from labs.game_tree.scene import (
    Mark,
    Scene,
    describe_scene,
    find_longest_note,
    find_or_add,
    format_subject,
    name_players,
)

OPEN: Mark = 'open', '', '', 'being searched'
UNKNOWN: Mark = 'unknown', '', '', 'not visited'


def draw_trace(
    strategy: Callable[..., Any], game: Game, beginning: Game
) -> dict[str, Any]:
    """Return the tree of game with what strategy does there, step by step, as a
    page shows it: see draw_searches. The last step says what came of it. Raise
    ValueError, saying why, if it cannot be traced.
    """
    trace = trace_search(strategy, game, beginning)
    root = build_nodes(trace)
    places = {each: i for i, each in enumerate(trace.tree)}
    listed: dict[Any, int] = {}
    known: dict[TracedPosition, Mark] = {}
    told = [
        describe_step(each, mark_step(each, known), places, listed)
        for each in trace.steps
    ]
    here = trace.wrong or trace.tree[0]
    result = Step('\n'.join(trace.notes), here, [], [])
    marks = {each: mark_result(each, trace) for each in trace.tree}
    told.append(describe_step(result, marks, places, listed))
    title = 'The calls, the innermost last:'
    if trace.has_stack:
        title = 'The stack, the top last:'
    for step in told:
        step['count'] = name_of(strategy)
        step['title'] = title if step['stack'] else ''
    scene = Scene(root, format_subject(game, root), [trace.title])
    return describe_scene(scene, find_longest_note(listed)) | {
        'note': '',
        'listed': list(listed),
        'code': [],
        'begin': len(told),
        'steps': [[each] for each in told],
        'notes': [''],
    }


def build_nodes(trace: Trace) -> PositionNode:
    """Return the root of a tree of all positions that trace has seen."""
    nodes: dict[Any, PositionNode] = {}
    for position in trace.tree:
        above = nodes.get(position.path[:-1])
        move = ''.join(position.path[-1:])
        nodes[position.path] = PositionNode(position.state, move, above)
    return nodes[()]


def mark_step(
    step: Step, known: dict[TracedPosition, Mark]
) -> dict[TracedPosition, Mark]:
    """Return the new marks of positions at step. Add them to the known ones."""
    marks = {
        each: make_mark('' if value is UNSEEN else format_value(value, 8))
        for each, value in step.scored
    }
    for position in [step.here, *step.stack]:
        if known.get(position, UNKNOWN) == UNKNOWN:
            marks.setdefault(position, OPEN)
        for child in position.children:
            if child not in known:
                marks.setdefault(child, UNKNOWN)
    known |= marks
    return marks


def make_mark(note: str, why: str = '', kind: str = 'scored') -> Mark:
    """Return the mark of a position with these notes, of this kind."""
    note = note.replace('-', '\u2212')
    return kind, note, why, ', '.join(filter(None, [note, why]))


def mark_result(position: TracedPosition, trace: Trace) -> Mark:
    """Return the mark of position in the end, as trace has it."""
    if not position.is_asked:
        return UNKNOWN
    notes = []
    if position.yours is not UNSEEN:
        notes.append(f'yours {format_score(position)}')
    if position.right is not None:
        notes.append(f'right {position.right:g}')
    mark = trace.mark if position is trace.wrong else ''
    kind = 'scored wrong' if mark == 'first wrong' else 'scored'
    return make_mark(', '.join(notes), mark, kind)


def describe_step(
    step: Step,
    marks: dict[TracedPosition, Mark],
    places: dict[TracedPosition, int],
    listed: dict[Any, int],
) -> dict[str, Any]:
    """Return step as plain JSON, with the new marks of positions, which have
    these places in the tree. Add marks and lines of the stack to listed.
    """
    return {
        'node': places.get(step.here, 0),
        'source': -1,
        'line': 0,
        'what': name_players(step.words, True),
        'marks': [
            (places[each], find_or_add(listed, mark))
            for each, mark in marks.items()
            if each in places
        ],
        'stack': [
            find_or_add(listed, name_players(each.name, True))
            for each in step.stack
        ],
    }
