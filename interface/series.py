"""Series of games between two strategies: set up, counted and written down.

`--games N` plays N games and prints a table. The seed makes a series
repeatable, on any number of processes, apart from the times, and from
strategies that do what they can in a certain time.
"""
from argparse import Namespace
from dataclasses import dataclass, field, replace
from itertools import product
from math import sqrt
from multiprocessing import parent_process
from time import monotonic
from typing import Any, Callable, Hashable, Iterable, Optional, TextIO
import csv
import os
import sys
from interface.command_line import FINISHED, INTERRUPTED, UNFINISHED
from interface.screen import ReplacedLine, is_terminal, widen
from interface.series_game import ERROR, ILLEGAL, OVER, SLOW, GameRecord, \
    Series, play_games
from interface.setup import Catalog, ask_for_game, seed_random
from interface.words import format_count, make_title
from interface.worker import ctrl_c_later

# The ways to lose a game before its end: the heading of a column, and what the
# strategy did.
LOSSES = {ILLEGAL: ('illegal', 'chose an illegal move'),
          ERROR: ('errors', 'failed'), SLOW: ('too slow', 'was too slow')}

LONGEST_LABEL = 20
COLUMNS = ['game', 'opening', 'player 1', 'starts', 'winner', 'end', 'detail',
           'plies', 'moves', 'seconds of 1', 'seconds of 2']


@dataclass
class Tally:
    """What one strategy has done in a series, so far.

    === Attributes ===
    wins: how many games it has won
    cases: the games that it has lost in each of the ways in LOSSES
    times: the seconds that it took for each of its moves
    """
    wins: int = 0
    cases: dict[str, list[GameRecord]] = field(
        default_factory=lambda: {why: [] for why in LOSSES})
    times: list[float] = field(default_factory=list)


@dataclass
class SeriesResult:
    """What the games of a series have come to, so far.

    === Attributes ===
    played: how many have ended, in one way or another
    ties: how many have ended in a tie
    broken: those in which the game itself failed
    tallies: what each of the two strategies has done
    is_interrupted: whether Ctrl-C has ended the series
    lines_of_play: the moves of the games; those with the same moves count once
    """
    played: int = 0
    ties: int = 0
    broken: list[GameRecord] = field(default_factory=list)
    tallies: list[Tally] = field(default_factory=lambda: [Tally(), Tally()])
    is_interrupted: bool = False
    lines_of_play: set[Hashable] = field(default_factory=set)

    def add(self, record: GameRecord) -> None:
        """Count a game that has ended."""
        self.played += 1
        if record.winner is not None:
            self.tallies[record.winner].wins += 1
            self.tallies[1 - record.winner].cases.get(
                record.why, []).append(record)
        elif record.why == OVER:
            self.ties += 1
        else:
            self.broken.append(record)
        for i, tally in enumerate(self.tallies):
            tally.times += record.list_times(i)
        self.lines_of_play.add(tuple(ply.choice for ply in record.plies))


