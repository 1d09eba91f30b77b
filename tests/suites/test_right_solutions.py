"""Right solutions pass both suites, whatever their style."""

from pathlib import Path
import resource
import pytest
from tests.support.programs import FLAT_FILES, TOP, copy_to, run_in
from tests.support.submissions import HABITS, ISDIGIT, Case, Change
from tests.support.suites import (
    SOLUTIONS,
    SUITES,
    copy_solution,
    copy_suites,
    run_suites,
)

RIGHT = [path.name for path in SOLUTIONS.iterdir() if path.is_dir()]


@pytest.mark.slow
@pytest.mark.parametrize('name', ['ours', *RIGHT])
def test_right_solutions(name: str, tmp_path: Path) -> None:
    """Plain minimax passes in 20 seconds of CPU, ours in ten."""
    if name == 'ours':
        copy_to(tmp_path, [*FLAT_FILES, 'interface', 'engine'])
        copy_suites(tmp_path)
    else:
        copy_solution(name, tmp_path)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = run_suites(tmp_path, seconds=3)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    assert done.returncode == 0 and '(skipped=10)' in done.stdout, done.stdout
    assert used < (10 if name == 'ours' else 20)


@pytest.mark.parametrize('changes', [[ISDIGIT], HABITS], ids=len)
def test_usual_habits(changes: list[Change], tmp_path: Path) -> None:
    """What people type is asked about, not what isdigit() is wrong about; and
    there is more than one way to ask and to answer."""
    Case(changes=changes).write(tmp_path)
    copy_suites(tmp_path)
    words = 'Texts', 'NewGame', 'Interactive', 'SubtractSquare'
    done = run_suites(tmp_path, *sum((['-k', word] for word in words), []))
    assert done.returncode == 0 and 'skipped' not in done.stdout, done.stdout


@pytest.mark.parametrize(
    'arguments', [['-m', 'unittest', *SUITES], [f'{SUITES[0]}.py']], ids=repr
)
def test_suite_support_is_missing(arguments: list[str], tmp_path: Path) -> None:
    """A suite that is copied alone says in a line what else to copy."""
    copy_to(tmp_path, [f'{name}.py' for name in SUITES], TOP / 'tests')
    done = run_in(tmp_path, *arguments)
    assert done.returncode != 0
    assert (
        done.stdout == 'Copy suite_support.py into this folder, too: it '
        'goes with stonehenge_unittest_basic.py.\n'
    )


def test_from_the_top_folder() -> None:
    """Both suites run from the top folder as modules of the package tests."""
    done = run_in(
        TOP,
        '-m',
        'unittest',
        '-k',
        'NewGame',
        '-k',
        'TestRandom',
        *[f'tests.{name}' for name in SUITES],
    )
    assert 'Ran 8 tests' in done.stdout and done.returncode == 0, done.stdout
