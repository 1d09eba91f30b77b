"""The submission's process: it does what the judge asks for, and answers.

Each request is a line, and so is each reply. Between the two, the submission
may have the judge type something: `input()`.

The tables of games and strategies are those of its game_interface.py. If that
is missing or cannot be imported, they are put together from the other files by
the names of the handout, so that a mistake in one file costs no marks for
another. So is what its tables lack.
"""

from contextlib import suppress
from copy import copy
from importlib import import_module
from types import new_class
from typing import Any, BinaryIO, Callable, Optional
import builtins
import faulthandler
import io
import os
import resource
import signal
import sys
import traceback
from course.marking.inside.wire import (
    LONGEST_TEXT,
    MOST_PRINTED,
    LentGame,
    LentState,
    decode,
    encode,
    format_line,
    name_error,
    parse_line,
    read_table,
)

MEGABYTE = 2**20
STACK = 64 * MEGABYTE  # Enough for plain recursion.
CPU_SECONDS = 600  # Of each process.
AGAIN = 1  # A process that is still busy notes that again each second.


# What the suites are built on, a copy of which is beside this file.
SUPPORT = 'course.marking.inside.suite_support'

TABLES = ('playable_games', 'usable_strategies')
# What they should have: table, key, module and name.
WANTED = [
    ('playable_games', 's', 'subtract_square_game', 'SubtractSquareGame'),
    ('playable_games', 'h', 'stonehenge', 'StonehengeGame'),
    ('usable_strategies', 'i', 'strategy', 'interactive_strategy'),
    ('usable_strategies', 'r', 'strategy', 'random_strategy'),
    ('usable_strategies', 'ro', 'strategy', 'rough_outcome_strategy'),
    ('usable_strategies', 'mr', 'strategy', 'recursive_minimax_strategy'),
    ('usable_strategies', 'mi', 'strategy', 'iterative_minimax_strategy'),
]
# What can be done with a thing, the name of an attribute, and values.
WAYS: dict[str, Callable] = {
    'str': lambda thing, _name: str(thing),
    'repr': lambda thing, _name: repr(thing),
    'copy': lambda thing, _name: copy(thing),
    'vars': lambda thing, _name: vars(thing),
    'get': getattr,
    'set': setattr,
    'call': lambda thing, name, *values: getattr(thing, name)(*values),
}


class NothingToTypeError(BaseException):
    """Raised if nothing is left to type. No `except Exception` catches it."""


class Printed(io.TextIOBase):
    """Keeps the beginning of what is printed until it is sent to the judge. For
    staff, the beginning of all that is ever printed goes where errors go, too.
    """

    _text: str = ''
    _ever: int = 0

    def write(self, text: str) -> int:
        """Write text. Keep what there is room for."""
        text = str.__str__(text)
        if self._ever < MOST_PRINTED:
            self._ever += len(text)
            os.write(2, text[:MOST_PRINTED].encode('utf-8', 'replace'))
        self._text += text[: MOST_PRINTED - len(self._text)]
        return len(text)

    def take(self) -> str:
        """Return what was printed since the last time."""
        text = self._text
        self._text = ''
        return text


class Tables:
    """The tables of a submission, and what could not be put into them.

    === Attributes ===
    entries: the games and strategies, by table and key
    problems: what is wrong with those that are missing, or are not where or
        what they should be
    errors: what importing raised, by the name of the module
    missing: the modules that are not there
    """

    entries: dict[str, dict[str, Any]]
    problems: dict[str, dict[str, str]]
    errors: dict[str, dict]
    missing: list[str]

    def __init__(self, folder: str, modules: Optional[list[str]]) -> None:
        """Import what is in folder: all, or these modules for the tables."""
        self.problems = {each: {} for each in TABLES}
        self.errors = {}
        self.missing = []
        module = None
        if modules is None:
            module = self._import('game_interface', folder)
        self.entries = {}
        for name in TABLES:
            table = getattr(module, name, None)
            self.entries[name] = dict(table) if isinstance(table, dict) else {}
        for name, key, file, entry in WANTED:
            is_needed = modules is None or file in modules
            if key in self.entries[name] or not is_needed:
                continue
            source = self._import(file, folder)
            if not hasattr(source, entry):
                self.problems[name][key] = self._explain(file, entry)
                continue
            self.entries[name][key] = getattr(source, entry)
            if module is not None:
                self.problems[name][key] = (
                    f'game_interface.py: found no {key!r} in {name}, so '
                    f'{entry} was taken from {file}.py.'
                )

    def describe(self) -> list:
        """Return the names of the entries, by table and key, with what is wrong
        with others, and what importing raised.
        """
        names: dict[str, dict[str, Any]] = {}
        for table, entries in self.entries.items():
            names[table] = {
                key: getattr(entry, '__name__', key)
                for key, entry in entries.items()
                if isinstance(key, str)
            }
        errors = [
            error
            for module, error in self.errors.items()
            if module not in self.missing
        ]
        return [names, self.problems, errors]

    def _import(self, name: str, folder: str) -> Any:
        """Return the module called name, None if it cannot be imported."""
        if name in self.errors:
            return None
        try:
            return import_module(name)
        except MemoryError:
            raise
        except BaseException as error:
            self.errors[name] = describe_error(error, folder)
            if (
                type(error) is ModuleNotFoundError
                and getattr(error, 'name', None) == name
            ):
                self.missing.append(name)
            return None

    def _explain(self, file: str, name: str) -> str:
        """Return why file lacks name."""
        if file in self.missing:
            return f'{file}.py is missing.'
        if file in self.errors:
            return (
                f'{file}.py cannot be imported: '
                f'{name_error(self.errors[file])}.'
            )
        return f'{file}.py: there is no {name}.'


