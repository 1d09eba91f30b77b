"""Two evaluators of Hex positions: how much better Black stands than White.

Both are of a position in which nobody has won yet, given as the sets of
Black's and of White's cells.
"""
from functools import lru_cache
from math import log
from typing import Union
from hex_grid import Grid, members

Value = Union[int, float]

# What a win is worth. No two_distance is as good.
HIGH = 100

# What a cell is worth: this many times as much as one that is a step closer.
WEIGHT = 0.6


def connected(grid: Grid, black: int, white: int) -> int:
    """Return how many of Black's pieces touch another one, minus how many of
    White's do.
    """
    return (black & grid.near(black)).bit_count() \
        - (white & grid.near(white)).bit_count()


@lru_cache(maxsize=2 ** 16)
def two_distance(grid: Grid, black: int, white: int) -> float:
    """Return how many steps closer than White Black is to joining its sides.

    A cell that touches one of a player's sides, perhaps through pieces of that
    player, has distance 1 from it. Any other empty cell has one more than the
    second smallest distance among its neighbours (cells are neighbours, too,
    if pieces of the player lie between them). It is the second smallest, since
    the opponent will take the best neighbour. The fewer steps a cell is from
    both sides together, the better it is for joining them.

    Source: Jack van Rijswijck, "Computer Hex: Are Bees Better than
    Fruitflies?", University of Alberta, 2000. There, a player is as close as
    its best cells are. Here all cells count, each WEIGHT times as much as one
    that is a step closer: so it is noticed if ways are added or taken away.

    >>> grid = Grid(3)
    >>> two_distance(grid, 0, 0)
    0.0
    """
    ratio = potential(grid, cells_by_steps(grid, 'B', black, white)) \
        / potential(grid, cells_by_steps(grid, 'W', white, black))
    return max(1.0 - HIGH, min(log(ratio, 1 / WEIGHT), HIGH - 1.0))


def potential(grid: Grid, by_steps: list[int]) -> float:
    """Return how good the chances of a side are that has these cells_by_steps:
    the sum of WEIGHT ** steps over all empty cells. See two_distance.
    """
    # There is a little hope even if every way can be stopped.
    hope = WEIGHT ** (2 * grid.size + 2)
    return hope + sum(cells.bit_count() * WEIGHT ** steps
                      for steps, cells in enumerate(by_steps))


def worths(*sides: list[int]) -> dict[int, float]:
    """Return what empty cells are worth, given the cells_by_steps of both
    sides: the sum of WEIGHT ** steps for either. A cell that is good for the
    one is good for the other, too, who can stop the one there. Cells that are
    worth nothing are left out.
    """
    found: dict[int, float] = {}
    for by_steps in sides:
        for steps, cells in enumerate(by_steps):
            worth = WEIGHT ** steps
            for cell in members(cells):
                found[cell] = found.get(cell, 0.0) + worth
    return found


def cells_by_steps(grid: Grid, side: str, own: int, theirs: int) -> list[int]:
    """Return the sets of empty cells with 0, 1, 2, ... steps: that many more
    than 2 is the sum of their distances from both sides of side, which has the
    cells own.
    """
    empty = grid.cells & ~(own | theirs)
    links = links_of(grid, own, empty)
    first, second = (
        distances(grid, empty, links,
                  empty & (goal | grid.near(grid.chain(goal, own))))
        for goal in grid.sides[side])
    by_steps = [0] * (len(first) + len(second))
    for i, some in enumerate(first):
        for j, others in enumerate(second):
            by_steps[i + j] |= some & others
    return by_steps


def links_of(grid: Grid, own: int, empty: int) -> list[int]:
    """Return, for each chain of own, the set of the empty cells next to it:
    they all count as neighbours of each other.
    """
    links = []
    while own:
        chain = grid.chain(own & -own, own)
        own &= ~chain
        links.append(grid.near(chain) & empty)
    return links


def distances(grid: Grid, empty: int, links: list[int], border: int
              ) -> list[int]:
    """Return the sets of empty cells with distance 1, 2, ... from a side, of
    which border are the cells with distance 1. See links_of for links.
    """
    layers, reached = [border], border
    while layers[-1]:
        once, twice = grid.near_twice(reached)
        # The cells that chains link with just one reached cell, by that cell.
        linked: dict[int, int] = {}
        for link in links:
            seen = link & reached
            if seen & seen - 1:  # There are at least two.
                twice |= link
            elif seen:
                linked[seen] = linked.get(seen, 0) | link
        for seen, cells in linked.items():
            cells &= ~grid.near(seen)  # They have counted it already.
            twice |= once & cells
            once |= cells
        layers.append(twice & empty & ~reached)
        reached |= layers[-1]
    return layers
