"""The judge's conversation with a submission: one process after the other.

A process lives as long as a test class, unless it is ended before: then the
next test gets a new one.

The suites learn from here what went wrong. A suite is a module of `unittest`,
run as it is. If it, or what it is built on, has the exceptions named below, as
ours have, it gets these; any other gets an AssertionError. What the submission
has raised arrives as one of Python's own exceptions, whose function `explain`
asks what the suites would say of it where it was raised.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import util
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from tempfile import TemporaryFile
from types import ModuleType
from typing import IO, Any, Callable, Iterable, Optional
import linecache
import os
import re
import sys
import unittest
from course.marking.configuration import SUPPORT
from course.marking.connection import (
    PATIENCE,
    Connection,
    EndedError,
    Partner,
    Question,
    RaisedError,
    StandIn,
    TimeOutError,
    UndecidedError,
)
from course.marking.inside.host import TABLES
from course.marking.inside.wire import make_error, name_error
from course.marking.isolation import Isolation, Limits
from stonehenge import StonehengeGame
from subtract_square_game import SubtractSquareGame

INTERFACE = 'game_interface'
GAMES = TABLES[0]
OUR_GAMES = {'h': StonehengeGame, 's': SubtractSquareGame}
LONGEST_CAUSE = 300
LONGEST_REPORT = 3_000
MOST_ERRORS = 20  # In importing a submission.

# The cause of an error, which others may have, too, what there is to say, and
# the places in the student's code where it was.
Explanation = tuple[Optional[tuple], str, str]

# The judge ends a test at its limit. A suite's own limit is this many times as
# long, and is never reached.
LATER = 6

MOST_MATCHED = 2_000  # What a submission may have written takes no longer.
# What faulthandler says of a step in a submission: the file, the line, which
# Python 3.11 does not know for some steps of a loop, and the function.
PLACE = re.compile(
    r'  File ".{0,300}?/submission/(.{1,300})", '
    r'line (\d{0,6})\S* in (.*)'
)


class Suite:
    """A test suite.

    === Attributes ===
    tests: its tests, in order
    """

    tests: list[unittest.TestCase]
    _seconds: float
    _modules: list[Any]

    def __init__(self, path: Path, seconds: float) -> None:
        """Load the suite at path, whose tests have this many seconds each."""
        self._seconds = seconds
        os.environ['SECONDS_PER_TEST'] = f'{seconds:g}'
        # Each suite has support of its own, as if it was run alone.
        self._modules = [
            load_module(each)
            for each in (path.parent / SUPPORT, path)
            if each.is_file()
        ]
        self.tests = flatten(
            unittest.defaultTestLoader.loadTestsFromModule(self._modules[-1])
        )

    def prepare(self, times: float = LATER) -> None:
        """Make the limit that the suite believes in this many times as long."""
        for module in self._modules:
            if hasattr(module, 'LIMIT'):
                setattr(module, 'LIMIT', self._seconds * times)

    def make_error(self, name: str, text: str) -> Exception:
        """Return the suite's exception called name, with text."""
        return self._find(name, AssertionError)(text)

    def _find(self, name: str, default: Any) -> Any:
        """Return what the suite calls name, default if it has no such thing."""
        for module in self._modules:
            if hasattr(module, name):
                return getattr(module, name)
        return default


def load_module(path: Path) -> Any:
    """Return the module in the file at path, under its own name."""
    spec: Any = util.spec_from_file_location(path.stem, path)
    module = util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def flatten(tests: Any) -> list[unittest.TestCase]:
    """Return the tests in a test suite, and in those in it."""
    if isinstance(tests, unittest.TestCase):
        return [tests]
    return [test for part in tests for test in flatten(part)]


