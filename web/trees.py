"""The tree of positions and the steps of a search in it, by the tree lab."""
from functools import lru_cache
from importlib.util import find_spec
from math import inf
from typing import Any, Optional
from strategy import recurse_deeply
from web.games import PageGame, Tell

# No more steps of a search than this are shown.
MOST_STEPS = 1_000
DEEPEST = 12


def explain_no_tree() -> str:
    """Return a line that says why there is no tree here, '' if there is."""
    if find_spec('labs') is None or find_spec('labs.game_tree') is None:
        return 'The tree needs the folder labs, which is not here'
    return '' if find_spec('anytree') else 'The tree needs anytree, which ' \
        'is not installed here. To install it: python3 -m pip install anytree'


def read_tree(request: dict[str, Any]) -> tuple[Optional[int],
                                                Optional[list[str]]]:
    """Return how many plies the tree in request has, and the paths of the
    positions that are unfolded; None for what it does not say.
    """
    plies, unfolded = request.get('plies'), request.get('unfolded')
    if explain_no_tree():
        raise ValueError(explain_no_tree())
    if not (plies is None or isinstance(plies, int)
            and 1 <= plies <= DEEPEST):
        raise ValueError(f'A tree has from 1 to {DEEPEST} plies here')
    if not (unfolded is None or isinstance(unfolded, list)
            and all(isinstance(path, str) for path in unfolded)):
        raise ValueError('This is not a tree as the page writes it')
    return plies, unfolded


def show_tree(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return a drawing of the tree from the position in request."""
    plies, unfolded = read_tree(request)
    from labs.game_tree.clickable import draw_tree
    return recurse_deeply(draw_tree, PageGame(request).history.game, plies,
                          unfolded, bool(request.get('merge')))


def show_search(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return a step of the search in request, drawn in the tree."""
    plies, unfolded = read_tree(request)
    from labs.game_tree.step_view import draw_step, explain_steps
    from labs.game_tree.watching import SEARCHES, note_win_at_once
    name, number = request.get('search', 'iterative'), request.get('step', 1)
    if name not in list(SEARCHES) or not isinstance(number, int):
        raise ValueError('There is no such search')
    shown = PageGame(request)
    game = shown.history.game
    steps = record(shown.format_link(), name,
                   plies if plies and name == 'alphabeta' else inf)
    notes = explain_steps(steps) + note_win_at_once(game, name)
    last = min(len(steps), MOST_STEPS)
    if len(steps) > last:
        notes.append(f'Only the first {last:,} steps are shown.')
    number = max(1, min(number, last))
    return recurse_deeply(draw_step, game, steps[:last], number, plies,
                          unfolded) \
        | {'step': number, 'steps': last, 'notes': ' '.join(notes),
           'progress': f'Step {number} of {last:,}'}


@lru_cache(maxsize=2)
def record(link: str, name: str, horizon: float) -> list:
    """Return the steps of the search called name in the position in link,
    which looks no further ahead than horizon.
    """
    from labs.game_tree.recording import record_steps
    return recurse_deeply(record_steps, PageGame({'link': link}).history.game,
                          name, horizon, MOST_STEPS + 1)
