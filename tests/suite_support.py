"""What both suites are built on. Keep this file beside them.

Read it in this order: LimitedTest, a test with a time limit; find, Play, typing
and the check functions; Call, a function call that can be given up; explain, on
what an error says about a student's code; and judge, which runs a test.

A test that takes more than 10 seconds fails, and says where your code was. For
another limit, set SECONDS_PER_TEST, for example
    SECONDS_PER_TEST=30 python3 -m unittest stonehenge_unittest_basic
Even if Python is stuck in one long operation, the run as a whole ends, with
"Timeout" and the lines where it was. What your code prints is shown only if a
test fails. Some games are chosen at random, other ones each time; a report
names the SEED that repeats them.
"""

import os
import sys

if sys.version_info < (3, 10):  # Which marking may have.
    OLD = (
        f'Python 3.11 or later is needed; this is Python '
        f'{sys.version_info[0]}.{sys.version_info[1]}.'
    )
    if 'pytest' in sys.modules:
        sys.exit(OLD)
    os.write(2, f'{OLD}\n'.encode())
    os._exit(1)  # Where unittest looks for tests, it catches SystemExit.

from collections import Counter, deque
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatch
from functools import partial
from glob import escape, glob
from importlib import import_module
from io import StringIO
from itertools import count
from textwrap import fill, indent
from types import FrameType
from typing import Any, Callable, Iterable, Iterator, Optional
from unittest.mock import patch
import builtins
import faulthandler
import inspect
import linecache
import random
import re
import signal
import sysconfig
import threading
import time
import traceback
import unittest

# A function call that is going on, and the number of the line it is at.
Step = tuple[FrameType, int]

# Enough for plain recursion, also where threads get less than programs.
threading.stack_size(64 * 2**20)

# For how many seconds a call may go on that was stopped.
PATIENCE = 3

# How much more memory a test may need than those before it, in megabytes.
MOST_MEMORY = 500

# With the same seed, random games are the same.
SEED = os.environ.get('SEED') or str(random.randrange(1000))

# What students write, by the keys in the tables of game_interface.py.
NAMES = {
    'h': 'StonehengeGame',
    'mr': 'recursive_minimax_strategy',
    'mi': 'iterative_minimax_strategy',
}

# What is raised by what is not written yet, which excuses nothing.
UNWRITTEN = 'MissingError', 'NotImplementedError'

# What methods are given.
PARAMETERS = {
    'is_over': ['state'],
    'is_winner': ['player'],
    'str_to_move': ['text'],
    'make_move': ['move'],
    'get_instructions': [],
    'get_possible_moves': [],
    'rough_outcome': [],
}

# Where the suites are.
FOLDER = os.path.dirname(os.path.abspath(__file__))

# Where Python's own modules are. A student wrote whatever is not there and
# does not belong to a suite.
LIBRARY = tuple(
    os.path.normcase(sysconfig.get_path(name))
    for name in ('stdlib', 'platstdlib', 'purelib', 'platlib')
)


def read_limit() -> float:
    """Return how many seconds a test may take."""
    text = os.environ.get('SECONDS_PER_TEST', '10')
    with suppress(ValueError):
        if 0 < float(text) <= 1e6:
            return float(text)
    raise ValueError(
        f'SECONDS_PER_TEST should be a number of seconds, not {text!r}.'
    )


LIMIT = read_limit()
COUNT = count()


class LimitedTest(unittest.TestCase):
    """Tests with a time limit, whose failures say how they came about.

    === Attributes ===
    order: the place of this class among those of both suites, the one on
        minimax last: its tests rely on what the tests before them test
    report: what the report says if the test has failed
    causes: which test was the first to report what others may fail for, too
    general: its tests that test again, at random, what those before them test
    excused: whether it was skipped for the fault of another test
    on_the_way: whether it is worth nothing, so that it excuses nothing
    stop_all: keeps all further tests from being run
    """

    order: tuple[bool, int]
    general: tuple[str, ...] = ()
    excused: bool = False
    on_the_way: bool = False
    report: str = ''
    causes: dict[Any, str] = {}
    stop_all: Callable

    def __init_subclass__(cls) -> None:
        """Put this class after those before it."""
        super().__init_subclass__()
        cls.order = 'minimax' in cls.__module__, next(COUNT)
        setattr(sys.modules[cls.__module__], 'load_tests', in_order)

    def run(self, result: Any = None) -> Any:
        """Run this test under the limit, and have the report arranged in the
        end.
        """
        result = result or self.defaultTestResult()
        setattr(self, self._testMethodName, partial(judge, self, self.body()))
        # Under pytest, each test has a result, and all have one session.
        session = getattr(result, 'session', result)
        known = vars(session)
        LimitedTest.causes = known.setdefault('causes', {})
        known.setdefault('tests_run', []).append(self)
        stop = partial(
            setattr, session, 'shouldstop', 'no test is run after this'
        )
        self.stop_all = getattr(result, 'stop', stop)
        if isinstance(result, unittest.TextTestResult):
            setattr(result, 'stopTestRun', partial(arrange_report, result))
        return super().run(result)

    def perform(self, test: Callable) -> None:
        """Run test, the body of this test."""
        test(self)

    def find_excuse(self) -> str:
        """Return why a failure of this test is the fault of what another one
        tests, '' if it is not.
        """
        first = self.causes.get(type(self).__name__, '')
        if first and self._testMethodName in self.general:
            return f'It fails, as another test here does. See {first}.'
        return ''

    def place(self) -> tuple[tuple[bool, int], int]:
        """Return the place of this test among those of both suites."""
        return self.order, self.body().__code__.co_firstlineno

    def body(self) -> Any:
        """Return the function that tests."""
        return getattr(type(self), self._testMethodName)


