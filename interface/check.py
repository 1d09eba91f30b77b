"""--check: looking for broken contracts in games and strategies.

They run where they can do no harm: in a process of its own, which is ended when
it hangs. Where the system can make one, that process is a copy of this one,
with all games and strategies: multiprocessing calls this 'fork'.
"""
from argparse import Namespace
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field
from multiprocessing import get_all_start_methods
from random import Random
from time import monotonic
from typing import Any, Callable, Iterator, NamedTuple, Optional, cast
import random
from game import Game
from interface.command_line import FINISHED, UNFINISHED
from interface.contracts import BreachError, check_start, find_missing
from interface.errors import Attempt, Place, describe_failure, locate, \
    name_of, trace_error
from interface.guard import MOST_NEXT, describe_noise
from interface.positions import BASICS, Finding, Position, Survey, \
    TooManyError, describe_deed, examine, find_changes_in, find_cycle, \
    look_often
from interface.setup import answering, create_game
from interface.watch import Watch, guard_game
from interface.words import describe_error, format_count, format_value, \
    make_title
from interface.worker import Channel, Listener, Worker, ctrl_c_later

LIMIT = 10.0  # Seconds for a position.

# The most random games, plies in each, positions in all of them, and seconds.
MOST_GAMES, MOST_PLIES, MOST_POSITIONS, MOST_SECONDS = 24, 100, 300, 20.0

# Games without a winner that are a fault; sound sizes that are worth a hint.
LEAST_GAMES, LEAST_SIZES = 6, 3

# Where no more positions than this follow, hooks are compared with minimax.
MOST_COMPARED = 100

# What a check reports: a position to look at, a fault, or how it has ended; and
# who is told one of these, with a text about it.
POSITION, FAULT, END = 'position', 'fault', 'end'
Report = Callable[[str, str], None]

# What follows from one of these would be taken for breaches of others.
STOPPING = {*BASICS, 'changes', 'looks', 'cycle', 'searches',
            'examine_last', 'check_searches'}

# A strategy is asked in this many random games, at most so long.
MOST_STRATEGY_GAMES, LONGEST_GAME = 10, 200


@dataclass
class Findings:
    """What the check of a game or of a strategy has found.

    === Attributes ===
    key: the key that the game or strategy is chosen by
    subject: the game or strategy
    positions: how many positions were tried
    faults: what was found
    where: in words, the last position
    """
    key: str
    subject: Any
    positions: int = 0
    faults: list[str] = field(default_factory=list)
    where: str = ''

    def take_note(self, kind: str, text: str) -> None:
        """Note what the check reports."""
        if kind == POSITION:
            self.positions, self.where = self.positions + 1, text
            return
        whole = f'{name_of(self.subject)} {text}' if kind == END else text
        where = f'\n    ({self.where})' if self.where else ''
        self.faults.append(f'  {whole}.{where}')

    def __str__(self) -> str:
        """Return these findings as lines of text."""
        verdict = format_count(len(self.faults), 'fault') if self.faults \
            else 'all is well'
        tried = format_count(self.positions, 'position')
        return '\n'.join([f'{make_title(self.subject)} ({self.key}): {tried}, '
                          f'{verdict}.', *self.faults])


def run_checks(games: dict[str, Callable[..., Game]],
               strategies: dict[str, Callable[..., Any]], options: Namespace
               ) -> int:
    """Check all, or what options name; print it. Return the exit status."""
    if options.game:
        games = {options.game: games[options.game]}
    if options.p1 or options.p2:
        strategies = {named: strategies[named]
                      for named in (options.p1, options.p2) if named}
    seed = options.seed or 0
    sizes = [] if options.size is None else [options.size]
    print(f'Checking {format_count(len(games), "game")} and '
          f'{format_count(len(strategies), "strategy", "strategies")} by '
          f'random play, with --seed {seed}.', flush=True)
    found = [run_check(check_game, key, game_class, sizes, seed)
             for key, game_class in games.items()]
    sound = [each.subject for each in found if not each.faults]
    if sound:
        found += [run_check(check_strategy, key, strategy, sound, sizes, seed)
                  for key, strategy in strategies.items()]
    else:
        print('No strategy is checked, as no game is without a fault.')
    faults = sum(len(each.faults) for each in found)
    print(f'Found {format_count(faults, "fault")}.' if faults
          else 'All is well.')
    return UNFINISHED if faults else FINISHED


