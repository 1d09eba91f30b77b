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

# A process notes where it is after this part of its time.
NOTED_AFTER = 0.97


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
    """
    report: dict


@contextmanager
def open_partner(cell: Path, files: Path, isolation: Isolation, limits: Limits
                 ) -> Iterator['Partner']:
    """Give a process for one question about files, while it is needed."""
    make_cell(cell, files)
    partner = Partner(Connection(cell, isolation, limits))
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
    explain: makes, from an error and a question, what a suite is to see
    over: why it does not answer any more, if it does not
    asked: what it has asked the player last, when there was nothing to type
    typing_error: the error that says so, if that was during the last question
    """
    connection: Connection
    explain: Callable[[Exception, Question], BaseException] = \
        lambda error, question: error
    over: Optional[BaseException] = None
    asked: str = ''
    typing_error: Optional[BaseException] = None
    _number: int = 0
    _dropped: set[int] = field(default_factory=set)
    # The current state of each game, and changes of it that the submission does
    # not know of yet.
    _current: dict[int, Any] = field(default_factory=dict)
    _settings: list[list] = field(default_factory=list)
    _stand_ins: WeakValueDictionary[int, StandIn] = field(
        default_factory=WeakValueDictionary)

    def begin_test(self) -> None:
        """Begin a test: from now on, the time counts."""
        self.connection.begin_test()
        seconds = self.connection.limits.seconds_per_test
        self.connection.send({'seconds': NOTED_AFTER * seconds})

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
        lending = Lending()
        self._number += 1
        settings, self._settings = self._settings, []
        dropped, self._dropped = self._dropped, set()
        self.typing_error = None
        self.connection.send({
            'do': question.what, 'on': question.on, 'name': question.name,
            'args': [encode(arg, lending.describe) for arg in question.args],
            'set': [[game, encode(state, lending.describe)]
                    for game, state in settings],
            'drop': list(dropped), 'number': self._number})
        message = self._read_answer(lending)
        value = decode(message.get('value'), self._make)
        try:
            for handle, now in message.get('current') or []:
                if handle in self._stand_ins:
                    self._current[handle] = decode(now, self._make)
        except (TypeError, ValueError) as error:
            raise BadLineError('changes of the wrong type') from error
        if 'error' in message:
            report = message['error']
            raise RaisedError(report if isinstance(report, dict) else {})
        return value

    def _read_answer(self, lending: Lending) -> dict:
        """Do what the submission asks for, and return its answer."""
        most = self.connection.limits.output_kb * 1000
        while True:
            message = self.connection.receive()
            printed = message.get('printed')
            if isinstance(printed, str):  # The suites look at that.
                sys.stdout.write(printed[:most])
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
            self.typing_error, self.asked = error, prompt
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
