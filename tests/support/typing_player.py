"""A player who types lines at the prompt of a game, in this process."""
from __future__ import annotations
from contextlib import suppress
from typing import Any
from unittest.mock import patch
from game_interface import GameInterface, Strategy, playable_games
from interface.referee import Referee
from strategy import interactive_strategy


class NothingTyped(BaseException):
    """Raised when the program wants to read, and nothing has been typed."""


class TypingPlayer:
    """Player 1 in a game, who types one line at a time.

    === Attributes ===
    interface: the interface to the game
    """
    interface: GameInterface

    def __init__(self, key: str, size: Any,
                 opponent: Strategy = interactive_strategy) -> None:
        """Begin a game, given by its key and its size, against opponent."""
        self.interface = GameInterface(playable_games[key],
                                       interactive_strategy, opponent, True,
                                       size)

    def type(self, *lines: str) -> None:
        """Type lines at the prompt: moves, commands and mistakes. The other
        player answers a move."""
        with patch('builtins.input', side_effect=[*lines, NothingTyped]), \
                suppress(NothingTyped), \
                Referee(self.interface.session.history) as referee:
            while not self.is_over():
                self.interface.play_turn(referee)

    def is_over(self) -> bool:
        """Return whether the game is over."""
        game = self.interface.session.history.game
        return game.is_over(game.current_state)