def run_check(check: Callable[..., None], key: str, subject: Any,
              *arguments: Any) -> Findings:
    """Check subject in a process of its own. Print and return the findings."""
    findings = Findings(key, subject)
    run_apart(check, (subject, *arguments), findings.take_note, LIMIT)
    print(findings, flush=True)
    return findings


# === Games to look at ===

# The sizes that are tried. A group is tried if the game takes no size of those
# before it. None stands for no size.
SIZES: list[list[Any]] = [
    [1, 2, 3, 4, 5, 6, 9, 12, 20], [None],
    ['1 1', '2 2', '3 3', '4 4', '1,1', '2,2', '3,3', '2x2', '3x3']]

MOST_FIRST_MOVES = 30  # With more at its beginning, a game is not small.


class Setup(NamedTuple):
    """How a game is set up.

    === Attributes ===
    game_class: the class of the game
    size: its size, or None if it is given none
    p1_starts: whether player 1 starts
    seed: what any random choices of the game follow from
    """
    game_class: Callable[..., Game]
    size: Any
    p1_starts: bool
    seed: int

    def make(self) -> Game:
        """Return a new game that is set up like this. It may not exist."""
        random.seed(self.seed)
        return create_game(self.game_class, self.p1_starts, self.size)

    def __str__(self) -> str:
        """Return in words how the game is set up."""
        size = '' if self.size is None else f'size {self.size}, '
        return f'{size}player {1 if self.p1_starts else 2} starts'


def play_at_random(setup: Setup, rng: Random, plies: int) -> Iterator[Position]:
    """Yield the positions of a random game, from its beginning on."""
    path: list[Any] = []
    while len(path) <= plies:
        position = Position(setup.make, path, str(setup))
        yield position
        moves = sorted(position.state.get_possible_moves(), key=str)
        if not moves:
            break
        path = path + [rng.choice(moves)]


def find_setups(game_class: Callable[..., Game], sizes: list[Any], seed: int
                ) -> list[Setup]:
    """Return small games of game_class, of these sizes or of some that it
    takes, with either player to start, or raise BreachError.
    """
    errors: list[BaseException] = []
    for group in [sizes] if sizes else SIZES:
        setups = [Setup(game_class, size, True, seed) for size in group]
        found = [Attempt(setup.make).error for setup in setups]
        good = [setup for setup, error in zip(setups, found) if not error]
        if good:
            chosen = list(filter(is_small, good)) or good[:1]
            return [setup._replace(p1_starts=starts) for setup in chosen
                    for starts in (True, False)]
        errors += filter(None, found)
    # Broken code says more than that there is no such size.
    causes = [error.__cause__ or error for error in errors]
    broken = [cause for cause in causes if not isinstance(cause, ValueError)]
    why = describe_failure(broken[0]) if broken else str(errors[0])
    raise BreachError(f'{name_of(game_class)} cannot be set up: {why}')


def is_small(setup: Setup) -> bool:
    """Return whether the game of setup can be looked at in short time."""
    state = setup.make().current_state
    count = Attempt(lambda: len(state.get_possible_moves()))
    # Whatever is wrong with it will be found.
    return bool(count.error) or count.result <= MOST_FIRST_MOVES


# === What to look at ===

@dataclass
class Examiner:
    """Reports what is found: of each method once, and each error once.

    === Attributes ===
    report: is told each breach, and each position
    failed: the methods that have broken their contract, by name
    hint: in words, why there may be a breach, added to the first one
    """
    report: Report
    failed: set[str] = field(default_factory=set)
    hint: str = ''
    _places: set[Optional[Place]] = field(default_factory=set)

    def tell(self, finding: Optional[Finding]) -> None:
        """Report finding, unless it is None, or known."""
        if finding is None:
            return
        hint = '' if self.failed else self.hint
        self.failed.add(finding.name)
        if finding.place is None or finding.place not in self._places:
            self._places.add(finding.place)
            self.report(FAULT, f'{finding.line}{hint}')

    def run(self, check: Callable[..., Any], *arguments: Any) -> Any:
        """Return what check returns; report what it raises."""
        attempt = Attempt(check, *arguments)
        if attempt.error:
            self.tell(Finding(check.__qualname__,
                              describe_failure(attempt.error),
                              next(iter(trace_error(attempt.error)), None)))
        return attempt.result


