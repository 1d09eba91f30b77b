"""A player of Hex that tries promising lines of play, one after the other.

It keeps a tree of moves. Again and again it walks down that tree, from move to
promising move, to a position that it has not looked at yet. It looks at that,
which gives the moves that follow and the chance to win from there; and every
move on the way remembers that chance.

This is Monte Carlo tree search with UCT (Kocsis and Szepesvari, "Bandit Based
Monte-Carlo Planning", 2006), and with three things that are known to help:

- The first programs played from each new position to the end of the game, at
  random, to see who wins. Where there is a good evaluator, a few moves will do,
  and then the evaluator tells more than the rest of a random game would
  (Lorentz, "Amazons Discover Monte-Carlo", 2008). Here it is asked at once.
- A new move starts as if it had been tried some times before, with the results
  that its looks promise (Gelly and Silver, "Combining Online and Offline
  Knowledge in UCT", 2007).
- Once it is sure who wins after a move, nobody tries that move again (Winands,
  Bjornsson and Saito, "Monte-Carlo Tree Search Solver", 2008).
"""
from math import log, sqrt
from time import perf_counter
from typing import Any, Optional, Sequence
import random
from Players import Board, Cell, Player
from hex_eval import WEIGHT, cells_by_steps, potential, worths
from hex_grid import Grid, Position, grid_of, members, other

# How much a move is favoured that was tried seldom: UCT has this number, for
# chances from 0 to 1.
EXPLORATION = sqrt(2)

# A new move starts as if it had been tried so often. Of 10, 30, 60 and 100, the
# two in the middle did best in a few games against alpha-beta.
TRIES = 30

# The chances that a new move starts with: of the worst one, and how much more
# the best one has: a guess that plays well.
WORST, MORE = 0.1, 0.5

# A tree of so many moves takes up to 300 megabytes. It does not grow further.
LARGEST_TREE = 10 ** 6


class Branch:
    """A move in the tree, and what is known of it.

    === Attributes ===
    cell: the cell that is filled, as a set of one
    tries: how often this move was tried, with those that it started with
    won: the sum of the chances, from 0 to 1, to win after it for who made it
    known: 1 if who made it surely wins, -1 if they surely lose, and 0 while
        that is not known
    branches: the moves that follow, none before its position is looked at
    """
    cell: int
    tries: int
    won: float
    known: int
    branches: Sequence['Branch']

    def __init__(self, cell: int, chance: float, known: int = 0) -> None:
        """Initialize a move after which the chance to win seems to be this."""
        self.cell, self.tries, self.won = cell, TRIES, TRIES * chance
        self.known, self.branches = known, ()

    def most_promising(self) -> 'Branch':
        """Return which of the branches to try next, of those after which it is
        not known who wins.

        >>> branch = Branch(0b1000, 0.5)
        >>> branch.branches = [Branch(0b0010, 0.3), Branch(0b0100, 0.4)]
        >>> branch.most_promising() is branch.branches[1]
        True
        """
        exploration = EXPLORATION * sqrt(log(self.tries))
        return max((each for each in self.branches if not each.known),
                   key=lambda each: each.won / each.tries
                   + exploration / sqrt(each.tries))

    def best(self) -> 'Branch':
        """Return which of the branches to play: one that surely wins; or else
        the one that was tried most often, unless it surely loses.

        >>> branch = Branch(0b1000, 0.5)
        >>> branch.branches = [Branch(0b0010, 0.4), Branch(0b0100, 0.3)]
        >>> branch.branches[1].tries += 1
        >>> branch.best() is branch.branches[1]
        True
        """
        return max(self.branches,
                   key=lambda each: (each.known, each.tries, each.won))

    def settle(self) -> bool:
        """Find out whether it is known who wins after this move, from what is
        known of its branches. Return whether it is.

        >>> branch = Branch(0b1000, 0.5)
        >>> branch.branches = [Branch(0b0010, 0.3, -1), Branch(0b0100, 0.4)]
        >>> branch.settle()
        False
        >>> branch.branches[1].known = 1
        >>> branch.settle(), branch.known
        (True, -1)
        """
        # It is as bad as the best branch, which the other player will choose.
        # (There are no branches on a full board, where the game is over.)
        self.known = -max((each.known for each in self.branches), default=-1)
        return self.known != 0


