"""Mark one submission on Gradescope: `python3 -m course.marking.autograder
SUBMISSION RESULTS`, which the zip file of `export.py` runs there.

Each submission has a container of its own, which lets no sandbox be made. So it
is contained: it runs as another user, who can read neither the tests nor the
results. Results are written after each group of tests: if the time is over,
what was found by then counts.
"""

from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
import sys
from course.marking.configuration import (
    TOP,
    Configuration,
    ConfigurationError,
)
from course.marking.intake import read_submission
from course.marking.isolation import contain, hide
from course.marking.marker import Marker
from course.marking.marks import (
    BROKEN,
    PASSED,
    Found,
    Outcome,
    Record,
    Scoring,
    format_points,
)
from course.marking.outputs import escape_controls, format_test, write_json
from course.marking.run import find_version

# What export.py has written.
CONFIGURATION = TOP / 'marking' / 'marking.json'


def mark(submission: Path, results: Path) -> Record:
    """Return the marks of the submission in a folder. Write results.json into
    the folder results.
    """
    hide()
    configuration = Configuration(CONFIGURATION)
    if configuration.style['points']:
        find_version('python-ta')  # Only for its error.
    marker = Marker(configuration, contain())
    with TemporaryDirectory() as name:
        space = Path(name)
        scoring = Scoring(configuration, marker.wanted, space)

        def write(found: Found) -> Record:
            """Write what is found so far. Return its marks."""
            record = scoring.score(found)
            write_json(results / 'results.json', make_results(record))
            return record

        taken = read_submission(
            'submission', submission, space / 'unpacked', configuration.files
        )
        return write(marker.mark(taken, write))


def make_results(record: Record) -> dict[str, Any]:
    """Return what Gradescope's results.json is to hold."""
    return {
        'score': to_number(record.total),
        'visibility': 'visible',
        'stdout_visibility': 'hidden',
        'output': format_comment(record),
        'output_format': 'text',
        'tests': [
            make_result(
                f'{part.name}: {test.title}', f'{i}.{j}', test, part.visibility
            )
            for i, part in enumerate(record.parts, 1)
            for j, test in enumerate(part.tests, 1)
        ],
    }


def make_result(
    name: str, number: str, test: Outcome, visibility: str
) -> dict[str, Any]:
    """Return what results.json is to hold of test, under this name."""
    return {
        'name': name,
        'number': number,
        'score': to_number(test.score),
        'max_score': to_number(test.points),
        'status': 'passed' if test.status == PASSED else 'failed',
        'output': format_test(test),
        'output_format': 'text',
        'visibility': visibility,
    }


def format_comment(record: Record) -> str:
    """Return what is to be said of the submission as a whole."""
    return escape_controls(
        '\n'.join(
            [
                record.problem,
                *record.notes,
                *record.import_problems,
                f'Isolation: {record.staff["isolation"]}',
            ]
        ).strip()
    )


def to_number(points: Fraction) -> float:
    """Return points as a number, rounded a little."""
    return round(float(points), 4)


def main(submission: str, results: str) -> int:
    """Mark the submission in a folder, and print its marks for course staff.
    Return the exit status, which is 1 if marking itself has failed.
    """
    try:
        record = mark(Path(submission), Path(results))
    except ConfigurationError as error:
        print(error, file=sys.stderr)
        return 1
    for name, score, points in record.columns:
        print(f'{name}: {format_points(score)} of {format_points(points)}')
    print(
        f'Total: {format_points(record.total)} of '
        f'{format_points(record.out_of)}'
    )
    if record.status != BROKEN:
        return 0
    print(record.staff.get('trouble', record.problem), file=sys.stderr)
    return 1


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
