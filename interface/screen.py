"""What the player sees: the terminal and lines that fit into it, questions,
pictures of positions, and a sign that a strategy is thinking.

Output to a pipe or a file is not fitted. Two optional methods of states
improve pictures: get_player_marks says which characters belong to which player,
and describe_standing returns a sentence for under the picture. The latter may
also be a function in the module that a state names as its describer.
"""

from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from inspect import signature
from textwrap import TextWrapper
from threading import Event, Thread
from time import monotonic
from typing import Any, Callable, Iterator, Optional, TextIO
import os
import sys
from game import Game
from game_state import GameState
from interface.words import QuitError, find_key, shorten

LEAST_WIDTH = 20  # A terminal is never taken to be narrower.
USUAL_WIDTH = 80  # Lists are never cut to fewer columns than these.

# The colours of the players: blue and reddish brown. Those can be told apart
# with any kind of colour vision, and have a contrast of at least 4.5 : 1 on
# white and on black.
COLOUR_CODES = {'p1': '38;5;63', 'p2': '38;5;131'}
STANDING_OUT = '1;7;'  # Bold, and in reverse.

LONG_THOUGHT = 1.0  # Seconds before a search is shown to be thinking.

GLUE = '\1'  # Stands for a blank where a line is not to be broken.


# === The terminal ===


def is_terminal(stream: Any) -> bool:
    """Return whether stream, such as sys.stderr, is shown on a terminal."""
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):
        return False  # It is missing, closed, or something else.


def can_do_more(stream: Any) -> bool:
    """Return whether stream is on a terminal with colours and a cursor."""
    return is_terminal(stream) and os.environ.get('TERM', 'dumb') != 'dumb'


def print_fitting(text: str, indent: int = 0) -> None:
    """Print text, fitted, and indent broken lines."""
    print(fit(text, find_width(), indent))


def find_width(stream: Optional[TextIO] = None) -> Optional[int]:
    """Return the columns of stream, by default standard output, if known."""
    stream = stream or sys.stdout
    if not is_terminal(stream):
        return None
    columns = os.environ.get('COLUMNS', '')
    width = int(columns) if columns.isdecimal() else 0
    if width == 0:
        with suppress(AttributeError, OSError, ValueError):
            width = os.get_terminal_size(stream.fileno()).columns
    # Some terminals say that they have none.
    return max(width, LEAST_WIDTH) if width else None


class ReplacedLine:
    """A line on standard error, in place of which another one can be shown."""

    _length: int = 0

    def replace(self, text: str) -> None:
        """Print text in place of the one before, if either is not empty."""
        if text or self._length:
            blanks = ' ' * self._length
            # Set this first, as Ctrl-C may come while the text is printed.
            self._length = max(self._length, len(text))
            print(f'\r{blanks}\r{text}', end='', file=sys.stderr, flush=True)


# === Text that fits ===


def fit(
    text: str, width: Optional[int], indent: int = 0, end: str = '\n'
) -> str:
    """Return text with its lines broken between words, and indented, if they
    are too long. With another end, do the same with its paragraphs.

    >>> fit('Whoever reaches 0 wins.', 16, 2)
    'Whoever reaches\\n  0 wins.'
    """
    if width is None:
        return text
    wrapper = TextWrapper(
        width, subsequent_indent=' ' * indent, break_on_hyphens=False
    )
    parts = text.split(end)
    for i, part in enumerate(parts):
        if max(map(len, part.split('\n'))) > width:
            parts[i] = wrapper.fill(part)
    return end.join(parts)


def fit_items(
    before: str, items: list[str], after: str, width: Optional[int]
) -> str:
    """Return items between before and after; lines break between items that
    are not too long.

    >>> fit_items('Moves: ', ['0 0', '0 1', '1 0'], '.', 15)
    'Moves: 0 0,\\n0 1, 1 0.'
    """
    most = None if width is None else width - 2 - len(after)
    parts = ', '.join(glue(item, most) for item in items)
    text = before + parts + after.replace(' ', GLUE)
    return fit(text, width).replace(GLUE, ' ')


