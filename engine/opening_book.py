"""The opening books: who wins the first plies on the larger boards.

Each is a file, opening_book_4.bin for side length 4, and so on: compressed text
of hexadecimal numbers. The first line says how many plies the book has. Each
other line is a row of bits, after the three numbers of its Row.
README.md says how these files were made.
"""

from functools import lru_cache
from math import comb
from pathlib import Path
from typing import NamedTuple, Optional
import zlib
from engine.fast_board import FastBoard, list_numbers, make_set
from game_state import GameState

FOLDER = Path(__file__).parent

# How many plies a book has at most. Searches do not ask for it after more.
MOST_PLIES = 7

# What the positions of a row of bits share: how many cells are taken, and which
# cells and lines the player to move has. There is a bit for each set of cells
# that the other player can have.
Row = tuple[int, int, int]


class OpeningBook(NamedTuple):
    """The scores of all positions up to some number of taken cells.

    === Attributes ===
    plies: how many cells are taken at most: -1 in a book without positions
    rows: the rows of bits, each an int, without those that are 0: a bit is set
        if the player who began loses. That player wins all other positions:
        Stonehenge has no ties.
    """

    plies: int
    rows: dict[Row, int]

    def look_up(
        self, board: FastBoard, mine: int, theirs: int, my_lines: int
    ) -> Optional[int]:
        """Return the score of the position on board in which the player to
        move has the cells mine and the lines my_lines, and the other player
        the cells theirs; None if it is not in the book. It is a position that
        moves can lead to.
        """
        plies = (mine | theirs).bit_count()
        # A book has no positions that break the order of turns.
        if plies > self.plies or mine.bit_count() != plies // 2:
            return None
        row, bit = find_bit(board, mine, theirs, my_lines)
        beginner_loses = self.rows.get(row, 0) >> bit & 1
        beginner_moves = plies % 2 == 0
        if beginner_loses == beginner_moves:
            return GameState.LOSE
        return GameState.WIN


EMPTY_BOOK = OpeningBook(-1, {})


def book_file(side_length: int) -> Path:
    """Return where the book for this side length is, if there is one."""
    return FOLDER / f'opening_book_{side_length}.bin'


@lru_cache
def load_book(side_length: int) -> OpeningBook:
    """Return the book for this side length, empty if none can be read."""
    try:
        return unpack_book(book_file(side_length).read_bytes())
    except (OSError, ValueError, zlib.error):
        return EMPTY_BOOK


def unpack_book(content: bytes) -> OpeningBook:
    r"""Return the book whose file holds content.

    >>> unpack_book(zlib.compress(b'1\n1 0 0 28'))
    OpeningBook(plies=1, rows={(1, 0, 0): 40})
    """
    (plies,), *rows = [
        [int(number, 16) for number in line.split()]
        for line in zlib.decompress(content).splitlines()
    ]
    bits = {(taken, mine, my_lines): row for taken, mine, my_lines, row in rows}
    return OpeningBook(plies, bits)


def find_bit(
    board: FastBoard, mine: int, theirs: int, my_lines: int
) -> tuple[Row, int]:
    """Return the row and the number of the bit for the position that
    OpeningBook.look_up speaks of: the same for all its images, and for no other
    position.
    """
    # The lowest of the images counts. It has to have my lines, as the cells do
    # not tell who was first to have half of a line.
    cells, lines, their_cells = map(list_numbers, (mine, my_lines, theirs))
    first, claimed, second = min(
        (
            make_set([to_cells[i] for i in cells]),
            make_set([to_lines[i] for i in lines]),
            make_set([to_cells[i] for i in their_cells]),
        )
        for to_cells, to_lines in board.symmetries
    )
    # The bit's number is how many sets of as many cells come before theirs, if
    # the highest cell that only one of two sets has decides. Such sets share
    # its cells above the i-th, and have i of the cells below that one.
    places = list_numbers(board.all_cells & ~first)
    taken = [i for i, cell in enumerate(places) if second >> cell & 1]
    bit = sum(comb(place, i) for i, place in enumerate(taken, 1))
    return ((mine | theirs).bit_count(), first, claimed), bit
