"""feedback.md: what a student reads."""
from dataclasses import replace
from fractions import Fraction
import re
from course.marking.marks import EMPTY, EXCUSED, MARKED, PASSED, SKIPPED, \
    STYLE, UNDECIDED, GroupMark, Outcome, Record, escape_controls, format_points

MOST_LINES = 150  # Nobody reads more at a time: the rest is in an appendix.
APPENDIX = '# Appendix: the other reports'


def format_feedback(record: Record) -> str:
    """Return the feedback for a submission."""
    parts = [f'# {escape(record.id)}']
    if record.status == EMPTY:
        parts.append(f'There was nothing to mark: {escape(record.problem)}.')
    elif record.status != MARKED:
        parts.append(f'Your submission could not be marked: '
                     f'{escape(record.problem)}.\n\nThis is not your fault. '
                     f'Course staff will look into it.')
    seen = replace(record, groups=[
        group for group in record.groups if group.visibility == 'visible'])
    if record.files.visibility != 'visible':
        seen.files = GroupMark(STYLE, Fraction(0), '', [])
    bad = [(group, test) for group in seen.groups for test in group.tests
           if test.status != PASSED and record.status == MARKED]
    more = '' if len(seen.columns) == len(record.columns) else \
        ' There are more tests, which are not shown here.'
    first = seen.find_first() if record.status == MARKED else None
    parts += [f'**{format_points(seen.total)} of {format_points(seen.out_of)} '
              f'points.**{more}', format_undecided(seen),
              format_changes(seen)]
    if first:
        parts.append(format_first(*first, len(bad) > 1))
    elif not more and seen.status == MARKED and not bad:
        parts.append('All tests have passed. Well done!')
    parts.append(format_files(seen))
    parts.append('\n'.join(
        ['## Marks', '', '| | points | of |', '|---|---:|---:|',
         *(f'| {escape(name)} | {format_points(score)} | '
           f'{format_points(points)} |'
           for name, score, points in seen.columns)]))
    end = [format_style(seen),
           f'---\n\nYour files ran {record.staff["isolation"]} Limits: '
           f'{record.staff["limits"]}.']
    tests = format_tests(seen, bad)
    room = MOST_LINES - count_lines([*parts, *end, APPENDIX])
    fitting = sum(count_lines(tests[:number]) <= room
                  for number in range(1, len(tests) + 1))
    parts += tests[:fitting] + end
    if tests[fitting:]:
        heading = [part for part in tests[:fitting + 1]
                   if part.startswith('## ')][-1].partition('\n')[0]
        parts += [APPENDIX, heading * (heading not in tests[fitting]),
                  *tests[fitting:]]
    return escape_controls('\n\n'.join(filter(None, parts))) + '\n'


def count_lines(parts: list[str]) -> int:
    """Return how many lines parts take, with a blank one after each."""
    return sum(part.count('\n') + 2 for part in parts if part)


def format_undecided(record: Record) -> str:
    """Return which tests could not be decided, '' if all could."""
    lines = [f'- {escape(test)}' for test in record.list_undecided()]
    return '\n'.join([
        '**Could not be decided**, and course staff will look into it:',
        '', *lines]) if lines else ''


def format_changes(record: Record) -> str:
    """Return the corrections of the marks, and the comments of staff."""
    lines = []
    for change in record.changes:
        more = '+' * (change.points > 0) + format_points(change.points)
        what = f'**{escape(change.group)}**: {more} points. ' \
            if change.points else ''
        lines.append(f'- {what}{escape(change.words)}')
    return '## From course staff\n\n' + '\n'.join(lines) if lines else ''


def format_files(record: Record) -> str:
    """Return what is odd about the files, and why they cannot be imported."""
    lines = [f'- {escape(note)}' for note in record.notes]
    tests = [test for group in record.groups for test in group.tests]
    misnamed = {name: None for test in tests for name in test.misnamed}
    lines += [f'- {escape(each)}' for each in misnamed]
    lost = sum((test.points - test.score for test in tests
                if test.status == PASSED), Fraction(0))
    if lost:
        lines.append(f'- This costs {format_points(lost)} of the points.')
    lines += [f'- Your files cannot all be imported: `{plain(problem)}`'
              for problem in record.import_problems if problem not in misnamed]
    return '## Your files\n\n' + '\n'.join(lines) if lines else ''


def format_first(group: GroupMark, test: Outcome, more: bool) -> str:
    """Return what to look at first: this test. If more, others failed, too."""
    ending = '\n\nLater tests rely on what this one tests, so fix this ' \
             'before you go on.' if more else ''
    return f'## Look at this first\n\n**{escape(test.title)}** ' \
           f'({group.name})\n\n{format_report(test)}{ending}'


def format_tests(record: Record, bad: list[tuple[GroupMark, Outcome]]
                 ) -> list[str]:
    """Return a report on each fault of these tests, group by group."""
    parts: list[str] = []
    first = record.find_first()
    for group in record.groups:
        own = [each for owner, each in bad if owner is group]
        lines: dict[str, list[str]] = {}
        for test in own:
            text = format_report(test)
            if first and test is first[1]:
                text = 'See above.'
            elif test.status in (SKIPPED, EXCUSED, UNDECIDED):
                text = format_cause(test, record)
            if test.status == EXCUSED and group.score:
                text += '\n\nSo this costs nothing.'
            lines.setdefault(text, []).append(f'**{escape(test.title)}**')
        heading = f'## {group.name}: {len(group.tests) - len(own)} of ' \
                  f'{len(group.tests)} tests passed\n\n'
        if group.most < 1:
            heading += f'As the game cannot be played to its end, this gets ' \
                       f'at most {format_points(group.most * group.points)} ' \
                       f'of {format_points(group.points)} points.\n\n'
        for report, titles in lines.items():
            parts.append(heading + '\\\n'.join(titles) + f'\n\n{report}')
            heading = ''
    return parts


def format_cause(test: Outcome, record: Record) -> str:
    """Return why test was skipped, in a line. Where that names another test,
    it is by its title.
    """
    text, reason = '; '.join(test.causes) or test.text, record.find_reason(test)
    if reason and not test.causes:
        before = text.rpartition(' See ')[0].rstrip('.:')
        text = f'{before}. See "{reason[1].title}"'
    return escape(text)


def format_report(test: Outcome) -> str:
    """Return the cause and the report of test."""
    causes = ''.join(f'Cause: `{plain(cause)}`\n\n' for cause in test.causes)
    text = test.text.strip() or 'It has failed.'
    # More backticks than there are in the text: it cannot end the block.
    marks = max(['``', *re.findall('`+', text)], key=len) + '`'
    return f'{causes}{marks}\n{text}\n{marks}'


def format_style(record: Record) -> str:
    """Return what python_ta says."""
    parts = []
    for file in record.files.tests if record.status == MARKED else ():
        lines = [f'- {escape(line)}' for line in file.text.splitlines()]
        if lines:
            parts.append(f'**{escape(file.title)}**: '
                         f'{format_points(file.score)} of '
                         f'{format_points(file.points)} points. No file loses '
                         f'more than it is worth.\n\n' + '\n'.join(lines))
    return '\n\n'.join(['## Style', *parts]) if parts else ''


def escape(text: str) -> str:
    """Return text so that Markdown shows it as it is, in one line."""
    return re.sub(r'([\\`*\[\]<>#|~])', r'\\\1', ' '.join(text.split()))


def plain(text: str) -> str:
    """Return text as it can stand between backticks."""
    return ' '.join(text.replace('`', "'").split())
