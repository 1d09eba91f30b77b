"""Errors in games and strategies: catching them, and where they come from.

Anybody may have written a game or a strategy, and it may raise anything. What
is_user_error says yes to comes from there.
"""
from types import CodeType, FrameType
from typing import Any, Callable, Iterable, NamedTuple, Optional
import errno
import inspect
import os
import re
import sysconfig
import traceback
from interface.words import describe_error, flatten


class Signal(Exception):
    """Raised by the interface itself: passes through games and strategies."""


class QuitError(Signal):
    """Raised when a player wants to leave the program."""


class TurnChangedError(Signal):
    """Raised when a command has led to another position."""


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
        self.result = self.error = None
        with self:
            self.result = function(*arguments)

    def __enter__(self) -> None:
        """Begin the call."""

    def __exit__(self, kind: Any, error: Optional[BaseException],
                 trace: Any) -> bool:
        """Keep error, which has ended the call unless it is None."""
        self.error = error
        return not isinstance(error, KeyboardInterrupt)


# What happens if nobody reads the output, or it cannot be written.
OUTPUT_ERRORS = {errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EFBIG}


def is_about_output(error: BaseException) -> bool:
    """Return whether error says that the output cannot be written."""
    return isinstance(error, OSError) and error.errno in OUTPUT_ERRORS \
        and error.filename is None


def is_user_error(error: Optional[BaseException]) -> bool:
    """Return whether error comes from a game or a strategy: it is no signal,
    no end of input and no lost output.
    """
    return isinstance(error, Exception) \
        and not isinstance(error, (Signal, EOFError)) \
        and not is_about_output(error)


def has_misread(error: BaseException) -> bool:
    """Return whether error comes from a method that reads a typed move."""
    return any(frame.f_code.co_name in ('str_to_move', 'is_valid_move')
               for frame, _ in traceback.walk_tb(error.__traceback__))


# The standard library, what is installed, and this folder are not users' code.
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '')
NON_USER_PATHS = (*[os.path.join(sysconfig.get_path(name), '') for name in
                    ('stdlib', 'platstdlib', 'purelib', 'platlib')],
                  # In browsers, it is in an archive.
                  os.path.join(os.path.dirname(os.__file__), ''),
                  HERE, '<frozen')


class Place(NamedTuple):
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


def trace_error(error: BaseException) -> list[Place]:
    """Return where error went through users' code, innermost first."""
    return find_places(traceback.walk_tb(error.__traceback__))[::-1]


def find_places(frames: Iterable[tuple[FrameType, Optional[int]]]
                ) -> list[Place]:
    """Return the places in users' code among frames with their lines."""
    places = []
    for frame, line in frames:
        path = os.path.abspath(frame.f_code.co_filename)
        if not path.startswith(NON_USER_PATHS):
            # A comprehension is part of the function that it is written in.
            # Python 3.10, where this may be marked, knows no longer name.
            name = re.sub(r'(\.<locals>\.<\w+>)+$', '', getattr(
                frame.f_code, 'co_qualname', frame.f_code.co_name))
            places.append(Place(path, line or line_before(frame),
                                name.rpartition('<locals>.')[2]))
    return places


def line_before(frame: FrameType) -> int:
    """Return the line of the last step in frame that has one."""
    # In Python 3.11, the step back to the beginning of a loop may have none.
    return [frame.f_code.co_firstlineno, *(
        line for start, _, line in frame.f_code.co_lines()
        if line and start <= frame.f_lasti)][-1]


def name_of(thing: Any) -> str:
    """Return what thing, a strategy or a game, is called in the code."""
    return flatten(getattr(thing, '__name__', type(thing).__name__), 70)


def file_of(strategy: Any) -> Optional[str]:
    """Return the path of the file with the code of strategy, if it is known."""
    function = inspect.unwrap(getattr(strategy, 'func', strategy))
    if not hasattr(function, '__code__'):
        function = type(function).__call__  # It may be an object.
    code: Optional[CodeType] = getattr(function, '__code__', None)
    return None if code is None else os.path.abspath(code.co_filename)


def locate(places: list[Place], strategy: Any) -> Optional[Place]:
    """Return the innermost place in the strategy's file, or else of all."""
    file = file_of(strategy)
    return next((place for place in places if place.file == file),
                places[0] if places else None)


# The parts of this project that students are given, or find in the reference.
OUR_FOLDERS = tuple(os.path.join(os.path.dirname(HERE[:-1]), name, '')
                    for name in ('engine', 'interface', 'labs'))
GIVEN_FILES = ('game.py', 'game_interface.py', 'game_state.py',
               'subtract_square_game.py', 'subtract_square_state.py')
ASSIGNED_FILES = 'stonehenge.py', 'strategy.py'


def is_players_own(place: Place) -> bool:
    """Return whether a player may have written the file of place: it does not
    belong to this project. Where there is no folder engine/, as in the starter
    folder, stonehenge.py and strategy.py are the student's own.
    """
    folder, name = os.path.split(place.file)
    ours = GIVEN_FILES + ASSIGNED_FILES * os.path.isdir(OUR_FOLDERS[0])
    return not place.file.startswith(OUR_FOLDERS) and not (
        name in ours and os.path.join(folder, 'interface', '') == HERE)


def note_line(interrupt: KeyboardInterrupt, strategy: Any = None,
              is_typed: bool = False) -> None:
    """Add to interrupt in which line of the player's own code it came, and in
    which of strategy. If a player was asked just then, add nothing.
    """
    interrupt.__notes__ = []
    # Users' code may have called the standard library.
    trace = [each for each in traceback.walk_tb(interrupt.__traceback__)
             if find_places([each])
             or each[0].f_code.co_filename.startswith(HERE)]
    inner = next(iter(find_places(trace[-1:])), None)
    if inner and not is_players_own(inner):
        inner = None
    place = strategy and locate(trace_error(interrupt), strategy)
    if place and is_players_own(place) and not is_typed:
        more = f', and {inner.function} at {inner}' \
            if inner and inner.file != place.file else ''
        interrupt.add_note(f'{name_of(strategy)} was at {place}{more}.')
    elif inner and inner != place:
        interrupt.add_note(f'{inner.function} was at {inner}.')


def describe_with_place(error: BaseException) -> str:
    """Return in a line what error says, and at which place."""
    places = trace_error(error)
    return describe_error(error) + (f', at {places[0]}' if places else '')


def describe_failure(error: BaseException, strategy: Any = None) -> str:
    """Return in a line what error is, and which function raised it for
    strategy.
    """
    if isinstance(error, Signal):
        return str(error)
    places, raised = trace_error(error), f'raised {describe_with_place(error)}'
    place = None if strategy is None else locate(places, strategy)
    if not places or place and place.file == places[0].file:
        name = 'The code' if strategy is None else name_of(strategy)
        return f'{name} {raised}'
    caller = f', called by {name_of(strategy)} ({place})' if place else ''
    return f'{places[0].function} {raised}{caller}'
