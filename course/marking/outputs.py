"""The folder with the results: what is written there, and read again."""
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from statistics import median
from textwrap import shorten
from typing import Any, Iterable, Optional
import json
from interface.saved_games import replace_file
from course.marking.feedback import format_feedback
from course.marking.marks import MARKED, PASSED, Found, Outcome, Record, \
    escape_controls, format_points
from course.marking.scores import count_failures, make_tables
try:
    from course import html
    import jinja2
except ImportError:  # Where an exported tool runs, nobody reads these pages.
    jinja2 = None  # type: ignore[assignment]

# What is read again of run.json.
NEEDED = {'marking', 'configuration', 'isolation', 'isolation_in_words', 'seed',
          'tests'}
# Written last: a submission that has it has everything.
RECORD = 'record.json'
# The file to look at first.
OVERVIEW = 'marks.csv' if jinja2 is None else 'summary.html'
BARS = 10  # In the picture of the distribution.
MOST_TESTS = 15  # In the list of those failed by many.
MOST_TEXT = 110  # On what to look at first.


@dataclass
class Outputs:
    """The folder with the results. It need not be there yet."""
    folder: Path

    def read_run(self) -> dict[str, Any]:
        """Return what the run that has written here says, {} if none has."""
        path = self.folder / 'run.json'
        if not path.exists():
            return {}
        with suppress(ValueError):
            run = json.loads(path.read_text('utf-8'))
            if isinstance(run, dict) and run.keys() >= NEEDED:
                return {'scored': run['marking'], **run}
        raise ValueError(f'{path} is damaged. Mark again, into another folder.')

    def read_found(self, name: str) -> Optional[Found]:
        """Return what a run has found of a submission, if anything."""
        try:
            text = (self.folder / name / RECORD).read_text('utf-8')
            return Found(**json.loads(text))
        except (OSError, ValueError, TypeError):
            return None

    def read_all(self) -> list[Found]:
        """Return what a run has found of all submissions."""
        records = []
        for path in sorted(self.folder.glob(f'*/{RECORD}')):
            found = self.read_found(name := path.parent.name)
            if found is None:
                raise ValueError(f'{path} is damaged: mark {name!r} again, '
                                 f'with --only.')
            records.append(found)
        return records

    def write_record(self, found: Found, record: Record) -> None:
        """Write what a run has found of a submission, and all reports."""
        self.write_reports(record)
        write_json(self.folder / found.id / RECORD, vars(found))

    def write_part(self, record: Record) -> None:
        """Write what Gradescope takes if the time is over now."""
        (self.folder / record.id / RECORD).unlink(missing_ok=True)
        self._write_results(record)

    def _write_results(self, record: Record) -> None:
        """Write what Gradescope reads."""
        write_text(self.folder / record.id / 'results.json',
                   json.dumps(make_gradescope(record)))

    def write_reports(self, record: Record) -> None:
        """Write all reports on a submission, with its marks."""
        folder, feedback = self.folder / record.id, format_feedback(record)
        if write_text(folder / 'feedback.md', feedback) and jinja2 is not None:
            write_text(folder / 'feedback.html', html.render_page(
                feedback, 'en', {}, {}))
        self._write_results(record)
        write_text(folder / 'staff.log', format_staff_log(record))

    def write_tables(self, unsorted: Iterable[Record], run: dict[str, Any]
                     ) -> None:
        """Write the tables of all submissions of run, if there are any yet."""
        records = sorted(unsorted, key=lambda record: record.id)
        for name, text in make_tables(records).items() if records else ():
            write_text(self.folder / name, text)
        if jinja2 is not None:
            write_text(self.folder / OVERVIEW, format_summary(records, run))


def format_summary(records: list[Record], run: dict[str, Any]) -> str:
    """Return summary.html: all submissions of run on one page."""
    marked = [record for record in records if record.status == MARKED]
    totals = [record.total for record in marked]
    shares = [record.total / record.out_of if record.out_of else Fraction(0)
              for record in records]
    counts = Counter(min(BARS - 1, int(BARS * share)) for share in shares)
    failed = count_failures(marked).most_common(MOST_TESTS)
    return render(
        'summary.html.jinja',
        groups=[(cells[0][0], sum((score for _, score, _ in cells),
                                  Fraction(0)) / len(cells), cells[0][2])
                for cells in zip(*(record.columns for record in marked))],
        records=list(zip(records, shares)), run=run,
        marked=marked, mean=sum(totals) / max(1, len(totals)),
        median=median(totals) if totals else 0,
        bars=[counts[place] for place in range(BARS)], look_first=look_first,
        failed=[(group, title, count) for (group, _, title), count in failed
                if count])


