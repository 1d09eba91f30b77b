"""Series of games between two strategies: set up, played and written down.

`--games N` plays N games and prints a table. The seed makes a series
repeatable, on any number of processes, apart from the times, and from
strategies that do what they can in a certain time.
"""
from argparse import Namespace
from dataclasses import replace
from itertools import count
from multiprocessing import parent_process
from time import monotonic
from typing import Any, Callable, Optional
import csv
import os
import sys
from interface.command_line import FINISHED, INTERRUPTED, UNFINISHED
from interface.worker import ctrl_c_later
from interface.screen import ReplacedLine, is_terminal
from interface.series_game import BROKEN, Ending, GameRecord, Series, play_one
from interface.series_results import SeriesResult, format_table, make_labels
from interface.series_workers import WorkerError, share_games
from interface.setup import Catalog, ask_for_game, seed_random
from interface.words import format_count, make_title

COLUMNS = ['game', 'opening', 'player 1', 'starts', 'winner', 'end', 'detail',
           'plies', 'moves', 'seconds of 1', 'seconds of 2']


def run_series(catalog: Catalog, options: Namespace) -> int:
    """Play the series of options and print it. Return the exit status."""
    # A program that does not ask whether it is the one that is run comes here
    # again in the processes of its series, and would begin the file anew.
    if parent_process() is not None:
        raise RuntimeError('This process plays games of a series already.')
    series = set_up_series(catalog, options)
    labels = make_labels(series.strategies)
    path = os.devnull if options.csv is None else options.csv
    rows = GameRows(path, series, labels)
    size = '' if series.size is None else f' {series.size}'
    print(f'{make_title(series.game_class)}{size}: {labels[0]} against '
          f'{labels[1]}, {series.games} games, seed {series.seed}', flush=True)
    line, ended, next_time, cut = ReplacedLine(), count(1), 0.0, 0

    def take_note(record: GameRecord) -> None:
        """Note that a game has ended. A terminal shows how many have."""
        nonlocal next_time, cut
        number = next(ended)
        if monotonic() > next_time and is_terminal(sys.stderr):
            next_time = monotonic() + 0.1
            line.replace(f'{number} of {series.games} games')
        rows.add(record)
        cut += [ply.who for ply in record.plies].count(None) < series.opening
    try:
        result = play_series(series, options.jobs, take_note)
    finally:
        line.replace('')
        rows.finish()
    if result.is_interrupted:
        print(f'\nInterrupted after {result.played} of {series.games} '
              f'games.')
    if result.played:
        print('\n'.join(['', *format_table(result, labels)]), flush=True)
    if cut:
        print(f'In {format_count(cut, "game")}, the opening was shorter: it '
              f'left the last move to a strategy.')
    if rows.error:
        print(f'{path!r} cannot be written: {rows.error}', file=sys.stderr)
    if result.is_interrupted:
        return INTERRUPTED
    return UNFINISHED if rows.error or result.broken else FINISHED


def set_up_series(catalog: Catalog, options: Namespace) -> Series:
    """Return the series that is wanted; ask for what options do not say."""
    strategies = {name: strategy for name, strategy
                  in catalog.strategies.items()
                  if not catalog.find_people({name: strategy})}
    keys = [options.p1, options.p2]
    for key in keys:
        if key and key not in strategies:
            raise ValueError(f'{key!r} cannot play a series: a series needs '
                             f'two strategies that do not ask a player')
    game_class = catalog.games[catalog.choose_game(
        options.game, options.size, keys)]
    p1, p2 = replace(catalog, strategies=strategies).choose_strategies(
        keys, ('mi', 'r'))
    seed = seed_random(options.seed)
    starts, size = options.first != '2', options.size
    if size is None:
        _, size = ask_for_game(game_class, starts)
    return Series(game_class, starts, size, (strategies[p1], strategies[p2]),
                  options.games, seed, options.opening or 0,
                  options.limit or 60.0)


def play_series(series: Series, jobs: Optional[int] = None,
                on_end: Callable[[GameRecord], None] = lambda record: None
                ) -> SeriesResult:
    """Play series in this many processes (None: in all cores) and return its
    result; Ctrl-C ends it early. Call on_end for each game that has ended.
    """
    result = SeriesResult()
    left = dict.fromkeys(range(series.games))

    def take_note(record: GameRecord) -> None:
        """Count a game that has ended."""
        with ctrl_c_later():
            result.add(record)
            del left[record.number]
            on_end(record)
    try:
        try:
            share_games(series, jobs or os.cpu_count() or 1, take_note)
        except WorkerError as error:
            print(f'The games are played in this process, where no move can '
                  f'be stopped:\n{error}.', flush=True)
            for number in list(left):
                record = GameRecord(number)
                play_one(series, number, record.take_note)
                take_note(record)
    except KeyboardInterrupt:
        result.is_interrupted = True
    return result


class GameRows:
    """Writes a row for each game to a file, as soon as all before have ended.

    === Attributes ===
    error: why the file cannot be written, or ''
    """
    error: str
    _path: str
    _series: Series
    _labels: list[str]
    _held: dict[int, GameRecord]
    _next: int

    def __init__(self, path: str, series: Series, labels: list[str]) -> None:
        """Create the file at path. Raise ValueError if that is impossible."""
        # Somebody's strategy may change to another folder.
        self._path, self.error = os.path.abspath(path), ''
        self._series, self._labels = series, labels
        self._held, self._next = {}, 0
        self._write('w', [COLUMNS])
        if self.error:
            raise ValueError(f'{path!r} cannot be written: {self.error}')

    def add(self, record: GameRecord) -> None:
        """Write a game that has ended, now or after those before it."""
        self._held[record.number] = record
        rows = []
        while self._next in self._held:
            rows.append(self._make_row(self._held.pop(self._next)))
            self._next += 1
        self._write('a', rows)

    def finish(self) -> None:
        """Write the games that wait for others: those will not end."""
        self._write('a', [self._make_row(self._held[number])
                          for number in sorted(self._held)])

    def _make_row(self, record: GameRecord) -> list[Any]:
        """Return the row of a game."""
        find_index, number = self._series.find_index, record.number
        starter = 'p1' if self._series.p1_starts else 'p2'
        winner, why, detail = record.ending or Ending(None, BROKEN)
        result = '' if why == BROKEN else 'tie' if winner is None \
            else self._labels[winner]
        return [number, number // 2 if self._series.opening else '',
                self._labels[find_index('p1', number)],
                self._labels[find_index(starter, number)],
                result, why, detail, len(record.plies),
                ','.join(ply.text for ply in record.plies),
                *[f'{sum(record.list_times(i)):.6f}' for i in range(2)]]

    def _write(self, mode: str, rows: list[list[Any]]) -> None:
        """Write rows to the file, unless that has failed before."""
        if self.error or not rows:
            return
        try:
            with open(self._path, mode, encoding='utf-8', newline='',
                      errors='backslashreplace') as file:
                csv.writer(file).writerows(rows)
        except OSError as error:
            self.error = error.strerror or str(error)
