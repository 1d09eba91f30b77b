"""From what a run has found to marks, and to the tables of all marks.

record.json keeps what became of each test, and of the style of each file. Marks
are made of that and of marking.toml, and can be made again without a run.
"""
from collections import Counter
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any, Iterable, Optional
import csv
import io
import json
import re
from course.marking.configuration import Configuration, ConfigurationError, \
    check_groups, is_in, require, to_points
from course.marking.marks import LATE, MARKED, PASSED, SKIPPED, STYLE, \
    Change, Record, format_points, mark_groups
from course.marking.style import charge

ADJUSTMENTS = 'adjustments.csv'
COLUMNS = ['id', 'group', 'points', 'words']
# What spreadsheets take for the beginning of a formula.
FORMULA = ('=', '+', '-', '@', '\t', '\r')
HOUR = 3600
# What known faults lead to, and how much of that a submission has to share.
FAULTS, ALIKE = 'faults.json', 0.6
TIME = re.compile(r'(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)[.\d]*'
                  r' ?(Z|UTC|[-+]\d\d:\d\d)')


class Scoring:
    """How what a run has found becomes marks.

    === Attributes ===
    configuration: what marking.toml says
    corrections: what staff have changed by hand, by submission
    """
    configuration: Configuration
    corrections: dict[str, list[Change]]
    _wanted: dict[str, str]
    _due: Optional[datetime]
    _free: Fraction
    _cost: Fraction

    def __init__(self, configuration: Configuration, wanted: dict[str, str],
                 folder: Path) -> None:
        """Initialize for a run of the tests in wanted, which has its results
        in folder. Raise ConfigurationError if marking.toml, or what is written
        in adjustments.csv there, makes no sense for it.
        """
        self.configuration, self._wanted = configuration, wanted
        check_groups(configuration.groups, list(wanted))
        for name in configuration.weights:
            require(any(is_in(test, name) for test in wanted),
                    f'[weights]: there is no test {name!r}')
        late = configuration.tables['late']
        self._free, self._cost = (to_points(late[key]) for key in (
            'free_hours', 'cost_per_day'))
        self._due = read_time(late['due'])
        require(not self._cost or self._due is not None,
                '[late] due has to be a time with its zone, such as '
                '"2026-11-20T23:59-05:00"')
        columns = [group.name for group in configuration.groups]
        columns += [STYLE] * bool(configuration.style.points)
        self.corrections = read_corrections(
            folder / ADJUSTMENTS, columns + [LATE] * bool(self._cost))

    def score(self, found: Record) -> Record:
        """Return what was found of a submission, with its marks."""
        results = [vars(test) for each in found.groups for test in each.tests]
        style = self.configuration.style
        require(bool(found.style) or not style.points
                or found.status != MARKED, '[style] points have to be 0: the '
                                           'run has not checked style')
        for file in found.style if style.points else []:
            charge(file, style.points / max(1, len(style.files)), style)
        groups = mark_groups(self.configuration, self._wanted, results,
                             found.problem or 'This test was not run.')
        return replace(found, groups=groups, style_points=str(style.points),
                       style_visibility=style.visibility,
                       can_be_late=bool(self._cost),
                       changes=[*self._charge_lateness(found.submitted),
                                *self.corrections.get(found.id, [])])

    def _charge_lateness(self, submitted: str) -> list[Change]:
        """Return what it costs, if anything, to have submitted then."""
        time = read_time(submitted)
        if not self._cost or time is None or self._due is None:
            return []
        hours = Fraction((time - self._due).total_seconds()) / HOUR
        days = ceil((hours - self._free) / 24)
        return [Change(LATE, -days * self._cost, (
            f'Handed in {ceil(hours)} hours after the deadline, of which '
            f'{format_points(self._free)} are free.'))] if days > 0 else []


def read_time(text: str) -> Optional[datetime]:
    """Return the time that text names with its zone, None if it names none.

    >>> read_time('2026-11-20 23:59:10.123456789 Z').isoformat()
    '2026-11-20T23:59:10+00:00'
    """
    found = TIME.fullmatch(text.strip())
    if found is None:
        return None
    zone = '+00:00' if found[3] in ('Z', 'UTC') else found[3]
    try:
        return datetime.fromisoformat(f'{found[1]}T{found[2]}{zone}')
    except ValueError:
        return None


