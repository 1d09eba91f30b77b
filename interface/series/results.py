"""What the games of a series come to: wins, ties, misfortunes and times."""
from math import sqrt
from typing import Hashable, NamedTuple
from interface.series.events import ERROR, ILLEGAL, OVER, SLOW, GameRecord

# By what a strategy may lose a game at once.
MISFORTUNES = ILLEGAL, ERROR, SLOW


class Case(NamedTuple):
    """A game that did not end by its rules: where, and why.

    === Attributes ===
    number: the number of the game
    ply: the number of the ply that could not be made, from 1
    detail: what happened, in words
    """
    number: int
    ply: int
    detail: str


class Tally:
    """What one strategy has done in a series, so far.

    === Attributes ===
    wins: how many games it has won
    cases: the games it has lost by each of MISFORTUNES
    moves: how many moves it has made
    seconds: how long it took for them
    longest: how long it took for the slowest of them
    """
    wins: int
    cases: dict[str, list[Case]]
    moves: int
    seconds: float
    longest: float

    def __init__(self) -> None:
        """Initialize the tally of a strategy that has not played."""
        self.wins = self.moves = 0
        self.cases = {why: [] for why in MISFORTUNES}
        self.seconds = self.longest = 0.0

    def add_times(self, times: list[float]) -> None:
        """Count moves that took these times, in seconds."""
        self.moves += len(times)
        self.seconds += sum(times)
        self.longest = max([self.longest, *times])

    def find_mean(self) -> float:
        """Return how many seconds a move took, on average."""
        return self.seconds / max(1, self.moves)


class SeriesResult:
    """What the games of a series have come to, so far.

    === Attributes ===
    planned: how many games were to be played
    played: how many have ended, in one way or another
    ties: how many have ended in a tie
    broken: those in which the game itself failed
    tallies: what each of the two strategies has done
    is_interrupted: whether Ctrl-C has ended the series
    """
    planned: int
    played: int
    ties: int
    broken: list[Case]
    tallies: list[Tally]
    is_interrupted: bool
    _lines_of_play: set[Hashable]

    def __init__(self, planned: int) -> None:
        """Initialize the result of a series in which so many games are to be
        played, and none has been so far.
        """
        self.planned, self.played, self.ties = planned, 0, 0
        self.broken, self.tallies = [], [Tally(), Tally()]
        self.is_interrupted = False
        self._lines_of_play = set()

    def add(self, record: GameRecord) -> None:
        """Count a game that has ended."""
        winner, why, detail = record.ending
        case = Case(record.number, len(record.plies) + 1, detail)
        self.played += 1
        if winner is not None:
            self.tallies[winner].wins += 1
            if why != OVER:
                self.tallies[1 - winner].cases[why].append(case)
        elif why == OVER:
            self.ties += 1
        else:
            self.broken.append(case)
        for i in range(2):
            self.tallies[i].add_times(record.list_times(i))
        self._lines_of_play.add(tuple(ply.choice for ply in record.plies))

    def count_distinct(self) -> int:
        """Return how many different games were played: games with the same
        moves count as one.
        """
        return len(self._lines_of_play)


def find_interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of the chance to win a game, given
    that so many of so many games were won.

    This is the Wilson interval: E. B. Wilson, "Probable inference, the law of
    succession, and statistical inference", 1927. The Hex lab has the same
    function, as its folder and this one each work without the other.

    >>> [round(limit, 3) for limit in find_interval(8, 10)]
    [0.49, 0.943]
    """
    z = 1.959964  # 95 % of the normal distribution lie between -z and z.
    share, more = wins / games, z * z / games
    middle = share + more / 2
    spread = z * sqrt(share * (1 - share) / games + more / games / 4)
    return max(0.0, (middle - spread) / (1 + more)), \
        min(1.0, (middle + spread) / (1 + more))
