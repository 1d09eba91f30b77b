"""What Gradescope reads is as its documents want it, and what it runs runs in a
folder laid out as there."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from shutil import copy, copytree, which
from subprocess import DEVNULL, PIPE, Popen, run
from time import sleep
from typing import Any
from unittest.mock import Mock, patch
from urllib.parse import quote
import json
import os
import re
import stat
import sys
import zipfile
import pytest
from course.html import render_page
from course.marking import export
from course.marking.autograder import make_results
from course.marking.configuration import Configuration, find_group
from course.marking.intake import Submission
from course.marking.isolation import CONTAINED, Isolation
from course.marking.marker import Marker
from course.marking.marks import (
    Found,
    GroupMark,
    Outcome,
    Record,
    charge_misnamed,
    settle_excuses,
)
from course.marking.outputs import (
    Outputs,
    format_feedback,
    format_staff_log,
    format_summary,
    make_tables,
)
from course.marking.session import Suite
from tests.support.marking import (
    LONG,
    USUAL,
    link_python,
    quick_toml,
    run_tool,
    write_toml,
)
from tests.support.programs import ENVIRONMENT, TOP
from tests.support.submissions import GAME, GROUPS, LOOPING, RANDOM
from tests.support.suites import SOLUTIONS

NASTY = '</td>]]>\x00\x1b[31m```\n# <script>alert(1)</script> |a|b| \udcff'

# What each field of Gradescope's results.json may be, as its documents say, for
# those that we write.
NUMBER = (int, float)
FORMATS = {'text', 'html', 'simple_format', 'md', 'ansi'}
VISIBILITIES = {'hidden', 'after_due_date', 'after_published', 'visible'}
RESULTS = {
    'score': NUMBER,
    'output': str,
    'output_format': FORMATS,
    'visibility': VISIBILITIES,
    'stdout_visibility': VISIBILITIES,
    'tests': list,
}
RESULT = {
    'score': NUMBER,
    'max_score': NUMBER,
    'status': {'passed', 'failed'},
    'name': str,
    'number': str,
    'output': str,
    'output_format': FORMATS,
    'visibility': VISIBILITIES,
}


def check_fields(found: dict[str, Any], fields: dict[str, Any]) -> None:
    """Check that found has these fields, each as it may be. A null byte would
    go into no database, and what UTF-8 cannot say into no file.
    """
    assert set(found) == set(fields)
    for name, value in found.items():
        assert b'\0' not in str(value).encode()
        if isinstance(fields[name], set):
            assert value in fields[name], name
        else:
            assert isinstance(value, fields[name]), name


def check_gradescope(results: dict[str, Any]) -> None:
    """Check what Gradescope's results.json holds."""
    check_fields(results, RESULTS)
    for test in results['tests']:
        check_fields(test, RESULT)
        assert 0 <= test['score'] <= test['max_score']


@pytest.fixture(name='record')
def make_record() -> Record:
    """Give a record with everything that may happen in it."""
    tests = [
        Outcome(
            's.T.test_a',
            'It works.',
            'passed',
            seconds=0.5,
            points=Fraction(2, 3),
        ),
        Outcome(
            's.T.test_b',
            'It is safe.',
            'failed',
            NASTY,
            [NASTY],
            1.25,
            points=Fraction(2, 3),
        ),
        Outcome(
            's.T.test_c',
            'It is fast.',
            'skipped',
            'Why.',
            points=Fraction(2, 3),
        ),
    ]
    secret = [
        Outcome(
            's.U.test_d', 'A secret.', 'failed', 'WHISPER', points=Fraction(1)
        )
    ]
    files = [
        Outcome(
            'a.py',
            'a.py',
            'failed',
            f'line 3: {NASTY} (E1)',
            points=Fraction(1, 2),
        ),
        Outcome(
            'b.py',
            'b.py',
            'failed',
            'Not checked: a "pylint:" co.',
            points=Fraction(1, 2),
        ),
    ]
    files[0].score = Fraction(1, 4)
    staff = {'isolation': 'sandboxed.', 'limits': '10 s', 'output': NASTY}
    return Record(
        '=a|b<i>',
        [{'name': 'Ada, Countess', 'sid': '99'}, {'name': 'Bob'}],
        'marked',
        '',
        [NASTY],
        [NASTY],
        [],
        [],
        staff,
        'abc',
        [
            GroupMark('One', Fraction(2), 'visible', tests),
            GroupMark('Two', Fraction(1), 'hidden', secret),
        ],
        GroupMark('Style', Fraction(1), 'visible', files),
        [],
    )


