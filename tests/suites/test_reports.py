"""How the suites can be run, and what their reports look like."""

from pathlib import Path
import re
import sys
from subprocess import PIPE, STDOUT, run
import pytest
from tests.support.programs import ENVIRONMENT, LONG, TOP, run_in
from tests.support.suites import (
    SUITES,
    copy_solution,
    copy_suites,
    failures_in,
    run_suites,
    write_wrong_solution,
)
from tests.support.wrong_programs import WRONG, before_a_move


def test_head(tmp_path: Path) -> None:
    """The first lines say where to look; what has one reason comes once."""
    write_wrong_solution(WRONG['an index too far'], tmp_path)
    done = run_suites(tmp_path)
    dots, head = done.stdout.partition('=' * 70)[0].split('\n', 1)
    assert re.fullmatch('[.Fs]+', dots)
    assert dots.count('F') == len(failures_in(done.stdout)) == 1
    skipped = dots.count('s')
    assert skipped > 20
    assert head.split('\n\n') == [
        f'\n1 of {len(dots)} tests failed. Skipped for the same reasons: '
        # There is neither score_state nor alpha-beta.
        f'{skipped - 3 - 7}. Look first at',
        '    test_turns (stonehenge_unittest_basic.TestFirstMoves.test_turns)',
        'Its report comes first. Later tests rely on what it tests, so fix '
        'that and run\nthe suites again.',
        '',
    ]


@pytest.mark.slow
def test_order_of_reports(tmp_path: Path) -> None:
    """Failures come in the order of the files, whatever is run first."""
    write_wrong_solution(WRONG['a claim needs more than half'], tmp_path)
    done = run_suites(
        tmp_path,
        '-k',
        'half',
        '-k',
        'possible',
        '-k',
        'outcome',
        suites=SUITES[::-1],
    )
    failed = list(failures_in(done.stdout))
    assert f'{failed[0]})\n' in done.stdout.partition('=' * 70)[0]
    texts = [
        (TOP / 'tests' / (suite + '.py')).read_text('utf-8') for suite in SUITES
    ]
    order = re.findall(r'^class (Test\w+)', '\n'.join(texts), re.MULTILINE)
    classes = [name.split('.')[0] for name in failed]
    assert classes == sorted(classes, key=order.index)
    assert classes[0] == 'TestClaims' and len(set(classes)) > 4


CLASS = 'minimax_unittest_basic.TestRecursiveMinimax'


@pytest.mark.parametrize(
    'arguments',
    [
        [f'{CLASS}.test_possible'],
        ['-f', CLASS],
        *[
            pytest.param(arguments, marks=pytest.mark.slow)
            for arguments in (
                ['-f', SUITES[1]],
                ['-f', '-k', 'Recursive', SUITES[1]],
            )
        ],
    ],
    ids=repr,
)
def test_same_report(arguments: list[str], tmp_path: Path) -> None:
    """However tests are run, the first that fails says what is wrong."""
    write_wrong_solution(WRONG['a score instead of a move'], tmp_path)
    said = run_in(tmp_path, '-m', 'unittest', *arguments).stdout
    assert re.search('Yours (chose|returned) ', said)[1] == 'returned', said


def test_no_game_interface(tmp_path: Path) -> None:
    """Without game_interface.py, the suites say so once, and where one is."""
    folder = tmp_path / 'suites'
    folder.mkdir()
    copy_suites(folder)
    for hint in (
        'Put the suites into the folder where yours is.',
        f'There is one here: {tmp_path / "mine"} Put the suites there',
        'You have game_interface.py.txt: its name should be game_interface.py.',
    ):
        done = run_suites(folder, '-v')
        (failure,) = failures_in(done.stdout).values()
        assert f'There is no game_interface.py here: {folder}' in failure
        assert hint in failure and 'cannot be imported' not in done.stdout
        assert 'Traceback' not in done.stdout
        place = tmp_path / 'mine' / 'game_interface.py'
        if place.exists():
            place = folder / 'game_interface.py.txt'
        place.parent.mkdir(exist_ok=True)
        place.touch()


@pytest.mark.parametrize(
    'file, name',
    [('stonehenge.py', 'Stonehenge.py'), ('strategy.py', 'strategy.py.txt')],
)
def test_misnamed_file(file: str, name: str, tmp_path: Path) -> None:
    """Where a file has nearly the right name, the report says so."""
    copy_solution('lists', tmp_path)
    (tmp_path / file).rename(tmp_path / name)
    (failure,) = failures_in(run_suites(tmp_path, '-f').stdout).values()
    assert f"No module named '{Path(file).stem}'" in failure
    assert f'You have {name}: its name should be {file}.' in failure


def test_prints_are_shown_with_a_failure(tmp_path: Path) -> None:
    """The end of what is printed is shown with a failure, nowhere else."""
    write_wrong_solution(
        before_a_move('print("I take", move)\n        1 / 0'), tmp_path
    )
    done = run_suites(tmp_path, '-f', suites=SUITES[:1])
    (failure,) = failures_in(done.stdout).values()
    assert failure.count('I take') == done.stdout.count('I take') == 1
    assert 'Your code printed, at the end: I take ' in failure


@pytest.mark.parametrize(
    'arguments, count',
    [
        (['stonehenge_unittest_basic.py', '-k', 'NewGame'], 4),
        (['minimax_unittest_basic.py', '-f', 'TestInteractive'], 5),
        (
            [
                '-m',
                'unittest',
                '-v',
                '-b',
                'stonehenge_unittest_basic.TestClaims',
            ],
            7,
        ),
        (['-m', 'unittest', '-k', 'half', 'stonehenge_unittest_basic'], 3),
        (
            [
                '-m',
                'unittest',
                'minimax_unittest_basic.TestRandom.test_finished',
            ],
            1,
        ),
        (
            [
                '-m',
                'unittest',
                'discover',
                '-k',
                'NewGame',
                '-p',
                'stone*_basic.py',
            ],
            4,
        ),
    ],
    ids=repr,
)
def test_ways_to_run(arguments: list[str], count: int, tmp_path: Path) -> None:
    """As programs, and with the options of unittest, each suite alone."""
    copy_solution('own_classes', tmp_path)
    (tmp_path / f'{SUITES["stone" in str(arguments)]}.py').unlink()
    done = run_in(tmp_path, *arguments)
    assert done.returncode == 0, done.stdout
    assert f'Ran {count} test' in done.stdout


@pytest.mark.slow
def test_pytest(tmp_path: Path) -> None:
    """Under pytest, too, a failure says everything, and is reported once."""
    write_wrong_solution(WRONG['an index too far'], tmp_path)
    said = run(
        [sys.executable, '-m', 'pytest', '-q', *map('{}.py'.format, SUITES)],
        cwd=tmp_path,
        env={**ENVIRONMENT, 'PYTEST_DISABLE_PLUGIN_AUTOLOAD': '1'},
        check=False,
        stdout=PIPE,
        stderr=STDOUT,
        encoding='utf-8',
        timeout=LONG,
    ).stdout
    assert re.search(r'\n1 failed, \d+ passed, \d\d skipped', said)
    assert 'raised IndexError: list index out of range' in said
    assert 'Moves so far: ' in said


def test_wrong_limit(tmp_path: Path) -> None:
    """A limit that is not a number of seconds is reported."""
    copy_solution('lists', tmp_path)
    for seconds in 'soon', '0', 'nan':
        done = run_suites(tmp_path, seconds=seconds)
        assert done.returncode != 0
        assert (
            f'SECONDS_PER_TEST should be a number of seconds, not '
            f'{seconds!r}' in done.stdout
        ), done.stdout
