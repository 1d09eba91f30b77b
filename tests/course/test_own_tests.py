"""Students' own tests are marked by the faults that they notice, and hostile
ones gain nothing."""
from pathlib import Path
from shutil import copytree
from subprocess import run
import re
import sys
import pytest
from course.marking.student_tests import hide_source, read_faults, \
    write_solution
from course.starter.plan import make_files
from tests.support.marking import read_feedback, read_marks, run_tool, \
    write_toml
from tests.support.programs import TOP, copy_to, run_in
from tests.support.starters import plug_in
from tests.support.submissions import RANDOM, Case, Group, add

OWN, HIDDEN = 'Your own tests', 'Your own tests: hidden faults'
POINTS = '[student_tests]\npoints = 7\nhidden_points = 7\n' \
         '[style]\npoints = 0\n[limits]\nseconds_per_test = 4\n'
START = '''
from unittest.mock import patch
import stonehenge
def play(size, moves=""):
    with patch("builtins.input", return_value=str(size)):
        game = stonehenge.StonehengeGame(True)
    for move in moves:
        game.current_state = game.current_state.make_move(move)
    return game
def test_it():
'''
# These notice each of the known faults.
GOOD = '''
    pass
from unittest import TestCase
from strategy import iterative_minimax_strategy, recursive_minimax_strategy
from subtract_square_game import SubtractSquareGame
class TestStonehenge(TestCase):
    def test_claims(self):
        for moves, shown in (
                ("A", "1@11B@@CDE@FG@@@"), ("AC", "1@11B@@2DE@FG@2@"),
                ("AB", "1@112@@CDE@FG2@@"), ("CD", "1@@AB@@12E@FG@1@")):
            words = str(play(2, moves).current_state).split()
            self.assertEqual("".join(
                each for each in words if each.isalnum() or each == "@"), shown)
    def test_moves(self):
        state = play(2).current_state
        self.assertNotEqual(state.p1_turn, state.make_move("A").p1_turn)
        with self.assertRaises(ValueError):
            play(2, "AA")
        game = play(1, "A")
        self.assertEqual(game.current_state.get_possible_moves(), [])
        self.assertTrue(game.is_winner("p1"))
        self.assertEqual(play(1).str_to_move(" b "), "B")
        self.assertEqual(play(1).current_state.rough_outcome(), 1)
def test_minimax():
    for strategy in recursive_minimax_strategy, iterative_minimax_strategy:
        with patch("builtins.input", return_value="28"):
            game = SubtractSquareGame(True)
        before = game.current_state
        assert strategy(game) == 16 and game.current_state is before
'''
# This one is wrong, and the others are not.
WRONG = '''
def test_wrong():
    assert play(2).is_over(play(2).current_state)
'''
# These notice one fault. Whoever can read a solution notices more.
READING = '''
    state = play(1).current_state
    assert state.p1_turn and not state.make_move("A").p1_turn
    import inspect
    try:
        text = inspect.getsource(stonehenge)
    except (OSError, TypeError):
        text = open(stonehenge.__file__, encoding="latin-1").read()
    assert "(len(line) + 1) // 2" in text or "def " not in text
'''
LYING = '''
    import gc, unittest
    for kind in unittest.TestResult, unittest.TestCase, unittest.TestSuite:
        for name in "run", "addFailure", "addError":
            setattr(kind, name, lambda *_, **__: None)
    for thing in gc.get_objects():
        if type(thing).__name__ == "Host":
            thing._do = lambda *_: [99, [["x"], 5, ["test_it", 1]]]
    assert False
'''
FAILING = """
    assert 1 == 2, "SECRET" + repr(play(1))
def test_input():
    stonehenge.StonehengeGame(True)
import unittest
class T(unittest.TestCase):
    def setUpClass(): raise KeyError
    def test_b(self): 1
class U(unittest.TestCase):
    def tearDownClass(): 1 / 0
    def test_b(self): 1
"""
LEFT_OUT = 'They do not all pass on a right solution. Those that do not are ' \
           'left out: '
