"""Finding the empty cells that no longer matter in a position of Hex.

Each side sees a position as a network. Its points are the empty cells, the
side's two edges and its other chains, each a set with one member; for edges and
chains, these are bits above those of the board. Points are neighbours if they
touch, or touch the same chain or edge: they are joined as they are.

Fill-in gives away cells on which the winner does not depend. See Bjornsson and
others, "Dead Cell Analysis in Hex and the Shannon Game", 2007.
"""

from hex_eval import find_links
from hex_grid import OTHER, Grid, single_cells

# For each point, the set of the point itself and of its neighbours.
Network = dict[int, int]

# The sets of both sides' cells.
Sets = dict[str, int]


def mark_edges(grid: Grid) -> tuple[int, int]:
    """Return the points of every network that stand for a side's edges."""
    first = 1 << grid.size * (grid.size + 1)
    return first, first << 1


def build_network(grid: Grid, side: str, own: int, empty: int) -> Network:
    """Return the network of side, which has the cells own."""
    network = {
        cell: grid.find_near(cell) & empty | cell
        for cell in single_cells(empty)
    }
    beside = []
    inner = own
    for edge in grid.edges[side]:
        chain = grid.find_chain(edge, own)
        beside.append((edge | grid.find_near(chain)) & empty)
        inner &= ~chain
    beside += find_links(grid, inner, empty)
    for number, cells in enumerate(beside):
        cells |= mark_edges(grid)[0] << number
        for point in single_cells(cells):
            network[point] = network.get(point, 0) | cells
    return network


def is_dead(network: Network, cell: int) -> bool:
    """Return whether no way of the network's side needs cell: its neighbours
    are neighbours of each other, so every way through it has a short cut.

    Then it never matters who fills it.
    """
    around = network[cell]
    return not any(around & ~network[point] for point in single_cells(around))


def kills(network: Network, killer: int, cell: int) -> bool:
    """Return whether cell is dead once the network's side has filled the cell
    killer: all neighbours of cell are killer or its neighbours.
    """
    return not network[cell] & ~(network[killer] | cell)


def find_captured(network: Network, empty: int) -> int:
    """Return the set of the cells that the network's side has for certain: two
    or more neighbours with the same neighbours. Whichever of them the other
    side fills, it answers with another one, which kills all the rest.
    """
    groups: dict[int, int] = {}
    for cell in single_cells(empty):
        groups[network[cell]] = groups.get(network[cell], 0) | cell
    return sum(group for group in groups.values() if group & group - 1)


def fill_in(grid: Grid, sets: Sets) -> Sets:
    """Return sets with the dead and captured cells filled in, until there are
    no more. The winner remains the same, with either side to move.

    >>> grid = Grid(2)
    >>> sets = fill_in(grid, {'B': grid.cell_at(0, 1), 'W': 0})
    >>> grid.board_of(sets['B'], sets['W'])
    [['B', 'B'], ['B', 'B']]
    """
    sets = {**sets}
    empty = grid.find_empty(sets['B'], sets['W'])
    before = -1
    while empty != before:
        before = empty
        for side in sets:
            network = build_network(grid, side, sets[side], empty)
            dead = sum(
                cell for cell in single_cells(empty) if is_dead(network, cell)
            )
            sets['B'] |= dead  # Either side would do.
            sets[side] |= find_captured(network, empty & ~dead)
            empty = grid.find_empty(sets['B'], sets['W'])
    return sets


def drop_inferior(grid: Grid, side: str, sets: Sets, cells: int) -> int:
    """Return cells, a set of possible moves of side, without those that are no
    better than one that remains. The sets are those after fill_in.

    If the other side can answer a move by killing it, it changes nothing for
    the mover, who needs another move to win anyway. And if one cell kills
    another for the mover, it is at least as good.
    """
    empty = grid.find_empty(sets['B'], sets['W'])
    kept = cells
    for each in OTHER[side], side:
        network = build_network(grid, each, sets[each], empty)
        for cell in single_cells(kept):
            killers = kept if each == side else empty
            is_killed = any(
                kills(network, killer, cell)
                for killer in single_cells(killers & ~cell)
            )
            if is_killed and kept != cell:
                kept &= ~cell
    return kept