def test_schemas(record: Record) -> None:
    """The file keeps to its format, whatever a submission says."""
    check_gradescope(json.loads(json.dumps(make_results(record))))


def test_points_add_up(record: Record) -> None:
    """Three thirds are one: points are the same in all reports."""
    assert record.out_of == 4 and float(record.total) == pytest.approx(11 / 12)
    assert make_results(record)['score'] == 0.9167
    record.groups[1].criterion = 'One'
    tables = make_tables([record])
    assert tables['marks.csv'].splitlines() == [
        'id,name,number,total,out_of,One,Two,Style,status',
        '\'=a|b<i>,"Ada, Countess; Bob",99,0.92,4,0.67,0,0.25,marked',
    ]
    assert tables['tests.csv'].splitlines() == [
        'id,One: T.test_a,One: T.test_b,One: T.test_c,Two: U.test_d',
        "'=a|b<i>,0.67,0,,0",
    ]
    assert tables['markus.csv'].splitlines()[:2] == [
        'Group name,One,Style',
        'Out of,3,1',
    ]
    assert tables['canvas.csv'].splitlines()[1:] == [
        '    Points Possible,,,,,4',
        '"Ada, Countess",,99,,,0.92',
        'Bob,,,,,0.92',
    ]


def make_group(statuses: str, broken_root: str = '') -> GroupMark:
    """Return a group of tests of a point: - has failed, + has passed, e is
    excused for the first one, s skipped, and ? undecided.
    """
    words = {
        '-': 'failed',
        '+': 'passed',
        'e': 'excused',
        's': 'skipped',
        '?': 'undecided',
    }
    tests = [
        Outcome(
            f's.T.test_{number}',
            '',
            words[each],
            'Odd. See s.T.test_0.',
            misnamed=['y'],
            points=Fraction(1),
        )
        for number, each in enumerate(statuses)
    ]
    points = Fraction(len(statuses))
    return GroupMark('', points, 'visible', tests, '', broken_root)


def test_one_fault() -> None:
    """An excused test costs nothing, if at least half of what it names is
    right; with a game that cannot be played, it gives nothing, and what has
    passed gives a quarter of all at most. What has another name costs no more
    than that, wherever it is used."""
    for statuses, score, least in (
        ('-+++', 3, 1),
        ('-e+s', 1, 1),
        ('-+e+s', 3, 1.25),
        ('-ee', 0, 0),
        ('-+eee', 4, 1),
        ('?+', 1, 0.5),
    ):
        marks = [make_group(statuses), make_group(statuses, 'root')]
        settle_excuses(marks[:1])
        settle_excuses(marks[1:])
        assert [mark.score for mark in marks] == [score, least]
    marks = [make_group('-++'), make_group('+++')]
    charge_misnamed(marks, Fraction(3))
    assert [mark.score for mark in marks] == [0, 2]


def test_what_costs_most(record: Record) -> None:
    """What to look at first is a test that costs, in the group that costs most,
    among those that students see. What is undecided is nobody's fault."""
    for groups, first in (
        (('+-', '+e-s'), 2),
        (('e+', '+-'), 1),
        (('???', '?+-'), 2),
    ):
        record.groups = [make_group(statuses) for statuses in groups]
        found = record.find_first()
        assert found and found[0] is record.groups[1]
        assert found[1] is found[0].tests[first]
        record.groups.append(make_group('---------'))
        record.groups[-1].visibility = 'hidden'
        assert record.find_first() == found
    # The root of both is a test of the second one.
    record.groups = [make_group('++++', 'root'), make_group('+-', 'root')]
    record.groups[1].tests[1].id = 'root'
    found = record.find_first()
    assert found and found[1] is record.groups[1].tests[1]
    record.groups = [make_group('+?'), make_group('++')]
    charge_misnamed(record.groups, Fraction(1))  # Its text says that elsewhere.
    assert record.find_first() is None


