"""Words for people: numbers that are typed, what games and players are called,
what moves are worth, and what went wrong in whose code.

Anyone may have written a game or a strategy, and it may raise anything. What
is_user_error says yes to comes from there.
"""

from argparse import ArgumentTypeError
from contextlib import suppress
from functools import partial
from math import inf
from types import FrameType
from typing import Any, Callable, Collection, Iterable, NamedTuple, Optional
import errno
import json
import os
import re
import sys
import sysconfig
import traceback

# What is skipped in a list of moves, and what a move without quotes is.
BLANKS: Any = re.compile(r'\s*')
NO_COMMAS: Any = re.compile('[^,]*')


def read_seconds(text: str, most: int = 1_000_000) -> float:
    """Return the number of seconds that text means, from 0.001 to most."""
    found = re.fullmatch(r'\s*([0-9]+\.?|[0-9]*\.[0-9]+)\s*', text)
    if found:
        seconds = float(found[1])
        if 0.001 <= seconds <= most:
            return seconds
    raise ArgumentTypeError(
        f'{shorten(text)} is not a number of seconds from 0.001 to {most}'
    )


def read_integer(text: str, least: float = -inf, most: float = inf) -> int:
    """Return the whole number from least to most that text means, in digits."""
    # int alone takes '1_6' for 16, and knows the digits of all alphabets.
    found = re.fullmatch(r'\s*([+-]?[0-9]{1,99})\s*', text)
    if not found:
        raise ArgumentTypeError(f'{shorten(text)} is not a whole number')
    number = int(found[1])
    if not least <= number <= most:
        raise ArgumentTypeError(f'{text!r} is not from {least} to {most}')
    return number


def find_key(text: str, keys: Collection[str]) -> Optional[str]:
    """Return which of keys text is, in these capitals or else in others."""
    if text in keys:
        return text
    for key in keys:
        if key.lower() == text.lower():
            return key
    return None


def read_number_to(most: int, least: int = 1) -> Callable[[str], int]:
    """Return a function that reads a whole number from least to most."""
    return partial(read_integer, least=least, most=most)


def read_size(text: str) -> Any:
    """Return the whole number that text means, or else text.

    >>> read_size('4\\x1f'), read_size('4 5')
    (4, '4 5')
    """
    with suppress(ArgumentTypeError):
        return read_integer(text)
    return text


def quote_text(text: str) -> str:
    """Return text as it stands in a list with commas: in quotes if need be.

    >>> quote_text('2 3'), quote_text('2,3'), quote_text('')
    ('2 3', '"2,3"', '""')
    """
    needs_quotes = (
        text == ''
        or text != text.strip()
        or not text.isprintable()
        or ',' in text
        or text.startswith('"')
    )
    if needs_quotes:
        return json.dumps(text, ensure_ascii=not text.isprintable())
    return text


def split_texts(line: str) -> list[str]:
    """Return the texts of the list in line. Raise ValueError, saying why, if it
    cannot be read.

    >>> split_texts(' 2 3 , "2,3"')
    ['2 3', '2,3']
    """
    texts = []
    place = 0
    line = f',{line.strip()}'
    while place < len(line):
        if line[place] != ',':
            rest = shorten(line[place:])
            raise ValueError(f'a comma is missing before {rest}')
        place = BLANKS.match(line, place + 1).end()
        if line.startswith('"', place):
            text, end = read_quoted(line, place)
        else:
            end = NO_COMMAS.match(line, place).end()
            text = line[place:end].rstrip()
            if not text:
                raise ValueError(
                    'a move is missing between commas, or at an end'
                )
        texts.append(text)
        place = BLANKS.match(line, end).end()
    return texts


def read_quoted(line: str, place: int) -> tuple[str, int]:
    """Return the text in quotes that begins at this place in line, and the
    place after it. Raise ValueError, saying why, if it cannot be read.
    """
    # Not strict: it also takes, say, a tab between quotes.
    decoder: Any = json.JSONDecoder(strict=False)
    try:
        text, end = decoder.raw_decode(line, place)
    except ValueError as error:
        raise ValueError(
            f'the quotes in {shorten(line[place:])} have no end, or a '
            f'wrong code after a backslash'
        ) from error
    return text, end


