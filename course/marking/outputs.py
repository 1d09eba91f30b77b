"""The folder with the results: what is written there, and read again."""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from statistics import median
from textwrap import shorten
from typing import Any, Iterable, Optional
import csv
import io
import json
import re
from interface.saved_games import replace_file
from course.marking.configuration import (
    STYLE,
    WORDS,
    ConfigurationError,
    read_toml,
    require,
)
from course.marking.intake import Submission, is_python
from course.marking.marks import (
    EXCUSED,
    MARKED,
    NOTHING,
    PASSED,
    SKIPPED,
    UNDECIDED,
    Change,
    Found,
    GroupMark,
    Outcome,
    Record,
    find_reason,
    format_added,
    format_points,
)

try:
    from course import html
    import jinja2
except ImportError:  # Tables and JSON need neither.
    jinja2 = None  # type: ignore[assignment]

# What is read again of run.json.
NEEDED = {'scored', 'configuration', 'isolation', 'seed', 'tests'}
# Written last: a submission that has it has everything.
RECORD = 'record.json'
# The file to look at first.
OVERVIEW = 'marks.csv' if jinja2 is None else 'summary.html'
LOG = RECORD if jinja2 is None else 'staff.log'
# The columns of Canvas's gradebook, before those of assignments.
CANVAS = ('Student', 'ID', 'SIS User ID', 'SIS Login ID', 'Section')
BARS = 10  # In the picture of the distribution.
MOST_TESTS = 15  # In the list of those failed by many.
MOST_TEXT = 110  # On what to look at first.
MOST_LINES = 150  # Nobody reads more at a time: the rest is in an appendix.
# What spreadsheets take for the beginning of a formula.
FORMULA = ('=', '+', '-', '@', '\t', '\r')


@dataclass
class Outputs:
    """The folder with the results. It need not be there yet."""

    folder: Path

    def read_run(self) -> dict[str, Any]:
        """Return what the run that has written here says, {} if none has."""
        path = self.folder / 'run.json'
        run = read_toml(path) if path.exists() else {}
        require(
            not run or run.keys() >= NEEDED,
            f'{path} is damaged. Mark again, into another folder.',
        )
        return run

    def read_found(self, name: str) -> Optional[Found]:
        """Return what a run has found of a submission, if anything."""
        try:
            return Found(**read_toml(self.folder / name / RECORD))
        except (ConfigurationError, TypeError):
            return None

    def list_marked(self) -> set[str]:
        """Return the submissions that a run has written everything of."""
        return {path.parent.name for path in self.folder.glob(f'*/{RECORD}')}

    def read_all(self) -> list[Found]:
        """Return what a run has found of all submissions."""
        records = []
        for name in sorted(self.list_marked()):
            found = self.read_found(name)
            if found is None:
                raise ConfigurationError(
                    f'{self.folder / name / RECORD} is damaged: mark {name!r} '
                    f'again, with --only.'
                )
            records.append(found)
        return records

    def write_record(self, found: Found, record: Record) -> None:
        """Write what a run has found of a submission, and all reports."""
        path = self.folder / found.id / RECORD
        path.unlink(missing_ok=True)
        self.write_reports(record)
        write_json(path, vars(found))

    def write_reports(self, record: Record) -> None:
        """Write all reports on a submission, with its marks."""
        folder = self.folder / record.id
        if jinja2 is not None:
            feedback = format_feedback(record)
            if write_text(folder / 'feedback.md', feedback):
                write_text(
                    folder / 'feedback.html',
                    html.render_page(feedback, 'en', {}, {}),
                )
            write_text(folder / 'staff.log', format_staff_log(record))

    def write_source(self, submission: Submission) -> None:
        """Write a page with the code that was handed in."""
        if jinja2 is None:
            return
        files = {
            name: path.read_text('utf-8', 'replace').splitlines()
            for name, path in sorted(submission.files.items())
            if is_python(path)
        }
        write_text(
            self.folder / submission.id / 'source.html',
            render('source.html.jinja', id=submission.id, files=files),
        )

    def write_tables(
        self, unsorted: Iterable[Record], run: dict[str, Any]
    ) -> None:
        """Write the tables of all submissions of run, if there are any yet."""
        records = sorted(unsorted, key=lambda record: record.id)
        if records:
            for name, text in make_tables(records).items():
                write_text(self.folder / name, text)
        if jinja2 is not None:
            write_text(self.folder / OVERVIEW, format_summary(records, run))


