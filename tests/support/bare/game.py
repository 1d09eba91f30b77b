"""The superclass of games as somebody else hands it out: nothing but names."""
from typing import Any


class Game:
    """A game that says nothing about itself."""

    def __init__(self, p1_starts: bool) -> None:
        """Initialize a game."""
        raise NotImplementedError

    def get_instructions(self) -> str:
        """Return the instructions."""
        raise NotImplementedError

    def is_over(self, state: Any) -> bool:
        """Return whether the game is over."""
        raise NotImplementedError

    def is_winner(self, player: str) -> bool:
        """Return whether player has won."""
        raise NotImplementedError

    def str_to_move(self, text: str) -> Any:
        """Return the move that text means."""
        raise NotImplementedError