@dataclass(eq=False)
class Session(MetaPathFinder, Loader):
    """All conversations with one submission. It also stands in for its module
    game_interface: an import of that gives the tables.

    === Attributes ===
    cell: its folder
    isolation: how it is isolated
    limits: what it may use up
    causes: what has gone wrong in the test that is going on, in a few words
    import_problems: what is wrong with importing the submission
    output: a file with what it has printed
    misnamed: what it has used that is not where or what it should be
    timed_out: whether its time was over
    undecided: whether it has waited for too long
    ours: whether it plays our games in place of the submission's
    suite: the suite that it is from
    """

    cell: Path
    isolation: Isolation
    limits: Limits
    causes: list[str] = field(default_factory=list)
    import_problems: list[str] = field(default_factory=list)
    output: IO[bytes] = field(default_factory=TemporaryFile)
    misnamed: list[str] = field(default_factory=list)
    timed_out: bool = False
    undecided: bool = False
    ours: bool = False
    suite: Suite = field(init=False)
    _partner: Any = None  # Or a Partner, while there is a process.
    _modules: Optional[list[str]] = None
    _broken: bool = False
    _names: dict[str, dict[str, str]] = field(default_factory=dict)
    _problems: dict[str, dict[str, str]] = field(default_factory=dict)

    def begin_class(self, modules: Optional[Iterable[str]]) -> None:
        """Begin a test class, which needs these modules, or all if it can."""
        self.close()
        self._modules = list(modules) if modules and self._broken else None

    def begin_test(self, suite: Suite, ours: bool) -> None:
        """Begin a test of suite, which plays our games if ours."""
        if self._partner and self._partner.over:
            self.close()
        self.suite = suite
        self.ours = ours
        self.causes = []
        self.misnamed = []
        self.timed_out = False
        self.undecided = False
        if self._partner is None:
            # Here, not in the thread of a test: bubblewrap ends what it runs
            # when the thread that has started it ends.
            self._partner = Partner(
                Connection(self.cell, self.isolation, self.limits, self.output),
                self.explain,
            )
        self._partner.begin_test()
        suite.prepare()

    def seconds(self) -> float:
        """Return how long the submission has computed in this test."""
        return self._partner.connection.stopwatch.look()

    def close(self) -> None:
        """End the process of the submission, if there is one."""
        sys.modules.pop(INTERFACE, None)
        partner = self._partner
        self._partner = None
        if partner:
            partner.connection.end()

    def find_spec(
        self, fullname: str, _path: Any, _target: Any = None
    ) -> Optional[ModuleSpec]:
        """Return how to import game_interface."""
        return ModuleSpec(fullname, self) if fullname == INTERFACE else None

    def exec_module(self, module: ModuleType) -> None:
        """Put the tables of the submission into module."""
        broken = self._broken
        self._broken = True  # If there is no answer.
        self._names, self._problems, errors = check_tables(
            self._partner.ask('import', None, '', self._modules)
        )
        self._broken = broken or bool(errors)
        for report in errors:
            problem = name_error(report)[:LONGEST_CAUSE]
            # A file that imports a broken one raises the same error.
            known = [each.startswith(problem) for each in self.import_problems]
            if not any(known):
                self.import_problems.append(problem + format_place(report))
        self.import_problems[:0] = [
            each
            for problems in self._problems.values()
            for each in problems.values()
            if ': found no ' in each and each not in self.import_problems
        ]
        for name in TABLES:
            table = Table(self, name, self._names[name], self._problems[name])
            setattr(module, name, table)

    def call(self, table: str, key: str, *args: Any) -> Any:
        """Call the entry of the submission with this key in table."""
        found = self._problems[table].get(key)
        if found and found not in self.misnamed:
            self.misnamed.append(found)
        return self._partner.ask('entry', table, key, *args)

    def explain(self, error: Exception, question: Question) -> BaseException:
        """Note the cause of error, and return the error for the suite."""
        call = self._name_call(question)
        if isinstance(error, RaisedError):
            return self._explain_raised(error, call)
        if isinstance(error, TimeOutError):
            return self._explain_time_out(error, call)
        how = f': {error}' if str(error) else ''
        if isinstance(error, EndedError):
            return self._note(f'the program ended during {call}{how}')
        return self._note(f'the answer to {call} cannot be read{how}')

    def _note(self, cause: str) -> Exception:
        """Note this cause, and return the error for it."""
        cause = cause[:LONGEST_CAUSE]
        self.causes.append(cause)
        return self.suite.make_error(
            'WrongError', cause[0].upper() + cause[1:] + '.'
        )

    def _explain_raised(self, error: RaisedError, call: str) -> BaseException:
        """Return the error for one that the submission has raised."""
        report = error.report
        partner = self._partner
        names = report.get('names') or []
        explain = cache(lambda: read_explanation(partner, report))
        if partner.typing_error and names[:1] == ['NothingToTypeError']:
            asked = f'asked again: {partner.asked!r}'
            self.causes.append(asked[:LONGEST_CAUSE])
            return mark_error(partner.typing_error, explain)
        if 'Exception' not in names:
            raised = names[0] if names else 'it'
            return self._note(
                f'the program ended during {call}: {raised} was raised'
            )
        if 'MemoryError' in names:
            report['text'] = f'used more than {self.limits.memory_mb} MB'
            self.causes.append(report['text'])
        return mark_error(make_error(report), explain)

    def _explain_time_out(
        self, error: TimeOutError, call: str
    ) -> BaseException:
        """Return the error for a test whose time is over during this call."""
        self.timed_out = True
        self.undecided = isinstance(error, UndecidedError)
        steps = read_faulthandler(str(error), self.cell / 'submission')
        why = f'still running after {self.limits.seconds_per_test:g} s'
        if self.undecided:
            waited = PATIENCE * self.limits.seconds_per_test
            why = f'still waiting after {waited:g} s'
        cause: tuple = ('EndlessError',)
        if steps:
            path, line, name = steps[-1]
            why += f': in {name}, {path.name} line {line}'
            cause = ('EndlessError', name, path.name)
        self.causes.append(why)
        self.suite.prepare(1)
        places = format_places(steps)
        call = re.sub('^the ', 'The ', call)
        told = f'{call} did not finish.\nIt was {why}{places}'
        return mark_error(AssertionError(why), lambda: (cause, told, places))

    def _name_call(self, question: Question) -> str:
        """Return the function call that question asks for, by its name."""
        if question.what == 'entry':
            name = self._names.get(question.on, {}).get(question.name)
            if name is not None:
                return f'{name}(...)'
        return format_call(question)


