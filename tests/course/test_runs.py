"""Runs of the tool: interruptions, mistakes of the marker, isolation."""

from io import StringIO
from pathlib import Path
from subprocess import PIPE, Popen, run
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Iterable
from unittest import TestCase
from unittest.mock import Mock
import json
import os
import re
import shutil
import signal
import sys
import pytest
from course.marking.__main__ import main
from course.marking.isolation import Limits
from course.marking.judge import Judge
from course.marking.marker import Marker
from course.marking.marks import Found, Group
from course.marking.session import check_tables
from tests.support.marking import (
    COMMAND,
    USUAL,
    processes_with,
    quick_toml,
    read_feedback,
    read_marks,
    run_tool,
    write_toml,
)
from tests.support.programs import ENVIRONMENT, TOP, copy_to
from tests.support.submissions import FLAWED, GROUPS, LOOPING, RANDOM, Case, put
from tests.support.suites import SOLUTIONS


def write_submissions(folder: Path, *names: str) -> Path:
    """Write right solutions with these names into folder, and return it."""
    for name in names:
        shutil.copytree(SOLUTIONS / 'lists', folder / name)
    return folder


@pytest.mark.slow
def test_resume(tmp_path: Path) -> None:
    """Ctrl-C ends a run cleanly, and --resume goes on: the marks are those of
    a run that nobody has interrupted."""
    subs = write_submissions(tmp_path / 'subs', 'a', 'b')
    FLAWED['random_is_always_the_first'].write(subs / 'f')
    # The last one takes so long that the signal comes in time.
    Case(
        changes=[put('import time\ntime.sleep(3)\n', file='strategy.py')]
    ).write(subs / 'slow')
    command = ['run', subs, '-c', quick_toml(tmp_path), '-j', 1]
    out = tmp_path / 'out'
    whole = tmp_path / 'whole'
    run_tool(*command, '-o', whole)
    with Popen(
        [*COMMAND, *map(str, command), '-o', str(out)],
        stderr=PIPE,
        encoding='utf-8',
        env={**ENVIRONMENT, 'PYTHONPATH': str(TOP)},
    ) as tool:
        while '1 of 4 done, about' not in tool.stderr.readline():
            assert tool.poll() is None
        while tool.poll() is None:  # People are impatient.
            tool.send_signal(signal.SIGINT)
            sleep(0.05)
        told = tool.stderr.read()
    assert tool.returncode == 130 and 'Traceback' not in told
    assert 'of 4 are marked. Use --resume to go on.' in told
    assert not processes_with(str(tmp_path))
    count = len(read_marks(out))
    assert 1 <= count < 4
    page = '<p>{} submissions'.format
    assert page(f'{count} of 4') in (out / 'summary.html').read_text('utf-8')
    assert page(4) in (whole / 'summary.html').read_text('utf-8')
    done = run_tool(*command, '-o', out, status=2)
    assert 'Use --resume to go on' in done.stderr
    done = run_tool(*command, '-o', out, '--resume')
    assert 'done, ' not in done.stderr.partition('3 of ')[2]
    for name in (
        'marks.csv',
        'run.json',
        'summary.html',
        'f/feedback.md',
        'a/feedback.md',
    ):
        assert (out / name).read_text('utf-8') == (whole / name).read_text(
            'utf-8'
        )
    # What has changed since is marked again, and what --only names.
    (subs / 'b' / 'strategy.py').unlink()
    done = run_tool(*command, '-o', out, '--resume')
    assert '1 of 1 done: b' in done.stderr
    assert read_marks(out)['b']['total'] == '0'
    done = run_tool(*command, '-o', out, '--only', 'a')
    assert '1 of 1 done: a' in done.stderr and len(read_marks(out)) == 4
    # What is in no table is named: new files and no marks, marks and no files.
    (subs / 'b' / 'stonehenge.py').unlink()
    (subs / 'f').rename(tmp_path / 'f')
    done = run_tool(*command, '-o', out, '--only', 'a')
    assert 'not marked: b.\n' in done.stderr and len(read_marks(out)) == 2
    assert 'into the tables: f.\n' in done.stderr
    done = run_tool('run', subs, '-o', out, '--resume', '-j', 1, status=2)
    assert 'another marking.toml' in done.stderr


