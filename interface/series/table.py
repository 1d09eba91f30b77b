"""The result of a series, in lines of text."""
from typing import Callable
from interface.series.events import ERROR, ILLEGAL, SLOW
from interface.series.results import MISFORTUNES, Case, SeriesResult, \
    find_interval
from interface.titles import make_title

LONGEST_LABEL = 20

HEADINGS = {ILLEGAL: 'illegal', ERROR: 'errors', SLOW: 'too slow'}

# What a strategy did that lost it a game.
DEEDS = {ILLEGAL: 'chose an illegal move', ERROR: 'failed',
         SLOW: 'was too slow'}


def make_labels(strategies: tuple[Callable, Callable]) -> list[str]:
    """Return what the two strategies are called in a series: their titles,
    numbered if they are the same.

    >>> make_labels((max, min)), make_labels((max, max))
    (['max', 'min'], ['max (1)', 'max (2)'])
    """
    titles = [make_title(each)[:LONGEST_LABEL] for each in strategies]
    if titles[0] == titles[1]:
        return [f'{titles[i]} ({i + 1})' for i in range(2)]
    return titles


def format_table(result: SeriesResult, labels: list[str]) -> list[str]:
    """Return the lines that tell result, in which at least one game has ended.
    The strategies are called labels.

    The share is that of the games won: a tie is won by neither.
    """
    kinds = [why for why in MISFORTUNES
             if any(each.cases[why] for each in result.tallies)]
    rows = [['strategy', 'wins', 'ties', 'share', '95 % interval',
             *[HEADINGS[why] for why in kinds], 'mean time', 'longest']]
    for label, tally in zip(labels, result.tallies):
        low, high = find_interval(tally.wins, result.played)
        share = tally.wins / result.played
        rows.append([label, str(tally.wins), str(result.ties),
                     f'{share:.1%}', f'{low:.1%} - {high:.1%}',
                     *[str(len(tally.cases[why])) for why in kinds],
                     format_seconds(tally.find_mean()),
                     format_seconds(tally.longest)])
    return align(rows) + ['', describe_distinct(result)] \
        + describe_cases(result, labels)


def align(rows: list[list[str]]) -> list[str]:
    """Return rows as lines, with their cells below each other.

    >>> align([['name', 'wins'], ['random', '3']])
    ['name    wins', 'random     3']
    """
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ['  '.join([row[0].ljust(widths[0])]
                      + [cell.rjust(width)
                         for cell, width in zip(row[1:], widths[1:])])
            for row in rows]


def format_seconds(seconds: float) -> str:
    """Return a time for people. All times are equally wide.

    >>> format_seconds(0.00125), format_seconds(12)
    ('  1.250 ms', '   12.00 s')
    """
    if seconds < 1:
        return f'{1000 * seconds:7.3f} ms'
    return f'{seconds:8.2f} s'


def describe_distinct(result: SeriesResult) -> str:
    """Return in words how many of the games were different."""
    distinct = result.count_distinct()
    text = f'Distinct games: {distinct} of {result.played}.'
    if distinct <= 2 < result.played:
        text += ' Try --opening 2 to make them differ.'
    return text


def describe_cases(result: SeriesResult, labels: list[str]) -> list[str]:
    """Return a line for each way in which games did not end by their rules,
    with its first case.
    """
    lines = [f'{label} {DEEDS[why]} in {describe_first(tally.cases[why])}'
             for label, tally in zip(labels, result.tallies)
             for why in MISFORTUNES if tally.cases[why]]
    if result.broken:
        lines.append(f'The game itself failed {len(result.broken)} times, '
                     f'first in {describe_first(result.broken)}')
    return lines


def describe_first(cases: list[Case]) -> str:
    """Return the first of cases in words.

    >>> describe_first([Case(7, 3, 'Z'), Case(2, 5, 'Y')])
    'game 2, ply 5: Y'
    """
    first = min(cases)
    return f'game {first.number}, ply {first.ply}: {first.detail}'
