"""The submission's process: it does what the judge asks for, and answers.

Each request is a line, and so is each reply. Between the two, the submission
may ask back: `input()`, and calls of a game that the judge has lent it.
"""
from copy import copy
from importlib import invalidate_caches
from typing import Any, BinaryIO, Callable, Optional
import builtins
import faulthandler
import os
import signal
import sys
import threading
import time
from course.marking.inside.cell import Printed, shut_in, take_lines
from course.marking.inside.submission import Tables, describe_error, \
    run_tests
from course.marking.inside.wire import Things, Visitor, decode, encode, \
    format_line, parse_line

MOST_THINGS = 1_000_000
# A process that is still busy notes that again each second; a thread does so
# this much later than the signal.
AGAIN, LATER = 1, 0.04


class NothingToTypeError(BaseException):
    """Raised if nothing is left to type. No `except Exception` catches it."""


class Host:
    """Answers the requests of the judge."""
    _folder: str
    _where: Optional[int]
    _printed: Printed
    _requests: BinaryIO
    _replies: BinaryIO
    _things: Things
    _games: dict[int, Any]
    _visitors: dict[int, Visitor]
    _tables: Tables
    _nothing_typed: Optional[NothingToTypeError]
    _due: float

    def __init__(self, folder: str, where: Optional[int], most_output: int,
                 lines: tuple[BinaryIO, BinaryIO]) -> None:
        """Initialize the host of the submission in folder."""
        # If a file of this number is open, it says where a test was in the end.
        self._folder, self._where = folder, where
        self._printed = Printed(most_output)
        self._requests, self._replies = lines
        self._things = Things(MOST_THINGS)
        # The games, by handle, each with what the judge takes for its state.
        self._games = {}
        self._visitors = {}
        self._nothing_typed, self._due = None, 0.0

    def serve(self) -> None:
        """Answer requests until there are no more."""
        sys.stdout = sys.stderr = self._printed
        builtins.input = self._input
        for line in self._requests:
            request = parse_line(line)
            for game, state in request.get('set', ()):
                self._games[game] = decode(state, self._thing_of)
                self._things.find(game).current_state = self._games[game]
            self._things.drop(request.get('drop', ()))
            for handle in request.get('drop', ()):
                self._games.pop(handle, None)
            if 'seconds' in request:
                self._watch(request['seconds'])
            self._nothing_typed = None
            try:
                value = self._do(request['do'], request['on'],
                                 request['name'], request['args'])
                reply = {'value': encode(value, self._describe)}
            except BaseException as error:
                reply = {'error': describe_error(error, self._folder),
                         'typed': error is not self._nothing_typed}
                del error
            self._visitors.clear()  # They were lent for one call.
            reply['current'] = self._changes()
            self._write({**reply, 'number': request['number']})

    def _changes(self) -> list[list]:
        """Return the games that have a new current state, with that state."""
        changes = []
        for handle, before in list(self._games.items()):
            state = attributes_of(self._things.find(handle)).get(
                'current_state')
            if state is not before:
                self._games[handle] = state
                changes.append([handle, encode(state, self._describe)])
        return changes

    def _do(self, what: str, on: Any, name: str, args: list) -> Any:
        """Do what is asked for, and return the result."""
        if what == 'import':
            sys.path.insert(0, self._folder)
            invalidate_caches()
            tables = self._tables = Tables(self._folder, *args)
            return [{table: {key: getattr(entry, '__name__', str(key))
                             for key, entry in entries.items()
                             if isinstance(key, str)}
                     for table, entries in tables.entries.items()},
                    tables.problems, list(tables.errors.items())]
        if what == 'tests':
            sys.path.insert(0, self._folder)
            return run_tests(*args)
        values = [decode(arg, self._thing_of) for arg in args]
        if what == 'entry':
            return self._tables.entries[on][name](*values)
        thing = self._things.find(on)
        if what == 'call':
            return getattr(thing, name)(*values)
        ways: dict[str, Callable] = {'str': str, 'repr': repr, 'copy': copy,
                                     'vars': attributes_of}
        if what in ways:
            return ways[what](thing)
        return {'get': getattr, 'set': setattr}[what](thing, name, *values)

    def _thing_of(self, described: dict) -> Any:
        """Return the thing that the judge means."""
        if 'yours' in described:
            return self._things.find(described['yours'])
        handle = described['mine']
        if handle not in self._visitors:
            self._visitors[handle] = Visitor(self._ask_judge, handle,
                                             described['kind'])
        return self._visitors[handle]

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

        A signal does that even if Python is stuck in one long operation, a
        thread even if the student's code ignores signals. Only here, where no
        Python runs meanwhile, is it safe to look at the main thread: that of
        dump_traceback_later ends in a segmentation fault now and then.
        """
        if self._where is not None:
            faulthandler.register(signal.SIGALRM, self._where,
                                  all_threads=False)
            signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
            first, self._due = not self._due, time.monotonic() + seconds
            if first:
                # The reader may be slow, and no test must wait for it.
                os.set_blocking(self._where, False)
                threading.Thread(target=self._look, daemon=True,
                                 args=[self._where]).start()

    def _look(self, where: int) -> None:
        """Write to where what the main thread does, whenever that is due."""
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        while True:
            time.sleep(max(0, self._due - time.monotonic()) + LATER)
            if self._due <= time.monotonic():
                faulthandler.dump_traceback(where)
                self._due += AGAIN

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
        self._nothing_typed = NothingToTypeError()
        raise self._nothing_typed

    def _ask_judge(self, what: str, handle: int, name: str, args: list) -> Any:
        """Have the judge do something with a thing of its own."""
        self._write({'do': what, 'on': handle, 'name': name, 'args': [
            encode(arg, self._describe) for arg in args]})
        reply = parse_line(self._requests.readline())
        if 'error' in reply:
            kind = getattr(builtins, reply['error'][0])
            raise kind(reply['error'][1])
        return decode(reply['value'], self._thing_of)


def attributes_of(thing: Any) -> dict:
    """Return the attributes of thing, without those of its class."""
    return dict(vars(thing)) if hasattr(thing, '__dict__') else {}


def main(settings: dict) -> None:
    """Serve the judge, with the settings that it has given."""
    lines = take_lines()
    shut_in(settings['limits'], settings['user'])
    Host(settings['folder'], settings['where'],
         settings['limits']['output_kb'] * 1000, lines).serve()
