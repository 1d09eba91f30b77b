"""The board of Hex as sets of cells, each of which is an int.

Neighbours, chains and winners then take a few steps of arithmetic. The methods
of the handout take and return boards as HexGame has them, lists of lists; the
searches use these sets inside.
"""
from functools import lru_cache
from Players import Board, Cell

# The sets of Black's and White's cells.
Position = tuple[int, int]


class Grid:
    """The cells of a board of one size, as bits of an int.

    Every row has one bit more than the board has columns. It stands for no
    cell, so that nothing that is shifted reaches from one row into the next.

    === Attributes ===
    size: how many rows and columns the board has
    cells: the set of all cells
    sides: for Black and for White, the two sets of cells to join
    neighbors: the set of neighbours of each cell, by the set of that cell
    """
    size: int
    cells: int
    sides: dict[str, tuple[int, int]]
    neighbors: dict[int, int]

    def __init__(self, size: int) -> None:
        """Initialize the grid of a board of this size."""
        self.size = size
        rows, width = range(size), size + 1
        row = (1 << size) - 1
        column = sum(1 << i * width for i in rows)
        self.cells = sum(row << i * width for i in rows)
        self.sides = {'B': (column, column << size - 1),
                      'W': (row, row << (size - 1) * width)}
        self.neighbors = {each: self.near(each) & self.cells
                          for each in members(self.cells)}

    def near(self, cells: int) -> int:
        """Return the neighbours of a set of cells, and perhaps some bits that
        stand for no cell.
        """
        width = self.size + 1
        return cells << 1 | cells >> 1 | cells << width | cells >> width \
            | cells << self.size | cells >> self.size

    def near_twice(self, cells: int) -> tuple[int, int]:
        """Return what has a neighbour in the set cells, and what has two or
        more there. Both may have some bits that stand for no cell.

        >>> grid = Grid(2)
        >>> once, twice = grid.near_twice(0b00011)
        >>> bin(once & grid.cells), bin(twice & grid.cells)
        ('0b11011', '0b1000')
        """
        once = twice = 0
        for step in 1, self.size, self.size + 1:
            for shifted in cells << step, cells >> step:
                twice |= once & shifted
                once |= shifted
        return once, twice

    def chain(self, start: int, own: int) -> int:
        """Return all cells of own that chains of own join with start."""
        chain, grown = 0, start & own
        while chain != grown:
            chain = grown
            grown |= self.near(grown) & own
        return chain

    def joins(self, side: str, own: int) -> bool:
        """Return whether side, whose cells are own, has joined its sides."""
        start, goal = self.sides[side]
        # With fewer cells than there are columns, there is no way across.
        return own.bit_count() >= self.size \
            and bool(self.chain(start, own) & goal)

    def sets(self, board: Board) -> tuple[int, int]:
        """Return the sets of Black's and White's cells on board."""
        sets = {'B': 0, 'W': 0, '-': 0}
        for i, row in enumerate(board):
            for j, cell in enumerate(row):
                sets[cell] |= 1 << i * (self.size + 1) + j
        return sets['B'], sets['W']

    def board(self, black: int, white: int) -> Board:
        """Return the board on which these are Black's and White's cells."""
        board = [['-'] * self.size for _ in range(self.size)]
        for side, cells in ('B', black), ('W', white):
            for cell in members(cells):
                row, col = self.place(cell)
                board[row][col] = side
        return board

    def empty(self, position: Position) -> list[int]:
        """Return the empty cells, in order, each as a set of one."""
        black, white = position
        return members(self.cells & ~(black | white))

    def cell(self, row: int, col: int) -> int:
        """Return the set of the cell in this row and column alone."""
        return 1 << row * (self.size + 1) + col

    def turned(self, cells: int) -> int:
        """Return a set of cells when the board is turned upside down.

        >>> Grid(2).turned(0b00010) == 0b01000
        True
        """
        bits = f'{cells:0{self.size * (self.size + 1) - 1}b}'
        return int(bits[::-1], 2)

    def place(self, cell: int) -> Cell:
        """Return the row and column of the only cell in the set cell."""
        return divmod(cell.bit_length() - 1, self.size + 1)


@lru_cache
def grid_of(size: int) -> Grid:
    """Return the grid of a board of this size, the same object each time."""
    return Grid(size)


def members(cells: int) -> list[int]:
    """Return the cells in the set cells, in order, each as a set of one.

    >>> members(0b10110)
    [2, 4, 16]
    """
    found = []
    while cells:
        found.append(cells & -cells)
        cells &= cells - 1
    return found


def other(side: str) -> str:
    """Return the other side.

    >>> other('B'), other('W')
    ('W', 'B')
    """
    return 'W' if side == 'B' else 'B'
