"""Students' own tests: do they pass on a right solution, and notice faults?

A suite for the judge, like mixes.py. The tests are hostile until the contrary
is proved. For each fault, they meet a right solution and a wrong one, in random
order, each in a process of its own, and have to tell one from the other. The
solutions have no source, and no two are the same, byte by byte. What tests say
of themselves is not repeated: it might be the solution.
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
from course.marking.inside.wire import ARRIVING, BadLineError

# The judge puts these here: 'cell' of the submission, 'isolation', 'limits'.
START: dict[str, Any] = {}
# Students get this one from us.
GIVEN = 'test_all.py'
PARTS = ['game.py', 'game_state.py', 'subtract_square_game.py',
         'subtract_square_state.py', 'game_interface.py', 'interface']
WRITTEN = ['stonehenge.py', 'strategy.py']
MOST_TOLD = 5  # Of the tests that fail.
CHANCE = random.SystemRandom()

Fault = dict[str, Any]


def read_faults() -> list[Fault]:
    """Return the known faults: name, visibility, and the change to a file."""
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


def run_on(fault: Optional[Fault], tests: list[Path]) -> list[str]:
    """Run tests on a solution. Return what keeps them from passing."""
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
                return read_failures(partner.ask('tests', None, '', [
                    path.stem for path in tests]), tests)
    except UndecidedError:
        raise
    except TimeOutError:
        return [f'Together, they were still running after '
                f'{limits.seconds_per_test:g} s.']
    except (EndedError, RaisedError):
        return ['They have ended the program.']
    except (BadLineError, TypeError, ValueError, AttributeError, StopIteration):
        return ['What they report cannot be read.']


def read_failures(found: Any, tests: list[Path]) -> list[str]:
    """Return what the process says of tests, in a few words of ours."""
    told: list[str] = []
    count, failed = found
    for file, test, error in failed[:MOST_TOLD]:
        text = next(path.read_text('utf-8', 'replace') for path in tests
                    if path.stem == file)
        kind = error.rpartition('.')[2]
        what = f'raised {kind}' if kind in ARRIVING else 'failed'
        if kind == 'NothingToTypeError':
            what = 'asked for input that nobody types'
        if test in re.findall(r'\bdef +((?:test|setUp|tearDown)\w*)', text):
            told.append(f'{test} in {file}.py {what}.')
        elif test == '':
            told.append(f'{file}.py, when it was imported, {what}.')
    if type(count) is not int or not (count > 0 or told):
        return ['There is no test in them.']
    return list(dict.fromkeys(told)) + ['There are more.'] * (
        len(failed) > len(told))


class OwnTests(unittest.TestCase):
    """Tests of the tests that were handed in."""
    longMessage: bool = False
    uses: list[str] = ['nothing']
    # Where they turned out not to pass on a right solution.
    wrong: str = ''

    def check(self, fault: Fault) -> None:
        """Check that they pass on a right solution, and fail on fault."""
        if OwnTests.wrong:
            self.skipTest(f'Not run: your tests have to pass on a right '
                          f'solution first. See {OwnTests.wrong}.')
        tests = [path for path in sorted((START['cell'] / 'submission').glob(
            'test_*.py')) if path.name != GIVEN and path.is_file()]
        problems = {wrong: run_on(fault if wrong else None, tests)
                    for wrong in CHANCE.sample([True, False], 2)} \
            if tests else {False: ['There is no file of yours called '
                                   'test_....py.']}
        if problems[False]:
            OwnTests.wrong = self.id()
            self.fail('Your tests have to pass on a right solution, and do '
                      'not.\n' + '\n'.join(problems[False]))
        # Each fault has words of its own, as it costs points of its own.
        self.assertTrue(problems[True], str(self.shortDescription()).replace(
            'fail', 'pass', 1))


class TestVisibleFaults(OwnTests):
    """Faults that students are told of."""


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
