"""The tree of positions, and the steps of searches in it, by the tree lab.

As a link is a whole game, tree=1&plies=3&unfolded=;C; is a tree of it: from the
position after one move, with three plies, or where those positions are unfolded
that have these paths below its root. Its other part is search.
"""

from html import escape
from importlib.util import find_spec
from math import inf
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

MOST_STEPS = 3_000  # No more steps of a search are shown.
DEEPEST_TREE = 12  # No tree has more plies.
# How much work each search may do when its visits are counted: about two
# seconds.
MOST_COUNTED = 200_000
COMPARE = 'compare'  # What plain minimax beside alpha-beta is called.
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
    if not find_spec('anytree'):
        return (
            'The tree needs anytree, which is not installed here. '
            'To install it: python3 -m pip install anytree'
        )
    return ''


def list_searches() -> dict[str, str]:
    """Return our searches, and traces of strategies, by names in a link."""
    names = {} if describe_missing() else OUR_SEARCHES.copy()
    # The students' minimax comes first.
    keys = sorted(usable_strategies, key=lambda key: key not in ('mr', 'mi'))
    for key in keys:
        strategy = usable_strategies[key]
        if key != PERSON and not is_random(strategy):
            names[f'{TRACE}{key}'] = f'trace of {make_title(strategy)}'
    return names


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
    if why:
        raise ValueError(why)
    plies = Attempt(read_integer, parts.get('plies', '')).result
    if 'plies' in parts and plies not in range(1, DEEPEST_TREE + 1):
        raise ValueError(f'A tree has from 1 to {DEEPEST_TREE} plies here')
    place = Attempt(read_integer, parts['tree']).result
    moves = game.moves[:place]
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
    said = format_count(len(drawn['nodes']), 'position')
    steps = len(drawn.get('steps', []))
    if steps:
        said += f', {steps:,} steps'
    chosen = {
        name: parts[name] for name in ('plies', 'search') if name in parts
    }
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
        'value': {'plies': '', **chosen},
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
    drawn = recurse_deeply(draw_tree, root.game, plies, unfolded)
    return show_tree(root, parts, drawn)


def answer_boards(request: dict[str, Any]) -> dict[str, Any]:
    """Return the boards of the positions with these paths in the tree."""
    root = read_tree(request)[0]
    from labs.game_tree.scene import draw_boards

    return draw_boards(root.game, request['paths'])


def show_trace(root: PageGame, parts: dict[str, str]) -> dict[str, Any]:
    """Return all steps of the strategy that parts name, which is traced."""
    from labs.game_tree.traced import draw_trace

    strategy = usable_strategies[parts['search'].removeprefix(TRACE)]
    beginning = PageGame(root.request | {'place': 0})
    drawn = draw_trace(strategy, root.game, beginning.game)
    return show_tree(root, parts, drawn)


def answer_search(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return all steps of the search in request, or of two to compare."""
    root, parts, plies = read_tree(request)
    name = parts.get('search', '')
    if name not in list_searches():
        raise ValueError('There is no such search')
    if name.startswith(TRACE):
        return show_trace(root, parts)
    from labs.game_tree.page import draw_searches
    from labs.game_tree.steps import count_visits, record_steps
    from strategy import recurse_deeply

    horizon: float = plies or DEEPEST_TREE
    if name == 'plain' and not plies:
        horizon = inf  # The definition of minimax: to the end of the game.
    names = ['plain', 'alphabeta'] if name == COMPARE else [name]
    runs = [
        record_steps(root.game, each, horizon, MOST_STEPS) for each in names
    ]
    drawn = recurse_deeply(draw_searches, root.game, runs)
    shown = show_tree(root, parts, drawn)
    if name == COMPARE:
        rows = [
            f'<tr><td>{escape(words)}</td><td>{number}</td></tr>'
            for words, number in count_visits(
                root.game, plies or DEEPEST_TREE, MOST_COUNTED
            )
        ]
        shown['html']['visit-rows'] = ''.join(rows)
    return shown
