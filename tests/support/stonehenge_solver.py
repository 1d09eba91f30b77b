"""Who wins Stonehenge, found without anything of ours that plays it.

The board is that of the second Stonehenge in stonehenge_model.py. The search is
the simplest that comes to an end on side length 4: it stops at a winning move,
remembers scores, and tries cells on long unclaimed lines first.
"""
from tests.support.stonehenge_model import Model

# Per player, the player to move first: the cells taken and the lines claimed.
Position = tuple[frozenset[str], frozenset[int], frozenset[str], frozenset[int]]


class Solver:
    """The scores of one board, each searched for once.

    === Attributes ===
    lines: the letters of the cells of each line
    letters: the letters of all cells, those on the most cells' lines first
    """
    lines: list[frozenset[str]]
    letters: list[str]
    _scores: dict[Position, int]

    def __init__(self, n: int) -> None:
        """Initialize a solver that knows no scores of side length n."""
        model = Model(n)
        self.lines = [frozenset(model.owner[place] for place in line)
                      for line in model.lines]
        self.letters = sorted(model.free(), key=lambda letter: -sum(
            len(line) for line in self.lines if letter in line))
        self._scores = {}

    def score_after(self, moves: str) -> int:
        """Return the score for the player to move after these moves, with
        which nobody has won."""
        position: Position = (frozenset(),) * 4
        for move in moves:
            position = self.make_move(position, move)
        return self.find_score(position)

    def make_move(self, position: Position, letter: str) -> Position:
        """Return the position, seen by the other player, after the player to
        move takes a cell."""
        mine, my_lines, theirs, their_lines = position
        mine |= {letter}
        claims = [number for number, line in enumerate(self.lines)
                  if letter in line and number not in their_lines
                  and 2 * len(line & mine) >= len(line)]
        return theirs, their_lines, mine, my_lines.union(claims)

    def find_score(self, position: Position) -> int:
        """Return the score of position for the player to move."""
        mine, _, theirs, their_lines = position
        if 2 * len(their_lines) >= len(self.lines):
            return -1  # The move before this one has won.
        if position not in self._scores:
            wins = any(self.find_score(self.make_move(position, letter)) == -1
                       for letter in self.letters
                       if letter not in mine | theirs)
            self._scores[position] = 1 if wins else -1
        return self._scores[position]
