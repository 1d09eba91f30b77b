"""Small games whose whole trees the tests of the tree lab go through, and the
same things worked out plainly: moves, positions.
"""

from subprocess import PIPE, CompletedProcess, run
from typing import Any, Callable, Iterator
import sys
from drawings.shapes import format_svg
from game import Game
from game_interface import playable_games
from game_state import GameState
from labs.games import add_games
from labs.game_tree.scene import Scene, draw_scene, make_scene
from labs.game_tree.tree import build_tree, count_left_out, find_scores
from stonehenge import StonehengeGame
from subtract_square_game import SubtractSquareGame
from tests.support.foreign_games import TreeGame
from tests.support.programs import ENVIRONMENT, LONG, TOP

LAB = TOP / 'labs' / 'game_tree'
README = (LAB / 'README.md').read_text(encoding='utf-8')
PROGRAM = [sys.executable, '-m', 'labs.game_tree']


def make_game(key: str, p1_starts: bool, size: Any, moves: str = '') -> Game:
    """Return the game of the labs with this key and size, after moves, which
    have blanks between them.
    """
    add_games()
    game = playable_games[key](p1_starts, size=size)
    for move in moves.split():
        game.current_state = game.current_state.make_move(
            game.str_to_move(move)
        )
    return game


# Small games: their trees are searched to the end.
SMALL_GAMES: dict[str, Callable[[], Game]] = {
    'Subtract Square 6': lambda: SubtractSquareGame(True, size=6),
    'Subtract Square 11': lambda: SubtractSquareGame(False, size=11),
    'Subtract Square 0': lambda: SubtractSquareGame(True, size=0),
    'Stonehenge 1': lambda: StonehengeGame(True, size=1),
    'Stonehenge 2': lambda: make_game('h', True, 2, 'D A F'),
    'domineering 2 x 3': lambda: make_game('d', True, (2, 3)),
    'domineering 3 x 3': lambda: make_game('d', False, 3),
    'Hex 2': lambda: make_game('x', False, 2),
    "somebody else's": lambda: TreeGame(True),
}

# Games in which no move wins at once, so that minimax strategies search.
SEARCHED_GAMES: dict[str, Callable[[], Game]] = {
    'Subtract Square 7': lambda: SubtractSquareGame(True, size=7),
    'Subtract Square 12': lambda: SubtractSquareGame(False, size=12),
    'Stonehenge 2': lambda: StonehengeGame(True, size=2),
    'domineering 3 x 3': lambda: make_game('d', True, 3),
    'Hex 3': lambda: make_game('x', True, 3, 'a1 b1 c2'),
    "somebody else's": lambda: TreeGame(True),
}


def build_scene(game: Game, **options: Any) -> Scene:
    """Return the scene of the tree of game that options of build_tree give."""
    root = build_tree(game, **options)
    find_scores(game, root)
    count_left_out(game, root)
    return make_scene(game, root)


def draw_picture(scene: Scene) -> str:
    """Return scene as an SVG picture."""
    return format_svg(draw_scene(scene))


def list_plain_moves(game: Game, state: GameState) -> list:
    """Return the moves at state, none if the game is over."""
    return [] if game.is_over(state) else state.get_possible_moves()


def list_below(game: Game, state: GameState) -> Iterator[GameState]:
    """Give all positions below state, as often as they come up."""
    for move in list_plain_moves(game, state):
        yield state.make_move(move)
        yield from list_below(game, state.make_move(move))


def run_command(*options: str, typed: str = '') -> CompletedProcess[str]:
    """Run the command with options, and typed as its input."""
    return run(
        [*PROGRAM, *options],
        cwd=TOP,
        env=ENVIRONMENT,
        input=typed,
        stdout=PIPE,
        stderr=PIPE,
        encoding='utf-8',
        timeout=LONG,
        check=False,
    )
