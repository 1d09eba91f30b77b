"""Students' own tests: do they pass on a right solution, and notice faults?

A suite for the judge, like mixes.py. Each solution runs in a process of its own
with the tests, which are hostile until the contrary is proved. All that they
can say is whether they pass: for each fault, they meet a right solution and a
wrong one, in random order, and have to tell one from the other. Solutions are
there without their source, and no two of them are the same, byte by byte.
What tests say of themselves is not repeated: it might be the solution.
"""
from pathlib import Path
from shutil import copyfile, rmtree
from tempfile import mkdtemp
from typing import Any, Optional
import ast
import importlib.util
import json
import marshal
import random
import re
import unittest
from course.marking.configuration import TOP
from course.marking.connection import EndedError, TimeOutError
from course.marking.files import copy_part
from course.marking.inside.wire import BadLineError
from course.marking.partner import RaisedError, open_partner
from course.marking.suites import ARRIVING

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
    """Return the known faults: what is wrong, whether students are told, and
    the change to one of our files that makes it wrong.
    """
    path = TOP / 'course' / 'marking' / 'faults.json'
    return json.loads(path.read_text(encoding='utf-8'))


def write_solution(folder: Path, fault: Optional[Fault]) -> None:
    """Write a solution with this fault, or a right one, into folder."""
    for part in PARTS:
        copy_part(TOP / part, folder / part)
    for name in WRITTEN:
        text = (TOP / name).read_text(encoding='utf-8')
        if fault is not None and fault['file'] == name:
            assert text.count(fault['old']) == 1, fault
            text = text.replace(fault['old'], fault['new'])
        (folder / name).write_text(text, encoding='utf-8')


def hide_source(path: Path) -> None:
    """Compile the file at path, with idle steps here and there, and leave no
    source.
    """
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
    """Run tests on a solution with this fault, or on a right one. Return what
    keeps them from passing, in sentences.
    """
    limits, space = START['limits'], Path(mkdtemp(dir=START['cell'].parent))
    try:
        write_solution(space / 'files', fault)
        for name in WRITTEN:
            hide_source(space / 'files' / name)
        for test in tests:
            copyfile(test, space / 'files' / test.name)
        with open_partner(space, space / 'files', START['isolation'], limits
                          ) as partner:
            return read_failures(partner.ask('tests', None, '', [
                path.stem for path in tests]), tests)
    except TimeOutError:
        return [f'Together, they were still running after '
                f'{limits.seconds_per_test:g} s.']
    except (EndedError, RaisedError):
        return ['They have ended the program.']
    except BadLineError:
        return ['What they report cannot be read.']
    finally:
        rmtree(space, ignore_errors=True)


def read_failures(found: Any, tests: list[Path]) -> list[str]:
    """Return what the process says of tests, as far as it makes sense: nothing
    but names that stand there, and a few words.
    """
    told: list[str] = []
    try:
        count, failed = found
        for file, test, error in failed[:MOST_TOLD]:
            text = next(path.read_text('utf-8', 'replace') for path in tests
                        if path.stem == file)
            kind = error.rpartition('.')[2]
            what = f'raised {kind}' if kind in ARRIVING else 'failed'
            if kind == 'NothingToTypeError':
                what = 'asked for input that nobody types'
            if test in re.findall(r'\bdef +((?:test|setUp)\w*)', text):
                told.append(f'{test} in {file}.py {what}.')
            elif test == '':
                told.append(f'{file}.py, when it was imported, {what}.')
        if type(count) is int and (count > 0 or told):
            return list(dict.fromkeys(told)) + ['There are more.'] * (
                len(failed) > len(told))
        return ['There is no test in them.']
    except (TypeError, ValueError, AttributeError, StopIteration):
        return ['What they report cannot be read.']


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
        self.assertTrue(problems[True], 'They pass.')


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
