"""Examining a position of a game: what is wrong there, and who is the culprit.

--check examines all positions of some random games; the guard examines one
where something seems wrong while a game is played.
"""

from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from itertools import repeat
from os.path import commonprefix
from typing import AbstractSet, Any, Callable, Iterable, Iterator, Optional
import random
from game import Game
from interface.contracts import (
    CONTRACTS,
    GAME_METHODS,
    OPTIONAL,
    STATE_METHODS,
    VIEWS,
    check_cycle,
    check_estimate,
    check_repr,
    contains,
    find_breach,
    find_defect,
    find_final_score,
    is_own,
    list_winning_moves,
    make_call,
    show,
    view,
)
from interface.recorder import Watch
from interface.words import (
    Attempt,
    BreachError,
    describe_failure,
    flatten,
    format_value,
    list_attributes,
)

MARGIN, WIDTH = 15, 45  # Of a long text: before its first change, and in all.
MOST_MOVES = 20  # The moves of a position that are tried.
MOST_NEXT = 250  # Positions that follow a small one.

# Inputs that are not moves in most games. None of them may trouble a game.
TEXTS = (
    '',
    ' ',
    'nonsense',
    'no move at all',
    '-1',
    '0',
    '1.5',
    '9' * 50,
    '\u0663',
    '\u00b2',
    'h\u00e9 \u77f3 \U0001f5ff',
    '\0',
    "'",
    '(',
    '((',
    '%s {0} \\',
    '1 2 3',
    ',',
    'None',
    '[]',
)

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


def describe_changes(position: Position, now: Any) -> str:
    """Return in words how now, which should be the state at position, has
    changed, in at most two things, or ''. What is different each time, such as
    a number of each object, does not count.
    """
    if not hasattr(now, 'get_possible_moves'):
        return f'current_state is {format_value(now)} now'
    before, again = look(position.after().state), look(position.after().state)
    after = look(now)
    found = [
        name
        for name in before
        if before[name] == again.get(name) != after.get(name)
    ]
    if not set(found) & set(VIEWS):
        return ''  # Attributes may be notes.
    attributes = [name for name in found if name not in VIEWS]
    return ', '.join(
        describe_change(name, before[name], after.get(name, 'missing'))
        for name in (attributes or found)[:2]
    )


def look(state: Any) -> dict[str, str]:
    """Return the public attributes of state, and what VIEWS show of it."""
    looks = {
        name: format_value(value, 1000)
        for name, value in list_attributes(state).items()
        if not name.startswith('_')
    }
    return looks | dict(zip(VIEWS, view(state)))


def describe_change(name: str, before: str, after: str) -> str:
    """Return in words how the text with this name has changed.

    >>> describe_change('left', '4', '3')
    'left was 4 and is 3 now'
    """
    start = max(0, len(commonprefix([before, after])) - MARGIN)
    was, now = (
        flatten(text)
        if len(text) <= WIDTH
        else '...' * (start > 0) + flatten(text[start:], WIDTH)
        for text in (before, after)
    )
    return f'{name} was {was} and is {now} now'


# === The examination ===


def check_start(game: Any, state: Any, p1_starts: bool) -> str:
    """Find that game has begun, at state, with the wrong player."""
    turn = getattr(state, 'p1_turn', p1_starts)
    return (
        ''
        if turn == p1_starts
        else f'{type(game).__name__}(p1_starts={p1_starts}) begins with a '
        f'position whose p1_turn is {format_value(turn)}'
    )


def find_missing(game: Any) -> list[str]:
    """Return a line for each method that game, or its state, lacks, or that is
    in the wrong one of the two.
    """
    if not hasattr(game, 'current_state'):
        return [f'{type(game).__name__} lacks current_state']
    state = game.current_state
    needed = [(game, name) for name in sorted(GAME_METHODS)] + [
        (state, name) for name in (*STATE_METHODS, 'rough_outcome', '__repr__')
    ]
    missing = [find_defect(owner, name) for owner, name in needed]
    if not hasattr(state, 'p1_turn'):
        missing.append(
            f'{type(state).__name__} lacks p1_turn, which '
            f'GameState.__init__ sets'
        )
    missing += [
        f'{type(game).__name__} has {name}, which belongs to '
        f'{type(state).__name__}'
        for name in OPTIONAL
        if hasattr(game, name)
    ]
    return list(filter(None, missing))


def examine(
    position: Position,
    calls: Iterable[tuple[Any, ...]],
    failed: AbstractSet[str] = frozenset(),
) -> Iterator[BreachError]:
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
            yield find_changer(position, here, made) or BreachError(
                line, position, name
            )
        if failed & BASICS:
            break
    changer = find_changer(position, here, made)
    if changer and not failed & BASICS:
        yield changer


def examine_all(
    position: Position, failed: AbstractSet[str] = frozenset()
) -> Iterator[BreachError]:
    """Yield what is wrong with all that can be asked at position, as examine
    does, and with its place among other positions.
    """
    yield from examine(position, list_calls(position), failed)
    for name, find in (
        ()
        if failed & BASICS
        else ((CYCLE, check_cycle), ('__repr__', check_repr))
    ):
        line = find(position)
        if line:
            yield BreachError(line, position, name)


def find_changer(
    position: Position, here: Position, calls: Iterable[tuple[Any, ...]]
) -> Optional[BreachError]:
    """Return which of these calls changes the state at position first, if one
    does. After all of them, it is here.
    """
    if getattr(here.game, 'current_state', None) is here.state and view(
        here.state
    ) == view(position.after().state):
        return None
    # Some change it only after others, or if they are called again.
    for is_alone in (True, False):
        game = position.after().game
        for name, *given in calls:
            game = position.after().game if is_alone else game
            call = make_call(game, game.current_state, name, *given)
            changes = describe_changes(
                position, getattr(game, 'current_state', None)
            )
            if changes:
                whose = 'the' if name in GAME_METHODS else 'its own'
                return BreachError(
                    f'{call.name_method()} changed {whose} state: {changes}',
                    position,
                    CHANGES,
                )
    return None