def glue(item: str, most: Optional[int]) -> str:
    """Return item without blanks where a line may be broken, unless it has more
    than this many characters, and so does not fit into a line.
    """
    if most is not None and len(item) > most:
        return item
    return item.replace(' ', GLUE)


def print_items(before: str, items: list[str]) -> None:
    """Print items after before, fitted."""
    print(fit_items(before, items, '', find_width()))


def cut_items(
    before: str, items: list[str], width: Optional[int], more: str = ''
) -> str:
    """Return before and as many of items as fit into a line of this width, or
    of USUAL_WIDTH; how many others there are; and more: how to see them.
    """
    if width is None:
        return before + ', '.join(items)
    most = max(width, USUAL_WIDTH)
    # Of thousands, no more could fit.
    kept = [glue(item, width - 2) for item in items[:most]]
    line = before
    for shown in range(len(kept), 0, -1):
        left = len(items) - shown
        line = before + ', '.join(kept[:shown])
        if left:
            line += f' and {left:,} more{more}'
        if len(line) <= most:
            break
    return fit(line, width).replace(GLUE, ' ')


# === Questions ===


def ask_player(
    question: str,
    answers: dict[str, str],
    usual: str = '',
    others: Optional[dict[str, str]] = None,
) -> str:
    """Return which of answers the player gives: its key, its meaning, one of
    others, or Enter for the usual one. Raise QuitError if they want to leave.
    """
    choices = [f'{key} = {meaning}' for key, meaning in answers.items()]
    keys = {meaning.lower(): key for key, meaning in answers.items()}
    keys |= others or {}
    after = '): '
    if usual in answers:
        after = f') [{usual}]: '
        keys[''] = usual
    while True:
        prompt = fit_items(f'{question} (', choices, after, find_width())
        line = check_quit(ask_line(prompt))
        text = line.strip()
        given = find_key(text, answers) or keys.get(text.lower())
        if given is not None:
            return given
        why = f'{shorten(line, 200)} is not one of the answers: '
        print_items(why, choices)


def ask_line(
    prompt: str,
    read: Optional[Callable[[str], str]] = None,
    complete: Optional[Callable[..., Any]] = None,
) -> str:
    """Return the line that is typed, which read (by default, input) reads. At a
    terminal, Ctrl-C clears it, and ends the program only if pressed twice in a
    row while nothing is typed; Tab completes it, if readline can use complete.
    """
    if complete and is_terminal(sys.stdin) and can_do_more(sys.stdout):
        edit_lines(complete)
    # readline needs a one-line prompt.
    before, newline, last = prompt.rpartition('\n')
    if newline:
        print(before)
    read = read or input
    was_pressed = False  # Whether Ctrl-C was, just before.
    line = None
    while line is None:
        try:
            line = read(last)
        except KeyboardInterrupt:
            editor: Any = sys.modules.get('readline')
            is_empty = not (editor and editor.get_line_buffer())
            if not is_terminal(sys.stdin) or (was_pressed and is_empty):
                raise
            was_pressed = is_empty
            print('\nCtrl-C again leaves the program.' if is_empty else '')
    return line


def edit_lines(complete: Callable[..., Any]) -> None:
    """Have lines edited, and Tab complete them, where that can be done."""
    with suppress(ImportError):
        readline = import_module('readline')
        readline.set_completer_delims('')  # Moves may have blanks: '0 1'.
        # Python on macOS may come with another library of this name.
        if 'libedit' in (readline.__doc__ or ''):
            readline.parse_and_bind('bind ^I rl_complete')
        else:
            readline.parse_and_bind('tab: complete')
        readline.set_completer(complete)


def check_quit(line: str) -> str:
    """Return line, but raise QuitError if it is `quit` or `exit`."""
    if line.strip().lower() in ('quit', 'exit'):
        raise QuitError
    return line


# === Pictures ===


def choose_colour(when: Optional[str], stream: Any) -> bool:
    """Return whether to use colour on stream: 'always', 'never', or 'auto' (or
    None): on terminals that can, unless NO_COLOR is set.
    """
    if when in ('always', 'never'):
        return when == 'always'
    return can_do_more(stream) and not os.environ.get('NO_COLOR')


