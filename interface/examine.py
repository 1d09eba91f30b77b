"""Examining a position of a game: what is wrong there, and who is the culprit.

--check examines all positions of some random games; the guard examines one
where something seems wrong while a game is played.
"""
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from os.path import commonprefix
from typing import Any, Callable, Iterable, Iterator, Optional
from game import Game
from interface.contracts import CONTRACTS, GAME_METHODS, NEVER_RAISE, \
    OPTIONAL, Call, ask, check_search_state, check_soon, contains, \
    find_breach, find_defect, find_defects, find_final_score, is_own, lacks, \
    show
from interface.words import Attempt, BreachError, describe_failure, \
    describe_score, flatten, format_value

Looks = dict[str, str]  # Texts by the name of an attribute or of a view.

# What shows a position, apart from its public attributes.
VIEWS = ('get_possible_moves', 'get_current_player_name', '__str__', '__repr__')
LOOKS = 8  # What is left to chance differs in one of them.
MARGIN, WIDTH = 15, 45  # Of a long text: before its first change, and in all.
MOST_MOVES = 20  # The moves of a position that are tried.
MOST_NEXT = 250  # Positions that follow a small one.
MOST_CALLS = 3_000  # Of a strategy's calls, those that are looked at.

# Inputs that are not moves in most games. None of them may trouble a game.
TEXTS = ('', ' ', 'nonsense', 'no move at all', '-1', '0', '1.5', '9' * 50,
         '\u0663', '\u00b2', 'h\u00e9 \u77f3 \U0001f5ff', '\0', "'", '(', '((',
         '%s {0} \\', '1 2 3', ',', 'None', '[]')

CHANGES, CYCLE = 'changes', 'cycle'  # The names of breaches of no one method.

# What follows from a breach of these would be taken for breaches of others: if
# one of these is found, nothing else is looked at.
BASICS = {*list(CONTRACTS)[:8], CHANGES, CYCLE}


@dataclass
class Position:
    """A position that a game has come to.

    === Attributes ===
    begin: returns a new game, always the same one
    moves: the moves that have led here
    origin: in words, how the game is set up
    game: the game, whose current_state is this position
    states: the positions from the beginning to this one
    shown: what this position has shown since it was made, [] if not looked at
    """
    begin: Callable[[], Game]
    moves: list[Any] = field(default_factory=list)
    origin: str = ''
    game: Any = field(init=False)
    states: list[Any] = field(init=False)
    shown: list[str] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        """Go to the position that the moves lead to."""
        self.game = self.begin()
        self.states = [self.game.current_state]
        for move in self.moves:
            self.states.append(self.state.make_move(move))
        self.game.current_state = self.state

    @property
    def state(self) -> Any:
        """The position itself."""
        return self.states[-1]

    @property
    def place(self) -> int:
        """How many moves have led here."""
        return len(self.moves)

    def after(self, *moves: Any) -> 'Position':
        """Return this position in a new game, or the one after moves."""
        return Position(self.begin, [*self.moves, *moves], self.origin)

    def __str__(self) -> str:
        """Return in words how one gets to this position."""
        return ', '.join(filter(None, [self.origin, describe_path(self.moves)]))


def describe_path(moves: Iterable[Any]) -> str:
    """Return in words after which moves that is."""
    path = ', '.join(map(str, moves))
    return f'after {path}' if path else 'at the beginning'


def view(state: Any, but: str = '') -> list[str]:
    """Return what shows whether state has changed, by all methods in VIEWS but
    this one. It may lack some.
    """
    return [show(ask(None, state, name).result) for name in VIEWS
            if name != but]


