"""What the positions have in common."""


class Position:
    """A position: who is to move, and nothing else yet."""

    WIN, DRAW, LOSE = 1, 0, -1

    def __init__(self, mover):
        """Set up a position where mover, 'p1' or 'p2', is to move."""
        self.mover = mover

    @property
    def p1_turn(self):
        """Whether p1 is to move."""
        return self.mover == 'p1'

    def get_current_player_name(self):
        """Return who is to move."""
        return self.mover

    def other(self):
        """Return the player who is not to move."""
        return {'p1': 'p2', 'p2': 'p1'}[self.mover]

    def is_valid_move(self, move):
        """Return whether move can be made."""
        return any(
            type(move) is type(each) and move == each
            for each in self.get_possible_moves()
        )

    def children(self):
        """Return the positions after one move."""
        return [self.make_move(move) for move in self.get_possible_moves()]

    def rough_outcome(self):
        """Return an estimate that sees two moves ahead."""
        if self.winner():
            return self.WIN if self.winner() == self.mover else self.LOSE
        children = self.children()
        if any(child.winner() for child in children):
            return self.WIN
        if all(
            any(grandchild.winner() for grandchild in child.children())
            for child in children
        ):
            return self.LOSE
        return self.guess()
