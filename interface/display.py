"""A game as it is shown while it is played: pictures of its positions, in
colour on terminals that show it; a sign that a strategy is thinking.

A state may have two methods that no game needs:

    get_player_marks() -> dict[str, str]
        which characters of its picture stand for which player: {'1': 'p1',
        '2': 'p2'}. They are shown in the colour of that player, and stand out
        if the last move has put them there.
    describe_standing() -> str
        a line for under the picture: 'claimed 2 to 4 of 9; 5 win'. The page
        shows it, too.
"""
from contextlib import suppress
from time import monotonic
from typing import Any, Callable, Optional
import os
import sys
from game import Game
from game_state import GameState
from interface.screen import ReplacedLine, can_do_more, is_terminal
from interface.setup import takes

# The colours of the players: blue and orange, which people with red-green
# colour blindness can tell apart, on light and on dark terminals.
COLOURS = {'p1': '38;5;33', 'p2': '38;5;208'}
STANDING_OUT = '1;7'  # Bold, and in reverse.


def choose_colour(when: Optional[str], stream: Any) -> bool:
    """Return whether to use colour on stream: 'always', 'never', or 'auto' (or
    None): on terminals that can, unless NO_COLOR is set.
    """
    if when in ('always', 'never'):
        return when == 'always'
    return can_do_more(stream) and not os.environ.get('NO_COLOR')


def draw_position(state: GameState, before: Optional[GameState], colour: bool,
                  with_standing: bool) -> str:
    """Return the picture of state, in colour or with its standing if wanted and
    offered. What has changed since the position before stands out.
    """
    picture = str(state)
    if colour:
        marks = ask_optional(state, 'get_player_marks')
        if isinstance(marks, dict):
            # Of somebody's marks, only those that make sense are shown.
            marks = {mark: player for mark, player in marks.items()
                     if player in ('p1', 'p2')}
            picture = paint(picture, picture if before is None else str(before),
                            marks)
    standing = ask_optional(state, 'describe_standing') \
        if with_standing else None
    return f'{picture}\n{standing}' if standing else picture


def ask_optional(state: GameState, name: str) -> Any:
    """Return what a method of state returns, None if it has none or fails."""
    with suppress(Exception):
        return getattr(state, name)()
    return None


def paint(picture: str, before: str, marks: dict[str, str]) -> str:
    """Return picture with marks in colours, of which new ones stand out.

    >>> paint('1 - B', 'A - B', {'1': 'p1'})
    '\\x1b[1;7;38;5;33m1\\x1b[0m - B'
    """
    same_shape = [len(line) for line in picture.split('\n')] \
        == [len(line) for line in before.split('\n')]
    painted = ''
    for i, character in enumerate(picture):
        if character not in marks:
            painted += character
            continue
        colour = COLOURS[marks[character]]
        is_new = same_shape and before[i] != character
        code = f'{STANDING_OUT};{colour}' if is_new else colour
        painted += f'\x1b[{code}m{character}\x1b[0m'
    return painted


# A search that takes longer than this many seconds is shown to be thinking.
LONG_THOUGHT = 1.0


def choose_move(strategy: Callable[..., Any], game: Game,
                show: Optional[Callable[[str], None]] = None) -> Any:
    """Return the move that strategy chooses. If that takes long and it takes a
    watcher, show that it is thinking, by show or on standard error.
    """
    if not takes(strategy, 'watcher') or not (show or is_terminal(sys.stderr)):
        return strategy(game)
    display = ThinkingDisplay(show or ReplacedLine().replace)
    try:
        return strategy(game, watcher=display)
    finally:
        display.clear()


class ThinkingDisplay:
    """Shows, as the Watcher of a search, how many positions it has scored.

    === Attributes ===
    scored: how many positions that is
    """
    scored: int
    _show: Callable[[str], None]
    _next_time: float
    _is_shown: bool

    def __init__(self, show: Callable[[str], None]) -> None:
        """Initialize a display that shows texts by show, after LONG_THOUGHT."""
        self.scored, self._show, self._is_shown = 0, show, False
        self._next_time = monotonic() + LONG_THOUGHT

    def on_visit(self, *_: Any) -> None:
        """Show the count, if it is time to: the search goes on."""
        if monotonic() > self._next_time:
            self._next_time = monotonic() + LONG_THOUGHT / 5
            # Set this first, as Ctrl-C may come while the text is shown.
            self._is_shown = True
            self._show(f'Thinking: {self.scored:,} positions scored')

    def on_score(self, *_: Any) -> None:
        """Count a position that has been scored."""
        self.scored += 1
        self.on_visit()

    def clear(self) -> None:
        """Remove what is shown."""
        if self._is_shown:
            self._show('')
