"""feedback.md: what a student reads."""
from fractions import Fraction
import re
from course.marking.marks import EMPTY, MARKED, PASSED, SKIPPED, GroupMark, \
    Outcome, Record, escape_controls, format_points

MOST_REPORTS = 12  # Nobody reads more.
MOST_MESSAGES = 10  # Of python_ta, about one file.

# A test that has not passed, and its group.
Failed = tuple[GroupMark, Outcome]


def format_feedback(record: Record) -> str:
    """Return the feedback for a submission."""
    parts = [f'# {escape(record.id)}']
    if record.status != MARKED:
        what = 'There was nothing to mark' if record.status == EMPTY \
            else 'Your submission could not be marked'
        parts.append(f'{what}: {escape(record.problem)}.')
        if record.status != EMPTY:
            parts.append('This is not your fault. Course staff will look into '
                         'it.')
    bad = [(group, test) for group in visible_groups(record)
           for test in group.tests
           if test.status != PASSED and record.status == MARKED]
    parts += [format_total(record), format_changes(record),
              format_files(record),
              format_first(record, bad), format_table(record),
              *format_tests(record, bad), format_style(record),
              f'---\n\nYour files ran {record.staff["isolation"]} Limits: '
              f'{record.staff["limits"]}.']
    return escape_controls('\n\n'.join(filter(None, parts))) + '\n'


def visible_groups(record: Record) -> list[GroupMark]:
    """Return the groups that the student sees."""
    return [group for group in record.groups if group.visible]


def format_total(record: Record) -> str:
    """Return the marks altogether, as far as they can be seen."""
    columns = visible_columns(record)
    score = sum((each[1] for each in columns), Fraction(0))
    points = sum((each[2] for each in columns), Fraction(0))
    more = '' if len(columns) == len(record.columns()) else \
        ' There are more tests, which are not shown here.'
    return f'**{format_points(score)} of {format_points(points)} points.**' \
           + more


def format_changes(record: Record) -> str:
    """Return the corrections of the marks, and the comments of staff."""
    lines = []
    for change in record.changes:
        more = '+' * (change.points > 0) + format_points(change.points)
        what = f'**{escape(change.group)}**: {more} points. ' \
            if change.points else ''
        lines.append(f'- {what}{escape(change.words)}')
    return '## From course staff\n\n' + '\n'.join(lines) if lines else ''


def visible_columns(record: Record) -> list[tuple[str, Fraction, Fraction]]:
    """Return the columns that the student sees."""
    hidden = {group.name for group in record.groups if not group.visible}
    columns = [each for each in record.columns() if each[0] not in hidden]
    if record.style_visibility != 'visible' and Fraction(record.style_points):
        columns.pop()
    return columns


def format_files(record: Record) -> str:
    """Return what is odd about the files, and why they cannot be imported."""
    lines = [f'- {escape(note)}' for note in record.notes]
    lines += [f'- Your files cannot all be imported: `{plain(problem)}`'
              for problem in record.import_problems]
    return '## Your files\n\n' + '\n'.join(lines) if lines else ''


def format_first(record: Record, bad: list[Failed]) -> str:
    """Return what to look at first, when these tests have failed."""
    if bad:
        group, test = bad[0]
        ending = '\n\nLater tests rely on what this one tests, so fix this ' \
                 'before you go on.' if len(bad) > 1 else ''
        return f'## Look at this first\n\n{escape(test.title)} ' \
               f'({group.name})\n\n{format_report(test)}{ending}'
    if record.status == MARKED and visible_groups(record) == record.groups:
        return 'All tests have passed. Well done!'
    return ''


def format_table(record: Record) -> str:
    """Return a table of the marks."""
    rows = [f'| {escape(name)} | {format_points(score)} | '
            f'{format_points(points)} |'
            for name, score, points in visible_columns(record)]
    return '\n'.join(['## Marks', '', '| | points | of |', '|---|---:|---:|',
                      *rows])


def format_tests(record: Record, bad: list[Failed]) -> list[str]:
    """Return, for each group, a report on these tests, which have failed."""
    left = MOST_REPORTS
    parts: list[str] = []
    for group in visible_groups(record):
        own = [each for owner, each in bad if owner is group]
        lines: dict[str, list[str]] = {}
        for test in own:
            text = format_cause(test, record)
            if test is bad[0][1]:
                text = 'see above'
            elif test.status != SKIPPED and left > 0:
                text, left = format_report(test), left - 1
            lines.setdefault(text, []).append(f'**{escape(test.title)}**')
        if own:
            parts.append(f'## {group.name}: {len(group.tests) - len(own)} of '
                         f'{len(group.tests)} tests passed')
        parts += ['\\\n'.join(titles) + f'\n\n{report}'
                  for report, titles in lines.items()]
    return parts


def format_cause(test: Outcome, record: Record) -> str:
    """Return why test has not passed, in a line, with titles for names."""
    text = '; '.join(test.causes) \
        or (test.text.strip().splitlines() or ['It has failed.'])[0]
    before, see, name = text.rpartition(' See ')
    for group in visible_groups(record):
        for each in group.tests:
            if see and each.id + '.' == name:
                text = f'{before.rstrip(".:")}. See "{each.title}"'
    return escape(text)


def format_report(test: Outcome) -> str:
    """Return the cause and the report of test."""
    causes = ''.join(f'Cause: `{plain(cause)}`\n\n' for cause in test.causes)
    return causes + fence(test.text.strip() or 'It has failed.')


def format_style(record: Record) -> str:
    """Return what python_ta says."""
    if record.style_visibility != 'visible' or record.status != MARKED:
        return ''
    parts = []
    for file in record.style:
        if file.problem:
            parts.append(f'**{escape(file.name)}** was not checked: '
                         f'{escape(file.problem)}. That counts as 0.')
        elif file.messages:
            lines = [f'- line {message["line"]}: {escape(message["text"])} '
                     f'({message["code"]}, costs '
                     f'{format_points(Fraction(message["cost"]))})'
                     for message in file.messages[:MOST_MESSAGES]]
            if len(file.messages) > MOST_MESSAGES:
                lines.append(f'- and {len(file.messages) - MOST_MESSAGES} more')
            parts.append(f'**{escape(file.name)}**\n\n' + '\n'.join(lines))
    return '## Style\n\n' + '\n\n'.join(parts) if parts else ''


def escape(text: str) -> str:
    """Return text so that Markdown shows it as it is, in one line."""
    return re.sub(r'([\\`*\[\]<>#|~])', r'\\\1', ' '.join(text.split()))


def plain(text: str) -> str:
    """Return text as it can stand between backticks."""
    return ' '.join(text.replace('`', "'").split())


def fence(text: str) -> str:
    """Return text as a block of code, which it cannot end by itself."""
    longest = max([2, *map(len, re.findall('`+', text))])
    marks = '`' * (longest + 1)
    return f'{marks}\n{text}\n{marks}'
