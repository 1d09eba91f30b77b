"""Marks: from what a run has found of a submission to points, and to the tables
of all points.

record.json keeps what a run has found. Marks are made of that and of
marking.toml, and can be made again without a run. Points are fractions until
they are written down: three thirds are one.
"""

from __future__ import annotations
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Iterable, NamedTuple, Optional
import csv
from course.marking.configuration import (
    STYLE,
    Configuration,
    ConfigurationError,
    Group,
    find_group,
    is_in,
    require,
)

PASSED, FAILED, SKIPPED = 'passed', 'failed', 'skipped'
# Skipped for what another group is charged for; and without a result, as the
# machine was too busy, or the submission waits for something.
EXCUSED, UNDECIDED = 'excused', 'undecided'
MARKED, EMPTY, BROKEN = 'marked', 'nothing to mark', 'marking failed'
NOTHING = Fraction(0)
MIXES = 'mixes'  # The suite of hidden games.
# The part of its points that a group can reach if its root has failed.
UNPLAYABLE = Fraction(1, 4)
ADJUSTMENTS = 'adjustments.csv'


@dataclass
class Outcome:
    """What became of a test, and what the student gets for it.

    === Attributes ===
    id: the name of the test
    title: what it tests, in a sentence
    status: PASSED, FAILED, SKIPPED, EXCUSED or UNDECIDED
    text: why it has not passed
    causes: what went wrong, in a few words
    seconds: how long it has computed
    misnamed: what it has used that is not where or what it should be
    points: what it is worth
    score: what the student gets of that
    """

    id: str
    title: str
    status: str
    text: str = ''
    causes: list[str] = field(default_factory=list)
    seconds: float = 0.0
    misnamed: list[str] = field(default_factory=list)
    points: Fraction = NOTHING
    score: Fraction = NOTHING

    def __post_init__(self) -> None:
        """Give all points for a test that has passed or is excused, and else
        none.
        """
        if self.status in (PASSED, EXCUSED):
            self.score = self.points


@dataclass
class GroupMark:
    """What became of a group of tests.

    === Attributes ===
    name: the name of the group
    points: what it is worth
    visibility: who sees it, and when
    tests: what became of its tests
    criterion: the criterion of MarkUs that its points reach, if any
    broken_root: the test without which a quarter of the points is the most to
        get, if that has failed
    """

    name: str
    points: Fraction
    visibility: str
    tests: list[Outcome]
    criterion: str = ''
    broken_root: str = ''

    @property
    def most(self) -> Fraction:
        """What it can reach at most."""
        return self.points * (UNPLAYABLE if self.broken_root else 1)

    @property
    def is_mostly_right(self) -> bool:
        """Whether at least half of what was decided here has passed."""
        passed = self._add_points([PASSED])
        return passed >= self._add_points([FAILED, SKIPPED]) and passed > 0

    def _add_points(self, statuses: list[str]) -> Fraction:
        """Return what the tests with one of these statuses are worth."""
        own = [test.points for test in self.tests if test.status in statuses]
        return sum(own, NOTHING)

    @cached_property
    def score(self) -> Fraction:
        """What the student gets for it."""
        return min(self.most, sum((test.score for test in self.tests), NOTHING))

    @property
    def cost(self) -> Fraction:
        """What the student has lost, if a test here has not passed."""
        lost = [
            test.points
            for test in self.tests
            if test.status in (FAILED, SKIPPED)
        ]
        if lost and self.broken_root:
            return self.points - self.score
        return sum(lost, NOTHING)


class Change(NamedTuple):
    """A correction by hand: the column of marks.csv, '' for a mere comment;
    what is added there; and why, for the student to read.
    """

    group: str
    points: Fraction
    words: str


