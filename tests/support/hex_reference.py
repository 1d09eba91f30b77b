"""Hex on lists of lists, word by word: what the lab's tests compare it with."""

from functools import lru_cache
from typing import Iterator
import json
import random
from tests.support.programs import TOP

Board = list[list[str]]
Rows = tuple[str, ...]

HEX_LAB = TOP / 'labs' / 'hex'
OTHER = {'B': 'W', 'W': 'B'}

# Boards with what is true of them, found by programs independent of the lab.
FACTS = json.loads(
    (TOP / 'tests' / 'labs' / 'hex' / 'hex_boards.json').read_text(
        encoding='utf-8'
    )
)


def random_board(seed: int, size: int, share: float = 0.5) -> Board:
    """Return a board with about this share of its cells filled."""
    rng = random.Random(seed)
    return [
        [rng.choice('BW') if rng.random() < share else '-' for _ in range(size)]
        for _ in range(size)
    ]


def find_neighbors(row: int, col: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the neighbours of a cell: all cells of the 3 x 3 around it but
    two corners."""
    for r in range(max(0, row - 1), min(size, row + 2)):
        for c in range(max(0, col - 1), min(size, col + 2)):
            if (r - row) * (c - col) != 1 and (r, c) != (row, col):
                yield r, c


def flood_fill_wins(board: Board, side: str) -> bool:
    """Return whether side has won, by filling cells one by one."""
    size = len(board)
    filled: set = set()

    def fill(row: int, col: int) -> None:
        """Fill the chain that this cell is in."""
        if board[row][col] == side and (row, col) not in filled:
            filled.add((row, col))
            for cell in find_neighbors(row, col, size):
                fill(*cell)

    for i in range(size):
        fill(*((i, 0) if side == 'B' else (0, i)))
    return any(
        (i, size - 1) in filled if side == 'B' else (size - 1, i) in filled
        for i in range(size)
    )


def board_of(rows: Rows) -> Board:
    """Return the board with these rows."""
    return [list(row) for row in rows]


def fill_cell(rows: Rows, row: int, col: int, side: str) -> Rows:
    """Return the rows after side has filled a cell."""
    line = rows[row][:col] + side + rows[row][col + 1 :]
    return rows[:row] + (line,) + rows[row + 1 :]


@lru_cache(maxsize=None)
def plain_score(rows: Rows, side: str) -> int:
    """Return the score of a board for side, which is to move, by exhaustive
    minimax over all moves."""
    if flood_fill_wins(board_of(rows), OTHER[side]):
        return -1
    best = -1
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            if cell == '-' and best < 1:
                best = max(
                    best, -plain_score(fill_cell(rows, i, j, side), OTHER[side])
                )
    return best