def find_interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of the chance to win a game.

    This is the Wilson interval: E. B. Wilson, "Probable inference, the law of
    succession, and statistical inference", 1927.

    >>> [round(limit, 3) for limit in find_interval(8, 10)]
    [0.49, 0.943]
    """
    z = 1.959964  # 95 % of the normal distribution lie between -z and z.
    share, more = wins / games, z * z / games
    middle = share + more / 2
    spread = z * sqrt(share * (1 - share) / games + more / games / 4)
    return max(0.0, (middle - spread) / (1 + more)), \
        min(1.0, (middle + spread) / (1 + more))


def make_labels(strategies: Iterable[Callable[..., Any]]) -> list[str]:
    """Return the titles of two strategies, numbered if they are the same.

    >>> make_labels((max, min)), make_labels((max, max))
    (['max', 'min'], ['max (1)', 'max (2)'])
    """
    titles = [make_title(each)[:LONGEST_LABEL] for each in strategies]
    if titles[0] == titles[1]:
        return [f'{title} ({i})' for i, title in enumerate(titles, 1)]
    return titles


def format_table(result: SeriesResult, labels: list[str]) -> list[str]:
    """Return result as lines: a table, and what should be known about it."""
    kinds = [why for why in LOSSES
             if any(each.cases[why] for each in result.tallies)]
    rows = [['strategy', 'wins', 'ties', 'share', '95 % interval',
             *[LOSSES[why][0] for why in kinds], 'mean time', 'longest']]
    for label, tally in zip(labels, result.tallies):
        low, high = find_interval(tally.wins, result.played)
        rows.append([label, str(tally.wins), str(result.ties),
                     f'{tally.wins / result.played:.1%}',
                     f'{low:.1%} - {high:.1%}',
                     *[str(len(tally.cases[why])) for why in kinds],
                     format_seconds(sum(tally.times) / max(
                         1, len(tally.times))),
                     format_seconds(max(tally.times, default=0.0))])
    lines = align(rows)
    if result.ties:
        lines.append('The share is that of games won; a tie is no win for '
                     'either.')
    distinct = len(result.lines_of_play)
    lines += ['', f'Distinct games: {distinct} of {result.played}.' + (
        ' Try --opening 2 to make them differ.'
        if distinct <= 2 < result.played else '')]
    for i, kind in product(range(2), kinds):
        if result.tallies[i].cases[kind]:
            lines.append(f'{labels[i]} {LOSSES[kind][1]} in '
                         f'{describe_first(result.tallies[i].cases[kind])}')
    if result.broken:
        lines.append(f'The game itself failed '
                     f'{format_count(len(result.broken), "time")}, first in '
                     f'{describe_first(result.broken)}')
    return lines


def describe_first(records: list[GameRecord]) -> str:
    """Return in words which of records comes first, and how it ended."""
    record = min(records, key=lambda each: each.number)
    return f'game {record.number}, ply {len(record.plies) + 1}: ' \
           f'{record.detail}'


def align(rows: list[list[str]]) -> list[str]:
    """Return rows as lines, with their cells below each other."""
    rows = [list(map(widen, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ['  '.join([row[0].ljust(widths[0])]
                      + [cell.rjust(width)
                         for cell, width in zip(row[1:], widths[1:])]
                      ).replace('\0', '') for row in rows]


def format_seconds(seconds: float) -> str:
    """Return a time for people. All times are equally wide.

    >>> format_seconds(0.00125), format_seconds(12)
    ('  1.250 ms', '   12.00 s')
    """
    return f'{1000 * seconds:7.3f} ms' if seconds < 1 else f'{seconds:8.2f} s'


# === The program with --games ===

def run_series(catalog: Catalog, options: Namespace) -> int:
    """Play the series of options and print it. Return the exit status."""
    # A program that does not ask whether it is the one that is run comes here
    # again in the processes of its series, and would begin anew.
    if parent_process() is not None:
        raise RuntimeError('This process plays games of a series already.')
    series = set_up_series(catalog, options)
    labels, error = make_labels(series.strategies), ''
    try:
        file = None if options.csv is None else open(
            options.csv, 'w', encoding='utf-8', newline='',
            errors='backslashreplace')
    except OSError as failure:
        raise ValueError(f'{options.csv!r} cannot be written: '
                         f'{failure.strerror}') from failure
    size = '' if series.size is None else f' {series.size}'
    print(f'{make_title(series.game_class)}{size}: {labels[0]} against '
          f'{labels[1]}, {series.games} games, seed {series.seed}', flush=True)
    line, next_time, cut = ReplacedLine(), 0.0, 0
    rows: dict[int, list[Any]] = {}

    def take_note(record: GameRecord) -> None:
        """Note that a game has ended. A terminal shows how many have."""
        nonlocal next_time, cut
        rows[record.number] = make_row(series, labels, record) if file else []
        cut += [ply.who for ply in record.plies].count(None) < series.opening
        if monotonic() > next_time and is_terminal(sys.stderr):
            next_time = monotonic() + 0.1
            line.replace(f'{len(rows)} of {series.games} games')
    try:
        result = play_series(series, options.jobs, take_note)
    finally:
        line.replace('')
        if file:
            error = write_rows(file, [COLUMNS, *map(rows.get, sorted(rows))])
    if result.is_interrupted:
        print(f'\nInterrupted after {result.played} of {series.games} '
              f'games.')
    if result.played:
        print('\n'.join(['', *format_table(result, labels)]), flush=True)
    if cut:
        print(f'In {format_count(cut, "game")}, the opening was shorter: it '
              f'left the last move to a strategy.')
    if error:
        print(f'{options.csv!r} cannot be written: {error}', file=sys.stderr)
    if result.is_interrupted:
        return INTERRUPTED
    return UNFINISHED if error or result.broken else FINISHED


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
    games = play_games(series, jobs or os.cpu_count() or 1)
    try:
        for record in games:
            with ctrl_c_later():
                result.add(record)
                on_end(record)
    except KeyboardInterrupt:
        result.is_interrupted = True
    finally:
        games.close()
    return result


def make_row(series: Series, labels: list[str], record: GameRecord
             ) -> list[Any]:
    """Return the values of COLUMNS for a game."""
    find_index, number = series.find_index, record.number
    winner = 'tie' if record.why == OVER else ''
    if record.winner is not None:
        winner = labels[record.winner]
    return [number, number // 2 if series.opening else '',
            labels[find_index('p1', number)],
            labels[find_index('p1' if series.p1_starts else 'p2', number)],
            winner, record.why, record.detail, len(record.plies),
            ','.join(ply.text for ply in record.plies),
            *[f'{sum(record.list_times(i)):.6f}' for i in range(2)]]


def write_rows(file: TextIO, rows: list[Any]) -> str:
    """Write rows to file, and close it. Return why that fails, or ''."""
    try:
        with file:
            csv.writer(file).writerows(rows)
    except OSError as error:
        return error.strerror or str(error)
    return ''
