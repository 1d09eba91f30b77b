"""Whatever a student's code does, the suites finish, and say where it was."""

from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
import re
import pytest
from tests.support.programs import run_in
from tests.support.suites import (
    SUITES,
    check_report,
    failures_in,
    run_suites,
    write_wrong_solution,
)
from tests.support.wrong_programs import WRONG, Wrong, before_a_move


def test_the_next_test_runs(tmp_path: Path) -> None:
    """An endless loop takes its time once, and the other tests run."""
    wrong = WRONG['a loop without an end']
    write_wrong_solution(wrong, tmp_path)
    report = check_report(wrong, tmp_path, '-k', 'Moves', suites=SUITES[:1])
    assert re.fullmatch(r'\.+F[.s]*s[.s]*', report.splitlines()[0])


@pytest.mark.slow
@pytest.mark.parametrize(
    'name, has_ctypes',
    [('loops that catch everything', True), ('a loop without an end', False)],
)
def test_what_cannot_be_stopped(
    name: str, has_ctypes: bool, tmp_path: Path
) -> None:
    """If a loop cannot be stopped, the report so far says where it was."""
    wrong = WRONG[name]
    write_wrong_solution(wrong, tmp_path)
    if not has_ctypes:
        (tmp_path / 'ctypes.py').write_text('raise ImportError\n', 'utf-8')
    report = check_report(wrong, tmp_path)
    assert 'It cannot be stopped: no test is run after this.' in report
    assert re.fullmatch(r'\.+F', report.splitlines()[0])


@pytest.mark.slow
def test_stuck_in_one_step(tmp_path: Path) -> None:
    """Where Python itself hangs, the run ends and says where it was."""
    # PyDLL keeps all other threads waiting.
    write_wrong_solution(
        before_a_move('import ctypes; ctypes.PyDLL(None).sleep(100)'), tmp_path
    )
    done = run_suites(tmp_path, seconds=1)
    assert done.returncode != 0
    assert 'Timeout (0:00:06)!' in done.stdout
    assert re.search(
        r'File ".*stonehenge.py", line \d+ in make_move', done.stdout
    )


@pytest.mark.slow
def test_what_grows(tmp_path: Path) -> None:
    """What takes more and more memory is given up, and named."""
    write_wrong_solution(
        before_a_move(
            'seen = []\n        while True:\n            seen.append([move])'
        ),
        tmp_path,
    )
    (tmp_path / 'game_state.py').open('a').write(
        'import resource\n'
        'resource.setrlimit(resource.RLIMIT_AS, (2 ** 31, 2 ** 31))\n'
    )
    done = run_suites(tmp_path, '-f', suites=SUITES[:1], seconds=60)
    (told,) = failures_in(done.stdout).values()
    assert (
        "make_move('D') did not finish. It took more than 500 MB of memory, "
        'and seen has a length of ' in told
    )
    write_wrong_solution(WRONG['an answer is asked for once'], tmp_path)
    before = getrusage(RUSAGE_CHILDREN).ru_maxrss
    done = run_suites(
        tmp_path, '-k', 'bad_answers', suites=SUITES[:1], seconds=1
    )
    assert 'still running after 1 s: in __init__' in done.stdout
    assert getrusage(RUSAGE_CHILDREN).ru_maxrss == before


# What Python in a browser says to whoever starts a thread.
NO_THREADS = """import threading, unittest
def start(self):
    raise RuntimeError("can't start new thread")
threading.Thread.start = start
unittest.main(module=None, argv=['', '-f', 'stonehenge_unittest_basic'])"""
GROWING = 'seen = []\n        while True: seen.append([move])'


@pytest.mark.parametrize(
    'wrong, told',
    [
        (
            WRONG['a loop without an end'],
            'get_possible_moves() did not finish. It was still running after '
            '2 s: in get_possible_moves, stonehenge.py line',
        ),
        pytest.param(
            before_a_move(GROWING),
            "make_move('D') did not finish. It "
            'took more than 500 MB of memory, and seen has a length of ',
            marks=pytest.mark.slow,
        ),
        (before_a_move('1 / 0'), "make_move('D') raised ZeroDivisionError"),
    ],
)
def test_without_threads(wrong: Wrong, told: str, tmp_path: Path) -> None:
    """Where no thread can be started, alarms end what does not finish."""
    write_wrong_solution(wrong, tmp_path)
    seconds = '2' if 'after 2 s' in told else '60'
    done = run_in(tmp_path, '-c', NO_THREADS, SECONDS_PER_TEST=seconds)
    (failure,) = failures_in(done.stdout).values()
    assert told in failure and 'Player 1 begins. Moves so far' in failure


def test_ctrl_c(tmp_path: Path) -> None:
    """Ctrl-C ends the run, with the line where the student's code was."""
    write_wrong_solution(
        before_a_move(
            'import os, signal, time; time.sleep(0.3)\n'
            '        os.kill(os.getpid(), signal.SIGINT)\n'
            '        while True:\n            pass'
        ),
        tmp_path,
    )
    done = run_suites(tmp_path)
    (told,) = failures_in(done.stdout).values()
    assert (
        "make_move('D') did not finish. It was still running when you "
        'pressed Ctrl-C: in make_move, stonehenge.py line ' in told
    )
    assert '1 of 5 tests failed.' in done.stdout
    assert 'Traceback' not in done.stdout


WAIT_FOREVER = """import sys, threading
        assert sys.stdin.read(1) == ''
        threading.Event().wait()"""


@pytest.mark.parametrize(
    'code',
    [
        'input()',
        'self.make_move(move)',
        'raise SystemExit',
        'raise KeyboardInterrupt',
        pytest.param(WAIT_FOREVER, marks=pytest.mark.slow),
    ],
)
def test_other_traps(code: str, tmp_path: Path) -> None:
    """Waiting, exiting and the like end one test and no more."""
    write_wrong_solution(before_a_move(code), tmp_path)
    done = run_suites(
        tmp_path,
        '-k',
        'NewGame',
        '-k',
        'FirstMoves',
        suites=SUITES[:1],
        seconds=1,
    )
    assert 'Ran 9 tests' in done.stdout, done.stdout
    (told,) = failures_in(done.stdout).values()
    assert re.search(r'stonehenge.py line \d+, in make_move', told)
    assert 'Moves so far: none.' in told
