"""The superclass of games, which leaves everything to them."""


class Game:
    """A game for two players, p1 and p2. Its state is current_state."""
