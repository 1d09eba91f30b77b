"""The folder with the results: what is written there, and read again."""
from pathlib import Path
from typing import Any, Optional
import csv
import io
import json
from course.marking.atomic import write_json, write_text
from course.marking.feedback import write_feedback
from course.marking.marks import Record, record_from_dict, tell_points
from course.marking.reports import to_gradescope, to_junit, to_markus, \
    to_staff_log
from course.marking.summary import write_summary

# Written last: a submission that has it has everything.
RECORD = 'record.json'
# What spreadsheets take for the beginning of a formula.
FORMULA = ('=', '+', '-', '@', '\t', '\r')


class Outputs:
    """The folder with the results.

    === Attributes ===
    folder: the folder
    """
    folder: Path

    def __init__(self, folder: Path) -> None:
        """Initialize for folder, which need not be there yet."""
        self.folder = folder

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
        write_text(folder / 'feedback.md', write_feedback(record))
        write_json(folder / 'results.json', to_gradescope(record))
        write_text(folder / 'markus.jsonl', to_markus(record))
        write_text(folder / 'junit.xml', to_junit(record))
        write_text(folder / 'staff.log', to_staff_log(record))
        write_json(folder / RECORD, record.as_dict())

    def write_tables(self, records: list[Record], isolation: str) -> None:
        """Write the tables of all submissions."""
        records = sorted(records, key=lambda record: record.id)
        write_text(self.folder / 'marks.csv', to_csv(records))
        write_text(self.folder / 'summary.html',
                   write_summary(records, isolation))


def to_csv(records: list[Record]) -> str:
    """Return the marks as a table for spreadsheets."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator='\n')
    names = [name for name, _, _ in records[0].columns()] if records else []
    writer.writerow(['id', 'total', 'out_of', *names, 'status'])
    for record in records:
        shown = "'" * record.id.startswith(FORMULA) + record.id
        writer.writerow([shown, tell_points(record.total),
                         tell_points(record.out_of),
                         *(tell_points(score)
                           for _, score, _ in record.columns()),
                         record.status])
    return text.getvalue()