def read_explanation(partner: Partner, report: dict) -> Explanation:
    """Return what the process that has made report says of its last error, if
    that makes sense.
    """
    names = report.get('names') or ['Error']
    text = f'{names[0]}: {report.get("text")}'
    with suppress(Exception):
        cause, told, places = partner.ask('explain', None)
        told = str(told)[:LONGEST_REPORT]
        places = str(places)[:LONGEST_REPORT]
        if 'MemoryError' in report['names']:
            told = told.replace('MemoryError: ', text, 1)
        if cause is not None:
            cause = tuple(map(str, cause))
        return cause, told, places
    return (text,), text, ''


class Table(dict):
    """A table of games or strategies, which knows why others are missing."""

    _session: Session
    _table: str
    _problems: dict[str, str]

    def __init__(
        self,
        session: Session,
        table: str,
        names: dict[str, str],
        problems: dict[str, str],
    ) -> None:
        """Initialize a table whose entries have these names."""
        super().__init__()
        self._session = session
        self._table = table
        self._problems = problems
        for key, name in names.items():
            self[key] = partial(session.call, table, key)
            self[key].__name__ = name

    def __getitem__(self, key: str) -> Any:
        """Return the entry with this key, which may be one of ours."""
        if self._is_ours(key):
            return OUR_GAMES[key]
        return super().__getitem__(key)

    def __missing__(self, key: str) -> Any:
        """Raise what a suite is to see if there is no such entry."""
        raise self._session.suite.make_error(
            'MissingError', self._problems[key]
        )

    def __contains__(self, key: object) -> bool:
        """Return whether anything is known about this key."""
        return (
            super().__contains__(key)
            or key in self._problems
            or self._is_ours(key)
        )

    def _is_ours(self, key: object) -> bool:
        """Return whether the test gets a game of ours for this key."""
        return self._session.ours and self._table == GAMES and key in OUR_GAMES


def check_tables(found: Any) -> tuple[dict, dict, list]:
    """Return what was imported, or nothing if it makes no sense."""
    with suppress(TypeError, ValueError, KeyError, AttributeError):
        names, problems, errors = found
        texts = [
            text
            for table in TABLES
            for known in (names[table], problems[table])
            for pair in known.items()
            for text in pair
        ]
        if all(
            isinstance(text, str) and len(text) <= LONGEST_CAUSE
            for text in texts
        ):
            reports = [each for each in errors if isinstance(each, dict)]
            return names, problems, reports[:MOST_ERRORS]
    return dict.fromkeys(TABLES, {}), dict.fromkeys(TABLES, {}), []


def format_place(report: dict) -> str:
    """Return where importing has failed, unless the error itself says it."""
    place = report.get('place')
    if not isinstance(place, list) or 'line' in str(report.get('text')):
        return ''
    return f' ({", line ".join(map(str, place))})'[:LONGEST_CAUSE]


def format_call(question: Question) -> str:
    """Return the function call that a question asks for, as one writes it."""
    what, name, args, on = question
    if what == 'import':
        return 'the import'
    if what == 'explain':
        return 'the question where an error was'
    if what in ('str', 'repr', 'copy', 'vars'):
        return f'{what}(...)'
    if what == 'entry':
        name = 'a new game' if on == GAMES else f'strategy {name!r}'
    shown = ', '.join(
        '...' if isinstance(arg, StandIn) else repr(arg)
        for arg in args
        if isinstance(arg, (str, int, float, StandIn))
    )
    return f'{name}({shown})'


def mark_error(error: Any, explain: Callable[[], Explanation]) -> Any:
    """Return error, which our suites, and the judge, have explained so."""
    error.explain = explain
    return error


def read_faulthandler(text: str, folder: Path) -> list[tuple[Path, int, str]]:
    """Return the steps in folder of which faulthandler tells in text, the last
    one last: the file, the line and the function.
    """
    steps = []
    last = text.rpartition('(most recent call first)')[2]
    for file, line, name in reversed(PLACE.findall(last[:MOST_MATCHED])):
        if folder / file in folder.rglob('*.py') and len(name) < 100:
            number = int(line or 0)
            if number == 0:
                number = find_function(folder / file, name)
            steps.append((folder / file, number, name))
    return steps


def find_function(path: Path, name: str) -> int:
    """Return the line of the file at path where a function begins, or 1."""
    lines = path.read_text('utf-8', 'replace').splitlines()
    for number, line in enumerate(lines, 1):
        if re.match(rf'\s*def {re.escape(name)}\b', line):
            return number
    return 1


def format_places(steps: list[tuple[Path, int, str]]) -> str:
    """Return the last of these steps as the suites show them."""
    return ''.join(
        f'\n    {path.name} line {line}, in {name}\n        '
        f'{linecache.getline(str(path), line).strip()}'
        for path, line, name in steps[-3:]
    )
