"""Monte Carlo tree search, for a player of Hex.

Each iteration walks down a tree of moves, from move to promising move, to a
position that has not been expanded yet. It adds the moves from there,
estimates the chance to win, and counts it for each move on the way back up.

This is UCT (Kocsis and Szepesvari, "Bandit Based Monte-Carlo Planning", 2006)
with three well-known improvements:

- Instead of finishing the game at random from each new position, to see who
  wins, it asks an evaluator (Lorentz, "Amazons Discover Monte-Carlo", 2008).
- A new move starts as if it had been tried a number of times already, with a
  success that depends on how good it looks (Gelly and Silver, "Combining Online
  and Offline Knowledge in UCT", 2007).
- A move after which the winner is certain is never tried again (Winands,
  Bjornsson and Saito, "Monte-Carlo Tree Search Solver", 2008).
"""

from math import log, sqrt
from time import perf_counter
from typing import Any, Optional, Sequence
import random
from Players import Board, Cell, Player
from hex_eval import WEIGHT, group_by_steps, rate_cells, sum_worth
from hex_grid import OTHER, CellSets, Grid, grid_of, single_cells

# The bonus for rarely tried moves, in UCT with chances from 0 to 1.
EXPLORATION = sqrt(2)

# A new move starts as if it had been tried this often. Of 10, 30, 60 and 100,
# 30 and 60 did best in a few games against alpha-beta.
TRIES = 30

WORST = 0.1  # The chance of the worst new move.
MORE = 0.5  # How much more the best one starts with.

# The tree stops growing at this many moves, which take up to 300 megabytes.
LARGEST_TREE = 10**6


class Branch:
    """A move in the tree, and what is known about it.

    === Attributes ===
    cell: the set of the single cell that the move fills
    tries: how often the move was tried, including the tries it started with
    won: the sum of the chances to win, each from 0 to 1, that were seen after
        this move, for the player who makes it
    known: 1 if the player who makes this move is certain to win, -1 if certain
        to lose, 0 while neither is known
    branches: the moves that follow; none until the position is expanded
    """

    cell: int
    tries: int
    won: float
    known: int
    branches: Sequence['Branch']

    def __init__(self, cell: int, chance: float, known: int = 0) -> None:
        """Initialize a move that seems to win with this chance."""
        self.cell = cell
        self.tries = TRIES
        self.won = TRIES * chance
        self.known = known
        self.branches = ()

    def choose_to_try(self) -> 'Branch':
        """Return the branch to try next, among those with an open result."""
        exploration = EXPLORATION * sqrt(log(self.tries))
        return max(
            (each for each in self.branches if not each.known),
            key=lambda each: (
                each.won / each.tries + exploration / sqrt(each.tries)
            ),
        )

    def choose_to_play(self) -> 'Branch':
        """Return the branch to play: best known result, then most tries."""
        return max(
            self.branches, key=lambda each: (each.known, each.tries, each.won)
        )

    def settle(self) -> bool:
        """Set known from the results of the branches. Return whether the winner
        is known now.

        >>> branch = Branch(0b1000, 0.5)
        >>> branch.branches = [Branch(0b0010, 0.3, -1), Branch(0b0100, 0.4)]
        >>> branch.settle()
        False
        >>> branch.branches[1].known = 1
        >>> branch.settle(), branch.known
        (True, -1)
        """
        # The other player will choose the best branch. (There are none only on
        # a full board: this move has won, then.)
        self.known = -max((each.known for each in self.branches), default=-1)
        return self.known != 0


class MonteCarloPlayer(Player):
    """Plays a move that is certain to win, or the one tried most often.

    === Attributes ===
    seconds: the most seconds to think about a move
    positions: the most positions to expand for a move; None for no limit
    expanded: how many positions were expanded for the last move
    """

    seconds: float
    positions: Optional[int]
    expanded: int
    _random: random.Random
    _grid: Grid

    def __init__(
        self,
        game: Any,
        seconds: float = 2.0,
        positions: Optional[int] = None,
        seed: Optional[int] = None,
    ) -> None:
        """Initialize a player of game. With infinite seconds and a number of
        positions, the same seed gives the same moves. Raise ValueError if there
        is no time, or no position to expand.
        """
        if seconds <= 0 or positions is not None and positions < 1:
            raise ValueError(
                'A player needs more than 0 seconds to think, and '
                'at least 1 position.'
            )
        super().__init__(game, 'MonteCarlo')
        self.seconds = seconds
        self.positions = positions
        self.expanded = 0
        self._random = random.Random(seed)
        self._grid = grid_of(game.size)

    def getMove(self, board: Board) -> Cell:
        """Return the best move for this player's side. Stop early if the winner
        is known, only one move makes sense, or the tree is too large.
        """
        deadline = perf_counter() + self.seconds
        position = self._grid.sets_of(board)
        root = Branch(0, 0.5)
        self.expanded = 0
        self._iterate(root, position)
        # Among equally good moves, chance decides.
        branches = list(root.branches)
        self._random.shuffle(branches)
        root.branches = branches
        while (
            not root.known
            and len(root.branches) > 1
            and perf_counter() < deadline
            and self.expanded != self.positions
            and self.expanded * len(root.branches) < LARGEST_TREE
        ):
            self._iterate(root, position)
        return self._grid.place_of(root.choose_to_play().cell)

    def _iterate(self, root: Branch, position: CellSets) -> None:
        """Walk from root, which stands for position, to a position that has
        not been expanded yet. Expand it, and count its chance on the way back.
        """
        sets = dict(zip('BW', position))
        side = self.side
        path = [root]
        while path[-1].branches:
            path.append(path[-1].choose_to_try())
            sets[side] |= path[-1].cell
            side = OTHER[side]
        chance = self._expand(path[-1], side, sets[side], sets[OTHER[side]])
        for branch in reversed(path):
            if not branch.settle():
                break
        for branch in reversed(path):
            # So far, this is the chance of the side to move after the branch.
            chance = 1 - chance
            branch.tries += 1
            branch.won += chance

    def _expand(
        self, branch: Branch, side: str, own: int, theirs: int
    ) -> float:
        """Add the moves that follow branch to it. In the position there, side
        is to move and has the cells own. Return its chance to win.
        """
        self.expanded += 1
        grid = self._grid
        mine = group_by_steps(grid, side, own, theirs)
        others = group_by_steps(grid, OTHER[side], theirs, own)
        # Whoever fills a cell that is 0 steps away has won.
        wins, threats = single_cells(mine[0]), single_cells(others[0])
        if wins or len(threats) > 1:
            # Only one of several threats can be parried.
            branch.branches = [
                Branch(cell, 0.5, 1 if wins else -1) for cell in wins or threats
            ]
            return 1.0 if wins else 0.0
        worths = rate_cells(mine, others)
        most = max(worths.values(), default=1.0)
        branch.branches = [
            Branch(cell, WORST + MORE * worths.get(cell, 0.0) / most)
            for cell in threats or single_cells(grid.find_empty(own, theirs))
        ]
        # The side to move is half a step ahead. As the worths are squared, a
        # whole step ahead means odds of 1 to WEIGHT ** 2, nearly 3 to 1.
        good, bad = sum_worth(grid, mine), sum_worth(grid, others)
        good /= sqrt(WEIGHT)
        return good**2 / (good**2 + bad**2)
