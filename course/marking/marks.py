"""Marks: from what a run has found of a submission to points.

Every test of a group is worth the same, unless marking.toml gives it another
weight. Points are fractions until they are written down, so that three thirds
are one.
"""
from __future__ import annotations
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from typing import Any
import re

PASSED, FAILED, SKIPPED = 'passed', 'failed', 'skipped'
MARKED, EMPTY, BROKEN = 'marked', 'nothing to mark', 'marking failed'
STYLE, LATE = 'Style', 'Late'
NOTHING = Fraction(0)


@dataclass(frozen=True)
class Group:
    """Tests that are worth some points together.

    === Attributes ===
    name: its name, for students
    tests: the names of its tests, or the beginnings of their names
    points: what they are worth
    needs: the groups without which this one makes no sense
    visibility: who sees it, and when
    criterion: the criterion of MarkUs that its points reach, if any
    repeats: the groups that test the same, one by one: where most of their
        tests have passed, a fault in them is a reason for this one to fail
    retry: whether a test that has failed is run with our Stonehenge, too, to
        find out if the fault is there
    """
    name: str
    tests: list[str]
    points: Fraction = Fraction(0)
    needs: list[str] = field(default_factory=list)
    repeats: list[str] = field(default_factory=list)
    retry: bool = False
    visibility: str = 'visible'
    criterion: str = ''


@dataclass
class Outcome:
    """What became of a test, and what the student gets for it.

    === Attributes ===
    id: the name of the test
    title: what it tests, in a sentence
    status: PASSED, FAILED or SKIPPED
    text: why it has not passed
    causes: what went wrong, in a few words
    seconds: how long it took
    fault: what it has failed of, '' if nothing else fails of that
    misnamed: what it has used that is not where or what it should be
    elsewhere: whether it passes with our Stonehenge in place of theirs
    points: what it is worth
    score: what the student gets of that
    """
    id: str
    title: str
    status: str
    text: str = ''
    causes: list[str] = field(default_factory=list)
    seconds: float = 0.0
    fault: str = ''
    misnamed: list[str] = field(default_factory=list)
    elsewhere: bool = False
    points: Fraction = NOTHING
    score: Fraction = NOTHING

    def __post_init__(self) -> None:
        """Give all points for a test that has passed, and else none."""
        if self.status == PASSED or self.elsewhere:
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
    """
    name: str
    points: Fraction
    visibility: str
    tests: list[Outcome]
    criterion: str = ''

    @property
    def visible(self) -> bool:
        """Whether the student sees it."""
        return self.visibility == 'visible'

    @cached_property
    def score(self) -> Fraction:
        """What the student gets for it."""
        return sum((test.score for test in self.tests), NOTHING)


@dataclass
class Change:
    """A correction by hand, or what lateness costs.

    === Attributes ===
    group: the column of marks.csv that it belongs to, '' for a mere comment
    points: what is added there
    words: why, for the student to read
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

    def list_students(self, key: str, between: str = '; ') -> str:
        """Return the names of the students, or what else is known of each."""
        return between.join(student[key] for student in self.students
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

    @property
    def total(self) -> Fraction:
        """What the student gets."""
        return max(NOTHING, sum((each[1] for each in self.columns), NOTHING))

    @property
    def out_of(self) -> Fraction:
        """What everything is worth."""
        return sum((points for _, _, points in self.columns), NOTHING)


def forgive(tests: list[Outcome], part: Fraction) -> None:
    """Have those of tests that have failed of a fault lose only this part."""
    for test in tests:
        if test.fault:
            test.score = test.points * (1 - part)


def forgive_repeats(marks: list[GroupMark], part: Fraction) -> None:
    """Have all tests that have failed of a fault but the dearest lose only this
    part of their points, unless more of those around them fail than pass.
    """
    for fault in {test.fault for mark in marks for test in mark.tests} - {''}:
        around = [mark.tests for mark in marks
                  if any(test.fault == fault for test in mark.tests)]
        failed = [test for tests in around for test in tests
                  if test.fault == fault]
        if len(failed) <= sum(test.status == PASSED
                              for tests in around for test in tests):
            dearest = max(failed, key=lambda test: test.points)
            forgive([test for test in failed if test is not dearest], part)


def charge_misnamed(marks: list[GroupMark], points: Fraction) -> None:
    """Have the first tests that used what has another name lose points."""
    left: dict[str, Fraction] = {}
    for test in [each for mark in marks for each in mark.tests]:
        for name in test.misnamed:
            cost = min(left.setdefault(name, points), test.score)
            left[name] -= cost
            test.score -= cost


def mark_file(found: dict[str, Any], style: dict[str, Any]) -> Outcome:
    """Return what a file gets for what python_ta says of it. Messages of one
    kind cost no more than the first one, or cost_per_kind.
    """
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
    """Return text with its control characters visible: a submission's output
    must not move the cursor of a terminal that shows it.

    >>> escape_controls('red: \\x1b[31m')
    'red: \\\\x1b[31m'
    """
    return re.sub(r'[^ -~\n]', lambda found: found[0]
                  if found[0].isprintable() else repr(found[0])[1:-1], text)
