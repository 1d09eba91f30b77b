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
from typing import Any, Iterator, Optional
import builtins
import keyword
import linecache
import os
import re
import sys
import unittest
from course.marking.configuration import SUPPORT

Step = tuple[FrameType, int]

HERE = str(Path(__file__).parent)
# The judge ends a test at its limit. A suite's own limit is this many times as
# long, and is never reached.
LATER = 6

# A line in which faulthandler says where a thread is.
PLACE = re.compile(r'  File "(.*)", line (\S+) in (.*)')

# Only Python's own exceptions arrive, by their names. One that a student has
# defined arrives as the nearest of these that it is a subclass of.
ARRIVING = {name for name, kind in vars(builtins).items()
            if isinstance(kind, type) and issubclass(kind, Exception)}
# Their constructors want more than a text.
AS_OTHERS = {'UnicodeDecodeError': 'UnicodeError',
             'UnicodeEncodeError': 'UnicodeError',
             'UnicodeTranslateError': 'UnicodeError',
             'ExceptionGroup': 'Exception'}


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
        for module in self._modules:
            if hasattr(module, 'LIBRARY'):  # Where no student's code is.
                module.LIBRARY = (*module.LIBRARY, os.path.normcase(HERE))
        self.tests = list(flatten(
            unittest.defaultTestLoader.loadTestsFromModule(self._modules[-1])))

    def prepare(self, times: float = LATER) -> None:
        """Make the limit that the suite believes in this many times as long."""
        for module in self._modules:
            if hasattr(module, 'LIMIT'):
                module.LIMIT = self._seconds * times

    def lend(self, name: str, value: Any) -> None:
        """Give value to the modules that have a variable called name."""
        for module in self._modules:
            if hasattr(module, name):
                setattr(module, name, value)

    def make_error(self, name: str, text: str) -> Exception:
        """Return the suite's exception called name, with text."""
        return self._find_error(name, AssertionError)(text)

    def make_endless_error(self, steps: list[Step], text: str) -> Exception:
        """Return the error to raise if the time is over, at these steps."""
        self.prepare(1)
        kind = self._find_error('EndlessError', None)
        return AssertionError(text) if kind is None else kind(steps)

    def _find_error(self, name: str, default: Any) -> Any:
        """Return the suite's exception called name, default if it has none."""
        return next((getattr(module, name) for module in self._modules
                     if hasattr(module, name)), default)


def load_module(path: Path) -> Any:
    """Return the module in the file at path, under its own name."""
    spec: Any = util.spec_from_file_location(path.stem, path)
    module = sys.modules[path.stem] = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def flatten(tests: Any) -> Iterator[unittest.TestCase]:
    """Yield the tests in a test suite, and in those in it."""
    for test in tests:
        if isinstance(test, unittest.TestSuite):
            yield from flatten(test)
        else:
            yield test


def make_error(report: dict) -> Exception:
    """Return the exception that the submission has reported."""
    names = [name for name in report.get('names') or ['Exception']
             if isinstance(name, str)]
    text = str(report.get('text', ''))
    known = next((name for name in names if name in ARRIVING), 'Exception')
    if names[:1] != [known]:
        text = f'{names[0]}: {text}' if names else text
    kind: Any = getattr(builtins, AS_OTHERS.get(known, known))
    return kind(text)


def name_error(error: BaseException) -> list[str]:
    """Return the nearest of Python's own exceptions to error, and its text.

    >>> name_error(KeyError('A'))
    ['KeyError', "'A'"]
    """
    names = [kind.__name__ for kind in type(error).__mro__]
    return [next(name for name in names if name in ARRIVING), str(error)]


def read_steps(report: Any, folder: Path) -> list[Step]:
    """Return the reported steps in folder, as far as they make sense."""
    steps = []
    for each in report if isinstance(report, list) else []:
        if not isinstance(each, dict):
            continue
        place: Any = [each.get(key) for key in ('file', 'line', 'name')]
        file, line, name = place
        if list(map(type, place)) == [str, int, str] and 0 < line < 10 ** 6 \
                and len(name) < 100 and folder / file in folder.rglob('*.py'):
            arguments = {
                pair[0]: pair[1] for pair in each.get('arguments') or []
                if isinstance(pair, list) and len(pair) == 2
                and is_name(pair[0]) and not isinstance(pair[1], list)}
            if is_name(each.get('owner')):
                arguments['self'] = type(each['owner'], (), {})()
            path = str(folder / file)
            steps.append((make_frame(name, path, arguments), line))
    return steps


def read_faulthandler(text: str, seen: str, folder: Path) -> list[Step]:
    """Return the steps in text by faulthandler, which calls folder seen."""
    places = PLACE.findall(text.rpartition('(most recent call first)')[2])
    steps = [(path.removeprefix(seen + '/'), line, name)
             for path, line, name in reversed(places)]
    return read_steps([
        {'file': path, 'name': name, 'line': int(line) if line.isdigit()
            else find_function(folder, path, name)}
        for path, line, name in steps], folder)


def find_function(folder: Path, file: str, name: str) -> int:
    """Return the line where the function called name begins in a file in
    folder, or else 1. Python 3.11 knows no other line for some steps of a loop.
    """
    lines = (folder / file).read_text('utf-8', 'replace').splitlines() \
        if folder / file in folder.rglob('*.py') else []
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