@dataclass
class Found:
    """What a run has found of a submission.

    === Attributes ===
    id: what it is called
    students: who has handed it in: 'name', 'sid' and 'email' of each, if known
    status: MARKED, EMPTY or BROKEN
    problem: why it is not MARKED
    notes: what is odd about its files
    import_problems: what is wrong with importing it
    tests: what became of the tests that were run, as Outcome has it
    style: its files, with what python_ta says, or why they were not checked
    staff: what is only for staff
    digest: what tells its files from all others
    """

    id: str
    students: list[dict[str, str]]
    status: str
    problem: str
    notes: list[str]
    import_problems: list[str]
    tests: list[dict[str, Any]]
    style: list[dict[str, Any]]
    staff: dict[str, Any]
    digest: str

    def list_students(self, key: str) -> str:
        """Return the names of the students, or what else is known of each."""
        return '; '.join(
            student[key] for student in self.students if student.get(key)
        )


@dataclass
class Record(Found):
    """What a run has found of a submission, with its marks.

    === Attributes ===
    groups: what became of the groups of tests
    files: what became of the style of its files
    changes: corrections of the marks
    """

    groups: list[GroupMark]
    files: GroupMark
    changes: list[Change]

    @property
    def parts(self) -> list[GroupMark]:
        """The groups of tests, and style if it is worth something."""
        if self.files.points:
            return [*self.groups, self.files]
        return self.groups

    @cached_property
    def columns(self) -> list[tuple[str, Fraction, Fraction]]:
        """These, each with its score and points."""
        columns = []
        for part in self.parts:
            score = part.score
            for change in self.changes:
                if change.group == part.name:
                    score += change.points
            columns.append((part.name, score, part.points))
        return columns

    @property
    def state(self) -> str:
        """Its status, and in which groups tests are undecided, in words."""
        groups = [
            group.name
            for group in self.groups
            if UNDECIDED in [test.status for test in group.tests]
        ]
        if groups:
            return f'{self.status}; undecided: {", ".join(groups)}'
        return self.status

    def list_undecided(self) -> list[str]:
        """Return the tests that could not be decided, with their groups."""
        return [
            f'{group.name}: {test.title}'
            for group in self.groups
            for test in group.tests
            if test.status == UNDECIDED
        ]

    def find_first(self) -> Optional[tuple[GroupMark, Outcome]]:
        """Return what to look at first: the group that costs most, of those
        that students see if there are any, and its first test that costs, or
        its root if that has failed. Games that are new to a strategy come last.
        """
        worst = max(
            self.groups,
            default=None,
            key=lambda group: (
                group.cost > 0 and group.visibility == 'visible',
                group.cost > 0 and not is_in(group.tests[0].id, MIXES),
                group.cost,
            ),
        )
        if worst is None or not worst.cost:
            return None
        for group in self.groups:
            for test in group.tests:
                if test.id == worst.broken_root:
                    return find_reason(self.groups, test) or (group, test)
        # Of tests that are all skipped, what the first one was skipped for.
        tests = sorted(
            worst.tests,
            key=lambda test: (test.status != FAILED, test.status != SKIPPED),
        )
        if tests[0].status != FAILED:
            for test in tests:
                reason = find_reason(self.groups, test)
                if reason:
                    return reason
        return worst, tests[0]

    @property
    def total(self) -> Fraction:
        """What the student gets."""
        return max(NOTHING, sum((each[1] for each in self.columns), NOTHING))

    @property
    def out_of(self) -> Fraction:
        """What everything is worth."""
        return sum((points for _, _, points in self.columns), NOTHING)


def find_reason(
    marks: list[GroupMark], test: Outcome
) -> Optional[tuple[GroupMark, Outcome]]:
    """Return the test that the text of test names as the one that it was
    skipped for, by its name or that of its class: one that has failed if there
    is one, or else one that was skipped, too.
    """
    _, see, name = test.text.rpartition(' See ')
    if not see or test.status not in (SKIPPED, EXCUSED):
        return None
    found = [
        (mark, each)
        for mark in marks
        for each in mark.tests
        if each.status != PASSED and f'.{name.rstrip(".")}.' in f'.{each.id}.'
    ]
    return min(found, key=lambda pair: pair[1].status != FAILED, default=None)


