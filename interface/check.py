"""--check: looking for broken contracts in games and strategies.

Each position of some random games gets the examination that names the culprit
while a game is played; each strategy is asked for moves under the same guard.
They run where they can do no harm: in a process of its own, which is ended when
it hangs. Where the system can make one, that process is a copy of this one,
with all games and strategies: multiprocessing calls this 'fork'.
"""

from argparse import Namespace
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from inspect import currentframe
from itertools import takewhile
from random import Random
from time import monotonic
from traceback import walk_stack
from typing import Any, Callable, Iterator, NamedTuple
import random
import sys
from game import Game
from interface.command_line import answering, create_game
from interface.contracts import HOOKS, is_own
from interface.examine import (
    BASICS,
    CHANGES,
    MOST_NEXT,
    Position,
    Survey,
    check_start,
    examine_all,
    find_missing,
)
from interface.guard import Guard
from interface.words import (
    Attempt,
    BreachError,
    describe_error,
    describe_failure,
    find_places,
    format_count,
    format_value,
    locate,
    make_title,
    name_of,
)
from interface.worker import COPY, Channel, Worker, ctrl_c_later

LIMIT = 10.0  # Seconds for a position.

# The most random games, plies in each, positions in all of them, and seconds.
MOST_GAMES = 24
LONGEST_LINE = 100
MOST_EXAMINED = 300
MOST_SECONDS = 20.0

LEAST_GAMES = 6  # Games without a winner that are a breach.
LEAST_SIZES = 3  # Sound sizes that are worth a hint.

# Positions that are explored after those of a random game.
MOST_EXPLORED = 100

# A strategy is asked in this many random games, at most so long.
MOST_STRATEGY_GAMES = 10
LONGEST_GAME = 200

# The sizes that are tried, before those that the game itself names. A group is
# tried if the game takes no size of those before it. None stands for no size.
SIZES_TRIED: list[list[Any]] = [
    [1, 2, 3, 4, 5, 6, 9, 12, 20],
    [None],
    ['1 1', '2 2', '3 3', '4 4', '1,1', '2,2', '3,3', '2x2', '3x3'],
]

MOST_FIRST_MOVES = 30  # With more at its beginning, a game is not small.

# What a check sends: a position to look at, a breach, the title of a game that
# has hooks of its own, why one is not watched, or how it has ended.
POSITION = 'position'
BREACH = 'breach'
HOOKS_OF = 'hooks of'
UNWATCHED = 'unwatched'
END = 'end'
Message = tuple[str, str]


class CheckResult(NamedTuple):
    """What a check has come to.

    === Attributes ===
    faults: how many breaches were found
    hooks_of: the title of the game, if it has hooks of its own, or else ''
    """

    faults: int
    hooks_of: str


def run_checks(
    games: dict[str, Callable[..., Game]],
    strategies: dict[str, Callable[..., Any]],
    options: Namespace,
) -> int:
    """Check all, or what options name, and print it; count the faults."""
    if options.game:
        games = {options.game: games[options.game]}
    if options.p1 or options.p2:
        keys = [key for key in (options.p1, options.p2) if key]
        strategies = {key: strategies[key] for key in keys}
    seed = options.seed or 0
    sizes = [] if options.size is None else [options.size]
    print(
        f'Checking {format_count(len(games), "game")} and '
        f'{format_count(len(strategies), "strategy", "strategies")} by '
        f'random play, with --seed {seed}.',
        flush=True,
    )
    results = [
        run_check(check_game, key, game_class, sizes, seed)
        for key, game_class in games.items()
    ]
    sound = [
        game_class
        for result, game_class in zip(results, games.values())
        if not result.faults
    ]
    hooks_of = [each.hooks_of for each in results if each.hooks_of]
    if sound:
        results += [
            run_check(check_strategy, key, strategy, sound, sizes, seed)
            for key, strategy in strategies.items()
        ]
    else:
        print('No strategy is checked, as no game is without a fault.')
    count = sum(each.faults for each in results)
    if count:
        print(f'Found {format_count(count, "fault")}.')
    elif hooks_of:
        print(
            f'All is well. Hooks that help searches were not compared with '
            f'plain minimax ({", ".join(hooks_of)}).'
        )
    else:
        print('All is well.')
    return count


