"""A conversation with one process of the submission, from start to end.

What the suites take for the submission's games are StandIns: every question
goes to that process. What comes back is plain, or a StandIn again, so nothing
that a student wrote is ever run here: not even `==`. The way back is a table: a
strategy of the submission gets a game of ours as all its positions.
"""
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Iterator, NamedTuple, Optional
from weakref import WeakValueDictionary
import builtins
import sys
from course.marking.connection import Connection, EndedError, TimeOutError
from course.marking.inside.wire import BadLineError, decode, encode
from course.marking.isolation import Isolation, Limits, make_cell

# What games and positions can be asked, by the names of the handout.
METHODS = {'get_instructions', 'is_over', 'is_winner', 'str_to_move',
           'get_possible_moves', 'get_current_player_name', 'make_move',
           'is_valid_move', 'rough_outcome'}
# What games may offer to searches. A submission's own hooks are ignored.
HOOKS = {'search_state', 'search_key', 'candidate_moves', 'known_score'}
# A game of ours that is lent has at most this many positions.
MOST_LENT = 20_000
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
            return lambda *args: self._partner.ask('call', self._handle, name,
                                                   *args)
        return self._partner.ask('get', self._handle, name)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute."""
        self._partner.ask('set', self._handle, name, value)

    def __str__(self) -> str:
        """Return its str."""
        return self._partner.ask('str', self._handle)

    def __repr__(self) -> str:
        """Return its repr."""
        return self._partner.ask('repr', self._handle)

    def __copy__(self) -> Any:
        """Return a shallow copy."""
        return self._partner.ask('copy', self._handle)

    @property
    def __dict__(self) -> dict:  # type: ignore[override]
        """Return its attributes, for `vars`."""
        return self._partner.ask('vars', self._handle)

    def __del__(self) -> None:
        """Let go of what this stands for."""
        self._partner.let_go(self._handle)


@dataclass
class Lent:
    """A game of ours that a strategy gets.

    === Attributes ===
    game: the game
    states: all positions that can follow, the current one first
    rows: what they answer, as inside/lent.py reads it
    """
    game: Any
    states: list[Any] = field(init=False)
    rows: list[dict] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Find all positions."""
        self.states, afters = [self.game.current_state], list[list[int]]()
        places = {describe(self.states[0]): 0}
        for state in self.states:  # It grows meanwhile.
            afters.append([])
            for move in state.get_possible_moves():
                then = state.make_move(move)
                afters[-1].append(places.setdefault(describe(then),
                                                    len(places)))
                if len(places) > len(self.states):
                    self.states.append(then)
            if len(places) > MOST_LENT:
                raise ValueError(f'a strategy gets a game of at most '
                                 f'{MOST_LENT} positions')
        game = copy(self.game)
        for state, after in zip(self.states, afters):
            game.current_state = state
            self.rows.append({'next': after, **self._ask(game)})

    def _ask(self, game: Any) -> dict[str, Any]:
        """Return what game answers at its current position."""
        state = game.current_state
        return {'str': str(state), 'repr': repr(state),
                'moves': encode(state.get_possible_moves(), refuse),
                'p1_turn': state.p1_turn, 'is_over': bool(game.is_over(state)),
                'player': state.get_current_player_name(),
                'winners': [player for player in ('p1', 'p2')
                            if game.is_winner(player)],
                'rough_outcome': ask_if_written(state.rough_outcome)}

    def is_about(self, game: Any) -> bool:
        """Return whether this is game, at its current position."""
        return self.game is game and self.states[0] is game.current_state

    def take_back(self, state: Any, notes: Any) -> None:
        """Let the game be as the strategy has left its own: at this state, and
        with these attributes of its own.
        """
        if state is not self.states[0]:
            self.game.current_state = state
        for name, value in notes.items() if isinstance(notes, dict) else ():
            if isinstance(name, str) and not hasattr(type(self.game), name) \
                    and name[:1] != '_':
                vars(self.game)[name] = value


def describe(state: Any) -> tuple[str, str, str]:
    """Return what distinguishes state from all other positions of its game."""
    return state.get_current_player_name(), str(state), repr(state)


def ask_if_written(question: Callable[[], Any]) -> Any:
    """Return the answer to question, None if its method is not written."""
    try:
        return question()
    except NotImplementedError:
        return None


def refuse(thing: Any) -> dict:
    """Raise TypeError, as thing is no value that can cross the line."""
    raise TypeError(f'{type(thing).__name__} cannot be lent')


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
    _lent: Optional[Lent] = None
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
        self._number += 1
        settings, self._settings = self._settings, []
        dropped, self._dropped = self._dropped, set()
        self.typing_error, before = None, self._lent
        request = {
            'do': question.what, 'on': question.on, 'name': question.name,
            'args': [encode(arg, self._describe) for arg in question.args],
            'set': [[game, encode(state, self._describe)]
                    for game, state in settings],
            'drop': list(dropped), 'number': self._number}
        if self._lent is not before and self._lent:
            request['table'] = {'rows': self._lent.rows, 'rules':
                                ask_if_written(
                                    self._lent.game.get_instructions)}
        self.connection.send(request)
        message = self._read_answer()
        value = decode(message.get('value'), self._make)
        try:
            for handle, now in message.get('current') or []:
                if handle in self._stand_ins:
                    self._current[handle] = decode(now, self._make)
            if 'lent' in message and self._lent:
                self._lent.take_back(*[decode(each, self._make)
                                       for each in message['lent']])
        except (TypeError, ValueError) as error:
            raise BadLineError('changes of the wrong type') from error
        if 'error' in message:
            report = message['error']
            raise RaisedError(report if isinstance(report, dict) else {})
        return value

    def _describe(self, thing: Any) -> dict:
        """Return what stands for thing: it may be a game of ours."""
        if isinstance(thing, StandIn):
            return {'handle': thing._handle}
        if not (self._lent and self._lent.is_about(thing)):
            self._lent = Lent(thing)
        return {'lent': True}

    def _read_answer(self) -> dict:
        """Do what the submission asks for, and return its answer."""
        most = self.connection.limits.output_kb * 1000
        while True:
            message = self.connection.receive()
            printed = message.get('printed')
            if isinstance(printed, str):  # The suites look at that.
                sys.stdout.write(printed[:most])
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
            self.typing_error, self.asked = error, prompt
            self.connection.send({'none': str(error)})
        else:
            self.connection.send({'answer': str(answer)})

    def _make(self, described: dict) -> Any:
        """Return the stand-in for what the submission has described, or the
        position of ours that it means.
        """
        place, handle = described.get('lent'), described.get('handle')
        if isinstance(place, int) and self._lent \
                and 0 <= place < len(self._lent.states):
            return self._lent.states[place]
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
