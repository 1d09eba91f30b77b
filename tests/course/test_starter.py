"""Starter files: complete as far as they go, and nothing of the solution."""

from pathlib import Path
from subprocess import run
from typing import Any
from zipfile import ZipFile
import ast
import json
import os
import re
import shutil
import sys
import pytest
from course.handout.__main__ import main as write_pages
from course.marking.configuration import Configuration, find_group
from course.marking.marks import GroupMark, Outcome, settle_excuses
from course.starter.__main__ import main
from course.starter.plan import read_plan
from tests.style.test_style import (
    CHECK_ALL,
    json_config,
    run_checker,
    run_linter,
)
from tests.support.marking import link_python
from tests.support.programs import TOP, copy_to, read_all, run_in
from tests.support.slow import make_case
from tests.support.starters import (
    GIVEN,
    copy_starter,
    list_blocks,
    list_plans,
    plug_in,
    starter_files,
)
from tests.support.suites import SUITES, failures_in, run_suites

LABS = list_plans()[1:]
HEX = '--lab', 'hex'  # The smallest to make.


@pytest.fixture(name='assignment')
def make_assignment(tmp_path: Path) -> Path:
    """Give a folder with what students get for the assignment."""
    copy_starter(tmp_path / 'x')
    return tmp_path / 'x'


def test_imports_point_one_way() -> None:
    """The starter may ask the handout, and both may ask marking, but none is
    asked by what it asks."""
    for room, others in (
        ('marking', 'handout|starter'),
        ('handout', 'starter'),
        ('', 'handout|starter'),
    ):
        for file in (TOP / 'course' / room).glob('*.py'):
            assert not re.search(
                rf'^ *(from|import) course.({others})|'
                rf'import_module\(.course.({others})',
                file.read_text('utf-8'),
                re.MULTILINE,
            ), file


def find_holes(folder: Path) -> list[str]:
    """Return which names and modules the files in folder use that are not
    there, and what they import for nothing, in the words of mypy and ruff.
    """
    said = run_linter('--isolated', '--select', 'F401,F821', str(folder))
    done = run(
        [
            sys.executable,
            '-m',
            'mypy',
            '--check-untyped-defs',
            '--cache-dir',
            os.devnull,
            '.',
        ],
        cwd=folder,
        stdout=-1,
        encoding='utf-8',
        check=False,
    )
    assert re.search('checked .* source files|Success: ', done.stdout)
    unused = re.findall('^.* F(?:401|821) .*', said, re.MULTILINE)
    missing = re.findall(
        r'^.*\[(?:attr|name)-defined\]$|^.*\[import-not-found\]$',
        done.stdout,
        re.MULTILINE,
    )
    return unused + missing


@pytest.mark.parametrize(
    'name',
    [make_case(name, is_slow=name != 'game_tree') for name in list_plans()],
)
def test_complete(name: str, tmp_path: Path) -> None:
    """Students get all that their files import and use, and no import that is
    for something that they do not get."""
    copy_starter(tmp_path / 'x', name)
    assert find_holes(tmp_path / 'x') == []


@pytest.mark.slow
def test_style(tmp_path: Path) -> None:
    """python_ta finds nothing in what students get but unused arguments of
    functions that are not written yet, and functions that are not plugged in
    yet. (What is ours letter by letter is not checked again.)"""
    work = []
    for name in list_plans():
        copy_starter(tmp_path / name, name)
        files = [str(tmp_path / name / file) for file in read_plan(name)['cut']]
        config = 'labs/pyta.txt' if name in LABS else 'a2_pyta.txt'
        work.append((json_config(config, tmp_path), files))
    found, _, noise = run_checker('-c', CHECK_ALL, json.dumps(work))
    assert noise == '' and set(found) == {
        each for _, files in work for each in files
    }
    for file, messages in found.items():
        for told in messages:
            assert (
                told['symbol'] in ('unused-argument', 'super-init-not-called')
                or '_minimax_strategy' in told['msg']
            ), (file, told)


