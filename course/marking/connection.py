"""A conversation with one process of the submission, from start to end.

A Connection is the line to the process. The answer to a question has to come in
time, must not be too long, and has to be a line of the protocol. If it is not,
the question ends with BadLineError or one of the errors below, and the Partner,
who asks, has the process ended.

What the suites take for the submission's games are StandIns: every question
goes to that process. What comes back is plain, or a StandIn again, so nothing
that a student wrote is ever run here: not even `==`. The way back is a table: a
strategy of the submission gets a game of ours as all its positions.

Answers about positions come in bulk. With a new position, or an answer about
one, come the answers to all that the test has asked about others. They are
believed until the next move, or until anything but looking is done. Then a test
that asks again sees what is true then.
"""

from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Iterator, NamedTuple, Optional
from weakref import WeakValueDictionary
import builtins
import os
import select
import subprocess
import sys
import time
from course.marking.inside.wire import (
    MOST_PRINTED,
    BadLineError,
    Lent,
    decode,
    encode,
    format_line,
    parse_line,
)
from course.marking.isolation import (
    CONTAINED,
    Isolation,
    Limits,
    Stopwatch,
    end_tree,
    make_cell,
)

# A process whose line has ended has this many seconds to end, too.
SECONDS_TO_GO = 0.3
# How long to wait for it to read what it was sent.
MOMENT = 0.01
# How many bytes are read at once.
PIECE = 65_536
# How many bytes an answer may have.
LONGEST_ANSWER = 1_000_000
# What the commonest exit statuses mean.
SIGNALS = {
    -11: 'segmentation fault',
    139: 'segmentation fault',
    -6: 'aborted',
    134: 'aborted',
    -9: 'killed',
    137: 'killed',
}

# A test that has not computed for its limit is undecided after this many times
# that, on the clock: the machine was too busy, or it waits for something.
PATIENCE = 6
# How often to look, in seconds, whether its time is over.
LOOK = 0.1
# A process notes where it is after this part of its time.
NOTED_AFTER = 0.97

# What games and positions can be asked, by the names of the handout.
METHODS = {
    'get_instructions',
    'is_over',
    'is_winner',
    'str_to_move',
    'get_possible_moves',
    'get_current_player_name',
    'make_move',
    'is_valid_move',
    'rough_outcome',
}
# What games may offer to searches. A submission's own hooks are ignored.
HOOKS = {'search_state', 'search_key', 'candidate_moves', 'known_score'}
# What is soon answered about a position, and changes nothing.
LOOKS = {
    ('str', ''),
    ('repr', ''),
    ('get', 'p1_turn'),
    ('call', 'get_current_player_name'),
    ('call', 'get_possible_moves'),
    ('call', 'is_valid_move'),
}
CURRENT = ('get', 'current_state')


class EndedError(Exception):
    """Raised when the submission's process has ended by itself."""


class TimeOutError(Exception):
    """Raised when a test's time is over. Its text says where it was."""


class UndecidedError(TimeOutError):
    """Raised when a test has waited for too long to go on."""


@dataclass(eq=False)
class RaisedError(Exception):
    """Raised when the submission has raised something.

    === Attributes ===
    report: what it reports of that
    """

    report: dict


