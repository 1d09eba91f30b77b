"""Right solutions pass both suites, whatever their style."""
from pathlib import Path
import resource
import pytest
from tests.support.programs import FLAT_FILES, TOP, copy_to, run_in
from tests.support.real_solutions import ISDIGIT
from tests.support.suites import SOLUTIONS, SUITES, copy_solution, \
    copy_suites, run_suites

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
    assert done.returncode == 0 and 'skipped' not in done.stdout, done.stdout
    assert used < (10 if name == 'ours' else 20)


def test_usual_questions(tmp_path: Path) -> None:
    """What people type is asked about, not what isdigit() is wrong about."""
    copy_solution('lists', tmp_path)
    files = {'stonehenge.py': (tmp_path / 'stonehenge.py').read_text('utf-8')}
    ISDIGIT(files)
    (tmp_path / 'stonehenge.py').write_text(files['stonehenge.py'], 'utf-8')
    done = run_suites(tmp_path, '-k', 'TestTexts', suites=SUITES[:1])
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize('arguments', [
    ['-m', 'unittest', *SUITES], [f'{SUITES[0]}.py']], ids=repr)
def test_suite_support_is_missing(arguments: list[str], tmp_path: Path) -> None:
    """A suite that is copied alone says in a line what else to copy."""
    copy_to(tmp_path, [f'{name}.py' for name in SUITES], TOP / 'tests')
    done = run_in(tmp_path, *arguments)
    assert done.returncode != 0
    assert done.stdout == 'Copy suite_support.py into this folder, too: it ' \
        'goes with stonehenge_unittest_basic.py.\n'


def test_from_the_top_folder() -> None:
    """Both suites run from the top folder as modules of the package tests."""
    done = run_in(TOP, '-m', 'unittest', '-k', 'NewGame', '-k', 'TestRandom',
                  *[f'tests.{name}' for name in SUITES])
    assert 'Ran 8 tests' in done.stdout and done.returncode == 0, done.stdout