def test_undecided(record: Record) -> None:
    """What could not be decided is said in all reports, and is not reported as
    a fault. Tables say in which groups it is."""
    record.groups = [
        GroupMark(
            name,
            Fraction(2),
            'visible',
            [
                Outcome(
                    's.T.test_a',
                    'It is fast.',
                    status,
                    'WAITED',
                    points=Fraction(2),
                )
            ],
        )
        for name, status in (
            ('One', 'undecided'),
            ('Two', 'passed'),
            ('Three', 'undecided'),
        )
    ]
    record.import_problems = []
    feedback = format_feedback(record)
    assert 'Could not be decided' in feedback
    assert '\n- One: It is fast.\n' in feedback
    assert 'Look at this first' not in feedback
    assert 'All tests have passed' not in feedback
    run_of = {'scored': 'x', 'isolation': 'y'}
    assert 'could not be decided: One: It is fast.' in format_staff_log(record)
    for text in (
        format_summary([record], run_of),
        make_tables([record])['marks.csv'],
    ):
        assert 'marked; undecided: One, Three' in text


def find_rows(page: Path, wanted: str) -> list[str]:
    """Return the submissions that a page shows if they are asked for by what
    follows its address.
    """
    browser = which('chromium') or which('google-chrome')
    if browser is None:
        pytest.skip('there is no Chromium')
    done = run(
        [
            browser,
            '--headless',
            '--no-sandbox',
            '--disable-gpu',
            f'--user-data-dir={page.parent}/browser',
            '--dump-dom',
            f'{page.as_uri()}#{quote(wanted)}',
        ],
        stdout=PIPE,
        stderr=DEVNULL,
        encoding='utf-8',
        check=True,
    )
    return [
        row[0]
        for row in re.findall(
            r'<tr data-words="(\S+)[^"]*"( hidden="")?>', done.stdout
        )
        if not row[1]
    ]


def test_worklist(record: Record, tmp_path: Path) -> None:
    """Who has lost most comes first in the summary. It can be asked for names,
    for a status, and for a test that has not passed, which is a link there."""
    records = [
        replace(
            record,
            id=name,
            groups=[make_group(statuses)],
            import_problems=[],
            students=[],
        )
        for name, statuses in (
            ('ada', '+++'),
            ('bob', '+--'),
            ('cy', '++?'),
            ('dan', '++-'),
        )
    ]
    for each in records:
        each.groups[0].name = 'Claims'
        each.groups[0].tests[2].title = 'It "is" 100% <b>.'
    page = tmp_path / 'summary.html'
    page.write_text(
        format_summary(records, {'scored': 'x', 'isolation': 'y'}), 'utf-8'
    )
    title = 'Claims: It "is" 100% <b>.'
    assert f'href="#{quote(title)}"' in page.read_text('utf-8')
    for wanted, found in (
        ('', 'bob cy dan ada'),
        ('BO', 'bob'),
        ('undecided', 'cy'),
        (title, 'bob cy dan'),
    ):
        assert find_rows(page, wanted) == found.split()


def test_failed_by_many(record: Record) -> None:
    """The summary lists tests by how many have failed them, and those that are
    alike in this by their places in the suites."""
    records = [
        replace(record, groups=[make_group(statuses)])
        for statuses in ('++--e', '-+--+')
    ]
    for each in records:
        for number, test in enumerate(each.groups[0].tests):
            test.title = f'Title {number}.'
    records[1].groups[0].tests[2].status = 'passed'
    page = format_summary(records, {'scored': 'x', 'isolation': 'y'})
    listed = page.partition('by many')[2]
    assert re.findall(r'>: Title (\d)\.<', listed) == ['3', '0', '2']


def test_source(tmp_path: Path) -> None:
    """The code that was handed in is a page, with numbers of its lines. Nothing
    in it becomes a part of the page."""
    for name, text in (('a.py', b'x = 1\n<script>\xff\n'), ('b.txt', b'no')):
        (tmp_path / name).write_bytes(text)
    Outputs(tmp_path).write_source(
        Submission('ada', {name: tmp_path / name for name in ('a.py', 'b.txt')})
    )
    page = (tmp_path / 'ada/source.html').read_text('utf-8')
    assert '<span>1</span>x = 1\n<span>2</span>&lt;script&gt;\ufffd\n' in page
    assert 'b.txt' not in page


def test_long_feedback(record: Record) -> None:
    """All reports are there, whole: those for which 150 lines have no room are
    in an appendix."""
    reports = ['\n'.join(f'line {n}-{k}' for k in range(20)) for n in range(30)]
    record.groups = [
        GroupMark(
            str(group),
            Fraction(1),
            'visible',
            [
                Outcome(f's.T.test_{n}', f'Title {n}.', 'failed', reports[n])
                for n in range(group, 30, 3)
            ],
        )
        for group in range(3)
    ]
    text = format_feedback(record)
    assert text.index('# Appendix') < text.index('line 19-19')
    before, _, appendix = text.partition('# Appendix: the other reports\n\n')
    # It may begin in the middle of a group.
    assert before.count('\n') <= 150 and appendix.startswith('## ')
    assert all(report in text for report in reports)
    page = render_page(text, 'en', {}, {})
    assert '<script>' not in page and 'line 19-19' in page


