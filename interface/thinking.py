"""Showing that a strategy is thinking: a count of positions as it grows."""
from inspect import signature
from time import monotonic
from typing import Any, Callable, Optional
import sys
from game import Game
from interface.screen import is_terminal

# A search that takes longer than this many seconds is shown to be thinking.
LONG_THOUGHT = 1.0


def choose_move(strategy: Callable, game: Game,
                show: Optional[Callable[[str], None]] = None) -> Any:
    """Return the move that strategy chooses in game. If that takes long, show
    meanwhile that it is thinking, if strategy takes a watcher: by show, each
    text in place of the last one, or else on standard error if that is a
    terminal.
    """
    if not takes(strategy, 'watcher') or not (show or is_terminal(sys.stderr)):
        return strategy(game)
    display = ThinkingDisplay(show or ReplacedLine().show)
    try:
        return strategy(game, watcher=display)
    finally:
        display.clear()


class ThinkingDisplay:
    """Shows how many positions a search has scored. It observes the search as
    a Watcher.

    === Attributes ===
    scored: how many positions that is
    """
    scored: int
    _show: Callable[[str], None]
    _next_time: float
    _is_shown: bool

    def __init__(self, show: Callable[[str], None]) -> None:
        """Initialize a display that shows nothing for LONG_THOUGHT seconds, and
        then texts by show.
        """
        self.scored, self._show, self._is_shown = 0, show, False
        self._next_time = monotonic() + LONG_THOUGHT

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
            # Set this first, as Ctrl-C may come while the text is shown.
            self._is_shown = True
            self._show(f'Thinking: {self.scored:,} positions scored')

    def clear(self) -> None:
        """Remove what is shown."""
        if self._is_shown:
            self._show('')


class ReplacedLine:
    """A line on standard error, in place of which another one can be shown."""
    _length: int = 0

    def show(self, text: str) -> None:
        """Show text in place of what is shown now."""
        blanks = ' ' * self._length
        self._length = max(self._length, len(text))
        print(f'\r{blanks}\r{text}', end='', file=sys.stderr, flush=True)


def takes(strategy: Callable, name: str) -> bool:
    """Return whether strategy takes a parameter with this name, such as the
    watcher that our searches take.
    """
    try:
        # A function that wraps another does not take what the other takes.
        return name in signature(strategy, follow_wrapped=False).parameters
    except (TypeError, ValueError):
        return False  # Python does not know the parameters of all functions.