def test_suites_on_the_assignment(assignment: Path) -> None:
    """The suites say once what is not written yet, and pass all else but the
    few tests that need it. Pytest finds them, too."""
    done = run_suites(assignment, '-v')
    failures = failures_in(done.stdout)
    assert set(failures) == {
        'TestNewGame.test_game_interface',
        'TestRecursiveMinimax.test_possible',
        'TestIterativeMinimax.test_possible',
    }
    assert all(
        'it is not written yet, or not plugged in.' in text
        for text in failures.values()
    )
    told = (
        "skipped \"game_interface.py has no 'h' in playable_games: it is "
        'not written yet, or not plugged in. See '
        'stonehenge_unittest_basic.TestNewGame.test_game_interface."'
    )
    for name in 'SubtractSquare', 'Interactive', 'Random', 'RoughOutcome':
        results = re.findall(
            rf'\.Test{name}\.\w+\)\n.* \.\.\. (.*)', done.stdout
        )
        assert results.count('ok') > 1 and set(results) <= {
            'ok',
            told if name == 'Interactive' else 'ok',
        }, done.stdout
    assert re.search(
        r'\n3 failed, \d+ passed, \d+ skipped in',
        run_lab(assignment, '-m pytest -q'),
    )


@pytest.mark.parametrize(
    'plugged_in, written, said',
    [
        ('', '', "As soon as StonehengeGame is there, take the '# ' from"),
        ('', 'class StonehengeState:', 'As soon as StonehengeGame is there, '),
        ('from', 'class StonehengeGame:', "take the '# ' from"),
        (
            'from',
            'class StonehengeState:',
            "cannot import name 'StonehengeGame'",
        ),
    ],
)
def test_what_to_plug_in(
    plugged_in: str, written: str, said: str, assignment: Path
) -> None:
    """Of a game that is not plugged in, the lines that wait are shown, and no
    class that is right is said to have a wrong name."""
    file = assignment / 'game_interface.py'
    code = file.read_text('utf-8')
    waiting = [
        (number, line.strip())
        for number, line in enumerate(code.splitlines(), 1)
        if 'StonehengeGame' in line
        and not (plugged_in and line.startswith('# from'))
    ]
    if plugged_in:
        file.write_text(code.replace('# from', 'from'), 'utf-8')
    (assignment / 'stonehenge.py').write_text(written + ' x = 1\n', 'utf-8')
    (failure,) = failures_in(
        run_suites(assignment, '-f', suites=SUITES[:1]).stdout
    ).values()
    assert said in failure and 'its name should be' not in failure
    if 'take' in said:
        lines = ' '.join(f'line {number}: {line}' for number, line in waiting)
        assert f"'# ' from {lines} ---" in failure, failure


def read_vscode(folder: Path) -> list[str]:
    """Return how VS Code runs the tests by the settings in folder, if any."""
    file = folder / '.vscode' / 'settings.json'
    if not file.exists():
        return []
    settings = json.loads(file.read_text('utf-8'))
    assert (
        settings['python.testing.unittestEnabled']
        and not settings['python.testing.pytestEnabled']
    )
    words = ' '.join(settings['python.testing.unittestArgs'])
    return [f'../count.py discover {words}']


# Does what "python3 -m unittest" does, but counts tests and runs none.
COUNT = """
import os, sys, unittest
class Counter:
    def run(self, tests):
        print(tests.countTestCases(), 'tests found')
        return unittest.TestResult()
sys.path.insert(0, os.getcwd())
unittest.main(None, testRunner=Counter())
"""