def shorten(text: str, most: int = 40) -> str:
    """Return text in single quotes, but no more than most characters of it.

    >>> shorten('abc', 3), shorten('abcdef', 3)
    ("'abc'", "'abc...'")
    """
    if len(text) > most:
        text = text[:most] + '...'
    return repr(text)


def make_one_line(words: str) -> str:
    """Return words as a short line without a full stop."""
    return flatten(words.rstrip().rstrip('.'))


def flatten(text: str, most: int = 200) -> str:
    """Return text as a printable line, without addresses, of at most this
    length.

    >>> flatten('two  lines\\nof text', 12)
    'two lines of...'
    """
    line = drop_addresses(' '.join(text[: 9 * most].split()))
    line = ''.join(each if each.isprintable() else '?' for each in line)
    if len(line) > most:
        line = line[:most] + '...'
    return line


def format_value(value: Any, most: int = 70) -> str:
    """Return the repr of value, which may fail, as a line."""
    with suppress(Exception):  # A student's repr may raise anything.
        return flatten(repr(value), most)
    return f'some {type(value).__name__}'


def describe_error(error: BaseException) -> str:
    """Return the type and the message of any exception, as a line."""
    name = type(error).__name__
    with suppress(Exception):  # Its str may fail, too.
        return make_one_line(f'{name}: {error}').removesuffix(':')
    return name


def list_attributes(thing: Any) -> dict[str, Any]:
    """Return the attributes of thing by their names, also those in slots."""
    slots = [
        slot
        for each in type(thing).__mro__
        for slot in vars(each).get('__slots__', ())
    ]
    return {
        name: getattr(thing, name)
        for name in [*getattr(thing, '__dict__', {}), *slots]
        if hasattr(thing, name)
    }


def drop_addresses(text: str) -> str:
    """Return text without addresses, as these differ in each process."""
    return re.sub(' at 0x[0-9A-Fa-f]+', '', text)


def make_player_title(name: str) -> str:
    """Return how the player called name is addressed."""
    return name.replace('p', 'Player ')


def make_title(thing: Any) -> str:
    """Return in words what thing, the class of a game or a strategy, is called.

    >>> make_title(type('SubtractSquareGame', (), {}))
    'Subtract Square'
    """
    if isinstance(thing, type):
        name = thing.__name__.removesuffix('Game')
        return re.sub(r'(?<=[a-z])(?=[A-Z])', ' ', name)
    name = getattr(thing, '__name__', type(thing).__name__)
    return name.removesuffix('_strategy').replace('_', ' ')


def make_titles(things: dict[str, Any]) -> dict[str, str]:
    """Return the title of each of things, by the same keys."""
    return {key: make_title(thing) for key, thing in things.items()}


def format_answers(answers: dict[str, str]) -> str:
    """Return answers, each with what it means, as a line of text."""
    return ', '.join(f'{key} = {meaning}' for key, meaning in answers.items())


def describe_result(result: Optional[str], name: str) -> str:
    """Return in words the result, or that the player called name is to move."""
    if result is None:
        return f'{make_player_title(name)} is to move.'
    if result == 'tie':
        return "It's a tie!"
    return f'{make_player_title(result)} is the winner!'


OUTCOMES: dict[Optional[float], str] = {1: 'wins', 0: 'ties', -1: 'loses'}


def describe_score(score: Optional[float]) -> str:
    """Return in a word what a move with this score does for its player."""
    return OUTCOMES.get(score, 'not known')


def describe_value(
    name: str, score: Optional[float], plies: Optional[int] = None
) -> str:
    """Return in words what a position is worth to the player called name, who
    is to move in it, and how many plies are left; '' if that is not known.

    >>> describe_value('p1', -1, 4)
    'Player 1 loses in 4 plies.'
    """
    if score is None or not name:
        return ''
    line = f'{make_player_title(name)} {describe_score(score)}'
    if plies:
        line += f' in {format_plies(plies)}'
    return f'{line}.'


