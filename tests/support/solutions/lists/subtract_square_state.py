"""States of Subtract Square."""

from game_state import GameState


class SubtractSquareState(GameState):
    """A state of Subtract Square."""

    def __init__(self, is_p1_turn, total):
        """Set up a state."""
        super().__init__(is_p1_turn)
        self.current_total = total

    def __str__(self):
        """Return the picture."""
        return 'Current total: ' + str(self.current_total)

    def __repr__(self):
        """Return an exact description."""
        return f'{self.get_current_player_name()} {self.current_total}'

    def get_possible_moves(self):
        """Return the squares."""
        return [
            number * number
            for number in range(1, self.current_total + 1)
            if number * number <= self.current_total
        ]

    def make_move(self, move):
        """Return the state after move."""
        if move not in self.get_possible_moves():
            raise ValueError('You cannot subtract ' + str(move))
        return SubtractSquareState(not self.p1_turn, self.current_total - move)

    def rough_outcome(self):
        """Return an estimate of the score, exact two moves ahead."""
        if self.current_total == 0:
            return self.LOSE
        moves = self.get_possible_moves()
        if self.current_total in moves:
            return self.WIN
        for move in moves:
            left = self.make_move(move)
            if left.current_total not in left.get_possible_moves():
                return 0.5
        return self.LOSE