class Connection:
    """A process of the submission.

    === Attributes ===
    limits: what it may use up
    stopwatch: measures the test that is going on
    """

    limits: Limits
    stopwatch: Stopwatch
    _process: Any
    _where: Optional[int]
    _read: bytes = b''

    def __init__(
        self,
        cell: Path,
        isolation: Isolation,
        limits: Limits,
        output: Any = subprocess.DEVNULL,
    ) -> None:
        """Start the submission in the folder cell, which writes to output."""
        self.limits = limits
        self._where, where = os.pipe()
        environment = {}
        if isolation.level != CONTAINED:
            environment['PATH'] = os.environ.get('PATH', os.defpath)
        self._process = subprocess.Popen(
            isolation.command(cell, limits.memory_mb, where),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=output,
            cwd=cell / 'submission',
            env=environment,
            pass_fds=(where,),
            start_new_session=True,
            bufsize=0,
        )
        os.close(where)
        os.set_blocking(self._process.stdin.fileno(), False)

    def _is_patient(self) -> bool:
        """Return whether to wait for longer."""
        return self.stopwatch.waited() < PATIENCE * self.stopwatch.limit

    def send(self, message: dict) -> None:
        """Send message."""
        line = format_line(message)
        # If it has ended, that shows when its answer is read.
        with suppress(OSError, ValueError):
            while line and self._is_patient():
                written = self._process.stdin.write(line)
                if written:
                    line = line[written:]
                else:  # It does not read what there is.
                    time.sleep(MOMENT)

    def begin_test(self) -> None:
        """Begin a test: from now on, the time counts."""
        self._read_where(0)
        self.stopwatch = Stopwatch(self.limits.seconds_per_test)

    def receive(self) -> dict:
        """Return the next message, or raise one of the errors named above."""
        out = self._process.stdout.fileno()
        while b'\n' not in self._read and len(self._read) < LONGEST_ANSWER:
            is_there = select.select([out], [], [], LOOK)[0]
            if self.stopwatch.is_over():
                raise TimeOutError(self._read_where(SECONDS_TO_GO))
            if is_there:
                piece = os.read(out, PIECE)
                if not piece:
                    raise EndedError(self.end(SECONDS_TO_GO))
                self._read += piece
            # If the judge is late, a line may be waiting.
            elif not self._is_patient():
                raise UndecidedError(self._read_where(SECONDS_TO_GO))
        line, _, self._read = self._read[:LONGEST_ANSWER].partition(b'\n')
        return parse_line(line)

    def _read_where(self, patience: float) -> str:
        """Return what the process has written about where it is by now."""
        text = b''
        while self._where is not None and len(text) < 100_000:
            if not select.select([self._where], [], [], patience)[0]:
                break
            piece = os.read(self._where, PIECE)
            if not piece:
                break
            text += piece
            patience = 0
        return text.decode('utf-8', 'replace')

    def end(self, patience: float = 0) -> str:
        """End this process. Return how it had ended by itself, if it had."""
        if self._process.stdin.closed:
            return ''  # That has been done.
        try:  # It closes the line just before it is gone.
            status = self._process.wait(patience)
            how = SIGNALS.get(status, f'exit status {status}')
        except subprocess.TimeoutExpired:
            how = ''
        end_tree(self._process)
        self._process.stdin.close()
        self._process.stdout.close()
        if self._where is not None:
            os.close(self._where)
            self._where = None
        return how


class Question(NamedTuple):
    """A question: what to do, with which name and arguments, on what."""

    what: str
    name: str
    args: tuple
    on: Any = None

    def is_look(self) -> bool:
        """Return whether it changes nothing."""
        asked = self.what, self.name
        return (asked in LOOKS or asked == CURRENT) and all(
            isinstance(each, str) for each in self.args
        )


CURRENT_STATE = Question(*CURRENT, ())


