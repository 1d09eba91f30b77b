"""The formats that other systems read, as their documents describe them."""
from typing import Any
from xml.etree import ElementTree

FORMATS = {'text', 'html', 'simple_format', 'md', 'ansi'}
VISIBILITIES = {'hidden', 'after_due_date', 'after_published', 'visible'}
NUMBER = (int, float)

# The fields of Gradescope's results.json: what each may be.
RESULTS: dict[str, Any] = {
    'score': NUMBER, 'execution_time': NUMBER, 'output': str,
    'output_format': FORMATS, 'test_output_format': FORMATS,
    'test_name_format': FORMATS, 'visibility': VISIBILITIES,
    'stdout_visibility': VISIBILITIES, 'extra_data': dict, 'tests': list,
    'leaderboard': list}
RESULT: dict[str, Any] = {
    'score': NUMBER, 'max_score': NUMBER, 'status': {'passed', 'failed'},
    'name': str, 'name_format': FORMATS, 'number': str, 'output': str,
    'output_format': FORMATS, 'tags': list, 'visibility': VISIBILITIES,
    'extra_data': dict}

# The lines of a custom tester of MarkUs, and its settings.
TEST_LINE: dict[str, Any] = {
    'name': str, 'output': str, 'marks_earned': NUMBER, 'marks_total': NUMBER,
    'status': {'pass', 'partial', 'fail', 'error'}, 'time': (int, type(None))}
ANNOTATION: dict[str, Any] = {'filename': str, 'content': str, **dict.fromkeys(
    ('line_start', 'line_end', 'column_start', 'column_end'), int)}
TESTER: dict[str, Any] = {
    'script_files': list, 'category': list, 'timeout': int,
    'feedback_file_names': list, 'extra_info': dict}
EXTRA_INFO: dict[str, Any] = {
    'name': str, 'criterion': (str, type(None)), 'display_output': {
        'instructors', 'instructors_and_student_tests',
        'instructors_and_students'}}

# The elements of JUnit: the attributes that they need, those that they may have
# besides, and what may be in them.
REASON: tuple[set, set, set] = (set(), {'message', 'type'}, set())
JUNIT = {'testsuites': (set(), {'name', 'time', 'tests', 'failures', 'errors'},
                        {'testsuite'}),
         'testsuite': ({'name', 'tests', 'failures', 'errors'},
                       {'skipped', 'time', 'timestamp', 'hostname', 'id',
                        'package'}, {'testcase'}),
         'testcase': ({'name'}, {'classname', 'time', 'file', 'line'},
                      {'failure', 'error', 'skipped'}),
         'failure': REASON, 'error': REASON, 'skipped': REASON}


def check_fields(found: Any, fields: dict[str, Any], needed: set[str]) -> None:
    """Check that found has only these fields, each as it may be, and all that
    are needed.
    """
    assert isinstance(found, dict) and needed <= set(found) <= set(fields)
    for name, value in found.items():
        if isinstance(fields[name], set):
            assert value in fields[name], name
        else:
            assert isinstance(value, fields[name]), name
            assert not isinstance(value, bool), name


def check_gradescope(results: Any) -> None:
    """Check what Gradescope's results.json holds."""
    check_fields(results, RESULTS, {'score'})
    for test in results.get('tests', []):
        check_fields(test, RESULT, set())
        assert 0 <= test['score'] <= test['max_score']


def check_markus(lines: list[Any]) -> None:
    """Check the lines of a tester of MarkUs. A name that comes twice would be
    dropped there.
    """
    tests = [line for line in lines if 'name' in line]
    for line in tests:
        check_fields(line, TEST_LINE, set(TEST_LINE))
        assert 0 <= line['marks_earned'] <= line['marks_total']
    assert len({line['name'] for line in tests}) == len(tests) > 0
    for line in lines:
        if 'name' not in line:
            check_fields(line, {'annotations': list, 'overall_comment': str},
                         set())
            for each in line.get('annotations', []):
                check_fields(each, ANNOTATION, set(ANNOTATION))


def check_junit(text: str) -> None:
    """Check the text of a JUnit file."""
    top = ElementTree.fromstring(text)
    assert top.tag == 'testsuites'
    for element in top.iter():
        needed, possible, inside = JUNIT[element.tag]
        assert needed <= set(element.attrib) <= needed | possible
        assert {child.tag for child in element} <= inside
    for suite in top:
        assert int(suite.attrib['tests']) == len(suite)
        for tag, count in ('failure', 'failures'), ('skipped', 'skipped'):
            assert int(suite.attrib[count]) \
                == len(suite.findall(f'testcase/{tag}'))
