"""Marks: from what a run has found of a submission to points.

Points are fractions until they are written down: three thirds are one.
"""
from __future__ import annotations
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, NamedTuple, Optional
import re

PASSED, FAILED, SKIPPED = 'passed', 'failed', 'skipped'
# Skipped for what another group is charged for; and without a result, as the
# machine was too busy, or the submission waits for something.
EXCUSED, UNDECIDED = 'excused', 'undecided'
MARKED, EMPTY, BROKEN = 'marked', 'nothing to mark', 'marking failed'
STYLE, LATE = 'Style', 'Late'
# The columns of marks.csv that are no marks.
WORDS = ('id', 'name', 'number', 'total', 'out_of', 'status')
NOTHING = Fraction(0)


@dataclass(frozen=True)
class Group:
    """Tests that are worth some points together.

    === Attributes ===
    name: its name, for students
    tests: the names of its tests, or the beginnings of their names
    points: what they are worth
    root: a test without which a quarter of the points is the most to get
    ours: whether our games are played, so that only strategies are tested
    visibility: who sees it, and when
    criterion: the criterion of MarkUs that its points reach, if any
    """
    name: str
    tests: list[str]
    points: Fraction = Fraction(0)
    root: str = ''
    ours: bool = False
    visibility: str = 'visible'
    criterion: str = ''


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
    most: the part of the points that it can reach
    """
    name: str
    points: Fraction
    visibility: str
    tests: list[Outcome]
    criterion: str = ''
    most: Fraction = Fraction(1)

    @cached_property
    def score(self) -> Fraction:
        """What the student gets for it. Where the root has failed, excuses
        count for nothing.
        """
        return min(self.most * self.points, sum((
            test.score for test in self.tests
            if self.most == 1 or test.status != EXCUSED), NOTHING))

    @property
    def cost(self) -> Fraction:
        """What the student has lost, apart from what could not be decided."""
        return self.points - self.score - sum((
            test.points for test in self.tests
            if test.status == UNDECIDED and self.most == 1), NOTHING)


class Change(NamedTuple):
    """A correction by hand, or what lateness costs: the column of marks.csv, ''
    for a mere comment; what is added there; and why, for the student to read.
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
    submitted: when, if that is known
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
    submitted: str
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
        return '; '.join(student[key] for student in self.students
                         if student.get(key))


@dataclass
class Record(Found):
    """What a run has found of a submission, with its marks.

    === Attributes ===
    groups: what became of the groups of tests
    files: what became of the style of its files
    changes: corrections of the marks
    can_be_late: whether lateness costs something
    """
    groups: list[GroupMark]
    files: GroupMark
    changes: list[Change]
    can_be_late: bool

    @property
    def parts(self) -> list[GroupMark]:
        """The groups of tests, and style if it is worth something."""
        return self.groups + [self.files] * bool(self.files.points)

    @cached_property
    def columns(self) -> list[tuple[str, Fraction, Fraction]]:
        """These, and lateness, each with its score and points."""
        found = [(part.name, part.score, part.points) for part in self.parts]
        if self.can_be_late:
            found.append((LATE, NOTHING, NOTHING))
        return [(name, sum((change.points for change in self.changes
                            if change.group == name), earned), points)
                for name, earned, points in found]

    def list_undecided(self) -> list[str]:
        """Return the tests that could not be decided, with their groups."""
        return [f'{group.name}: {test.title}' for group in self.groups
                for test in group.tests if test.status == UNDECIDED]

    def find_first(self) -> Optional[tuple[GroupMark, Outcome]]:
        """Return what to look at first: the group that costs most, of those
        that students see if there are any, and its first test that costs.
        """
        bad = [group for group in self.groups if group.cost]
        seen = [group for group in bad if group.visibility == 'visible'] or bad
        if not seen:
            return None
        worst = max(seen, key=lambda group: group.cost)
        # Of tests that are all skipped, what the first one was skipped for.
        test = min(worst.tests, key=lambda test: (
            test.status == UNDECIDED, test.score == test.points,
            test.status != FAILED))
        return self.find_reason(test) or (worst, test)

    def find_reason(self, test: Outcome) -> Optional[tuple[GroupMark, Outcome]]:
        """Return the test that the text of test names as the one that it was
        skipped for: by its name, or that of its class.
        """
        _, see, name = test.text.rpartition(' See ')
        return next((
            (group, each) for group in self.groups for each in group.tests
            if see and test.status in (SKIPPED, EXCUSED)
            and each.status == FAILED
            and f'.{name.rstrip(".")}.' in f'.{each.id}.'), None)

    @property
    def total(self) -> Fraction:
        """What the student gets."""
        return max(NOTHING, sum((each[1] for each in self.columns), NOTHING))

    @property
    def out_of(self) -> Fraction:
        """What everything is worth."""
        return sum((points for _, _, points in self.columns), NOTHING)


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
    points, costs = style['points'] / len(style['files']), style['costs']
    kinds: dict[str, list[dict[str, Any]]] = {}
    for message in found['messages']:
        kinds.setdefault(message['code'], []).append(message)
    lost, lines = NOTHING, []
    for code, (first, *more) in kinds.items():
        single = costs.get(code, costs.get(first['symbol'], style['cost']))
        cost = min(single * (1 + len(more)),
                   max(single, style['cost_per_kind']))
        lost += cost
        also = f'; {len(more)} more in line{"s" * (len(more) > 1)} ' \
               + ', '.join(str(each['line']) for each in more)
        lines.append(f'line {first["line"]}: {first["text"]} ({code}, costs '
                     f'{format_points(cost)}{also if more else ""})')
    if found['problem']:
        lost, lines = points, [f'Not checked: {found["problem"]}.']
    file = Outcome(found['name'], found['name'], FAILED if lost else PASSED,
                   '\n'.join(lines), points=points)
    file.score = max(points - lost, NOTHING)
    return file


@cache
def format_points(points: Fraction) -> str:
    """Return points as one writes them, with two decimals at most.

    >>> format_points(Fraction(7, 2)), format_points(Fraction(2, 3))
    ('3.5', '0.67')
    """
    return f'{float(round(points, 2)):g}'


def escape_controls(text: str) -> str:
    """Return text with its control characters visible, fit for a terminal.

    >>> escape_controls('red: \\x1b[31m')
    'red: \\\\x1b[31m'
    """
    return re.sub(r'[^ -~\n]', lambda found: found[0]
                  if found[0].isprintable() else repr(found[0])[1:-1], text)
