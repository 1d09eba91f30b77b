"""A game that loops for ever in some of its positions."""

from subtract_square_game import SubtractSquareGame
from subtract_square_state import SubtractSquareState


class LoopingState(SubtractSquareState):
    """Subtract Square, where nobody comes to an end with three."""

    def get_possible_moves(self) -> list[int]:
        """Return the possible moves, unless there are three."""
        while self.current_total == 3:
            pass
        return super().get_possible_moves()

    def make_move(self, move: int) -> 'LoopingState':
        """Return the position after move."""
        return LoopingState(not self.p1_turn, self.current_total - move)


class LoopingGame(SubtractSquareGame):
    """Subtract Square that loops."""

    def __init__(self, p1_starts: bool, size: int = 4) -> None:
        """Initialize the game."""
        super().__init__(p1_starts, size)
        self.current_state = LoopingState(p1_starts, size)