def in_order(
    _loader: Any, tests: Any, pattern: Optional[str]
) -> unittest.TestSuite:
    """Return the tests of a file in the order of that file, in which unittest
    calls this load_tests. Otherwise it would sort the classes by name. If
    pattern finds test_all.py, too, they are found there.
    """
    is_found = fnmatch('test_all.py', pattern or '')
    if is_found and 'test_all.py' in os.listdir(FOLDER):
        return unittest.TestSuite()
    found = [test for suite in tests for test in suite]
    return unittest.TestSuite(sorted(found, key=LimitedTest.place))


def name_tests(
    loader: Any,
    case: type,
    by_name: Callable = unittest.TestLoader.getTestCaseNames,
) -> list[str]:
    """Return the names of the tests in case, in the order of their file if they
    are ours. Both unittest and pytest ask for them, also for a class alone.
    """
    names = list(by_name(loader, case))
    if issubclass(case, LimitedTest):
        names.sort(key=lambda name: case(name).place())
    return names


setattr(unittest.TestLoader, 'getTestCaseNames', name_tests)


def find(table: str, key: str) -> Any:
    """Return what game_interface.py has in that table under this key."""
    # An import that was given up may never let go of the module.
    if ('import',) in LimitedTest.causes:
        raise unittest.SkipTest('game_interface.py cannot be imported.')
    LimitedTest.causes['import',] = ''
    try:
        module = import_module('game_interface')
    except Exception as error:
        del LimitedTest.causes['import',]
        if getattr(error, 'msg', '') == "No module named 'game_interface'":
            raise MissingError(
                f'There is no game_interface.py here:\n    {FOLDER}'
                f'{where_is("game_interface.py")}'
            ) from None
        raise
    del LimitedTest.causes['import',]
    if key not in getattr(module, table, ()):
        raise MissingError(
            f'game_interface.py has no {key!r} in {table}: it is not written '
            f'yet, or not plugged in.{how_to_plug_in(module, key)}'
        )
    return getattr(module, table)[key]


def how_to_plug_in(module: Any, key: str) -> str:
    """Return which lines of module, game_interface.py, lack this key."""
    name = NAMES.get(key, '')
    code = linecache.getlines(getattr(module, '__file__', None) or '')
    lines = [
        f'\n    line {number}: {line.strip()}'
        for number, line in enumerate(code, 1)
        if re.match(rf' *#.*\b{name}\b', line) and name
    ]
    if lines:
        where = ''.join(lines)
        return f"\nAs soon as {name} is there, take the '# ' from{where}"
    file = 'stonehenge' if key == 'h' else 'strategy'
    return suggest(name, dir(sys.modules.get(file)))


def where_is(file: str) -> str:
    """Return where this file is, or one with nearly its name."""
    near = [
        path
        for place in ('*', '..', '../*')
        for path in glob(os.path.join(escape(FOLDER), place, file))
    ]
    folders = {os.path.dirname(os.path.realpath(each)) for each in near}
    other = suggest(file, os.listdir(FOLDER))
    if other:
        return other
    if not near:
        return '\nPut the suites into the folder where yours is.'
    places = '\n    '.join(['\nThere is one here:', *sorted(folders)])
    return f'{places}\nPut the suites there, and run them from there.'


def suggest(name: str, names: Iterable[str]) -> str:
    """Return what to say if name is missing, and one of names is nearly it."""
    there = {
        each.lower(): each
        for each in names
        if each not in (name, 'StonehengeState', *NAMES.values())
    }
    found = get_close_matches(name.lower(), there, 1, 0.8)
    if found:
        return f'\nYou have {there[found[0]]}: its name should be {name}.'
    return ''