def list_calls(position: Position) -> Iterator[tuple[Any, ...]]:
    """Yield what can be asked at position, what the rest relies on first."""
    names = list(CONTRACTS)
    yield from zip(names[:5])
    game, state = position.game, position.state
    moves = list(state.get_possible_moves())[:MOST_MOVES]
    read = [Attempt(game.str_to_move, text) for text in TEXTS]
    given: dict[str, list[Any]] = {
        'is_valid_move': [
            *moves,
            *position.moves[-MOST_MOVES:],
            *[reading.result for reading in read if not reading.error],
        ],
        'make_move': moves,
        'is_winner': ['p1', 'p2'],
        'str_to_move': [
            *TEXTS,
            *[text for move in moves for text in (str(move), move)],
        ],
    }
    for name in names[5:]:
        if name in given:
            yield from zip(repeat(name), given[name])
        elif name not in OPTIONAL or is_own(type(state), name):
            yield (name,)
        if name == 'make_move':
            yield from zip(repeat('is_over'), map(state.make_move, moves))


# === What follows from a position ===


class TooManyError(Exception):
    """Raised when more positions follow than are to be explored."""


@dataclass
class Survey:
    """What is known of positions of a game, by their reprs.

    === Attributes ===
    left: how many more positions it explores
    """

    left: int = 0
    _seen: dict[str, Any] = field(default_factory=dict)
    _explored: set[str] = field(default_factory=set)

    def compare(self, position: Position) -> str:
        """Return how the repr of position is equal to that of another one, or
        ''. Pictures are not compared: they may show how it was reached.
        """
        game, state = position.game, position.state
        here = {
            'player to move': state.get_current_player_name(),
            'possible moves': show(state.get_possible_moves()),
            'moves that win at once': show(list_winning_moves(game, state)),
            'winner': find_final_score(game, state),
        }
        there, other = self._seen.setdefault(repr(state), (here, position))
        differ = [name for name, shown in here.items() if shown != there[name]]
        if not differ:
            return ''
        how = (
            describe_path(other.moves)
            if other.origin == position.origin
            else f'with {other}'
        )
        return (
            f'{type(state).__name__}.__repr__ returned '
            f'{format_value(state)} for two positions that differ in the '
            f'{" and the ".join(differ)}: here, and {how}'
        )

    def explore(
        self, line: Iterable[Position], most: int
    ) -> Iterator[Position]:
        """Look at the positions in line, and at all that follow, and yield each
        after that, until more than this many new ones have been looked at.
        Raise BreachError if, at one of them, the estimate or the repr is wrong,
        or if the game can come back to a position.
        """
        self.left = most
        with suppress(TooManyError):
            for position in line:
                self._explore(position, tuple(map(repr, position.states[:-1])))
                yield position

    def _explore(self, position: Position, past: tuple[str, ...]) -> None:
        """Look at position, which the states with the reprs in past have led
        to, and at all that follow.
        """
        game, state, shown = position.game, position.state, repr(position.state)
        if shown in past:
            raise_breach(check_cycle(position), position, CYCLE)
        raise_breach(self.compare(position), position, '__repr__')
        if shown in self._explored:
            return
        self.left -= 1
        if self.left < 0:
            raise TooManyError
        if find_final_score(game, state) is None:
            moves = state.get_possible_moves()
            if not moves:
                raise_breach(
                    find_breach(make_call(game, state, 'is_over')), position
                )
            for move in moves:
                self._explore(position.then(move), (*past, shown))
        estimate = make_call(game, state, 'rough_outcome')
        raise_breach(
            find_breach(estimate) or check_estimate(estimate), position
        )
        self._explored.add(shown)


def raise_breach(line: str, position: Position, name: str = '') -> None:
    """Raise BreachError, which says line, if it is not empty. But where
    something else is wrong at position, that may be the cause: raise that.
    """
    if line:
        raise next(
            examine_all(position.after()), BreachError(line, position, name)
        )


def find_cycle(position: Position) -> Optional[BreachError]:
    """Return how the game can come back to a position after this one, if that
    is found soon.
    """
    explored = Survey().explore([position.after()], MOST_NEXT)
    error: Any = Attempt(list, explored).error
    if getattr(error, 'name', '') == CYCLE:
        return BreachError(str(error), position, CYCLE)
    return None


# === Watching a strategy ===


def watch_strategy(
    position: Position,
    strategy: Callable[..., Any],
    error: Optional[BaseException] = None,
    dice: Any = None,
) -> Optional[BreachError]:
    """Return the first contract that the game breaks when strategy is asked for
    a move at position, if any. It has raised error before, unless None, with
    the module random in the state dice.
    """
    if (
        isinstance(error, (RecursionError, MemoryError))
        or type(error).__name__ == 'CycleError'
    ):
        cycle = find_cycle(position)
        if cycle:
            return cycle
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
                {
                    'make_move': moves,
                    'is_winner': ('p1', 'p2'),
                    'is_over': (),
                }.get(name, given),
                *given,
            ):
                continue  # A call with a wrong argument proves nothing.
            breach = next(examine(here, [(name, *given)]), None)
            line = str(breach or '')
            if name == '__repr__':
                line = line or check_repr(here)
            if line and error and line == describe_failure(error):
                # It says, too, where strategy made the call.
                line = describe_failure(error, strategy)
            if line:
                return BreachError(line, here)
    return None
