"""A program that saves a game until it is killed."""
from __future__ import annotations
import itertools
import sys
from interface.saved.files import GameSaver
from interface.saved.saved_games import SavedGame, record_moves
from subtract_square_game import SubtractSquareGame
from tests.support.programs import TOP


def save_for_ever(path: str) -> None:
    """Play a long game that is saved to the file called path after each move.
    Say each time that it is."""
    game, moves = SubtractSquareGame(True, size=10 ** 9), []
    saved = SavedGame('s', True, 10 ** 9)
    saver = GameSaver(path, saved)
    for i in itertools.count():
        moves.append((i % 5 + 1) ** 2)
        game.current_state = game.current_state.make_move(moves[-1])
        saver.save(record_moves(saved, game, moves))
        print('Saved.', flush=True)


def saving_for_ever(path: str) -> list[str]:
    """Return a command that does so."""
    return [sys.executable, '-S', '-c',
            f'import sys; sys.path.insert(0, {str(TOP)!r}); '
            f'from tests.support.saving import save_for_ever; '
            f'save_for_ever({path!r})']
