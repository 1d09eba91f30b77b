"""The judge's conversation with a submission: one process after the other.

A process lives as long as a test class, unless it is ended before: then the
next test gets a new one.
"""
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, Callable, Iterable, Optional
import sys
from course.marking.connection import Connection, EndedError, TimeOutError
from course.marking.inside.submission import TABLES
from course.marking.isolation import Isolation, Limits
from course.marking.partner import Partner, Question, RaisedError
from course.marking.proxies import StandIn, make_entry
from course.marking.suites import Step, Suite, make_error, make_frame, \
    make_traceback, read_faulthandler, read_steps

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
    output: what it has printed
    asked: how many questions the test that is going on has asked
    missing: what it has found to be missing, if anything
    misnamed: what it has used that is not where or what it should be
    suite: the suite that the test is from
    """
    cell: Path
    isolation: Isolation
    limits: Limits
    causes: list[str] = field(default_factory=list)
    import_problems: list[str] = field(default_factory=list)
    output: list[str] = field(default_factory=list)
    asked: int = 0
    missing: str = ''
    misnamed: list[str] = field(default_factory=list)
    suite: Any = None  # Or a Suite, from the first test on.
    _partner: Any = None  # Or a Partner, while there is a process.
    _modules: Optional[list[str]] = None
    _broken: bool = False
    _names: dict[str, dict[str, str]] = field(default_factory=dict)
    _problems: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def _folder(self) -> Path:
        """Our copy of the submission."""
        return self.cell / 'submission'

    def begin_class(self, modules: Optional[Iterable[str]]) -> None:
        """Begin a test class, which needs these modules, or all if it can."""
        self.close()
        self._modules = list(modules) if modules and self._broken else None

    def begin_test(self, suite: Suite) -> None:
        """Begin a test of suite."""
        if self._partner is not None and self._partner.over is not None:
            self.close()
        self.suite, self.causes, self.asked, self.missing = suite, [], 0, ''
        self.misnamed = []
        if self._partner is None:
            # Here, not in the thread of a test: bubblewrap ends what it runs
            # when the thread that has started it ends.
            self._partner = Partner(Connection(
                self.cell, self.isolation, self.limits), self.explain)
        self._partner.begin_test()
        suite.prepare()

    def close(self) -> None:
        """End the process of the submission, if there is one."""
        sys.modules.pop(INTERFACE, None)
        partner, self._partner = self._partner, None
        if partner is not None:
            partner.connection.end()
            self.output.append(partner.connection.output.decode('utf-8',
                                                                'replace'))

    def find_spec(self, fullname: str, _path: Any, _target: Any = None
                  ) -> Optional[ModuleSpec]:
        """Return how to import game_interface."""
        return ModuleSpec(fullname, self) if fullname == INTERFACE else None

    def exec_module(self, module: ModuleType) -> None:
        """Put the tables of the submission into module."""
        broken, self._broken = self._broken, True  # If there is no answer.
        self._names, problems, errors = check_tables(self._partner.ask(
            'import', None, '', self._modules))
        self._problems = problems
        self._broken = broken or bool(errors)
        for report in errors:
            error = make_error(report)
            problem = f'{type(error).__name__}: {error}'[:LONGEST_CAUSE]
            # A file that imports a broken one raises the same error.
            if not any(each.startswith(problem)
                       for each in self.import_problems):
                self.import_problems.append(
                    problem + format_place(report, self._folder))
        self.import_problems[:0] = [
            each for missing in problems.values() for each in missing.values()
            if ': found ' in each and each not in self.import_problems]
        for table in TABLES:
            entries = {key: make_entry(self.ask, table, key, name)
                       for key, name in self._names[table].items()}
            setattr(module, table, Table(self, entries, problems[table]))

    def ask(self, what: str, on: Any, name: str = '', *args: Any) -> Any:
        """Ask the process there is."""
        self.asked += 1
        found = self._problems.get(on, {}).get(name, '') \
            if what == 'entry' else ''
        if found and found not in self.misnamed:
            self.misnamed.append(found)
        return self._partner.ask(what, on, name, *args)

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
                                          self._folder))
        if error.typing_error is not None:
            self.causes.append(
                f'asked again: {self._partner.asked!r}'[:LONGEST_CAUSE])
            return error.typing_error.with_traceback(trace)
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
        seen = self._partner.connection.seen_folder
        steps = read_faulthandler(str(error), seen, self._folder)
        cause = f'still running after {self.limits.seconds_per_test:g} s'
        if steps:
            frame, line = steps[-1]
            name = Path(frame.f_code.co_filename).name
            cause += f': in {frame.f_code.co_name}, {name} line {line}'
            steps[0] = add_arguments(steps[0], question, self._names)
        self.causes.append(cause)
        return self.suite.make_endless_error(steps, cause)

    @property
    def timed_out(self) -> bool:
        """Whether the time of the test that is going on was over."""
        return any(cause.startswith('still running') for cause in self.causes)


class Table(dict):
    """A table of games or strategies, which knows why others are missing."""
    _session: Session
    _problems: dict[str, str]

    def __init__(self, session: Session, entries: dict[str, Callable],
                 problems: dict[str, str]) -> None:
        """Initialize a table with these entries."""
        super().__init__(entries)
        self._session, self._problems = session, problems

    def __missing__(self, key: str) -> Callable:
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
        if all(isinstance(text, str) for text in texts):
            return names, problems, [report for _, report in errors
                                     if isinstance(report, dict)][:MOST_ERRORS]
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
        arguments = {'self': type(name, (), {})(), **arguments}
    return make_frame(code.co_name, code.co_filename, arguments), line
