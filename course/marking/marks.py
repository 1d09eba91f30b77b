"""Marks: from what became of each test to points.

Every test of a group is worth the same, unless marking.toml gives it another
weight. Points are fractions until they are
written down, so that three thirds are one.
"""
from __future__ import annotations
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from typing import Any
import re
from course.marking.configuration import Configuration, find_group

PASSED, FAILED, SKIPPED = 'passed', 'failed', 'skipped'
MARKED, EMPTY, BROKEN = 'marked', 'nothing to mark', 'marking failed'
STYLE, LATE = 'Style', 'Late'


@dataclass
class Outcome:
    """What became of a test.

    === Attributes ===
    id: the name of the test
    title: what it tests, in a sentence
    status: PASSED, FAILED or SKIPPED
    points: what it is worth
    text: why it has not passed
    causes: what went wrong, in a few words
    seconds: how long it took
    fault: what it has failed of, '' if nothing else fails of that
    misnamed: what it has used that is not where or what it should be
    elsewhere: whether it passes with our Stonehenge in place of theirs
    lost: the points that are lost, '' if that is all or nothing
    """
    id: str
    title: str
    status: str
    points: str
    text: str = ''
    causes: list[str] = field(default_factory=list)
    seconds: float = 0.0
    fault: str = ''
    misnamed: list[str] = field(default_factory=list)
    elsewhere: bool = False
    lost: str = ''

    @property
    def score(self) -> Fraction:
        """What the student gets for it."""
        if self.lost:
            return read_points(self.points) - read_points(self.lost)
        return read_points(self.points if self.status == PASSED else '0')


@dataclass
class GroupMark:
    """What became of a group of tests.

    === Attributes ===
    name: the name of the group
    points: what it is worth
    visibility: who sees it, and when
    tests: what became of its tests
    """
    name: str
    points: str
    visibility: str
    tests: list[Outcome]

    @cached_property
    def score(self) -> Fraction:
        """What the student gets for it."""
        return sum((test.score for test in self.tests), Fraction(0))

    @property
    def visible(self) -> bool:
        """Whether the student sees it."""
        return self.visibility == 'visible'


@dataclass
class FileMark:
    """What became of the style of a file.

    === Attributes ===
    name: the name of the file
    points: what the file is worth
    score: what the student gets of that
    messages: what python_ta says, each with what it costs
    problem: why it was not checked, if it was not
    """
    name: str
    points: str
    score: str = '0'
    messages: list[dict[str, Any]] = field(default_factory=list)
    problem: str = ''


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
class Record:
    """All that is known of a submission once it is marked.

    === Attributes ===
    id: what it is called
    names: who has handed it in
    numbers: their student numbers
    status: MARKED, EMPTY or BROKEN
    problem: why it is not MARKED
    notes: what is odd about its files
    import_problems: what is wrong with importing it
    groups: what became of the groups of tests
    style: what became of the style of its files
    style_points: what style is worth
    style_visibility: who sees that, and when
    staff: what is only for staff
    digest: what tells its files from all others
    students: who has handed it in: 'name', 'sid' and 'email' of each, if known
    submitted: when, if that is known
    changes: corrections of the marks
    can_be_late: whether lateness costs something
    """
    id: str
    names: str
    numbers: str
    status: str
    problem: str
    notes: list[str]
    import_problems: list[str]
    groups: list[GroupMark]
    style: list[FileMark]
    style_points: str
    style_visibility: str
    staff: dict[str, Any]
    digest: str
    students: list[dict[str, str]] = field(default_factory=list)
    submitted: str = ''
    changes: list[Change] = field(default_factory=list)
    can_be_late: bool = False

    def columns(self) -> list[tuple[str, Fraction, Fraction]]:
        """Return the groups, style and lateness, each with the score and the
        points.
        """
        found = [(group.name, group.score, Fraction(group.points))
                 for group in self.groups]
        if Fraction(self.style_points):
            score = sum((Fraction(file.score) for file in self.style),
                        Fraction(0))
            found.append((STYLE, score, Fraction(self.style_points)))
        if self.can_be_late:
            found.append((LATE, Fraction(0), Fraction(0)))
        return [(name, sum((change.points for change in self.changes
                            if change.group == name), earned), points)
                for name, earned, points in found]

    @property
    def total(self) -> Fraction:
        """What the student gets."""
        return max(Fraction(0), sum((score for _, score, _ in self.columns()),
                                    Fraction(0)))

    @property
    def out_of(self) -> Fraction:
        """What everything is worth."""
        return sum((points for _, _, points in self.columns()), Fraction(0))