def run_check(
    check: Callable[..., None], key: str, subject: Any, *arguments: Any
) -> CheckResult:
    """Check subject in a process of its own. Print and return what is found."""
    count = 0  # How many positions have been looked at.
    where = ''
    hooks_of = ''
    unwatched = ''
    breaches = list[str]()
    for kind, text in run_apart(check, (subject, *arguments), LIMIT):
        if kind == POSITION:
            count += 1
            where = f'\n    ({text})'
        elif kind == HOOKS_OF:
            hooks_of = text
        elif kind == UNWATCHED:
            unwatched = f'\n  {text}'
        elif kind == END:
            breaches.append(f'\n  {name_of(subject)} {text}.{where}')
        else:
            breaches.append(f'\n  {text}.{where}')
    verdict = 'all is well'
    if breaches:
        verdict = format_count(len(breaches), 'fault')
    print(
        f'{make_title(subject)} ({key}): '
        f'{format_count(count, "position")}, {verdict}.'
        f'{"".join(breaches)}{unwatched}',
        flush=True,
    )
    return CheckResult(len(breaches), hooks_of)


@dataclass
class Examiner:
    """Sends what is found: of each method once, and each error once.

    === Attributes ===
    send: is told what a check sends
    failed: the methods that have broken their contract, by name
    hint: in words, why there may be a breach, added to the first one
    """

    send: Callable[[str, str], Any]
    failed: set[str] = field(default_factory=set)
    hint: str = ''
    _lines: set[str] = field(default_factory=set)

    def tell(self, line: str, name: str) -> None:
        """Send the line of a breach, unless it is empty or known."""
        if not line or name in self.failed:
            return
        hint = '' if self.failed else self.hint
        self.failed.add(name)
        if line not in self._lines:
            self._lines.add(line)
            self.send(BREACH, f'{line}{hint}')

    def run(self, check: Callable[..., Any], *arguments: Any) -> None:
        """Tell what check raises."""
        try:
            check(*arguments)
        except BreachError as breach:
            if breach.position:
                self.send(POSITION, str(breach.position))
            self.tell(breach.line, breach.name)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # It may raise anything.
            self.tell(describe_failure(error), CHANGES)


class Listener:
    """Stands in for standard output: shows nothing, and notes who has printed
    first.

    === Attributes ===
    line: in words, what has been printed first, by whom; '' if nothing has
    """

    line: str
    _usual: Any

    def __init__(self) -> None:
        """Initialize a listener that has heard nothing yet."""
        self.line = ''
        self._usual = sys.stdout

    def write(self, text: str) -> int:
        """Note who prints text, if it is the first."""
        if text.strip() and not self.line:
            who = 'something'
            places = find_places(walk_stack(currentframe()))
            if places:
                who = f'{places[0].function} ({places[0]})'
            self.line = (
                f'{who} printed {format_value(text)}: only a '
                f'strategy that asks a player should print'
            )
        return len(text)

    def __getattr__(self, name: str) -> Any:
        """Return what standard output has by that name."""
        return getattr(self._usual, name)


# === Games ===


def set_up_position(
    game_class: Callable[..., Game], size: Any, p1_starts: bool, seed: int
) -> Position:
    """Return the first position of a game that is set up like this, and whose
    random choices, if any, follow from seed. It may not exist.
    """

    def make() -> Game:
        """Return a new game."""
        random.seed(seed)
        return create_game(game_class, p1_starts, size)

    origin = 'player 1 starts' if p1_starts else 'player 2 starts'
    if size is not None:
        origin = f'size {size}, {origin}'
    return Position(make, [], origin)


def find_beginnings(
    game_class: Callable[..., Game], sizes: list[Any], seed: int
) -> list[tuple[Any, Position]]:
    """Return first positions of small games of game_class, with their sizes:
    of these sizes, or of some that it takes; player 1 starts in every other
    game. Raise BreachError if there is none.
    """
    errors: list[BaseException] = []
    groups = [sizes]
    if not sizes:
        own_sizes = list(getattr(game_class, 'sizes', ()))
        groups = [*SIZES_TRIED, own_sizes]
    for group in groups:
        taken = list[Any]()  # The sizes that the game takes.
        small = list[Any]()
        for size in group:
            attempt = Attempt(set_up_position, game_class, size, True, seed)
            if attempt.error:
                errors.append(attempt.error)
                continue
            taken.append(size)
            if is_small(attempt.result):
                small.append(size)
        if taken:
            return [
                (each, set_up_position(game_class, each, starts, seed))
                for each in small or taken[:1]
                for starts in (True, False)
            ]
    # Broken code says more than that there is no such size.
    causes = [error.__cause__ or error for error in errors]
    broken = [cause for cause in causes if not isinstance(cause, ValueError)]
    why = describe_failure(broken[0]) if broken else str(errors[0])
    raise BreachError(f'{name_of(game_class)} cannot be set up: {why}')


