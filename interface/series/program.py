"""Series of games between two strategies: set up, played on all cores, told.

`--games N` plays N games and prints a table. The seed makes a series
repeatable, on any number of processes, apart from the times, and from
strategies that do what they can in a certain time.
"""
from argparse import Namespace
from time import monotonic
from typing import Any, Callable, Optional
import os
import random
import sys
from game import Game
from interface.attempts import CtrlCLater
from interface.command_line import check_size
from interface.endings import FINISHED, INTERRUPTED, UNFINISHED
from interface.questions import ask
from interface.series.crew import Crew
from interface.series.events import GameRecord
from interface.series.one_game import play_one
from interface.series.plan import GameMaker, Series
from interface.series.results import SeriesResult
from interface.series.rows import GameRows
from interface.series.table import format_table, make_labels
from interface.series.workers import WorkerError
from interface.screen import is_terminal
from interface.titles import make_title, make_titles

# How many seconds a strategy has for a move if nobody says otherwise.
LIMIT = 60.0


def run_series(games: dict[str, Callable[..., Game]],
               strategies: dict[str, Callable[[Game], Any]],
               options: Namespace) -> int:
    """Play the series that options ask for, ask for what they do not say, and
    print the result. Return the exit status of the program.

    The tables games and strategies have what can be chosen; interactive
    strategies are not among them. Raise ValueError if a series with these
    options is not possible.
    """
    series = set_up_series(games, strategies, options)
    labels = make_labels(series.strategies)
    path = os.devnull if options.csv is None else options.csv
    rows = create_rows(path, series, labels)
    size = '' if options.size is None else f' {options.size}'
    print(f'{make_title(series.maker.game_class)}{size}: {labels[0]} against '
          f'{labels[1]}, {series.games} games, seed {series.seed}', flush=True)
    progress = Progress(series.games)

    def show(record: GameRecord) -> None:
        """Show that a game has ended."""
        progress.count()
        rows.add(record)
    try:
        result = play_series(series, options.jobs, show,
                             lambda note: print(note, flush=True))
    finally:
        progress.clear()
        rows.finish()
    print_result(result, labels)
    if rows.error:
        print(f'{path!r} cannot be written: {rows.error}',
              file=sys.stderr)
    if result.is_interrupted:
        return INTERRUPTED
    return UNFINISHED if rows.error or result.broken else FINISHED


def set_up_series(games: dict[str, Callable[..., Game]],
                  strategies: dict[str, Callable[[Game], Any]],
                  options: Namespace) -> Series:
    """Return the series that options ask for. Ask for what they do not say, as
    for a single game; only, player 1 starts unless they say otherwise. Raise
    ValueError if they make no sense.
    """
    keys = [options.p1, options.p2]
    for key in keys:
        if key and key not in strategies:
            raise ValueError(f'{key!r} cannot play a series: a series needs '
                             f'two strategies that ask nobody')
    game = options.game or ask('Which game?', make_titles(games))
    check_size(games[game], options.size)
    for i in range(2):
        keys[i] = keys[i] or ask(f'Which strategy for player {i + 1}?',
                                 make_titles(strategies))
    seed = random.randrange(1_000_000) if options.seed is None \
        else options.seed
    maker = GameMaker(games[game], options.first != '2', options.size)
    return Series(maker, (strategies[keys[0]], strategies[keys[1]]),
                  options.games, seed, options.opening or 0,
                  LIMIT if options.limit is None else options.limit)


def create_rows(path: str, series: Series, labels: list[str]) -> GameRows:
    """Return a new file at path for the games of series. Raise ValueError if
    there cannot be one.
    """
    try:
        return GameRows(path, series, labels)
    except OSError as error:
        raise ValueError(f'{path!r} cannot be written: {error.strerror}'
                         ) from error


def play_series(series: Series, jobs: Optional[int] = None,
                on_end: Callable[[GameRecord], None] = lambda record: None,
                on_note: Callable[[str], None] = lambda note: None
                ) -> SeriesResult:
    """Play series, with as many games at the same time as jobs says (None: as
    many as there are cores), and return its result. Ctrl-C ends it early.

    Call on_end for each game that has ended, in whatever order. If the games
    must be played in this very process, say so to on_note.
    """
    result = SeriesResult(series.games)
    left = dict.fromkeys(range(series.games))

    def take_note(record: GameRecord) -> None:
        """Count a game that has ended."""
        with CtrlCLater():
            result.add(record)
            del left[record.number]
            on_end(record)
    try:
        try:
            Crew(series, jobs or os.cpu_count() or 1, take_note).play()
        except WorkerError as error:
            on_note(f'The games are played in this process, where no move can '
                    f'be stopped:\n{error}.')
            for number in list(left):
                record = GameRecord(number)
                play_one(series, number, record.take_note)
                take_note(record)
    except KeyboardInterrupt:
        result.is_interrupted = True
    return result


def print_result(result: SeriesResult, labels: list[str]) -> None:
    """Print the result of a series between two strategies with these labels.
    """
    if result.is_interrupted:
        print(f'\nInterrupted after {result.played} of {result.planned} '
              f'games.')
    if result.played:
        print('\n'.join(['', *format_table(result, labels)]), flush=True)


class Progress:
    """Shows on standard error how many games of a series have ended, if that
    is a terminal.

    === Attributes ===
    planned: how many games are to be played
    ended: how many have ended
    """
    planned: int
    ended: int
    _shown: str
    _next_time: float

    def __init__(self, planned: int) -> None:
        """Initialize the progress of a series of so many games."""
        self.planned, self.ended = planned, 0
        self._shown, self._next_time = '', 0.0

    def count(self) -> None:
        """Count a game that has ended."""
        self.ended += 1
        if monotonic() > self._next_time and is_terminal(sys.stderr):
            self._next_time = monotonic() + 0.1
            self._show(f'{self.ended} of {self.planned} games')

    def clear(self) -> None:
        """Remove what is shown."""
        if self._shown:
            self._show('')

    def _show(self, text: str) -> None:
        """Show text in place of what is shown now."""
        blanks = ' ' * len(self._shown)
        self._shown = text
        print(f'\r{blanks}\r{text}', end='', file=sys.stderr, flush=True)