def settle_excuses(marks: list[GroupMark]) -> None:
    """Have an excuse count only where the tests that it names are mostly right,
    and the group that it is in can be played.
    """
    lost: list[tuple[Outcome, str]] = []
    for mark in marks:
        for test in [each for each in mark.tests if each.status == EXCUSED]:
            reason = find_reason(marks, test)
            if mark.broken_root:
                lost.append((test, 'no game can be played to its end'))
            elif reason and not reason[0].is_mostly_right:
                lost.append(
                    (test, f'less than half is right of "{reason[0].name}"')
                )
    for test, why in lost:
        test.status = SKIPPED
        test.score = NOTHING
        before, see, name = test.text.rpartition(' See ')
        test.text = f'{before} This costs points, as {why}.{see}{name}'


def charge_misnamed(marks: list[GroupMark], points: Fraction) -> None:
    """Have the first tests that used what has another name lose points."""
    left: dict[str, Fraction] = {}
    for test in [each for mark in marks for each in mark.tests]:
        for name in test.misnamed:
            cost = min(left.setdefault(name, points), test.score)
            left[name] -= cost
            test.score -= cost


def mark_file(found: dict[str, Any], style: dict[str, Any]) -> Outcome:
    """Return what a file gets for what python_ta says of it."""
    points = style['points'] / len(style['files'])
    costs = style['costs']
    kinds: dict[str, list[dict[str, Any]]] = {}
    for message in found['messages']:
        kinds.setdefault(message['code'], []).append(message)
    lost = NOTHING
    lines = []
    for code, (first, *more) in kinds.items():
        single = costs.get(code, costs.get(first['symbol'], style['cost']))
        cost = min(
            single * (1 + len(more)), max(single, style['cost_per_kind'])
        )
        lost += cost
        lines.append(
            f'line {first["line"]}: {first["text"]} ({code}, costs '
            f'{format_points(cost)}{format_more(more)})'
        )
    if found['problem']:
        lost = points
        lines = [f'Not checked: {found["problem"]}.']
    file = Outcome(
        found['name'],
        found['name'],
        FAILED if lost else PASSED,
        '\n'.join(lines),
        points=points,
    )
    file.score = max(points - lost, NOTHING)
    return file


def format_more(more: list[dict[str, Any]]) -> str:
    """Return where there are more messages of the same kind, if any."""
    if not more:
        return ''
    noun = 'line' if len(more) == 1 else 'lines'
    numbers = ', '.join(str(each['line']) for each in more)
    return f'; {len(more)} more in {noun} {numbers}'