def find_changes(state: Any, now: Any) -> str:
    """Return in words how a position that should look like state looks now, in
    at most two things, or ''. What looks different each time does not count.
    """
    if not hasattr(now, 'get_possible_moves'):
        return f'current_state is {format_value(now)} now'
    before, *again = [look(state) for _ in range(LOOKS)]
    after = look(now)
    found = [name for name in before if before[name] != after.get(name)
             and all(each.get(name) == before[name] for each in again)]
    if not set(found) & set(VIEWS):
        return ''  # Attributes may be notes.
    attributes = [name for name in found if name not in VIEWS]
    return ', '.join(compare(name, before[name], after.get(name, 'missing'))
                     for name in (attributes or found)[:2])


def look(state: Any) -> Looks:
    """Return the public attributes of state, and what VIEWS show of it."""
    slots = [slot for each in type(state).__mro__
             for slot in vars(each).get('__slots__', ())]
    looks = {attribute: format_value(getattr(state, attribute), 1000)
             for attribute in [*getattr(state, '__dict__', {}), *slots]
             if not attribute.startswith('_') and hasattr(state, attribute)}
    for name in VIEWS:
        with suppress(Exception):  # An unfinished state may lack it.
            looks[name] = show(getattr(state, name)())
    return looks


def compare(name: str, before: str, after: str) -> str:
    """Return in words how the text with this name has changed.

    >>> compare('left', '4', '3')
    'left was 4 and is 3 now'
    """
    start = max(0, len(commonprefix([before, after])) - MARGIN)
    was, now = (flatten(text) if len(text) <= WIDTH else
                '...' * (start > 0) + flatten(text[start:], WIDTH)
                for text in (before, after))
    return f'{name} was {was} and is {now} now'


def find_cycle(game: Any, states: list[Any], moves: Iterable[Any]) -> str:
    """Return in words that game, which moves led through states, is in one of
    them again, or ''.
    """
    here = states[-1]
    for place, state in enumerate(states[:-1]):
        if repr(state) == repr(here) and view(state) == view(here):
            between = ', '.join(map(str, list(moves)[place:]))
            return f'{type(game).__name__} can come back to a position, as ' \
                   f'it does by {between}: minimax never ends there, but ab ' \
                   f'may play it'
    return ''


# === The examination ===

def examine(position: Position, failed: set[str], seen: dict[str, Any]
            ) -> Iterator[BreachError]:
    """Yield what is wrong at position: the first breach of each method. Those
    whose names are in failed, before or by then, are not looked at. By its
    repr, seen has what each position looks like.
    """
    basic = [(method,) for method in list(CONTRACTS)[:4]]
    # What else can be asked relies on these.
    for make in (lambda: [*basic, ('is_over', position.state)],
                 lambda: list_calls(position.after())):
        calls = [] if failed & BASICS else make()
        for (name, *given), later in zip(calls, [*calls[1:], ()]):
            # These are asked about many texts: one look after the last will do.
            looks = name not in NEVER_RAISE or name not in later
            breach = None if name in failed or failed & BASICS \
                else find_at(position, name, *given, looks=looks)
            if breach:
                yield breach
    for name in () if failed & BASICS else (CYCLE, '__repr__'):
        line = find_cycle(position.game, position.states, position.moves) \
            if name == CYCLE else compare_reprs(position, seen)
        if line:
            yield BreachError(line, name=name)


def find_at(position: Position, name: str, *given: Any, may_fail: bool = False,
            looks: bool = True) -> Optional[BreachError]:
    """Return what is wrong with a call at position, if anything is. Any error
    is, unless it may_fail. Unless looks, the position may have changed.
    """
    defects = find_defects(position.game if name in GAME_METHODS
                           else position.state, [name])
    if defects:
        return BreachError(defects[0], name=name)
    call, changes = make_call(position, name, given, looks)
    if changes:
        whose = 'the' if name in GAME_METHODS else 'its own'
        return BreachError(f'{call.name_method()} changed {whose} state: '
                           f'{changes}', name=CHANGES)
    attempt = Attempt(find_breach, call)
    error, line = call.error or attempt.error, attempt.result
    if error and not line and not may_fail:
        line = describe_failure(error)
    return BreachError(line, name=name) if line else None


