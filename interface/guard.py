"""The guard of a game: whoever breaks a contract is named, in one line.

    with Guard(history) as guard:
        while not guard.is_over():
            move = guard.choose(strategy)
            history.add(move, guard.make_move(move))

While all goes well, the guard looks only at what this loop asks for. If anything
fails, the game is played again from its start, and the strategy is asked again,
this time with guarded states: they stand in for the states of the game, and
every call of their methods is watched. The first broken contract is named. All
of this may raise BreachError, whose text is the line to print; and so may
everything else in the block that calls the code of a game or a strategy.
"""
from contextlib import contextmanager, nullcontext, redirect_stdout
from copy import copy, deepcopy
from dataclasses import dataclass, field, replace
from functools import cache, partial, reduce
from io import StringIO
from os.path import commonprefix
from reprlib import Repr
from types import TracebackType
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional
import random
import re
import sys
from game import Game
from game_state import GameState
from interface.contracts import CONTRACTS, EXTRAS, GAME_METHODS, HOOKS, \
    BreachError, Call, Survey, TooManyError, ask, check_exactness, \
    check_is_over, check_is_valid_move, check_is_winner, check_make_move, check_player, check_start, compare_moves, \
    describe_cycle, find_breach, find_defect, find_identity, is_own, lacks
from interface.errors import Attempt, Place, describe_failure, \
    describe_with_place, has_misread, is_user_error, name_of, note_line, \
    trace_error
from interface.history import History
from interface.setup import BrokenGameError
from interface.words import drop_addresses, flatten, format_value, \
    make_player_title
from interface.worker import Listener

Strategy = Callable[..., Any]
Maker = Callable[[], Game]  # Makes a game at the same position each time.

# === What changes a position ===

# A position has changed if one of these shows it: attributes may be notes.
VIEWS = ('get_possible_moves', 'get_current_player_name', '__str__',
         '__repr__')
MARGIN, WIDTH = 15, 45  # Of a long text: before its first change, and in all.

Looks = dict[str, str]  # Texts by the name of an attribute or of a view.


def view(state: Any) -> Looks:
    """Return what VIEWS show of state, as far as it has them."""
    looks = {}
    for name in VIEWS:
        if hasattr(state, name) and not lacks(type(state), name):
            shown = getattr(state, name)()
            # Moves may come in any order, for example in that of a set.
            looks[name] = drop_addresses(
                ', '.join(show_sorted(shown))
                if name == 'get_possible_moves' else str(shown))
    return looks


def show_sorted(moves: Iterable[Any]) -> list[str]:
    """Return moves, which may fail to be shown, as sorted texts."""
    return sorted(str(Attempt(str, move).result) for move in moves)


def look(state: Any) -> Looks:
    """Return the public attributes of state, and what VIEWS show of it."""
    writer = Repr()
    writer.maxlist = writer.maxtuple = writer.maxdict = writer.maxset = 100
    writer.maxstring = writer.maxother = 1000
    slots = [name for each in type(state).__mro__
             for name in vars(each).get('__slots__', ())]
    names = [name for name in [*getattr(state, '__dict__', {}), *slots]
             if not name.startswith('_') and hasattr(state, name)]
    return {name: drop_addresses(writer.repr(getattr(state, name)))
            for name in names} | view(state)


def find_changes(before: Looks, after: Looks) -> str:
    """Return in words how a position has changed, in at most two things, or ''.

    >>> find_changes({'left': '4', '__str__': 'IIII'},
    ...              {'left': '3', '__str__': 'III'})
    'left was 4 and is 3 now'
    """
    found = [name for name in before
             if name in after and before[name] != after[name]]
    if not set(found) & set(VIEWS):
        return ''
    attributes = [name for name in found if name not in VIEWS]
    return ', '.join(compare(name, before[name], after[name])
                     for name in (attributes or found)[:2])


def compare(name: str, before: str, after: str) -> str:
    """Return in words how the text with this name has changed."""
    start = max(0, len(commonprefix([before, after])) - MARGIN)
    was, now = (flatten(text) if len(text) <= WIDTH else
                '...' * (start > 0) + flatten(text[start:], WIDTH)
                for text in (before, after))
    return f'{name} was {was} and is {now} now'