class Play:
    """A game that a test plays. It knows how it came to its position.

    === Attributes ===
    latest: the play that was begun last
    at_random: whether moves were chosen at random in this test
    typed: the answers that were typed when an error was raised
    begun: what the game was begun with
    beginning: how it began, in words
    moves: the moves so far
    game: the game, None while it is being set up
    """

    latest: 'Optional[Play]' = None
    at_random: bool = False
    typed: tuple[str, ...] = ()
    begun: tuple
    beginning: str
    moves: list
    game: Any

    def __init__(self, key: str, size: int, p1_starts: bool = True) -> None:
        """Begin a game: Subtract Square from size if key is 's', Stonehenge
        with side length size if it is 'h'.
        """
        name = {'s': 'Subtract Square from', 'h': 'Stonehenge, side length'}
        Play.latest = self
        first = 1 if p1_starts else 2
        self.beginning = f'{name[key]} {size}. Player {first} begins.'
        self.begun = (key, size, p1_starts)
        self.moves = []
        self.game = None
        game_class = find('playable_games', key)
        with typing(str(size)):
            self.game = game_class(p1_starts)

    @property
    def state(self) -> Any:
        """Return the current state of the game."""
        return self.game.current_state

    def move(self, move: Any) -> None:
        """Make a move."""
        after = self.state.make_move(move)
        check_something(
            f'make_move({move!r})', after, 'the state after the move'
        )
        self.game.current_state = after
        self.moves.append(move)

    def draw(self, state: Any, token: Optional[int]) -> str:
        """Return a picture of state, or of the current state if that is None,
        with an arrow below the token with this number, if any.
        """
        if state is None:
            state = self.state
        lines = str(state).splitlines()
        if token is not None:
            # There may be none with this number, if the picture is too short.
            for number, column, text in token_places(state)[token:][:1]:
                arrow = ' ' * column + '^' * len(text)
                lines.insert(number + 1, f'{arrow} here')
        picture = indent('\n'.join(lines), '    ')
        return f'{picture}\n\n{state.get_current_player_name()} is to move.'


def begin_chance() -> random.Random:
    """Return a source of random numbers. Reports say how to repeat them."""
    Play.at_random = True
    return random.Random(SEED)


def token_places(state: Any) -> list[tuple[int, int, str]]:
    """Return line, column and text of each token in the picture but / -."""
    return [
        (number, found.start(), found[0])
        for number, line in enumerate(str(state).splitlines())
        for found in re.finditer(r'\S+', line)
        if found[0].strip('/\\-')
    ]


def moves_at(state: Any) -> list:
    """Return the possible moves at state."""
    moves = state.get_possible_moves()
    check_something('get_possible_moves()', moves, 'a list', list)
    return moves


@contextmanager
def typing(*answers: str) -> Iterator[list[str]]:
    """Let the player type these answers and no more. Give what was asked."""
    prompts: list[str] = []

    def answer(prompt: Any = '') -> str:
        """Return the next answer."""
        prompts.append(str(prompt))
        if len(prompts) > len(answers):
            nothing = 'nothing more' if answers else 'nothing'
            text = (
                f'input({prompt!r}) was called, where {nothing} should be '
                f'asked.'
            )
            before = ', '.join(f'input({each!r})' for each in prompts[:-1])
            if before:
                text += f'\nBefore it, there was {before}.'
            raise QuestionError(text)
        return answers[len(prompts) - 1]

    try:
        with patch('builtins.input', answer):
            yield prompts
    except BaseException:
        Play.typed = answers
        raise


class Excuse(unittest.SkipTest):
    """Raised by a test that fails for the fault of another one."""


class QuestionError(BaseException):
    """A question too many. Programs that ask again often catch Exceptions."""


class WrongError(Exception):
    """What a test has found to be wrong.

    === Attributes ===
    token: the number of the token to point at in the picture, if any
    state: the state to show, None for that of the latest play
    """

    token: Optional[int] = None
    state: Any = None


class MissingError(WrongError):
    """What a test has found to be missing."""


class NothingError(WrongError):
    """What a test has found to return nothing, or no list."""


def check(
    right: Any, message: str, token: Optional[int] = None, state: Any = None
) -> None:
    """Fail with message unless right. The report shows state, or that of the
    latest play if it is None, and points at the token with this number.
    """
    if not right:
        error = WrongError(message)
        error.token = token
        error.state = state
        raise error


def check_same(
    what: str,
    found: Any,
    wanted: Any,
    why: str = '',
    token: Optional[int] = None,
) -> None:
    """Fail unless what was found for what is what was wanted. Whatever Python
    takes for true or false will do for True or False.
    """
    right = bool(found) if isinstance(wanted, bool) else found
    reason = f', as {why}' if why else ''
    check(
        right == wanted,
        f'{what} should be {wanted!r}{reason}.\nYours is {returned(found)}',
        token,
    )