def read_corrections(path: Path, columns: list[str]
                     ) -> dict[str, list[Change]]:
    """Return the corrections in the table at path, by submission. There need
    not be one.
    """
    found: dict[str, list[Change]] = {}
    if not path.exists():
        return found
    for number, row in enumerate(read_table(path, COLUMNS), 2):
        where = f'{path}, line {number}'
        try:
            points = Fraction(row['points'].strip() or '0')
        except (ValueError, ZeroDivisionError):
            raise ConfigurationError(f'{where}: {row["points"]!r} is not a '
                                     f'number of points.') from None
        group = row['group'].strip()
        if group not in columns and (group or points):
            raise ConfigurationError(
                f'{where}: {group!r} is not one of {", ".join(columns)}.')
        found.setdefault(row['id'], []).append(
            Change(group, points, row['words']))
    return found


def read_table(path: Path, columns: list[str]) -> list[dict[str, str]]:
    """Return the rows of the table at path, which has these columns."""
    try:
        with path.open(encoding='utf-8-sig', newline='') as file:
            rows = list(csv.DictReader(file, restval=''))
    except (OSError, ValueError, csv.Error) as error:
        raise ConfigurationError(f'{path} cannot be read: {error}') from None
    if rows and not set(columns) <= set(rows[0]):
        raise ConfigurationError(f'{path}: the first line has to be '
                                 f'{",".join(columns)}')
    return rows


def format_table(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows for spreadsheets: points as one writes them, and no text
    that counts as a formula.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator='\n')
    for row in rows:
        writer.writerow([
            format_points(cell) if isinstance(cell, Fraction)
            else "'" * str(cell).startswith(FORMULA) + str(cell)
            for cell in row])
    return text.getvalue()


def count_failures(records: list[Record]) -> Counter[tuple[str, str, str]]:
    """Return how many submissions have not passed each test, by its group, its
    name and its title.
    """
    return Counter({(group.name, test.id, test.title): sum(
        record.groups[i].tests[j].status != PASSED for record in records)
        for i, group in enumerate(records[0].groups if records else ())
        for j, test in enumerate(group.tests)})


def find_behaviours(folder: Path, records: list[Record]
                    ) -> dict[str, list[str]]:
    """Return the submissions that behave like each known fault, as far as
    faults.json in folder says which tests it makes fail: they fail almost the
    same.
    """
    path = folder / FAULTS
    faults = json.loads(path.read_text('utf-8')) if path.exists() else {}
    found: dict[str, list[str]] = {}
    for record in records:
        failed = {test.id for group in record.groups for test in group.tests
                  if test.status != PASSED}
        if failed and faults:
            shares = {name: len(failed.intersection(tests))
                      / len(failed.union(tests))
                      for name, tests in faults.items()}
            best = max(shares, key=shares.__getitem__)
            if shares[best] >= ALIKE:
                found.setdefault(best, []).append(record.id)
    return dict(sorted(found.items(), key=lambda pair: -len(pair[1])))


def make_tables(records: list[Record]) -> dict[str, str]:
    """Return the tables of all marks, by the names of their files."""
    columns = records[0].columns() if records else []
    out_of = records[0].out_of if records else Fraction(0)
    tests = [f'{group.name}: {".".join(test.id.split(".")[1:])}'
             for group in records[0].groups
             for test in group.tests] if records else []
    marks: list[list[Any]] = [['id', 'name', 'number', 'total', 'out_of', *(
        name for name, _, _ in columns), 'status']]
    each_test: list[list[Any]] = [['id', *tests]]
    markus: list[list[Any]] = [
        ['Group name', *(name for name, _, _ in columns)],
        ['Out of', *(points for _, _, points in columns)]]
    canvas: list[list[Any]] = [
        ['Student', 'ID', 'SIS User ID', 'SIS Login ID', 'Section',
         'Assignment'], ['    Points Possible', '', '', '', '', out_of]]
    failed: list[list[Any]] = [
        ['group', 'test', 'title', 'failed', 'of'],
        *([*test, count, len(records)] for test, count
          in count_failures(records).items())]
    for record in records:
        scores = [score for _, score, _ in record.columns()]
        names, numbers = ('; '.join(filter(None, (
            student.get(key) for student in record.students)))
            for key in ('name', 'sid'))
        marks.append([record.id, names, numbers, record.total, record.out_of,
                      *scores, record.status])
        each_test.append([record.id, *(
            '' if test.status == SKIPPED else test.score
            for group in record.groups for test in group.tests)])
        markus.append([record.id, *scores])
        canvas += [[student.get('name', ''), '', student.get('sid', ''),
                    student.get('email', ''), '', record.total]
                   for student in record.students] \
            or [['', '', '', record.id, '', record.total]]
    return {name: format_table(rows) for name, rows in (
        ('marks.csv', marks), ('tests.csv', each_test),
        ('markus.csv', markus), ('canvas.csv', canvas), ('class.csv', failed))}
