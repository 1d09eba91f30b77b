"""The judge's conversation with a submission: one process after the other.

A process lives as long as a test class, unless it is ended before: then the
next test gets a new one.
"""
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from tempfile import TemporaryFile
from types import ModuleType
from typing import IO, Any, Iterable, Optional
import sys
from course.marking.connection import PATIENCE, Connection, EndedError, \
    TimeOutError, UndecidedError
from course.marking.inside.submission import TABLES
from course.marking.inside.wire import make_error
from course.marking.isolation import Isolation, Limits
from course.marking.partner import Partner, Question, RaisedError, StandIn
from course.marking.suites import Explanation, Suite, format_places, \
    mark_error, read_faulthandler
from stonehenge import StonehengeGame
from subtract_square_game import SubtractSquareGame

INTERFACE = 'game_interface'
GAMES = TABLES[0]
OUR_GAMES = {'h': StonehengeGame, 's': SubtractSquareGame}
LONGEST_CAUSE, LONGEST_REPORT = 300, 3_000
MOST_ERRORS = 20  # In importing a submission.


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
    suite: Any = None  # Or a Suite, from the first test on.
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
        self.suite, self.ours, self.causes = suite, ours, []
        self.misnamed, self.timed_out, self.undecided = [], False, False
        if self._partner is None:
            # Here, not in the thread of a test: bubblewrap ends what it runs
            # when the thread that has started it ends.
            self._partner = Partner(Connection(
                self.cell, self.isolation, self.limits, self.output),
                self.explain)
        self._partner.begin_test()
        suite.prepare()

    def close(self) -> None:
        """End the process of the submission, if there is one."""
        sys.modules.pop(INTERFACE, None)
        partner, self._partner = self._partner, None
        if partner:
            partner.connection.end()

    def find_spec(self, fullname: str, _path: Any, _target: Any = None
                  ) -> Optional[ModuleSpec]:
        """Return how to import game_interface."""
        return ModuleSpec(fullname, self) if fullname == INTERFACE else None

    def exec_module(self, module: ModuleType) -> None:
        """Put the tables of the submission into module."""
        broken, self._broken = self._broken, True  # If there is no answer.
        self._names, self._problems, errors = check_tables(self._partner.ask(
            'import', None, '', self._modules))
        self._broken = broken or bool(errors)
        for report in errors:
            error = make_error(report)
            problem = f'{type(error).__name__}: {error}'[:LONGEST_CAUSE]
            # A file that imports a broken one raises the same error.
            if not any(each.startswith(problem)
                       for each in self.import_problems):
                self.import_problems.append(
                    problem + format_place(report))
        self.import_problems[:0] = [
            each for problems in self._problems.values()
            for each in problems.values()
            if ': found ' in each and each not in self.import_problems]
        for table in TABLES:
            setattr(module, table, Table(self, table, self._names[table],
                                         self._problems[table]))

    def call(self, table: str, key: str, *args: Any) -> Any:
        """Call the entry of the submission with this key in table."""
        found = self._problems[table].get(key)
        if found and found not in self.misnamed:
            self.misnamed.append(found)
        return self._partner.ask('entry', table, key, *args)

    def explain(self, error: Exception, question: Question) -> BaseException:
        """Note the cause of error, and return the error for the suite."""
        call = format_call(question)
        if isinstance(error, RaisedError):
            return self._explain_raised(error, call)
        if isinstance(error, TimeOutError):
            return self._explain_time_out(error, question)
        how = f': {error}' if str(error) else ''
        if isinstance(error, EndedError):
            return self._note(f'the program ended during {call}{how}')
        return self._note(f'the answer to {call} cannot be read{how}')

    def _note(self, cause: str) -> Exception:
        """Note this cause, and return the error for it."""
        cause = cause[:LONGEST_CAUSE]
        self.causes.append(cause)
        return self.suite.make_error(
            'WrongError', cause[0].upper() + cause[1:] + '.')

    def _explain_raised(self, error: RaisedError, call: str) -> BaseException:
        """Return the error for one that the submission has raised."""
        report, partner = error.report, self._partner
        names = report.get('names') or []
        explain = cache(lambda: read_explanation(partner, report))
        if partner.typing_error and names[:1] == ['NothingToTypeError']:
            asked = f'asked again: {partner.asked!r}'
            self.causes.append(asked[:LONGEST_CAUSE])
            return mark_error(partner.typing_error, explain)
        if 'Exception' not in names:
            return self._note(f'the program ended during {call}: '
                              f'{names[0] if names else "it"} was raised')
        if 'MemoryError' in names:
            report['text'] = f'used more than {self.limits.memory_mb} MB'
            self.causes.append(report['text'])
        return mark_error(make_error(report), explain)

    def _explain_time_out(self, error: TimeOutError, question: Question
                          ) -> BaseException:
        """Return the error for a test whose time is over."""
        self.timed_out = True
        self.undecided = isinstance(error, UndecidedError)
        steps = read_faulthandler(str(error), self.cell / 'submission')
        why = f'still running after {self.limits.seconds_per_test:g} s'
        if self.undecided:
            why = f'still waiting after ' \
                  f'{PATIENCE * self.limits.seconds_per_test:g} s'
        cause: tuple = ('EndlessError',)
        if steps:
            path, line, name = steps[-1]
            why += f': in {name}, {path.name} line {line}'
            cause = 'EndlessError', name, path.name
        self.causes.append(why)
        self.suite.prepare(1)
        places = format_places(steps)
        return mark_error(
            AssertionError(why), lambda: (
                cause, f'{self._name_call(question)} did not finish.\nIt was '
                       f'{why}{places}', places))

    def _name_call(self, question: Question) -> str:
        """Return the function call that question asks for, by its name."""
        name = self._names.get(question.on, {}).get(question.name) \
            if question.what == 'entry' else None
        return format_call(question) if name is None else f'{name}(...)'