def check_silent(call: str, function: Callable) -> None:
    """Fail if function, which does what call says, prints anything."""
    with redirect_stdout(LastOutput()) as said:
        function()
    check(
        not said.getvalue(),
        f'{call} should print nothing. Yours prints:'
        f'\n\n{indent(said.getvalue(), "    ")}',
    )


def show(value: Any) -> str:
    """Return value as Python shows it, apart if that takes several lines."""
    text = repr(value)
    if '\n' in text:
        return f'\n\n{indent(text, "    ")}\n\n'
    return text


def returned(value: Any) -> str:
    """Return how a sentence ends that says that value was returned."""
    if value is None:
        return 'None: is a "return" missing?'
    return f'{show(value)}.'


def check_something(
    call: str, found: Any, wanted: str, kind: type = object
) -> None:
    """Fail if call has returned None, or nothing of this kind."""
    if found is None or not isinstance(found, kind):
        raise NothingError(
            f'{call} should return {wanted}.\nYours returns {returned(found)}'
        )


def check_value_error(
    what: str,
    function: Callable,
    why: str,
    token: Optional[int] = None,
    told: bool = False,
) -> None:
    """Fail unless function, which does what, raises a ValueError, with a text
    if told is True.
    """
    done = 'raises nothing.'
    try:
        function()
    except ValueError as error:
        done = ''
        if told and not str(error):
            done = 'does not say why: give it a text.'
    except (NotImplementedError, RecursionError):
        raise
    except Exception as error:
        done = f'raises {type(error).__name__}: {error}{places_of(error)}'
    check(
        not done,
        f'{what} should raise a ValueError, as {why}.\nYours {done}',
        token,
    )


@dataclass(eq=False)
class EndlessError(Exception):
    """What is wrong with a call that does not end in time.

    === Attributes ===
    steps: where it is
    how: up to when it went on, or how much memory it took
    """

    steps: list[Step]
    how: str = f'was still running after {LIMIT:g} s'


class Call(threading.Thread):
    """A function call in a thread of its own, so that it can be given up.

    === Attributes ===
    function: the function
    error: what it has raised, if anything
    memory: the most memory that it may take the program to, in megabytes
    stacks: where it was when that was looked at last
    """

    function: Callable
    error: Optional[BaseException]
    memory: float
    stacks: list[list[Step]]

    def __init__(self, function: Callable) -> None:
        """Start calling function."""
        super().__init__(daemon=True)
        self.function = function
        self.error = None
        self.stacks = []
        self.memory = memory_taken() + MOST_MEMORY
        self.watch()
        try:
            self.start()
        except RuntimeError:  # Python in a browser has no threads.
            self.run_with_alarms()

    def run(self) -> None:
        """Call the function."""
        try:
            self.function()
        except BaseException as error:
            self.error = error

    def run_with_alarms(self) -> None:
        """Call the function, and give it up at an alarm, as at any line of a
        student's code after that. In a browser, the page sends the alarms.
        """
        start = time.monotonic()
        given_up: list[EndlessError] = []
        below = len(list(traceback.walk_stack(inspect.currentframe())))

        def look(_number: int, frame: Optional[FrameType]) -> None:
            """Give up the call if it has taken too much."""
            stack = list(traceback.walk_stack(frame))[::-1][below:]
            self.stacks = [*self.stacks[-2:], stack]
            error = self.to_error()
            if (
                time.monotonic() - start > LIMIT
                or explain(error)[0] in LimitedTest.causes
                or memory_taken() > self.memory
            ):
                given_up.append(error)
                end_at_each_line(True)
                raise SystemExit

        usual = signal.signal(signal.SIGALRM, look)
        with suppress(AttributeError):  # Browsers have none.
            signal.setitimer(signal.ITIMER_REAL, 0.2, 0.2)
        try:
            self.run()
        finally:
            with suppress(AttributeError):
                signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, usual)
            end_at_each_line(False)
        if given_up:
            self.error = given_up[0]

    def ends_within(self, seconds: float) -> bool:
        """Return whether the call ends before Python has computed, or waited,
        for this many seconds, or taken too much memory. What other programs
        compute does not count.
        """
        used = 0.0
        clock = time.monotonic()
        cpu = time.process_time()
        while (
            self.is_alive() and used < seconds and memory_taken() < self.memory
        ):
            self.watch()
            self.join(min(0.2, seconds))
            waited = time.monotonic() - clock
            computed = time.process_time() - cpu
            clock += waited
            cpu += computed
            if computed > waited / 100:
                used += computed
            else:  # The computer may have slept, or had no time for this.
                used += min(waited, 0.3)
        return not self.is_alive()

    def find_error(self, causes: dict[Any, str]) -> Optional[BaseException]:
        """Wait as long as the call may take. Return what it has raised, or that
        it goes on. That is known soon if it is already in causes.
        """
        if self.ends_within(LIMIT / 50):
            return self.error
        error = self.to_error()
        if explain(error)[0] not in causes:
            if self.ends_within(LIMIT * 0.98):
                return self.error
            error = self.to_error()
        return error

    def watch(self) -> None:
        """Have the program end if nobody calls this again for long: then Python
        is stuck in one step.
        """
        with suppress(AttributeError, OSError, RuntimeError, ValueError):
            faulthandler.dump_traceback_later(
                LIMIT + 5, exit=True, file=sys.__stderr__ or sys.stderr
            )

    def to_error(self, how: str = EndlessError.how) -> EndlessError:
        """Return what is wrong with this call, which still goes on."""
        looks = 8 if self.is_alive() else 0
        for _ in range(looks):
            top = sys._current_frames().get(self.ident or 0)
            now = list(traceback.walk_stack(top))[::-1] if top else []
            self.stacks = [*self.stacks[-7:], now]
            time.sleep(0.01)
        # Other functions come and go meanwhile.
        frames = [{frame for frame, _ in stack} for stack in self.stacks]
        steps = only_students(
            step
            for step in self.stacks[0]
            if all(step[0] in each for each in frames)
        )
        if memory_taken() > self.memory:
            how = (
                f'took more than {MOST_MEMORY} MB of memory'
                f'{find_largest(steps)}'
            )
        return EndlessError(steps, how)

    def stop(self, patience: float) -> bool:
        """End this call. Return whether it no longer takes time from others:
        it has ended, or it waits, and is left behind. On a busy computer, it
        takes some patience, in seconds, to tell that from going on.
        """
        with suppress(ImportError, AttributeError):  # Some Pythons lack ctypes.
            ctypes = import_module('ctypes')
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self.ident), ctypes.py_object(SystemExit)
            )
        end = time.monotonic() + patience
        cpu = time.process_time()
        while self.is_alive() and time.monotonic() < end:
            self.join(0.1)
            if self.is_alive() and time.process_time() - cpu > 0.05:
                return False
        return True