@cache
def read_points(text: str) -> Fraction:
    """Return the points that text stands for."""
    return Fraction(text)


def record_from_dict(plain: dict[str, Any]) -> Record:
    """Return the record that asdict has made plain."""
    groups = [GroupMark(**{**group, 'tests': [Outcome(**test)
                                              for test in group['tests']]})
              for group in plain['groups']]
    return Record(**{**plain, 'groups': groups, 'style': [
        FileMark(**file) for file in plain['style']]})


def mark_groups(configuration: Configuration, wanted: dict[str, str],
                results: list[dict[str, Any]], why_missing: str
                ) -> list[GroupMark]:
    """Return what became of all groups. wanted has the titles of all tests."""
    found = {each['id']: each for each in results}
    marks = []
    owners = {each: find_group(configuration.groups, each) for each in wanted}
    for group in configuration.groups:
        weights = {each: configuration.weigh(each)
                   for each, owner in owners.items() if owner is group}
        whole = sum(weights.values(), Fraction(0))
        shares = {weight: str(group.points * weight / whole)
                  for weight in {*weights.values()} if weight}
        outcomes = [Outcome(**{
            'id': test, 'status': FAILED, 'text': why_missing,
            **found.get(test, {}), 'title': wanted[test],
            'points': shares[weight], 'lost': ''})
            for test, weight in weights.items() if weight]
        marks.append(GroupMark(group.name, str(group.points), group.visibility,
                               outcomes))
    for mark, group in zip(marks, groups):
        told = [test for each in marks if each.name in group.repeats
                for test in each.tests]
        failed = sum(each.status != PASSED for each in told)
        if 0 < failed < len(told) / 2:
            forgive(mark.tests, configuration.repeated)
    forgive_repeats(marks, configuration.repeated)
    forgive([test for each in marks for test in each.tests if test.elsewhere],
            Fraction(0))
    charge_misnamed(marks, configuration.misnamed)
    return marks


def forgive(tests: list[Outcome], part: Fraction) -> None:
    """Have those of tests that have failed lose only this part of their points.
    """
    for test in tests:
        if test.fault or test.elsewhere:
            test.lost = str(Fraction(test.points) * part)


def forgive_repeats(marks: list[GroupMark], part: Fraction) -> None:
    """Have all tests that have failed of a fault but the dearest lose only this
    part of their points, unless more of those around them fail than pass.
    """
    faults: dict[str, list[Outcome]] = {}
    passed: dict[str, int] = {}
    for mark in marks:
        own: dict[str, list[Outcome]] = {}
        for test in mark.tests:
            fault = '' if test.elsewhere else test.fault
            own.setdefault(fault, []).append(test)
        right = sum(each.status == PASSED for each in own.pop('', []))
        for fault, tests in own.items():
            faults.setdefault(fault, []).extend(tests)
            passed[fault] = passed.get(fault, 0) + right
    for fault, tests in faults.items():
        if len(tests) <= passed[fault]:
            dearest = max(tests, key=lambda each: Fraction(each.points))
            forgive([each for each in tests if each is not dearest], part)


def charge_misnamed(marks: list[GroupMark], points: Fraction) -> None:
    """Have the first tests that used what has another name lose points."""
    left: dict[str, Fraction] = {}
    for test in [each for mark in marks for each in mark.tests]:
        for name in test.misnamed:
            cost = min(left.setdefault(name, points), test.score)
            if cost:
                left[name] -= cost
                test.lost = str(Fraction(test.points) - test.score + cost)


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
