"""The superclass of states as somebody else hands it out: no hooks."""
from typing import Any


class GameState:
    """A state that says nothing about itself but whose turn it is."""
    WIN = 1
    LOSE = -1
    DRAW = 0

    def __init__(self, is_p1_turn: bool) -> None:
        """Initialize a state."""
        self.p1_turn = is_p1_turn

    def __str__(self) -> str:
        """Return the picture."""
        raise NotImplementedError

    def __repr__(self) -> str:
        """Return the exact description."""
        raise NotImplementedError

    def get_possible_moves(self) -> list:
        """Return the possible moves."""
        raise NotImplementedError

    def get_current_player_name(self) -> str:
        """Return the player to move."""
        raise NotImplementedError

    def make_move(self, move: Any) -> 'GameState':
        """Return the next state."""
        raise NotImplementedError

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is possible."""
        raise NotImplementedError

    def rough_outcome(self) -> float:
        """Return an estimate."""
        raise NotImplementedError
