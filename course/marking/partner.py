"""A conversation with one process of the submission, from start to end."""
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Iterator, NamedTuple, Optional
from weakref import WeakValueDictionary
import builtins
import sys
from course.marking.connection import Connection, EndedError, TimeOutError
from course.marking.inside.wire import BadLineError, decode, encode
from course.marking.isolation import Isolation, Limits, make_cell
from course.marking.proxies import Lending, StandIn

# A process notes where it is this many seconds before its time is over.
NOTED_BEFORE = 0.1

# Makes, from an error and the question that led to it, what a suite is to see.
Explain = Callable[[Exception, 'Question'], BaseException]


class Question(NamedTuple):
    """A question: what to do with what."""
    what: str
    on: Any
    name: str
    args: tuple


@dataclass(eq=False)
class RaisedError(Exception):
    """Raised when the submission has raised something.

    === Attributes ===
    report: what it reports of that
    typing_error: the error for which it was to raise this, if it was: that the
        player types no more
    """
    report: dict
    typing_error: Optional[BaseException]


@contextmanager
def open_partner(cell: Path, files: Path, isolation: Isolation, limits: Limits
                 ) -> Iterator['Partner']:
    """Give a process for one question about files, while it is needed."""
    make_cell(cell, files)
    partner = Partner(Connection(cell, isolation, limits),
                      lambda error, question: error)
    try:
        partner.begin_test()
        yield partner
    finally:
        partner.connection.end()


@dataclass(eq=False)
class Partner:
    """A process of the submission that is asked, and answers.

    === Attributes ===
    connection: the line to it
    explain: what makes the errors that a suite is to see
    over: why it does not answer any more, if it does not
    asked: what it has asked the player last, when there was nothing to type
    """
    connection: Connection
    explain: Explain
    over: Optional[BaseException] = None
    asked: str = ''
    _number: int = 0
    _new_test: bool = False
    _dropped: set[int] = field(default_factory=set)
    # The current state of each game, and changes of it that the submission does
    # not know of yet.
    _current: dict[int, Any] = field(default_factory=dict)
    _settings: list[list] = field(default_factory=list)
    _stand_ins: WeakValueDictionary[int, StandIn] = field(
        default_factory=WeakValueDictionary)
    _typing_error: Optional[BaseException] = None

    def begin_test(self) -> None:
        """Begin a test: from now on, the time counts."""
        self.connection.begin_test()
        self._new_test = True

    def ask(self, what: str, on: Any, name: str = '', *args: Any) -> Any:
        """Return the answer to a question, or raise what a suite is to see."""
        question = Question(what, on, name, args)
        if self.over is not None:
            raise self.over
        if name == 'current_state' and on in self._current:
            if what == 'set':
                self._settings.append([on, args[0]])
                self._current[on] = args[0]
            return self._current[on]
        try:
            return self._converse(question)
        except RaisedError as error:
            raise self.explain(error, question) from None
        except (EndedError, TimeOutError, BadLineError) as error:
            self.connection.end()
            self.over = self.explain(error, question)
            raise self.over from None

    def _converse(self, question: Question) -> Any:
        """Ask a question, and return the answer."""
        what, on, name, args = question
        lending = Lending()
        self._number += 1
        request = {'do': what, 'on': on, 'name': name, 'number': self._number,
                   'args': [encode(arg, lending.describe) for arg in args]}
        if self._settings:
            request['set'] = [[game, encode(state, lending.describe)]
                              for game, state in self._settings]
            self._settings = []
        if self._dropped:
            dropped, self._dropped = self._dropped, set()
            request['drop'] = sorted(dropped)
        if self._new_test:
            self._new_test = False
            left = self.connection.stopwatch.left()
            request['seconds'] = left - min(NOTED_BEFORE, left / 5)
        self._typing_error = None
        self.connection.send(request)
        message = self._read_answer(lending)
        value = decode(message.get('value'), self._make)
        self._note_changes(message)
        if 'error' in message:
            typed = message.get('typed') is False
            report = message['error']
            raise RaisedError(report if isinstance(report, dict) else {},
                              self._typing_error if typed else None)
        return value

    def _note_changes(self, message: dict) -> None:
        """Note the games whose current state has changed, as message tells."""
        try:
            for game, state in message.get('current') or []:
                if game in self._stand_ins:
                    self._current[game] = decode(state, self._make)
        except (TypeError, ValueError) as error:
            raise BadLineError('changes of the wrong type') from error

    def _read_answer(self, lending: Lending) -> dict:
        """Do what the submission asks for, and return its answer."""
        while True:
            message = self.connection.receive()
            printed = message.get('printed')
            if isinstance(printed, str):  # The suites look at that.
                sys.stdout.write(printed[:self.connection.most_output])
            if 'prompt' in message:
                self._type(str(message['prompt']))
            elif 'do' in message:
                self.connection.send(lending.answer(message))
            elif message.get('number') == self._number:
                return message
            else:
                raise BadLineError('an answer to another question')

    def _type(self, prompt: str) -> None:
        """Send what the player types."""
        try:
            answer = builtins.input(prompt)
        except BaseException as error:
            self._typing_error = error
            self.asked = prompt
            self.connection.send({'none': True})
        else:
            self.connection.send({'answer': str(answer)})

    def _make(self, described: dict) -> Any:
        """Return the stand-in for what the submission has described."""
        if 'yours' in described:
            return object()
        handle = described.get('mine')
        if not isinstance(handle, int):
            raise BadLineError('no handle')
        self._dropped.discard(handle)
        stand_in = self._stand_ins.get(handle)
        if stand_in is None:
            stand_in = self._stand_ins[handle] = StandIn(self, handle)
        return stand_in

    def let_go(self, handle: int) -> None:
        """Forget a thing, and tell the submission with the next question."""
        self._dropped.add(handle)
        self._current.pop(handle, None)