def find_changes_in(game: Any, before: Looks) -> str:
    """Return how the state of game differs from before, or ''."""
    state = getattr(game, 'current_state', None)
    attempt = Attempt(look, state)
    return f'current_state is {format_value(state)} now' \
        if attempt.error or not hasattr(state, 'get_possible_moves') \
        else find_changes(before, attempt.result)


def describe_deed(game: Any, state: Any, changes: str) -> str:
    """Return what a strategy did at state: changed it, or replaced it."""
    now = getattr(game, 'current_state', None)
    return f'changed the position: {changes}' if now is state or now is None \
        else f'put another position into current_state: {changes}'


def look_twice(make: Maker) -> Looks:
    """Return what one sees of the state that make makes, apart from what
    differs each time.
    """
    first, second = look(make().current_state), look(make().current_state)
    return {name: text for name, text in first.items()
            if second.get(name) == text}


def find_changer(make: Maker) -> str:
    """Return in words which method changes the state that make makes, and how,
    or ''. It is the first one in CONTRACTS: others are likely to call it.
    """
    game = make()
    before, calls = look(game.current_state), list_calls(game)
    for name, *given in calls:
        make_call(game, name, *given)
    if not find_changes(before, look(game.current_state)):
        return ''
    untouched = look_twice(make)
    for name, *given in calls:
        game = make()
        call = make_call(game, name, *given)
        changes = find_changes(untouched, look(game.current_state))
        if changes:
            whose = 'the' if name in GAME_METHODS else 'its own'
            return f'{call.name_method(name)} changed {whose} state: {changes}'
    return ''


# === What can be asked at a position ===

MOST_MOVES = 20  # The moves of a position that are tried.

# Inputs that are not moves in most games. None of them may trouble a game.
TEXTS = ('', ' ', 'nonsense', 'no move at all', '-1', '0', '1.5', '9' * 50,
         '\u0663', '\u00b2', 'h\u00e9 \u77f3 \U0001f5ff', '\0', "'", '(', '((',
         '%s {0} \\', '1 2 3', ',', 'None', '[]')


class After(tuple[Any, ...]):
    """Moves, in place of the state that they lead to."""


