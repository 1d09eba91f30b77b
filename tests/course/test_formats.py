"""What other systems read is as their documents want it, and what they run
runs in a folder laid out as theirs."""
from pathlib import Path
from shutil import copytree
from subprocess import run
from typing import Any
from xml.etree import ElementTree
import json
import os
import stat
import sys
import zipfile
import pytest
from course.marking.feedback import format_feedback
from course.marking.marks import FileMark, GroupMark, Outcome, Record
from course.marking.outputs import format_junit, format_markus, \
    format_staff_log, format_summary, make_gradescope
from course.marking.scores import make_tables
from tests.support.marking import quick_toml, run_tool
from tests.support.programs import ENVIRONMENT
from tests.support.suites import SOLUTIONS

NASTY = '</td>]]>\x00\x1b[31m```\n# <script>alert(1)</script> |a|b| \udcff'

# What each field of the formats may be, as their documents say, for those that
# we write: Gradescope's results.json, and lines and settings of MarkUs.
NUMBER = (int, float)
FORMATS = {'text', 'html', 'simple_format', 'md', 'ansi'}
VISIBILITIES = {'hidden', 'after_due_date', 'after_published', 'visible'}
RESULTS = {'score': NUMBER, 'output': str, 'output_format': FORMATS,
           'visibility': VISIBILITIES, 'stdout_visibility': VISIBILITIES,
           'tests': list}
RESULT = {'score': NUMBER, 'max_score': NUMBER, 'status': {'passed', 'failed'},
          'name': str, 'number': str, 'output': str, 'output_format': FORMATS,
          'visibility': VISIBILITIES}
LINE = {'name': str, 'output': str, 'marks_earned': NUMBER,
        'marks_total': NUMBER, 'status': {'pass', 'partial', 'fail', 'error'},
        'time': (int, type(None))}
ANNOTATION = {'filename': str, 'content': str, 'line_start': int,
              'line_end': int, 'column_start': int, 'column_end': int}
TESTER = {'script_files': list, 'category': list, 'timeout': int,
          'feedback_file_names': list, 'extra_info': dict}
EXTRA_INFO = {'name': str, 'criterion': (str, type(None)), 'display_output': {
    'instructors', 'instructors_and_student_tests', 'instructors_and_students'}}
# The attributes of JUnit's elements that we write, and what may be in them.
JUNIT = {'testsuites': (set(), {'testsuite'}),
         'testsuite': ({'name', 'tests', 'failures', 'errors', 'skipped'},
                       {'testcase'}),
         'testcase': ({'name', 'classname', 'time'}, {'failure', 'skipped'}),
         'failure': ({'message'}, set()), 'skipped': ({'message'}, set())}


def check_fields(found: dict[str, Any], fields: dict[str, Any]) -> None:
    """Check that found has these fields, each as it may be."""
    assert set(found) == set(fields)
    for name, value in found.items():
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


def check_markus(text: str) -> list[dict[str, Any]]:
    """Check the lines of a tester of MarkUs, and return them. A name that comes
    twice would be dropped there.
    """
    *tests, annotations, comment = map(json.loads, text.splitlines())
    for line in tests:
        check_fields(line, LINE)
        assert 0 <= line['marks_earned'] <= line['marks_total']
    assert len({line['name'] for line in tests}) == len(tests) > 0
    check_fields(annotations, {'annotations': list})
    for each in annotations['annotations']:
        check_fields(each, ANNOTATION)
    check_fields(comment, {'overall_comment': str})
    return [*tests, annotations, comment]


def check_junit(text: str) -> None:
    """Check the text of a JUnit file."""
    top = ElementTree.fromstring(text)
    assert top.tag == 'testsuites'
    for element in top.iter():
        attributes, inside = JUNIT[element.tag]
        assert set(element.attrib) == attributes
        assert {child.tag for child in element} <= inside
    for suite in top:
        assert int(suite.attrib['tests']) == len(suite)
        for tag, count in ('failure', 'failures'), ('skipped', 'skipped'):
            assert int(suite.attrib[count]) \
                == len(suite.findall(f'testcase/{tag}'))


@pytest.fixture(name='record')
def make_record() -> Record:
    """Give a record with everything that may happen in it."""
    tests = [Outcome('s.T.test_a', 'It works.', 'passed', '2/3', '', [], 0.5),
             Outcome('s.T.test_b', 'It is safe.', 'failed', '2/3', NASTY,
                      [NASTY], 1.25),
             Outcome('s.T.test_c', 'It is fast.', 'skipped', '2/3', 'Why.')]
    secret = [Outcome('s.U.test_d', 'A secret.', 'failed', '1', 'WHISPER')]
    message = {'code': 'E1', 'symbol': 'e', 'text': NASTY, 'line': 3,
               'end_line': None, 'column': 1, 'end_column': None,
               'cost': '1/4'}
    return Record(
        '=a|b<i>', NASTY, 'marked', '', [NASTY], [NASTY],
        [GroupMark('One', '2', 'visible', tests),
         GroupMark('Two', '1', 'hidden', secret)],
        [FileMark('a.py', '1/2', '1/4', [message], ''),
         FileMark('b.py', '1/2', '0', [], 'a "pylint:" comment')],
        '1', 'visible', {'isolation': 'sandboxed.', 'limits': '10 s',
                         'output': NASTY}, 'abc')


