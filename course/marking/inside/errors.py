"""What is told of an exception in the submission: names, text, and where."""
from types import CodeType, FrameType, TracebackType
from typing import Any, Iterator, Optional
import os
import traceback

LONGEST_TEXT = 2000
# Of a long way to an error, its first and its last steps are told.
FIRST, LAST = 1, 4


def tell_error(error: BaseException, folder: str) -> dict:
    """Return what to tell of error. Only steps in folder are told."""
    try:
        text = str(error)
    except BaseException:  # It is the student's class, and may raise anything.
        text = ''
    steps = list(steps_in(error.__traceback__, folder))
    if len(steps) > FIRST + LAST:
        steps = steps[:FIRST] + steps[-LAST:]
    return {'names': [each.__name__ for each in type(error).__mro__],
            'text': text[:LONGEST_TEXT],
            'module': plain_text(getattr(error, 'name', None)),
            'steps': [tell_step(frame, line, folder) for frame, line in steps]}


def steps_in(trace: Optional[TracebackType], folder: str
             ) -> Iterator[tuple[FrameType, int]]:
    """Yield the frames of trace that run a file in folder, with the lines."""
    for frame, line in traceback.walk_tb(trace):
        if frame.f_code.co_filename.startswith(folder + os.sep):
            yield frame, line


def tell_step(frame: FrameType, line: int, folder: str) -> dict:
    """Return what to tell of a function call: where it is, and what it was
    called with.
    """
    code = frame.f_code
    owner = frame.f_locals.get('self')
    return {'file': os.path.relpath(code.co_filename, folder), 'line': line,
            'name': code.co_name, 'arguments': arguments_of(code, frame),
            'owner': None if owner is None else type(owner).__name__}


def arguments_of(code: CodeType, frame: FrameType) -> list[list]:
    """Return the names of the arguments of a call, each with its value if that
    is plain.
    """
    names = code.co_varnames[:code.co_argcount]
    return [[name, plain_text(frame.f_locals.get(name))] for name in names]


def plain_text(value: Any) -> Any:
    """Return value if it is a number or a short text, otherwise None."""
    if type(value) in (int, float, bool) or type(value) is str \
            and len(value) < 100:
        return value
    return None
