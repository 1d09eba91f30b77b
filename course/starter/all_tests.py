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
import inspect
import os
import sys
import unittest

SUITES = ['stonehenge_unittest_basic', 'minimax_unittest_basic']

# Pytest looks for the tests here, and unittest asks load_tests below.
globals().update(
    {
        name: thing
        for suite in SUITES
        for name, thing in vars(import_module(suite)).items()
        if name.startswith('Test')
    }
)

# Groups of tests: the points of each, its tests or their classes, and a test
# without which it counts a quarter at most, if there is one.
GROUPS: 'dict[str, tuple[float, list[str], str]]' = {
    # {{points}}
}


def load_tests(
    loader: unittest.TestLoader, _tests: Any, _pattern: Any
) -> unittest.TestSuite:
    """Return the tests of both suites. Unittest asks for them here, whatever
    its pattern for names of files: the suites leave theirs to this file.
    """
    return loader.loadTestsFromNames(SUITES)


def print_points(result: Any) -> None:
    """Print what the suites are worth that were run as a whole."""
    statuses, reasons = read_result(result)
    lines = []
    for suite in SUITES:
        tests = list_tests(result, suite)
        if tests and all(test in statuses for test in tests):
            earned, most = count_points(statuses, reasons, suite)
            lines.append(
                f'{suite.split("_")[0].capitalize()}: '
                f'{round(earned, 2):g} of {most:g} points.'
            )
    if not lines:
        return
    hidden = sum(
        points
        for points, names, _ in GROUPS.values()
        if not names[0].startswith(tuple(SUITES))
    )
    if not result.failures:
        result.stream.writeln()
    result.stream.writeln(
        f'\n{" ".join(lines)}\n'
        f'Not counted here: style, and hidden tests for {hidden:g} points.\n'
        f'Within a group, each test costs the same. One that is skipped for a '
        f'mistake in\n'
        f'another group costs nothing, if half of that other group is right.'
    )


def list_tests(result: Any, suite: str) -> 'list[str]':
    """Return the names of all tests of a suite, if any of them were run."""
    for test in result.tests_run:
        if name_of(test).startswith(suite):
            module = sys.modules[test.__module__]
            loaded = unittest.TestLoader().loadTestsFromModule(module)
            return [name_of(each) for each in loaded]
    return []


def read_result(result: Any) -> 'tuple[dict[str, str], dict[str, str]]':
    """Return what became of each test: passed, failed or excused; and for those
    that were skipped, the class and the name of the test that they name.
    """
    statuses = {name_of(each): 'passed' for each in result.tests_run}
    reasons = {}
    for test, _ in result.failures:
        statuses[name_of(test)] = 'failed'
    for test, text in result.skipped:
        is_excused = getattr(test, 'excused', False)
        statuses[name_of(test)] = 'excused' if is_excused else 'failed'
        reasons[name_of(test)] = shorten(text.rpartition(' See ')[2])
    return statuses, reasons


def count_points(
    statuses: 'dict[str, str]', reasons: 'dict[str, str]', suite: str
) -> 'tuple[float, float]':
    """Return the points earned in a suite, and those of all its groups, as
    read_result says what became of tests.
    """
    no_reasons = find_half_wrong(statuses)
    earned = 0.0
    most = 0.0
    for points, names, root in GROUPS.values():
        tests = find_tests(names, statuses)
        if tests and names[0].startswith(suite):
            most += points
            good = [test for test in tests if statuses[test] == 'passed']
            if statuses.get(root, 'passed') == 'passed':
                good += [
                    test
                    for test in tests
                    if statuses[test] == 'excused'
                    and reasons.get(test) not in no_reasons
                ]
                share = len(good) / len(tests)
            else:
                share = min(len(good) / len(tests), 0.25)
            earned += points * share
    return earned, most


def find_tests(names: 'list[str]', statuses: 'dict[str, str]') -> 'list[str]':
    """Return the tests that were run and have these names, or their classes."""
    beginnings = tuple(f'{name}.' for name in names)
    return [test for test in statuses if f'{test}.'.startswith(beginnings)]


def find_half_wrong(statuses: 'dict[str, str]') -> 'set[str]':
    """Return the tests that have not passed, of groups in which less than half
    is right, as their class and their name.
    """
    found = set()
    for _, names, _ in GROUPS.values():
        tests = find_tests(names, statuses)
        kinds = [statuses[test] for test in tests]
        if kinds.count('passed') < max(1, kinds.count('failed')):
            found |= {
                shorten(test) for test in tests if statuses[test] != 'passed'
            }
    return found


def name_of(test: Any) -> str:
    """Return the name of test with those of its class and its file."""
    file = os.path.basename(inspect.getfile(type(test)))
    return f'{file.removesuffix(".py")}.{shorten(test.id())}'


def shorten(name: str) -> str:
    """Return the name of a test with that of its class alone."""
    return '.'.join(name.rstrip('.').split('.')[-2:])


if __name__ == '__main__':
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
        check_all(['stonehenge.py', 'strategy.py'], config='a2_pyta.txt')
