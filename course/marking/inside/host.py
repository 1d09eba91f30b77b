"""The submission's process: it does what the judge asks for, and answers.

Each request is a line, and so is each reply. Between the two, the submission
may ask back: `input()`, and calls of a game that the judge has lent it.
"""
from copy import copy
from typing import Any, BinaryIO, Callable, Optional
import builtins
import faulthandler
import os
import signal
import sys
from course.marking.inside.cell import Printed, shut_in, take_lines
from course.marking.inside.submission import Tables, describe_error, \
    is_missing, run_tests
from course.marking.inside.wire import Things, Visitor, decode, encode, \
    format_line, make_error, parse_line

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
    _visitors: dict[int, Visitor]
    _tables: Tables

    def __init__(self, folder: str, where: Optional[int], most_output: int,
                 lines: tuple[BinaryIO, BinaryIO]) -> None:
        """Initialize the host of the submission in folder."""
        self._folder, self._where = folder, where
        self._printed, self._things = Printed(most_output), Things(MOST_THINGS)
        self._requests, self._replies = lines
        self._games, self._visitors = {}, {}

    def serve(self) -> None:
        """Answer requests until there are no more."""
        sys.path.insert(0, self._folder)
        sys.stdout = sys.stderr = self._printed
        builtins.input = self._input
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
            try:
                value = self._do(request['do'], request['on'],
                                 request['name'], request['args'])
                reply = {'value': encode(value, self._describe)}
            except BaseException as error:
                reply = {'error': describe_error(error, self._folder)}
            self._visitors.clear()  # They were lent for one call.
            reply['current'] = self._changes()
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
        """Return the thing that the judge means."""
        if 'yours' in described:
            return self._things.find(described['yours'])
        handle = described['mine']
        return self._visitors.setdefault(handle, Visitor(self._ask_judge,
                                                         handle))

    def _describe(self, thing: Any) -> dict:
        """Return what stands for thing, which stays on one side."""
        if type(thing) is Visitor:
            return {'yours': thing._handle}
        handle = self._things.add(thing)
        if handle not in self._games and 'current_state' in getattr(
                thing, '__dict__', ()):
            self._games[handle] = None
        return {'mine': handle}

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
        raise NothingToTypeError

    def _ask_judge(self, what: str, handle: int, name: str, args: list) -> Any:
        """Have the judge do something with a thing of its own."""
        self._write({'do': what, 'on': handle, 'name': name, 'args': [
            encode(arg, self._describe) for arg in args]})
        reply = parse_line(self._requests.readline())
        if 'error' in reply:
            raise make_error(reply['error'])
        return decode(reply['value'], self._thing_of)


def main(settings: dict) -> None:
    """Serve the judge, with the settings that it has given."""
    lines = take_lines()
    shut_in(settings['limits'], settings['user'])
    Host(settings['folder'], settings['where'],
         settings['limits']['output_kb'] * 1000, lines).serve()
