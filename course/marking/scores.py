"""From what a run has found to marks, and to the tables of all marks.

record.json keeps what a run has found. Marks are made of that and of
marking.toml, and can be made again without a run.
"""
from collections import Counter
from datetime import timedelta
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any, Iterable
import csv
import io
from course.marking.configuration import Configuration, \
    ConfigurationError, check_groups, find_group, is_in, read_time, require
from course.marking.marks import FAILED, LATE, MARKED, NOTHING, PASSED, \
    SKIPPED, STYLE, UNDECIDED, Change, Found, Group, GroupMark, Outcome, \
    Record, charge_misnamed, format_points, mark_file

# The part of its points that a group can reach if its root has failed.
UNPLAYABLE = Fraction(1, 4)
ADJUSTMENTS = 'adjustments.csv'
COLUMNS = ['id', 'group', 'points', 'words']
# What spreadsheets take for the beginning of a formula.
FORMULA = ('=', '+', '-', '@', '\t', '\r')


class Scoring:
    """How what a run has found becomes marks.

    === Attributes ===
    corrections: what staff have changed by hand, by submission
    """
    corrections: dict[str, list[Change]]
    _configuration: Configuration
    _shares: list[tuple[Group, dict[str, Fraction]]]
    _titles: dict[str, str]

    def __init__(self, configuration: Configuration, wanted: dict[str, str],
                 folder: Path) -> None:
        """Initialize for a run of the tests in wanted, in folder."""
        self._configuration, self._titles = configuration, wanted
        groups, late = configuration.groups, configuration.late
        check_groups(groups, list(wanted))
        for name in configuration.weights:
            require(any(is_in(test, name) for test in wanted),
                    f'[weights]: there is no test {name!r}')
        # The groups, each with what its tests are worth.
        self._shares = []
        owners = {test: find_group(groups, test) for test in wanted}
        for group in groups:
            weights = {test: next((
                weight for key, weight in configuration.weights.items()
                if is_in(test, key)), Fraction(1))
                for test in wanted if owners[test] is group}
            whole = sum(weights.values(), NOTHING)
            self._shares.append((group, {
                test: group.points * weight / whole
                for test, weight in weights.items() if weight}))
        columns = [each.name for each in groups]
        columns += [STYLE] * bool(configuration.style['points'])
        columns += [LATE] * bool(late['cost_per_day'])
        self.corrections = read_corrections(folder / ADJUSTMENTS, columns)

    def score(self, found: Found) -> Record:
        """Return what was found of a submission, with its marks."""
        style = self._configuration.style
        require(bool(found.style) or not style['points']
                or found.status != MARKED,
                '[style] points have to be 0: the run has not checked style')
        return Record(
            **vars(found), groups=self._mark_groups(found),
            files=GroupMark(STYLE, style['points'], style['visibility'], [
                mark_file(file, style) for file in found.style
                if style['points']]),
            can_be_late=bool(self._configuration.late['cost_per_day']),
            changes=[*self._charge_lateness(found.submitted),
                     *self.corrections.get(found.id, [])])

    def _mark_groups(self, found: Found) -> list[GroupMark]:
        """Return what became of all groups of tests."""
        results = {each['id']: each for each in found.tests}
        failed = [test for test in results
                  if results[test]['status'] not in (PASSED, UNDECIDED)]
        # If all of its tests are dropped, a group is worth nothing.
        marks = [GroupMark(group.name, sum(shares.values(), NOTHING),
                           group.visibility, [
            Outcome(**{'id': test, 'status': FAILED,
                       'text': found.problem or 'This test was not run.',
                       **results.get(test, {}), 'points': points,
                       'title': self._titles[test]})
            for test, points in shares.items()], group.criterion,
            UNPLAYABLE if group.root in failed else Fraction(1))
            for group, shares in self._shares]
        charge_misnamed(marks, self._configuration.faults['misnamed'])
        return marks

    def _charge_lateness(self, submitted: str) -> list[Change]:
        """Return what it costs, if anything, to have submitted then."""
        time, late = read_time(submitted), self._configuration.late
        due = self._configuration.due
        if not late['cost_per_day'] or due is None:
            return []
        if time is None:
            return [Change('', NOTHING, f'It is not known if this is late: '
                           f'{submitted[:50]!r} is not a time with its zone.')]
        hours = Fraction((time - due) / timedelta(hours=1))
        days = ceil((hours - late['free_hours']) / 24)
        return [Change(LATE, -days * late['cost_per_day'], (
            f'Handed in {ceil(hours)} hours after the deadline, of which '
            f'{format_points(late["free_hours"])} are free.'))] \
            if days > 0 else []


