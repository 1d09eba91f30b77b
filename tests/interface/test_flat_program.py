"""The flat files without the folder interface: they ask what to play, and play
it by themselves."""

from pathlib import Path
from typing import Any
from pytest import CaptureFixture
from game import Game
from game_interface import GameInterface
from strategy import interactive_strategy
from tests.support.foreign_games import TreeGame
from tests.support.programs import FLAT_FILES, copy_to, run_in
from tests.support.row_game import break_game

STRATEGIES = (
    '(i = interactive_strategy, r = random_strategy, '
    'ro = rough_outcome_strategy, mr = recursive_minimax_strategy, '
    'mi = iterative_minimax_strategy): '
)

# What is typed goes to no output, and so what is asked ends no line.
SESSION = f"""\
Which game? (s = SubtractSquareGame, h = StonehengeGame): \
'x' is not one of the answers: s = SubtractSquareGame, h = StonehengeGame
Which game? (s = SubtractSquareGame, h = StonehengeGame): \
Which strategy for player 1? {STRATEGIES}\
Which strategy for player 2? {STRATEGIES}\
Does player 1 start? (y = yes, n = no): \
Enter the whole number to subtract from: \
Players take turns to subtract a positive square (1, 4, 9, 16, ...) from the
number that is left, never more than all of it. Whoever reaches 0 wins.

What is left: 6

Player 2 is to move. Possible moves: 1, 4
Player 2 chooses 4.

What is left: 2

Player 1 is to move. Possible moves: 1
Enter a move: An empty line is not a move. Possible moves: 1
Enter a move: 0 is not a positive square. Possible moves: 1
Enter a move: Player 1 chooses 1.

What is left: 1

Player 2 is to move. Possible moves: 1
Player 2 chooses 1.

What is left: 0

Player 2 is the winner!
"""


def test_session(tmp_path: Path) -> None:
    """A whole session, word for word. Keys and what they mean may be typed."""
    copy_to(tmp_path, FLAT_FILES)
    typed = 'x\ns\ninteractive_strategy\nmi\nn\n6\n\n0\n1\n'
    done = run_in(tmp_path, 'game_interface.py', text=typed)
    assert (done.stdout, done.returncode) == (SESSION, 0)


def test_tie(capsys: CaptureFixture[str]) -> None:
    """A game may end without a winner."""

    def walk(game: Game) -> Any:
        """Return the move that leads to the tie."""
        return {'start': 'a', 'A': 'y'}[game.current_state.name]

    GameInterface(TreeGame, walk, walk, True).play()
    assert capsys.readouterr().out.endswith(
        "Player 2 chooses y.\n\nSomewhere in the tree\n\nIt's a tie!\n"
    )


def test_line_without_a_meaning(capsys: CaptureFixture[str]) -> None:
    """A line that somebody's game takes for no move is not called empty."""
    game = break_game(
        'str_to_move', lambda _, text: text if text == 'a' else ''
    )(True)
    lines = iter(['hint', ' ', 'a'])
    assert interactive_strategy(game, lambda _: next(lines)) == 'a'
    assert 'empty' not in capsys.readouterr().out.splitlines()[0]


def test_end_of_input(tmp_path: Path) -> None:
    """Where the input ends, the program says so, and ends, too."""
    copy_to(tmp_path, FLAT_FILES)
    done = run_in(tmp_path, 'game_interface.py', text='s\n')
    assert done.stdout.endswith('\nThe input has ended. Goodbye!\n')
    assert done.returncode == 1