@pytest.mark.parametrize(
    'name',
    [make_case(name, is_slow=name in LABS[1:]) for name in list_plans()],
)
def test_every_way_finds_each_test_once(name: str, tmp_path: Path) -> None:
    """Unittest finds the same tests by itself, with VS Code's pattern for names
    of files, and in the file that pages name; and so does pytest."""
    copy_starter(tmp_path / 'x', name)
    (tmp_path / 'count.py').write_text(COUNT, encoding='utf-8')
    files = SUITES if name == 'assignment' else ['lab_unittest_basic']
    reports = [
        run_lab(tmp_path / 'x', arguments)
        for arguments in (
            '../count.py',
            '../count.py discover -p *test*.py',
            *read_vscode(tmp_path / 'x'),
            '../count.py test_all',
            f'../count.py {" ".join(files)}',
            '-m pytest -q --collect-only',
        )
    ]
    counts = {int(re.search(r'(\d+) tests? ', report)[1]) for report in reports}
    assert len(counts) == 1 and counts.pop() > 1, reports


OLD = 'import runpy, sys, unittest; sys.version_info = (3, 9, 18, "final", 0); '
OLD_UNITTEST = OLD + 'unittest.main(None, argv=["unittest", %s])'
OLD_PROGRAM = OLD + 'runpy.run_module("game_interface", run_name="__main__")'


@pytest.mark.parametrize(
    'version, name',
    [
        make_case(version, name, is_slow=version not in ('3.6', ''))
        for version in ('3.6', '3.7', '3.8', '3.9', '3.10', '')
        for name in ('assignment', 'hex')
    ],
)
def test_old_pythons(version: str, name: str, tmp_path: Path) -> None:
    """A Python that is too old gets one line, however tests are run, and from
    game_interface.py. ('' is this one, under another number.)"""
    python = Path(sys.executable)
    if version:
        python = link_python(version, tmp_path / 'bin') / 'python3'
    copy_starter(tmp_path / 'x', name)
    files = SUITES if name == 'assignment' else ['lab_unittest_basic']
    commands = []
    for way in ([], ['discover', '-p', '*test*.py'], files, ['test_all']):
        if version:
            commands += [
                ['-m', 'unittest', *way],
                *([f'{file}.py'] for file in way if '_' in file),
            ]
        else:
            commands.append(['-c', OLD_UNITTEST % ', '.join(map(repr, way))])
    if name == 'assignment':
        if version == '3.10':  # Marking may run the suites on it.
            commands = []
        commands.append(
            ['game_interface.py'] if version else ['-c', OLD_PROGRAM]
        )
    for command in commands:
        done = run(
            [python, *command],
            cwd=tmp_path / 'x',
            stdout=-1,
            stderr=-2,
            encoding='utf-8',
            check=False,
        )
        assert (done.returncode, done.stdout) == (
            1,
            'Python 3.11 or later is needed; this is Python '
            f'{version or "3.9"}.\n',
        ), command


def put_back(
    folder: Path, path: str, file: str, right: str = '', wrong: str = ''
) -> None:
    """Put what is left out of the solution at path back into a starter file:
    behind the stubs, which it replaces, and before the block at the end. It
    gets what is wrong in place of what is right.
    """
    starter = (folder / file).read_text('utf-8')
    there = {ast.unparse(node) for node in ast.parse(starter).body}
    missing = [
        ast.unparse(node)
        for node in ast.parse((TOP / path).read_text('utf-8')).body
        if ast.unparse(node) not in there
    ]
    head, block, rest = starter.partition('\nif __name__')
    code = '\n\n'.join([head, *missing, block + rest])
    (folder / file).write_text(code.replace(right, wrong), encoding='utf-8')


def solve_lab(lab: str, folder: Path, right: str = '', wrong: str = '') -> str:
    """Put the solution of a lab back into its starter files in folder, as
    put_back does. Return the report of the lab's tests.
    """
    for file, cut in read_plan(lab)['cut'].items():
        put_back(folder, cut['from'], file, right, wrong)
    if lab == 'hex':
        copy_to(folder, ['labs/hex/hex_grid.py'])
    return run_lab(folder)


