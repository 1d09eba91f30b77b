"""Sure connections in Hex, and what they tell about a position.

A carrier is a set of empty cells that a connection may need. A point of a
network (see hex_cells) is safely connected to an edge if its side, once it owns
the point, can join them inside the carrier even if the other side moves first,
and perhaps connected if it has to move first itself. Each connection is made of
smaller ones, starting from the edge; see Anshelevich, "A hierarchical approach
to computer Hex", 2002.
"""
from functools import lru_cache
from typing import NamedTuple, Optional
from hex_cells import Network, Sets, build_network, drop_inferior, fill_in, \
    mark_edges
from hex_grid import OTHER, Grid, single_cells

# The most carriers of safe connections that are kept for a point. With fewer,
# less is known, but all of it is true.
MOST_CARRIERS = 4

# For each point, those one step away: its neighbours, with 0, and those that
# two or more cells join to it, a bridge, with these cells.
Steps = dict[int, list[tuple[int, int]]]


def list_steps(network: Network, empty: int) -> Steps:
    """Return the steps between the points of network."""
    steps: Steps = {point: [] for point in network}
    points = list(network.items())
    for number, (point, around) in enumerate(points):
        for other, others in points[:number]:
            between = 0 if around & other else around & others & empty
            if around & other or between & between - 1:
                steps[point].append((other, between))
                steps[other].append((point, between))
    return steps


class Connections:
    """The connections of points to one of their side's edges.

    === Attributes ===
    safe: for each point, carriers of safe connections
    perhaps: for each point, carriers with which it is perhaps connected
    """
    safe: dict[int, list[int]]
    perhaps: dict[int, list[int]]
    _waiting: list[tuple[int, int]]

    def __init__(self, edge: int, steps: Steps, empty: int) -> None:
        """Initialize the connections to edge, growing them step by step."""
        self.safe = {point: [] for point in steps}
        self.perhaps = {point: [] for point in steps}
        self._waiting = []
        self._add_safe(edge, 0)
        for point, carrier in self._waiting:  # It grows on the way.
            for other, between in steps[point]:
                if not other & carrier:
                    self._step(point & empty, carrier, other, between)

    def _step(self, cell: int, carrier: int, other: int, between: int) -> None:
        """Add what follows for the point other from a point with this carrier:
        a cell that is to be filled first, or 0 for a chain or an edge.
        """
        if between:
            free = between & ~carrier
            first = free & -free
            second = free & ~first
            if not second:
                return
            # Whichever of the two is taken, the other one is left.
            carrier |= first | second & -second
        if cell:
            self._add_perhaps(other, carrier | cell)
        else:
            self._add_safe(other, carrier)

    def _add_safe(self, point: int, carrier: int) -> None:
        """Add a safe connection, unless there are better ones, or enough."""
        known = self.safe[point]
        if len(known) < MOST_CARRIERS \
                and all(each & ~carrier for each in known):
            known.append(carrier)
            self._waiting.append((point, carrier))

    def _add_perhaps(self, point: int, carrier: int) -> None:
        """Add a connection that needs a move, unless there are better ones.
        Two of them that share no cell make a safe one.
        """
        known = self.perhaps[point]
        if all(each & ~carrier for each in known):
            for each in known:
                if not each & carrier:
                    self._add_safe(point, each | carrier)
            known.append(carrier)


def find_wins(grid: Grid, side: str, sets: Sets, captured: int
              ) -> list[tuple[int, int]]:
    """Return ways to win for certain for side, which has these captured cells
    among its own: the cell to begin with, and where the other side must move
    before that to prevent it. Both are 0 if the win needs no move.
    """
    empty = grid.find_empty(sets['B'], sets['W'])
    steps = list_steps(build_network(grid, side, sets[side], empty), empty)
    first, second = (Connections(edge, steps, empty).safe
                     for edge in mark_edges(grid))
    return [(cell, (one | two | cell | captured) if cell else 0)
            for point in steps for cell in [point & empty]
            for one in first[point] for two in second[point]
            if not one & two]


class Outlook(NamedTuple):
    """What is certain about a position without searching.

    === Attributes ===
    score: the score for the player to move, None if it is not known
    move: a cell that wins, or 0
    cells: where the other player must move before to prevent a win, if it is
        one; the moves that the player to move has left, if there is no score
    sets: both sides' cells after fill-in, which changes no score
    """
    score: Optional[int]
    move: int
    cells: int
    sets: Sets


@lru_cache(maxsize=2 ** 14)
def look_ahead(grid: Grid, side: str, black: int, white: int) -> Outlook:
    """Return what is certain about a position in which side is to move.

    A move that leaves the other side a way to win loses. So only moves that
    prevent all its ways to win are left: must-play.
    """
    sets, captured = fill_in(grid, {'B': black, 'W': white})
    other = OTHER[side]
    for each, score in (side, 1), (other, -1):
        if grid.joins(each, sets[each]):
            return Outlook(score, 0, 0, sets)
    left = grid.cells
    wins = find_wins(grid, side, sets, captured[side])
    if wins:
        for _, cells in wins:
            left &= cells
        quickest = min(wins, key=lambda win: win[1].bit_count())
        return Outlook(1, quickest[0], left, sets)
    left = grid.find_empty(sets['B'], sets['W'])
    for _, cells in find_wins(grid, other, sets, 0):
        left &= cells
    return Outlook(None if left else -1, 0, left, sets)