def test_what_is_shown(record: Record) -> None:
    """What is hidden is not in what students read, but staff can see it.
    Nothing that a submission says becomes a part of a page."""
    assert 'WHISPER' not in format_feedback(record)
    assert 'A secret' not in format_feedback(record)
    assert '**0.92 of 3 points.** There are more tests' in format_feedback(
        record
    )
    hidden = make_results(record)['tests'][3]
    assert hidden['visibility'] == 'hidden'
    record.files.visibility = 'hidden'
    assert '**0.67 of 2 points.**' in format_feedback(record)
    assert 'WHISPER' in format_staff_log(record)
    page = format_summary([record], {'scored': 'x', 'isolation': 'y'})
    assert '<script>alert' not in page and '&lt;script&gt;alert' in page
    feedback = format_feedback(record)
    fenced = feedback.partition('````\n')[2].partition('\n````')[0]
    assert '<script>' in fenced and '```' in fenced
    rest = feedback.replace(fenced, '')
    assert '\n# <' not in rest
    assert '\x1b' not in format_staff_log(record) + feedback
    record.status = 'marking failed'
    assert 'This is not your fault.' in format_feedback(record)


@pytest.fixture(name='marker')
def list_tests(monkeypatch: pytest.MonkeyPatch) -> Marker:
    """Have all tests exported but those that take long, without a run: that the
    reference solution passes them is seen when it is marked. Give the marker.
    """
    marker = Marker(Configuration(), Isolation(CONTAINED, False))

    def judge(found: Found, *_: object) -> None:
        """Say that the reference solution has passed all tests."""
        found.status = 'marked'
        with patch.dict(sys.modules), patch.dict(os.environ):
            found.tests = [
                {
                    'id': test.id(),
                    'title': test.shortDescription(),
                    'status': 'passed',
                    'causes': [],
                    'misnamed': [],
                }
                for path in marker.configuration.suites
                for test in Suite(path, 1).tests
                if find_group(marker.configuration.groups, test.id())
                and not LONG.search(test.id())
            ]

    with patch.object(marker, '_judge', judge):
        marker.run_reference()
    monkeypatch.setattr(export, 'find_tests', Mock(return_value=marker))
    return marker


def test_frozen(marker: Marker) -> None:
    """What is written for Gradescope leaves time for the last test, and for
    style, and has one title for each test."""
    marker.configuration.tables['limits']['memory_mb'] = 300
    frozen = json.loads(export.freeze(marker))
    assert 350 < frozen['limits']['seconds_per_submission'] < 600 - 60 - 120
    assert frozen['limits']['memory_mb'] == 300
    titles = list(frozen['tests'].values())
    assert len({*titles}) == len(titles) > 60
    assert (
        'Your minimax chooses winning moves in a game that is new to it '
        '(your iterative minimax in new games).' in titles
    )


def lay_out(archive: Path) -> tuple[Path, dict[str, int]]:
    """Return a folder laid out as Gradescope's, and the modes of the files in
    the zip file.
    """
    top = archive.parent / 'autograder'
    for name in 'source', 'results':
        (top / name).mkdir(parents=True)
    with zipfile.ZipFile(archive) as zipped:
        zipped.extractall(top / 'source')
        return top, {
            entry.filename: entry.external_attr >> 16
            for entry in zipped.infolist()
        }


def run_autograder(
    archive: Path, python: Path, submission: str | Path
) -> dict[str, Any]:
    """Return the results of a zip file for a submission in a folder laid out
    as Gradescope's, with the Python in a folder.
    """
    top, modes = lay_out(archive)
    copytree(top / submission, top / 'submission')
    for name in 'setup.sh', 'run_autograder':
        assert modes[name] == stat.S_IFREG | 0o755
        run(['bash', '-n', name], cwd=top / 'source', check=True)
    path = f'{python}:{os.environ["PATH"]}'
    done = run(
        ['bash', str(top / 'source' / 'run_autograder')],
        cwd='/',
        env={**ENVIRONMENT, 'AUTOGRADER': str(top), 'PATH': path},
        capture_output=True,
        encoding='utf-8',
        timeout=300,
        check=False,
    )
    results = json.loads((top / 'results' / 'results.json').read_text('utf-8'))
    check_gradescope(results)
    assert results['output'].startswith('Isolation: contained'), done.stderr
    assert f'\nTotal: {results["score"]:g} of ' in done.stdout
    return results


