"""The formats that other systems read, as their documents describe them."""
from typing import Any
from xml.etree import ElementTree

TEXT_FORMATS = {'text', 'html', 'simple_format', 'md', 'ansi'}
VISIBILITIES = {'hidden', 'after_due_date', 'after_published', 'visible'}

# The fields of Gradescope's results.json: what each may be.
RESULTS: dict[str, Any] = {
    'score': (int, float), 'execution_time': (int, float), 'output': str,
    'output_format': TEXT_FORMATS, 'test_output_format': TEXT_FORMATS,
    'test_name_format': TEXT_FORMATS, 'visibility': VISIBILITIES,
    'stdout_visibility': VISIBILITIES, 'extra_data': dict, 'tests': list,
    'leaderboard': list}
RESULT: dict[str, Any] = {
    'score': (int, float), 'max_score': (int, float),
    'status': {'passed', 'failed'}, 'name': str, 'name_format': TEXT_FORMATS,
    'number': str, 'output': str, 'output_format': TEXT_FORMATS, 'tags': list,
    'visibility': VISIBILITIES, 'extra_data': dict}

# The lines of a custom tester of MarkUs.
TEST_LINE: dict[str, Any] = {
    'name': str, 'output': str, 'marks_earned': (int, float),
    'marks_total': (int, float), 'status': {'pass', 'partial', 'fail', 'error'},
    'time': (int, type(None))}
ANNOTATION: dict[str, Any] = {
    'filename': str, 'content': str, 'line_start': int, 'line_end': int,
    'column_start': int, 'column_end': int}
TESTER: dict[str, Any] = {
    'script_files': list, 'category': list, 'timeout': int,
    'feedback_file_names': list, 'extra_info': dict}
EXTRA_INFO: dict[str, Any] = {
    'name': str, 'display_output': {
        'instructors', 'instructors_and_student_tests',
        'instructors_and_students'}, 'criterion': (str, type(None))}

# The attributes of JUnit's elements: needed, and possible besides.
JUNIT = {'testsuites': (set(), {'name', 'time', 'tests', 'failures',
                                'errors'}),
         'testsuite': ({'name', 'tests', 'failures', 'errors'},
                       {'skipped', 'time', 'timestamp', 'hostname', 'id',
                        'package'}),
         'testcase': ({'name'}, {'classname', 'time', 'file', 'line'}),
         'failure': (set(), {'message', 'type'}),
         'error': (set(), {'message', 'type'}),
         'skipped': (set(), {'message', 'type'})}
INSIDE = {'testsuites': {'testsuite'}, 'testsuite': {'testcase'},
          'testcase': {'failure', 'error', 'skipped'}}


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
    check_fields(results, RESULTS, set())
    for test in results.get('tests', []):
        check_fields(test, RESULT, set())
        assert 0 <= test['score'] <= test['max_score']
    assert 'score' in results or all('score' in test
                                     for test in results['tests'])


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
            (key, value), = line.items()
            assert key in ('annotations', 'overall_comment')
            assert isinstance(value, list if key == 'annotations' else str)
            for each in value if key == 'annotations' else ():
                check_fields(each, ANNOTATION, set(ANNOTATION))


def check_junit(text: str) -> None:
    """Check the text of a JUnit file."""
    top = ElementTree.fromstring(text)
    assert top.tag == 'testsuites'
    for element in top.iter():
        needed, possible = JUNIT[element.tag]
        assert needed <= set(element.attrib) <= needed | possible
        assert all(child.tag in INSIDE.get(element.tag, ())
                   for child in element)
    for suite in top:
        assert int(suite.attrib['tests']) == len(suite)
        for tag, count in ('failure', 'failures'), ('skipped', 'skipped'):
            assert int(suite.attrib[count]) \
                == len(suite.findall(f'testcase/{tag}'))