class MonteCarloPlayer(Player):
    """Plays the move that it has tried most often, or one that surely wins.

    === Attributes ===
    seconds: how long it thinks about a move at most
    positions: how many positions it looks at for a move at most; None for no
        limit
    looked: how many positions it has looked at for its last move
    """
    seconds: float
    positions: Optional[int]
    looked: int
    _random: random.Random
    _grid: Grid

    def __init__(self, game: Any, seconds: float = 2.0,
                 positions: Optional[int] = None, seed: Optional[int] = None
                 ) -> None:
        """Initialize a player of game. With a number of positions and infinite
        seconds, the same seed gives the same moves.

        Raise ValueError if that is no time, or no positions at all.
        """
        if seconds <= 0 or positions is not None and positions < 1:
            raise ValueError('A player needs more than 0 seconds to think, and '
                             'at least 1 position.')
        super().__init__(game, 'MonteCarlo')
        self.seconds, self.positions, self.looked = seconds, positions, 0
        self._random = random.Random(seed)
        self._grid = grid_of(game.size)

    def getMove(self, board: Board) -> Cell:
        """Return the best move for this player's side. If there is just one
        that makes sense, or it is known who wins, do so without thinking on;
        also if the tree may have grown to LARGEST_TREE.
        """
        deadline = perf_counter() + self.seconds
        position = self._grid.sets(board)
        root = Branch(0, 0.5)
        self.looked = 0
        self._try_once(root, position)
        # Moves that are as good as each other are all chosen now and then.
        self._random.shuffle(root.branches)
        while not root.known and len(root.branches) > 1 \
                and perf_counter() < deadline \
                and self.looked != self.positions \
                and self.looked * len(root.branches) < LARGEST_TREE:
            self._try_once(root, position)
        return self._grid.place(root.best().cell)

    def _try_once(self, root: Branch, position: Position) -> None:
        """Walk from root, which is at position, to a position that was not
        looked at yet, look at that, and remember what is seen.
        """
        sets, side = dict(zip('BW', position)), self.side
        path = [root]
        while path[-1].branches:
            path.append(path[-1].most_promising())
            sets[side] |= path[-1].cell
            side = other(side)
        chance = self._look(path[-1], side, sets[side], sets[other(side)])
        for branch in reversed(path):
            if not branch.settle():
                break
        for branch in reversed(path):
            # Here, chance is that of the side to move.
            chance = 1 - chance
            branch.tries += 1
            branch.won += chance

    def _look(self, branch: Branch, side: str, own: int, theirs: int) -> float:
        """Look at the position after branch, where side is to move and has the
        cells own: add the moves that follow. Return the chance of side to win.
        """
        self.looked += 1
        grid = self._grid
        mine = cells_by_steps(grid, side, own, theirs)
        others = cells_by_steps(grid, other(side), theirs, own)
        # No steps: whoever fills one of these cells has won.
        wins, threats = members(mine[0]), members(others[0])
        if wins or len(threats) > 1:
            # Only one of several threats can be stopped.
            branch.branches = [Branch(cell, 0.5, 1 if wins else -1)
                               for cell in wins or threats]
            return 1.0 if wins else 0.0
        worth = worths(mine, others)
        most = max(worth.values(), default=1.0)
        branch.branches = [
            Branch(cell, WORST + MORE * worth.get(cell, 0.0) / most)
            for cell in threats or grid.empty((own, theirs))]
        # Who is to move is half a step ahead. With the squares, a whole step is
        # odds of 1 to WEIGHT ** 2, nearly 3 to 1.
        good, bad = potential(grid, mine), potential(grid, others)
        good /= sqrt(WEIGHT)
        return good ** 2 / (good ** 2 + bad ** 2)
