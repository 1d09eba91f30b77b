"""Bar charts of series of games. They need matplotlib."""
from typing import Any
from matplotlib.figure import Figure
from series import wilson


def draw(outcomes: list[Any], path: str) -> None:
    """Write a bar chart of all series among these outcomes to the file at
    path, of a kind that its name tells: the share of games that each first
    player has won, with its 95 % confidence interval. Raise OSError if the
    file cannot be written.
    """
    figure = Figure(figsize=(8, 5), layout='constrained')
    axes = figure.add_subplot()
    series = list(dict.fromkeys(each.job.players for each in outcomes))
    for i, players in enumerate(series):
        winners = [each.winner for each in outcomes
                   if each.job.players == players]
        low, high = wilson(winners.count(0), len(winners))
        share = winners.count(0) / len(winners)
        axes.bar(i, share, width=0.6, color='#2f6db3')
        # Rounding may put the share a hair outside.
        axes.errorbar(i, share, color='black', capsize=6, yerr=[
            [max(0.0, share - low)], [max(0.0, high - share)]])
    axes.axhline(0.5, color='#8a8678', linestyle='--')
    axes.set_xticks(range(len(series)),
                    [f'{first}\nagainst\n{other}' for first, other in series])
    axes.set_ylim(0, 1)
    axes.set_ylabel('share of games won, with 95 % interval')
    size = outcomes[0].job.size
    axes.set_title(f'{size} x {size}')
    figure.savefig(path)
