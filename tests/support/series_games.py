"""Games that fail, and one with odd moves, each like Stonehenge otherwise."""
from typing import Any
import os
from stonehenge import StonehengeGame, StonehengeState


class EndlessState(StonehengeState):
    """A position without moves in a game that is not over."""

    def get_possible_moves(self) -> list:
        """Return no moves."""
        return []


class BrokenGame(StonehengeGame):
    """A game that cannot tell its winner."""

    def is_winner(self, player: str) -> bool:
        """Fail."""
        raise AttributeError('no winner')


class FatalGame(StonehengeGame):
    """A game that ends the process when somebody has won."""

    def is_winner(self, player: str) -> bool:
        """End the process."""
        os._exit(7)


class OddMove:
    """A move that says nothing about itself, and is unlike any other object."""

    def __init__(self, letter: str) -> None:
        """Initialize the move that takes the cell letter."""
        self.letter = letter

    def __eq__(self, other: object) -> bool:
        """Return whether other is the same move."""
        return isinstance(other, OddMove) and self.letter == other.letter

    def __str__(self) -> str:
        """Fail."""
        raise ValueError


class OddState(StonehengeState):
    """Stonehenge with odd moves."""

    def get_possible_moves(self) -> list:
        """Return the moves."""
        return [OddMove(each) for each in super().get_possible_moves()]

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is possible."""
        return move in self.get_possible_moves()

    def make_move(self, move: Any) -> StonehengeState:
        """Return the next position."""
        after = super().make_move(move.letter)
        after.__class__ = OddState
        return after


class OddGame(StonehengeGame):
    """Stonehenge with odd moves."""
    state_class = OddState

    def __init__(self, p1_starts: bool, size: Any = None) -> None:
        """Initialize a game."""
        super().__init__(p1_starts, size=size)
        self.current_state.__class__ = self.state_class


class StuckGame(OddGame):
    """Stonehenge without moves."""
    state_class = EndlessState