@pytest.mark.slow
def test_solution_put_back(assignment: Path) -> None:
    """Plugged in too early, the two functions are not written yet, and nothing
    else is wrong. With the solution's bodies put back, everything passes, and
    it plays Stonehenge."""
    copy_to(assignment, ['stonehenge.py'])
    plug_in(assignment)
    failures = failures_in(run_suites(assignment, suites=SUITES[1:]).stdout)
    assert len(failures) == 2
    for name in 'recursive', 'iterative':
        test = f'Test{name.capitalize()}Minimax.test_possible'
        assert f'{name}_minimax_strategy is not written yet' in failures[test]
    put_back(assignment, 'strategy.py', 'strategy.py')
    done = run_in(assignment, '-m', 'unittest')
    assert done.returncode == 0 and '(skipped=10)' in done.stdout, done.stdout
    assert (
        'Stonehenge: 43 of 43 points. Minimax: 40 of 40 points.\n'
        in done.stdout
    )
    done = run_in(
        assignment,
        'game_interface.py',
        '--game',
        'h',
        '--p1',
        'mr',
        '--p2',
        'mi',
        '--first',
        '1',
        '--size',
        '2',
    )
    assert done.stdout.endswith('Player 1 is the winner!\n')


# Makes up what became of all tests, and prints what that is worth at home.
VALUES = """import json, random, sys, unittest, test_all
chance, found = random.Random(1), []
tests = [test_all.name_of(test) for test in test_all.load_tests(
    unittest.TestLoader(), None, None) for test in test]
for number in range(60):
    kinds = ['passed', 'failed', 'excused'], [9 - number % 9, 2, 4]
    statuses = dict(zip(tests, chance.choices(*kinds, k=len(tests))))
    reasons = {test: chance.choice(tests) for test in tests
               if statuses[test] == 'excused'}
    short = {test: '.'.join(name.split('.')[-2:])
             for test, name in reasons.items()}
    found.append((statuses, reasons, [test_all.count_points(
        statuses, short, suite)[0] for suite in test_all.SUITES]))
print(json.dumps(found))
"""


def test_points_at_home(assignment: Path) -> None:
    """At home, tests are worth what they are in marking, for one half of which
    is wrong what excuses others, and for a game that cannot be played, too."""
    shutil.copy(TOP / 'stonehenge.py', assignment)
    done = run_in(assignment, '-c', VALUES)
    found = json.loads(done.stdout)
    assert len(found) == 60 and len(found[0][0]) > 70
    for statuses, reasons, points in found:
        marks = []
        for group in Configuration().groups:
            tests = [test for test in statuses if find_group([group], test)]
            root = group.root if statuses.get(group.root) != 'passed' else ''
            outcomes = [
                Outcome(
                    test,
                    '',
                    statuses[test],
                    f'Odd. See {reasons.get(test)}.',
                    points=group.points / len(tests),
                )
                for test in tests
            ]
            name = group.tests[0]
            marks.append(GroupMark(name, group.points, '', outcomes, '', root))
        settle_excuses(marks)
        wanted = []
        for suite in SUITES:
            own = [mark for mark in marks if mark.name.startswith(suite)]
            wanted.append(float(sum(mark.score for mark in own)))
        assert points == pytest.approx(wanted)


@pytest.mark.parametrize('lab', LABS)
def test_solution_of_labs_put_back(lab: str, tmp_path: Path) -> None:
    """The same for the labs: first something is not written yet, and nothing
    else is wrong; with the solution's bodies, all passes."""
    copy_starter(tmp_path / lab, lab)
    report = run_lab(tmp_path / lab)
    assert report.count('FAIL: ') == report.count('is not written yet.') > 0
    assert 'Traceback' not in report
    report = solve_lab(lab, tmp_path / lab)
    assert report.endswith('OK\n') and 'skipped' not in report, report


# More mistakes: the lab, what is right, and what is wrong.
MISTAKES = [
    ('dominoes', 'return random.choice(moves)', 'return moves[0]'),
    ('dominoes', 'if limit < 0:', 'if False:'),
    ('hex', 'self._random.choice(moves)', 'moves[0]'),
    ('hex', 'random.Random(seed)', 'random.Random()'),
    ('game_tree', 'not player_a_moves', 'player_a_moves'),
    ('game_tree', 'max_depth >= 0', 'True'),
]


