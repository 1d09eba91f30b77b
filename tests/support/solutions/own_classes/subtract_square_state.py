"""Positions of Subtract Square."""

from game_state import Position


class Number(Position):
    """A number to subtract from."""

    def __init__(self, mover, current_total):
        """Set up a position."""
        super().__init__(mover)
        self.current_total = current_total

    def winner(self):
        """Return who has won, or None."""
        return None if self.current_total else self.other()

    def __str__(self):
        """Return the picture."""
        return f'{self.current_total}'

    def __repr__(self):
        """Return an exact description."""
        return f'<{self.current_total} {self.mover}>'

    def get_possible_moves(self):
        """Return the squares."""
        return [
            number
            for number in range(1, self.current_total + 1)
            if round(number**0.5) ** 2 == number
        ]

    def make_move(self, move):
        """Return the position after move."""
        if not self.is_valid_move(move):
            raise ValueError(f'not a square that fits: {move!r}')
        return Number(self.other(), self.current_total - move)

    def guess(self):
        """Return an estimate: no idea."""
        return self.DRAW