class Host:
    """Answers the requests of the judge."""

    _folder: str
    # If a file of this number is open, it says where a test was in the end.
    _where: Optional[int]
    _printed: Printed
    _requests: BinaryIO
    _replies: BinaryIO
    # The things that the judge asks about in a test. Their places are their
    # handles, which are also found by the ids of the things.
    _things: list[Any]
    _handles: dict[int, int]
    # The table of the game that the judge has lent last, and that game.
    _table: dict
    _lent: Optional[LentGame]
    _tables: Tables
    _error: BaseException  # What was raised last.

    def __init__(
        self,
        folder: str,
        where: Optional[int],
        lines: tuple[BinaryIO, BinaryIO],
    ) -> None:
        """Initialize the host of the submission in folder."""
        self._folder = folder
        self._where = where
        self._printed = Printed()
        self._requests, self._replies = lines
        self._things = []
        self._handles = {}
        self._table = {}
        self._lent = None

    def serve(self) -> None:
        """Answer requests until there are no more."""
        sys.path.insert(0, self._folder)
        sys.stdout = self._printed
        sys.stderr = self._printed
        builtins.input = self._input
        # Who raised the limit could call a recursive strategy iterative.
        setattr(sys, 'setrecursionlimit', lambda _limit: None)
        for line in self._requests:
            request = parse_line(line)
            if 'seconds' in request:
                self._begin_test(request['seconds'])
            else:
                self._write(self._answer(request))

    def _answer(self, request: dict) -> dict:
        """Return what to answer a request."""
        for game, state in request['set']:
            self._things[game].current_state = decode(state, self._thing_of)
        if 'table' in request:
            self._table = read_table(request['table'])
        self._lent = None
        reply = {'number': request['number']}
        try:
            value = self._do(
                request['do'], request['on'], request['name'], request['args']
            )
            reply['value'] = encode(value, self._describe)
            if 'looks' in request:
                about = value
                if request['name'] != 'make_move':
                    about = self._things[request['on']]
                reply['looks'] = [
                    self._look(about, *look) for look in request['looks']
                ]
        except BaseException as error:
            self._error = error
            reply['error'] = describe_error(error, self._folder)
        if self._lent:
            reply['lent'] = [
                encode(each, self._describe)
                for each in (self._lent.current_state, self._lent.list_notes())
            ]
        return reply

    def _look(self, thing: Any, what: str, name: str, args: list) -> dict:
        """Return the answer to what a test may ask next, if there is one."""
        # What raises something is left to the test.
        with suppress(BaseException):
            return {
                'value': encode(WAYS[what](thing, name, *args), self._describe)
            }
        return {}

    def _do(self, what: str, on: Any, name: str, args: list) -> Any:
        """Do what is asked for, and return the result."""
        if what == 'import':
            self._tables = Tables(self._folder, *args)
            return self._tables.describe()
        if what == 'explain':
            return explain_error(self._error, self._folder)
        values = [decode(arg, self._thing_of) for arg in args]
        if what == 'entry':
            return self._tables.entries[on][name](*values)
        return WAYS[what](self._things[on], name, *values)

    def _thing_of(self, described: dict) -> Any:
        """Return the thing that the judge means, perhaps a game of its own."""
        if 'handle' in described:
            return self._things[described['handle']]
        game_class = inherit(LentGame, 'game', 'Game')
        state_class = inherit(LentState, 'game_state', 'GameState')
        self._lent = game_class(self._table, state_class)
        return self._lent

    def _describe(self, thing: Any) -> dict:
        """Return what stands for thing, which stays here."""
        if isinstance(thing, LentState):
            return {'lent': thing._place}
        if id(thing) not in self._handles:
            self._handles[id(thing)] = len(self._things)
            self._things.append(thing)
        return {'handle': self._handles[id(thing)]}

    def _begin_test(self, seconds: float) -> None:
        """Let go of all things. Have it written down where this process is if
        it is still busy with a test after this many seconds, and again each
        second.

        A signal does that even if Python is stuck in one long operation. No
        thread looks: that ends in a segmentation fault now and then.
        """
        self._things = []
        self._handles = {}
        if self._where is not None:
            os.set_blocking(self._where, False)  # Its reader may be slow.
            faulthandler.register(
                signal.SIGALRM, self._where, all_threads=False
            )
            signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)

    def _write(self, message: dict) -> None:
        """Send message to the judge, with what was printed."""
        line = format_line({**message, 'printed': self._printed.take()})
        while line:  # The signal that notes the place cuts a write short.
            written = self._replies.write(line)
            line = line[written:]

    def _input(self, prompt: Any = '') -> str:
        """Have the judge answer for the player."""
        self._write({'prompt': str(prompt)[:1000]})
        answer = parse_line(self._requests.readline())
        if 'answer' in answer:
            return answer['answer']
        raise NothingToTypeError(answer.get('none'))


