"""Students' own tests: do they pass on a right solution, and notice faults?

A suite for the judge, like mixes.py. The tests are hostile until the contrary
is proved. For each fault, they meet a right solution and a wrong one, in random
order, each in a process of its own, and have to tell one from the other. The
solutions have no source, and no two are the same, byte by byte. What tests say
of themselves is not repeated: it might be the solution.

Tests that fail on a right solution are found first, and left out.
"""
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Optional
import ast
import importlib.util
import json
import marshal
import random
import re
import unittest
from course.marking.configuration import TOP
from course.marking.connection import EndedError, RaisedError, \
    TimeOutError, UndecidedError, open_partner
from course.marking.intake import copy_part
from course.marking.inside.wire import BadLineError

# The judge puts these here: 'cell' of the submission, 'isolation', 'limits'.
START: dict[str, Any] = {}
# Students get this one from us.
GIVEN = 'test_all.py'
PARTS = ['game.py', 'game_state.py', 'subtract_square_game.py',
         'subtract_square_state.py', 'game_interface.py', 'interface']
WRITTEN = ['stonehenge.py', 'strategy.py']
CHANCE = random.SystemRandom()

Fault = dict[str, Any]
# The names of a file and of a test in it, '' for all of them; or '' and, in
# words, what keeps all from being run.
Failure = tuple[str, str]


def read_faults() -> list[Fault]:
    """Return the known faults: name, visibility, and the change to a file; of
    one in a strategy that students are told of, the function that it is all of.
    """
    path = TOP / 'course' / 'marking' / 'faults.json'
    return json.loads(path.read_text('utf-8'))


def write_solution(folder: Path, fault: Optional[Fault]) -> None:
    """Write a solution with this fault, or a right one, into folder."""
    for part in PARTS:
        copy_part(TOP / part, folder / part)
    for name in WRITTEN:
        text = (TOP / name).read_text(encoding='utf-8')
        if fault and fault['file'] == name:
            assert text.count(fault['old']) == 1, fault
            text = text.replace(fault['old'], fault['new'])
        (folder / name).write_text(text, encoding='utf-8')


def hide_source(path: Path) -> None:
    """Compile the file at path, with idle steps, and leave no source."""
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            idle = f'_ = {CHANCE.random()}\n' * CHANCE.randrange(4)
            node.body[1:1] = ast.parse(idle).body
    code = compile(ast.fix_missing_locations(tree), path.name, 'exec',
                   optimize=2)
    path.with_suffix('.pyc').write_bytes(
        importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code))
    path.unlink()


def run_on(fault: Optional[Fault], tests: list[Path], wrong: list[Failure]
           ) -> list[Failure]:
    """Run tests on a solution, without those that are wrong. Return what fails.
    """
    left_out = [failure[0] for failure in wrong if not failure[1]]
    limits = START['limits']
    try:
        with TemporaryDirectory(dir=START['cell'].parent,
                                ignore_cleanup_errors=True) as name:
            files = Path(name) / 'files'
            write_solution(files, fault)
            for each in WRITTEN:
                hide_source(files / each)
            for test in tests:
                copy_part(test, files / test.name)
            with open_partner(Path(name), files, START['isolation'], limits
                              ) as partner:
                return read_failures(partner.ask(
                    'tests', None, '',
                    [path.stem for path in tests if path.stem not in left_out],
                    list(map(list, wrong))), tests)
    except UndecidedError:
        raise
    except TimeOutError:
        return [('', f'Together, they were still running after '
                     f'{limits.seconds_per_test:g} s.')]
    except (EndedError, RaisedError):
        return [('', 'They have ended the program.')]
    except (BadLineError, TypeError, ValueError, AttributeError, KeyError):
        return [('', 'What they report cannot be read.')]


def read_failures(found: Any, tests: list[Path]) -> list[Failure]:
    """Return which of tests have failed. What the process says of that may be a
    lie.
    """
    names = {path.stem: re.findall(
        r'\bdef +(test\w*)', path.read_text('utf-8', 'replace'))
        for path in tests}
    count, failed = found
    # What is shared by tests is not left out without them.
    wrong = {(str(file), test if test in names[file] else '')
             for file, test in failed}
    if type(count) is not int or not (count > 0 or wrong):
        return [('', 'There is no right test in them.')]
    return sorted(wrong)


class OwnTests(unittest.TestCase):
    """Tests of the tests that were handed in. To say which of them have failed,
    or how, would be to say what a solution is like.

    === Attributes ===
    is_tried: whether they were tried on a right solution
    wrong: what fails there
    """
    longMessage: bool = False
    uses: list[str] = ['nothing']
    is_tried: bool = False
    wrong: list[Failure] = []

    def list_tests(self) -> list[Path]:
        """Return the files with tests."""
        return [path for path in sorted((START['cell'] / 'submission').glob(
            'test_*.py')) if path.name != GIVEN and path.is_file()]

    def find_wrong(self) -> list[Failure]:
        """Return what fails on a right solution."""
        tests = self.list_tests()
        if not OwnTests.is_tried:
            OwnTests.is_tried = True
            OwnTests.wrong = run_on(None, tests, []) if tests else [
                ('', 'There is no file of yours called test_....py.')]
            if OwnTests.wrong and OwnTests.wrong[0][0]:
                OwnTests.wrong += run_on(None, tests, OwnTests.wrong)
        return OwnTests.wrong

    def check(self, fault: Fault) -> None:
        """Check that what is not wrong passes on a right solution once more,
        and fails on fault.
        """
        wrong, tests = self.find_wrong(), self.list_tests()
        reasons = [failure[1] for failure in wrong if not failure[0]]
        if reasons:
            self.skipTest(f'Not run: {reasons[0]}')
        problems = {each: run_on(fault if each else None, tests, wrong)
                    for each in CHANCE.sample([True, False], 2)}
        if problems[False]:
            why = 'Your tests have to pass on a right solution each time, ' \
                  'and do not.'
            OwnTests.wrong = [('', why)]
            self.fail(why)
        # Each fault has words of its own, as it costs points of its own.
        self.assertTrue(problems[True], str(self.shortDescription()).replace(
            'fail', 'pass', 1))


class TestVisibleFaults(OwnTests):
    """Faults that students are told of."""

    def test_00_on_a_right_solution(self) -> None:
        """Your own tests pass on a right solution, and do not always pass."""
        wrong = self.find_wrong()
        told = [why for file, why in wrong if not file] or [
            f'They do not all pass on a right solution. Those that do not are '
            f'left out: {len(wrong)}.']
        self.assertFalse(wrong, told[0])
        self.assertTrue(
            any(run_on(fault, self.list_tests(), []) for fault in read_faults()
                if fault['visible']), 'They pass on all of the wrong ones.')


class TestHiddenFaults(OwnTests):
    """Other faults."""


def add_test(fault: Fault, number: int) -> None:
    """Add the test for a fault, the one of this number."""
    def test(self: OwnTests) -> None:
        self.check(fault)
    kind: Any = TestVisibleFaults if fault['visible'] else TestHiddenFaults
    name = f'if {fault["name"]}' if fault['visible'] \
        else f'on hidden fault {number}'
    test.__doc__ = f'Your own tests fail {name}.'
    words = re.sub(r'\W+', '_', name)
    setattr(kind, f'test_{number:02}_{words}', test)


for _number, _fault in enumerate(read_faults(), 1):
    add_test(_fault, _number)
