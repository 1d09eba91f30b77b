"""All tests of the assignment, and what they are worth.

    python3 -m unittest

runs both suites. For each suite that was run as a whole, a line says how many
points that is, without the hidden tests and without style.

    python3 test_all.py

checks the style, too. Without points, pytest runs the tests as well:

    python3 -m pytest
"""
from importlib import import_module
from io import TextIOWrapper
from typing import Any
import os
import sys
import unittest

SUITES = ['stonehenge_unittest_basic', 'minimax_unittest_basic']

# Groups of tests: the points of each, its tests or their classes, and a test
# without which it counts a quarter at most, if there is one.
GROUPS: 'dict[str, tuple[float, list[str], str]]' = {
    # {{points}}
}

# What became of a test. One that is excused has the name of another test, for
# the fault of which it was skipped.
PASSED, FAILED = 'passed', 'failed'

# Pytest looks for the tests here, and unittest asks load_tests below.
for module in map(import_module, SUITES):
    globals().update({name: thing for name, thing in vars(module).items()
                      if name.startswith('Test')})


def load_tests(loader: unittest.TestLoader, _tests: Any, _pattern: Any
               ) -> unittest.TestSuite:
    """Return the tests of both suites. Unittest asks for them here, whatever
    its pattern for names of files: the suites leave theirs to this file.
    """
    return loader.loadTestsFromNames(SUITES)


def print_points(result: Any) -> None:
    """Print what the suites are worth that were run as a whole."""
    outcomes, told = read_outcomes(result), []
    for suite in SUITES:
        tests: Any = unittest.defaultTestLoader.loadTestsFromName(suite)
        if all(test.id() in outcomes for test in tests):
            earned, most = count_points(outcomes, suite)
            told.append(f'{suite.split("_")[0].capitalize()}: '
                        f'{round(earned, 2):g} of {most:g} points.')
    if told:
        hidden = sum(points for points, names, _ in GROUPS.values()
                     if not names[0].startswith(tuple(SUITES)))
        result.stream.writeln('\n'.join([
            *[''] * (1 if result.failures else 2), ' '.join(told),
            f'Not counted here: style, and hidden tests for {hidden:g} points.',
            'Within a group, each test costs the same. One that is skipped for '
            'a mistake in',
            'another group costs nothing, if half of that other group is '
            'right.']))


def read_outcomes(result: Any) -> 'dict[str, str]':
    """Return what became of each test that was run, by its name."""
    outcomes = {each.id(): PASSED for each in result.tests_run}
    outcomes.update({each.id(): FAILED for each, _ in result.failures})
    for test, text in result.skipped:
        outcomes[test.id()] = FAILED
        if getattr(test, 'excused', False):
            outcomes[test.id()] = shorten(text.rpartition(' See ')[2])
    return outcomes


def count_points(outcomes: 'dict[str, str]', suite: str
                 ) -> 'tuple[float, float]':
    """Return the points earned in a suite, and those of all its groups."""
    half_wrong, earned, most = find_half_wrong(outcomes), 0.0, 0.0
    for points, names, root in GROUPS.values():
        kinds = [outcomes[test] for test in find_tests(names, outcomes)]
        if kinds and names[0].startswith(suite):
            share = kinds.count(PASSED) / len(kinds)
            if outcomes.get(root, PASSED) == PASSED:
                share += sum(kind not in (PASSED, FAILED, *half_wrong)
                             for kind in kinds) / len(kinds)
            else:
                share = min(share, 0.25)
            earned, most = earned + points * share, most + points
    return earned, most


def find_tests(names: 'list[str]', outcomes: 'dict[str, str]') -> 'list[str]':
    """Return the tests that were run and have these names, or their classes."""
    beginnings = tuple(f'{name}.' for name in names)
    return [test for test in outcomes if f'{test}.'.startswith(beginnings)]


def find_half_wrong(outcomes: 'dict[str, str]') -> 'set[str]':
    """Return the tests that have not passed, of groups in which less than half
    is right.
    """
    found = set()
    for _, names, _ in GROUPS.values():
        tests = find_tests(names, outcomes)
        kinds = [outcomes[test] for test in tests]
        if kinds.count(PASSED) < max(1, kinds.count(FAILED)):
            found |= {shorten(test) for test in tests
                      if outcomes[test] != PASSED}
    return found


def shorten(name: str) -> str:
    """Return the name of a test with that of its class alone."""
    return '.'.join(name.rstrip('.').split('.')[-2:])


if __name__ == "__main__":
    # The files to check, and the settings, are where this file is.
    os.chdir(os.path.dirname(os.path.abspath(__file__)))
    os.environ['MYPY_CACHE_DIR'] = os.devnull  # PythonTA calls mypy.
    # PythonTA prints characters that not all terminals have.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors='replace')
    unittest.main(exit=False)
    try:
        from python_ta import check_all
    except ImportError:
        print('To check the style: python3 -m pip install python-ta==2.13.1')
    else:
        check_all(['stonehenge.py', 'strategy.py'], config="a2_pyta.txt")
