"""Where the submission was, as the suites like to be told.

The suites tell of a failure by the frames of the student's functions. Those are
in another process, so frames are made here that look the same: they run nothing
of the student's, but have its names, places and arguments.
"""
from pathlib import Path
from traceback import walk_tb
from types import FrameType, TracebackType
from typing import Any, Optional
import keyword
import linecache
import re
import sys

Step = tuple[FrameType, int]

# A line in which faulthandler says where a thread is.
PLACE = re.compile(r'  File "(.*)", line (\d+) in (.*)')


class Steps:
    """Makes frames for what is told about the files in a folder.

    === Attributes ===
    folder: our copy of the submission
    """
    folder: Path

    def __init__(self, folder: Path) -> None:
        """Initialize for the files in folder."""
        self.folder = folder

    def read(self, told: Any) -> list[Step]:
        """Return the steps that the submission has told. Leave out what makes
        no sense.
        """
        found = []
        for each in told if isinstance(told, list) else []:
            step = self._read_step(each) if isinstance(each, dict) else None
            if step is not None:
                found.append(step)
        return found

    def _read_step(self, told: dict) -> Optional[Step]:
        """Return a step, None if it makes no sense."""
        file, line, name = (told.get(key) for key in ('file', 'line', 'name'))
        if not (isinstance(file, str) and isinstance(line, int)
                and isinstance(name, str) and 0 < line < 10 ** 6
                and len(name) < 100 and file in self.files()):
            return None
        arguments = {}
        for pair in told.get('arguments') or []:
            if isinstance(pair, list) and len(pair) == 2 \
                    and is_name(pair[0]) and not isinstance(pair[1], list):
                arguments[pair[0]] = pair[1]
        owner = told.get('owner')
        if isinstance(owner, str) and owner.isidentifier():
            arguments['self'] = type(owner, (), {})()
        return make_frame(name, str(self.folder / file), arguments), line

    def files(self) -> set[str]:
        """Return the names of all Python files."""
        return {str(path.relative_to(self.folder))
                for path in self.folder.rglob('*.py')}

    def read_faulthandler(self, text: str, seen: str) -> list[Step]:
        """Return the steps in what faulthandler has written about the main
        thread of the submission, which sees its folder under another name.
        """
        found = []
        for path, line, name in PLACE.findall(
                text.rpartition('(most recent call first)')[2]):
            found.insert(0, {'file': path.removeprefix(seen + '/'),
                             'line': int(line), 'name': name})
        return self.read(found)


def is_name(text: Any) -> bool:
    """Return whether text can be the name of an argument."""
    return isinstance(text, str) and text.isidentifier() \
        and not keyword.iskeyword(text) and text[:2] != '__' \
        and len(text) < 100


def make_frame(name: str, path: str, arguments: dict[str, Any]) -> FrameType:
    """Return a frame of a function with this name, in the file at path, that
    was called with arguments.
    """
    source = f'def call({", ".join(arguments)}): return __find()'
    space: dict[str, Any] = {'__find': lambda: sys._getframe(1)}
    # The names were checked: nothing of what the student wrote is run.
    exec(source, space)
    call = space['call']
    call.__code__ = call.__code__.replace(co_name=name, co_filename=path)
    return call(*arguments.values())


def tell_steps(trace: Optional[TracebackType]) -> str:
    """Return the last of the steps in trace that make_frame has made, each with
    its line of code, as the suites tell them.
    """
    told = ''
    steps = [step for step in walk_tb(trace) if '__find' in step[0].f_globals]
    for frame, line in steps[-3:]:
        path, name = frame.f_code.co_filename, frame.f_code.co_name
        told += (f'    {Path(path).name} line {line}, in {name}\n'
                 f'        {linecache.getline(path, line).strip()}\n')
    return told


def make_traceback(steps: list[Step]) -> Optional[TracebackType]:
    """Return a traceback through steps, None if there are none."""
    trace = None
    for frame, line in reversed(steps):
        trace = TracebackType(trace, frame, 0, line)
    return trace