@pytest.mark.parametrize(
    'lab, right, wrong',
    [
        ('dominoes', 'if value >= beta:', 'if value > beta:'),
        (
            'dominoes',
            "raise ValueError('There is no legal move to choose.')",
            'return None',
        ),
        ('dominoes', 'self.empty = self.get_next', 'return self.get_next'),
        ('hex', 'if alpha > beta:', 'if False:'),
        ('game_tree', 'max_depth - 1', 'max_depth'),
        *[pytest.param(*each, marks=pytest.mark.slow) for each in MISTAKES],
    ],
)
def test_mistakes_in_labs(
    lab: str, right: str, wrong: str, tmp_path: Path
) -> None:
    """The tests of the labs find what students do wrong, and say what is
    given and what should be, also if that is nothing."""
    copy_starter(tmp_path / lab, lab)
    report = solve_lab(lab, tmp_path / lab, right, wrong)
    assert 'FAIL: ' in report
    assert not re.search(r'should give\n *Yours|Yours gives\s*\n\n', report)


def run_lab(
    folder: Path,
    arguments: str = '-m unittest lab_unittest_basic',
    **variables: str,
) -> str:
    """Run Python with arguments in the folder of a lab, with these environment
    variables. Return all that it prints. Libraries that are installed are
    found.
    """
    return run(
        [sys.executable, *arguments.split()],
        cwd=folder,
        stdout=-1,
        stderr=-2,
        encoding=variables.get('PYTHONIOENCODING', 'utf-8'),
        env={**os.environ, **variables},
        timeout=300,
        check=False,
    ).stdout


@pytest.mark.slow
@pytest.mark.parametrize('encoding, mode', [('gbk', '0'), ('cp1252', '1')])
def test_one_command_for_tests_and_style(
    encoding: str, mode: str, assignment: Path
) -> None:
    """`test_all.py`, run from anywhere, runs all tests, checks the style of
    both files, and leaves nothing behind, also where output lacks PythonTA's
    marks. It finds nothing in the class that the handout shows, which can do
    without the docstring of the initializer, and each code of its table in a
    class with such mistakes."""
    page = (assignment / 'handout.md').read_text('utf-8')
    (shown,) = [
        block
        for block in list_blocks(page, 'python')
        if block.startswith('class Player')
    ]
    right = f'"""Players."""\nfrom typing import Any, Optional\n\n\n{shown}'
    bare = re.sub(' *"""Initialize.*"""\n', '', right)
    assert bare != right
    (assignment / 'strategy.py').write_text(bare.replace('Any, ', ''), 'utf-8')
    mistakes = '''
    def show(self, cell: str, cells) -> Any:
        """Make all mistakes of the table."""
        self.age = len(3)
        self.name = None
        print(self.best + 1)
        return [cell for cell in cells], '%s' % cell, os
'''
    wrong = f'import os\n{right}{mistakes}'
    (assignment / 'stonehenge.py').write_text(wrong, 'utf-8')
    before = read_all(assignment.parent)
    said = run_lab(
        assignment.parent,
        'x/test_all.py',
        PYTHONIOENCODING=encoding,
        PYTHONUTF8=mode,
    )
    assert {
        path
        for path in read_all(assignment.parent)
        if '__pycache__' not in path
    } == set(before)
    assert 'Ran ' in said and 'Traceback' not in said
    assert said.count('No problems detected, good job!') == 1
    table = page.partition('| code |')[2].partition('\n\n')[0]
    codes = set(re.findall(r'\b[CE]\d{4}\b', table))
    assert len(codes) > 4 and codes <= set(
        re.findall(r'^(\w+) \(', said, re.MULTILINE)
    )