def end_at_each_line(is_on: bool) -> None:
    """Have each line of a student's code raise SystemExit, or do so no longer:
    a loop may catch whatever is raised in it, but not all that.
    """

    def end(*_: Any) -> None:
        """End the student's code that is at a line."""
        frame = inspect.currentframe()
        if frame and only_students([(frame.f_back, 1)]):
            raise SystemExit

    # Since Python 3.12. All that has no threads is younger.
    watch: Any = getattr(sys, 'monitoring', None)
    if watch and is_on and watch.get_tool(4) is None:
        watch.use_tool_id(4, 'suites')
        watch.register_callback(4, watch.events.LINE, end)
        watch.set_events(4, watch.events.LINE)
    elif watch and not is_on:
        watch.free_tool_id(4)


def memory_taken() -> float:
    """Return the most memory that this program has taken so far, in megabytes.
    Where Python cannot tell, this is a guess from the number of its objects.
    """
    with suppress(ImportError):  # Which is there in a browser.
        python = getattr(import_module('pyodide_js'), '_module')
        return len(python.HEAP8) / 2**20
    with suppress(ImportError):  # Windows has no resource.
        resource = import_module('resource')
        unit = 2**20 if sys.platform == 'darwin' else 2**10
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    return sys.getallocatedblocks() / 10_000


def find_largest(steps: list[Step]) -> str:
    """Return what is largest at steps, if it is so large that it has grown."""
    sizes = {
        name: len(value)
        for frame, _ in steps
        for name, value in list_variables(frame)
        if isinstance(value, (str, list, tuple, dict, set, deque))
    }
    most = max(sizes, key=lambda each: sizes[each], default='')
    if sizes.get(most, 0) > 10_000:
        return f', and {most} has a length of {sizes[most]:,}'
    return ''


def list_variables(frame: FrameType) -> Iterator[tuple[str, Any]]:
    """Yield the local variables of frame, and their attributes, with names."""
    for owner, thing in frame.f_locals.items():
        yield owner, thing
        for key, part in getattr(thing, '__dict__', {}).items():
            yield f'{owner}.{key}', part


def only_students(steps: Iterable) -> list[Step]:
    """Return those of steps that are in code that a student wrote."""
    return [
        (frame, line or frame.f_code.co_firstlineno)
        for frame, line in steps
        if frame.f_globals.get('LimitedTest') is not LimitedTest
        and os.path.isfile(frame.f_code.co_filename)
        and not os.path.normcase(frame.f_code.co_filename).startswith(LIBRARY)
    ]


def steps_to(error: BaseException) -> list[Step]:
    """Return where the student's code raised error, or was given up."""
    if isinstance(error, EndlessError):
        return error.steps
    return only_students(traceback.walk_tb(error.__traceback__))