def test_schemas(record: Record) -> None:
    """The three files keep to the formats, whatever a submission says."""
    check_gradescope(json.loads(json.dumps(make_gradescope(record))))
    check_markus(format_markus(record))
    check_junit(format_junit(record))


def test_points_add_up(record: Record) -> None:
    """Three thirds are one: points are the same in all reports."""
    assert record.out_of == 4 and float(record.total) == pytest.approx(11 / 12)
    assert make_gradescope(record)['score'] == 0.9167
    record.students = [{'name': 'Ada, Countess', 'sid': '99'}, {'name': 'Bob'}]
    tables = make_tables([record])
    assert tables['marks.csv'].splitlines() == [
        'id,name,number,total,out_of,One,Two,Style,status',
        "'=a|b<i>,\"Ada, Countess; Bob\",99,0.92,4,0.67,0,0.25,marked"]
    assert tables['tests.csv'].splitlines() == [
        'id,One: T.test_a,One: T.test_b,One: T.test_c,Two: U.test_d',
        "'=a|b<i>,0.67,0,,0"]
    assert tables['markus.csv'].splitlines()[:2] == [
        'Group name,One,Two,Style', 'Out of,2,1,1']
    assert tables['canvas.csv'].splitlines()[1:] == [
        '    Points Possible,,,,,4', '"Ada, Countess",,99,,,0.92',
        'Bob,,,,,0.92']


def test_hidden_tests_do_not_leak(record: Record) -> None:
    """What is hidden is not in what students read, but staff can see it."""
    for text in format_feedback(record), format_markus(record):
        assert 'WHISPER' not in text
    assert 'A secret' not in format_feedback(record)
    assert '**0.92 of 3 points.** There are more tests' \
        in format_feedback(record)
    hidden = make_gradescope(record)['tests'][3]
    assert hidden['visibility'] == 'hidden'
    record.style_visibility, record.style_points = 'hidden', '0'
    assert '**0.67 of 2 points.**' in format_feedback(record)
    assert 'WHISPER' in format_staff_log(record)


def test_texts_stay_texts(record: Record) -> None:
    """Nothing that a submission says becomes a part of the page."""
    page = format_summary([record], 'sandboxed')
    assert '<script>' not in page and '&lt;script&gt;' in page
    feedback = format_feedback(record)
    fenced = feedback.partition('````\n')[2].partition('\n````')[0]
    assert '<script>' in fenced and '```' in fenced
    rest = feedback.replace(fenced, '')
    assert '\n# <' not in rest
    assert '\x1b' not in format_staff_log(record) + feedback
    assert '\x00' not in format_junit(record)


STYLE = '[style]\nfiles = ["strategy.py"]\n'


@pytest.mark.slow
def test_gradescope_zip(tmp_path: Path) -> None:
    """The zip file marks a submission in a folder laid out as Gradescope's."""
    run_tool('gradescope', '-c', quick_toml(tmp_path, STYLE), '-o',
             tmp_path / 'autograder.zip')
    top = tmp_path / 'autograder'
    for name in 'source', 'results':
        (top / name).mkdir(parents=True)
    copytree(SOLUTIONS / 'lists', top / 'submission')
    with zipfile.ZipFile(tmp_path / 'autograder.zip') as zipped:
        zipped.extractall(top / 'source')
        modes = {entry.filename: entry.external_attr >> 16
                 for entry in zipped.infolist()}
    for name in 'setup.sh', 'run_autograder':
        assert modes[name] == stat.S_IFREG | 0o755
    path = f'{Path(sys.executable).parent}:{os.environ["PATH"]}'
    done = run(['bash', str(top / 'source' / 'run_autograder')], cwd='/',
               env={**ENVIRONMENT, 'AUTOGRADER': str(top), 'PATH': path},
               capture_output=True, encoding='utf-8', timeout=300, check=False)
    results = json.loads((top / 'results' / 'results.json').read_text('utf-8'))
    check_gradescope(results)
    assert [test['status'] for test in results['tests']][:4] == ['passed'] * 4
    assert 4 <= results['score'] < 14
    assert 'contained' in results['output'], done.stderr


@pytest.mark.slow
def test_markus_tester(tmp_path: Path) -> None:
    """The script marks the files that are in its folder, as MarkUs runs it."""
    folder = tmp_path / 'tester'
    run_tool('markus', '-c', quick_toml(tmp_path, STYLE), '-o', folder)
    settings = json.loads((folder / 'settings.json').read_text('utf-8'))
    tester, = settings['testers']
    assert tester['tester_type'] == 'custom'
    data, = tester['test_data']
    check_fields(data, TESTER)
    check_fields(data['extra_info'], EXTRA_INFO)
    script, = data['script_files']
    copytree(SOLUTIONS / 'lists', folder, dirs_exist_ok=True)
    done = run([sys.executable, script], cwd=folder, env=ENVIRONMENT,
               capture_output=True, encoding='utf-8', timeout=300, check=False)
    lines = check_markus(done.stdout)
    assert [line['status'] for line in lines[:4]] == ['pass'] * 4
    annotations = lines[-2]['annotations']
    assert annotations and annotations[0]['filename'] == 'strategy.py'
