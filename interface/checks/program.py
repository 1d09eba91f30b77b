"""The program behind --check: which games and strategies are looked at, and
what is printed about each.
"""
from argparse import Namespace
from typing import Any, Callable
from game import Game
from interface.checks.findings import END, POSITION
from interface.checks.games import check_game
from interface.checks.isolation import run_apart
from interface.checks.strategies import check_strategy
from interface.endings import FINISHED, UNFINISHED
from interface.places import name_of
from interface.titles import make_title

# One position may take so many seconds.
LIMIT = 10.0


class Report:
    """What the check of a game or of a strategy has found.

    === Attributes ===
    key: the key that the game or strategy is chosen by
    subject: the game or strategy
    positions: how many positions were tried
    faults: what was found
    """
    key: str
    subject: Any
    positions: int
    faults: list[str]
    _where: str

    def __init__(self, key: str, subject: Any) -> None:
        """Initialize a report on subject, which has no faults so far."""
        self.key, self.subject = key, subject
        self.positions, self.faults, self._where = 0, [], ''

    def take_note(self, kind: str, text: str) -> None:
        """Note what is told of the check."""
        if kind == POSITION:
            self.positions, self._where = self.positions + 1, text
            return
        whole = f'{name_of(self.subject)} {text}' if kind == END else text
        where = f'\n    ({self._where})' if self._where else ''
        self.faults.append(f'  {whole}.{where}')

    def __str__(self) -> str:
        """Return this report as lines of text."""
        verdict = count(len(self.faults), 'fault') if self.faults \
            else 'all is well'
        return '\n'.join([f'{make_title(self.subject)} ({self.key}): '
                          f'{count(self.positions, "position")}, {verdict}.',
                          *self.faults])


def count(number: int, noun: str, plural: str = '') -> str:
    """Return how many there are of a noun, whose plural may be odd.

    >>> count(1, 'fault'), count(1200, 'position')
    ('1 fault', '1,200 positions')
    """
    return f'{number:,} {noun if number == 1 else plural or noun + "s"}'


def run_checks(games: dict[str, Callable[..., Game]],
               strategies: dict[str, Callable[[Game], Any]],
               options: Namespace) -> int:
    """Check games and strategies, or those of them that options name, and
    print what is found. Return the exit status of the program: 0 if all is
    well.
    """
    if options.game:
        games = {options.game: games[options.game]}
    if options.p1 or options.p2:
        strategies = {named: strategies[named]
                      for named in (options.p1, options.p2) if named}
    seed = options.seed or 0
    sizes = [] if options.size is None else [options.size]
    print(f'Checking {count(len(games), "game")} and '
          f'{count(len(strategies), "strategy", "strategies")} by random '
          f'play, with --seed {seed}.', flush=True)
    reports, sound = [], []
    for key, game_class in games.items():
        reports.append(Report(key, game_class))
        run_apart(check_game, (game_class, sizes, seed),
                  reports[-1].take_note, LIMIT)
        print(reports[-1], flush=True)
        # Strategies are asked only in games without a fault.
        sound += [] if reports[-1].faults else [game_class]
    if not sound:
        print('No strategy is checked, as no game is without a fault.')
        strategies = {}
    for key, strategy in strategies.items():
        reports.append(Report(key, strategy))
        run_apart(check_strategy, (strategy, sound, sizes, seed),
                  reports[-1].take_note, LIMIT)
        print(reports[-1], flush=True)
    faults = sum(len(report.faults) for report in reports)
    print(f'Found {count(faults, "fault")}.' if faults else 'All is well.')
    return UNFINISHED if faults else FINISHED
