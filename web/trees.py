"""The tree of positions, and the steps of searches in it, by the tree lab.

As a link is a whole game, tree=1&plies=3&unfolded=;C; is a tree of it: from the
position after one move, with three plies, or where those positions are unfolded
that have these paths below its root. Its other part is search.
"""

from html import escape
from importlib.util import find_spec
from typing import Any, Optional
from interface.command_line import is_random
from interface.history import NO_ENGINE
from interface.words import Attempt, format_count, make_title, read_integer
from web.games import (
    CATALOG,
    PERSON,
    PageGame,
    join_parts,
    split_parts,
    usable_strategies,
)
from web.suites import Tell

# No more steps of a search than this are shown, and no tree with more plies.
MOST_STEPS, DEEPEST_TREE = 3_000, 12
# What plain minimax beside alpha-beta is called, and how much work each search
# may do when its visits are counted: about two seconds.
COMPARE, MOST_COUNTED = 'compare', 200_000
OUR_SEARCHES = {
    'iterative': 'iterative minimax',
    'recursive': 'recursive minimax',
    'alphabeta': 'alpha-beta',
    'plain': 'plain minimax',
    COMPARE: 'plain minimax beside alpha-beta',
}
TRACE = 'trace-'  # Of a strategy: its key comes next.


def describe_missing(is_trace: bool = False) -> str:
    """Return why there is no tree here, '' if there is. Traces need less."""
    if CATALOG.analyst is None and not is_trace:
        return (
            'There are no values, hints and reviews here, and of trees '
            f'only traces of searches. {NO_ENGINE}'
        )
    if find_spec('labs') is None or find_spec('labs.game_tree') is None:
        return 'The tree needs the folder labs, which is not here'
    return (
        ''
        if find_spec('anytree')
        else 'The tree needs anytree, which '
        'is not installed here. To install it: python3 -m pip install anytree'
    )


def list_searches() -> dict[str, str]:
    """Return our searches, and traces of strategies, by names in a link."""
    return ({} if describe_missing() else OUR_SEARCHES) | {
        f'{TRACE}{key}': f'trace of {make_title(strategy)}'
        for key, strategy in sorted(
            usable_strategies.items(),
            key=lambda each: each[0] not in ('mr', 'mi'),
        )
        if key != PERSON and not is_random(strategy)
    }


def read_tree(
    request: dict[str, Any],
) -> tuple[PageGame, dict[str, str], Optional[int]]:
    """Return the game at the root of a tree, its parts and its plies."""
    game = PageGame(request)
    parts = {'tree': str(game.place)} | {
        name: text
        for name, text in split_parts(request.get('tree')).items()
        if text or name == 'unfolded'
    }
    why = describe_missing(parts.get('search', '').startswith(TRACE))
    plies = Attempt(read_integer, parts.get('plies', '')).result
    if why or 'plies' in parts and plies not in range(1, DEEPEST_TREE + 1):
        raise ValueError(
            why or f'A tree has from 1 to {DEEPEST_TREE} plies here'
        )
    moves = game.moves[: Attempt(read_integer, parts['tree']).result]
    return PageGame(game.change_line(moves)), parts, plies


def list_unfolded(
    request: dict[str, Any], parts: dict[str, str], root: PageGame
) -> Optional[list[str]]:
    """Return the paths of the positions to be unfolded, None if nothing says
    so. In request, one may change, or all on the way to another position.
    """
    now = set(request.get('unfolded') or [])
    if 'toggle' in request:
        now ^= {request['toggle']}
    elif 'toward' in request:
        goal = request['toward'].removeprefix(root.format_path())
        moves = goal.split(',')[:-1]
        now |= {','.join(moves[:i]) for i in range(len(moves))}
    elif 'unfolded' in parts:
        return parts['unfolded'].split(';')[:-1]
    else:
        return None
    parts['unfolded'] = ''.join(f'{path};' for path in sorted(now))
    return list(now)


def show_tree(
    root: PageGame, parts: dict[str, str], drawn: dict[str, Any]
) -> dict[str, Any]:
    """Return the answer with the tree that has these parts and is drawn."""
    notes = drawn.pop('notes', [])
    number, steps = len(drawn['nodes']), len(drawn.get('steps', []))
    said = format_count(number, 'position') + f', {steps:,} steps' * bool(steps)
    return {
        'drawn': drawn,
        'root': root.format_path(),
        'tree': join_parts(parts),
        'html': {'visit-rows': ''},
        'text': {
            'count': '',
            'what': '',
            'drawn': f'Drawn: {said}.',
            'message': drawn.pop('note'),
            'look-title': drawn.pop('title'),
            'look-legend': drawn.pop('legend'),
            **dict(zip(('notes', 'notes2'), [*notes, '', ''])),
        },
        'value': {'plies': ''}
        | {name: parts[name] for name in ('plies', 'search') if name in parts},
        'hidden': {
            'view': False,
            'walk': not notes,
            'stack-part': len(notes) != 1,
            'second': len(notes) != 2,
        },
    }


def answer_tree(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return the tree in request."""
    root, parts, plies = read_tree(request)
    from labs.game_tree.page import draw_tree
    from strategy import recurse_deeply

    unfolded = list_unfolded(request, parts, root)
    return show_tree(
        root, parts, recurse_deeply(draw_tree, root.game, plies, unfolded)
    )


def answer_boards(request: dict[str, Any]) -> dict[str, Any]:
    """Return the boards of the positions with these paths in the tree."""
    root = read_tree(request)[0]
    from labs.game_tree.scene import draw_boards

    return draw_boards(root.game, request['paths'])


def answer_search(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return all steps of the search in request, or of two to compare."""
    root, parts, plies = read_tree(request)
    name = parts.get('search', '')
    if name not in list_searches():
        raise ValueError('There is no such search')
    if name.startswith(TRACE):
        from labs.game_tree.traced import draw_trace

        return show_tree(
            root,
            parts,
            draw_trace(
                usable_strategies[name.removeprefix(TRACE)],
                root.game,
                PageGame(root.request | {'place': 0}).game,
            ),
        )
    from labs.game_tree.page import draw_searches
    from labs.game_tree.steps import count_visits, record_steps
    from strategy import recurse_deeply

    horizon = plies or DEEPEST_TREE
    names = ['plain', 'alphabeta'] if name == COMPARE else [name]
    shown = show_tree(
        root,
        parts,
        recurse_deeply(
            draw_searches,
            root.game,
            [
                record_steps(root.game, each, horizon, MOST_STEPS)
                for each in names
            ],
        ),
    )
    if name == COMPARE:
        shown['html']['visit-rows'] = ''.join(
            f'<tr><td>{escape(words)}</td><td>{number}</td></tr>'
            for words, number in count_visits(root.game, horizon, MOST_COUNTED)
        )
    return shown
