"""Examining a position of a game: what is wrong there, and who is the culprit.

--check examines all positions of some random games; the guard examines one
where something seems wrong while a game is played.
"""
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from itertools import repeat
from os.path import commonprefix
from typing import AbstractSet, Any, Callable, Iterable, Iterator, \
    NamedTuple, Optional
import random
from game import Game
from interface.contracts import CONTRACTS, GAME_METHODS, OPTIONAL, Call, \
    contains, find_breach, find_defect_of, find_final_score, is_own, lacks, \
    make_call, show
from interface.words import Attempt, BreachError, describe_failure, \
    describe_score, flatten, format_value

Looks = dict[str, str]  # Texts by the name of an attribute or of a view.

# What shows a position, apart from its public attributes.
# The moves come last: to list them may change what the others show.
VIEWS = ('get_current_player_name', '__str__', '__repr__', 'get_possible_moves')
LOOKS = 8  # What is left to chance differs in one of them.
MARGIN, WIDTH = 15, 45  # Of a long text: before its first change, and in all.
MOST_MOVES = 20  # The moves of a position that are tried.
MOST_NEXT = 250  # Positions that follow a small one.
MOST_PLAIN = 3_000  # Those that are scored again, if something seems wrong.
MOST_CALLS = 3_000  # Of a strategy's calls, those that are looked at.

# Inputs that are not moves in most games. None of them may trouble a game.
TEXTS = ('', ' ', 'nonsense', 'no move at all', '-1', '0', '1.5', '9' * 50,
         '\u0663', '\u00b2', 'h\u00e9 \u77f3 \U0001f5ff', '\0', "'", '(', '((',
         '%s {0} \\', '1 2 3', ',', 'None', '[]')

CHANGES, CYCLE = 'changes', 'cycle'  # The names of breaches of no one method.

