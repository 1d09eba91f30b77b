"""The suites that the judge runs, and how they learn what went wrong.

A suite is a module of `unittest`, run as it is. If it, or what it is built on,
has the exceptions named below, as ours have, it gets these; any other gets an
AssertionError.

What the submission has raised arrives as one of Python's own exceptions, whose
function `explain` asks what the suites would say of it where it was raised.
"""
from importlib import util
from pathlib import Path
from typing import Any, Callable, Optional
import linecache
import os
import re
import sys
import unittest
from course.marking.configuration import SUPPORT

# The cause of an error, which others may have, too, what there is to say, and
# the places in the student's code where it was.
Explanation = tuple[Optional[tuple], str, str]

# The judge ends a test at its limit. A suite's own limit is this many times as
# long, and is never reached.
LATER = 6

MOST_MATCHED = 2_000  # What a submission may have written takes no longer.
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


def mark_error(error: Any, explain: Callable[[], Explanation]) -> Any:
    """Return error, which our suites, and the judge, have explained so."""
    error.explain = explain
    return error


def read_faulthandler(text: str, folder: Path) -> list[tuple[Path, int, str]]:
    """Return the steps in folder of which faulthandler tells in text, the last
    one last: the file, the line and the function.
    """
    steps = []
    last = text.rpartition('(most recent call first)')[2]
    for file, line, name in reversed(PLACE.findall(last[:MOST_MATCHED])):
        if folder / file in folder.rglob('*.py') and len(name) < 100:
            steps.append((folder / file, int(line or 0)
                          or find_function(folder / file, name), name))
    return steps


def find_function(path: Path, name: str) -> int:
    """Return the line of the file at path where a function begins, or 1."""
    lines = path.read_text('utf-8', 'replace').splitlines()
    return next((number for number, line in enumerate(lines, 1)
                 if re.match(rf'\s*def {re.escape(name)}\b', line)), 1)


def format_places(steps: list[tuple[Path, int, str]]) -> str:
    """Return the last of these steps as the suites show them."""
    return ''.join(f'\n    {path.name} line {line}, in {name}\n        '
                   f'{linecache.getline(str(path), line).strip()}'
                   for path, line, name in steps[-3:])