def write_script(path: Path, line: str) -> None:
    """Write a shell script of a line to path."""
    path.write_text(f'#!/bin/sh\n{line}\n', encoding='utf-8')
    path.chmod(0o755)


def test_python_for_root_alone(tmp_path: Path) -> None:
    """Where no other user can run Python, submissions would run as root: the
    image is not built, and that says why."""
    folder = tmp_path / 'bin'
    top = tmp_path / 'autograder'
    folder.mkdir()
    top.mkdir()
    (top / 'source').symlink_to(TOP)
    # Nobody else may look into the folders that pytest makes.
    copy(os.path.realpath(sys.executable), folder / 'python')
    write_script(folder / 'apt-get', 'exit 0')
    write_script(
        folder / 'python3',
        f'mkdir -p "$3/bin" && cp {folder}/python "$3/bin/python"',
    )
    done = run(
        ['bash', str(TOP / 'course/marking/elsewhere/setup.sh')],
        env={'PATH': f'{folder}:{os.environ["PATH"]}', 'AUTOGRADER': str(top)},
        capture_output=True,
        encoding='utf-8',
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert done.stderr.startswith('No other user than root can run this Python')


@pytest.mark.slow
def test_gradescope_zip(tmp_path: Path) -> None:
    """The zip file marks a submission, and its style."""
    toml = quick_toml(tmp_path, '[style]\nfiles = ["strategy.py"]\n')
    run_tool('gradescope', '-c', toml, '-o', tmp_path / 'a.zip')
    results = run_autograder(
        tmp_path / 'a.zip', Path(sys.executable).parent, SOLUTIONS / 'lists'
    )
    assert [test['status'] for test in results['tests']][:4] == ['passed'] * 4
    assert 4 <= results['score'] < 14


@pytest.mark.slow
def test_cut_short(tmp_path: Path) -> None:
    """After each group of tests, the results so far are there, whole and valid,
    if the run is killed, too."""
    LOOPING.write(tmp_path / 'sub')
    toml = write_toml(
        tmp_path / 'marking.toml',
        {name: GROUPS[name] for name in (GAME, RANDOM)},
        USUAL + '[limits]\nseconds_per_test = 99\n',
    )
    run_tool('gradescope', '-c', toml, '-o', tmp_path / 'a.zip')
    top, _ = lay_out(tmp_path / 'a.zip')
    path = top / 'results' / 'results.json'
    with Popen(
        [
            sys.executable,
            '-m',
            'course.marking.autograder',
            str(tmp_path / 'sub'),
            str(top / 'results'),
        ],
        cwd=top / 'source',
        env={**ENVIRONMENT, 'TMPDIR': str(tmp_path)},
    ) as tool:
        while not path.exists():
            assert tool.poll() is None
            sleep(0.01)
        tool.kill()
    results = json.loads(path.read_text('utf-8'))
    check_gradescope(results)
    assert results['score'] == 4 and len(results['tests']) > 4
    assert 'marking was cut short' in results['output']
    assert [results['tests'][number]['status'] for number in (0, -1)] == [
        'passed',
        'failed',
    ]


@pytest.mark.slow
def test_gradescope_image(marker: Marker, tmp_path: Path) -> None:
    """The usual Python 3.10 of Gradescope is enough, with nothing beside it:
    the reference solution gets full marks for all groups of tests. Nothing is
    missing or chosen there: not the tests, and not the seed."""
    python = link_python('3.10', tmp_path / 'bin')
    marker.configuration.tables['style']['points'] = 0
    export.write_autograder(None, tmp_path / 'a.zip')
    results = run_autograder(
        tmp_path / 'a.zip', python, 'source/marking/reference'
    )
    assert results['score'] == 90
    groups = {test['name'].partition(':')[0] for test in results['tests']}
    assert groups == {group.name for group in Configuration().groups}
    source = tmp_path / 'autograder' / 'source'
    frozen = json.loads((source / 'marking/marking.json').read_text('utf-8'))
    assert frozen['suites']['seed'] > 0
    assert len(frozen['tests']) == len(results['tests']) > 60