def format_steps(steps: list[Step]) -> str:
    """Return the last few of steps, each with its line of code."""
    text = ''
    for frame, line in steps[-3:]:
        path = frame.f_code.co_filename
        name = frame.f_code.co_name
        text += (
            f'\n    {os.path.basename(path)} line {line}, in {name}'
            f'\n        {linecache.getline(path, line).strip()}'
        )
    return text


def places_of(error: BaseException) -> str:
    """Return where the student's code raised error, in lines."""
    if hasattr(error, 'explain'):  # In marking, the code ran elsewhere.
        return error.explain()[2]
    return format_steps(steps_to(error))


def format_call(frame: FrameType) -> str:
    """Return the function call that frame runs, as one writes it."""
    code = frame.f_code
    if code.co_name == '<module>':
        return f'Importing {os.path.basename(code.co_filename)}'
    called = code.co_name
    if called == '__init__':
        called = type(frame.f_locals.get('self')).__name__
    shown = []
    for name in code.co_varnames[: code.co_argcount]:
        value = frame.f_locals.get(name)
        if name != 'self':
            is_short = isinstance(value, (str, int, float, type(None)))
            shown.append(repr(value) if is_short else name)
    return f'{called}({", ".join(shown)})'


def explain(error: BaseException) -> tuple[Optional[tuple], str]:
    """Return the cause of error, if other tests may fail for the same reason,
    and what is wrong with the student's code.
    """
    if hasattr(error, 'explain'):  # In marking, the code ran elsewhere.
        return error.explain()[:2]
    steps = steps_to(error)
    kind = type(error).__name__
    if isinstance(error, WrongError):
        return explain_wrong(error), str(error)
    if isinstance(error, EndlessError) and not steps:
        return None, (
            f'The test {error.how}: every call of your code finishes, but '
            f'slowly.'
        )
    if not steps:
        return explain_outside(error)
    call = format_call(steps[0][0])
    if isinstance(error, RecursionError):
        # What was called last need not be what goes on and on.
        calls = Counter((each.f_code, at) for each, at in steps)
        most = max(calls.values())
        often = {
            (each.f_code, at): (each, at)
            for each, at in steps
            if calls[each.f_code, at] * 3 > most
        }
        steps = list(often.values())
    frame, line = steps[-1]
    places = format_steps(steps)
    name = frame.f_code.co_name
    file = os.path.basename(frame.f_code.co_filename)
    if isinstance(error, EndlessError):
        return (kind, name, file), (
            f'{call} did not finish.\nIt {error.how}: in {name}, {file} line '
            f'{line}{places}{explain_loop(steps)}'
            f'{find_shared(frame.f_globals)}'
        )
    if isinstance(error, RecursionError):
        return (kind, name, file), (
            f'{call} never finished: functions called one another until there '
            f'was no room left.{places}'
        )
    if isinstance(error, NotImplementedError):
        owner = type(frame.f_locals.get('self'))
        other = suggest(name, dir(owner))
        if 'self' in frame.f_locals:
            name = f'{owner.__name__}.{name}'
        return (kind, name), (
            f'{name} is not written yet: it raises '
            f'NotImplementedError.{other}{places}'
        )
    if isinstance(error, QuestionError):
        if steps[0][0].f_code.co_name == '<module>':
            places += (
                '\nImporting a file should not start a game: is a line '
                'with\n    if __name__ == "__main__":\nmissing?'
            )
        return (kind, file, line), f'{error}{places}'
    if isinstance(error, ImportError):
        places += explain_import(error)
    places += explain_none(error, frame, line)
    return (kind, file, line), f'{call} raised {kind}: {error}{places}'


def explain_wrong(error: WrongError) -> Optional[tuple]:
    """Return the cause of error, if other tests may fail for it, too."""
    if not isinstance(error, (MissingError, NothingError)):
        return None
    # What a function was given makes no other cause.
    return type(error).__name__, str(error).partition('(')[0]


def explain_import(error: ImportError) -> str:
    """Return which name like the one that is missing there is, if any."""
    name = str(error).partition("'")[2].partition("'")[0]  # What is missing.
    fixed = {'game.py', 'game_state.py', 'stonehenge.py', 'strategy.py'}
    there = dir(sys.modules.get(error.name or ''))
    if isinstance(error, ModuleNotFoundError):
        name = f'{name}.py'
        there = os.listdir(FOLDER)
    other = suggest(name, there)
    if name in fixed.union(NAMES.values()):
        return other
    # Other names may be misspelled where they are used.
    return re.sub(r'You have (.*?)(\.py)?:.*', r'Did you mean \1?', other)


