"""What the games have in common."""


class TwoPlayerGame:
    """A game, whose position is current_state."""

    def is_over(self, state):
        """Return whether state is the end."""
        return state.winner() is not None

    def is_winner(self, player):
        """Return whether player has won."""
        return self.current_state.winner() == player
