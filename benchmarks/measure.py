"""What both measurements need: counting positions, and tables."""

from contextlib import AbstractContextManager
from unittest.mock import patch
from engine import opening_book
from game_state import GameState
from strategy import Watcher


def without_books() -> AbstractContextManager:
    """Return a context in which searches have no opening books."""
    return patch.object(
        opening_book, 'load_book', lambda _: opening_book.EMPTY_BOOK
    )


class Counter(Watcher):
    """Counts the positions that a search visits, up to a limit."""

    def __init__(self, limit: float = float('inf')) -> None:
        """Initialize a counter at 0."""
        self.positions = 0
        self.limit = limit

    def on_visit(self, state: GameState) -> None:
        """Count state. Raise TimeoutError if it is one too many."""
        self.positions += 1
        if self.positions > self.limit:
            raise TimeoutError
