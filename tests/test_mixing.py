"""Our files next to other people's, and broken ones next to the suites.

Every test copies files to an empty folder and runs Python there, as a marker
does.
"""
from pathlib import Path
from shutil import copy
from subprocess import PIPE, STDOUT, CompletedProcess, run
import sys
import pytest

TOP = Path(__file__).resolve().parent.parent
SUITES = ['stonehenge_unittest_basic', 'minimax_unittest_basic']
CORE = ['game.py', 'game_state.py', 'game_interface.py', 'stonehenge.py',
        'strategy.py', 'subtract_square_game.py', 'subtract_square_state.py']

# Names what each edit breaks: the file, what stands there, what replaces it.
BROKEN = {
    'a claim undoes earlier ones': (
        'stonehenge.py', 'theirs |= 1 << number', 'theirs = 1 << number'),
    'half rounded down': (
        'stonehenge.py', '(len(on) + 1) // 2', 'max(1, len(on) // 2)'),
    'a wrong diagonal': (
        'stonehenge.py', '(n - row, column, row + 1 - column)',
        '(n - row, column, (row + 1 - column) ^ (n == row + 1 == 2))'),
    'down-left and down-right exchanged': (
        'stonehenge.py', '((0, 4), (2, -2), (2, 2))',
        '((0, 4), (2, 2), (2, -2))'),
    'a winner needs more than half': (
        'stonehenge.py', '(len(self.lines) + 1) // 2',
        'len(self.lines) // 2 + 1'),
    'recursive minimax forgets to negate': (
        'strategy.py', 'max(score, -recursive_score(',
        'max(score, recursive_score('),
    'iterative minimax forgets to negate': (
        'strategy.py', 'max(-below.score', 'max(below.score'),
    'minimax changes current_state': (
        'strategy.py', 'self.game = copy(game)', 'self.game = game')}


def copy_to(folder: Path, names: list[str], source: Path = TOP) -> None:
    """Copy the files called names from source to folder."""
    for name in names:
        copy(source / name, folder)


def run_in(folder: Path, *arguments: str, text: str = ''
           ) -> CompletedProcess[str]:
    """Run Python with arguments in folder, with text as its input."""
    return run([sys.executable, *arguments], cwd=folder, input=text,
               stdout=PIPE, stderr=STDOUT, encoding='utf-8', timeout=120,
               check=False)


def run_suites(folder: Path) -> CompletedProcess[str]:
    """Copy both suites to folder and run them there, to the first failure."""
    copy_to(folder, [suite + '.py' for suite in SUITES], TOP / 'tests')
    return run_in(folder, '-m', 'unittest', '-f', *SUITES)


def test_suites_pass_in_another_folder(tmp_path: Path) -> None:
    """The suites need nothing but the modules beside them."""
    copy_to(tmp_path, CORE)
    done = run_suites(tmp_path)
    assert done.returncode == 0, done.stdout


def test_bare_superclasses(tmp_path: Path) -> None:
    """Superclasses without hooks, with hardly any method at all, will do."""
    copy_to(tmp_path, CORE)
    copy_to(tmp_path, ['game.py', 'game_state.py'], TOP / 'tests' / 'bare')
    done = run_suites(tmp_path)
    assert done.returncode == 0, done.stdout
    played = run_in(tmp_path, 'game_interface.py', text='h\nmr\nmi\ny\n3\n')
    assert played.returncode == 0, played.stdout
    assert played.stdout.endswith('Player 1 is the winner!\n')


def test_stonehenge_and_strategy_alone(tmp_path: Path) -> None:
    """stonehenge.py and strategy.py with bare superclasses play, without any
    other file of ours."""
    copy_to(tmp_path, ['stonehenge.py', 'strategy.py'])
    copy_to(tmp_path, ['game.py', 'game_state.py'], TOP / 'tests' / 'bare')
    program = ('from stonehenge import StonehengeGame as G\n'
               'from strategy import *\n'
               'game = G(True)\n'
               'while not game.is_over(game.current_state):\n'
               '    move = iterative_minimax_strategy(game)\n'
               '    move = recursive_minimax_strategy(game)\n'
               '    game.current_state = game.current_state.make_move(move)\n'
               'print(game.is_winner("p1"), game.is_winner("p2"))\n')
    done = run_in(tmp_path, '-c', program, text='3\n')
    assert done.stdout.endswith('True False\n'), done.stdout


@pytest.mark.parametrize('what', BROKEN)
def test_broken_copies_fail(what: str, tmp_path: Path) -> None:
    """The suites notice what a student may get wrong."""
    name, good, bad = BROKEN[what]
    copy_to(tmp_path, CORE)
    text = (TOP / name).read_text(encoding='utf-8')
    assert text.count(good) == 1
    (tmp_path / name).write_text(text.replace(good, bad), encoding='utf-8')
    done = run_suites(tmp_path)
    assert done.returncode != 0, what
    assert 'FAILED' in done.stdout, done.stdout
