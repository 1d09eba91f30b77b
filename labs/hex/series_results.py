"""The games of a series, and a table and a bar chart of their results."""
from importlib import import_module
from math import sqrt
from typing import NamedTuple
from Players import Cell


class Job(NamedTuple):
    """A game to play.

    === Attributes ===
    players: the names of the two players of the series
    number: the number of the game in the series, from 0; in games with an odd
        number, the second player is Black
    size: the size of the board
    opening: how many moves are made at random before the players begin
    seed: the seed of the whole series
    """
    players: tuple[str, str]
    number: int
    size: int
    opening: int
    seed: int


class Outcome(NamedTuple):
    """How a game has ended.

    === Attributes ===
    job: the game
    winner: the index in job.players of the player who has won, 0 or 1
    moves: all moves, in order
    """
    job: Job
    winner: int
    moves: tuple[Cell, ...]


def find_interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a player's chance to win a game,
    given that the player has won this many of this many games.

    Source: E. B. Wilson, "Probable inference, the law of succession, and
    statistical inference", 1927.

    >>> [round(limit, 3) for limit in find_interval(8, 10)]
    [0.49, 0.943]
    """
    z = 1.959964  # 95 % of the normal distribution lie between -z and z.
    share, more = wins / games, z * z / games
    middle = share + more / 2
    spread = z * sqrt(share * (1 - share) / games + more / games / 4)
    return max(0.0, (middle - spread) / (1 + more)), \
        min(1.0, (middle + spread) / (1 + more))


def format_table(outcomes: list[Outcome]) -> list[str]:
    """Return the lines of a table of all series, in Markdown."""
    lines = ['| players | games | won by the first | share | 95 % interval '
             '| won as Black | won as White | distinct games |',
             '|:--|--:|--:|--:|:-:|--:|--:|--:|']
    for players in dict.fromkeys(each.job.players for each in outcomes):
        series = [each for each in outcomes if each.job.players == players]
        won = [each for each in series if each.winner == 0]
        as_black = sum(each.job.number % 2 == 0 for each in won)
        low, high = find_interval(len(won), len(series))
        distinct = len({each.moves for each in series})
        lines.append(
            f'| {players[0]} against {players[1]} | {len(series)} '
            f'| {len(won)} | {len(won) / len(series):.1%} '
            f'| {low:.1%} to {high:.1%} '
            f'| {as_black} | {len(won) - as_black} | {distinct} |')
    return lines


def draw_chart(outcomes: list[Outcome], path: str) -> None:
    """Write a bar chart of all series among outcomes to the file at path, in
    the format that its name ends with: the share of games that each first
    player has won. Raise OSError if that fails. This needs matplotlib.
    """
    # It is imported this late because it takes long to load.
    figure = import_module('matplotlib.figure').Figure(
        figsize=(8, 5), layout='constrained')
    axes = figure.add_subplot()
    series = list(dict.fromkeys(each.job.players for each in outcomes))
    for i, players in enumerate(series):
        winners = [each.winner for each in outcomes
                   if each.job.players == players]
        low, high = find_interval(winners.count(0), len(winners))
        share = winners.count(0) / len(winners)
        axes.bar(i, share, width=0.6, color='#2f6db3')
        # Rounding may put the share a hair outside the interval.
        axes.errorbar(i, share, color='black', capsize=6, yerr=[
            [max(0.0, share - low)], [max(0.0, high - share)]])
    axes.axhline(0.5, color='#8a8678', linestyle='--')
    axes.set_xticks(range(len(series)), [f'{first}\nagainst\n{second}'
                                         for first, second in series])
    axes.set_ylim(0, 1)
    axes.set_ylabel('share of games won, with 95 % interval')
    size = outcomes[0].job.size
    axes.set_title(f'{size} x {size}')
    figure.savefig(path)