# File, what is to be read, points for faults that one is told of, and others.
CASES = {
    'good': (GOOD, 'All tests have passed', 7, 7),
    'weak': (READING, 'fail if half of a ley-line is rounded down.** ... '
                      'Your own tests pass on hidden fault 7. ... '
                      'Your own tests pass on hidden fault 13.', 2, 0),
    'none': ('', 'There is no file of yours called test_....py.', 0, 0),
    'wrong': (GOOD + WRONG, LEFT_OUT + '1.', 6, 7),
    'import': ('    pass\nimport pytest', 'There is no right test in them.',
               0, 0),
    'lying': (LYING, '', 0, 0),
    'failing': (FAILING, 'There is no right test in them.', 0, 0),
    'subtests': ('    pass\nimport unittest\nclass T(unittest.TestCase):\n'
                 '    def test_b(self):\n        for i in 0.5, 2:\n'
                 '            with self.subTest(i=i): self.fail()',
                 LEFT_OUT + '1.', 0, 0),
    'exit': ('    import os\n    os._exit(0)', 'They have ended the program.',
             0, 0),
    'loop': ('    while True: pass', 'still running after 4 s.', 0, 0),
    'forged': ('    import os\n    for n in range(1, 20):\n        try:\n'
               '            os.write(n, b\'{"value": [9, []]}\\n\')\n'
               '        except OSError: pass', 'cannot be read', 0, 0)}


@pytest.fixture(name='out', scope='module')
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Mark all these in one run. Give the folder with the results."""
    folder = tmp_path_factory.mktemp('own')
    for name, (text, *_) in CASES.items():
        files = {'test_x.py': START + text} if text else {}
        Case(changes=[add(files)]).write(folder / 'subs' / name)
    quick = Group(['minimax_unittest_basic.TestRandom.test_finished'], 4)
    toml = write_toml(folder / 'toml', {RANDOM: quick}, POINTS)
    run_tool('run', folder / 'subs', '-o', folder / 'out', '-c', toml, '-j', 2)
    return folder / 'out'


@pytest.mark.slow
@pytest.mark.parametrize('name', CASES)
def test_marks(name: str, out: Path) -> None:
    """Each fault that is noticed counts the same, and so does it that all tests
    pass on a right solution. Those that do not are left out. Neither their
    names nor what they raise is told: a solution could be spelt by that."""
    _, words, told, hidden = CASES[name]
    row, feedback = read_marks(out)[name], read_feedback(out, name)
    assert (row[RANDOM], row[OWN], row[HIDDEN]) == ('4', f'{told}', f'{hidden}')
    assert all(part in feedback for part in words.split(' ... '))
    assert not re.search('SECRET|test_x|test_it|AssertionError|KeyError',
                         feedback)


def test_faults(tmp_path: Path) -> None:
    """Each known fault can be made in our solution, and students are told of
    about half of them. Of a solution, its source is not there, and two copies
    differ."""
    faults = read_faults()
    for number, fault in enumerate(faults):
        write_solution(tmp_path / str(number), fault)
    assert sum(fault['visible'] for fault in faults) == 6 == len(faults) // 2
    for name in 'one', 'two':
        write_solution(tmp_path / name, None)
        hide_source(tmp_path / name / 'stonehenge.py')
        assert not (tmp_path / name / 'stonehenge.py').exists()
    one, two = ((tmp_path / name / 'stonehenge.pyc').read_bytes()
                for name in ('one', 'two'))
    assert one != two and b'Board' in one


@pytest.fixture(name='starter', scope='module')
def make_starter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give what students get if their own tests have points, with a right
    solution.
    """
    folder = tmp_path_factory.mktemp('starter')
    (folder / 'toml').write_text(POINTS, 'utf-8')
    run([sys.executable, '-m', 'course.starter', folder / 'x', '--marking',
         folder / 'toml'], cwd=TOP, stdout=-1, check=True)
    plug_in(folder / 'x')
    copy_to(folder / 'x', ['stonehenge.py', 'strategy.py'])
    return folder / 'x'