def draw_position(history: Any, colour: bool, width: Optional[int]) -> str:
    """Return the picture of the current position, in colour if wanted, and its
    standing, in lines of this width. What the last move has changed stands out.
    """
    state = history.game.current_state
    picture = str(state)
    marks = list_marks(state)
    if not colour:  # Without it, digits do not stand out.
        marks = {
            mark: player
            for mark, player in marks.items()
            if str(mark).isalpha()
        }
    if marks:
        before = history.before()
        old = picture if before is None else str(before)
        new = set[int]()
        if len(old) == len(picture):
            new = {
                i
                for i, shown in enumerate(picture)
                if shown in marks and shown != old[i]
            }
        if colour:
            picture = paint(picture, marks, new)
        else:
            picture = put_in_brackets(picture, new)
    standing = ask_optional(state, 'describe_standing')
    if not standing:
        return picture
    if width:
        standing = fit(str(standing), width)
    return f'{picture}\n{standing}'


def list_marks(state: GameState) -> dict[str, str]:
    """Return which characters in the picture of state are marks of players, and
    of whom. Of a student's marks, only those that make sense count.
    """
    marks = ask_optional(state, 'get_player_marks')
    if not isinstance(marks, dict):
        return {}
    return {
        mark: player for mark, player in marks.items() if player in ('p1', 'p2')
    }


def ask_optional(state: GameState, name: str) -> Any:
    """Return what the method of state with this name returns, or the function
    in the module that state names as its describer; None if that fails.
    """
    with suppress(Exception):
        if hasattr(state, name):
            return getattr(state, name)()
        describer: Any = state
        return getattr(import_module(describer.describer), name)(state)
    return None


def paint(picture: str, marks: dict[str, str], new: set[int]) -> str:
    """Return picture with marks in players' colours. New ones stand out."""
    characters = list(picture)
    for i, shown in enumerate(picture):
        if shown in marks:
            code = COLOUR_CODES[marks[shown]]
            if i in new:
                code = STANDING_OUT + code
            characters[i] = f'\x1b[{code}m{shown}\x1b[0m'
    return ''.join(characters)


def put_in_brackets(picture: str, new: set[int]) -> str:
    """Return picture with the new marks in brackets.

    >>> put_in_brackets('a V H H', {4, 6})
    'a V(H H)'
    """
    characters = list(picture + '\n')
    for i in new:
        if i - 2 not in new and i > 0 and picture[i - 1] == ' ':
            characters[i - 1] = '('
        if i + 2 not in new:
            characters[i + 1] = ')' + characters[i + 1].lstrip(' ')
    return ''.join(characters)[:-1]


# === Thinking ===


def takes(thing: Callable[..., Any], name: str) -> bool:
    """Return whether thing takes a parameter with this name: a strategy whose
    search can be watched, watcher; a random one, rng; one that asks, read_line.
    """
    try:
        # A function that wraps another does not take what the other takes.
        return name in signature(thing, follow_wrapped=False).parameters
    except (TypeError, ValueError):
        return False  # Python does not know the parameters of all functions.


def choose_watched(
    strategy: Callable[..., Any],
    game: Game,
    show: Optional[Callable[[str], None]] = None,
) -> Any:
    """Return the move that strategy chooses. If that takes long, show that it
    is thinking, by show or on standard error: it may take a watcher.
    """
    can_show = show is not None or is_terminal(sys.stderr)
    if not takes(strategy, 'watcher') or not can_show:
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
    ended = Event()
    start = monotonic()
    line = ReplacedLine()

    def show() -> None:
        """Show the time until the end has come."""
        has_ended = ended.wait(LONG_THOUGHT)
        while not has_ended:
            line.replace(f'{what}: {monotonic() - start:.0f} s')
            has_ended = ended.wait(LONG_THOUGHT)

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
        default_factory=lambda: monotonic() + LONG_THOUGHT
    )

    def on_visit(self, *_: Any) -> None:
        """Show the count, if it is time to: the search goes on."""
        if monotonic() > self._next_time:
            self._next_time = monotonic() + LONG_THOUGHT / 5
            self.show(f'Thinking: {self.scored:,} positions scored')

    def on_score(self, *_: Any) -> None:
        """Count a position that has been scored."""
        self.scored += 1
        self.on_visit()