def list_calls(game: Game, made: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
    """Return what can be asked about the state of game, to which the moves in
    made have led: names of methods, with what they are given.
    """
    state = game.current_state
    moves = list(state.get_possible_moves())[:MOST_MOVES]
    read = [Attempt(game.str_to_move, text) for text in TEXTS]
    given: dict[str, list[Any]] = {
        'is_over': [After()],
        'is_valid_move': [*moves, *list(made)[-MOST_MOVES:], *[
            reading.result for reading in read if not reading.error]],
        'make_move': moves,
        'is_winner': ['p1', 'p2'],
        'str_to_move': [*TEXTS, *[text for move in moves
                                  for text in (str(move), move)]]}
    calls: list[tuple[Any, ...]] = []
    for name in CONTRACTS:
        if name in given:
            calls += [(name, each) for each in given[name]]
        elif name not in (*HOOKS, *EXTRAS) or is_own(state, name):
            calls.append((name,))
        if name == 'make_move':
            calls += [('is_over', After([move])) for move in moves]
    return calls


def make_call(game: Any, name: str, *given: Any) -> Call:
    """Return the call of a method with what list_calls gives it."""
    state = game.current_state
    if name == 'is_over':
        attempt = Attempt(reduce, lambda here, move: here.make_move(move),
                          given[0], state)
        if attempt.error:
            return Call(game, state, 'make_move', given[0], None, attempt.error)
        given = (attempt.result,)
    return ask(game, state, name, *given)


@dataclass
class Position:
    """A position that a game has come to.

    === Attributes ===
    begin: returns a new game, always the same one
    path: the moves that have led here
    origin: in words, how the game is set up
    game: the game, whose current_state is this position
    state: the position itself
    """
    begin: Maker
    path: list[Any]
    origin: str = ''
    game: Game = field(init=False)
    state: Any = field(init=False)

    def __post_init__(self) -> None:
        """Go to the position that path leads to from the beginning."""
        self.game = self.make()
        self.state = self.game.current_state

    def make(self, more: Iterable[Any] = ()) -> Game:
        """Return a new game at this position, or more moves later."""
        game = self.begin()
        for move in (*self.path, *more):
            game.current_state = game.current_state.make_move(move)
        return game

    def __str__(self) -> str:
        """Return in words how one gets to this position."""
        moves = ', '.join(map(str, self.path))
        return f'{self.origin}, ' + (f'after {moves}' if moves
                                     else 'at the beginning')


class Finding(NamedTuple):
    """A breach that was found at a position.

    === Attributes ===
    name: the method, or whatever else was looked at
    line: what is wrong, in words
    place: the line of code that has raised an error, if any
    """
    name: str
    line: str
    place: Optional[Place] = None


# What follows from a breach of these would be taken for breaches of others: if
# one of these is found, nothing else is looked at.
BASICS = list(CONTRACTS)[:7]


def examine(position: Position, failed: set[str],
            seen: dict[str, tuple[dict[str, Any], str]]) -> Iterator[Finding]:
    """Yield what is wrong at position: the first breach of each method that has
    not failed before. By its repr, seen has what each position looks like.
    """
    failed = set(failed)
    for name in BASICS[:5]:
        finding = find_at(position, name, *[After()] * (name == 'is_over'))
        if finding:
            yield finding
            return
    changes = find_changer(position.make)
    if changes:
        yield Finding('changes', f'{changes}: a position never changes')
        return
    changes = find_changes(look(position.state), look(position.state))
    if changes:
        yield Finding('looks', f'{type(position.state).__name__} looks '
                               f'different each time: {changes}')
        return
    for name, *given in list_calls(position.game, position.path)[4:]:
        finding = None if name in failed else find_at(position, name, *given)
        if finding:
            failed.add(name)
            yield finding
        if failed & set(BASICS):
            return
    if '__repr__' not in failed:
        line = compare_reprs(position, seen)
        if line:
            yield Finding('__repr__', line)


def find_at(position: Position, name: str, *given: Any) -> Optional[Finding]:
    """Return what is wrong with a call at position, if anything is."""
    owner = position.game if name in GAME_METHODS else position.state
    defect = find_defect(owner, name)
    if defect:
        return Finding(name, defect)
    call = make_call(position.game, name, *given)
    attempt = Attempt(find_breach, call)
    error = call.error or attempt.error
    line = attempt.result or error and describe_failure(error)
    return Finding(name, line, next(iter(trace_error(error)), None)
                   if error else None) if line else None


def compare_reprs(position: Position,
                  seen: dict[str, tuple[dict[str, Any], str]]) -> str:
    """Return how the repr of position is unlike that of an equal position, or
    equal to that of another one in seen, or ''. Add it to seen.
    """
    state, again = position.state, position.make().current_state
    method = f'{type(state).__name__}.__repr__ returned {format_value(state)}'
    if repr(again) != repr(state):
        return f'{method}, and {format_value(again)} after the same moves: ' \
               f'equal positions should have the same repr'
    here = {'player to move': state.get_current_player_name(),
            'picture': str(state),
            'possible moves': sorted(map(str, state.get_possible_moves())),
            'winner': [position.game.is_winner(player)
                       for player in ('p1', 'p2')]}
    there, how = seen.setdefault(repr(state), (here, str(position)))
    differ = [name for name, shown in here.items() if shown != there[name]]
    return differ and f'{method} for two positions that differ in the ' \
                      f'{" and the ".join(differ)}: here, and with {how}' or ''


# === Guarded games and states ===

# Positions that follow a small one; a very small one.
MOST_NEXT, FEW_NEXT = 250, 50

MOST_CALLS = 5_000  # Of a strategy's calls, those that are looked at closely.


@dataclass
class Watch:
    """Watches the methods of a game while a strategy calls them.

    === Attributes ===
    position: where the strategy is asked
    sees_cycles: whether coming back to a position is a breach
    breach: the first breach, or ''
    left: how many more calls are looked at closely
    """
    position: Position
    sees_cycles: bool = False
    breach: str = ''
    left: int = MOST_CALLS

    def call(self, link: 'Link', name: str, *given: Any, **named: Any) -> Any:
        """Return what the method called name of what link guards returns."""
        thing, given = link.thing, tuple(map(unwrap, given))
        game, state = (thing, thing.current_state) if name in GAME_METHODS \
            else (copy(self.position.game), thing)
        self._expect(find_defect(thing, name))
        is_close, self.left = self.left > 0, self.left - 1
        before = look(state) if is_close else {}
        method = getattr(thing, name, None)
        if name in vars(GameState) and not is_own(thing, name):
            # What a default calls is seen, too.
            method = partial(getattr(GameState, name), link.guard())
        attempt = Attempt(lambda: method(*given, **named))
        result = unwrap(attempt.result)
        breach = Attempt(find_breach, Call(
            game, state, name, given, result, attempt.error), not is_close
            ).result
        self._expect(breach or '')
        if is_close and find_changes(before, Attempt(
                look, game.current_state if game is thing else state).result
                or {}):
            self._expect(find_changer(partial(self.position.make, link.path())))
        if attempt.error:
            raise attempt.error
        if name == 'make_move':
            after = Link(result, self, link, given)
            if self.sees_cycles and is_close:
                self._expect(after.find_cycle())
            return after.guard()
        if name == 'search_state':
            return Link(result, self, link.before, link.moves).guard()
        return result

    def _expect(self, breach: str) -> None:
        """Raise BreachError if there is a breach. Note the first one."""
        if breach:
            self.breach = self.breach or breach
            raise BreachError(breach)


@dataclass
class Link:
    """What a guarded game or state stands for.

    === Attributes ===
    thing: the game or state itself
    watch: sees its calls
    before: of a state: that of the state before it; of a game: of its state
    moves: the move that has led from there to this state
    identity: what tells this state from others, once that is asked
    is_game: whether the thing is a game
    """
    thing: Any
    watch: Watch
    before: Optional['Link'] = None
    moves: tuple[Any, ...] = ()
    identity: Any = None
    is_game: bool = False

    def guard(self) -> Any:
        """Return what stands in for the thing."""
        guarded: Any = object.__new__(make_guarded_class(type(self.thing)))
        object.__setattr__(guarded, '_link_of_guard', self)
        return guarded

    def path(self) -> list[Any]:
        """Return the moves that have led here since the strategy was asked."""
        path: list[Any] = []
        link = self
        while link.before is not None:
            path += link.moves[::-1]
            link = link.before
        return path[::-1]

    def find_cycle(self) -> str:
        """Return in words that this state is like one before it, or ''."""
        self.identity = find_identity(self.thing)
        link, moves = self, list(self.moves)
        while link.before is not None:
            link = link.before
            link.identity = link.identity or find_identity(link.thing)
            if link.identity == self.identity:
                return describe_cycle(self.watch.position.game, moves[::-1])
            moves += link.moves
        return ''

    def get(self, name: str) -> Any:
        """Return what the thing has by this name. Methods are watched."""
        if name in CONTRACTS and self.is_game == (name in GAME_METHODS) \
                and (hasattr(self.thing, name)
                     or name not in (*HOOKS, *EXTRAS)):
            return partial(self.watch.call, self, name)
        value = getattr(self.thing, name)
        if name != 'current_state' or not self.is_game:
            return value
        if self.before is None or self.before.thing is not value:
            self.before = Link(value, self.watch)
        return self.before.guard()


class Guarded:
    """Stands in for a game or a state, as an object of its class would: it has
    the same attributes, equals the same objects, and can be copied.
    """
    __slots__ = ('_link_of_guard',)

    def __getattr__(self, name: str) -> Any:
        """Return what the thing has by this name."""
        return link_of(self).get(name)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute of the thing."""
        link = link_of(self)
        setattr(link.thing, name, unwrap(value))
        if name == 'current_state' and isinstance(value, Guarded):
            link.before = link_of(value)

    def __delattr__(self, name: str) -> None:
        """Delete an attribute of the thing."""
        delattr(link_of(self).thing, name)

    def __copy__(self) -> Any:
        """Return a guarded copy of the thing."""
        return replace(link_of(self), thing=copy(link_of(self).thing)).guard()

    def __deepcopy__(self, memo: Any) -> Any:
        """Return a guarded copy of the thing and all that it holds."""
        return replace(link_of(self), thing=deepcopy(link_of(self).thing, memo)
                       ).guard()


def guard_game(watch: Watch) -> Any:
    """Return a guarded game at the position of watch."""
    return Link(watch.position.game, watch, is_game=True).guard()


def link_of(guarded: Any) -> Link:
    """Return what a guarded game or state stands for."""
    link: Link = object.__getattribute__(guarded, '_link_of_guard')
    return link


def unwrap(value: Any) -> Any:
    """Return value, or what it stands in for."""
    return link_of(value).thing if issubclass(type(value), Guarded) else value


@cache
def make_guarded_class(kind: type) -> type:
    """Return the class of what stands in for objects of class kind."""
    def forward(name: str) -> Callable[..., Any]:
        """Return a method that does what the thing's own one does."""
        return lambda self, *given: link_of(self).get(name)(
            *map(unwrap, given))
    # Python looks for these in the class, not in the object.
    special = {name for name in dir(kind) if re.fullmatch('__[a-z]+__', name)
               and callable(getattr(kind, name)) and name not in KEPT}
    return type(kind.__name__, (Guarded,), {
        '__slots__': (), '__class__': property(lambda _: kind),
        '__new__': lambda _, *given, **named: kind(*given, **named),
        **{name: forward(name) for name in special}})


KEPT = {*vars(Guarded), '__class__', '__new__', '__init__', '__getattribute__',
        '__init_subclass__', '__subclasshook__', '__del__', '__dir__'}


def watch_strategy(make: Maker, strategy: Strategy,
                   error: Optional[BaseException] = None) -> str:
    """Return the first contract that the game breaks when strategy is asked for
    a move in what make makes, or ''. It has raised error before, unless None.
    """
    is_deep = isinstance(error, (RecursionError, MemoryError)) \
        or type(error).__name__ == 'CycleError'
    attempt = Attempt(Position, make, [])
    if attempt.error:
        return describe_failure(attempt.error)
    watch = Watch(attempt.result, is_deep)
    with redirect_stdout(StringIO()):
        Attempt(strategy, guard_game(watch))
    return watch.breach or Attempt(find_changer, make).result or ''


# === The guard ===

class Guard:
    """Watches a game as it is played.

    === Attributes ===
    history: the game, its positions and its moves
    lacking: a line for each method of the game that something stands in for
    remarks: what is wrong and does not end the game, in lines to be printed
    before_replay: called before the game is played again
    is_alone: whether nobody types or reads anything
    """
    history: History
    lacking: list[str]
    remarks: list[str]
    before_replay: Callable[[], Any]
    is_alone: bool
    _begin: Optional[Maker]
    _random: Any
    _told: set[str]
    _line: list[Looks]

    def __init__(self, history: History, begin: Optional[Maker] = None,
                 p1_starts: Optional[bool] = None) -> None:
        """Watch the game in history. To play it again, begin makes the same
        game; by default, that is a copy of it. It began with player 1 if
        p1_starts, with player 2 if not, and with either if that is None.
        """
        self.remarks, self._told = [], set()
        self.before_replay = lambda: None
        self.is_alone = begin is not None
        self.watch(history, begin)
        start = '' if p1_starts is None else check_start(
            history.game, history.states[0], p1_starts)
        if start:
            self._remark('start', f'{start}.')

    def watch(self, history: History, begin: Optional[Maker] = None) -> None:
        """Watch the game in history from now on."""
        self.history, self.lacking = history, stand_in(history.game)
        self._random, self._begin = random.getstate(), begin
        self._line = list(map(self._glance, history.states[:history.place]))
        # Not everything can be copied. A position that can be is known as it
        # was, whatever is done to it.
        opening = None if begin else Attempt(deepcopy, history.states[0])
        if opening and not opening.error:
            self._begin = lambda: put(history.game, deepcopy(opening.result))

    def __enter__(self) -> 'Guard':
        """Begin to watch."""
        return self

    def __exit__(self, kind: Optional[type], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        """Turn an error of a game into a BreachError. Note where Ctrl-C came.
        """
        if isinstance(error, BrokenGameError):
            error = error.__cause__
        if isinstance(error, KeyboardInterrupt) \
                and not hasattr(error, '__notes__'):
            note_line(error)
        if error and is_user_error(error) and trace_error(error):
            raise self._locate(describe_failure(error)) from error

    def _ask(self, name: str, *given: Any) -> Any:
        """Return what a method of the game or the position returns; raise what
        it raises, or BreachError.
        """
        game = self.history.game
        state = game.current_state
        owner = game if name in GAME_METHODS else state
        defect = find_defect(owner, name)
        if defect:
            raise self._locate(defect)
        with nullcontext() if self.is_alone else listening(self._remark):
            result = getattr(owner, name)(*given)
        self._expect(find_breach(Call(game, state, name, given, result), True))
        return result

    def _remark(self, what: str, line: str) -> None:
        """Add line to the remarks, unless there has been one on this."""
        if what not in self._told:
            self._told.add(what)
            self.remarks.append(line)

    def take_remarks(self) -> list[str]:
        """Return the remarks that have not been printed yet."""
        remarks, self.remarks = self.remarks, []
        return remarks

    def check_picture(self) -> None:
        """Raise BreachError if the position has no picture. Remark what is
        wrong with the methods that add to it.
        """
        self._ask('__str__')
        position = Position(lambda: self.history.game, [])
        for name in EXTRAS[:2]:
            if hasattr(position.state, name):
                finding = find_at(position, name)
                if finding:
                    self._remark(finding.name, f'{finding.line}.')

    def is_over(self) -> bool:
        """Return whether the game is over, or raise BreachError."""
        game, state = self.history.game, self.history.game.current_state
        self._expect(find_defect(state, 'get_possible_moves'))  # Others call it.
        over = self._ask('is_over', state)
        name = self._ask('get_current_player_name')
        self._expect(check_player(Call(game, state, 'get_current_player_name',
                                       (), name)))
        moves = self._ask('get_possible_moves')
        if not self.is_alone:
            again = state.get_possible_moves()
            self._expect('' if show_sorted(moves) == show_sorted(again) else
                         f'{type(state).__name__}.get_possible_moves returned '
                         f'{format_value(moves)} and then, in the same '
                         f'position, {format_value(again)}')
        self._expect(compare_moves(game, state, over, moves))
        for player in ('p1', 'p2') if over else ():
            won = self._ask('is_winner', player)
            self._expect(check_is_winner(Call(game, state, 'is_winner',
                                              (player,), won)))
        return bool(over)

    def choose(self, strategy: Strategy,
               ask_strategy: Callable[[Strategy, Game], Any] =
               lambda strategy, game: strategy(game),
               explain: Optional[Callable[[str], Any]] = None) -> Any:
        """Return the possible move that ask_strategy(strategy, game) returns,
        or raise BreachError. For a player at the keyboard, explain shows what
        was wrong, and they try again.
        """
        game, state = self.history.game, self.history.game.current_state
        before = self._glance(state)
        while True:
            attempt = self._attempt(strategy, ask_strategy, explain is not None)
            move, error = attempt.result, attempt.error
            changes = self._find_changes(before)
            if not error and not changes and self._is_possible(move):
                return move
            self._expect(self._find_culprit(strategy, error, changes,
                                            explain is not None))
            if error and not (explain and has_misread(error)):
                raise self._blame(strategy, describe_failure(error, strategy),
                                  describe_with_place(error)) from error
            if changes:
                deed = describe_deed(game, state, changes)
                raise self._blame(strategy, f'{name_of(strategy)} {deed}',
                                  f'it {deed}')
            if not explain:
                raise self._blame(
                    strategy, f'its strategy {name_of(strategy)} returned '
                    f'{format_value(move)}, which is not a possible move',
                    format_value(move), is_illegal=True)
            explain(f'{describe_failure(error)}. Try another move.' if error
                    else f'{format_value(move)} is not a possible move here.')

    def _attempt(self, strategy: Strategy,
                 ask_strategy: Callable[[Strategy, Game], Any], is_typed: bool
                 ) -> Attempt:
        """Return the attempt to choose; note where Ctrl-C has stopped it."""
        self._random = random.getstate()
        try:
            with nullcontext() if is_typed or self.is_alone \
                    else listening(self._remark):
                attempt = Attempt(ask_strategy, strategy, self.history.game)
        except KeyboardInterrupt as interrupt:
            note_line(interrupt, strategy, is_typed)
            raise
        error = attempt.error
        leaves = isinstance(error, SystemExit) and not is_typed \
            or isinstance(error, EOFError) and self.is_alone
        if error and not leaves and not is_user_error(error):
            raise error
        return attempt

    def _is_possible(self, move: Any) -> bool:
        """Return whether move is possible. The game must agree with itself."""
        game, state = self.history.game, self.history.game.current_state
        call = ask(game, state, 'is_valid_move', move)
        if not call.result and Attempt(lambda: move in
                                       state.get_possible_moves()).result:
            self._expect(check_is_valid_move(call))
        return bool(call.result)

    def make_move(self, move: Any) -> Any:
        """Return the position that move leads to, or raise BreachError."""
        game, state = self.history.game, self.history.game.current_state
        before = self._glance(state)
        self._look_for_cycle(before)
        attempt = Attempt(self._ask, 'make_move', move)
        changes = self._find_changes(before)
        if changes:
            self._expect(Attempt(find_changer, self.make_again).result or
                         f'{type(state).__name__}.make_move changed its own '
                         f'state: {changes}')
        if attempt.error:
            raise attempt.error
        self._expect(check_make_move(Call(game, state, 'make_move', (move,),
                                          attempt.result)))
        return attempt.result

    def _glance(self, state: Any) -> Looks:
        """Return what shows whether state has changed."""
        if self.is_alone:  # There, time counts.
            return {'__repr__': str(Attempt(repr, state).result)}
        looks: Looks = Attempt(view, state).result or {}
        return looks

    def _look_for_cycle(self, here: Looks) -> None:
        """Remark that the game has come back to a position, if it has."""
        history, place = self.history, self.history.place
        self._line[place:] = [here]
        number = self._line.index(here)
        if number < place and find_identity(history.states[number]) \
                == find_identity(history.states[place]):
            self._remark('cycle', describe_cycle(
                history.game, history.moves[number:place]) + '.')

    def _find_changes(self, before: Looks) -> str:
        """Return how the position differs from what it looked like before."""
        game = self.history.game
        state = getattr(game, 'current_state', None)
        now = self._glance(state)
        if now == before:
            return ''
        again = Attempt(look_twice, self.make_again)
        if not again.error and self._begin is not None:
            return find_changes_in(game, again.result)
        later = self._glance(state)
        return find_changes_in(game, {
            name: text for name, text in before.items()
            if now.get(name) == later.get(name)})

    def _find_culprit(self, strategy: Strategy, error: Optional[BaseException],
                      changes: str, is_typed: bool) -> str:
        """Return what the game has done wrong while strategy was asked."""
        if is_typed:
            return changes and Attempt(find_changer, self.make_again
                                       ).result or ''
        self.before_replay()
        now = random.getstate()
        random.setstate(self._random)
        breach = watch_strategy(self.make_again, strategy, error)
        random.setstate(now)
        return breach

    def make_again(self, place: Optional[int] = None) -> Game:
        """Return a copy of the game as it was at this place, before others had
        it: by default, at the current one.
        """
        history = self.history
        place = history.place if place is None else place
        if self._begin is None:
            return put(history.game, history.states[place])
        return Position(self._begin, history.moves[:place]).game

    def look_back(self, most: int) -> bool:
        """Remark the first breach in the last positions of a game that is over:
        those from which no more than this many follow. Return whether there is
        one.
        """
        with redirect_stdout(StringIO()):
            attempt = Attempt(self._look_back, most)
        error = attempt.error
        if error and is_user_error(error) and trace_error(error):
            self._remark('end', f'{describe_failure(error)}.')
        elif attempt.result:
            self._remark('end', attempt.result)
        return 'end' in self._told

    def _look_back(self, most: int) -> str:
        """Return that breach, and where it is, or ''."""
        history = self.history
        survey, seen = Survey(history.game), dict[str, Any]()
        for place in range(history.place, -1, -1):
            position = Position(partial(self.make_again, place), [])
            try:
                survey.check(position.state, history.moves[:place], most)
            except TooManyError:
                break
            except BreachError as breach:
                if 'cycle' in self._told:
                    break
                return str(self._locate(str(breach), place, breach.path))
            for finding in examine(position, self._told, seen):
                return str(self._locate(finding.line, place))
            line = check_exactness(ask(position.game, position.state,
                                       'rough_outcome'))
            if line:
                return str(self._locate(line, place))
        return ''

    def _expect(self, breach: str) -> None:
        """Raise BreachError, saying where the game is, if there is a breach."""
        if breach:
            raise self._locate(breach)

    def _blame(self, strategy: Strategy, line: str, detail: str,
               is_illegal: bool = False) -> BreachError:
        """Return the error that says line of the player who was to move."""
        name = Attempt(self.history.states[self.history.place]
                       .get_current_player_name).result
        error = self._locate(f'{make_player_title(str(name))} cannot go on: '
                             f'{line}')
        error.strategy, error.detail = strategy, detail
        error.is_illegal = is_illegal
        return error

    def _locate(self, line: str, place: Optional[int] = None,
                path: tuple[Any, ...] = ()) -> BreachError:
        """Return the error that says line, and where: at this place, and the
        moves in path later.
        """
        place = self.history.place if place is None else place
        attempt = Attempt(Position, partial(self.make_again, place), list(path))
        state = self.history.states[place] if attempt.error \
            else attempt.result.state
        # A game whose author is not that far has no __repr__.
        shown = next((text for text in (
            Attempt(show, state).result for name, show in
            (('__repr__', repr), ('__str__', str))
            if not lacks(type(state), name)) if text), format_value(state))
        error = BreachError(f'{line}, at move {place + len(path) + 1}. '
                            f'Position: {flatten(drop_addresses(shown), 200)}')
        error.detail = line
        return error


@contextmanager
def listening(remark: Callable[[str, str], None]) -> Iterator[None]:
    """Remark that something is printed in a with statement, and by whom."""
    listener: Any = Listener(sys.maxsize)
    try:
        with redirect_stdout(listener):
            yield
    finally:
        if listener.heard:
            remark(listener.who, f'{describe_noise(listener)}.')


def describe_noise(listener: Listener) -> str:
    """Return in words who has printed, though only a strategy that asks a
    player should.
    """
    return f'{listener.heard}: only a strategy that asks a player should print'


def put(game: Game, state: Any) -> Game:
    """Return a copy of game whose current_state is state."""
    game = copy(game)
    game.current_state = state
    return game


def stand_in(game: Any) -> list[str]:
    """Give game what it lacks to play. Return a line for each such method."""
    def is_over(state: Any) -> bool:
        """Return whether there are no moves."""
        return not state.get_possible_moves()

    def str_to_move(text: str) -> Any:
        """Return the possible move that is shown as text, or text."""
        moves = game.current_state.get_possible_moves()
        return {str(move): move for move in moves}.get(text.strip(), text)
    lines = []
    for name, method, words in (
            ('get_instructions', str, 'there are no rules to show'),
            ('is_over', is_over, 'the game ends when there are no moves'),
            ('str_to_move', str_to_move, 'moves are read as they are shown')):
        if name not in getattr(game, '__dict__', {}) and lacks(type(game), name):
            setattr(game, name, method)
            lines.append(f'{type(game).__name__} lacks {name}: {words}.')
    return lines
