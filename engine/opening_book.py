"""The opening books: who wins the first plies on the larger boards.

Each is a file, opening_book_4.bin for side length 4, and so on, with one bit
for each position, compressed. The number of a position says where its bit is.
See benchmarks/build_book.py, which writes these files.
"""
from functools import lru_cache
from math import comb
from pathlib import Path
from typing import NamedTuple, Optional
import zlib
from engine.fast_board import FastBoard, fast_board_of, list_numbers
from game_state import GameState

FOLDER = Path(__file__).parent

# How many cells are taken at most in a book. With more, number_position could
# give one number to two positions (for side length 4, with more than 4).
MOST_PLIES = 6


class OpeningBook(NamedTuple):
    """The scores of all positions up to some number of taken cells.

    === Attributes ===
    plies: how many cells are taken at most: -1 in a book without positions
    bits: for each position, by number, a bit that is set if the player to move
        loses. All others are won, since Stonehenge has no ties.
    """
    plies: int
    bits: bytes

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
        lost = self.bits[number // 8] >> number % 8 & 1
        return GameState.LOSE if lost else GameState.WIN


EMPTY_BOOK = OpeningBook(-1, b'')


def book_file(side_length: int) -> Path:
    """Return where the book for this side length is, if there is one."""
    return FOLDER / f'opening_book_{side_length}.bin'


@lru_cache
def load_book(side_length: int) -> OpeningBook:
    """Return the opening book for this side length. It is empty if there is no
    file with a book, or none that can be read.
    """
    try:
        bits = zlib.decompress(book_file(side_length).read_bytes())
    except (OSError, zlib.error):
        return EMPTY_BOOK
    # How long a book is tells how many plies it has.
    for plies in range(MOST_PLIES + 1):
        if len(bits) == count_bytes(fast_board_of(side_length), plies):
            return OpeningBook(plies, bits)
    return EMPTY_BOOK


def count_bytes(board: FastBoard, plies: int) -> int:
    """Return how long the book of board with this many plies is."""
    return first_number(board, plies + 1) // 8 + 1


def first_number(board: FastBoard, plies: int) -> int:
    """Return the first number of a position with this many cells taken.

    >>> [first_number(fast_board_of(5), plies) for plies in range(3)]
    [0, 1, 35]
    """
    places = len(board.letters) + len(find_even_lines(board))
    return sum(comb(places, taken) * comb(taken, taken // 2)
               for taken in range(plies))


def find_even_lines(board: FastBoard) -> list[int]:
    """Return the numbers of the lines of which both players can have half."""
    return [number for number, line in enumerate(board.lines)
            if line.cells.bit_count() % 2 == 0]


def number_position(board: FastBoard, mine: int, theirs: int, my_lines: int
                    ) -> int:
    """Return the number of the position that OpeningBook.look_up speaks of.

    Which cells are taken, and which of them are mine, tells almost everything.
    Only where each player has half of a line, it does not tell who was first.
    So each line with an even number of cells has an extra place, after all
    cells: if the line is mine, this place stands for my last cell on it.
    """
    even_lines = find_even_lines(board)
    for place, number in enumerate(even_lines, len(board.letters)):
        line = board.lines[number]
        on_line = mine & line.cells
        if my_lines >> number & 1 and on_line.bit_count() == line.to_claim \
                and not line.cells & ~(mine | theirs):
            mine ^= 1 << on_line.bit_length() - 1 | 1 << place
    taken = list_numbers(mine | theirs)
    my_part = [i for i, cell in enumerate(taken) if mine >> cell & 1]
    return first_number(board, len(taken)) \
        + rank(taken) * comb(len(taken), len(my_part)) + rank(my_part)


def rank(numbers: list[int]) -> int:
    """Return how many sets of as many numbers come before this one, given in
    rising order, if the highest number that only one of two sets has decides.

    >>> rank([0, 1]), rank([0, 2]), rank([1, 2]), rank([0, 3])
    (0, 1, 2, 3)
    """
    # Sets that come before this one share its numbers above the i-th, and take
    # i of the numbers below it: the combinatorial number system.
    return sum(comb(number, i) for i, number in enumerate(numbers, 1))
