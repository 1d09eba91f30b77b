"""The opening books: who wins the first plies on the larger boards.

Each is a file, opening_book_4.bin for side length 4, and so on: compressed text
of whole numbers. The first is how many plies the book has. The others stand for
the positions that the player who began loses, which are few: their numbers in
rising order, each as its distance from the one before.
See benchmarks/build_book.py, which writes these files.
"""
from array import array
from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple, Optional, Sequence
import zlib
from engine.fast_board import FastBoard, list_numbers, make_set
from game_state import GameState

FOLDER = Path(__file__).parent

# How many plies a book has at most. Searches do not ask for it after more.
MOST_PLIES = 7


class OpeningBook(NamedTuple):
    """The scores of all positions up to some number of taken cells.

    === Attributes ===
    plies: how many cells are taken at most: -1 in a book without positions
    lost: the numbers of the positions that the player who began loses, in
        rising order. That player wins all others: Stonehenge has no ties.
    """
    plies: int
    lost: Sequence[int]

    def look_up(self, board: FastBoard, mine: int, theirs: int, my_lines: int
                ) -> Optional[int]:
        """Return the score of the position on board in which the player to
        move has the cells mine and the lines my_lines, and the other player
        the cells theirs; None if it is not in the book.
        """
        plies = (mine | theirs).bit_count()
        # A book has no positions that break the order of turns.
        if plies > self.plies or mine.bit_count() != plies // 2:
            return None
        number = number_position(board, mine, theirs, my_lines)
        place = bisect_left(self.lost, number)
        beginner_loses = number in self.lost[place:place + 1]
        beginner_moves = plies % 2 == 0
        return GameState.LOSE if beginner_loses == beginner_moves \
            else GameState.WIN


EMPTY_BOOK = OpeningBook(-1, array('Q'))


def book_file(side_length: int) -> Path:
    """Return where the book for this side length is, if there is one."""
    return FOLDER / f'opening_book_{side_length}.bin'


@lru_cache
def load_book(side_length: int) -> OpeningBook:
    """Return the opening book for this side length. It is empty if there is no
    file with a book, or none that can be read.
    """
    try:
        return unpack_book(book_file(side_length).read_bytes())
    except (OSError, OverflowError, ValueError, zlib.error):
        return EMPTY_BOOK


def pack_book(plies: int, lost: list[int]) -> bytes:
    """Return what the file of the book with these attributes holds."""
    distances = [high - low for low, high in zip([0] + lost, lost)]
    text = ' '.join(map(str, [plies] + distances))
    return zlib.compress(text.encode('ascii'), 9)


def unpack_book(content: bytes) -> OpeningBook:
    """Return the book whose file holds content.

    >>> unpack_book(pack_book(2, [30, 31, 75]))
    OpeningBook(plies=2, lost=array('Q', [30, 31, 75]))
    """
    plies, *distances = map(int, zlib.decompress(content).split())
    return OpeningBook(plies, array('Q', accumulate(distances)))


def number_position(board: FastBoard, mine: int, theirs: int, my_lines: int
                    ) -> int:
    """Return the number of the position that OpeningBook.look_up speaks of. It
    is the same for all six images of a position, and for no other.

    Each image has a number with a digit in base 3 for each cell: 0 if it is
    free, 1 if it is mine, 2 if it is theirs. In front of these digits stands
    the set of my lines, since cells do not tell who was first to have half of a
    line. The lowest of the six numbers counts.
    """
    my_cells, their_cells, claimed = map(list_numbers, (mine, theirs, my_lines))
    lowest: int = min(
        sum([3 ** cells[i] for i in my_cells])
        + sum([2 * 3 ** cells[i] for i in their_cells])
        + make_set([lines[i] for i in claimed]) * 3 ** len(cells)
        for cells, lines in board.symmetries)
    return lowest