def is_small(position: Position) -> bool:
    """Return whether the game that begins at position is not too large."""
    count = Attempt(lambda: len(position.state.get_possible_moves()))
    if count.error:
        return True  # Whatever is wrong with it will be found.
    return bool(count.result <= MOST_FIRST_MOVES)


def play_at_random(
    position: Position, rng: Random, plies: int
) -> Iterator[Position]:
    """Yield the positions of a random game that begins at position."""
    yield position
    for _ in range(plies):
        moves = sorted(position.state.get_possible_moves(), key=str)
        if not moves:
            break
        position = position.after(rng.choice(moves))
        yield position


def check_game(
    examiner: Examiner,
    game_class: Callable[..., Game],
    sizes: list[Any],
    seed: int,
) -> None:
    """Check game_class by random play in games of these sizes, or of some that
    it takes, or raise BreachError if none can be played.
    """
    beginnings = find_beginnings(game_class, sizes, seed)
    _, first = beginnings[0]
    missing = find_missing(first.game)
    if missing:
        raise BreachError(', '.join(missing))
    kind = type(first.state)
    if any(is_own(kind, name) for name in ('search_state', *HOOKS)):
        examiner.send(HOOKS_OF, make_title(game_class))
    for line in Guard(first.after()).lacking:
        examiner.send(UNWATCHED, line)
    for i, (_, position) in enumerate(beginnings):
        p1_starts = i % 2 == 0
        line = check_start(position.game, position.state, p1_starts)
        examiner.tell(line, 'start')
    wins = check_games(examiner, beginnings, Random(seed))
    if len(wins) >= LEAST_GAMES and not any(wins) and not examiner.failed:
        examiner.tell(
            f'{name_of(game_class)}.is_winner returned False for '
            f'both players at the end of all {len(wins)} games: '
            f'nobody ever wins',
            'is_winner',
        )


def check_games(
    examiner: Examiner, beginnings: list[tuple[Any, Position]], rng: Random
) -> list[bool]:
    """Check random games. Return for each that ended whether one player won."""
    left = MOST_EXAMINED
    deadline = monotonic() + MOST_SECONDS
    wins: list[bool] = []
    # Equal positions have equal reprs whoever has started the game.
    surveys = {each: Survey() for each, _ in beginnings}
    for i in range(max(MOST_GAMES, len(beginnings))):
        size, first = beginnings[i % len(beginnings)]
        examiner.hint = describe_smaller(list(surveys), size)
        line = list[Position]()
        for position in play_at_random(first.after(), rng, LONGEST_LINE):
            line.append(position)
            if left == 0 or monotonic() > deadline:
                return wins
            check_position(examiner, position, surveys[size])
            if examiner.failed & BASICS:
                return wins
            left -= 1
        if not line[-1].state.get_possible_moves():
            game = line[-1].after().game
            wins.append(game.is_winner('p1') or game.is_winner('p2'))
        if not examiner.failed:
            explored = surveys[size].explore(reversed(line), MOST_EXPLORED)
            examiner.run(list, explored)
    return wins


def describe_smaller(sizes: list[Any], size: Any) -> str:
    """Return a hint that there may be no such size, if several of sizes come
    before it, in which nothing was wrong; else ''.
    """
    smaller = sizes[: sizes.index(size)]
    if len(smaller) < LEAST_SIZES:
        return ''
    return (
        f'. Sizes {smaller[0]} to {smaller[-1]} are fine. If {size} is not a '
        f'size of this game, it should raise a ValueError'
    )


def check_position(
    examiner: Examiner, position: Position, survey: Survey
) -> None:
    """Examine position, in silence."""

    def look() -> None:
        """Tell what is wrong."""
        for breach in examine_all(position, examiner.failed):
            examiner.tell(str(breach), breach.name)
        if not examiner.failed & BASICS:
            examiner.tell(survey.compare(position), '__repr__')

    examiner.send(POSITION, str(position))
    listener: Any = Listener()
    with redirect_stdout(listener):
        examiner.run(look)
    if not examiner.failed & BASICS:
        examiner.tell(listener.line, 'print')


# === Strategies ===


