"""The submission's process: it does what the judge asks for, and answers.

Each request is a line, and so is each reply. Between the two, the submission
may have the judge type something: `input()`.
"""
from copy import copy
from typing import Any, BinaryIO, Callable, Optional
import builtins
import faulthandler
import os
import signal
import sys
from course.marking.inside.cell import Printed, shut_in, take_lines
from course.marking.inside.lent import LentGame, LentState, \
    read_table
from course.marking.inside.submission import Tables, describe_error, \
    explain_error, is_missing, run_tests
from course.marking.inside.wire import Things, decode, encode, format_line, \
    parse_line

MOST_THINGS = 1_000_000
AGAIN = 1  # A process that is still busy notes that again each second.


class NothingToTypeError(BaseException):
    """Raised if nothing is left to type. No `except Exception` catches it."""


class Host:
    """Answers the requests of the judge."""
    _folder: str
    # If a file of this number is open, it says where a test was in the end.
    _where: Optional[int]
    _printed: Printed
    _requests: BinaryIO
    _replies: BinaryIO
    _things: Things
    # The games, by handle, each with what the judge takes for its state.
    _games: dict[int, Any]
    # The table of the game that the judge has lent last, and that game.
    _table: dict
    _lent: Optional[LentGame]
    _tables: Tables
    _error: BaseException  # What was raised last.

    def __init__(self, folder: str, where: Optional[int], most_output: int,
                 lines: tuple[BinaryIO, BinaryIO]) -> None:
        """Initialize the host of the submission in folder."""
        self._folder, self._where = folder, where
        self._printed, self._things = Printed(most_output), Things(MOST_THINGS)
        self._requests, self._replies = lines
        self._games, self._table, self._lent = {}, {}, None

    def serve(self) -> None:
        """Answer requests until there are no more."""
        sys.path.insert(0, self._folder)
        sys.stdout = sys.stderr = self._printed
        builtins.input = self._input
        # Who raised the limit could call a recursive strategy iterative.
        setattr(sys, 'setrecursionlimit', leave_limit)
        for line in self._requests:
            request = parse_line(line)
            if 'seconds' in request:
                self._watch(request['seconds'])
                continue
            for game, state in request['set']:
                self._games[game] = decode(state, self._thing_of)
                self._things.find(game).current_state = self._games[game]
            self._things.drop(request['drop'])
            for handle in request['drop']:
                self._games.pop(handle, None)
            if 'table' in request:
                self._table = read_table(request['table'])
            self._lent = None
            try:
                value = self._do(request['do'], request['on'],
                                 request['name'], request['args'])
                reply = {'value': encode(value, self._describe)}
            except BaseException as error:
                self._error = error
                reply = {'error': describe_error(error, self._folder)}
            reply['current'] = self._changes()
            if self._lent:
                reply['lent'] = [encode(each, self._describe) for each in (
                    self._lent.current_state, self._lent.list_notes())]
            self._write({**reply, 'number': request['number']})

    def _changes(self) -> list[list]:
        """Return the games that have a new current state, with that state."""
        changes = []
        for handle, before in list(self._games.items()):
            state = vars(self._things.find(handle)).get('current_state')
            if state is not before:
                self._games[handle] = state
                changes.append([handle, encode(state, self._describe)])
        return changes

    def _do(self, what: str, on: Any, name: str, args: list) -> Any:
        """Do what is asked for, and return the result."""
        if what == 'import':
            tables = self._tables = Tables(self._folder, *args)
            return [{table: {key: getattr(entry, '__name__', key)
                             for key, entry in entries.items()
                             if isinstance(key, str)}
                     for table, entries in tables.entries.items()},
                    tables.problems, [
                        error for module, error in tables.errors.items()
                        if not is_missing(module, error)]]
        if what == 'tests':
            return run_tests(*args)
        if what == 'explain':
            return explain_error(self._error, self._folder)
        values = [decode(arg, self._thing_of) for arg in args]
        if what == 'entry':
            return self._tables.entries[on][name](*values)
        thing = self._things.find(on)
        if what == 'call':
            return getattr(thing, name)(*values)
        ways: dict[str, Callable] = {'str': str, 'repr': repr, 'copy': copy,
                                     'vars': vars}
        if what in ways:
            return ways[what](thing)
        return {'get': getattr, 'set': setattr}[what](thing, name, *values)

    def _thing_of(self, described: dict) -> Any:
        """Return the thing that the judge means: it may be a game of its own.
        """
        if 'handle' in described:
            return self._things.find(described['handle'])
        self._lent = LentGame(self._table)
        return self._lent

    def _describe(self, thing: Any) -> dict:
        """Return what stands for thing, which stays here."""
        if type(thing) is LentState:
            return {'lent': thing.place}
        handle = self._things.add(thing)
        if handle not in self._games and 'current_state' in getattr(
                thing, '__dict__', ()):
            self._games[handle] = None
        return {'handle': handle}

    def _watch(self, seconds: float) -> None:
        """Have it written down where this process is if it is still busy with
        a test after this many seconds, and again each second.

        A signal does that even if Python is stuck in one long operation. No
        thread looks: that ends in a segmentation fault now and then.
        """
        if self._where is not None:
            os.set_blocking(self._where, False)  # Its reader may be slow.
            faulthandler.register(signal.SIGALRM, self._where,
                                  all_threads=False)
            signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)

    def _write(self, message: dict) -> None:
        """Send message to the judge, with what was printed."""
        self._replies.write(format_line(
            {**message, 'printed': self._printed.take()}))

    def _input(self, prompt: Any = '') -> str:
        """Have the judge answer for the player."""
        self._write({'prompt': str(prompt)[:1000]})
        answer = parse_line(self._requests.readline())
        if 'answer' in answer:
            return answer['answer']
        raise NothingToTypeError(answer.get('none'))


def leave_limit(_limit: int) -> None:
    """Stand in for sys.setrecursionlimit, and leave the limit as it is."""


def main(settings: dict) -> None:
    """Serve the judge, with the settings that it has given."""
    lines = take_lines()
    shut_in(settings['limits'], settings['user'])
    Host(settings['folder'], settings['where'],
         settings['limits']['output_kb'] * 1000, lines).serve()
