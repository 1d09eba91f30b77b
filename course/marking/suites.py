"""The suites that the judge runs, and how they learn what went wrong.

A suite is a module of `unittest`, run as it is. If it, or what it is built on,
has the exceptions named below, as ours have, it gets these; any other gets an
AssertionError.

What the submission has raised arrives as one of Python's own exceptions. The
student's functions ran in another process, so frames are made here that look
like theirs, with names, places and arguments. They run nothing of a student's.
"""
from importlib import util
from pathlib import Path
from traceback import walk_tb
from types import FrameType, TracebackType
from typing import Any, Optional
import keyword
import linecache
import os
import re
import sys
import unittest
from course.marking.configuration import SUPPORT

Step = tuple[FrameType, int]

# The judge ends a test at its limit. A suite's own limit is this many times as
# long, and is never reached.
LATER = 6

# What faulthandler says of a step in a submission: the file, the line, which
# Python 3.11 does not know for some steps of a loop, and the function.
PLACE = re.compile(r'  File ".{0,300}?/submission/(.{1,300})", '
                   r'line (\d{0,6})\S* in (.*)')


class Suite:
    """A test suite.

    === Attributes ===
    tests: its tests, in order
    """
    tests: list[unittest.TestCase]
    _seconds: float
    _modules: list[Any]

    def __init__(self, path: Path, seconds: float) -> None:
        """Load the suite at path, whose tests have this many seconds each."""
        self._seconds = seconds
        os.environ['SECONDS_PER_TEST'] = f'{seconds:g}'
        # Each suite has support of its own, as if it was run alone.
        self._modules = [load_module(each) for each in (
            path.parent / SUPPORT, path) if each.is_file()]
        # These lead to no student's code.
        self.lend('LIBRARY', (*self._find('LIBRARY', ()),
                              os.path.normcase(Path(__file__).parent)))
        self.tests = flatten(
            unittest.defaultTestLoader.loadTestsFromModule(self._modules[-1]))

    def prepare(self, times: float = LATER) -> None:
        """Make the limit that the suite believes in this many times as long."""
        self.lend('LIMIT', self._seconds * times)

    def lend(self, name: str, value: Any) -> None:
        """Give value to the modules that have a variable called name."""
        for module in self._modules:
            if hasattr(module, name):
                setattr(module, name, value)

    def make_error(self, name: str, text: str) -> Exception:
        """Return the suite's exception called name, with text."""
        return self._find(name, AssertionError)(text)

    def make_endless_error(self, steps: list[Step], text: str) -> Exception:
        """Return the error to raise if the time is over, at these steps."""
        self.prepare(1)
        kind = self._find('EndlessError', None)
        return kind(steps) if kind else AssertionError(text)

    def _find(self, name: str, default: Any) -> Any:
        """Return what the suite calls name, default if it has no such thing."""
        return next((getattr(module, name) for module in self._modules
                     if hasattr(module, name)), default)


def load_module(path: Path) -> Any:
    """Return the module in the file at path, under its own name."""
    spec: Any = util.spec_from_file_location(path.stem, path)
    module = sys.modules[path.stem] = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def flatten(tests: Any) -> list[unittest.TestCase]:
    """Return the tests in a test suite, and in those in it."""
    return [tests] if isinstance(tests, unittest.TestCase) else [
        test for part in tests for test in flatten(part)]


def read_steps(report: Any, folder: Path) -> list[Step]:
    """Return those of the reported steps that make sense. Line 0 is unknown."""
    steps = []
    for each in report if isinstance(report, list) else []:
        if not isinstance(each, dict):
            continue
        place: Any = [each.get(key) for key in ('file', 'line', 'name')]
        file, line, name = place
        if list(map(type, place)) == [str, int, str] and 0 <= line < 10 ** 6 \
                and len(name) < 100 and folder / file in folder.rglob('*.py'):
            arguments = {
                pair[0]: pair[1] for pair in each.get('arguments') or []
                if isinstance(pair, list) and len(pair) == 2
                and is_name(pair[0]) and not isinstance(pair[1], list)}
            if is_name(each.get('owner')):
                arguments['self'] = type(each['owner'], (), {})()
            steps.append((make_frame(name, str(folder / file), arguments),
                          line or find_function(folder / file, name)))
    return steps


def read_faulthandler(text: str, folder: Path) -> list[Step]:
    """Return the steps in folder of which faulthandler tells in text."""
    places = PLACE.findall(text.rpartition('(most recent call first)')[2])
    return read_steps([{'file': file, 'line': int(line or 0), 'name': name}
                       for file, line, name in reversed(places)], folder)


def find_function(path: Path, name: str) -> int:
    """Return the line of the file at path where a function begins, or 1."""
    lines = path.read_text('utf-8', 'replace').splitlines()
    return next((number for number, line in enumerate(lines, 1)
                 if re.match(rf'\s*def {re.escape(name)}\b', line)), 1)


def is_name(text: Any) -> bool:
    """Return whether text can be the name of an argument."""
    return isinstance(text, str) and text.isidentifier() \
        and not keyword.iskeyword(text) and text[:2] != '__' \
        and len(text) < 100


def make_frame(name: str, path: str, arguments: dict[str, Any]) -> FrameType:
    """Return a frame of a function in path that was called with arguments."""
    source = f'def call({", ".join(arguments)}): return __find()'
    space: dict[str, Any] = {'__find': lambda: sys._getframe(1)}
    # The names were checked: nothing of what the student wrote is run.
    exec(source, space)
    call = space['call']
    call.__code__ = call.__code__.replace(co_name=name, co_filename=path)
    return call(*arguments.values())


def format_steps(trace: Optional[TracebackType]) -> str:
    """Return the last made steps in trace as the suites show them."""
    text = ''
    steps = [step for step in walk_tb(trace) if '__find' in step[0].f_globals]
    for frame, line in steps[-3:]:
        path, name = frame.f_code.co_filename, frame.f_code.co_name
        text += (f'    {Path(path).name} line {line}, in {name}\n'
                 f'        {linecache.getline(path, line).strip()}\n')
    return text


def make_traceback(steps: list[Step]) -> Optional[TracebackType]:
    """Return a traceback through steps, None if there are none."""
    trace = None
    for frame, line in reversed(steps):
        trace = TracebackType(trace, frame, 0, line)
    return trace