def format_summary(records: list[Record], run: dict[str, Any]) -> str:
    """Return summary.html: all submissions of run on one page."""
    marked = [record for record in records if record.status == MARKED]
    totals = [record.total for record in marked]
    shares = {
        record.id: record.total / (record.out_of or 1) for record in records
    }
    counts = Counter(
        min(BARS - 1, int(BARS * each)) for each in shares.values()
    )
    groups = []
    for cells in zip(*(record.columns for record in marked)):
        name, _, points = cells[0]
        scores = [score for _, score, _ in cells]
        groups.append((name, sum(scores, NOTHING) / len(cells), points))
    return render(
        'summary.html.jinja',
        groups=groups,
        records=sorted(records, key=lambda each: each.total - each.out_of),
        shares=shares,
        run=run,
        marked=marked,
        mean=sum(totals) / max(1, len(totals)),
        median=median(totals) if totals else 0,
        bars=[counts[place] for place in range(BARS)],
        look_first=look_first,
        list_words=list_words,
        failed=[
            (f'{group}: {title}', count)
            for (group, title), count in count_failed(marked)
            if count
        ],
    )


def count_failed(marked: list[Record]) -> list[tuple[tuple[str, str], int]]:
    """Return the tests that most submissions have failed, by their groups and
    titles, each with how many have.
    """
    failed: Counter[tuple[str, str, str]] = Counter()
    for record in marked:
        for group in record.groups:
            for test in group.tests:  # In this order, if equally many have.
                is_failed = test.status not in (PASSED, EXCUSED)
                failed[test.id, group.name, test.title] += int(is_failed)
    most = failed.most_common(MOST_TESTS)
    return [((group, title), count) for (_, group, title), count in most]


def list_words(record: Record) -> str:
    """Return what a submission is found by: who, and what has not passed."""
    words = [record.id, record.list_students('name'), record.state]
    words += [
        f'{group.name}: {test.title}'
        for group in record.groups
        for test in group.tests
        if test.status != PASSED
    ]
    return ' '.join(words).lower()