def check_game(report: Report, game_class: Callable[..., Game],
               sizes: list[Any], seed: int) -> None:
    """Check game_class by random play in games of these sizes, or of some that
    it takes, or raise BreachError if none can be played.
    """
    examiner, setups = Examiner(report), find_setups(game_class, sizes, seed)
    missing = find_missing(setups[0].make())
    if missing:
        raise BreachError(', '.join(missing))
    for setup in setups:
        game = setup.make()
        breach = check_start(game, game.current_state, setup.p1_starts)
        if breach and 'start' not in examiner.failed:
            examiner.tell(Finding('start', breach))
    wins = check_games(examiner, setups, Random(seed))
    if len(wins) >= LEAST_GAMES and not any(wins) and not examiner.failed:
        report(FAULT, f'{name_of(game_class)}.is_winner returned False for '
                      f'both players at the end of all {len(wins)} games: '
                      f'nobody ever wins')


def check_games(examiner: Examiner, setups: list[Setup], rng: Random
                ) -> list[bool]:
    """Check random games. Return whether somebody won, for each that ended."""
    left, deadline = MOST_POSITIONS, monotonic() + MOST_SECONDS
    reprs: dict[Any, dict[str, Any]] = {}
    wins: list[bool] = []
    sizes = list(dict.fromkeys(each.size for each in setups))
    for i in range(max(MOST_GAMES, len(setups))):
        setup = setups[i % len(setups)]
        smaller = sizes[:sizes.index(setup.size)]
        examiner.hint = '' if len(smaller) < LEAST_SIZES else \
            f'. Sizes {smaller[0]} to {smaller[-1]} are fine. If ' \
            f'{setup.size} is not a size of this game, it should raise a ' \
            f'ValueError'
        # Equal positions have equal reprs whoever has started the game.
        seen, line = reprs.setdefault(setup.size, {}), []
        for position in play_at_random(setup, rng, MOST_PLIES):
            line.append(position)
            if left == 0 or monotonic() > deadline \
                    or not check_position(examiner, line, seen):
                return wins
            left -= 1
            if not position.state.get_possible_moves():
                wins.append(any(Attempt(position.game.is_winner, player).result
                                for player in ('p1', 'p2')))
        if not examiner.failed:
            examiner.run(check_searches, examiner, line, any(wins))
        if examiner.failed & STOPPING:
            return wins
    return wins


def check_position(examiner: Examiner, line: list[Position],
                   seen: dict[str, Any]) -> bool:
    """Check the last position of line. Return whether one can go on there."""
    position, listener = line[-1], Listener()
    examiner.report(POSITION, str(position))
    with redirect_stdout(cast(Any, listener)):
        examiner.run(examine_last, examiner, line, seen)
    if examiner.failed & STOPPING:
        return False
    if listener.heard and 'silence' not in examiner.failed:
        examiner.tell(Finding('silence', describe_noise(listener)))
    return True


def examine_last(examiner: Examiner, line: list[Position],
                 seen: dict[str, Any]) -> None:
    """Examine the last position of line, also whether it was there before."""
    position = line[-1]
    for finding in examine(position, examiner.failed, seen):
        examiner.tell(finding)
    if examiner.failed & STOPPING:
        return
    cycle = find_cycle(position.game, [each.identity for each in line],
                       position.path)
    if cycle:
        examiner.tell(Finding('cycle', cycle))


def find_small(line: list[Position], survey: Survey, most: int
               ) -> list[Position]:
    """Return those of the positions in line, a whole game, from which no more
    than this many follow. Raise BreachError for what survey finds there.
    """
    small: list[Position] = []
    for position in line[::-1]:
        try:
            survey.check(position.state, position.path, most)
        except TooManyError:
            break
        except BreachError as breach:
            breach.path = (*position.path, *breach.path)
            raise
        small.insert(0, position)
    return small


def check_searches(examiner: Examiner, line: list[Position], is_won: bool
                   ) -> None:
    """Check what searches rely on, at positions in line, a whole game. Unless
    some game is won, it is is_winner that seems wrong.
    """
    try:
        # In a game that can come back to a position, many always follow.
        with suppress(TooManyError):
            Survey(line[0].make(), False).check(line[0].state, [], MOST_NEXT)
        find_small(line, Survey(line[0].make(), is_won), MOST_COMPARED)
    except BreachError as breach:
        examiner.report(POSITION, str(Position(
            line[0].begin, list(breach.path), line[0].origin)))
        examiner.tell(Finding('searches', str(breach)))


