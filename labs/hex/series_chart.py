"""Bar charts of series of games. They need matplotlib."""
from matplotlib.figure import Figure
from series_results import Outcome, find_interval


def draw(outcomes: list[Outcome], path: str) -> None:
    """Write a bar chart of all series among outcomes to the file at path: the
    share of games that each first player has won, with its 95 % confidence
    interval. The ending of the file's name says which format it has. Raise
    OSError if the file cannot be written.
    """
    figure = Figure(figsize=(8, 5), layout='constrained')
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
