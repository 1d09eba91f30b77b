"""The opening book: who wins the first plies on the largest board.

Its file, opening_book.json, was written by benchmarks/build_book.py after hours
of searching.
"""
from functools import lru_cache
from pathlib import Path
from typing import Hashable, NamedTuple
import json
from game_state import GameState
from stonehenge import StonehengeState, board_of
from engine.folding import SYMMETRIC_PLIES

SIDE_LENGTH = 5
FILE = Path(__file__).with_name('opening_book.json')


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


@lru_cache
def load_book() -> OpeningBook:
    """Return the opening book for SIDE_LENGTH. It is empty if there is no file
    with a book, or none that can be read.
    """
    try:
        content = json.loads(FILE.read_text(encoding='ascii'))
        # The keys of positions with more cells taken are not folded.
        if content['side_length'] != SIDE_LENGTH \
                or content['plies'] not in range(SYMMETRIC_PLIES + 1):
            raise ValueError('This is the book of another board.')
        lost = set()
        start = StonehengeState(True, board_of(SIDE_LENGTH)).search_state()
        for openings in ' '.join(content['lost']).split():
            lost |= read_openings(start, openings)
        return OpeningBook(content['plies'], frozenset(lost))
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return OpeningBook(-1, frozenset())


def read_openings(start: GameState, openings: str) -> set[Hashable]:
    """Return the search keys of the positions that openings lead to from
    start: AB-CD stands for the moves A, B, C and the moves A, B, D.
    """
    moves, last_moves = openings.split('-')
    state = start
    for move in moves:
        state = state.make_move(move)
    return {state.make_move(last).search_key() for last in last_moves}