def explain_outside(error: BaseException) -> tuple[tuple, str]:
    """Return the cause of error, which was raised by what no line of the
    student's code has called, and what is wrong.
    """
    kind = type(error).__name__
    reasons = {
        'p1_turn': 'GameState.__init__ sets it, if it is called',
        'get_current_player_name': 'GameState has it, if that is the '
        'superclass',
        'current_state': '__init__ should set self.current_state',
    }

    def explain_attribute(found: re.Match) -> str:
        """Return what the error that was found says, and its reason."""
        reason = reasons.get(found[2], 'it is not written yet')
        return f'{found[1]} has no {found[2]}: {reason}.'

    text = re.sub(
        "AttributeError: '(.*)' object has no attribute '(.*)'",
        explain_attribute,
        f'{kind}: {error}',
    )
    text = re.sub(
        r'TypeError: .*?(__\w+__)\W+(returned|must).*NoneType.*',
        rf'\1() should return text.\nYours returns {returned(None)}',
        text,
    )
    if isinstance(error, AttributeError):
        text += suggest(error.name or '', dir(error.obj))
    return (kind, text), text + suggest_parameters(error)


def suggest_parameters(error: BaseException) -> str:
    """Return what parameters a method should have, if error tells of others."""
    found = re.match(r'\w+\.(\w+)\(\) (takes|missing)', str(error))
    if not found or found[1] not in PARAMETERS:
        return ''
    given = ', '.join(['self', *PARAMETERS[found[1]]])
    return f'\nShould it be `def {found[1]}({given})`?'


def explain_loop(steps: list[Step]) -> str:
    """Return which list a while loop around one of steps waits for: it goes on
    until that is empty.
    """
    for frame, line in steps[::-1]:
        first = frame.f_code.co_firstlineno
        lines = linecache.getlines(frame.f_code.co_filename)[first:line]
        for name in re.findall(r'^ *while (\w+)\b(?!\()', ''.join(lines), re.M):
            value = frame.f_locals.get(name)
            if isinstance(value, (list, deque)) and value:
                return (
                    f'\nThe loop goes on until {name} is empty, which has '
                    f'a length of {len(value):,} there. Does it ever get '
                    f'shorter?'
                )
    return ''


def explain_none(error: BaseException, frame: FrameType, line: int) -> str:
    """Return why something may be None at line, if error tells of that."""
    path = frame.f_code.co_filename
    shared = find_shared(frame.f_globals)
    here = linecache.getline(path, line)
    lines = linecache.getlines(path)
    if shared or "'NoneType'" not in str(error):
        return shared
    owned = re.search("attribute '(.*)'", str(error))
    if owned:  # What is None stands before it.
        here = ' '.join(here.partition('.' + owned[1])[0].split()[-1:])
    for owner, name in re.findall(r'\b(\w+)\.(\w+)\b(?!\(| *=[^=])', here):
        if getattr(frame.f_locals.get(owner), name, 0) is None:
            text = f'\n{owner}.{name} is still None there'
            # Only a score is calculated with.
            if not re.search('operand|not supported', str(error)):
                return f'{text}.'
            return (
                f'{text}: this node was scored before its children, or their '
                f'scores are not kept.'
            )
    start = frame.f_code.co_firstlineno
    end = line - 1
    before = ''.join(lines[start:end])
    for name in re.findall(r'\w+', here):
        if frame.f_locals.get(name, 0) is None:
            here += ''.join(re.findall(rf'\b{name}\b.*?= (.*)', before)[-1:])
    called = {*re.findall(r'\b([a-z_]\w*)\(', here)}.difference(
        *map(dir, (builtins, str, list, dict, set, deque))
    )
    if called:
        return '\nIs a "return" missing?'
    return ''


def find_shared(space: dict) -> str:
    """Return which default the objects of a class in space share and change."""
    for kind in filter(inspect.isclass, list(space.values())):
        with suppress(TypeError, ValueError, OSError):  # Python has no code.
            code = inspect.getsource(kind)
            for name, each in inspect.signature(kind).parameters.items():
                if (
                    isinstance(each.default, (list, dict, set))
                    and each.default
                    and repr(each.default) not in code
                ):
                    return (
                        f'\nAll objects of {kind.__name__} share one '
                        f'default, {name}={type(each.default)()}, which '
                        f'was changed. Write {name}=None, and make a new '
                        f'one in __init__.'
                    )
    return ''


def describe_play(case: LimitedTest, error: BaseException) -> str:
    """Return how the latest play of case came to error, and its picture."""
    play = Play.latest
    story = ''
    pictures: list[str] = []
    if Play.typed:
        answers = ', '.join(map(repr, Play.typed))
        story = f'\n\nThe answers typed were {answers}.'
    if play is None or isinstance(error, MissingError):
        return story
    state = getattr(error, 'state', None)
    token = getattr(error, 'token', None)
    call = Call(lambda: pictures.append(play.draw(state, token)))
    if not call.ends_within(LIMIT / 20) and not call.stop(PATIENCE):
        case.stop_all()
    if Play.at_random:
        pictures.append(
            f'This was chosen at random. To repeat it, type SEED={SEED} before '
            f'the command.\n(On Windows, type set SEED={SEED} first; in '
            f'PowerShell, $env:SEED={SEED}.)'
        )
    moves = ', '.join(map(str, play.moves)) or 'none'
    beginning = f'{play.beginning} Moves so far: {moves}.'
    return '\n\n'.join([story, beginning, *pictures])


