"""The superclass of game states, with what is the same in all games."""
from typing import Any


class GameState:
    """A state of a game."""
    WIN: int = 1
    LOSE: int = -1
    DRAW: int = 0

    def __init__(self, is_p1_turn: bool) -> None:
        """Set up a state."""
        self.p1_turn = is_p1_turn

    def get_current_player_name(self) -> str:
        """Return the player to move."""
        return ('p2', 'p1')[self.p1_turn]

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is possible."""
        return self.get_possible_moves().count(move) > 0
