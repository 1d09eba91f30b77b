"""The superclass of game states."""


class GameState:
    """A state of a game."""

    WIN = 1
    LOSE = -1
    DRAW = 0

    def __init__(self, is_p1_turn):
        """Set up a state."""
        self.p1_turn = is_p1_turn

    def get_current_player_name(self):
        """Return 'p1' or 'p2', whoever is to move."""
        return 'p1' if self.p1_turn else 'p2'

    def is_valid_move(self, move):
        """Return whether move is possible."""
        return move in self.get_possible_moves()

    def rough_outcome(self):
        """Return an estimate of the score."""
        raise NotImplementedError
