"""Two evaluators of Hex positions, given as sets of cells, in which nobody has
won yet. They return the lead of Black over White.
"""

from functools import lru_cache
from math import log
from typing import Union
from hex_grid import Grid, single_cells

Value = Union[int, float]

HIGH = 100  # The value of a win.

# A cell counts this many times as much as a cell that is one step closer.
WEIGHT = 0.6


def compare_connected(grid: Grid, black: int, white: int) -> int:
    """Return the lead of Black over White in connected pieces."""
    black_connected = black & grid.find_near(black)
    white_connected = white & grid.find_near(white)
    return black_connected.bit_count() - white_connected.bit_count()


@lru_cache(maxsize=2**16)
def compare_distances(grid: Grid, black: int, white: int) -> float:
    """Return the number of steps by which Black is closer to joining its edges
    than White, measured in two-distances.

    An empty cell on one of a player's edges, or next to a chain of the player's
    pieces that reaches that edge, has two-distance 1 from it. Any other empty
    cell has one more than the second smallest two-distance among its
    neighbours, since the opponent will take the best neighbour. Cells next to
    the same chain of the player's pieces count as neighbours. The smaller the
    sum of a cell's two-distances from both edges, the more useful the cell is
    for joining them.

    Source: Jack van Rijswijck, "Computer Hex: Are Bees Better than
    Fruitflies?", University of Alberta, 2000. There a player is as close as
    the best cells are. Here all cells count, each WEIGHT times as much as one
    that is a step closer. The result always lies between -HIGH and HIGH.

    >>> grid = Grid(3)
    >>> compare_distances(grid, 0, 0)
    0.0
    """
    black_worth = sum_worth(grid, group_by_steps(grid, 'B', black, white))
    white_worth = sum_worth(grid, group_by_steps(grid, 'W', white, black))
    ratio = black_worth / white_worth
    return max(1.0 - HIGH, min(log(ratio, 1 / WEIGHT), HIGH - 1.0))


def sum_worth(grid: Grid, by_steps: list[int]) -> float:
    """Return the sum of WEIGHT ** steps over a side's empty cells."""
    # Even a side that can be blocked on every way across has a little hope.
    hope = WEIGHT ** (2 * grid.size + 2)
    return hope + sum(
        cells.bit_count() * WEIGHT**steps
        for steps, cells in enumerate(by_steps)
    )


def rate_cells(*sides: list[int]) -> dict[int, float]:
    """Return the worth of each empty cell to both sides together, as they may
    also block there: the sum of WEIGHT ** steps over the sides, each given by
    its groups of group_by_steps. Cells without worth are left out.
    """
    worths: dict[int, float] = {}
    for by_steps in sides:
        for steps, cells in enumerate(by_steps):
            worth = WEIGHT**steps
            for cell in single_cells(cells):
                worths[cell] = worths.get(cell, 0.0) + worth
    return worths


def group_by_steps(grid: Grid, side: str, own: int, theirs: int) -> list[int]:
    """Return the sets of the empty cells that are 0, 1, 2, ... steps away from
    joining the edges of side, which has the cells own. A cell's steps are the
    sum of its two-distances from both edges, minus 2.
    """
    empty = grid.find_empty(own, theirs)
    links = find_links(grid, own, empty)
    nearest = [
        empty & (edge | grid.find_near(grid.find_chain(edge, own)))
        for edge in grid.edges[side]
    ]
    first = group_by_distance(grid, empty, links, nearest[0])
    second = group_by_distance(grid, empty, links, nearest[1])
    by_steps = [0] * (len(first) + len(second))
    for i, some in enumerate(first):
        for j, others in enumerate(second):
            by_steps[i + j] |= some & others
    return by_steps


def find_links(grid: Grid, own: int, empty: int) -> list[int]:
    """Return, for each chain in own, the set of empty cells that touch it."""
    links = []
    while own:
        chain = grid.find_chain(own & -own, own)
        own &= ~chain
        links.append(grid.find_near(chain) & empty)
    return links


def group_by_distance(
    grid: Grid, empty: int, links: list[int], nearest: int
) -> list[int]:
    """Return the sets of the empty cells with two-distance 1, 2, ... from an
    edge, where nearest is the first of them and links come from find_links.
    """
    layers = [nearest]
    reached = nearest
    while layers[-1]:
        once, twice = grid.find_near_twice(reached)
        # The cells that links join to just one reached cell, by that cell.
        joined: dict[int, int] = {}
        for link in links:
            seen = link & reached
            if seen & seen - 1:  # There are two or more.
                twice |= link
            elif seen:
                joined[seen] = joined.get(seen, 0) | link
        for seen, cells in joined.items():
            cells &= ~grid.find_near(seen)  # They have counted it already.
            twice |= once & cells
            once |= cells
        layers.append(twice & empty & ~reached)
        reached |= layers[-1]
    return layers