def make_call(position: Position, name: str, given: Iterable[Any], looks: bool
              ) -> tuple[Call, str]:
    """Return a call at position and, if looks, in words what it has changed.
    """
    game, state = position.game, position.state
    # A list of moves that is not the same again has a row of its own.
    but = name if name == 'get_possible_moves' else ''
    before = position.shown if position.shown and not but \
        else view(state, but)
    call = ask(game, state, name, *given)
    after = view(state, but) if looks else before
    position.shown = [] if but else after
    return call, '' if game.current_state is state and after == before \
        else find_changes(position.after().state, game.current_state)


def find_changer(position: Position) -> Optional[BreachError]:
    """Return which method changes the state at position, if one does. It is the
    first one in CONTRACTS: others are likely to call it.
    """
    return next((breach for breach in examine(position.after(), set(), {})
                 if breach.name == CHANGES), None)


def list_calls(position: Position) -> list[tuple[Any, ...]]:
    """Return what can be asked at position: names of methods, with what they
    are given.
    """
    game, state = position.game, position.state
    moves = list(state.get_possible_moves())[:MOST_MOVES]
    # This may change the position.
    again = position.after().state
    after = [Attempt(again.make_move, move).result for move in moves]
    read = [Attempt(game.str_to_move, text) for text in TEXTS]
    given: dict[str, list[Any]] = {
        'is_over': [state],
        'is_valid_move': [*moves, *position.moves[-MOST_MOVES:], *[
            reading.result for reading in read if not reading.error]],
        'make_move': moves,
        'is_winner': ['p1', 'p2'],
        'str_to_move': [*TEXTS, *[text for move in moves
                                  for text in (str(move), move)]]}
    calls: list[tuple[Any, ...]] = []
    for name in CONTRACTS:
        if name in given:
            calls += [(name, each) for each in given[name]]
        elif name not in OPTIONAL or is_own(type(state), name):
            calls.append((name,))
        if name == 'make_move':
            calls += [('is_over', each) for each in after
                      if type(each) is type(state)]
    return calls


def compare_reprs(position: Position, seen: dict[str, Any]) -> str:
    """Return how the repr of position is unlike that of an equal position, or
    equal to that of another one in seen, or ''. Add it to seen.
    """
    state, again = position.state, position.after().state
    told = f'{type(state).__name__}.__repr__ returned {format_value(state)}'
    if repr(state) != repr(again):
        other = f'and {format_value(again)}' \
            if format_value(state) != format_value(again) \
            else 'with an address, and with another one'
        return f'{told}, {other} after the same moves: equal positions ' \
               f'should have the same repr'
    return compare_with_seen(position.game, 'with ' * bool(position.origin)
                             + str(position), seen)


def compare_with_seen(game: Any, how: str, seen: dict[str, Any]) -> str:
    """Return how the repr of game's position is equal to that of another one in
    seen, or ''. Add it to seen, with the words that say how one gets there.

    Pictures are not compared: they may show how the position was reached.
    """
    state = game.current_state
    here = {'player to move': state.get_current_player_name(),
            'possible moves': show(state.get_possible_moves()),
            'winner': [game.is_winner(player) for player in ('p1', 'p2')]}
    there, before = seen.setdefault(repr(state), (here, how))
    differ = [name for name, shown in here.items() if shown != there[name]]
    return differ and f'{type(state).__name__}.__repr__ returned ' \
                      f'{format_value(state)} for two positions that differ ' \
                      f'in the {" and the ".join(differ)}: here, and ' \
                      f'{before}' or ''


# === What searches rely on ===

class TooManyError(Exception):
    """Raised when more positions follow than are to be looked at."""


