"""Showing that a strategy is thinking: a count of positions as it grows."""
from inspect import signature
from time import monotonic
from typing import Any, Callable
import sys
from game import Game
from interface.screen import is_terminal

# A search that takes longer than this many seconds is shown to be thinking.
LONG_THOUGHT = 1.0


def choose_move(strategy: Callable, game: Game) -> Any:
    """Return the move that strategy chooses in game. If that takes long, show
    meanwhile that it is thinking: on a terminal only, and only if strategy
    takes a watcher.
    """
    if not takes(strategy, 'watcher') or not is_terminal(sys.stderr):
        return strategy(game)
    display = ThinkingDisplay()
    try:
        return strategy(game, watcher=display)
    finally:
        display.clear()


class ThinkingDisplay:
    """Shows on standard error how many positions a search has scored. It
    observes the search as a Watcher.

    === Attributes ===
    scored: how many positions that is
    """
    scored: int
    _next_time: float
    _shown: str

    def __init__(self) -> None:
        """Initialize a display that shows nothing for LONG_THOUGHT seconds."""
        self.scored = 0
        self._next_time = monotonic() + LONG_THOUGHT
        self._shown = ''

    def on_visit(self, *_: Any) -> None:
        """Update the display: the search goes on."""
        self._update()

    def on_score(self, *_: Any) -> None:
        """Count a position that has been scored."""
        self.scored += 1
        self._update()

    def _update(self) -> None:
        """Show the count, if it is time to."""
        if monotonic() > self._next_time:
            self._next_time = monotonic() + LONG_THOUGHT / 5
            self.show(f'Thinking: {self.scored:,} positions scored')

    def show(self, text: str) -> None:
        """Show text in place of what is shown now."""
        blanks = ' ' * len(self._shown)
        # Set this first, as Ctrl-C may come while the line is printed.
        self._shown = text
        print(f'\r{blanks}\r{text}', end='', file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Remove what is shown."""
        if self._shown:
            self.show('')


def takes(strategy: Callable, name: str) -> bool:
    """Return whether strategy takes a parameter with this name, such as the
    watcher that our searches take.
    """
    try:
        # A function that wraps another does not take what the other takes.
        return name in signature(strategy, follow_wrapped=False).parameters
    except (TypeError, ValueError):
        return False  # Python does not know the parameters of all functions.
