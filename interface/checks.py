"""--check: looking for broken contracts in games and strategies.

Somebody's code is run where it can do no harm: in a process of its own, which
is ended when it hangs. Where the system can make one, that process is a copy of
this one, with all games and strategies: multiprocessing calls this 'fork'.
"""
from argparse import Namespace
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from multiprocessing import get_all_start_methods
from random import Random
from time import monotonic
from typing import Any, Callable, Optional
from game import Game
from interface.command_line import FINISHED, UNFINISHED
from interface.contracts import ask, check_choice, check_estimate, \
    check_is_over, check_is_over_of_state, check_make_move, \
    check_moves_differ, check_purity, check_repr_again, check_repr_differs, \
    check_silence, check_start, check_str_to_move, check_valid_moves, \
    check_view, check_winner
from interface.faults import Attempt, Place, describe_fault, locate, \
    name_of, trace_error
from interface.methods import find_missing
from interface.sampling import Position, Setup, choose_positions, expect, \
    find_setups, play_at_random
from interface.words import describe_error, format_count, make_title
from interface.worker import Channel, Listener, Worker, ctrl_c_later

LIMIT = 10.0  # Seconds for a position.

# The most random games, plies in each, positions in all of them, and seconds.
MOST_GAMES, MOST_PLIES, MOST_POSITIONS, MOST_SECONDS = 24, 100, 300, 20.0

# Games without a winner that are a fault; sound sizes that are worth a hint.
LEAST_GAMES, LEAST_SIZES = 6, 3

# What a check reports: a position to look at, a fault, or how it has ended; and
# who is told one of these, with a text about it.
POSITION, FAULT, END = 'position', 'fault', 'end'
Report = Callable[[str, str], None]

# What follows from a fault would be taken for faults of other methods. So if
# one of these finds something, nothing else is checked.
FIRST_CHECKS = [check_view, check_is_over, check_purity, check_valid_moves,
                check_make_move]
CHECKS = [check_winner, check_is_over_of_state, check_str_to_move,
          check_estimate, check_moves_differ]


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


@dataclass
class Examiner:
    """Runs checks; reports each check's first fault, and each error once.

    === Attributes ===
    report: is told each fault, and each position
    failed: the checks that have found something, by name
    hint: in words, why there may be a fault, added to the first one
    """
    report: Report
    failed: set[str] = field(default_factory=set)
    hint: str = ''
    _places: set[Optional[Place]] = field(default_factory=set)

    def run(self, check: Callable[..., None], *arguments: Any) -> bool:
        """Run check unless it has failed before. Return whether all is well."""
        name = check.__qualname__
        if name in self.failed:
            return False
        error = Attempt(check, *arguments).error
        if error is None:
            return True
        hint = '' if self.failed else self.hint
        self.failed.add(name)
        place = next(iter(trace_error(error)), None)
        if place is None or place not in self._places:
            self._places.add(place)
            self.report(FAULT, f'{describe_fault(error)}{hint}')
        return False


def check_game(report: Report, game_class: Callable[..., Game],
               sizes: list[Any], seed: int) -> None:
    """Check game_class by random play in games of these sizes, or of some that
    it takes, or raise BrokenContractError if none can be played.
    """
    examiner, setups = Examiner(report), find_setups(game_class, sizes, seed)
    missing = find_missing(setups[0].make())
    expect(not missing, ', '.join(missing))
    examiner.run(ask, Position(setups[0].make, []), 'get_instructions')
    for setup in setups:
        examiner.run(check_start, setup)
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
        seen = reprs.setdefault(setup.size, {})
        for position in play_at_random(setup.make, rng, MOST_PLIES,
                                       str(setup)):
            if left == 0 or monotonic() > deadline \
                    or not check_position(examiner, position, seen):
                return wins
            left -= 1
            if not position.state.get_possible_moves():
                wins.append(any(Attempt(position.game.is_winner, player).result
                                for player in ('p1', 'p2')))
    return wins


def check_position(examiner: Examiner, position: Position,
                   seen: dict[str, Any]) -> bool:
    """Check one position. Return whether one can go on from there."""
    examiner.report(POSITION, str(position))
    listener: Any = Listener()
    with redirect_stdout(listener):
        if not all(examiner.run(each, position) for each in FIRST_CHECKS):
            return False
        for check in CHECKS:
            examiner.run(check, position)
        if examiner.run(check_repr_again, position):
            examiner.run(check_repr_differs, position, seen)
    examiner.run(check_silence, listener)
    return True


def check_strategy(report: Report, strategy: Callable[..., Any],
                   game_classes: list[Callable[..., Game]], sizes: list[Any],
                   seed: int) -> None:
    """Check strategy in games of game_classes, which are sound."""
    examiner = Examiner(report)
    for game_class in game_classes:
        for position in choose_positions(game_class, sizes, seed):
            report(POSITION, f'{name_of(game_class)}, {position}')
            examiner.run(check_choice, strategy, position)


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
