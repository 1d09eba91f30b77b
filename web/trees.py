"""The tree of positions, and the steps of searches in it, by the tree lab.

As a link is a whole game, tree=1&plies=3&unfolded=;C; is a tree of it: from the
position after one move, with three plies, or where those positions are unfolded
that have these paths below its root. Its other parts are merge and search, and
which short cuts alpha-beta has besides cutting.
"""
from html import escape
from importlib.util import find_spec
from math import inf
from typing import Any, Optional
from interface.command_line import is_random
from interface.history import NO_ENGINE
from interface.words import make_title
from web.games import CATALOG, PERSON, PageGame, Tell, join_parts, \
    read_whole, split_parts, usable_strategies

# No more steps of a search than this are shown, and no tree with more plies.
MOST_STEPS, DEEPEST_TREE = 3_000, 12
# What plain minimax beside alpha-beta is called, and how much work each search
# may do when its visits are counted: about two seconds.
COMPARE, MOST_COUNTED = 'compare', 200_000
OUR_SEARCHES = {
    'iterative': 'iterative minimax', 'recursive': 'recursive minimax',
    'alphabeta': 'alpha-beta', 'plain': 'plain minimax',
    COMPARE: 'plain minimax beside alpha-beta'}
TRACE = 'trace-'  # Of a strategy: its key comes next.


def describe_missing(is_trace: bool = False) -> str:
    """Return in words why there is no tree here, '' if there is. The trace of a
    strategy needs less.
    """
    if CATALOG.analyst is None and not is_trace:
        return 'There are no values, hints and reviews here, and of trees ' \
            f'only traces of searches. {NO_ENGINE}'
    if find_spec('labs') is None or find_spec('labs.game_tree') is None:
        return 'The tree needs the folder labs, which is not here'
    return '' if find_spec('anytree') else 'The tree needs anytree, which ' \
        'is not installed here. To install it: python3 -m pip install anytree'


def list_searches() -> dict[str, str]:
    """Return what can be followed here, by its name in a link: our searches,
    and the traces of the strategies that are there, minimax first.
    """
    keys = sorted(usable_strategies, key=lambda key: key not in ('mr', 'mi'))
    traces = {f'{TRACE}{key}': f'trace of {make_title(usable_strategies[key])}'
              for key in keys
              if key != PERSON and not is_random(usable_strategies[key])}
    return ({} if describe_missing() else OUR_SEARCHES) | traces


def read_tree(request: dict[str, Any]
              ) -> tuple[PageGame, dict[str, str], Optional[int]]:
    """Return the game at the root of a tree, its parts and its plies."""
    game = PageGame(request)
    parts = {'tree': str(game.place)} | {
        name: text for name, text in split_parts(request.get('tree')).items()
        if text or name == 'unfolded'}
    missing = describe_missing(parts.get('search', '').startswith(TRACE))
    if missing:
        raise ValueError(missing)
    plies = read_whole(parts.get('plies', ''))
    if 'plies' in parts and plies not in range(1, DEEPEST_TREE + 1):
        raise ValueError(f'A tree has from 1 to {DEEPEST_TREE} plies here')
    moves = game.moves[:read_whole(parts['tree'])]
    return PageGame(game.change_line(moves)), parts, plies


def list_unfolded(request: dict[str, Any], parts: dict[str, str],
                  root: PageGame) -> Optional[list[str]]:
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


def show_tree(root: PageGame, parts: dict[str, str], drawn: dict[str, Any]
              ) -> dict[str, Any]:
    """Return the answer with the tree that has these parts and is drawn."""
    notes = drawn.pop('notes', [])
    texts = {'message': drawn.pop('note'), 'look-title': drawn.pop('title'),
             'look-legend': drawn.pop('legend')}
    number, steps = len(drawn['nodes']), len(drawn.get('steps', []))
    said = f'Drawn: {number:,} position{"s" * (number > 1)}' \
           + f', {steps:,} steps' * bool(steps)
    return {'drawn': drawn, 'root': root.format_path(),
            'tree': join_parts(parts), 'html': {'visit-rows': ''},
            'text': {'count': '', 'what': '', 'drawn': f'{said}.', **texts,
                     **dict(zip(('notes', 'notes2'), [*notes, '', '']))},
            'value': {'plies': parts.get('plies', '')},
            'hidden': {'view': False, 'walk': not notes,
                       'stack-part': len(notes) != 1,
                       'second': len(notes) != 2}}


def answer_tree(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return the tree in request."""
    root, parts, plies = read_tree(request)
    from labs.game_tree.page import draw_tree
    from strategy import recurse_deeply
    unfolded = list_unfolded(request, parts, root)
    return show_tree(root, parts, recurse_deeply(
        draw_tree, root.game, plies, unfolded, 'merge' in parts))


def answer_boards(request: dict[str, Any]) -> dict[str, Any]:
    """Return the boards of the positions with these paths in the tree."""
    root = read_tree(request)[0]
    from labs.game_tree.scene import draw_boards
    return draw_boards(root.game, request['paths'])


def run_searches(game: PageGame, name: str, plies: Optional[int],
                 helps: list[str]) -> list[Any]:
    """Return a run of the search of game called name, or of the two to compare,
    this many plies ahead. Alpha-beta has these helps.
    """
    from labs.game_tree.steps import HELPS, record_steps
    # With all helps it is the strategy, which looks one ply further each time.
    is_strategy = name != COMPARE and (
        name != 'alphabeta' or len(helps) == len(HELPS))
    horizon = plies or (inf if is_strategy else DEEPEST_TREE)
    return [record_steps(game.game, each, horizon, MOST_STEPS,
                         None if is_strategy else helps)
            for each in (('plain', 'alphabeta') if name == COMPARE else [name])]


def answer_search(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return all steps of the search in request, or of two to compare."""
    root, parts, plies = read_tree(request)
    name = parts.get('search', '')
    if name not in list_searches():
        raise ValueError('There is no such search')
    if name.startswith(TRACE):
        from labs.game_tree.traced import draw_trace
        shown = show_tree(root, parts, draw_trace(
            usable_strategies[name.removeprefix(TRACE)], root.game,
            PageGame(root.request | {'place': 0}).game))
        shown['value']['search'] = name
        return shown
    from labs.game_tree.page import draw_searches
    from labs.game_tree.steps import HELPS, count_visits
    from strategy import recurse_deeply
    runs = run_searches(root, name, plies, [each for each in HELPS
                                            if each in parts])
    shown = show_tree(root, parts, recurse_deeply(
        draw_searches, root.game, runs))
    shown['value']['search'] = name
    shown['checked'] = {each: each in parts for each in HELPS}
    if name == COMPARE:
        shown['html']['visit-rows'] = ''.join(
            f'<tr><td>{escape(words)}</td><td>{number}</td></tr>'
            for words, number in count_visits(
                root.game, runs[0].depths[1], MOST_COUNTED))
    return shown
