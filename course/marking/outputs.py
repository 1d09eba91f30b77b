"""The folder with the results: what is written there, and read again."""
from collections import Counter
from pathlib import Path
from statistics import mean, median
from textwrap import shorten
from typing import Any, Optional
import csv
import io
import json
from course.marking.feedback import format_feedback
from course.marking.marks import MARKED, PASSED, Record, format_points, \
    record_from_dict
from course.marking.reports import format_junit, format_markus, \
    format_staff_log, make_gradescope
from interface.saved.files import replace_file
try:
    import jinja2
except ImportError:  # Where an exported tool runs, nobody reads summary.html.
    jinja2 = None

# Written last: a submission that has it has everything.
RECORD = 'record.json'
# What spreadsheets take for the beginning of a formula.
FORMULA = ('=', '+', '-', '@', '\t', '\r')

TEMPLATES = Path(__file__).parent
BARS = 10  # In the picture of the distribution.
MOST_TESTS = 15  # In the list of those failed by many.
MOST_TEXT = 110  # On what to look at first.


class Outputs:
    """The folder with the results.

    === Attributes ===
    folder: the folder
    """
    folder: Path

    def __init__(self, folder: Path) -> None:
        """Initialize for folder, which need not be there yet."""
        self.folder = folder

    def find_overview(self) -> Path:
        """Return the file to look at first."""
        return self.folder / ('marks.csv' if jinja2 is None else 'summary.html')

    def read_run(self) -> Optional[dict[str, Any]]:
        """Return what is known of the run that has written here, None if there
        was none.
        """
        try:
            text = (self.folder / 'run.json').read_text(encoding='utf-8')
            found = json.loads(text)
            return found if isinstance(found, dict) else {}
        except ValueError:
            return {}
        except OSError:
            return None

    def write_run(self, run: dict[str, Any]) -> None:
        """Write down what is to be known of a run."""
        write_json(self.folder / 'run.json', run)

    def read_record(self, name: str) -> Optional[Record]:
        """Return the marks of the submission called name, None if it has none.
        """
        try:
            text = (self.folder / name / RECORD).read_text(encoding='utf-8')
            return record_from_dict(json.loads(text))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write_record(self, record: Record) -> None:
        """Write all reports on a submission."""
        folder = self.folder / record.id
        write_text(folder / 'feedback.md', format_feedback(record))
        write_json(folder / 'results.json', make_gradescope(record))
        write_text(folder / 'markus.jsonl', format_markus(record))
        write_text(folder / 'junit.xml', format_junit(record))
        write_text(folder / 'staff.log', format_staff_log(record))
        write_json(folder / RECORD, record.as_dict())

    def write_tables(self, records: list[Record], isolation: str) -> None:
        """Write the tables of all submissions."""
        records = sorted(records, key=lambda record: record.id)
        write_text(self.folder / 'marks.csv', format_csv(records))
        if jinja2 is not None:
            write_text(self.folder / 'summary.html',
                       format_summary(records, isolation))


def format_csv(records: list[Record]) -> str:
    """Return the marks as a table for spreadsheets."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator='\n')
    names = [name for name, _, _ in records[0].columns()] if records else []
    writer.writerow(['id', 'total', 'out_of', *names, 'status'])
    for record in records:
        shown = "'" * record.id.startswith(FORMULA) + record.id
        writer.writerow([shown, format_points(record.total),
                         format_points(record.out_of),
                         *(format_points(score)
                           for _, score, _ in record.columns()),
                         record.status])
    return text.getvalue()


def format_summary(records: list[Record], isolation: str) -> str:
    """Return summary.html: all submissions on one page."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    environment.filters['points'] = format_points
    marked = [record.total for record in records if record.status == MARKED]
    shares = [record.total / record.out_of if record.out_of else 0
              for record in records]
    counts = Counter(min(BARS - 1, int(BARS * share)) for share in shares)
    failed = Counter((group.name, test.title) for record in records
                     for group in record.groups for test in group.tests
                     if test.status != PASSED)
    return environment.get_template('summary.html.jinja').render(
        records=list(zip(records, shares)), isolation=isolation,
        marked=marked, mean=mean(marked or [0]), median=median(marked or [0]),
        bars=[counts[place] for place in range(BARS)], look_first=look_first,
        failed=failed.most_common(MOST_TESTS))


def look_first(record: Record) -> str:
    """Return what to look at first in a submission, in a few words."""
    problems = [record.problem, *record.import_problems]
    for group in record.groups:
        for test in group.tests:
            problems += test.causes
            if test.status != PASSED:
                problems.append(f'{group.name}: {test.title}')
    problems += [f'{file.name}: {file.problem or "style"}'
                 for file in record.style if file.problem or file.messages]
    return shorten(next(filter(None, problems), ''), MOST_TEXT)


def write_text(path: Path, text: str) -> None:
    """Write text to the file at path, all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, text.encode('utf-8', 'replace'))


def write_json(path: Path, value: object) -> None:
    """Write value to the file at path as JSON, all of it or nothing."""
    write_text(path, json.dumps(value, indent=1, ensure_ascii=False) + '\n')