class StandIn:
    """A thing of the submission's, for which the partner asks."""

    __slots__: tuple[str, ...] = ('_partner', '_handle', '__weakref__')

    def __init__(self, partner: Any, handle: int) -> None:
        """Initialize a stand-in for the thing with this handle."""
        object.__setattr__(self, '_partner', partner)
        object.__setattr__(self, '_handle', handle)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute. A method asks when it is called."""
        if name.startswith('__') or name in HOOKS:
            raise AttributeError(name)
        if name in METHODS:
            return lambda *args: self._partner.ask('call', self, name, *args)
        return self._partner.ask('get', self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute."""
        self._partner.ask('set', self, name, value)

    def __str__(self) -> str:
        """Return its str."""
        return self._partner.ask('str', self)

    def __repr__(self) -> str:
        """Return its repr."""
        return self._partner.ask('repr', self)

    def __copy__(self) -> Any:
        """Return a shallow copy."""
        return self._partner.ask('copy', self)

    @property
    def __dict__(self) -> dict:  # type: ignore[override]
        """Return its attributes, for `vars`."""
        return self._partner.ask('vars', self)


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
    explain: Callable[[Exception, Question], BaseException] = (
        lambda error, question: error
    )
    over: Optional[BaseException] = None
    asked: str = ''
    typing_error: Optional[BaseException] = None
    _number: int = 0
    # Games, and current states that the submission does not know of yet.
    _settings: list[list] = field(default_factory=list)
    # What this test has asked about positions; and the answers that are known,
    # as they came, by the handles of things.
    _looks: list[Question] = field(default_factory=list)
    _known: dict[int, dict[Question, Any]] = field(default_factory=dict)
    _lent: Optional[Lent] = None
    # Of this test, by their handles.
    _stand_ins: WeakValueDictionary[int, StandIn] = field(
        default_factory=WeakValueDictionary
    )

    def begin_test(self) -> None:
        """Begin a test: from now on, the time counts."""
        self.connection.begin_test()
        self._settings = []
        self._looks = []
        self._known = {}
        self._stand_ins = WeakValueDictionary()
        seconds = self.connection.limits.seconds_per_test
        self.connection.send({'seconds': NOTED_AFTER * seconds})

    def ask(self, what: str, on: Any, name: str = '', *args: Any) -> Any:
        """Return the answer to a question, or raise what a suite is to see."""
        question = Question(what, name, args, on)
        if self.over is not None:
            raise self.over
        if (what, name) == ('set', 'current_state'):
            state = encode(args[0], self._describe)
            self._settings.append([on._handle, state])
            self._known.setdefault(on._handle, {})[CURRENT_STATE] = state
            return None
        try:
            if question.is_look():
                return self._look(question)
            if name == 'make_move':  # It changes no game.
                self._known = {
                    place: {CURRENT_STATE: known[CURRENT_STATE]}
                    for place, known in self._known.items()
                    if CURRENT_STATE in known
                }
            elif what in ('call', 'set', 'entry'):
                self._known.clear()
            return decode(self._converse(question), self._make)
        except RaisedError as error:
            raise self.explain(error, question) from None
        except (EndedError, TimeOutError, BadLineError) as error:
            self.connection.end()
            self.over = self.explain(error, question)
            raise self.over from None

    def _look(self, question: Question) -> Any:
        """Return the answer to a question that changes nothing."""
        place = question.on._handle
        look = question._replace(on=None)
        if look not in self._known.get(place, {}):
            value = self._converse(question)
            self._known.setdefault(place, {})[look] = value
            if look[:2] in LOOKS and look not in self._looks:
                self._looks.append(look)
        return decode(self._known[place][look], self._make)

    def _converse(self, question: Question) -> Any:
        """Ask a question and what may be asked next; return the answers."""
        self._number += 1
        settings = self._settings
        self._settings = []
        self.typing_error = None
        before = self._lent
        what, name, args, on = question
        request = {
            'do': what,
            'on': on._handle if isinstance(on, StandIn) else on,
            'name': name,
            'args': encode([*args], self._describe),
            'set': settings,
            'number': self._number,
        }
        looks = []
        if name == 'make_move' or question[:2] in LOOKS:
            looks = [look for look in self._looks if look[:3] != question[:3]]
        if looks:
            request['looks'] = [look[:3] for look in looks]
        if self._lent is not before and self._lent:
            request['table'] = self._lent.table
        self.connection.send(request)
        message = self._read_answer()
        try:
            if 'lent' in message and self._lent:
                self._lent.take_back(
                    *[decode(each, self._make) for each in message['lent']]
                )
            if looks:
                self._note(question, looks, message)
        except (TypeError, ValueError) as error:
            raise BadLineError('what comes with it is odd') from error
        if 'error' in message:
            report = message['error']
            raise RaisedError(report if isinstance(report, dict) else {})
        return message.get('value')

    def _note(
        self, question: Question, looks: list[Question], message: dict
    ) -> None:
        """Note what has come with the answer to question, for these looks: of
        the position that was asked, or of the one to which the move led.
        """
        place = question.on._handle
        if question.name == 'make_move':
            after = decode(message.get('value'), self._make)
            if not isinstance(after, StandIn):
                return
            place = after._handle
        self._known[place] = {
            look: each['value']
            for look, each in zip(looks, message.get('looks') or [])
            if isinstance(each, dict) and 'value' in each
        }

    def _describe(self, thing: Any) -> dict:
        """Return what stands for thing: it may be a game of ours."""
        if isinstance(thing, StandIn):
            return {'handle': thing._handle}
        if not (self._lent and self._lent.is_about(thing)):
            self._lent = Lent(thing)
        return {'lent': True}

    def _read_answer(self) -> dict:
        """Do what the submission asks for, and return its answer."""
        while True:
            message = self.connection.receive()
            printed = message.get('printed')
            if isinstance(printed, str):  # The suites look at that.
                sys.stdout.write(printed[:MOST_PRINTED])
            if 'prompt' in message:
                self._type(str(message['prompt']))
            elif message.get('number') == self._number:
                return message
            else:
                raise BadLineError('an answer to another question')

    def _type(self, prompt: str) -> None:
        """Send what the player types."""
        try:
            answer = builtins.input(prompt)
        except BaseException as error:
            self.typing_error = error
            self.asked = prompt
            self.connection.send({'none': str(error)})
        else:
            self.connection.send({'answer': str(answer)})

    def _make(self, described: dict) -> Any:
        """Return the stand-in for what the submission has described, or the
        position of ours that it means.
        """
        place = described.get('lent')
        if (
            isinstance(place, int)
            and self._lent
            and 0 <= place < len(self._lent.states)
        ):
            return self._lent.states[place]
        handle = described.get('handle')
        if not isinstance(handle, int):
            raise BadLineError('no handle')
        stand_in = self._stand_ins.get(handle)
        if stand_in is None:
            stand_in = StandIn(self, handle)
            self._stand_ins[handle] = stand_in
        return stand_in


@contextmanager
def open_partner(
    cell: Path, files: Path, isolation: Isolation, limits: Limits
) -> Iterator['Partner']:
    """Give a process for one question about files, while it is needed."""
    make_cell(cell, files)
    partner = Partner(Connection(cell, isolation, limits))
    try:
        partner.begin_test()
        yield partner
    finally:
        partner.connection.end()
