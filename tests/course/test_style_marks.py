"""Style: what messages cost, and what does not count as checked."""
from fractions import Fraction
from pathlib import Path
from subprocess import PIPE, run
import json
import sys
import pytest
from course.marking.configuration import Configuration
from course.marking import style
from course.marking.marks import FileMark
from course.marking.style import check_style, judge_file
from tests.support.marking import processes_with
from tests.support.programs import FLAT_FILES, TOP, copy_to

# Names of modules that python_ta imports, some of them late.
TRAPS = ['copy.py', 'random.py', 'colorsys.py', 'mypy.py', 'pycodestyle.py',
         'python_ta.py', 'six.py', 'pylint.py', 'toml.py']


@pytest.fixture(name='checked')
def check_some(tmp_path_factory: pytest.TempPathFactory) -> dict[str, FileMark]:
    """Give what is said of the style of four files: ours, two that are not
    checked, and one with two faults. Others set traps."""
    folder = tmp_path_factory.mktemp('submission')
    copy_to(folder, FLAT_FILES)
    for name in TRAPS:
        (folder / name).write_text(
            f'open({str(folder / "TRAPPED")!r}, "a").write(__name__)\n'
            f'raise SystemExit\n', encoding='utf-8')
    path = folder / 'stonehenge.py'
    path.write_text(path.read_text('utf-8') + '\n\nprint(len("a"  ))\n', 'utf-8')
    path = folder / 'strategy.py'
    path.write_text('# pylint: disable=all\n' + path.read_text('utf-8'),
                    'utf-8')
    (folder / 'subtract_square_game.py').write_text('x = (\n', 'utf-8')
    found = check_style(folder, tmp_path_factory.mktemp('style') / 'space',
                        Configuration().style)
    assert not (folder / 'TRAPPED').exists()
    return {each.name: each for each in found}


@pytest.mark.slow
def test_marks(checked: dict[str, FileMark]) -> None:
    """A clean file gets all its points: a quarter of ten. Each message costs
    something, some of them more. A file with a syntax error, or with a comment
    that turns checks off, is not clean: it is not checked, and that is said."""
    clean, file = (checked[f'{name}.py'] for name in (
        'subtract_square_state', 'stonehenge'))
    assert (clean.messages, clean.problem) == ([], '')
    assert clean.score == clean.points == '5/2'
    costs = {message['code']: message['cost'] for message in file.messages}
    assert costs['E9998'] == '1/2' and '1/4' in costs.values()
    assert Fraction(file.score) == Fraction(5, 2) - sum(
        Fraction(message['cost']) for message in file.messages)
    for name, problem in (
            ('strategy.py', 'line 1 has a "pylint:" comment'),
            ('subtract_square_game.py', 'syntax error in line 1: ')):
        assert checked[name].problem.startswith(problem)
        assert checked[name].score == '0' and not checked[name].messages


def test_empty_file() -> None:
    """A file without code is not clean: there is nothing to check."""
    path = TOP / 'tests' / 'support' / '__init__.py'
    checked = judge_file('stonehenge.py', path, [], Fraction(5),
                         Configuration().style)
    assert checked.problem == 'there is no function or class in it'
    assert checked.score == '0'


def test_endless_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                       ) -> None:
    """A file that python_ta does not get through is named as such, and what
    was checked before counts. Nothing that python_ta has started goes on."""
    for name in 'stonehenge.py', 'strategy.py':
        (tmp_path / name).write_text('class Fine:\n    x = 1\n', 'utf-8')
    told = json.dumps([{'filename': 'stonehenge.py', 'msgs': []}])
    sleep = ['-c', f'import time; time.sleep(99) # {tmp_path}']
    monkeypatch.setattr(style, 'SECONDS', 2)
    monkeypatch.setattr(style, 'CHECKER', [
        '-c', f'import subprocess, sys; print({told!r}); '
              f'subprocess.run([sys.executable, *{sleep}])'])
    first, second, *_ = check_style(tmp_path, tmp_path / 'space',
                                    Configuration().style)
    assert first.score == first.points and first.problem == ''
    assert second.score == '0' and second.problem \
        == 'python_ta needed more than 2 s for this file or one before it'
    assert processes_with(str(tmp_path)) == []


def test_no_code_is_run(tmp_path: Path) -> None:
    """Even if python_ta came to import a student's file, it would not run."""
    (tmp_path / 'trap.py').write_text('print("TRAPPED")\n', encoding='utf-8')
    program = (f'import sys\nsys.path.insert(0, {str(tmp_path)!r})\n'
               f'from course.marking.style import forbid_running\n'
               f'forbid_running({str(tmp_path)!r})\nimport trap\n')
    done = run([sys.executable, '-c', program], cwd=TOP, stdout=PIPE,
               stderr=PIPE, encoding='utf-8', timeout=60, check=False)
    assert 'ForeignCodeError' in done.stderr and 'TRAPPED' not in done.stdout
