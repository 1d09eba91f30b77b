"""The superclass of games."""


class Game:
    """A game for two players, p1 and p2, at current_state."""
