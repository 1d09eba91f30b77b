"""A player of Hex that plays many games at random in its head.

It keeps a tree of the moves that it has tried. Again and again it walks down
that tree, from move to promising move, plays the game from there to its end at
random, and remembers who won. That is UCT (Kocsis and Szepesvari, "Bandit
Based Monte-Carlo Planning", 2006). As a move that is good later is often good
now, it also counts every cell that the winner filled at any time (RAVE; Gelly
and Silver, "Monte-Carlo Tree Search and Rapid Action Value Estimation in
Computer Go", 2011).
"""
from math import log, sqrt
from time import perf_counter
from typing import Any, Optional
import random
from hex_grid import Grid, grid_of, other
from Players import Board, Cell, Player

# How much a move is favoured that was tried seldom.
EXPLORATION = 0.3

# After about so many visits, what happened after a move itself counts as much
# as what happened when its cell was filled at any time.
EQUIVALENCE = 300

# A position is put into the tree at its second visit.
VISITS_TO_EXPAND = 2


class Branch:
    """A move in the tree, and what is known of it.

    === Attributes ===
    cell: the cell that is filled, as a set of one
    visits: how many games went on with this move
    wins: how many of them were won by who made it
    any_visits: how many games filled this cell at some time, the same side
    any_wins: how many of them that side won
    branches: the moves that follow, none before they are wanted
    """
    cell: int
    visits: int
    wins: int
    any_visits: int
    any_wins: int
    branches: list['Branch']

    def __init__(self, cell: int) -> None:
        """Initialize a move that was never tried."""
        self.cell = cell
        self.visits = self.wins = self.any_visits = self.any_wins = 0
        self.branches = []

    def promise(self, exploration: float) -> float:
        """Return how promising it is to try this move next."""
        if not self.visits and not self.any_visits:
            return 1.0
        weight = sqrt(EQUIVALENCE / (3 * self.visits + EQUIVALENCE))
        value = 0.0
        if self.any_visits:
            value = weight * self.any_wins / self.any_visits
        if self.visits:
            value += (1 - weight) * self.wins / self.visits
        return value + exploration / sqrt(self.visits + 1)


class MonteCarloPlayer(Player):
    """Plays the move that it has tried most often.

    === Attributes ===
    seconds: how long it thinks about a move
    games: how many games it plays for a move at most; None for no limit
    played: how many games it has played for its last move
    """
    seconds: float
    games: Optional[int]
    played: int
    _random: random.Random
    _grid: Grid

    def __init__(self, game: Any, seconds: float = 2.0,
                 games: Optional[int] = None, seed: Optional[int] = None
                 ) -> None:
        """Initialize a player of game. With a number of games instead of
        seconds (which may be infinite), the same seed gives the same moves.

        Raise ValueError if that is no time, or no games at all.
        """
        if seconds <= 0 or games is not None and games < 1:
            raise ValueError('A player needs more than 0 seconds to think, and '
                             'at least 1 game.')
        super().__init__(game, 'MonteCarlo')
        self.seconds, self.games, self.played = seconds, games, 0
        self._random = random.Random(seed)
        self._grid = grid_of(game.size)

    def getMove(self, board: Board) -> Cell:
        """Return the best move for this player's side."""
        root = Branch(0)
        position = self._grid.sets(board)
        deadline = perf_counter() + self.seconds
        self._expand(root, position)
        self.played = 0
        while self.played == 0 or perf_counter() < deadline \
                and self.played != self.games:
            self._play_one(root, position)
            self.played += 1
        best = max(root.branches, key=lambda branch: branch.visits)
        return self._grid.place(best.cell)

    def _expand(self, branch: Branch, position: tuple[int, int]) -> None:
        """Add all moves that follow branch, which leads to position."""
        branch.branches = [Branch(cell) for cell in self._grid.empty(position)]
        self._random.shuffle(branch.branches)

    def _play_one(self, root: Branch, position: tuple[int, int]) -> None:
        """Play one game from position, and learn from it."""
        sets = dict(zip('BW', position))
        side, branch = self.side, root
        path = [root]
        while branch.branches:
            exploration = EXPLORATION * sqrt(log(branch.visits + 1))
            branch = max(branch.branches,
                         key=lambda each: each.promise(exploration))
            sets[side] |= branch.cell
            side = other(side)
            path.append(branch)
            if not branch.branches and branch.visits >= VISITS_TO_EXPAND:
                self._expand(branch, (sets['B'], sets['W']))
        winner = self._at_random(sets, side)
        self._learn(path, sets, winner)

    def _at_random(self, sets: dict[str, int], side: str) -> str:
        """Fill the board at random, with side to move, and return who has won.
        The order does not matter on a full board, so nobody needs to look for
        a winner before.
        """
        cells = self._grid.empty((sets['B'], sets['W']))
        self._random.shuffle(cells)
        sets[side] |= sum(cells[::2])
        sets[other(side)] |= sum(cells[1::2])
        return 'B' if self._grid.joins('B', sets['B']) else 'W'

    def _learn(self, path: list[Branch], sets: dict[str, int], winner: str
               ) -> None:
        """Count a game that went along path and ended with these sets."""
        side = self.side
        for branch in path:
            # Here, side is the one that chooses among the branches.
            branch.visits += 1
            branch.wins += winner != side
            won, own = winner == side, sets[side]
            for each in branch.branches:
                if each.cell & own:
                    each.any_visits += 1
                    each.any_wins += won
            side = other(side)
