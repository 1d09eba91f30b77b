"""Style: what messages cost, and what does not count as checked."""

from fractions import Fraction
from pathlib import Path
from subprocess import PIPE, run
import json
import re
import sys
import pytest
from course.marking.configuration import Configuration
from course.marking import style
from course.marking.marks import mark_file
from course.marking.style import check_style, describe_file
from tests.support.marking import processes_with
from tests.support.programs import FLAT_FILES, TOP, copy_to

STYLE = Configuration().style
EMPTY = {'msg': '', 'line': 0, 'symbol': 'e'}
# Names of modules that python_ta imports, some of them late.
TRAPS = [
    'copy.py',
    'random.py',
    'colorsys.py',
    'mypy.py',
    'pycodestyle.py',
    'python_ta.py',
    'six.py',
    'pylint.py',
    'toml.py',
]


@pytest.mark.slow
def test_marks(tmp_path: Path) -> None:
    """A clean file gets all its points: a quarter of ten. Each message costs
    something, some of them more. A module of one's own may be imported. A file
    with a syntax error, or with a comment that turns checks off, is not clean:
    it is not checked, and that is said. No file that has the name of a module
    is run."""
    folder = tmp_path / 'submission'
    folder.mkdir()
    copy_to(folder, FLAT_FILES)
    for name in TRAPS:
        (folder / name).write_text(
            f'open({str(tmp_path / "TRAPPED")!r}, "a").write(__name__)\n'
            f'raise SystemExit\n',
            encoding='utf-8',
        )
    with (folder / 'stonehenge.py').open('a', encoding='utf-8') as file:
        file.write('\n\nprint(len("a"  ))\n')
    with (folder / 'subtract_square_state.py').open(
        'a', encoding='utf-8'
    ) as file:
        file.write(
            '\n\nif __name__ == "__main__":\n    import helper\n'
            '    helper.go()\n'
        )
    (folder / 'helper.py').write_text('def go(): pass\n', encoding='utf-8')
    (folder / 'strategy.py').write_text('# pylint: disable=all\n', 'utf-8')
    (folder / 'subtract_square_game.py').write_text('x = (\n', 'utf-8')
    checked = {
        each['name']: mark_file(each, STYLE)
        for each in check_style(folder, tmp_path / 'space', STYLE)
    }
    assert not (tmp_path / 'TRAPPED').exists()
    clean, flawed = (
        checked[f'{name}.py']
        for name in ('subtract_square_state', 'stonehenge')
    )
    assert (clean.text, clean.score) == ('', Fraction(5, 2))
    costs = [
        Fraction(cost)
        for cost in re.findall(r'\(.*, costs ([.\d]+)', flawed.text)
    ]
    assert 'E9998, costs 0.5' in flawed.text and Fraction(1, 4) in costs
    assert flawed.score == Fraction(5, 2) - sum(costs)
    for name, problem in (
        ('strategy.py', 'line 1 has a "pylint:" comment'),
        ('subtract_square_game.py', 'syntax error in line 1: '),
    ):
        assert checked[name].text.startswith(f'Not checked: {problem}')
        assert checked[name].score == 0 and '\n' not in checked[name].text


def test_other_files(tmp_path: Path) -> None:
    """A file at which python_ta fails, as it is not in UTF-8, is not checked;
    the files after it are."""
    folder = tmp_path / 'submission'
    folder.mkdir()
    copy_to(folder, FLAT_FILES)
    path = folder / 'stonehenge.py'
    path.write_bytes(b'# Zo\xeb\n' + path.read_bytes())
    checked = check_style(
        folder,
        tmp_path / 'space',
        {**STYLE, 'files': [path.name, 'game_state.py']},
    )
    assert [each['problem'] for each in checked] == [style.UNREADABLE, '']


@pytest.mark.parametrize(
    'file, messages, text',
    [
        (
            'tests/support/__init__.py',
            0,
            'Not checked: there is no function or cl',
        ),
        ('strategy.py', 99, 'line 0:  (E0, costs 0.25)'),
    ],
)
def test_no_points(file: str, messages: int, text: str) -> None:
    """A file without code is not clean: there is nothing to check. Many
    messages leave nothing, and take nothing from other files. Those of a kind
    cost what one costs, or as much as marking.toml says."""
    checked = mark_file(
        describe_file(
            TOP / file,
            [dict(EMPTY, msg_id=f'E{number}') for number in range(messages)],
        ),
        STYLE,
    )
    assert checked.text.startswith(text) and checked.score == 0
    found = describe_file(
        TOP / 'strategy.py',
        [*[dict(EMPTY, msg_id='E1')] * 5, dict(EMPTY, msg_id='E9999')],
    )
    for most, score in (Fraction(1, 4), 1.75), (Fraction(1), 1):
        checked = mark_file(found, {**STYLE, 'cost_per_kind': most})
        assert checked.score == score
    assert 'line 0:  (E1, costs 1; 4 more in lines 0, 0, 0, 0)' in checked.text


SLEEP = (
    'subprocess.run([sys.executable, "-c", "import time; time.sleep(99)", '
    '*sys.argv])'
)


@pytest.mark.parametrize(
    'code, patience', [(SLEEP, 1), ('while True: pass', 99)]
)
def test_endless_check(
    code: str, patience: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that python_ta does not get through is named as such, and what
    was checked before counts. Nothing that python_ta has started goes on."""
    found = check_with(code, patience, tmp_path, monkeypatch)
    assert found == [
        '',
        'python_ta needed more than 2 s for this file or one before it',
    ]
    assert processes_with(str(tmp_path)) == []


def test_a_check_that_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what python_ta computes counts: on a busy machine, it takes longer,
    and that costs nobody anything."""
    assert check_with(
        'time.sleep(3); print(\'["strategy.py", []]\')',
        99,
        tmp_path,
        monkeypatch,
    ) == ['', '']


def check_with(
    code: str, patience: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """Return what is wrong with two files in folder if python_ta finds nothing
    in the first one, and then does what code does.
    """
    for name in 'stonehenge.py', 'strategy.py':
        (folder / name).write_text('class Fine:\n    x = 1\n', 'utf-8')
    told = json.dumps(['stonehenge.py', []])
    monkeypatch.setattr(style, 'SECONDS', 2)
    monkeypatch.setattr(style, 'PATIENCE', patience)
    monkeypatch.setattr(
        style,
        'CHECKER',
        [
            '-c',
            f'import subprocess, sys, time; print({told!r})\n'
            f'{code}  # {folder}',
        ],
    )
    return [
        each['problem']
        for each in check_style(folder, folder / 'space', STYLE)[:2]
    ]


def test_no_code_is_run(tmp_path: Path) -> None:
    """Even if python_ta came to import a student's file, it would not run."""
    (tmp_path / 'trap.py').write_text('print("TRAPPED")\n', encoding='utf-8')
    program = (
        f'import sys\nsys.path.insert(0, {str(tmp_path)!r})\n'
        f'from course.marking.style import forbid_running\n'
        f'forbid_running({str(tmp_path)!r})\nimport trap\n'
    )
    done = run(
        [sys.executable, '-c', program],
        cwd=TOP,
        stdout=PIPE,
        stderr=PIPE,
        encoding='utf-8',
        timeout=300,
        check=False,
    )
    assert 'ForeignCodeError' in done.stderr and 'TRAPPED' not in done.stdout
