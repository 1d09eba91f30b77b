"""The superclass of games."""


class Game:
    """A game for two players, p1 and p2."""

    def __init__(self, p1_starts):
        """Set up a game."""
        raise NotImplementedError

    def get_instructions(self):
        """Return the rules."""
        raise NotImplementedError

    def is_over(self, state):
        """Return whether the game is over at state."""
        raise NotImplementedError

    def is_winner(self, player):
        """Return whether player has won."""
        raise NotImplementedError

    def str_to_move(self, string):
        """Return the move that string stands for."""
        raise NotImplementedError