class LastOutput(StringIO):
    """Keeps some of the end of what is printed, however much that is."""

    def write(self, text: str) -> int:
        """Write text. Drop all before it if that is much."""
        if self.tell() > 100_000:
            self.seek(0)
            self.truncate()
        super().write(text[-100_000:])
        return len(text)


def judge(case: LimitedTest, test: Callable) -> None:
    """Run test, one of case. Make it fail if it is wrong, or takes too long."""
    with suppress(AttributeError, OSError, ValueError):
        if not faulthandler.is_enabled():
            faulthandler.enable(sys.__stderr__ or sys.stderr)
    Play.latest = None
    Play.at_random = False
    Play.typed = ()
    printed = LastOutput()
    with typing(), patch('sys.stdin', StringIO()), redirect_stdout(printed):
        call = Call(partial(case.perform, test))
        ending = ''
        try:
            error = call.find_error(case.causes)
        except KeyboardInterrupt:
            error = call.to_error('was still running when you pressed Ctrl-C')
            case.stop_all()
        # Patience with the first call of a kind is enough.
        known = error is not None and explain(error)[0] in case.causes
        if call.is_alive() and not call.stop(0.1 if known else PATIENCE):
            case.stop_all()
            ending = '\n\nIt cannot be stopped: no test is run after this.'
        if printed.getvalue():
            last = printed.getvalue().splitlines()[-5:]
            text = indent('\n'.join(line[:75] for line in last), '    ')
            ending += f'\n\nYour code printed, at the end:\n\n{text}'
        try:
            if error is not None:
                fail(case, error, ending)
        finally:
            faulthandler.cancel_dump_traceback_later()


def fail(case: LimitedTest, error: BaseException, ending: str) -> None:
    """Make case fail for error, or skip it after a failure that explains it."""
    if isinstance(error, unittest.SkipTest):
        case.excused = isinstance(error, Excuse)
        raise error
    cause, text = explain(error)
    kind = type(case).__name__
    first = case.causes.get(cause, '')
    if case.on_the_way:
        if first or cause and cause[0] in UNWRITTEN:
            raise unittest.SkipTest(text.splitlines()[0])
        cause = None  # Other tests report it, too.
    if cause and first:
        case.excused = (
            cause[0] not in UNWRITTEN
            and first.rpartition('.')[0] != case.id().rpartition('.')[0]
        )
        raise unittest.SkipTest(f'{text.splitlines()[0]} See {first}.')
    excuse = case.find_excuse()
    if excuse:
        case.causes.setdefault(kind, case.id())
        case.excused = True
        raise unittest.SkipTest(excuse)
    case.causes.setdefault(kind, case.id())
    case.causes['.'.join(case.id().split('.')[-2:])] = case.id()
    if cause:
        case.causes[cause] = case.id()
    text = '\n'.join(
        line if line[:1] == ' ' else fill(line, 79, break_on_hyphens=False)
        for line in text.splitlines()
    )
    text += describe_play(case, error) + ending
    case.report = text + '\n'
    raise case.failureException(text)


def arrange_report(result: Any) -> None:
    """Sort the report of result. Begin it with the test to look at first."""

    def find_place(failure: tuple[Any, str]) -> tuple:
        """Return the place of a test that has failed, () if it is not ours."""
        test = failure[0]
        return test.place() if isinstance(test, LimitedTest) else ()

    result.failures[:] = [
        (test, getattr(test, 'report', '') or text)
        for test, text in sorted(result.failures, key=find_place)
    ]
    if result.failures:
        noun = 'tests' if result.testsRun > 1 else 'test'
        head = f'{len(result.failures)} of {result.testsRun} {noun} failed.'
        skipped = [
            test
            for test, _ in result.skipped
            if not getattr(test, 'on_the_way', False)
        ]
        if skipped:
            head += f' Skipped for the same reasons: {len(skipped)}.'
        head = fill(f'{head} Look first at', 79)
        foot = fill(
            'Its report comes first. Later tests rely on what it tests, so '
            'fix that and run the suites again.',
            79,
        )
        result.stream.writeln(
            f'\n\n{head}\n\n    {result.failures[0][0]}\n\n{foot}'
        )
    with suppress(ImportError, AttributeError):  # It comes with the suites.
        import_module('test_all').print_points(result)