def read_explanation(partner: Partner, report: dict) -> Explanation:
    """Return what the process that has made report says of its last error, if
    that makes sense.
    """
    text = f'{(report.get("names") or ["Error"])[0]}: {report.get("text")}'
    with suppress(Exception):
        cause, told, places = partner.ask('explain', None)
        told, places = str(told)[:LONGEST_REPORT], str(places)[:LONGEST_REPORT]
        if 'MemoryError' in report['names']:
            told = told.replace('MemoryError: ', text, 1)
        return None if cause is None else tuple(map(str, cause)), told, places
    return (text,), text, ''


class Table(dict):
    """A table of games or strategies, which knows why others are missing."""
    _session: Session
    _table: str
    _problems: dict[str, str]

    def __init__(self, session: Session, table: str, names: dict[str, str],
                 problems: dict[str, str]) -> None:
        """Initialize a table whose entries have these names."""
        super().__init__()
        self._session, self._table, self._problems = session, table, problems
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
        raise self._session.suite.make_error('MissingError',
                                             self._problems[key])

    def __contains__(self, key: object) -> bool:
        """Return whether anything is known about this key."""
        return super().__contains__(key) or key in self._problems \
            or self._is_ours(key)

    def _is_ours(self, key: object) -> bool:
        """Return whether the test gets a game of ours for this key."""
        return self._session.ours and self._table == GAMES \
            and key in OUR_GAMES


def check_tables(found: Any) -> tuple[dict, dict, list]:
    """Return what was imported, or nothing if it makes no sense."""
    with suppress(TypeError, ValueError, KeyError, AttributeError):
        names, problems, errors = found
        texts = [text for table in TABLES
                 for known in (names[table], problems[table])
                 for pair in known.items() for text in pair]
        if all(isinstance(text, str) and len(text) <= LONGEST_CAUSE
               for text in texts):
            return names, problems, [each for each in errors
                                     if isinstance(each, dict)][:MOST_ERRORS]
    return dict.fromkeys(TABLES, {}), dict.fromkeys(TABLES, {}), []


def format_place(report: dict) -> str:
    """Return where importing has failed, unless the error itself says it."""
    place = report.get('place')
    if not isinstance(place, list) or 'line' in str(report.get('text')):
        return ''
    return f' ({", line ".join(map(str, place))})'[:LONGEST_CAUSE]


def format_call(question: Question) -> str:
    """Return the function call that a question asks for, as one writes it."""
    what, on, name, args = question
    if what in ('import', 'explain'):
        return 'the import' if what == 'import' else \
            'the question where an error was'
    if what == 'entry':
        name = {'playable_games': 'a new game',
                'usable_strategies': f'strategy {name!r}'}[on]
    elif what in ('str', 'repr', 'copy', 'vars'):
        return f'{what}(...)'
    shown = ', '.join('...' if isinstance(arg, StandIn) else repr(arg)
                      for arg in args if isinstance(arg, (
                          str, int, float, StandIn)))
    return f'{name}({shown})'