def inherit(kind: type, module: str, name: str) -> Any:
    """Return kind as a subclass of the submission's class called name, too, if
    its module has one: strategies may ask for that.
    """
    with suppress(Exception):  # Their class may not allow it.
        return new_class(
            kind.__name__, (kind, getattr(sys.modules.get(module), name))
        )
    return kind


def describe_error(error: BaseException, folder: str) -> dict:
    """Return what to report of error, and where in folder it was raised."""
    try:
        text = str(error)
    except BaseException:  # It is the student's class, and may raise anything.
        text = ''
    steps = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename.startswith(folder + os.sep)
    ]
    place: Optional[list] = None
    if steps:
        file, number = steps[-1]
        place = [os.path.relpath(file, folder), number]
    return {
        'names': [each.__name__ for each in type(error).__mro__],
        'text': text[:LONGEST_TEXT],
        'place': place,
    }


def explain_error(error: BaseException, folder: str) -> list:
    """Return what our suites say of error: its cause, a text, and the places
    where it was. The student's code is here, and not where they run.
    """
    support: Any = import_module(SUPPORT)
    support.FOLDER = folder
    support.LIBRARY = *support.LIBRARY, os.path.dirname(__file__)
    if type(error).__name__ == 'NothingToTypeError':
        error = support.QuestionError(error).with_traceback(error.__traceback__)
    cause, told = support.explain(error)
    places = support.format_steps(support.steps_to(error))
    return [
        None if cause is None else list(map(str, cause)),
        told[:LONGEST_TEXT],
        places[:LONGEST_TEXT],
    ]


def shut_in(settings: dict) -> None:
    """Set limits here and below, and become another user if settings say so."""
    user = settings['user']
    for name, amount in (
        ('CORE', 0),
        ('CPU', CPU_SECONDS),
        ('FSIZE', settings['file_mb'] * MEGABYTE),
        ('NOFILE', 64),
        ('NPROC', settings['processes'] + own_processes(user)),
        ('AS', settings['memory_mb'] * MEGABYTE),
    ):
        with suppress(ValueError, OSError):  # A lower one may be set already.
            resource.setrlimit(
                getattr(resource, 'RLIMIT_' + name), (amount, amount)
            )
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    if hard == resource.RLIM_INFINITY or hard >= STACK:
        resource.setrlimit(resource.RLIMIT_STACK, (STACK, hard))
    if user:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)


def own_processes(user: int) -> int:
    """Return how many processes user runs, which the limit counts, too."""
    if user:
        return 0
    count = 0
    for name in filter(str.isdigit, os.listdir('/proc')):
        with suppress(OSError):  # It may have ended.
            if os.stat('/proc/' + name).st_uid == os.getuid():
                count += len(os.listdir(f'/proc/{name}/task'))
    return count


def take_lines() -> tuple[Any, Any]:
    """Return both ends of the line to the judge, and close all others."""
    requests, replies = os.dup(0), os.dup(1)
    os.close(0)
    os.open(os.devnull, os.O_RDONLY)  # It becomes 0.
    os.dup2(2, 1)
    sys.stdin = io.StringIO()
    return os.fdopen(requests, 'rb'), os.fdopen(replies, 'wb', buffering=0)


def main(settings: dict) -> None:
    """Serve the judge, with the settings that it has given."""
    lines = take_lines()
    shut_in(settings)
    Host(settings['folder'], settings['where'], lines).serve()
