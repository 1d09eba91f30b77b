"""A board of Stonehenge as sets of cells, each of which is one int.

Bit i of a set of cells is set for the cell with the i-th letter, bit i of a set
of ley-lines for the i-th line. So counting, joining and comparing sets each
take one step.
"""

from functools import lru_cache
from itertools import permutations
from typing import NamedTuple
from stonehenge import Board, board_of, cells_to_claim


class FastLine(NamedTuple):
    """A ley-line.

    === Attributes ===
    direction: 0 for a row, 1 for a down-left line, 2 for a down-right line
    cells: the set of its cells
    to_claim: how many of its cells claim it
    """

    direction: int
    cells: int
    to_claim: int


class FastBoard:
    """A board as sets. All positions of its size share it.

    === Attributes ===
    plain: the board that this one is equal to
    letters: the names of the cells, in reading order
    all_cells: the set of all cells
    lines: the ley-lines, in the order of plain.lines
    lines_through: for each cell, the numbers of the three lines through it
    lines_to_win: how many ley-lines a player needs to win
    symmetries: the six ways to turn or flip the board onto itself, each a pair
        of lists: the cell that moves to the place of each cell, and the line
        that moves to the place of each line
    """

    plain: Board
    letters: str
    all_cells: int
    lines: list[FastLine]
    lines_through: list[tuple[int, ...]]
    lines_to_win: int
    symmetries: list[tuple[list[int], list[int]]]

    def __init__(self, plain: Board) -> None:
        """Initialize the board that is equal to plain.

        >>> board = FastBoard(board_of(1))
        >>> board.all_cells, board.lines_to_win, board.lines[0]
        (7, 3, FastLine(direction=0, cells=3, to_claim=1))
        """
        self.plain = plain
        self.letters = plain.letters
        self.all_cells = (1 << len(self.letters)) - 1
        per_direction = len(plain.lines) // 3
        self.lines = [
            FastLine(i // per_direction, make_set(line), cells_to_claim(line))
            for i, line in enumerate(plain.lines)
        ]
        self.lines_through = [
            tuple(i for i, line in enumerate(plain.lines) if cell in line)
            for cell in range(len(self.letters))
        ]
        self.lines_to_win = (len(self.lines) + 1) // 2

        # How far each cell is from the three sides of the board. Exchanging
        # two of these distances flips the board, and no two lines have the
        # same cells.
        distances = [
            (plain.side_length - row, left, right)
            for row, left, right in plain.coordinates
        ]
        lines = [line.cells for line in self.lines]
        self.symmetries = []
        for a, b, c in permutations(range(3)):
            from_cells = [
                distances.index((each[a], each[b], each[c]))
                for each in distances
            ]
            from_lines = [
                lines.index(make_set([from_cells[cell] for cell in line]))
                for line in plain.lines
            ]
            self.symmetries.append((from_cells, from_lines))


@lru_cache
def fast_board_of(side_length: int) -> FastBoard:
    """Return the board of this side length, the same object every time."""
    return FastBoard(board_of(side_length))


def make_set(numbers: list[int]) -> int:
    """Return the set of the cells, or of the lines, with these numbers.

    >>> bin(make_set([1, 2, 4]))
    '0b10110'
    """
    return sum(1 << number for number in numbers)


def list_numbers(cells: int) -> list[int]:
    """Return the numbers of the cells in the set cells, in reading order.

    >>> list_numbers(0b10110)
    [1, 2, 4]
    """
    numbers = []
    while cells:
        lowest = cells & -cells
        numbers.append(lowest.bit_length() - 1)
        cells ^= lowest
    return numbers


def find_in_at_least(count: int, sets: list[int]) -> int:
    """Return the set of the cells that are in at least count of three sets of
    cells (all cells, as -1, if count is 0 or less).

    >>> [find_in_at_least(count, [0b111, 0b011, 0b001]) for count in range(5)]
    [-1, 7, 3, 1, 0]
    """
    a, b, c = sets
    if count <= 0:
        return -1
    if count == 1:
        return a | b | c
    if count == 2:
        return a & b | a & c | b & c
    if count == 3:
        return a & b & c
    return 0
