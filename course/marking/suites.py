"""The suites that the judge runs, as they are, and the words they have for what
went wrong.

A suite is a module of `unittest`. Those of this package tell more than others:
if a suite has the names below, what happens in the submission's process is told
in its own words; any other suite gets an AssertionError.
"""
from importlib import util
from pathlib import Path
from typing import Any, Iterator
import os
import sys
import unittest
from course.marking.steps import Step

HERE = str(Path(__file__).parent)
# The judge ends a test at its limit. A suite's own limit is so many times that,
# and is never reached.
LATER = 6


class Suite:
    """A test suite.

    === Attributes ===
    name: its name
    tests: its tests, in order
    """
    name: str
    tests: list[unittest.TestCase]
    _seconds: float
    _module: Any
    _support: Any

    def __init__(self, path: Path, seconds: float) -> None:
        """Load the suite in the file at path. Each of its tests has so many
        seconds.
        """
        self.name, self._seconds = path.stem, seconds
        os.environ['SECONDS_PER_TEST'] = f'{seconds:g}'
        spec: Any = util.spec_from_file_location(self.name, path)
        self._module = util.module_from_spec(spec)
        sys.modules[self.name] = self._module
        spec.loader.exec_module(self._module)
        # What our suites are built on has the words for what went wrong.
        test_class = getattr(self._module, 'LimitedTest', None)
        self._support = sys.modules[test_class.__module__] if test_class \
            else self._module
        if hasattr(self._support, 'LIBRARY'):
            # Where the student's code is not.
            self._support.LIBRARY = (*self._support.LIBRARY,
                                     os.path.normcase(HERE))
        self.tests = list(flatten(
            unittest.defaultTestLoader.loadTestsFromModule(self._module)))

    def prepare(self) -> None:
        """Prepare for the next test."""
        self._set_limit(self._seconds * LATER)

    def _set_limit(self, seconds: float) -> None:
        """Have the suite believe in this limit."""
        if hasattr(self._support, 'LIMIT'):
            self._support.LIMIT = seconds

    def wrong(self, text: str) -> Exception:
        """Return the error to raise for something that is wrong."""
        return getattr(self._support, 'WrongError', AssertionError)(text)

    def missing(self, text: str) -> Exception:
        """Return the error to raise for something that is missing."""
        return getattr(self._support, 'MissingError', AssertionError)(text)

    def endless(self, steps: list[Step], text: str) -> Exception:
        """Return the error to raise if the time is over."""
        self._set_limit(self._seconds)
        kind = getattr(self._support, 'EndlessError', None)
        return AssertionError(text) if kind is None else kind(steps)


def flatten(tests: Any) -> Iterator[unittest.TestCase]:
    """Yield the tests in a test suite, and in those in it."""
    for test in tests:
        if isinstance(test, unittest.TestSuite):
            yield from flatten(test)
        else:
            yield test