@pytest.mark.slow
def test_sigterm(tmp_path: Path) -> None:
    """Whoever ends a run with SIGTERM, once or twice, finds no folder and no
    process of it afterwards."""
    Case(
        changes=[put('import time\ntime.sleep(9)\n', file='strategy.py')]
    ).write(tmp_path / 'subs' / 'slow')
    (tmp_path / 'tmp').mkdir()
    command = [
        'run',
        tmp_path / 'subs',
        '-c',
        quick_toml(tmp_path),
        '-o',
        tmp_path / 'out',
    ]
    with Popen(
        [*COMMAND, *map(str, command)],
        stderr=PIPE,
        encoding='utf-8',
        env={
            **ENVIRONMENT,
            'PYTHONPATH': str(TOP),
            'TMPDIR': str(tmp_path / 'tmp'),
        },
    ) as tool:
        line = tool.stderr.readline()
        while 'Running the ref' not in line:
            assert tool.poll() is None, line
            line = tool.stderr.readline()
        while len(list((tmp_path / 'tmp').glob('*/cell/submission'))) != 1:
            assert tool.poll() is None
            sleep(0.01)
        tool.terminate()
        tool.terminate()
        told = tool.stderr.read()
    assert tool.returncode == 130 and 'Traceback' not in told
    assert list((tmp_path / 'tmp').iterdir()) == []
    assert not processes_with(str(tmp_path))