@pytest.mark.parametrize(
    'lab, arguments, said',
    [
        ('hex', 'HexGame.py --white alphabeta', 'is not written yet.'),
        ('hex', 'HexGame.py', 'Player (B), your move'),
        ('hex', 'HexGame.py --black random --size 2', ' wins'),
        ('hex', 'HexGame.py --games 20 --black random', ' lost'),
        ('game_tree', 'minimax.py', 'minimax is not written yet.'),
        (
            'game_tree',
            '-S -m unittest lab_unittest_basic',
            'pip install anytree',
        ),
        (
            'dominoes',
            'dominoes_game_gui.py 4 4',
            'create_dominoes_game is not written yet',
        ),
    ],
)
def test_lab_programs(
    lab: str, arguments: str, said: str, tmp_path: Path
) -> None:
    """The programs of the labs say in a line what is not written yet, and their
    tests what to install. Hex can be played against a random player, without
    the file that students need not write."""
    copy_starter(tmp_path / lab, lab)
    (tmp_path / lab / 'MonteCarlo.py').unlink(missing_ok=True)
    shown = run_lab(tmp_path / lab, arguments)
    assert said in shown and 'Traceback' not in shown


@pytest.mark.parametrize('name', list_plans())
def test_pages(name: str) -> None:
    """Each README has a few commands, whose files are there. Pages show
    pictures that are there, and all that are there. Each is there as HTML,
    too."""
    files = starter_files(name)
    commands = re.findall(
        '^python3 (.*)$', files['README.md'].decode(), re.MULTILINE
    )
    assert len(commands) in (2, 3)
    for command in commands:
        words = command.removeprefix('-m unittest').split() or ['test_all']
        if '-m' not in command:
            words = words[:1]  # The others are arguments.
        for word in words:
            assert word.removesuffix('.py') + '.py' in files
    pages = {path for path in files if re.match(r'handout.*\.md', path)}
    assert {'handout.md', 'handout.zh.md'} == pages
    for path in pages:
        page = files[path.replace('.md', '.html')].decode()
        assert set(re.findall('href="(handout[^"]*)"', page)) <= set(files)
        assert '{{' not in page and '</html>' in page
    shown = {
        path
        for page in files
        if page.endswith('.md')
        for path in re.findall(r'!\[.*?\]\((.*?)\)', files[page].decode())
    }
    assert shown == {path for path in files if path.endswith('.svg')}


def test_same_files_each_time(tmp_path: Path) -> None:
    """The command makes the same files each time, in a folder or in a zip, and
    leaves nothing else behind. All that is not cut is ours, letter by letter.
    """
    for name in 'a', 'b':
        assert main([str(tmp_path / name / 'x'), *HEX]) == 0
        assert main([str(tmp_path / name / 'x.zip'), *HEX, '--zip']) == 0
    first = read_all(tmp_path / 'a')
    assert first == read_all(tmp_path / 'b')
    for path in GIVEN:
        assert (
            starter_files()[path.removeprefix('tests/')]
            == (TOP / path).read_bytes()
        )
    with ZipFile(tmp_path / 'a' / 'x.zip') as archive:
        assert {path: archive.read(path) for path in archive.namelist()} == {
            path: first[path] for path in first if path[:2] == 'x/'
        }
        # Otherwise, a zip would be another one tomorrow.
        assert {info.date_time for info in archive.infolist()} == {
            (1980, 1, 1, 0, 0, 0)
        }


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the line that the command says as it fails."""
    assert main([*map(str, arguments)]) == 2
    line = capsys.readouterr().err
    assert line.count('\n') == 1
    return line


def test_nothing_is_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder or a zip that is there is replaced with --force alone; files
    that were not made here are never lost."""
    place = tmp_path / 'x'
    archive = tmp_path / 'x.zip'
    place.mkdir()
    assert main([str(place), *HEX]) == 0  # It was empty.
    (place / 'Minimax.py').write_text('mine', encoding='utf-8')
    (place / '__pycache__').mkdir()
    (place / '__pycache__' / 'x.pyc').write_text('', encoding='utf-8')
    assert '--force' in fails(capsys, place, *HEX)
    assert (place / 'Minimax.py').read_text('utf-8') == 'mine'
    assert main([str(place), *HEX, '--force']) == 0
    assert (place / 'Minimax.py').read_text('utf-8') != 'mine'
    (place / 'mine.py').write_text('mine', encoding='utf-8')
    with ZipFile(tmp_path / 'theirs.zip', 'w') as theirs:
        theirs.writestr('x', 'theirs')
    os.mkfifo(tmp_path / 'pipe')
    before = read_all(tmp_path)
    assert 'mine.py' in fails(capsys, place, *HEX, '--force')
    assert 'is not a folder' in fails(capsys, place / 'mine.py', *HEX)
    assert 'is a folder' in fails(capsys, place, *HEX, '--zip', '--force')
    for file in place / 'mine.py', tmp_path / 'theirs.zip', tmp_path / 'pipe':
        assert 'was not made here' in fails(
            capsys, file, *HEX, '--zip', '--force'
        )
    assert read_all(tmp_path) == before
    assert main([str(archive), *HEX, '--zip']) == 0
    assert '--force' in fails(capsys, archive, *HEX, '--zip')
    assert main([str(archive), *HEX, '--zip', '--force']) == 0
    assert set(read_all(tmp_path)) == {*before, 'x.zip'}