def check_strategy(
    examiner: Examiner,
    strategy: Callable[..., Any],
    game_classes: list[Callable[..., Game]],
    sizes: list[Any],
    seed: int,
) -> None:
    """Check strategy in games of game_classes, which are sound."""
    for game_class in game_classes:
        for position in choose_positions(game_class, sizes, seed):
            examiner.send(POSITION, f'{name_of(game_class)}, {position}')
            if not examiner.failed:
                examiner.run(check_choice, strategy, position.after())


def choose_positions(
    game_class: Callable[..., Game], sizes: list[Any], seed: int
) -> Iterator[Position]:
    """Yield positions at which a strategy is asked: in random games, the first
    one that is small enough to search, and the last one before the end.
    """
    rng = Random(seed)
    beginnings = find_beginnings(game_class, sizes, seed)
    for _, first in beginnings[:MOST_STRATEGY_GAMES]:
        line = list(play_at_random(first, rng, LONGEST_GAME))
        # From the last one, which is over, back to the first small one.
        small = list(takewhile(is_searchable, reversed(line)))[1:]
        if len(small) > 1:
            yield small[-1]
        if small:
            yield small[0]


def is_searchable(position: Position) -> bool:
    """Return whether few enough positions follow from this one to search."""
    game = position.game
    left = [position.state]
    for _ in range(MOST_NEXT):
        state = left.pop()
        if not game.is_over(state):
            left += map(state.make_move, state.get_possible_moves())
        if not left:
            return True
    return False


def check_choice(strategy: Callable[..., Any], position: Position) -> None:
    """Check that strategy chooses a possible move at position, and leaves it
    as it is. A player who is asked types nonsense first, and then a move.
    """
    state = position.state
    first = str(state.get_possible_moves()[0])
    typed = ['nonsense', first]

    def answer(_prompt: Any = '') -> str:
        """Return what is typed next."""
        if not typed:
            raise EOFError(f'{first!r}, a possible move, was typed')
        return typed.pop(0)

    def ask(asked: Callable[..., Any], game: Game) -> Any:
        """Return the strategy's move, asked again if nonsense was typed."""
        move = asked(game)
        while len(typed) == 1 and not state.is_valid_move(move):
            move = asked(game)
        return move

    listener: Any = Listener()
    with redirect_stdout(listener), answering(answer):
        Guard(position, position.begin).choose(strategy, ask)
    if listener.line and len(typed) == 2:
        raise BreachError(listener.line)
    if len(typed) == 1:
        raise BreachError(
            f'{name_of(strategy)} asked a player, and chose a '
            f"move although 'nonsense' was typed"
        )


# === In a process of its own ===


def run_apart(
    check: Callable[..., None], arguments: tuple[Any, ...], limit: float
) -> Iterator[Message]:
    """Yield what check(examiner, *arguments) sends, in a process that has limit
    seconds for each position; also how that has ended, if not well.
    """
    subject = arguments[0]
    worker: Any = None
    try:
        with ctrl_c_later():
            worker = Worker(
                check_alone, check, arguments, limit=limit, method=COPY
            )
        has_ended = False
        while not has_ended:
            message = worker.receive()
            if message is None:
                continue
            kind, text = message
            if text:
                yield kind, text
            has_ended = kind == END
    except TimeoutError:
        yield END, describe_hang(worker, subject, f' after {limit:g} s')
    except EOFError as end:
        yield END, str(end)
    except KeyboardInterrupt as interrupt:
        where = describe_hang(worker, subject)
        interrupt.add_note(f'{name_of(subject)} was {where}.')
        raise
    except Exception as error:  # Not every system has processes.
        why = describe_error(error)
        yield END, f'cannot be checked in a process of its own: {why}'
    finally:
        if worker:
            worker.close()


def describe_hang(worker: Any, subject: Any, when: str = '') -> str:
    """Return in words where worker, if it has started, is still running."""
    line = f'still running{when}'
    if worker:
        place = locate(worker.where(), subject)
        if place:
            line += f': in {place.function}, {place}'
    return line


def check_alone(
    channel: Channel, check: Callable[..., None], arguments: tuple[Any, ...]
) -> None:
    """Do what run_apart does, in this process, which it has started."""
    channel.send((POSITION, ''))  # It has started.
    examiner = Examiner(lambda kind, text: channel.send((kind, text)))
    examiner.run(check, examiner, *arguments)
    channel.send((END, ''))