def render(template: str, **values: Any) -> str:
    """Return the page that template makes of values."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=template.endswith('.html.jinja'),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        'points': format_points,
        'md': escape,
        'change': format_change,
    }
    return environment.get_template(template).render(values)


def look_first(record: Record) -> str:
    """Return what to look at first in a submission, in a few words."""
    problems = [record.problem, *record.import_problems]
    first = record.find_first()
    if first:
        group, test = first
        problems += [*test.causes, f'{group.name}: {test.title}']
    problems += [
        name
        for part in record.groups
        for each in part.tests
        for name in each.misnamed
    ]
    return shorten(next(filter(None, problems), ''), MOST_TEXT)


def format_feedback(record: Record) -> str:
    """Return the feedback for a submission."""
    seen = replace(
        record,
        groups=[
            group for group in record.groups if group.visibility == 'visible'
        ],
    )
    if record.files.visibility != 'visible':
        seen.files = GroupMark(STYLE, NOTHING, '', [])
    is_marked = record.status == MARKED
    more = len(seen.columns) < len(record.columns)
    bad = []
    if is_marked:
        bad = [
            (group, test)
            for group in seen.groups
            for test in group.tests
            if test.status != PASSED
        ]
    is_full = all(group.score == group.points for group in seen.groups)
    write = partial(
        render,
        'feedback.md.jinja',
        record=seen,
        more=more,
        bad=bad,
        first=seen.find_first() if is_marked else None,
        is_right=is_marked and is_full and not (more or bad),
        list_oddities=list_oddities,
        format_report=format_report,
    )
    tests = format_tests(seen, bad)
    room = MOST_LINES - write(appendix=['']).rstrip('\n').count('\n') - 2
    fitting = 0
    for each in tests:
        room -= each.count('\n') + 2
        if room < 0:
            break
        fitting += 1
    rest = tests[fitting:]
    if rest and not rest[0].startswith('## '):
        headed = [part for part in tests[:fitting] if part.startswith('## ')]
        rest.insert(0, headed[-1].partition('\n')[0])
    text = write(reports=tests[:fitting], appendix=rest)
    return escape_controls(text.rstrip('\n')) + '\n'


def format_change(change: Change) -> str:
    """Return a correction of the marks, or a comment of staff."""
    if not change.points:
        return change.words
    added = format_added(change.points)
    return f'{change.group}: {added} points. {change.words}'


def list_oddities(record: Record) -> list[str]:
    """Return what is odd about the files, and why they cannot be imported."""
    tests = [test for group in record.groups for test in group.tests]
    misnamed = {name: None for test in tests for name in test.misnamed}
    lost = sum(
        (test.points - test.score for test in tests if test.status == PASSED),
        NOTHING,
    )
    cost = [f'This costs {format_points(lost)} of the points.'] if lost else []
    return [
        *map(escape, [*record.notes, *misnamed]),
        *cost,
        *(
            f'Your files cannot all be imported: `{plain(problem)}`'
            for problem in record.import_problems
            if problem not in misnamed
        ),
    ]


def format_tests(
    record: Record, bad: list[tuple[GroupMark, Outcome]]
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
            if test.status == EXCUSED:
                text += '\n\nSo this costs nothing.'
            lines.setdefault(text, []).append(f'**{escape(test.title)}**')
        heading = (
            f'## {group.name}: {len(group.tests) - len(own)} of '
            f'{len(group.tests)} tests passed\n\n'
        )
        if group.broken_root:
            heading += (
                f'As no game can be played to its end, this gets '
                f'at most {format_points(group.most)} of '
                f'{format_points(group.points)} points.\n\n'
            )
        for report, titles in lines.items():
            parts.append(heading + '\\\n'.join(titles) + f'\n\n{report}')
            heading = ''
    return parts


def format_cause(test: Outcome, record: Record) -> str:
    """Return why test was skipped, in a line. Where that names another test,
    it is by its title.
    """
    text = '; '.join(test.causes) or test.text
    reason = find_reason(record.groups, test)
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


def escape(text: str) -> str:
    """Return text so that Markdown shows it as it is, in one line."""
    return re.sub(r'([\\`*\[\]<>#|~])', r'\\\1', ' '.join(text.split()))


def plain(text: str) -> str:
    """Return text as it can stand between backticks."""
    return ' '.join(text.replace('`', "'").split())


def format_test(test: Outcome) -> str:
    """Return what a test has to say: causes, then the report."""
    misnamed = test.misnamed if test.score < test.points else []
    return escape_controls(
        '\n'.join([*misnamed, *test.causes, test.text]).strip()
    )


def format_staff_log(record: Record) -> str:
    """Return all that staff may want to know."""
    return escape_controls(
        render('staff.log.jinja', record=record, format_test=format_test)
    )


def format_table(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows for spreadsheets, in which no text counts as a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator='\n')
    for row in rows:
        writer.writerow(map(format_cell, row))
    return text.getvalue()


def format_cell(cell: Any) -> str:
    """Return what is in a cell of a table, with a mark before a formula."""
    if isinstance(cell, Fraction):
        return format_points(cell)
    text = str(cell)
    if text.startswith(FORMULA):
        return f"'{text}"
    return text


def list_scores(record: Record) -> list[Any]:
    """Return the score of each test, or '' where there is no result."""
    scores: list[Any] = []
    for group in record.groups:
        for test in group.tests:
            has_result = test.status not in (SKIPPED, UNDECIDED)
            scores.append(test.score if has_result else '')
    return scores


def make_tables(records: list[Record]) -> dict[str, str]:
    """Return the tables of all marks, by the names of their files."""
    names, _, points = zip(*records[0].columns)
    tests = [
        f'{group.name}: {".".join(test.id.split(".")[1:])}'
        for group in records[0].groups
        for test in group.tests
    ]
    owners = {part.name: part.criterion for part in records[0].parts}
    columns = [owners.get(name) or name for name in names]

    def add_up(found: Iterable[Fraction]) -> list[Fraction]:
        """Return points by MarkUs's criteria."""
        totals = dict.fromkeys(columns, NOTHING)
        for column, points in zip(columns, found):
            totals[column] += points
        return list(totals.values())

    tables: dict[str, list[list[Any]]] = {
        'marks.csv': [[*WORDS[:-1], *names, WORDS[-1]]],
        'tests.csv': [['id', *tests]],
        'markus.csv': [
            ['Group name', *dict.fromkeys(columns)],
            ['Out of', *add_up(points)],
        ],
        'canvas.csv': [
            [*CANVAS, 'Assignment'],
            ['    Points Possible', '', '', '', '', records[0].out_of],
        ],
    }
    for each in records:
        scores = [score for _, score, _ in each.columns]
        tables['marks.csv'].append(
            [
                each.id,
                each.list_students('name'),
                each.list_students('sid'),
                each.total,
                each.out_of,
                *scores,
                each.state,
            ]
        )
        tables['tests.csv'].append([each.id, *list_scores(each)])
        tables['markus.csv'].append([each.id, *add_up(scores)])
        for student in each.students or [{'email': each.id}]:
            row = ['', student.get('sid', ''), student.get('email', ''), '']
            tables['canvas.csv'].append(
                [student.get('name', ''), *row, each.total]
            )
    return {name: format_table(rows) for name, rows in tables.items()}


def write_text(path: Path, text: str) -> bool:
    """Write text to the file at path, unless it is there: return whether."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = text.encode('utf-8', 'replace')
    new = not path.exists() or path.read_bytes() != data
    if new:
        replace_file(path, data)
    return new


def write_json(path: Path, value: object) -> None:
    """Write value to path as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(value, indent=1, ensure_ascii=False) + '\n'
    replace_file(path, text.encode('utf-8', 'replace'))


def escape_controls(text: str) -> str:
    """Return text with its control characters visible, fit for a terminal.

    >>> escape_controls('red: \\x1b[31m')
    'red: \\\\x1b[31m'
    """

    def show_control(found: re.Match) -> str:
        """Return the character that was found, visible."""
        if found[0].isprintable():
            return found[0]
        return repr(found[0])[1:-1]

    return re.sub(r'[^ -~\n]', show_control, text)