def test_what_is_said_first(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Before anything is run, it is said what cannot be marked, which files are
    no submissions, and which file points come from."""
    subs = write_submissions(tmp_path / 'subs', 'a')
    (subs / 'b').mkdir()
    for number in range(500):
        (subs / f'{number:03}.txt').write_text('Sorry.')

    def stop(_self: object, _note: object) -> None:
        """Run nothing, as on a full disk, where no file can be copied."""
        raise shutil.Error([('a', 'b', 'stopped'), ('c', 'd', 'stopped')])

    monkeypatch.setattr(Marker, 'run_reference', stop)
    monkeypatch.setattr('course.marking.run.hide', Mock())
    toml = quick_toml(tmp_path)
    assert (
        main(['run', str(subs), '-o', str(tmp_path / 'out'), '-c', str(toml)])
        == 2
    )
    assert capsys.readouterr().err.partition('\n')[2] == (
        f'Points come from {toml}.\n'
        f'Submissions: 2. Those that cannot be marked: 1.\n'
        f'    b: there is no folder and no single zip file with Python files '
        f'in it.\n'
        f'These are no submissions: 000.txt, 001.txt, 002.txt, 003.txt, '
        f'004.txt and 495 more.\n'
        f'Running the reference solution.\n'
        f'python3 -m course.marking: stopped\n'
    )


def test_other_systems() -> None:
    """On a system without a sandbox, a line says what marking needs."""
    done = run(
        [
            sys.executable,
            '-c',
            'import runpy, sys\n'
            'sys.platform, sys.modules["fcntl"] = "win32", None\n'
            'runpy.run_module("course.marking", run_name="__main__")',
        ],
        cwd=TOP,
        stderr=PIPE,
        encoding='utf-8',
        check=False,
    )
    assert done.returncode == 2 and done.stderr.count('\n') == 1
    assert done.stderr.startswith('Marking needs Linux: ')


@pytest.mark.slow
def test_one_run_at_a_time(tmp_path: Path) -> None:
    """While a run goes on, no other run writes there."""
    LOOPING.write(tmp_path / 'subs' / 'a')
    command = ['run', tmp_path / 'subs', '-c', quick_toml(tmp_path)]
    out = tmp_path / 'out'
    with Popen(
        [*COMMAND, *map(str, command), '-o', str(out)],
        stderr=PIPE,
        env={**ENVIRONMENT, 'PYTHONPATH': str(TOP), 'TMPDIR': str(tmp_path)},
    ) as tool:
        while not (out / 'run.json').exists():
            assert tool.poll() is None
            sleep(0.01)
        done = run_tool(*command, '-o', out, '--resume', status=2)
        assert f'Another run is writing into {out}.' in done.stderr
        assert 'Another run' in run_tool('score', out, status=2).stderr
        tool.kill()


UNSURE, WRONG, RIGHT = (
    f'{GROUPS[RANDOM].tests[0]}.test_{name}'
    for name in ('possible', 'every_move', 'finished')
)


def test_undecided_tests_are_run_again(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In the end, what is undecided is run again, one submission at a time,
    with what has failed. What is still undecided then is said at the end."""
    asked = []

    def judge(
        _self: object,
        found: Found,
        _space: object,
        _note: object,
        only: Iterable[str] = (),
    ) -> None:
        """Decide in submission b, if that is alone. Submission c is right."""
        asked.append((found.id, *only))
        found.status = 'marked'
        found.problem = ''
        statuses = {UNSURE: 'undecided', WRONG: 'failed', RIGHT: 'passed'}
        if found.id == 'c' or found.id == 'b' and only:
            statuses[UNSURE] = 'passed'
        found.tests = [
            {'id': test, 'title': 'It is so.', 'status': status, 'misnamed': []}
            for test, status in statuses.items()
            if test in only or not only
        ]

    monkeypatch.setattr(Marker, '_judge', judge)
    wanted = {test: test for test in (UNSURE, WRONG, RIGHT)}
    monkeypatch.setattr(
        Marker, 'run_reference', lambda marker, _: marker.wanted.update(wanted)
    )
    monkeypatch.setattr('course.marking.run.hide', Mock())
    monkeypatch.setattr('course.marking.run.kill_all', Mock())
    subs = write_submissions(tmp_path / 'subs', 'a', 'b', 'c')
    out = tmp_path / 'out'
    command = [
        'run',
        str(subs),
        '-o',
        str(out),
        '-c',
        str(quick_toml(tmp_path)),
        '-j',
        '2',
    ]
    assert main(command) == 0
    assert sorted(asked[:3]) == [('a',), ('b',), ('c',)]
    assert asked[3:] == [('a', UNSURE, WRONG), ('b', UNSURE, WRONG)]
    assert (
        capsys.readouterr().err.splitlines()[-2]
        == 'Tests of these could not be decided (see staff.log): a.'
    )
    assert {name: row['total'] for name, row in read_marks(out).items()} == {
        'a': '1.33',
        'b': '2.67',
        'c': '2.67',
    }
    for name, said in ('a', True), ('b', False):
        assert ('Could not be decided' in read_feedback(out, name)) == said


def test_time_for_all_tests() -> None:
    """Once the time for a submission is over, no more test begins. If it has
    not computed for so long, the rest is undecided."""

    class TestNothing(TestCase):
        """A suite."""

        def test_it(self) -> None:
            """It would pass."""

    test = TestNothing('test_it')
    for seconds, late, status in (-1, 0, 'skipped'), (600, 601, 'undecided'):
        out = StringIO()
        Judge(
            Mock(),
            Limits(seconds_per_submission=seconds),
            [Group('A', [test.id()])],
            out,
            monotonic() - late,
        ).run([Mock(tests=[test])], [])
        told = json.loads(out.getvalue().splitlines()[0])
        assert (told['status'], told['text']) == (
            status,
            'Not run: the time for all tests together was over.',
        )


@pytest.mark.parametrize(
    'undecided, status', [(False, 'skipped'), (True, 'undecided')]
)
def test_time_outs_of_a_class(undecided: bool, status: str) -> None:
    """After three time-outs, the rest of a class is not run. If one of these
    has waited, the rest is undecided, and not for the student to lose."""

    class TestMany(TestCase):
        """A suite."""

        def test_it(self) -> None:
            """It ends by its time."""
            self.fail()

    tests = [TestMany('test_it') for _ in range(4)]
    out = StringIO()
    session = Mock(
        timed_out=True,
        undecided=undecided,
        misnamed=[],
        causes=[],
        seconds=lambda: 10,
    )
    groups = [Group('A', [tests[0].id()])]
    Judge(session, Limits(), groups, out).run([Mock(tests=tests)], [])
    told = [
        json.loads(line)['status'] for line in out.getvalue().splitlines()[:4]
    ]
    first = 'undecided' if undecided else 'failed'
    assert told == [first, first, first, status]


def test_long_names() -> None:
    """What is found in a submission has short names, or else counts as none."""
    for name, found in ('f', True), ('f' * 1000, False):
        names = {'playable_games': {}, 'usable_strategies': {'r': name}}
        tables = check_tables([names, names, []])[0]
        assert bool(tables['usable_strategies']) == found


def test_reference_that_fails(tmp_path: Path) -> None:
    """Nothing is marked if the reference solution fails a test. Of many tests,
    some are named."""
    FLAWED['random_is_always_the_first'].write(tmp_path / 'wrong')
    toml = quick_toml(tmp_path, f'{USUAL}reference = "{tmp_path}/wrong"\n')
    done = run_tool(
        'run',
        write_submissions(tmp_path / 'subs', 'a'),
        '-o',
        tmp_path / 'out',
        '-c',
        toml,
        status=2,
    )
    assert 'The reference solution does not pass all tests' in done.stderr
    assert 'TestRandom.test_every_move' in done.stderr
    toml = write_toml(toml, GROUPS, f'{USUAL}reference = "{tmp_path}/none"\n')
    done = run_tool(
        'run', tmp_path / 'subs', '-o', tmp_path / 'out', '-c', toml, status=2
    )
    assert re.search(r' and \d+ more: stonehenge.py is missing.; ', done.stderr)
    assert not (tmp_path / 'out').exists()


def test_no_bubblewrap(tmp_path: Path) -> None:
    """Without bubblewrap, the tool stops and says what to install, and never
    does with less."""
    (tmp_path / 'bin').mkdir()
    run = [
        'run',
        write_submissions(tmp_path / 'subs', 'a'),
        '-o',
        tmp_path / 'out',
        '-c',
        quick_toml(tmp_path),
    ]
    for command in run, ['doctor']:
        done = run_tool(*command, status=2, PATH=str(tmp_path / 'bin'))
        assert done.stderr == (
            'python3 -m course.marking: Submissions cannot be sandboxed: '
            'bubblewrap is not installed. Install bubblewrap (apt-get install '
            'bubblewrap).\n'
        )
    assert not (tmp_path / 'out').exists()


# Runs the command `doctor`, with half the time for an attack, or tries all
# attacks as on Gradescope.
DOCTOR = """
import sys
from course.marking import __main__, doctor, isolation
doctor.SECONDS /= 2
sys.exit(doctor.try_all(isolation.contain()) if sys.argv[1:] else
         __main__.main(["doctor"]))
"""


@pytest.mark.slow
@pytest.mark.parametrize('options', [[], ['contained']])
def test_doctor(options: list[str]) -> None:
    """The sandbox blocks every attack, tried for real. Contained, loops are
    ended, and processes left behind are. Where attacks were not blocked, it
    says so."""
    sandboxed = not options
    done = run(
        [sys.executable, '-P', '-c', DOCTOR, *options],
        stdout=PIPE,
        encoding='utf-8',
        check=False,
        env={**ENVIRONMENT, 'PYTHONPATH': str(TOP)},
    )
    assert done.returncode == (not sandboxed), done.stdout
    assert done.stdout.startswith(
        'Isolation: sandboxed.' if sandboxed else 'Isolation: contained.'
    )
    assert not sandboxed or done.stdout.count(' blocked: ') == 13
    for what in 'Leave a process behind', 'Compute for ever':
        assert re.search(f'{what} +blocked: ', done.stdout)
    assert ('All attacks were blocked.' in done.stdout) == sandboxed
    assert ('Not all attacks were blocked: ' in done.stdout) != sandboxed
    assert (
        'Use the network                   NOT BLOCKED: connected'
        in done.stdout
    ) != sandboxed


@pytest.mark.slow
@pytest.mark.skipif(
    os.name != 'posix' or os.geteuid() != 0,
    reason='only root can become another user',
)
@pytest.mark.parametrize('options', [[], ['contained']])
def test_doctor_of_another_user(options: list[str]) -> None:
    """What is promised holds without root, too: the sandbox blocks all, and
    no contained submission gets at the judge's files."""
    python = shutil.which('/usr/bin/python3')
    if python is None:
        pytest.skip('there is no Python that other users can run')
    # Others may not look into the folders that pytest makes.
    with TemporaryDirectory() as name:
        copy_to(
            Path(name),
            [
                'course',
                'game.py',
                'game_state.py',
                'interface',
                'stonehenge.py',
                'strategy.py',
                'engine',
            ],
        )
        for path in [Path(name), *Path(name).rglob('*')]:
            path.chmod(0o755)
        with Popen(
            [python, '-c', DOCTOR, *options],
            cwd=name,
            stdout=PIPE,
            user=12345,
            group=12345,
            extra_groups=[],
            encoding='utf-8',
            env={'PATH': os.environ['PATH']},
        ) as tool:
            told = tool.stdout.read()
    assert tool.returncode == len(options), told
    assert options or told.count(' blocked: ') == 13
    assert 'Get at its files                  blocked: ' in told


@pytest.mark.parametrize(
    'arguments, words',
    [
        ('run no -o o -c toml', 'There is no folder'),
        ('run subs -o o -c toml -j 0', "'0' is not a whole number from 1"),
        ('run subs -o toml/o -c toml', 'Not a directory'),
        (
            'run subs -o o -c broken.toml',
            "SyntaxError: '[' was never closed (File",
        ),
        ('run subs -o subs/o -c toml', 'is inside'),
        (
            'run subs -o o -c typo.toml',
            "'minimax_unittest_basic.TestRandon': there is no such",
        ),
        ('run subs -o o -c weight.toml', "there is no test 'mixes.TestTheirs'"),
        ('run subs -o o -c toml --only x', "There is no submission 'x'"),
        ('run subs', 'required'),
    ],
)
def test_mistakes(
    arguments: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What a marker gets wrong is said in a line. What marking.toml gets wrong
    is said before anything is run. A first line comes before submissions are
    looked for, which may take some time."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr('course.marking.run.hide', Mock())
    write_submissions(Path('subs'), 'a')
    text = quick_toml(tmp_path).rename('toml').read_text('utf-8')
    group = text[text.index('[[groups]]') :]
    Path('typo.toml').write_text(text + group.replace('Random', 'Randon'))
    Path('weight.toml').write_text(text + '[weights]\n"mixes.TestTheirs" = 2\n')
    Path('broken.py').write_text('[\n')
    Path('broken.toml').write_text(
        text.replace(
            '[suites]',
            f'[suites]\npaths = ["{tmp_path}/broken.py", '
            f'"{TOP}/tests/minimax_unittest_basic.py"]',
        )
    )
    try:
        status = main(arguments.split())
    except SystemExit as caught:
        status = caught.code
    told = capsys.readouterr().err
    assert status == 2 and words in told and 'Traceback' not in told
    assert ('Running the ref' in told) == ('broken.toml' in arguments)
    assert arguments[:6] != 'run no' or told.startswith('Isolation: ')