def render(template: str, **values: Any) -> str:
    """Return the page that template makes of values."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    environment.filters['points'] = format_points
    return environment.get_template(template).render(values)


def look_first(record: Record) -> str:
    """Return what to look at first in a submission, in a few words."""
    problems, first = [record.problem, *record.import_problems], \
        record.find_first()
    problems += [f'could not be decided: {each}'
                 for each in record.list_undecided()]
    if first:
        group, test = first
        problems += [*test.causes, f'{group.name}: {test.title}']
    return shorten(next(filter(None, problems), ''), MOST_TEXT)


def write_text(path: Path, text: str) -> bool:
    """Write text to the file at path, unless it is there: return whether."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = text.encode('utf-8', 'replace')
    new = not path.exists() or path.read_bytes() != data
    if new:
        replace_file(path, data, sync=False)
    return new


def write_json(path: Path, value: object) -> None:
    """Write value to path as JSON, and wait until the disk has it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(value, indent=1, ensure_ascii=False) + '\n'
    replace_file(path, text.encode('utf-8', 'replace'))


def format_test(test: Outcome) -> str:
    """Return what a test has to say: causes, then the report."""
    misnamed = test.misnamed if test.score < test.points else []
    return escape_controls('\n'.join(
        [*misnamed, *test.causes, test.text]).strip())


def format_comment(record: Record) -> str:
    """Return what is to be said of the submission as a whole."""
    return escape_controls('\n'.join([
        record.problem, *record.notes, *record.import_problems,
        f'Isolation: {record.staff["isolation"]}']).strip())


@cache
def to_number(points: Fraction) -> float:
    """Return points as a number, rounded a little."""
    return round(float(points), 4)


def make_gradescope(record: Record) -> dict[str, Any]:
    """Return what Gradescope's results.json is to hold."""
    return {'score': to_number(record.total), 'visibility': 'visible',
            'stdout_visibility': 'hidden', 'output': format_comment(record),
            'output_format': 'text', 'tests': [
                {'name': f'{part.name}: {test.title}', 'number': f'{i}.{j}',
                 'score': to_number(test.score),
                 'max_score': to_number(test.points),
                 'status': 'passed' if test.status == PASSED else 'failed',
                 'output': format_test(test), 'output_format': 'text',
                 'visibility': part.visibility}
                for i, part in enumerate(record.parts, 1)
                for j, test in enumerate(part.tests, 1)]}


def format_staff_log(record: Record) -> str:
    """Return all that staff may want to know."""
    staff = record.staff
    students = record.list_students('name'), record.list_students('sid')
    lines = ['  '.join([record.id, *students]).strip(),
             f'status: {record.status} {record.problem}'.strip(),
             f'marks: {format_points(record.total)} of '
             f'{format_points(record.out_of)}',
             f'isolation: {staff["isolation"]}', f'limits: {staff["limits"]}',
             '']
    lines += [f'note: {note}' for note in record.notes]
    lines += [f'import: {problem}' for problem in record.import_problems]
    lines += [f'could not be decided: {each}'
              for each in record.list_undecided()]
    for group in record.parts:
        lines.append(f'\n{group.name}: {format_points(group.score)} of '
                     f'{format_points(group.points)} ({group.visibility})')
        for test in group.tests:
            lines.append(f'  {test.status:9}{test.seconds:7.2f} s  {test.id}')
            if test.status != PASSED:
                lines += ['      ' + line
                          for line in format_test(test).splitlines()]
    for title, key in (('what it printed', 'output'),
                       ('what the judge reported', 'trouble')):
        if staff.get(key):
            lines.append(f'\nThe beginning of {title}:')
            lines += ['    ' + line for line in staff[key].splitlines()]
    return escape_controls('\n'.join(lines)) + '\n'
