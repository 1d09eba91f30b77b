"""Whatever a student's code does, the suites come to an end, and say where it
was."""
from pathlib import Path
from time import monotonic
import re
import pytest
from tests.support.suites import copy_solution, failures_in, run_suites
from tests.support.wrong_solutions import WRONG, write_wrong_solution

STONEHENGE = ['stonehenge_unittest_basic']


def break_make_move(folder: Path, code: str) -> None:
    """Put code at the place in a right solution where a move is made."""
    copy_solution('lists', folder)
    path, place = folder / 'stonehenge.py', 'new_state = deepcopy(self)\n'
    text = path.read_text('utf-8')
    assert text.count(place) == 1
    path.write_text(text.replace(place, f'{place}        {code}\n'), 'utf-8')


def test_the_next_test_runs(tmp_path: Path) -> None:
    """A loop costs its time once. All tests that need it are skipped soon, and
    all others run."""
    write_wrong_solution(WRONG['a loop in get_possible_moves'], tmp_path)
    done = run_suites(tmp_path, '-k', 'Moves', suites=STONEHENGE, seconds=1)
    assert list(failures_in(done.stdout)) == ['TestFirstMoves.test_old_state']
    assert re.fullmatch(r'\.\.Fs[.s]*', done.stdout.splitlines()[0])


def test_swallowing_everything(tmp_path: Path) -> None:
    """A loop that catches all exceptions is frozen: it takes no more time from
    the tests after it, all of which run."""
    loop = ('while True:\n            try:\n                move.lower()\n'
            '            except BaseException:\n                pass')
    break_make_move(tmp_path, f'if move == "Y":\n          {loop}')
    done = run_suites(tmp_path, '-k', 'FirstMoves', '-k', 'Claims',
                      suites=STONEHENGE, seconds=1)
    failures = failures_in(done.stdout)
    assert list(failures) == ['TestFirstMoves.test_cell']
    told, = failures.values()
    assert "make_move('Y') did not come to its end: still running after 1 s: " \
        'in make_move, stonehenge.py line ' in told
    assert 'Moves so far: O.' in told
    # They got their share of the time: none of them came to its limit.
    assert set(done.stdout.splitlines()[0]) == set('.Fs')


def test_without_ctypes(tmp_path: Path) -> None:
    """Where a loop cannot be stopped, the run ends with the report so far."""
    write_wrong_solution(WRONG['a loop that swallows everything'], tmp_path)
    (tmp_path / 'ctypes.py').write_text('raise ImportError\n', 'utf-8')
    done = run_suites(tmp_path, seconds=1)
    told, = failures_in(done.stdout).values()
    assert 'still running after 1 s: in __str__, stonehenge.py line ' in told
    assert 'It cannot be stopped: no test is run after this.' in told
    assert 'Ran 4 tests' in done.stdout


def test_stuck_in_one_step(tmp_path: Path) -> None:
    """Where Python itself hangs, the run ends and says where it was."""
    break_make_move(tmp_path, 'sum(range(10 ** 15))')
    began = monotonic()
    done = run_suites(tmp_path, seconds=1)
    assert monotonic() - began < 20
    assert done.returncode != 0
    assert 'Timeout (0:00:06)!' in done.stdout
    assert re.search(r'File ".*stonehenge.py", line \d+ in make_move',
                     done.stdout)


WAIT_FOR_EVER = '''import sys, threading
        assert sys.stdin.read(1) == ''
        threading.Event().wait()'''


@pytest.mark.parametrize('code', ['input()', 'self.make_move(move)',
                                  'import time; time.sleep(1000)',
                                  WAIT_FOR_EVER, 'raise SystemExit',
                                  'raise KeyboardInterrupt'])
def test_other_traps(code: str, tmp_path: Path) -> None:
    """Waiting, leaving and the like end no more than the test."""
    break_make_move(tmp_path, code)
    done = run_suites(tmp_path, '-k', 'NewGame', '-k', 'FirstMoves',
                      suites=STONEHENGE, seconds=1)
    assert 'Ran 9 tests' in done.stdout, done.stdout
    told, = failures_in(done.stdout).values()
    assert re.search(r'stonehenge.py line \d+, in make_move', told)
    assert 'Moves so far: none.' in told
