"""The board of Hex as sets of cells, each of which is one int.

Neighbours, chains and winners then take a few steps of arithmetic. The methods
of the handout take and return boards as lists of lists; the searches use these
sets inside.
"""

from functools import lru_cache
from Players import Board, Cell

# The set of Black's cells and the set of White's cells.
CellSets = tuple[int, int]

OTHER = {'B': 'W', 'W': 'B'}  # The other side.


class Grid:
    """The cells of a board of one size, as bits of an int.

    Each row of n cells takes n + 1 bits. The extra bit stands for no cell, so
    that shifting a set never moves a cell into the next row.

    === Attributes ===
    size: the number of rows, and of columns
    cells: the set of all cells
    edges: for each side, the sets of the cells along its two edges
    """

    size: int
    cells: int
    edges: dict[str, tuple[int, int]]

    def __init__(self, size: int) -> None:
        """Initialize the grid of a board of this size."""
        self.size = size
        rows = range(size)
        width = size + 1
        row = (1 << size) - 1
        column = sum(1 << i * width for i in rows)
        self.cells = sum(row << i * width for i in rows)
        self.edges = {
            'B': (column, column << size - 1),
            'W': (row, row << (size - 1) * width),
        }

    def find_near(self, cells: int) -> int:
        """Return the neighbours of a set of cells. Some bits that stand for no
        cell may be set, too.
        """
        width = self.size + 1
        return (
            cells << 1
            | cells >> 1
            | cells << width
            | cells >> width
            | cells << self.size
            | cells >> self.size
        )

    def find_near_twice(self, cells: int) -> tuple[int, int]:
        """Return the set of the cells with a neighbour in a set of cells, and
        the set of those with two or more, as find_near does.

        >>> grid = Grid(2)
        >>> once, twice = grid.find_near_twice(0b00011)
        >>> bin(once & grid.cells), bin(twice & grid.cells)
        ('0b11011', '0b1000')
        """
        once = 0
        twice = 0
        for step in 1, self.size, self.size + 1:
            for shifted in cells << step, cells >> step:
                twice |= once & shifted
                once |= shifted
        return once, twice

    def find_chain(self, start: int, own: int) -> int:
        """Return the cells of own that chains in own join to the set start."""
        chain = 0
        grown = start & own
        while chain != grown:
            chain = grown
            grown |= self.find_near(grown) & own
        return chain

    def joins(self, side: str, own: int) -> bool:
        """Return whether side joins its edges by the cells own."""
        start, goal = self.edges[side]
        # Fewer cells than there are columns cannot reach across.
        if own.bit_count() < self.size:
            return False
        return bool(self.find_chain(start, own) & goal)

    def sets_of(self, board: Board) -> CellSets:
        """Return the sets of Black's and White's cells on board."""
        sets = {'B': 0, 'W': 0, '-': 0}
        for i, row in enumerate(board):
            for j, cell in enumerate(row):
                sets[cell] |= self.cell_at(i, j)
        return sets['B'], sets['W']

    def board_of(self, black: int, white: int) -> Board:
        """Return the board with these sets of Black's and White's cells."""
        board = [['-'] * self.size for _ in range(self.size)]
        for side, cells in ('B', black), ('W', white):
            for cell in single_cells(cells):
                row, col = self.place_of(cell)
                board[row][col] = side
        return board

    def find_empty(self, black: int, white: int) -> int:
        """Return the set of the cells that are in neither of these sets."""
        return self.cells & ~(black | white)

    def cell_at(self, row: int, col: int) -> int:
        """Return the set of the single cell in this row and column."""
        return 1 << row * (self.size + 1) + col

    def place_of(self, cell: int) -> Cell:
        """Return the row and the column of the single cell in the set cell."""
        return divmod(cell.bit_length() - 1, self.size + 1)

    def rotate(self, cells: int) -> int:
        """Return a set of cells on the board rotated by 180 degrees.

        >>> Grid(2).rotate(0b00010) == 0b01000
        True
        """
        bits = f'{cells:0{self.size * (self.size + 1) - 1}b}'
        return int(bits[::-1], 2)


@lru_cache
def grid_of(size: int) -> Grid:
    """Return the grid of a board of this size, the same object every time."""
    return Grid(size)


def single_cells(cells: int) -> list[int]:
    """Return the cells in the set cells in order, each as a set of its own.

    >>> single_cells(0b10110)
    [2, 4, 16]
    """
    found = []
    while cells:
        found.append(cells & -cells)
        cells &= cells - 1
    return found