@pytest.mark.parametrize(
    'error, status',
    [(KeyboardInterrupt(), 130), (OSError(28, 'No space left on device'), 2)],
)
@pytest.mark.parametrize(
    'owner, name', [(Path, 'write_bytes'), (os, 'replace')]
)
def test_all_or_nothing(
    error: BaseException,
    status: int,
    owner: Any,
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After Ctrl-C, or when a file cannot be written, what was there is there,
    and nothing else."""
    assert main([str(tmp_path / 'x'), *HEX]) == 0
    before = read_all(tmp_path)

    def end(*_: Any) -> None:
        """End the program."""
        raise error

    monkeypatch.setattr(owner, name, end)
    for place in 'x', 'y':
        assert main([str(tmp_path / place), *HEX, '--force']) == status
    assert read_all(tmp_path) == before
    assert [path.name for path in tmp_path.iterdir()] == ['x']


def test_places_and_unknown_labs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A link stays a link: what it leads to is made. All files of a zip are in
    one folder, called after it. A lab that is not there is an error, which
    names those that are."""
    link = tmp_path / 'link'
    there = tmp_path / 'there'
    link.symlink_to(there)
    assert 'dominoes, hex, game_tree' in fails(capsys, link, '--lab', 'chess')
    assert not there.exists() and main([str(link), *HEX]) == 0
    assert link.is_symlink() and (there / 'HexGame.py').exists()
    for name, folder in ('a b.tar.gz', 'a b.tar'), ('...zip', 'starter'):
        assert main([str(tmp_path / name), *HEX, '--zip']) == 0
        with ZipFile(tmp_path / name) as archive:
            assert {path.partition('/')[0] for path in archive.namelist()} == {
                folder
            }


def test_commands_for_course_staff(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands in course/README.md do what it says."""
    page = (TOP / 'course' / 'README.md').read_text('utf-8')
    commands = re.findall(
        '^[.]venv/bin/python -m (course.+)$', page, re.MULTILINE
    )
    assert [command.split()[0] for command in commands][:3] == [
        'course.handout',
        'course.starter',
        'course.marking',
    ]
    for run_command, command in zip((write_pages, main), commands):
        out, *options = command.split()[1:]
        assert run_command([str(tmp_path / out), *options]) == 0
    assert (tmp_path / 'pages' / 'handout.html').exists()
    assert (tmp_path / 'starter.zip').exists()
    assert set(re.findall(r'^\| `(--\w+)', page, re.MULTILINE)) == {
        '--lab',
        '--zip',
        '--force',
        '--marking',
    }
    assert capsys.readouterr().err == ''
