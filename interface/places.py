"""Where in somebody's code something happened, and how to say so in a line."""
from types import FrameType
from typing import Any, Iterable, NamedTuple, Optional
import inspect
import os
import re
import sysconfig
import traceback
from interface.quoting import describe_error, flatten

# Nobody looks for a fault of theirs in the standard library, in what is
# installed, or in this folder.
FOLDERS = [*[sysconfig.get_path(name) for name in
             ('stdlib', 'platstdlib', 'purelib', 'platlib')],
           os.path.dirname(os.path.abspath(__file__))]
NOBODYS = (*[os.path.join(folder, '') for folder in FOLDERS], '<frozen')


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
        """Return this place as a reader looks for it.

        >>> print(Place('/home/me/my_file.py', 9, 'my_strategy'))
        my_file.py, line 9
        """
        return f'{os.path.basename(self.file)}, line {self.line}'


def trace_error(error: BaseException) -> list[Place]:
    """Return where error went through somebody's code, the innermost place
    first.
    """
    return find_places(traceback.walk_tb(error.__traceback__))[::-1]


def trace_frame(frame: FrameType) -> list[Place]:
    """Return where somebody's code is that runs in frame and its callers, the
    innermost place first.
    """
    return find_places(traceback.walk_stack(frame))


def find_places(frames: Iterable[tuple[FrameType, int]]) -> list[Place]:
    """Return the places in somebody's code among frames with their lines."""
    places = []
    for frame, line in frames:
        path = os.path.abspath(frame.f_code.co_filename)
        if not path.startswith(NOBODYS):
            # A comprehension is part of the function that it is written in.
            name = re.sub(r'(\.<locals>\.<\w+>)+$', '',
                          frame.f_code.co_qualname)
            places.append(Place(path, line, name.rpartition('<locals>.')[2]))
    return places


def name_of(thing: Any) -> str:
    """Return what thing, a strategy or a game, is called in the code."""
    return flatten(getattr(thing, '__name__', type(thing).__name__), 70)


def file_of(strategy: Any) -> Optional[str]:
    """Return the path of the file with the code of strategy, or None if that
    is not known.
    """
    function = inspect.unwrap(getattr(strategy, 'func', strategy))
    if not hasattr(function, '__code__'):
        function = type(function).__call__  # It may be an object.
    code = getattr(function, '__code__', None)
    return code and os.path.abspath(code.co_filename)


def locate(places: list[Place], strategy: Any) -> Optional[Place]:
    """Return the innermost of places that is in the file of strategy, or else
    simply the innermost. Return None if there are no places.
    """
    file = file_of(strategy)
    return next((place for place in places if place.file == file),
                places[0] if places else None)


def tell_raised(error: BaseException) -> str:
    """Return in words that error has been raised, and at which place."""
    places = trace_error(error)
    return f'raised {describe_error(error)}' \
           + (f', at {places[0]}' if places else '')


def tell_error(error: BaseException, strategy: Any = None) -> str:
    """Return in a line what error is, and whose code has raised it. Name
    strategy, if it is one that has been asked for a move.
    """
    places, raised = trace_error(error), tell_raised(error)
    place = None if strategy is None else locate(places, strategy)
    if not places or place and place.file == places[0].file:
        name = 'The code' if strategy is None else name_of(strategy)
        return f'{name} {raised}'
    caller = f', called by {name_of(strategy)} ({place})' if place else ''
    return f'{places[0].function} {raised}{caller}'