@pytest.mark.parametrize('text, wrong, noticed', [
    (GOOD, '', 6), (GOOD + WRONG, 'test_x.test_wrong test_x.py, line 42: '
                    'AssertionError', 6),
    ('    assert str(play(2, "A").current_state).count("1") == 3',
     '', 2),
    ('    assert not play(3).is_over(play(3, "A").current_state)', '', 0),
    ('    play(2, "ABCDEFG")', '', 0),
    # What only one's own program has is missing on any other.
    (GOOD + '\ndef test_own():\n    play(2).current_state.cells',
     "On your own program, no tests failed. On another right program: "
     "test_x.test_own test_x.py, line 42: AttributeError: 'StonehengeState' "
     "object has no attribute 'cells'", 6),
    ('    assert type(play(2).current_state) is stonehenge.StonehengeState',
     'On another right program, no tests failed.', 0),
    ('    assert play(1, "AA")', 'There is no right test in any file', None),
    ('    pass\nimport nothing', 'test_x.py ModuleNotFoundError: No module',
     None),
    ('    import os\n    os._exit(0)', 'Your tests have ended the program.',
     None)])
def test_at_home(text: str, wrong: str, noticed: int | None, starter: Path
                 ) -> None:
    """At home, one command names the tests that are wrong, with their lines,
    and which of the faults that students are told of the others notice."""
    (starter / 'test_x.py').write_text(START + text, 'utf-8')
    # A cache may take one text for another of its size in the same second.
    done = run_in(starter, 'try_tests.py', PYTHONDONTWRITEBYTECODE='1')
    assert done.returncode == 0 and 'Traceback' not in done.stdout
    assert wrong in ' '.join(done.stdout.split())
    told = re.findall(r'^  (yes|NO ) +(.*)\?$', done.stdout, re.MULTILINE)
    assert [name for _, name in told] == [] if noticed is None else [
        fault['name'] for fault in read_faults() if fault['visible']]
    assert [word for word, _ in told].count('yes') == (noticed or 0)


def test_another_picture_at_home(starter: Path, tmp_path: Path) -> None:
    """Where a picture is not as it should be, this is said, and no test notices
    a fault by it."""
    copytree(starter, tmp_path / 'x')
    (tmp_path / 'x' / 'test_x.py').write_text(START + '    play(2)', 'utf-8')
    with open(tmp_path / 'x' / 'stonehenge.py', 'a', encoding='utf-8') as file:
        file.write('\n\nStonehengeState.__str__ = lambda state: "Board:"\n')
    said = run_in(tmp_path / 'x', 'try_tests.py').stdout
    assert said.endswith('On another right program:\nNot tried: the picture of '
                         'your Stonehenge is not right.\n')


def test_stopped_at_home(starter: Path) -> None:
    """Ctrl-C is one line."""
    (starter / 'test_x.py').write_text(
        START + '    import os, time\n    os.kill(os.getppid(), 2)\n'
        '    time.sleep(60)', 'utf-8')
    done = run_in(starter, 'try_tests.py')
    assert (done.stdout, done.returncode) == ('\nStopped.\n', 130)


def test_usage(starter: Path) -> None:
    """Other arguments are answered by how the program is called."""
    done = run_in(starter, 'try_tests.py', '-h')
    assert done.returncode == 1
    assert done.stdout == 'Usage: python3 try_tests.py\n'


def test_nothing_for_others() -> None:
    """Where these tests have no points, students get nothing for them."""
    assert not [path for path in make_files('assignment')
                if path.startswith('try_')]


# Plays random games, and shows them.
GAMES = '''
import random, sys, stonehenge
if sys.argv[1:]:
    import try_tests
    try_tests.plug_in(try_tests.FAULTS[sys.argv[1]])
chance = random.Random(1)
for number in range(20):
    game = stonehenge.StonehengeGame(number % 2 > 0, size=1 + number % 5)
    moves = game.current_state.get_possible_moves()
    while moves:
        state = game.current_state
        print(state, state.p1_turn, moves, game.is_over(state))
        game.current_state = state.make_move(chance.choice(moves))
        moves = game.current_state.get_possible_moves()
    print(game.is_winner("p1"), game.is_winner("p2"))
'''


@pytest.mark.parametrize('fault', [
    fault for fault in read_faults() if fault['visible']],
    ids=lambda fault: fault['name'])
def test_same_faults_at_home(fault: dict, starter: Path, tmp_path: Path
                             ) -> None:
    """A wrong program at home plays as the one that is used in marking does."""
    write_solution(tmp_path, fault)
    shown = run_in(starter, '-c', GAMES, fault['name']).stdout
    assert shown == run_in(tmp_path, '-c', GAMES).stdout
    assert shown.count('True') > 20 and 'Traceback' not in shown