class Scoring:
    """How what a run has found becomes marks.

    === Attributes ===
    corrections: what staff have changed by hand, by submission
    """

    corrections: dict[str, list[Change]]
    _configuration: Configuration
    _shares: list[tuple[Group, dict[str, Fraction]]]
    _titles: dict[str, str]

    def __init__(
        self, configuration: Configuration, wanted: dict[str, str], folder: Path
    ) -> None:
        """Initialize for a run of the tests in wanted, in folder."""
        self._configuration = configuration
        self._titles = wanted
        configuration.check_tests(wanted)
        # The groups, each with what its tests are worth.
        self._shares = [
            (group, self._share_points(group)) for group in configuration.groups
        ]
        columns = [each.name for each in configuration.groups]
        if configuration.style['points']:
            columns.append(STYLE)
        self.corrections = read_corrections(folder / ADJUSTMENTS, columns)

    def _share_points(self, group: Group) -> dict[str, Fraction]:
        """Return those tests of group that are worth something, with that."""
        groups = self._configuration.groups
        weights = {
            test: self._find_weight(test)
            for test in self._titles
            if find_group(groups, test) is group
        }
        whole = sum(weights.values(), NOTHING)
        return {
            test: group.points * weight / whole
            for test, weight in weights.items()
            if weight
        }

    def _find_weight(self, test: str) -> Fraction:
        """Return how much test counts, compared with others of its group."""
        for name, weight in self._configuration.weights.items():
            if is_in(test, name):
                return weight
        return Fraction(1)

    def score(self, found: Found) -> Record:
        """Return what was found of a submission, with its marks."""
        style = self._configuration.style
        require(
            bool(found.style) or not style['points'] or found.status != MARKED,
            '[style] points have to be 0: the run has not checked style',
        )
        files = []
        if style['points']:
            files = [mark_file(file, style) for file in found.style]
        return Record(
            **vars(found),
            groups=self._mark_groups(found),
            files=GroupMark(STYLE, style['points'], style['visibility'], files),
            changes=self.corrections.get(found.id, []),
        )

    def _mark_groups(self, found: Found) -> list[GroupMark]:
        """Return what became of all groups of tests."""
        results = {each['id']: each for each in found.tests}
        failed = [
            test
            for test in results
            if results[test]['status'] not in (PASSED, UNDECIDED)
        ]
        marks = []
        for group, shares in self._shares:
            tests = []
            for name, points in shares.items():
                result = {
                    'id': name,
                    'status': FAILED,
                    'text': found.problem or 'This test was not run.',
                    **results.get(name, {}),
                    'points': points,
                    'title': self._titles[name],
                }
                tests.append(Outcome(**result))
            mark = GroupMark(
                name=group.name,
                # If all of its tests are dropped, it is worth nothing.
                points=sum(shares.values(), NOTHING),
                visibility=group.visibility,
                tests=tests,
                criterion=group.criterion,
                broken_root=group.root if group.root in failed else '',
            )
            marks.append(mark)
        settle_excuses(marks)
        charge_misnamed(marks, self._configuration.misnamed)
        return marks


def read_corrections(path: Path, columns: list[str]) -> dict[str, list[Change]]:
    """Return the corrections in the table at path, if any, by submission."""
    found: dict[str, list[Change]] = {}
    rows = []
    if path.exists():
        rows = read_table(path, ('id', 'group', 'points', 'words'))
    for number, row in enumerate(rows, 2):
        where = f'{path}, line {number}'
        group = row['group'].strip()
        try:
            points = Fraction(str(float(row['points'] or 0)))
        except ValueError:
            raise ConfigurationError(
                f'{where}: {row["points"]!r} is not a number of points.'
            ) from None
        require(
            None not in row,
            f'{where}: words with a comma need "quotation marks" around them',
        )
        require(
            group in columns or not (group or points),
            f'{where}: {group!r} is not one of {", ".join(columns)}',
        )
        found.setdefault(row['id'], []).append(
            Change(group, points, row['words'])
        )
    return found


def read_table(path: Path, columns: Iterable[str]) -> list[dict[str, str]]:
    """Return the rows of the table at path, which has these columns."""
    try:
        with path.open(encoding='utf-8-sig', newline='') as file:
            rows = list(csv.DictReader(file, restval=''))
    except (OSError, ValueError, csv.Error) as error:
        raise ConfigurationError(f'{path} cannot be read: {error}') from None
    require(
        not rows or rows[0].keys() >= set(columns),
        f'{path}: the first line has to have {",".join(columns)}',
    )
    return rows


def format_added(points: Fraction) -> str:
    """Return points that are added, with their sign.

    >>> format_added(Fraction(1, 2)), format_added(Fraction(-2))
    ('+0.5', '-2')
    """
    sign = '+' if points > 0 else ''
    return sign + format_points(points)


@cache
def format_points(points: Fraction) -> str:
    """Return points as one writes them, with two decimals at most.

    >>> format_points(Fraction(7, 2)), format_points(Fraction(2, 3))
    ('3.5', '0.67')
    """
    return f'{float(round(points, 2)):g}'