class Survey:
    """Plain minimax, without hooks, over all positions that follow from some
    positions of one game. What hooks and rough_outcome say is compared with it.
    """
    _left: int
    _game: Any
    _keys: dict[Any, tuple[int, str]]
    _seen: dict[str, Any]
    _reprs: list[str]  # Of the states on the way to this one.

    def __init__(self) -> None:
        """Initialize a survey that has seen nothing yet."""
        self._keys, self._seen = {}, {}

    def check(self, position: Position, most: int) -> None:
        """Raise BreachError, with all moves from the beginning, if a hook is
        wrong at position or after it, or if the game can come back to a
        position. Raise TooManyError if more than this many positions follow.
        """
        self._left, self._game = most, copy(position.game)
        self._reprs, state = list(map(repr, position.states)), position.state
        twin = state.search_state() \
            if is_own(type(state), 'search_state') else state
        self._score(position.states, twin, position.moves)

    def _score(self, line: list[Any], twin: Any, path: list[Any]) -> int:
        """Return the score of the last state in line, to which path leads.
        Searches go through twin instead. Raise errors as check does.
        """
        self._left -= 1
        if self._left < 0:
            raise TooManyError
        game, state, scores = self._game, line[-1], dict[int, Any]()
        del self._reprs[len(path):]
        if repr(state) in self._reprs:
            raise_breach(find_cycle(game, line, path), path, CYCLE)
        self._reprs.append(repr(state))
        searched = Call(game, state, 'search_state', (), twin)
        if twin is not state:
            raise_breach(check_search_state(searched), path)
        final = find_final_score(game, state)
        raise_breach(compare_with_seen(game, describe_path(path), self._seen),
                     path, '__repr__')
        moves = state.get_possible_moves() if final is None else []
        if final is None and not moves:
            raise_breach(find_breach(ask(game, state, 'is_over', state)), path)
        for move in moves:
            child = state.make_move(move)
            score = -self._score([*line, child], child if twin is state
                                 else twin.make_move(move), [*path, move])
            scores.setdefault(score, []).append(move)
        score = max(scores) if final is None else final
        rough = ask(game, state, 'rough_outcome')
        if not rough.error:  # An error is found elsewhere.
            raise_breach(find_breach(rough), path)
            raise_breach(check_soon(rough) if scores else '', path)
        best = scores.get(score, [])
        raise_breach(self._find_wrong_hook(twin, score, best, path), path)
        return score

    def _find_wrong_hook(self, state: Any, score: int, best: list[Any],
                         path: list[Any]) -> str:
        """Return how a hook at state, to which path leads, is at odds with this
        score, which the moves in best lead to, or ''.
        """
        known, candidates, key = [
            ask(self._game, state, name) if is_own(type(state), name) else None
            for name in ('known_score', 'candidate_moves', 'search_key')]
        for call in filter(None, (known, candidates, key)):
            breach = describe_failure(call.error) if call.error \
                else find_breach(call)
            if breach:
                return breach
        if known and known.result not in (None, score):
            return known.expect(f'{score}, as plain minimax finds, or None')
        if candidates and best and not any(
                contains(best, move) for move in candidates.result):
            return f'{candidates}, which leaves out every best move: ' \
                   f'{format_value(best[0])} {describe_score(score)}'
        if key:
            there, how = self._keys.setdefault(key.result, (
                score, describe_path(path)))
            if there != score:
                return f'{key} for two positions with different scores: ' \
                       f'{score} here, and {there} {how}'
        return ''


def raise_breach(breach: str, path: Iterable[Any], name: str = '') -> None:
    """Raise BreachError if there is a breach after the moves in path."""
    if breach:
        raise BreachError(breach, path, name)


# === Watching a strategy ===

