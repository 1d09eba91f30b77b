"""Keeping a file up to date with a game that is played."""
from shlex import quote
from typing import Optional
import sys
from game import Game
from interface.saved.files import GameSaver, describe_file_error
from interface.saved.saved_games import SavedGame, record_moves
from interface.screen import find_width, fit


class GameKeeper:
    """Keeps the file of a game up to date, move by move, and says how to go on
    with the game if it ends early.

    === Attributes ===
    path: the file, None once it could not be written
    saved: what there is to save, but for the moves
    game: the game
    """
    path: Optional[str]
    saved: SavedGame
    game: Game
    _saver: GameSaver

    def __init__(self, path: str, saved: SavedGame, game: Game, moves: list,
                 overwrite: bool = False) -> None:
        """Write game, after these moves, to the file at path. Raise ValueError
        if that cannot be done, or if there is such a file and it must not be
        overwritten.
        """
        self.path, self.saved, self.game = path, saved, game
        try:
            self._saver = GameSaver(path, record_moves(saved, game, moves),
                                    overwrite)
        except OSError as error:
            raise ValueError(describe_file_error(path, error)) from error

    def update(self, moves: list) -> None:
        """Write game after these moves. If that fails, say so once, and let the
        game go on.
        """
        if self.path is None:
            return
        try:
            self._saver.save(record_moves(self.saved, self.game, moves))
        except OSError as error:
            line = f'{describe_file_error(self.path, error)}. The game goes ' \
                   f'on, but is no longer saved.'
            print(fit(line, find_width(sys.stderr)), file=sys.stderr)
            self.path = None

    def describe_how_to_go_on(self) -> str:
        """Return in a line how to go on with the game, '' if it is not saved.
        """
        if self.path is None:
            return ''
        return f'The game is saved. To go on: --load {quote(self.path)}'
