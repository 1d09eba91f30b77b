"""Sure connections in Hex, and the results that follow from them.

A point of a network (see hex_cells) is safe if its side, once it owns the
point, can join it to the edge even if the other side moves first; it may be
safe if that takes a move first. The cells that this needs are the carrier. Safe
points grow from the edge:

- A point beside a safe chain is safe, and so is one a bridge away: two cells
  lead there, and the other side can fill only one.
- A point beside an empty safe cell may be safe: by filling the cell.
- A point that may be safe in two ways without a common cell is safe.

See Anshelevich, "A hierarchical approach to computer Hex", 2002.
"""

from collections import deque
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, Optional
from hex_cells import (
    Network,
    Sets,
    build_network,
    drop_inferior,
    fill_in,
    mark_edges,
)
from hex_grid import OTHER, Grid, single_cells

# The most carriers that are kept for a safe point. A lower limit finds fewer
# wins, but no false ones.
MOST_CARRIERS = 4

# With more empty cells than this, only wins at once count: searches do not come
# to an end anyway, and look further if each position takes less time.
MOST_EMPTY = 40

# For each point, those one step away: each neighbour, with 0, and each point
# that two or more empty cells lead to, with the set of these.
Steps = dict[int, list[tuple[int, int]]]


def list_steps(network: Network, empty: int) -> Steps:
    """Return the steps between the points of network."""
    steps: Steps = {each: [] for each in network}
    for (point, around), (other, others) in combinations(network.items(), 2):
        is_near = around & other
        between = 0 if is_near else around & others & empty
        if is_near or between & between - 1:
            steps[point].append((other, between))
            steps[other].append((point, between))
    return steps


def connect(edge: int, steps: Steps, empty: int) -> dict[int, list[int]]:
    """Return, for each point, carriers with which it is safe to join edge."""
    safe: dict[int, list[int]] = {each: [] for each in steps}
    maybe: dict[int, list[int]] = {each: [] for each in steps}
    waiting = deque([(edge, 0)])
    while waiting:
        point, carrier = waiting.popleft()
        if len(safe[point]) == MOST_CARRIERS:
            continue
        if not is_new(carrier, safe[point]):
            continue
        safe[point].append(carrier)
        cell = point & empty  # To be filled first; 0 for a chain.
        for other, between in steps[point]:
            bridge = take_two(between & ~carrier)
            if other & carrier or between and not bridge:
                continue
            found = carrier | bridge | cell
            if not cell:
                waiting.append((other, found))
            elif is_new(found, maybe[other]):
                waiting.extend(
                    (other, found | each)
                    for each in maybe[other]
                    if not found & each
                )
                maybe[other].append(found)
    return safe


def take_two(cells: int) -> int:
    """Return the set of the first two of cells; none if there are fewer."""
    rest = cells & cells - 1
    if not rest:
        return 0
    return cells & ~rest | rest & -rest


def is_new(carrier: int, known: list[int]) -> bool:
    """Return whether carrier includes none of the known ones."""
    for each in known:
        if not each & ~carrier:
            return False
    return True


def find_wins(grid: Grid, side: str, sets: Sets) -> list[int]:
    """Return carriers with which side, if it is to move, wins for certain: 0 if
    nothing could prevent that, otherwise including the cell to be filled first.
    """
    empty = grid.find_empty(sets['B'], sets['W'])
    if empty.bit_count() > MOST_EMPTY:
        start, goal = (
            edge | grid.find_near(grid.find_chain(edge, sets[side]))
            for edge in grid.edges[side]
        )
        return single_cells(start & goal & empty)
    steps = list_steps(build_network(grid, side, sets[side], empty), empty)
    first, second = (connect(edge, steps, empty) for edge in mark_edges(grid))
    return [
        one | two | point if point & empty else 0
        for point in steps
        for one in first[point]
        for two in second[point]
        if not one & two
    ]


class Outlook(NamedTuple):
    """The facts about a position that are certain without a search.

    === Attributes ===
    score: the score for the player to move, None if it is not known
    left: if the score is not known, the moves that may win: must-play
    sets: both sides' cells after fill-in, which changes no score
    """

    score: Optional[int]
    left: int
    sets: Sets


@lru_cache(maxsize=2**14)
def look_ahead(grid: Grid, side: str, own: int, theirs: int) -> Outlook:
    """Return the outlook of side, which is to move and has the cells own."""
    other = OTHER[side]
    sets = {side: own, other: theirs}
    if grid.find_empty(own, theirs).bit_count() <= MOST_EMPTY:
        sets = fill_in(grid, sets)
    if grid.joins(other, sets[other]):
        return Outlook(-1, 0, sets)
    if grid.joins(side, sets[side]) or find_wins(grid, side, sets):
        return Outlook(1, 0, sets)
    # A move outside a carrier of the other side does not prevent its win.
    left = grid.find_empty(sets['B'], sets['W'])
    for carrier in find_wins(grid, other, sets):
        left &= carrier
    return Outlook(None if left else -1, left, sets)


def choose_cells(
    grid: Grid, side: str, own: int, theirs: int, cells: list[int]
) -> list[int]:
    """Return those of cells, all of them empty, that side should search, best
    first: a single one if it is seen to win, otherwise the must-play cells that
    are neither inferior nor seen to lose. The fewer moves a cell leaves the
    other side, the earlier it comes; equal ones keep the order of cells.
    """
    outlook = look_ahead(grid, side, own, theirs)
    left = outlook.left or grid.cells
    if len(cells) > MOST_EMPTY:
        return [each for each in cells if each & left]
    if outlook.score is None:
        left = drop_inferior(grid, side, outlook.sets, left)
    replies: dict[int, int] = {}
    for cell in cells:
        if cell & left:
            after = look_ahead(grid, OTHER[side], theirs, own | cell)
            if after.score == -1:
                return [cell]
            if after.score is None:
                replies[cell] = after.left.bit_count()
    return sorted(replies, key=replies.__getitem__) or cells[:1]
