"""Whatever a student's code does, the suites finish, and say where it was."""
from pathlib import Path
import re
import pytest
from tests.support.suites import failures_in, run_suites
from tests.support.wrong_solutions import WRONG, before_a_move, \
    write_wrong_solution

STONEHENGE = ['stonehenge_unittest_basic']


def test_the_next_test_runs(tmp_path: Path) -> None:
    """An endless loop takes its time once. Tests that would run into it again
    are soon skipped, and all others run."""
    write_wrong_solution(WRONG['a loop in get_possible_moves'], tmp_path)
    done = run_suites(tmp_path, '-k', 'Moves', suites=STONEHENGE, seconds=1)
    assert list(failures_in(done.stdout)) == ['TestFirstMoves.test_old_state']
    assert re.fullmatch(r'\.\.Fs[.s]*', done.stdout.splitlines()[0])


@pytest.mark.parametrize('name, has_ctypes', [
    ('a loop that swallows everything', True),
    ('a loop in get_possible_moves', False)])
def test_what_cannot_be_stopped(name: str, has_ctypes: bool, tmp_path: Path
                                ) -> None:
    """If a loop catches whatever is raised, or if Python lacks the means to
    stop it, the run ends with the report so far, which says where it was."""
    write_wrong_solution(WRONG[name], tmp_path)
    if not has_ctypes:
        (tmp_path / 'ctypes.py').write_text('raise ImportError\n', 'utf-8')
    done = run_suites(tmp_path, seconds=1)
    failure, = failures_in(done.stdout).values()
    assert re.search('still running after 1 s: in (__str__|get_possible_moves), '
                     'stonehenge.py line ', failure)
    assert 'It cannot be stopped: no test is run after this.' in failure
    assert set(done.stdout.splitlines()[0]) <= {'.', 'F'}
    assert done.stdout.splitlines()[0][-1] == 'F'


def test_stuck_in_one_step(tmp_path: Path) -> None:
    """Where Python itself hangs, the run ends and says where it was."""
    # PyDLL keeps all other threads waiting.
    write_wrong_solution(before_a_move(
        'import ctypes; ctypes.PyDLL(None).sleep(100)'), tmp_path)
    done = run_suites(tmp_path, seconds=1)
    assert done.returncode != 0
    assert 'Timeout (0:00:06)!' in done.stdout
    assert re.search(r'File ".*stonehenge.py", line \d+ in make_move',
                     done.stdout)


WAIT_FOREVER = '''import sys, threading
        assert sys.stdin.read(1) == ''
        threading.Event().wait()'''


@pytest.mark.parametrize('code', ['input()', 'self.make_move(move)',
                                  'import time; time.sleep(1000)',
                                  WAIT_FOREVER, 'raise SystemExit',
                                  'raise KeyboardInterrupt'])
def test_other_traps(code: str, tmp_path: Path) -> None:
    """Waiting, exiting and the like end one test and no more."""
    write_wrong_solution(before_a_move(code), tmp_path)
    done = run_suites(tmp_path, '-k', 'NewGame', '-k', 'FirstMoves',
                      suites=STONEHENGE, seconds=1)
    assert 'Ran 9 tests' in done.stdout, done.stdout
    told, = failures_in(done.stdout).values()
    assert re.search(r'stonehenge.py line \d+, in make_move', told)
    assert 'Moves so far: none.' in told
