"""States of Subtract Square."""
from math import isqrt
from game_state import GameState


class SubtractSquareState(GameState):
    """A state of Subtract Square."""

    def __init__(self, is_p1_turn: bool, current_total: int) -> None:
        """Set up a state."""
        super().__init__(is_p1_turn)
        self.current_total = current_total

    def __str__(self) -> str:
        """Return the picture."""
        return f'Still to subtract: {self.current_total}'

    def __repr__(self) -> str:
        """Return an exact description."""
        return f'SubtractSquareState({self.p1_turn}, {self.current_total})'

    def get_possible_moves(self) -> list[int]:
        """Return the squares, the largest first."""
        return [i ** 2 for i in range(isqrt(self.current_total), 0, -1)]

    def make_move(self, move: int) -> 'SubtractSquareState':
        """Return the state after move."""
        if move not in self.get_possible_moves():
            raise ValueError(f'{move} cannot be subtracted.')
        return SubtractSquareState(not self.p1_turn, self.current_total - move)

    def rough_outcome(self) -> float:
        """Return an estimate of the score, exact two moves ahead."""
        squares = {i ** 2 for i in range(1, 1 + isqrt(self.current_total))}
        if not squares:
            return -1.0
        if self.current_total in squares:
            return 1.0
        if all(isqrt(self.current_total - square) ** 2
               == self.current_total - square for square in squares):
            return -1.0
        return 0.0
