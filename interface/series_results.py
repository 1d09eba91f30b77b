"""What the games of a series come to, in numbers and as a table."""
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Callable, Hashable, Iterable
from interface.series_game import BROKEN, ERROR, ILLEGAL, OVER, SLOW, Ending, \
    GameRecord
from interface.screen import widen
from interface.words import format_count, make_title

# By what a strategy may lose at once: a column's heading, and what it did.
MISFORTUNES = {ILLEGAL: ('illegal', 'chose an illegal move'),
               ERROR: ('errors', 'failed'), SLOW: ('too slow', 'was too slow')}

LONGEST_LABEL = 20

# A game that did not end by its rules: its number, the ply that failed, why.
Case = tuple[int, int, str]


@dataclass
class Tally:
    """What one strategy has done in a series, so far.

    === Attributes ===
    wins: how many games it has won
    cases: the games it has lost by each of MISFORTUNES
    moves: how many moves it has made
    seconds: how long it took for them
    longest: how long it took for the slowest of them
    """
    wins: int = 0
    cases: dict[str, list[Case]] = field(
        default_factory=lambda: {why: [] for why in MISFORTUNES})
    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0


@dataclass
class SeriesResult:
    """What the games of a series have come to, so far.

    === Attributes ===
    planned: how many games were to be played
    played: how many have ended, in one way or another
    ties: how many have ended in a tie
    broken: those in which the game itself failed
    tallies: what each of the two strategies has done
    is_interrupted: whether Ctrl-C has ended the series
    lines_of_play: the moves of the games; those with the same moves count once
    """
    planned: int
    played: int = 0
    ties: int = 0
    broken: list[Case] = field(default_factory=list)
    tallies: list[Tally] = field(default_factory=lambda: [Tally(), Tally()])
    is_interrupted: bool = False
    lines_of_play: set[Hashable] = field(default_factory=set)

    def add(self, record: GameRecord) -> None:
        """Count a game that has ended."""
        winner, why, detail = record.ending or Ending(None, BROKEN)
        case = record.number, len(record.plies) + 1, detail
        self.played += 1
        if winner is not None:
            self.tallies[winner].wins += 1
            if why != OVER:
                self.tallies[1 - winner].cases[why].append(case)
        elif why == OVER:
            self.ties += 1
        else:
            self.broken.append(case)
        for i, tally in enumerate(self.tallies):
            times = record.list_times(i)
            tally.moves += len(times)
            tally.seconds += sum(times)
            tally.longest = max([tally.longest, *times])
        self.lines_of_play.add(tuple(ply.choice for ply in record.plies))


def find_interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of the chance to win a game, given
    the numbers of games won and played.

    This is the Wilson interval: E. B. Wilson, "Probable inference, the law of
    succession, and statistical inference", 1927. The Hex lab has its own.

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
        return [f'{titles[i]} ({i + 1})' for i in range(2)]
    return titles


def format_table(result: SeriesResult, labels: list[str]) -> list[str]:
    """Return result as lines. The share is that of the games won, not tied."""
    kinds = [why for why in MISFORTUNES
             if any(each.cases[why] for each in result.tallies)]
    rows = [['strategy', 'wins', 'ties', 'share', '95 % interval',
             *[MISFORTUNES[why][0] for why in kinds], 'mean time', 'longest']]
    for label, tally in zip(labels, result.tallies):
        low, high = find_interval(tally.wins, result.played)
        rows.append([label, str(tally.wins), str(result.ties),
                     f'{tally.wins / result.played:.1%}',
                     f'{low:.1%} - {high:.1%}',
                     *[str(len(tally.cases[why])) for why in kinds],
                     format_seconds(tally.seconds / max(1, tally.moves)),
                     format_seconds(tally.longest)])
    distinct = len(result.lines_of_play)
    lines = [*align(rows), '',
             f'Distinct games: {distinct} of {result.played}.']
    if distinct <= 2 < result.played:
        lines[-1] += ' Try --opening 2 to make them differ.'
    return lines + describe_cases(result, labels)


def align(rows: list[list[str]]) -> list[str]:
    """Return rows as lines, with their cells below each other.

    >>> align([['name', 'wins'], ['random', '3']])
    ['name    wins', 'random     3']
    """
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


def describe_cases(result: SeriesResult, labels: list[str]) -> list[str]:
    """Return a line for each misfortune, with its first case."""
    lines = [f'{label} {did} in {describe_first(tally.cases[why])}'
             for label, tally in zip(labels, result.tallies)
             for why, (_, did) in MISFORTUNES.items() if tally.cases[why]]
    if result.broken:
        times = format_count(len(result.broken), 'time')
        lines.append(f'The game itself failed {times}, first in '
                     f'{describe_first(result.broken)}')
    return lines


def describe_first(cases: list[Case]) -> str:
    """Return the first of cases in words."""
    number, ply, detail = min(cases)
    return f'game {number}, ply {ply}: {detail}'
