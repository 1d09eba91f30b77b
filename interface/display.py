"""A game as it is shown while it is played: pictures of its positions, in
colour on terminals that show it; a sign that a strategy is thinking.

README.md describes three methods of states that help, which may also be
functions in a module that a state names as its describer. What get_player_marks
names stands out if the last move has put it there: without colour, letters do
so in brackets.
"""
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from inspect import signature
from threading import Event, Thread
from time import monotonic
from typing import Any, Callable, Iterator, Optional
import os
import sys
from game import Game
from game_state import GameState
from interface.screen import ReplacedLine, can_do_more, fit, is_terminal

# The colours of the players: blue and reddish brown. Those can be told apart
# with any kind of colour vision, and have a contrast of at least 4.5 : 1 on
# white and on black. Some terminals have eight colours only: bold blue, red.
COLOURS = {'p1': '38;5;63', 'p2': '38;5;131'}
FEW_COLOURS = {'p1': '1;34', 'p2': '31'}
STANDING_OUT = '1;7'  # Bold, and in reverse.


def choose_colour(when: Optional[str], stream: Any) -> bool:
    """Return whether to use colour on stream: 'always', 'never', or 'auto' (or
    None): on terminals that can, unless NO_COLOR is set.
    """
    if when in ('always', 'never'):
        return when == 'always'
    return can_do_more(stream) and not os.environ.get('NO_COLOR')


def draw_position(state: GameState, before: Optional[GameState], colour: bool,
                  width: Optional[int]) -> str:
    """Return the picture of state, in colour if wanted, and its standing, in
    lines of this width. What has changed since the position before stands out.
    """
    picture, marks = str(state), ask_optional(state, 'get_player_marks')
    if isinstance(marks, dict):
        # Of somebody's marks, only those that make sense are shown.
        marks = {mark: player for mark, player in marks.items()
                 if player in ('p1', 'p2')}
        new = find_new(picture, picture if before is None else str(before),
                       marks)
        picture = paint(picture, new, marks) if colour \
            else put_in_brackets(picture, new)
    standing = ask_optional(state, 'describe_standing')
    return f'{picture}\n{fit(str(standing), width)}' if standing else picture


def ask_optional(state: GameState, name: str) -> Any:
    """Return what find_optional(state, name) returns, None if it fails."""
    with suppress(Exception):
        return find_optional(state, name)()
    return None


def find_optional(state: GameState, name: str) -> Any:
    """Return the method of state with this name, or the function in the module
    that state names as its describer, None if there is none.
    """
    with suppress(Exception):
        found: Any = getattr(state, name, None)
        describer = getattr(state, 'describer', None)
        return found or describer and partial(
            getattr(import_module(describer), name), state)
    return None


def find_new(picture: str, before: str, marks: dict[str, str]) -> set[int]:
    """Return where in picture there are marks that were not there before."""
    if list(map(len, picture.split('\n'))) \
            != list(map(len, before.split('\n'))):
        return set()
    return {i for i, character in enumerate(picture)
            if character in marks and before[i] != character}


def paint(picture: str, new: set[int], marks: dict[str, str]) -> str:
    """Return picture with marks in colours, of which new ones stand out."""
    has_many = '256color' in os.environ.get('TERM', '') \
        or bool(os.environ.get('COLORTERM'))
    colours = COLOURS if has_many else FEW_COLOURS
    painted = ''
    for i, shown in enumerate(picture):
        if shown in marks:
            code = f'{STANDING_OUT};' * (i in new) + colours[marks[shown]]
            shown = f'\x1b[{code}m{shown}\x1b[0m'
        painted += shown
    return painted


def put_in_brackets(picture: str, new: set[int]) -> str:
    """Return picture with the new marks in brackets, unless they are digits.

    >>> put_in_brackets('a V H H', {4, 6}), put_in_brackets('1 - B', {0})
    ('a V(H H)', '1 - B')
    """
    characters = list(picture + '\n')
    for i in new:
        if picture[i].isalpha():
            if i - 2 not in new and picture[i - 1:i] == ' ':
                characters[i - 1] = '('
            if i + 2 not in new:
                characters[i + 1] = ')' + characters[i + 1].lstrip(' ')
    return ''.join(characters)[:-1]


LONG_THOUGHT = 1.0  # After so many seconds, a search is seen to be thinking.


def takes(thing: Callable[..., Any], name: str) -> bool:
    """Return whether thing takes a parameter with this name: a strategy whose
    search can be watched, watcher; a random one, rng; one that asks, read_line.
    """
    try:
        # A function that wraps another does not take what the other takes.
        return name in signature(thing, follow_wrapped=False).parameters
    except (TypeError, ValueError):
        return False  # Python does not know the parameters of all functions.


def choose_move(strategy: Callable[..., Any], game: Game,
                show: Optional[Callable[[str], None]] = None) -> Any:
    """Return the move that strategy chooses. If that takes long, show that it
    is thinking, by show or on standard error: it may take a watcher.
    """
    if not takes(strategy, 'watcher') or not (show or is_terminal(sys.stderr)):
        with show_time('Thinking'):
            return strategy(game)
    show = show or ReplacedLine().replace
    try:
        return strategy(game, watcher=ThinkingDisplay(show))
    finally:
        show('')


@contextmanager
def show_time(what: str) -> Iterator[None]:
    """Show what a with statement does, and for how long, if that is long."""
    ended, start, line = Event(), monotonic(), ReplacedLine()

    def show() -> None:
        """Show the time until the end has come."""
        for _ in iter(lambda: ended.wait(LONG_THOUGHT), True):
            line.replace(f'{what}: {monotonic() - start:.0f} s')
    thread = Thread(target=show, daemon=True)
    if is_terminal(sys.stderr):
        thread.start()
    try:
        yield
    finally:
        ended.set()
        if thread.ident is not None:
            thread.join()
        line.replace('')


@dataclass
class ThinkingDisplay:
    """Shows, as the Watcher of a search, how many positions it has scored.

    === Attributes ===
    show: shows a text, in place of the one before
    scored: how many positions have been scored
    """
    show: Callable[[str], None]
    scored: int = 0
    _next_time: float = field(
        default_factory=lambda: monotonic() + LONG_THOUGHT)

    def on_visit(self, *_: Any) -> None:
        """Show the count, if it is time to: the search goes on."""
        if monotonic() > self._next_time:
            self._next_time = monotonic() + LONG_THOUGHT / 5
            self.show(f'Thinking: {self.scored:,} positions scored')

    def on_score(self, *_: Any) -> None:
        """Count a position that has been scored."""
        self.scored += 1
        self.on_visit()
