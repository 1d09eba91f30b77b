"""The judge's conversation with a submission: one process after the other.

A process lives as long as a test class, unless it is ended before: then the
next test gets a new one.
"""
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from tempfile import TemporaryFile
from types import ModuleType
from typing import IO, Any, Iterable, Optional
import sys
from course.marking.connection import Connection, EndedError, TimeOutError
from course.marking.inside.submission import TABLES
from course.marking.inside.wire import make_error
from course.marking.isolation import Isolation, Limits
from course.marking.partner import Partner, Question, RaisedError
from course.marking.proxies import StandIn
from course.marking.suites import Step, Suite, make_frame, make_traceback, \
    read_faulthandler, read_steps

INTERFACE = 'game_interface'
LONGEST_CAUSE = 300
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
    asked: how often the test that is going on has used what is in its tables
    missing: what it has found to be missing, if anything
    misnamed: what it has used that is not where or what it should be
    timed_out: whether its time was over
    suite: the suite that it is from
    """
    cell: Path
    isolation: Isolation
    limits: Limits
    causes: list[str] = field(default_factory=list)
    import_problems: list[str] = field(default_factory=list)
    output: IO[bytes] = field(default_factory=TemporaryFile)
    asked: int = 0
    missing: str = ''
    misnamed: list[str] = field(default_factory=list)
    timed_out: bool = False
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

    def begin_test(self, suite: Suite) -> None:
        """Begin a test of suite."""
        if self._partner and self._partner.over:
            self.close()
        self.suite, self.causes, self.asked, self.missing = suite, [], 0, ''
        self.misnamed, self.timed_out = [], False
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
                    problem + format_place(report, self.cell / 'submission'))
        self.import_problems[:0] = [
            each for problems in self._problems.values()
            for each in problems.values()
            if ': found ' in each and each not in self.import_problems]
        for table in TABLES:
            setattr(module, table, Table(self, table, self._names[table],
                                         self._problems[table]))

    def call(self, table: str, key: str, *args: Any) -> Any:
        """Call the entry of the submission with this key in table."""
        self.asked += 1
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
        names = error.report.get('names') or []
        trace = make_traceback(read_steps(error.report.get('steps'),
                                          self.cell / 'submission'))
        partner = self._partner
        if partner.typing_error and names[:1] == ['NothingToTypeError']:
            asked = f'asked again: {partner.asked!r}'
            self.causes.append(asked[:LONGEST_CAUSE])
            return partner.typing_error.with_traceback(trace)
        if 'Exception' not in names:
            return self._note(f'the program ended during {call}: '
                              f'{names[0] if names else "it"} was raised')
        if 'MemoryError' in names:
            error.report['text'] = f'used more than {self.limits.memory_mb} MB'
            self.causes.append(error.report['text'])
        return make_error(error.report).with_traceback(trace)

    def _explain_time_out(self, error: TimeOutError, question: Question
                          ) -> BaseException:
        """Return the error for a test whose time is over."""
        self.timed_out = True
        steps = read_faulthandler(str(error), self.cell / 'submission')
        cause = f'still running after {self.limits.seconds_per_test:g} s'
        if steps:
            frame, line = steps[-1]
            name = Path(frame.f_code.co_filename).name
            cause += f': in {frame.f_code.co_name}, {name} line {line}'
            steps[0] = add_arguments(steps[0], question, self._names)
        self.causes.append(cause)
        return self.suite.make_endless_error(steps, cause)


class Table(dict):
    """A table of games or strategies, which knows why others are missing."""
    _session: Session
    _problems: dict[str, str]

    def __init__(self, session: Session, table: str, names: dict[str, str],
                 problems: dict[str, str]) -> None:
        """Initialize a table whose entries have these names."""
        super().__init__()
        self._session, self._problems = session, problems
        for key, name in names.items():
            self[key] = partial(session.call, table, key)
            self[key].__name__ = name

    def __missing__(self, key: str) -> Any:
        """Raise what a suite is to see if there is no such entry."""
        session = self._session
        session.missing = self._problems[key]
        raise session.suite.make_error('MissingError', session.missing)

    def __contains__(self, key: object) -> bool:
        """Return whether anything is known about this key."""
        known = super().__contains__(key) or key in self._problems
        if not known:
            self._session.missing = f'there is no {key!r} in the table'
        return known


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


def format_place(report: dict, folder: Path) -> str:
    """Return where importing has failed, unless the error itself says it."""
    found = read_steps(report.get('steps'), folder)
    if not found or 'line' in str(report.get('text')):
        return ''
    frame, line = found[-1]
    return f' ({Path(frame.f_code.co_filename).name}, line {line})'


def format_call(question: Question) -> str:
    """Return the function call that a question asks for, as one writes it."""
    what, on, name, args = question
    if what == 'import':
        return 'the import'
    if what == 'entry':
        name = {'playable_games': 'a new game',
                'usable_strategies': f'strategy {name!r}'}[on]
    elif what in ('str', 'repr', 'copy', 'vars'):
        return f'{what}(...)'
    shown = ', '.join('...' if isinstance(arg, StandIn) else repr(arg)
                      for arg in args if isinstance(arg, (
                          str, int, float, StandIn)))
    return f'{name}({shown})'


def add_arguments(step: Step, question: Question,
                  entries: dict[str, dict[str, str]]) -> Step:
    """Return step, to which question has led, with its arguments."""
    frame, line = step
    code = frame.f_code
    names = {'is_over': ['state']}.get(question.name, ['game', 'b', 'c'])
    if question.what not in ('call', 'entry') or len(question.args) > 3:
        return step
    arguments = dict(zip(names, question.args))
    if code.co_name == '__init__':
        name = entries.get(question.on, {}).get(question.name, 'Game')
        arguments['self'] = type(name, (), {})()
    return make_frame(code.co_name, code.co_filename, arguments), line