def group_values(
    values: Iterable[tuple[Any, Optional[float]]], unknown: str = 'not known'
) -> list[tuple[str, list[str]]]:
    """Return groups of moves by their values, the best first, in words. Those
    that are unknown, in that word, come last.

    >>> group_values(iter([('D', 1), ('A', -1), ('G', 1), ('B', None)]))
    [('wins', ['D', 'G']), ('loses', ['A']), ('not known', ['B'])]
    """
    words = OUTCOMES | {None: unknown}
    groups: dict[Optional[float], list[str]] = {each: [] for each in words}
    for move, score in values:  # Once: they may come from a generator.
        if score in groups:
            groups[score].append(str(move))
    return [(words[each], moves) for each, moves in groups.items() if moves]


def format_plies(plies: int) -> str:
    """Return in words how many plies that is."""
    return format_count(plies, 'ply', 'plies')


def format_count(number: int, noun: str, plural: str = '') -> str:
    """Return how many there are of a noun, whose plural may be irregular."""
    if number != 1:
        noun = plural or f'{noun}s'
    return f'{number:,} {noun}'


# === Errors in games and strategies ===


class Signal(Exception):
    """Raised by the interface itself: passes through games and strategies."""


class QuitError(Signal):
    """Raised when a player wants to leave the program."""


class TurnChangedError(Signal):
    """Raised when a command has led to another position."""


TRACE_LIMIT = 10.0  # Seconds of computing.


class EndlessError(BaseException):
    """Raised in what --trace runs if that goes on for too long, with words on
    how long.
    """


class BrokenGameError(ValueError):
    """Raised, with one line that says where, when the code of a game fails."""


class BreachError(Signal):
    """Raised, with a line that names the culprit, for a broken contract.

    === Attributes ===
    position: where that is, None if it is where the game is
    name: the method that broke it, or else what is wrong
    line: what is wrong, without who is to move, and where
    detail: what is wrong, in short
    """

    position: Any
    name: str
    line: str
    detail: str

    def __init__(self, line: str, position: Any = None, name: str = '') -> None:
        """Initialize the error that says line about position."""
        super().__init__(line)
        self.position = position
        self.name = name
        self.line = line
        self.detail = line


class Attempt:
    """A call of a function: its result or exception; Ctrl-C passes through.

    === Attributes ===
    result: what the function has returned, or None
    error: what it has raised, or None

    >>> Attempt(divmod, 1, 0).error
    ZeroDivisionError('integer division or modulo by zero')
    """

    result: Any
    error: Optional[BaseException]

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Initialize an attempt by calling function with arguments."""
        self.result = None
        self.error = None
        try:
            self.result = function(*arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.error = error


# What happens if nobody reads the output, or it cannot be written.
OUTPUT_ERRORS = {errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EFBIG}


def is_about_output(error: BaseException) -> bool:
    """Return whether error says that the output cannot be written."""
    return (
        isinstance(error, OSError)
        and error.errno in OUTPUT_ERRORS
        and error.filename is None
    )


def is_user_error(error: Optional[BaseException]) -> bool:
    """Return whether error comes from a game or a strategy: it is no signal,
    no end of input and no lost output.
    """
    return (
        isinstance(error, Exception)
        and not isinstance(error, (Signal, EOFError))
        and not is_about_output(error)
    )


# The standard library, what is installed, and this folder are not users' code.
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '')
LIBRARIES = [
    sysconfig.get_path(name)
    for name in ('stdlib', 'platstdlib', 'purelib', 'platlib')
]
LIBRARIES.append(os.path.dirname(os.__file__))  # In browsers, an archive.
NON_USER_PATHS = (
    *[os.path.join(path, '') for path in LIBRARIES],
    HERE,
    '<frozen',
)


class SourceLine(NamedTuple):
    """A line of code.

    === Attributes ===
    file: the path of its file
    line: its number, from 1
    function: the function that it is in
    """

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        """Return this place as a reader looks for it."""
        return f'{os.path.basename(self.file)}, line {self.line}'


def trace_error(error: BaseException) -> list[SourceLine]:
    """Return where error went through users' code, innermost first."""
    return find_places(traceback.walk_tb(error.__traceback__))[::-1]