def check_strategy(report: Report, strategy: Callable[..., Any],
                   game_classes: list[Callable[..., Game]], sizes: list[Any],
                   seed: int) -> None:
    """Check strategy in games of game_classes, which are sound."""
    examiner = Examiner(report)
    for game_class in game_classes:
        for position in choose_positions(game_class, sizes, seed):
            report(POSITION, f'{name_of(game_class)}, {position}')
            if 'check_choice' not in examiner.failed:
                examiner.run(check_choice, strategy, position)


def choose_positions(game_class: Callable[..., Game], sizes: list[Any],
                     seed: int) -> list[Position]:
    """Return positions at which a strategy is asked: in random games, the last
    one before the end, and the first one that is small enough to search.
    """
    rng = Random(seed)
    chosen: list[Position] = []
    for setup in find_setups(game_class, sizes, seed)[:MOST_STRATEGY_GAMES]:
        line = list(play_at_random(setup, rng, LONGEST_GAME))
        small = find_small(line, Survey(line[0].make(), False), MOST_NEXT)[:-1]
        # Looking at a position may have changed it.
        chosen += [Position(each.begin, each.path, each.origin)
                   for each in small[:1] + small[1:][-1:]]
    return chosen


def check_choice(strategy: Callable[..., Any], position: Position) -> None:
    """Check that strategy chooses a possible move at position, and leaves it
    as it is. A player who is asked types nonsense first, and then a move.
    """
    state, name, watch = position.state, name_of(strategy), Watch(position)
    before, moves = look_often(position.make), state.get_possible_moves()
    game, typed = guard_game(watch), ['nonsense', str(moves[0])]

    def answer(_prompt: Any = '') -> str:
        """Return what is typed next."""
        if not typed:
            raise EOFError(f'{str(moves[0])!r}, a possible move, was typed')
        return typed.pop(0)

    def play() -> Any:
        """Return the strategy's move, asked again if nonsense was typed."""
        move = strategy(game)
        while len(typed) == 1 and not state.is_valid_move(move):
            move = strategy(game)
        return move
    listener: Any = Listener()
    with redirect_stdout(listener), answering(answer):
        attempt = Attempt(play)
    if watch.breach:
        raise BreachError(watch.breach)
    changes = find_changes_in(position.game, before)
    if changes:
        raise BreachError(
            f'{name} {describe_deed(position.game, state, changes)}')
    if attempt.error:
        raise BreachError(f'{describe_failure(attempt.error, strategy)}: it '
                          f'should return a possible move')
    if not state.is_valid_move(attempt.result):
        raise BreachError(f'{name} returned {format_value(attempt.result)}: it '
                          f'should return one of the possible moves, '
                          f'{format_value(moves)}')
    if listener.heard and len(typed) == 2:
        raise BreachError(describe_noise(listener))


# === In a process of its own ===

def run_apart(check: Callable[..., None], arguments: tuple[Any, ...],
              report: Report, limit: float) -> None:
    """Call check(report, *arguments) in a process that has limit seconds for
    each position. Report also how it has ended, if not well.
    """
    method = 'fork' if 'fork' in get_all_start_methods() else 'spawn'
    with ctrl_c_later():
        start = Attempt(lambda: Worker(check_alone, check, arguments,
                                       limit=limit, method=method))
    if start.error:
        report(END, f'cannot be checked in a process of its own: '
                    f'{describe_error(start.error)}')
        return
    worker: Worker = start.result
    kind = text = ''
    try:
        while kind != END:
            if worker.connection.poll(worker.find_time_left()):
                kind, text = worker.connection.recv()
            elif worker.is_too_slow():
                kind, text = END, describe_hang(worker, arguments[0],
                                                f' after {limit:g} s')
            if text:
                report(kind, text)
            text = ''
    except (EOFError, OSError):
        report(END, f'ended its process, with exit status '
                    f'{worker.find_exit_status()}')
    except KeyboardInterrupt as interrupt:
        interrupt.add_note(f'{name_of(arguments[0])} was '
                           f'{describe_hang(worker, arguments[0])}.')
        raise
    finally:
        worker.kill()


def describe_hang(worker: Worker, subject: Any, when: str = '') -> str:
    """Return in words where worker is still running."""
    place = locate(worker.where(), subject)
    where = f': in {place.function}, {place}' if place else ''
    return f'still running{when}{where}'


def check_alone(channel: Channel, check: Callable[..., None],
                arguments: tuple[Any, ...]) -> None:
    """Do what run_apart does, in this process, which it has started."""
    def report(kind: str, text: str) -> None:
        """Pass text on. Each position has the time to itself."""
        channel.send((kind, text))
    Examiner(report).run(check, report, *arguments)
    channel.send((END, ''))
