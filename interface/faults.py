"""Faults in somebody's code: catching them, whose they are, and where.

Games and strategies may come from anybody, and may raise anything anywhere.
Whether an error is theirs is decided by is_user_error.
"""
from types import CodeType, FrameType
from typing import Any, Callable, Iterable, NamedTuple, Optional
import dis
import errno
import inspect
import os
import re
import sysconfig
import traceback
from game import Game
from interface.words import describe_error, flatten, format_value


class Signal(Exception):
    """Raised by the interface itself: passes through somebody's code."""


class Attempt:
    """A call of a function: what it returns or raises, but for Ctrl-C.

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
    """Return whether error is a fault, not a signal, EOF or lost output."""
    return isinstance(error, Exception) \
        and not isinstance(error, (Signal, EOFError)) \
        and not is_about_output(error)


def has_misread(error: BaseException) -> bool:
    """Return whether error comes from a method that reads a typed move."""
    return any(frame.f_code.co_name in ('str_to_move', 'is_valid_move')
               for frame, _ in traceback.walk_tb(error.__traceback__))


# Users find no fault of theirs in the standard library, in what is installed,
# or in this folder.
NON_USER_PATHS = (*[os.path.join(folder, '') for folder in (
    *[sysconfig.get_path(name) for name in
      ('stdlib', 'platstdlib', 'purelib', 'platlib')],
    os.path.dirname(os.path.abspath(__file__)))], '<frozen')


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
    """Return where error went through somebody's code, innermost first."""
    return find_places(traceback.walk_tb(error.__traceback__))[::-1]


def find_places(frames: Iterable[tuple[FrameType, int]]) -> list[Place]:
    """Return the places in somebody's code among frames with their lines."""
    places = []
    for frame, line in frames:
        path = os.path.abspath(frame.f_code.co_filename)
        if not path.startswith(NON_USER_PATHS):
            # A comprehension is part of the function that it is written in.
            name = re.sub(r'(\.<locals>\.<\w+>)+$', '',
                          frame.f_code.co_qualname)
            places.append(Place(path, line, name.rpartition('<locals>.')[2]))
    return places


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


def describe_raised(error: BaseException) -> str:
    """Return in words that error has been raised, and at which place."""
    places = trace_error(error)
    return f'raised {describe_error(error)}' \
           + (f', at {places[0]}' if places else '')


def describe_fault(error: BaseException, strategy: Any = None) -> str:
    """Return in a line what error is, and who has raised it for strategy."""
    places, raised = trace_error(error), describe_raised(error)
    place = None if strategy is None else locate(places, strategy)
    if not places or place and place.file == places[0].file:
        name = 'The code' if strategy is None else name_of(strategy)
        return f'{name} {raised}'
    caller = f', called by {name_of(strategy)} ({place})' if place else ''
    return f'{places[0].function} {raised}{caller}'


Methods = dict[str, tuple[str, ...]]

# What each method is given. Those that only searches rely on are apart.
GAME_METHODS: Methods = {
    'get_instructions': (), 'is_over': ('state',), 'is_winner': ('player',),
    'str_to_move': ('text',)}
STATE_METHODS: Methods = {
    'get_possible_moves': (), 'get_current_player_name': (),
    'make_move': ('move',), 'is_valid_move': ('move',), '__str__': ()}
SEARCH_METHODS: Methods = {'rough_outcome': (), '__repr__': ()}

# What some methods return: of which type, and in words.
ANSWERS = {'is_over': (bool, 'True or False'),
           'is_winner': (bool, 'True or False'),
           'get_possible_moves': (list, 'a list'),
           'get_current_player_name': (str, "'p1' or 'p2'"),
           **dict.fromkeys(('get_instructions', '__str__', '__repr__'),
                           (str, 'text'))}


def name_method(game: Game, name: str) -> str:
    """Return the name of a method of game, or of its state, with its class."""
    owner = game if name in GAME_METHODS else game.current_state
    return f'{type(owner).__name__}.{name}'


def find_missing(game: Any) -> list[str]:
    """Return a line for each method that game, or its state, lacks."""
    missing = find_missing_to_play(game)
    if hasattr(game, 'current_state'):
        state = game.current_state
        missing += find_faults(state, SEARCH_METHODS)
        if not hasattr(state, 'p1_turn'):
            missing.append(f'{type(state).__name__} lacks p1_turn, which '
                           f'GameState.__init__ sets')
    return missing


def find_missing_to_play(game: Any) -> list[str]:
    """Return what is missing of what people need to play, as find_missing."""
    if not hasattr(game, 'current_state'):
        return [f'{type(game).__name__} lacks current_state']
    return find_faults(game, GAME_METHODS) \
        + find_faults(game.current_state, STATE_METHODS)


def find_faults(thing: Any, methods: Methods) -> list[str]:
    """Return a line for each of methods that thing lacks, or has wrong."""
    faults = [find_fault(thing, name, given)
              for name, given in methods.items()]
    return [fault for fault in faults if fault]


def find_fault(thing: Any, name: str, given: tuple[str, ...]) -> str:
    """Return what is wrong with the method called name of thing, or ''."""
    method, owner = getattr(thing, name, None), type(thing).__name__
    if method is None or is_unimplemented(getattr(type(thing), name, method)):
        return f'{owner} lacks {name}'
    if not callable(method):
        return f'{owner}.{name} is not a method'
    try:
        inspect.signature(method).bind(*given)
    except TypeError as error:
        return f'{owner}.{name} cannot be called as ' \
               f'{name}({", ".join(given)}): {describe_error(error)}'
    except ValueError:
        pass  # Python does not know the parameters of all functions.
    return ''


def is_unimplemented(method: Any) -> bool:
    """Return whether method is object's, or raises NotImplementedError."""
    if method in (object.__str__, object.__repr__):
        return True
    code: Any = getattr(inspect.unwrap(method), '__code__', None)
    return isinstance(code, CodeType) \
        and code.co_names == ('NotImplementedError',) \
        and not any(step.opname.startswith('RETURN')
                    for step in dis.get_instructions(code))


def find_wrong_answer(game: Game, name: str, answer: Any) -> str:
    """Return what is wrong with the answer of a method of game, or ''."""
    kind, words = ANSWERS[name]
    if isinstance(answer, kind) and (name != 'get_current_player_name'
                                     or answer in ('p1', 'p2')):
        return ''
    return f'{name_method(game, name)} returned {format_value(answer)}: it ' \
           f'should return {words}'
