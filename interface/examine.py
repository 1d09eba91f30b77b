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

WIDTH = 45  # What is shown of a long text,
MARGIN = 15  # and how much of that before its first change.
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

# The names of breaches of no one method.
CHANGES = 'changes'
CYCLE = 'cycle'

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
        path = describe_path(self.moves)
        return f'{self.origin}, {path}' if self.origin else path


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
    before = look(position.after().state)
    again = look(position.after().state)
    after = look(now)
    found = []
    for name, shown in before.items():
        is_same_each_time = again.get(name) == shown
        if is_same_each_time and after.get(name) != shown:
            found.append(name)
    attributes = [each for each in found if each not in VIEWS]
    if attributes == found:
        return ''  # No view has changed, and attributes may be notes.
    return ', '.join(
        describe_change(each, before[each], after.get(each, 'missing'))
        for each in (attributes or found)[:2]
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
    was = cut_text(before, start)
    now = cut_text(after, start)
    return f'{name} was {was} and is {now} now'


def cut_text(text: str, start: int) -> str:
    """Return text as a line, and if it is long, only a part, from start on."""
    if len(text) <= WIDTH:
        return flatten(text)
    part = flatten(text[start:], WIDTH)
    return f'...{part}' if start > 0 else part


# === The examination ===


def check_start(game: Any, state: Any, p1_starts: bool) -> str:
    """Find that game has begun, at state, with the wrong player."""
    turn = getattr(state, 'p1_turn', p1_starts)
    if turn == p1_starts:
        return ''
    return (
        f'{type(game).__name__}(p1_starts={p1_starts}) begins with a '
        f'position whose p1_turn is {format_value(turn)}'
    )


def find_missing(game: Any) -> list[str]:
    """Return a line for each method that game, or its state, lacks, or that is
    in the wrong one of the two.
    """
    if not hasattr(game, 'current_state'):
        return [f'{type(game).__name__} lacks current_state']
    state = game.current_state
    state_name = type(state).__name__
    missing = [find_defect(game, each) for each in sorted(GAME_METHODS)]
    for name in (*STATE_METHODS, 'rough_outcome', '__repr__'):
        missing.append(find_defect(state, name))
    if not hasattr(state, 'p1_turn'):
        missing.append(
            f'{state_name} lacks p1_turn, which GameState.__init__ sets'
        )
    for name in OPTIONAL:
        if hasattr(game, name):
            missing.append(
                f'{type(game).__name__} has {name}, which belongs to '
                f'{state_name}'
            )
    return [line for line in missing if line]


def examine(
    position: Position,
    calls: Iterable[tuple[Any, ...]],
    failed: AbstractSet[str] = frozenset(),
) -> Iterator[BreachError]:
    """Yield what is wrong with these calls at position: names of methods, and
    what they are given. Those in failed, by then, are not made, and none after
    a breach of BASICS.
    """
    here = position.after()
    made = list[tuple[Any, ...]]()
    if failed & BASICS:
        calls = ()
    for name, *given in calls:
        if name in failed:
            continue
        line = find_breach(make_call(here.game, here.state, name, *given))
        # A view that is not the same again says so itself.
        if not line or name not in VIEWS:
            made.append((name, *given))
        if line:
            changer = find_changer(position, here, made)
            yield changer or BreachError(line, position, name)
        if failed & BASICS:
            break
    if not failed & BASICS:
        changer = find_changer(position, here, made)
        if changer:
            yield changer


def examine_all(
    position: Position, failed: AbstractSet[str] = frozenset()
) -> Iterator[BreachError]:
    """Yield what is wrong with all that can be asked at position, as examine
    does, and with its place among other positions.
    """
    yield from examine(position, list_calls(position), failed)
    if not failed & BASICS:
        for name, find in ((CYCLE, check_cycle), ('__repr__', check_repr)):
            line = find(position)
            if line:
                yield BreachError(line, position, name)


def find_changer(
    position: Position, here: Position, calls: Iterable[tuple[Any, ...]]
) -> Optional[BreachError]:
    """Return which of these calls changes the state at position first, if one
    does. After all of them, it is here.
    """
    is_same_state = getattr(here.game, 'current_state', None) is here.state
    if is_same_state and view(here.state) == view(position.after().state):
        return None
    # Some change it only after others, or if they are called again.
    for is_alone in (True, False):
        game = position.after().game
        for name, *given in calls:
            if is_alone:
                game = position.after().game
            call = make_call(game, game.current_state, name, *given)
            now = getattr(game, 'current_state', None)
            changes = describe_changes(position, now)
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
    game = position.game
    state = position.state
    moves = list(state.get_possible_moves())[:MOST_MOVES]
    read = [Attempt(game.str_to_move, text) for text in TEXTS]
    given: dict[str, list[Any]] = {
        'is_valid_move': [*moves, *position.moves[-MOST_MOVES:]],
        'make_move': moves,
        'is_winner': ['p1', 'p2'],
        'str_to_move': list(TEXTS),
    }
    given['is_valid_move'] += [each.result for each in read if not each.error]
    for move in moves:
        given['str_to_move'] += [str(move), move]
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
        game = position.game
        state = position.state
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
        where = f'with {other}'
        if other.origin == position.origin:
            where = describe_path(other.moves)
        return (
            f'{type(state).__name__}.__repr__ returned '
            f'{format_value(state)} for two positions that differ in the '
            f'{" and the ".join(differ)}: here, and {where}'
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
                past = [repr(state) for state in position.states[:-1]]
                self._explore(position, tuple(past))
                yield position

    def _explore(self, position: Position, past: tuple[str, ...]) -> None:
        """Look at position, which the states with the reprs in past have led
        to, and at all that follow.
        """
        game = position.game
        state = position.state
        shown = repr(state)
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
                call = make_call(game, state, 'is_over')
                raise_breach(find_breach(call), position)
            for move in moves:
                self._explore(position.then(move), (*past, shown))
        estimate = make_call(game, state, 'rough_outcome')
        raise_breach(find_breach(estimate), position)
        raise_breach(check_estimate(estimate), position)
        self._explored.add(shown)


def raise_breach(line: str, position: Position, name: str = '') -> None:
    """Raise BreachError, which says line, if it is not empty. But where
    something else is wrong at position, that may be the cause: raise that.
    """
    if line:
        breach = BreachError(line, position, name)
        raise next(examine_all(position.after()), breach)


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
    if is_about_cycle(error):
        cycle = find_cycle(position)
        if cycle:
            return cycle
    game = position.after().game
    watch = Watch(game)
    if dice is not None:
        random.setstate(dice)
    Attempt(strategy, game)
    for path, name, given in watch.calls[:]:
        with suppress(Exception):  # A wrong game may not get there again.
            here = position.after(*path)
            moves = here.after().state.get_possible_moves()
            about = watch.find_path(*given) if name == 'is_over' else None
            if about == path:
                given = ()
            elif about is not None:
                # The state that it is given is made again, too.
                given = (position.after(*about).state,)
            elif given and not may_be_given(moves, name, *given):
                continue  # A call with a wrong argument proves nothing.
            breach = next(examine(here, [(name, *given)]), None)
            line = str(breach or '')
            if not line and name == '__repr__':
                line = check_repr(here)
            if line and error and line == describe_failure(error):
                # It says, too, where strategy made the call.
                line = describe_failure(error, strategy)
            if line:
                return BreachError(line, here)
    return None


def is_about_cycle(error: Optional[BaseException]) -> bool:
    """Return whether error may come from a game that never ends."""
    if isinstance(error, (RecursionError, MemoryError)):
        return True
    return type(error).__name__ == 'CycleError'


def may_be_given(moves: list[Any], name: str, argument: Any) -> bool:
    """Return whether the method with this name may be given argument where
    these moves are possible. A state that is not known is no argument.
    """
    if name == 'make_move':
        return contains(moves, argument)
    if name == 'is_winner':
        return contains(('p1', 'p2'), argument)
    return name != 'is_over'
