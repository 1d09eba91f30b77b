"""The opening books: who wins the first plies on the larger boards.

Each is a file, opening_book_4.json for side length 4, and so on, written by
benchmarks/build_book.py after as much as hours of searching.
"""
from functools import lru_cache
from pathlib import Path
from typing import Hashable, NamedTuple
import json
from game_state import GameState
from stonehenge import StonehengeState, board_of
from engine.folding import SYMMETRIC_PLIES

FOLDER = Path(__file__).parent


class OpeningBook(NamedTuple):
    """The scores of all positions up to some number of taken cells.

    === Attributes ===
    plies: how many cells are taken at most: -1 in a book without positions
    lost: the search keys of the positions that the player to move loses. All
        others are won, since Stonehenge has no ties.
    """
    plies: int
    lost: frozenset[Hashable]

    def look_up(self, key: Hashable) -> int:
        """Return the score for the player to move, given the search key of a
        position in the book.

        >>> book = OpeningBook(1, frozenset({'lost'}))
        >>> book.look_up('lost'), book.look_up('won')
        (-1, 1)
        """
        return GameState.LOSE if key in self.lost else GameState.WIN


EMPTY_BOOK = OpeningBook(-1, frozenset())


def book_file(side_length: int) -> Path:
    """Return where the book for this side length is, if there is one."""
    return FOLDER / f'opening_book_{side_length}.json'


@lru_cache
def load_book(side_length: int) -> OpeningBook:
    """Return the opening book for this side length. It is empty if there is no
    file with a book, or none that can be read.
    """
    try:
        content = json.loads(book_file(side_length).read_text('ascii'))
        # The keys of positions with more cells taken are not folded.
        if content['side_length'] != side_length \
                or content['plies'] not in range(SYMMETRIC_PLIES + 1):
            raise ValueError('This is the book of another board.')
        lost = set()
        start = StonehengeState(True, board_of(side_length)).search_state()
        for openings in ' '.join(content['lost']).split():
            lost |= read_openings(start, openings)
        return OpeningBook(content['plies'], frozenset(lost))
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return EMPTY_BOOK


def format_openings(openings: list[str]) -> str:
    """Return openings as text. Those that differ in the last move only stand
    together: AB-CD means the moves A, B, C and the moves A, B, D.

    >>> format_openings(['ABD', 'A', 'ABC'])
    '-A AB-CD'
    """
    groups: dict[str, str] = {}
    for moves in sorted(openings, key=lambda moves: (len(moves), moves)):
        groups[moves[:-1]] = groups.get(moves[:-1], '') + moves[-1]
    return ' '.join(f'{before}-{last}' for before, last in groups.items())


def read_openings(start: GameState, openings: str) -> set[Hashable]:
    """Return the search keys of the positions that openings, one group of
    format_openings, lead to from start.
    """
    moves, last_moves = openings.split('-')
    state = start
    for move in moves:
        state = state.make_move(move)
    return {state.make_move(last).search_key() for last in last_moves}