# What helps searches, and is compared with plain minimax.
HOOKS = ('known_score', 'candidate_moves', 'search_key')

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
    """
    begin: Callable[[], Game]
    moves: list[Any] = field(default_factory=list)
    origin: str = ''
    game: Any = field(init=False)
    states: list[Any] = field(init=False)

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

    def then(self, move: Any) -> 'Position':
        """Return the position that move leads to, in the same game."""
        following = copy(self)
        following.moves = [*self.moves, move]
        following.states = [*self.states, self.state.make_move(move)]
        return following

    def __str__(self) -> str:
        """Return in words how one gets to this position."""
        return ', '.join(filter(None, [self.origin, describe_path(self.moves)]))


def describe_path(moves: Iterable[Any]) -> str:
    """Return in words after which moves that is."""
    path = ', '.join(map(str, moves))
    return f'after {path}' if path else 'at the beginning'


def view(state: Any) -> list[str]:
    """Return what shows whether state has changed. It may lack some views."""
    return [show(make_call(None, state, name).result) for name in VIEWS]


def describe_changes(position: Position, now: Any) -> str:
    """Return in words how now, which should be the state at position, has
    changed, in at most two things, or ''. What looks different each time does
    not count.
    """
    if not hasattr(now, 'get_possible_moves'):
        return f'current_state is {format_value(now)} now'
    before, *again = [look(position.after().state) for _ in range(LOOKS)]
    after = look(now)
    found = [name for name in before if before[name] != after.get(name)
             and all(each.get(name) == before[name] for each in again)]
    if not set(found) & set(VIEWS):
        return ''  # Attributes may be notes.
    attributes = [name for name in found if name not in VIEWS]
    return ', '.join(describe_change(name, before[name],
                                     after.get(name, 'missing'))
                     for name in (attributes or found)[:2])


def look(state: Any) -> Looks:
    """Return the public attributes of state, and what VIEWS show of it."""
    slots = [slot for each in type(state).__mro__
             for slot in vars(each).get('__slots__', ())]
    looks = {attribute: format_value(getattr(state, attribute), 1000)
             for attribute in [*getattr(state, '__dict__', {}), *slots]
             if not attribute.startswith('_') and hasattr(state, attribute)}
    return looks | dict(zip(VIEWS, view(state)))


def describe_change(name: str, before: str, after: str) -> str:
    """Return in words how the text with this name has changed.

    >>> describe_change('left', '4', '3')
    'left was 4 and is 3 now'
    """
    start = max(0, len(commonprefix([before, after])) - MARGIN)
    was, now = (flatten(text) if len(text) <= WIDTH else
                '...' * (start > 0) + flatten(text[start:], WIDTH)
                for text in (before, after))
    return f'{name} was {was} and is {now} now'


# === The examination ===

def examine(position: Position, calls: Iterable[tuple[Any, ...]],
            failed: AbstractSet[str] = frozenset()) -> Iterator[BreachError]:
    """Yield what is wrong with these calls at position: names of methods, and
    what they are given. Those in failed, by then, are not made, and none after
    a breach of BASICS.
    """
    here, made = position.after(), list[tuple[Any, ...]]()
    for name, *given in () if failed & BASICS else calls:
        if name in failed:
            continue
        line = find_breach(make_call(here.game, here.state, name, *given))
        # A view that is not the same again says so itself.
        made += [] if line and name in VIEWS else [(name, *given)]
        if line:
            yield find_changer(position, here, made) \
                or BreachError(line, position, name)
        if failed & BASICS:
            break
    changer = find_changer(position, here, made)
    if changer and not failed & BASICS:
        yield changer


def examine_all(position: Position, failed: AbstractSet[str] = frozenset()
                ) -> Iterator[BreachError]:
    """Yield what is wrong with all that can be asked at position, as examine
    does, and with its place among other positions.
    """
    yield from examine(position, list_calls(position), failed)
    for name, find in () if failed & BASICS else (
            (CYCLE, find_cycle), ('__repr__', compare_repr)):
        line = find(position)
        if line:
            yield BreachError(line, position, name)


def find_changer(position: Position, here: Position,
                 calls: Iterable[tuple[Any, ...]]) -> Optional[BreachError]:
    """Return which of these calls changes the state at position first, if one
    does. After all of them, it is here.
    """
    if getattr(here.game, 'current_state', None) is here.state \
            and view(here.state) == view(position.after().state):
        return None
    # Some change it only after others, or if they are called again.
    for is_alone in (True, False):
        game = position.after().game
        for name, *given in calls:
            game = position.after().game if is_alone else game
            call = make_call(game, game.current_state, name, *given)
            changes = describe_changes(position, getattr(
                game, 'current_state', None))
            if changes:
                whose = 'the' if name in GAME_METHODS else 'its own'
                return BreachError(f'{call.name_method()} changed {whose} '
                                   f'state: {changes}', position, CHANGES)
    return None


def list_calls(position: Position) -> Iterator[tuple[Any, ...]]:
    """Yield what can be asked at position. What comes first, the rest relies
    on.
    """
    names = list(CONTRACTS)
    yield from zip(names[:5])
    game, state = position.game, position.state
    moves = list(state.get_possible_moves())[:MOST_MOVES]
    read = [Attempt(game.str_to_move, text) for text in TEXTS]
    given: dict[str, list[Any]] = {
        'is_valid_move': [*moves, *position.moves[-MOST_MOVES:], *[
            reading.result for reading in read if not reading.error]],
        'make_move': moves,
        'is_winner': ['p1', 'p2'],
        'str_to_move': [*TEXTS, *[text for move in moves
                                  for text in (str(move), move)]]}
    for name in names[5:]:
        if name in given:
            yield from zip(repeat(name), given[name])
        elif name not in OPTIONAL or is_own(type(state), name):
            yield (name,)
        if name == 'make_move':
            yield from zip(repeat('is_over'), map(state.make_move, moves))


def find_cycle(position: Position) -> str:
    """Return in words that the game has come back to a position, or ''."""
    *states, here = position.states
    shown = repr(here)
    for place, state in enumerate(states):
        if repr(state) == shown and view(state) == view(here):
            between = ', '.join(map(str, position.moves[place:]))
            return f'{type(position.game).__name__} can come back to a ' \
                   f'position, as it does by {between}: minimax never ends ' \
                   f'there, but ab may play it'
    return ''


def compare_repr(position: Position) -> str:
    """Return how the repr of position is unlike that of an equal position, or
    ''.
    """
    state, again = position.state, position.after().state
    if repr(state) == repr(again):
        return ''
    other = f'and {format_value(again)}' \
        if format_value(state) != format_value(again) \
        else 'with an address, and with another one'
    return f'{type(state).__name__}.__repr__ returned {format_value(state)}, ' \
           f'{other} after the same moves: equal positions should have the ' \
           f'same repr'


# === What searches rely on ===

class TooManyError(Exception):
    """Raised when more positions follow than are to be looked at."""


class ScoredPosition(NamedTuple):
    """The score of a position for the player to move, whether the game is over
    there, and whether some move wins at once.
    """
    value: int
    is_end: bool
    wins: bool


class Survey:
    """What is known of positions of a game, by their reprs: what they show, and
    their scores by plain minimax, without hooks. What hooks and rough_outcome
    say is compared with it.
    """
    _left: int
    _remembers: bool
    _seen: dict[str, Any]
    _scores: dict[str, ScoredPosition]
    _keys: dict[Any, tuple[int, Position]]

    def __init__(self, remembers: bool = True, left: int = 0) -> None:
        """Initialize a survey that has seen nothing yet. Unless it remembers,
        it scores each position again, this many at most.
        """
        self._remembers, self._left = remembers, left
        self._seen, self._scores, self._keys = {}, {}, {}

    def compare(self, position: Position) -> str:
        """Return how the repr of position is equal to that of another one, or
        ''. Pictures are not compared: they may show how it was reached.
        """
        game, state = position.game, position.state
        here = {'player to move': state.get_current_player_name(),
                'possible moves': show(state.get_possible_moves()),
                'winner': find_final_score(game, state)}
        there, other = self._seen.setdefault(repr(state), (here, position))
        differ = [name for name, shown in here.items() if shown != there[name]]
        how = describe_path(other.moves) if other.origin == position.origin \
            else f'with {other}'
        return differ and f'{type(state).__name__}.__repr__ returned ' \
                          f'{format_value(state)} for two positions that ' \
                          f'differ in the {" and the ".join(differ)}: here, ' \
                          f'and {how}' or ''

    def score(self, line: Iterable[Position], most: int) -> Iterator[Position]:
        """Score the positions in line, and yield each after that, until more
        than this many new ones have been looked at. Raise BreachError if, at
        one that follows, a hook or an estimate is wrong, or if the game can
        come back to a position.
        """
        self._left = most
        with suppress(TooManyError):
            for position in line:
                state = position.state
                twin = state.search_state() \
                    if is_own(type(state), 'search_state') else state
                self._score(position, twin,
                            tuple(map(repr, position.states[:-1])))
                yield position

    def _score(self, position: Position, twin: Any, past: tuple[str, ...]
               ) -> ScoredPosition:
        """Return the score of position, which the states with the reprs in past
        have led to. Searches go through twin instead.
        """
        game, state, shown = position.game, position.state, repr(position.state)
        if shown in past:
            raise_breach(find_cycle(position), position, CYCLE)
        if twin is not state:
            raise_breach(find_breach(Call(game, state, 'search_state', (),
                                          twin)), position)
        raise_breach(self.compare(position), position, '__repr__')
        if shown in self._scores and self._remembers:
            return self._scores[shown]
        self._left -= 1
        if self._left < 0:
            raise TooManyError
        final = find_final_score(game, state)
        moves = state.get_possible_moves() if final is None else []
        if final is None and not moves:
            raise_breach(find_breach(make_call(game, state, 'is_over')),
                         position)
        children = []
        for move in moves:
            child = position.then(move)
            children.append(self._score(
                child, child.state if twin is state else twin.make_move(move),
                (*past, shown)))
        self._scores[shown] = self._sum_up(position, twin, moves, children)
        return self._scores[shown]

    def _sum_up(self, position: Position, twin: Any, moves: list[Any],
                children: list[ScoredPosition]) -> ScoredPosition:
        """Return the score of position, whose moves lead to these children.
        What an estimate and the hooks of twin say must agree.
        """
        game, state = position.game, position.state
        final = find_final_score(game, state)
        value = max(-each.value for each in children) if final is None \
            else final
        score = ScoredPosition(value, final is not None, any(
            each.is_end and each.value == -1 for each in children))
        rough = make_call(game, state, 'rough_outcome')
        line = find_breach(rough) or children and find_wrong_estimate(
            rough, score.wins, children) or ''
        best = [move for move, each in zip(moves, children)
                if -each.value == value]
        hook = ''
        for hook in () if line else filter(partial(is_own, type(twin)), HOOKS):
            call = make_call(game, twin, hook)
            line = find_breach(call) or self._find_wrong_hook(
                call, position, value, best)
            if line:
                break
        # A key is about other positions, too.
        if line and self._remembers and hook != 'search_key':
            # Is it wrong, or was a position taken for another one?
            Survey(False, MOST_PLAIN)._score(position, twin, ())
            raise_breach(f'{type(state).__name__}.__repr__ leaves something '
                         f'out: positions with the same repr have different '
                         f'scores', position, '__repr__')
        raise_breach(line, position)
        return score

    def _find_wrong_hook(self, call: Call, position: Position, score: int,
                         best: list[Any]) -> str:
        """Return how a hook is at odds with the score of position, which the
        moves in best lead to, or ''.
        """
        if call.name == 'known_score' and call.result not in (None, score):
            return call.expect(f'{score}, as plain minimax finds, or None')
        if call.name == 'candidate_moves' and best and not any(
                contains(best, move) for move in call.result):
            return f'{call}, which leaves out every best move: ' \
                   f'{format_value(best[0])} {describe_score(score)}'
        if call.name == 'search_key':
            there, other = self._keys.setdefault(
                (position.origin, call.result), (score, position))
            if there != score:
                return f'{call} for two positions with different scores: ' \
                       f'{score} here, and {there} {describe_path(other.moves)}'
        return ''


def find_wrong_estimate(call: Call, wins: bool,
                        children: list[ScoredPosition]) -> str:
    """Return how a rough outcome is at odds with the next two plies: whether
    some move wins at once, and what each leads to; or ''.
    """
    lets_win = all(each.wins for each in children)
    # A move that loses at once is as bad, but no rule names it.
    is_lost = all(each.wins or each.is_end and each.value == 1
                  for each in children)
    return next((call.expect(words) for is_wrong, words in (
        (wins and call.result != 1, '1, as some move wins at once'),
        (not wins and call.result == 1, 'less than 1, as no move wins at once'),
        (lets_win and call.result != -1,
         '-1, as every move lets the other player win at once'),
        (not is_lost and call.result == -1, 'more than -1, as not every move '
         'lets the other player win at once')) if is_wrong), '')


def raise_breach(line: str, position: Position, name: str = '') -> None:
    """Raise BreachError, which says line, if it is not empty. But where
    something else is wrong at position, that may be the cause: raise that.
    """
    if line:
        raise next(examine_all(position.after()),
                   BreachError(line, position, name))


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
            self.calls.append((() if find_defect_of(kind, name) else path, name,
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
                   error: Optional[BaseException] = None, dice: Any = None
                   ) -> Optional[BreachError]:
    """Return the first contract that the game breaks when strategy is asked for
    a move at position, if any. It has raised error before, unless None, with
    the module random in the state dice.
    """
    if isinstance(error, (RecursionError, MemoryError)) \
            or type(error).__name__ == 'CycleError':
        found: Any = Attempt(list, Survey().score([position.after()], MOST_NEXT)
                             ).error
        if getattr(found, 'name', '') == CYCLE:
            return BreachError(str(found), position, CYCLE)
    game = position.after().game
    watch = Watch(game)
    random.setstate(dice or random.getstate())
    Attempt(strategy, game)
    for path, name, given in watch.calls[:]:
        with suppress(Exception):  # A wrong game may not get there again.
            here = position.after(*path)
            moves = here.after().state.get_possible_moves()
            about = watch.find_path(*given) if name == 'is_over' else None
            if about is not None:
                # The state that it is given is made again, too.
                given = () if about == path else (position.after(*about).state,)
            elif given and not contains(
                    {'make_move': moves, 'is_winner': ('p1', 'p2'),
                     'is_over': ()}.get(name, given), *given):
                continue  # A call with a wrong argument proves nothing.
            breach = next(examine(here, [(name, *given)]), None)
            line = str(breach or '')
            if name == '__repr__':
                line = line or compare_repr(here)
            if line and error and line == describe_failure(error):
                # It says, too, where strategy made the call.
                line = describe_failure(error, strategy)
            if line:
                return BreachError(line, here)
    return None