def read_corrections(path: Path, columns: list[str]
                     ) -> dict[str, list[Change]]:
    """Return the corrections in the table at path, if any, by submission."""
    found: dict[str, list[Change]] = {}
    if not path.exists():
        return found
    for number, row in enumerate(read_table(path, COLUMNS), 2):
        where = f'{path}, line {number}'
        try:
            points = Fraction(str(float(row['points'] or 0)))
        except ValueError:
            raise ConfigurationError(f'{where}: {row["points"]!r} is not a '
                                     f'number of points.') from None
        if None in row:
            raise ConfigurationError(f'{where}: words with a comma need "'
                                     f'quotation marks" around them.')
        group = row['group'].strip()
        if group not in columns and (group or points):
            raise ConfigurationError(
                f'{where}: {group!r} is not one of {", ".join(columns)}.')
        found.setdefault(row['id'], []).append(
            Change(group, points, row['words']))
    return found


def read_table(path: Path, columns: Iterable[str]) -> list[dict[str, str]]:
    """Return the rows of the table at path, which has these columns."""
    try:
        with path.open(encoding='utf-8-sig', newline='') as file:
            rows = list(csv.DictReader(file, restval=''))
    except (OSError, ValueError, csv.Error) as error:
        raise ConfigurationError(f'{path} cannot be read: {error}') from None
    if rows and not rows[0].keys() >= set(columns):
        raise ConfigurationError(f'{path}: the first line has to have '
                                 f'{",".join(columns)}')
    return rows


def format_table(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows for spreadsheets, in which no text counts as a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator='\n')
    for row in rows:
        writer.writerow([
            format_points(cell) if isinstance(cell, Fraction)
            else "'" * str(cell).startswith(FORMULA) + str(cell)
            for cell in row])
    return text.getvalue()


def count_failures(records: list[Record]) -> Counter[tuple[str, str, str]]:
    """Return how many have not passed each test: group, name and title."""
    failed: Counter[tuple[str, str, str]] = Counter()
    for record in records:
        for group in record.groups:
            for test in group.tests:
                failed[group.name, test.id, test.title] \
                    += test.status != PASSED
    return failed


def make_tables(records: list[Record]) -> dict[str, str]:
    """Return the tables of all marks, by the names of their files."""
    names, _, points = zip(*records[0].columns)
    scores = {record.id: [score for _, score, _ in record.columns]
              for record in records}
    marked = [each for each in records if each.status == MARKED]
    tests = [f'{group.name}: {".".join(test.id.split(".")[1:])}'
             for group in records[0].groups for test in group.tests]
    owners = {part.name: part.criterion for part in records[0].parts}
    columns = [owners.get(name) or name for name in names]
    criteria = list(dict.fromkeys(columns))

    def add_up(found: Iterable[Fraction]) -> list[Fraction]:
        """Return points by MarkUs's criteria."""
        totals = dict.fromkeys(criteria, NOTHING)
        for column, points in zip(columns, found):
            totals[column] += points
        return list(totals.values())
    tables: dict[str, list[list[Any]]] = {
        'marks.csv': [
            ['id', 'name', 'number', 'total', 'out_of', *names, 'status'],
            *([each.id, each.list_students('name'), each.list_students('sid'),
               each.total, each.out_of, *scores[each.id], each.status]
              for each in records)],
        'tests.csv': [['id', *tests], *(
            [each.id, *(
                '' if test.status in (SKIPPED, UNDECIDED) else test.score
                for group in each.groups for test in group.tests)]
            for each in records)],
        'markus.csv': [
            ['Group name', *criteria], ['Out of', *add_up(points)], *(
                [each.id, *add_up(scores[each.id])] for each in records)],
        'canvas.csv': [
            ['Student', 'ID', 'SIS User ID', 'SIS Login ID', 'Section',
             'Assignment'],
            ['    Points Possible', '', '', '', '', records[0].out_of],
            *([student.get('name', ''), '', student.get('sid', ''),
               student.get('email', ''), '', each.total]
              for each in records
              for student in each.students or [{'email': each.id}])],
        'class.csv': [['group', 'test', 'title', 'failed', 'of'], *(
            [*test, count, len(marked)]
            for test, count in count_failures(marked).items())]}
    return {name: format_table(rows) for name, rows in tables.items()}