class Watch:
    """Notes which methods of a game, and at which positions, a strategy calls.

    The game and its states are made objects of subclasses of their classes, in
    which the methods in the table of contracts are noted. A student's classes
    are left alone.

    === Attributes ===
    calls: for each call, the moves that lead to the position, the method's
        name, and what it was given
    """
    calls: list[tuple[tuple[Any, ...], str, tuple[Any, ...]]]
    _is_busy: bool
    _paths: dict[int, tuple[Any, tuple[Any, ...]]]
    _classes: dict[type, type]

    def __init__(self, game: Game) -> None:
        """Watch game, which nobody else may use."""
        self.calls, self._is_busy = [], False
        self._paths, self._classes = {}, {}
        self._change_class(game, True)
        self._add(game.current_state, ())

    def find_path(self, state: Any) -> Optional[tuple[Any, ...]]:
        """Return the moves that have led to state, None if it is not known."""
        return self._paths.get(id(state), (None, None))[1]

    def _change_class(self, thing: Any, is_game: bool) -> None:
        """Make thing an object of a subclass whose methods are watched."""
        kind: Any = type(thing)
        if kind in self._classes.values():
            return
        # What is only inherited from GameState does nothing wrong.
        names = [name for name in CONTRACTS if (name in GAME_METHODS) == is_game
                 and (is_own(kind, name) or lacks(kind, name))
                 and (name not in OPTIONAL or hasattr(kind, name))]
        with suppress(TypeError):  # Not all classes let themselves be extended.
            if kind not in self._classes:
                self._classes[kind] = type(kind.__name__, (kind,), {
                    '__slots__': (),
                    **{name: self._make_method(kind, name) for name in names}})
            # Some classes refuse to set attributes.
            object.__setattr__(thing, '__class__', self._classes[kind])

    def _make_method(self, kind: type, name: str) -> Callable[..., Any]:
        """Return a method like the one called name, which notes its calls."""
        def method(thing: Any, *given: Any, **named: Any) -> Any:
            """Call that one, for thing."""
            usual = getattr(super(self._classes[kind], thing), name)
            path = self.find_path(thing.current_state if name in GAME_METHODS
                                  else thing)
            # Calls from inside other methods do not count.
            if path is None or self._is_busy or len(self.calls) >= MOST_CALLS:
                return usual(*given, **named)
            arguments = (*given, *named.values())
            # A missing method is missing from the start.
            self.calls.append((() if find_defect(kind, name) else path, name,
                               arguments))
            self._is_busy = True
            try:
                result = usual(*given, **named)
            finally:
                self._is_busy = False
            if name in ('make_move', 'search_state'):
                self._add(result, path + arguments)
            return result
        return method

    def _add(self, state: Any, path: tuple[Any, ...]) -> None:
        """Watch state, to which path leads."""
        self._change_class(state, False)
        self._paths[id(state)] = state, path


def watch_strategy(position: Position, strategy: Callable[..., Any],
                   error: Optional[BaseException] = None
                   ) -> Optional[BreachError]:
    """Return the first contract that the game breaks when strategy is asked for
    a move at position, if any. It has raised error before, unless None.
    """
    if isinstance(error, (RecursionError, MemoryError)) \
            or type(error).__name__ == 'CycleError':
        found: Any = Attempt(Survey().check, position.after(), MOST_NEXT).error
        if getattr(found, 'name', '') == CYCLE:
            return BreachError(str(found))
    game = position.after().game
    watch = Watch(game)
    Attempt(strategy, game)
    for path, name, given in watch.calls[:]:
        about = watch.find_path(*given) if name == 'is_over' else None
        if about is not None:
            # The state that it is given is made again, too.
            given = (position.after(*about).state,)
        with suppress(Exception):  # A wrong game may not get there again.
            here = position.after(*path)
            # A call with a wrong argument may raise an error.
            is_right = not given or name == 'make_move' \
                and contains(here.state.get_possible_moves(), *given)
            breach = find_at(here, name, *given, may_fail=not is_right) \
                or name == '__repr__' and compare_reprs(here.after(), {})
            if breach:
                line = str(breach)
                if error and line == describe_failure(error):
                    # It says, too, where strategy made the call.
                    line = describe_failure(error, strategy)
                return BreachError(line, path)
    return None