def find_places(
    frames: Iterable[tuple[FrameType, Optional[int]]],
) -> list[SourceLine]:
    """Return the places in users' code among frames with their lines."""
    places = []
    for frame, line in frames:
        code = frame.f_code
        path = os.path.abspath(code.co_filename)
        if not path.startswith(NON_USER_PATHS):
            # Python 3.10, where this may be marked, knows no longer name.
            name = getattr(code, 'co_qualname', code.co_name)
            # A comprehension is part of the function that it is written in.
            name = re.sub(r'(\.<locals>\.<\w+>)+$', '', name)
            name = name.rpartition('<locals>.')[2]
            places.append(SourceLine(path, line or line_before(frame), name))
    return places


def line_before(frame: FrameType) -> int:
    """Return the line of the last step in frame that has one."""
    # In Python 3.11, the step back to the beginning of a loop may have none.
    last = frame.f_code.co_firstlineno
    for start, _, line in frame.f_code.co_lines():
        if line and start <= frame.f_lasti:
            last = line
    return last


def name_of(thing: Any) -> str:
    """Return what thing, a strategy or a game, is called in the code."""
    return flatten(getattr(thing, '__name__', type(thing).__name__), 70)


def locate(places: list[SourceLine], strategy: Any) -> Optional[SourceLine]:
    """Return the innermost place in the strategy's file, or else of all."""
    module = sys.modules.get(getattr(strategy, '__module__', ''))
    file = os.path.abspath(getattr(module, '__file__', None) or '')
    for place in places:
        if place.file == file:
            return place
    return places[0] if places else None


PROJECT = os.path.dirname(HERE[:-1])
GIVEN_CODE = [
    'interface/',
    'engine/',
    'labs/',
    'game.py',
    'game_interface.py',
    'game_state.py',
    'subtract_square_game.py',
    'subtract_square_state.py',
]


def is_players_own(place: SourceLine) -> bool:
    """Return whether a player may have written the file of place: it does not
    belong to this project. Where there is no folder engine/, as in the starter
    folder, stonehenge.py and strategy.py are the student's own.
    """
    given = GIVEN_CODE
    if os.path.isdir(os.path.join(PROJECT, 'engine')):
        given = [*given, 'stonehenge.py', 'strategy.py']
    paths = [os.path.join(PROJECT, *path.split('/')) for path in given]
    return not place.file.startswith(tuple(paths))


def note_line(interrupt: KeyboardInterrupt) -> None:
    """Add to interrupt in which line of the player's own code it came: the
    innermost one. If a player was asked just then, add nothing.
    """
    interrupt.__notes__ = []
    frame, _ = list(traceback.walk_tb(interrupt.__traceback__))[-1]
    # Where the interface asks a player, it has the innermost frame.
    is_asking = frame.f_code.co_filename.startswith(HERE)
    places = [
        place for place in trace_error(interrupt) if is_players_own(place)
    ]
    if places and not is_asking:
        interrupt.add_note(f'{places[0].function} was at {places[0]}.')


def describe_with_place(error: BaseException) -> str:
    """Return in a line what error says, and at which place."""
    line = describe_error(error)
    places = trace_error(error)
    if places:
        line += f', at {places[0]}'
    return line


def describe_import(error: BaseException) -> str:
    """Return in a line why a file cannot be imported, and at which place."""
    # These two, but not the one below, say in which file something is wrong.
    is_told = isinstance(error, (SyntaxError, ImportError))
    if is_told and not isinstance(error, ModuleNotFoundError):
        return describe_error(error)
    return describe_with_place(error)


def explain_error(error: BaseException) -> str:
    """Return the message of a ValueError or a BreachError, or in a line what
    another error is, and its place.
    """
    if isinstance(error, BreachError):
        return str(error)
    if isinstance(error, ValueError):
        return make_one_line(str(error))
    return describe_import(error)


def describe_failure(error: BaseException, strategy: Any = None) -> str:
    """Return a line with error, and the function that raised it when strategy,
    unless None, was asked for a move.
    """
    if isinstance(error, Signal):
        return str(error)
    raised = f'raised {describe_with_place(error)}'
    places = trace_error(error)
    place = None if strategy is None else locate(places, strategy)
    is_in_its_file = place is not None and place.file == places[0].file
    if not places or is_in_its_file:
        name = 'The code' if strategy is None else name_of(strategy)
        return f'{name} {raised}'
    line = f'{places[0].function} {raised}'
    if place:
        line += f', called by {name_of(strategy)} ({place})'
    return line
