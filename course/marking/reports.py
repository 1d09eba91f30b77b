"""results.json, markus.jsonl, junit.xml and staff.log: the same marks in the
forms that other systems read.
"""
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree
import json
import re
from course.marking.marks import BROKEN, FAILED, PASSED, SKIPPED, STYLE, \
    FileMark, Outcome, Record, escape_controls, format_points

# XML cannot hold these, not even as references.
NOT_IN_XML = re.compile('[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]')


def to_number(points: Fraction | str) -> float:
    """Return points as a number, rounded a little."""
    return float(round(Fraction(points), 4))


def format_test(test: Outcome) -> str:
    """Return what a test has to say: causes, then the report."""
    return '\n'.join([*test.causes, test.text]).strip()


def format_file(file: FileMark) -> str:
    """Return what python_ta says of a file, a line for each message."""
    if file.problem:
        return f'Not checked: {file.problem}.'
    return '\n'.join(f'line {message["line"]}: {message["text"]} '
                     f'({message["code"]})' for message in file.messages)


def make_gradescope(record: Record) -> dict[str, Any]:
    """Return what Gradescope's results.json is to hold."""
    tests = [{'name': f'{group.name}: {test.title}', 'number': f'{i}.{j}',
              'score': to_number(test.score),
              'max_score': to_number(test.points),
              'status': 'passed' if test.status == PASSED else 'failed',
              'output': format_test(test), 'output_format': 'text',
              'visibility': group.visibility}
             for i, group in enumerate(record.groups, 1)
             for j, test in enumerate(group.tests, 1)]
    if Fraction(record.style_points):
        tests += [{'name': f'{STYLE}: {file.name}',
                   'number': f'{len(record.groups) + 1}.{j}',
                   'score': to_number(file.score),
                   'max_score': to_number(file.points),
                   'status': 'passed' if file.score == file.points
                   else 'failed', 'output': format_file(file),
                   'output_format': 'text',
                   'visibility': record.style_visibility}
                  for j, file in enumerate(record.style, 1)]
    return {'score': to_number(record.total),
            'output': '\n'.join([record.problem, *record.notes,
                                 *record.import_problems,
                                 f'Isolation: {record.staff["isolation"]}']
                                ).strip(),
            'output_format': 'text', 'visibility': 'visible',
            'stdout_visibility': 'hidden', 'tests': tests}


def format_markus(record: Record) -> str:
    """Return lines for MarkUs: the tests, annotations for style, a comment.
    Only what the student may see has a text.
    """
    lines = [{'name': f'{group.name}: {test.title} [{test.id}]',
              'output': format_test(test) if group.visible else '',
              'marks_earned': to_number(test.score),
              'marks_total': to_number(test.points),
              'status': markus_status(record, test),
              'time': round(test.seconds * 1000)}
             for group in record.groups for test in group.tests]
    annotations, shown = [], record.style_visibility == 'visible'
    for file in record.style if Fraction(record.style_points) else []:
        earned, points = Fraction(file.score), Fraction(file.points)
        status = 'pass' if earned == points else \
            'partial' if earned else 'fail'
        lines.append({'name': f'{STYLE}: {file.name}',
                      'output': format_file(file) if shown else '',
                      'marks_earned': to_number(earned),
                      'marks_total': to_number(points), 'status': status,
                      'time': None})
        annotations += [make_annotation(file.name, message)
                        for message in file.messages if shown]
    lines.append({'annotations': annotations})
    lines.append({'overall_comment': '\n'.join(
        [record.problem, *record.notes, *record.import_problems,
         f'Isolation: {record.staff["isolation"]}']).strip()})
    return ''.join(json.dumps(line) + '\n' for line in lines)


def markus_status(record: Record, test: Outcome) -> str:
    """Return the word that MarkUs has for what became of test."""
    if record.status == BROKEN:
        return 'error'
    return 'pass' if test.status == PASSED else 'fail'


def make_annotation(file: str, message: dict[str, Any]) -> dict[str, Any]:
    """Return an annotation for a message of python_ta."""
    line, column = message['line'], message['column']
    return {'filename': file, 'content': f'{message["text"]} '
                                         f'({message["code"]})',
            'line_start': line, 'line_end': message['end_line'] or line,
            'column_start': column,
            'column_end': message['end_column'] or column}


def format_junit(record: Record) -> str:
    """Return the tests as JUnit's XML."""
    top = ElementTree.Element('testsuites')
    for group in record.groups:
        statuses = [each.status for each in group.tests]
        suite = ElementTree.SubElement(
            top, 'testsuite', name=group.name, tests=str(len(statuses)),
            failures=str(statuses.count(FAILED)), errors='0',
            skipped=str(statuses.count(SKIPPED)))
        for test in group.tests:
            class_name, _, name = test.id.rpartition('.')
            case = ElementTree.SubElement(
                suite, 'testcase', name=name, classname=class_name,
                time=f'{test.seconds:.3f}')
            if test.status != PASSED:
                text = NOT_IN_XML.sub('?', format_test(test))
                tag = 'skipped' if test.status == SKIPPED else 'failure'
                ElementTree.SubElement(
                    case, tag, message=(text.splitlines() or ['failed'])[0]
                ).text = text
    ElementTree.indent(top)
    return '<?xml version="1.0" encoding="utf-8"?>\n' \
        + ElementTree.tostring(top, encoding='unicode') + '\n'


def format_staff_log(record: Record) -> str:
    """Return all that staff may want to know."""
    staff = record.staff
    lines = [f'{record.id}  {record.names}'.strip(),
             f'status: {record.status} {record.problem}'.strip(),
             f'marks: {format_points(record.total)} of '
             f'{format_points(record.out_of)}',
             f'isolation: {staff["isolation"]}', f'limits: {staff["limits"]}',
             f'memory of the judge: {staff.get("memory_mb")} MB', '']
    lines += [f'note: {note}' for note in record.notes]
    lines += [f'import: {problem}' for problem in record.import_problems]
    for group in record.groups:
        lines.append(f'\n{group.name}: {format_points(group.score)} of '
                     f'{group.points} ({group.visibility})')
        for test in group.tests:
            lines.append(f'  {test.status:8}{test.seconds:7.2f} s  {test.id}')
            if test.status != PASSED:
                lines += ['      ' + line
                          for line in format_test(test).splitlines()]
    for title, key in (('What it has printed', 'output'),
                       ('What went wrong with the judge', 'trouble')):
        if staff.get(key):
            lines.append(f'\n{title}, at first:')
            lines += ['    ' + line for line in staff[key].splitlines()]
    return escape_controls('\n'.join(lines)) + '\n'
