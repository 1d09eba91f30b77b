"""The tree of positions and the steps of a search in it, by the tree lab."""
from typing import Any, Callable
from math import inf
from strategy import recurse_deeply
from web.games import PageGame
from web.links import RequestError

Tell = Callable[[dict[str, Any]], None]

# No more steps of a search than this are shown.
MOST_STEPS = 3_000
DEEPEST = 12


def require_lab() -> None:
    """Raise RequestError if the tree lab, or what it needs, is not there."""
    try:
        import anytree
        import labs.game_tree
    except ImportError as missing:
        raise RequestError(
            f'The tree needs {missing.name}, which is not installed here. To '
            f'install it: python3 -m pip install anytree'
            if missing.name == 'anytree' else
            'The tree needs the folder labs, which is not here') from missing
    assert anytree and labs.game_tree


def read_depth(request: dict[str, Any]) -> int:
    """Return how many plies the tree in request may have."""
    depth = request.get('depth', 2)
    if not isinstance(depth, int) or not 1 <= depth <= DEEPEST:
        raise RequestError(f'A tree has from 1 to {DEEPEST} plies here')
    return depth


def show_tree(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return a drawing of the tree from the position in request."""
    require_lab()
    return recurse_deeply(draw_tree, request)


def draw_tree(request: dict[str, Any]) -> dict[str, Any]:
    """Return a drawing of the tree from the position in request."""
    from labs.game_tree.svg import make_svg
    from labs.game_tree.tree import build_tree, count_left_out, find_scores
    from labs.game_tree.views import View, make_text
    game = PageGame(request).history.game
    merge = bool(request.get('merge'))
    root = build_tree(game, read_depth(request), merge)
    find_scores(game, root)
    count_left_out(game, root, merge)
    view = View(game, root, merge)
    return {'svg': make_svg(view), 'text': make_text(view)}


def show_search(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return the steps of a search from the position in request, with what is
    on its stack, or its calls, at each. The search is that of the package.
    """
    require_lab()
    return recurse_deeply(list_steps, request)


def list_steps(request: dict[str, Any]) -> dict[str, Any]:
    """Return the steps of a search from the position in request."""
    from engine.alpha_beta import OutOfTimeError
    from labs.game_tree.step import Stepper
    from labs.game_tree.watching import SEARCHES, TITLES, note_win_at_once

    class Recorder(Stepper):
        """Records the steps of a search."""

        def _show(self, what: str, state: Any, shown: int) -> None:
            """Record the step in which what happens at state."""
            self.steps += 1
            steps.append({'what': what, 'picture': str(state),
                          'stack': self.list_path(shown)})
            if self.steps >= MOST_STEPS:
                raise OutOfTimeError

    steps: list[dict[str, Any]] = []
    game = PageGame(request).history.game
    name = request.get('search', 'iterative')
    if name not in SEARCHES:
        raise RequestError('There is no such search')
    horizon = read_depth(request) if name == 'alphabeta' else inf
    Recorder(game, name, horizon).follow()
    stopped = [f'Only the first {MOST_STEPS:,} steps are shown.'] \
        if len(steps) >= MOST_STEPS else []
    return {'title': TITLES[name], 'steps': steps,
            'notes': stopped + note_win_at_once(game, name)}
