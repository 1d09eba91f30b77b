"""Series of games between two strategies: played and counted.

`--games N` plays N games and prints a table. The seed makes a series
repeatable, on any number of processes, apart from the times, and from
strategies that do what they can in a certain time, or that pick from a set of
texts: its order differs each time Python starts, unless PYTHONHASHSEED is set.

An illegal move, an exception, a changed position or a move that takes too long
loses the game for its strategy. If the game breaks a contract, nobody has lost.
Strategies may loop for ever, or end their process: so they play in processes
that report each move at once, copies of this one if the system can make them.
Strategies are given by their index: 0 or 1.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from math import sqrt
from multiprocessing.connection import wait
from time import monotonic, perf_counter
from typing import (
    Any,
    Callable,
    Iterable,
    Iterator,
    NamedTuple,
    Optional,
    Union,
)
import os
import random
import sys
from game import Game
from game_interface import GameInterface, Strategy
from interface.command_line import Catalog, create_game
from interface.guard import ERROR, ILLEGAL, Guard
from interface.history import History, find_result
from interface.screen import ReplacedLine, is_terminal
from interface.words import (
    BreachError,
    describe_error,
    describe_failure,
    flatten,
    format_count,
    make_title,
)
from interface.worker import COPY, Channel, Worker, ctrl_c_later

# How a game has ended, if not by an ILLEGAL move or an ERROR.
OVER, TOO_SLOW, BROKEN = 'over', 'too slow', 'broken game'

# The ways to lose a game before its end: the heading of a column, and what the
# strategy did.
LOSSES = {
    ILLEGAL: ('illegal', 'chose an illegal move'),
    ERROR: ('errors', 'failed'),
    TOO_SLOW: ('too slow', 'was too slow'),
}

LONGEST_LABEL = 20


class Series(NamedTuple):
    """What is played.

    In games with an odd number (they are numbered from 0), the strategies
    exchange sides: the second one is player 1 there. The same player makes the
    first move in all games. Games 0 and 1 have the same opening, and so do
    games 2 and 3, and so on.

    === Attributes ===
    game_class: the class of the games
    p1_starts: whether player 1 makes the first move
    size: the size of the games, None if they have none
    strategies: the two strategies
    games: how many games are played
    seed: what all random choices follow from
    opening: how many plies are made at random before the strategies begin
    limit: how long a strategy may take for a move, in seconds
    """

    game_class: Callable[..., Game]
    p1_starts: bool
    size: Any
    strategies: tuple[Callable[[Game], Any], Callable[[Game], Any]]
    games: int
    seed: int = 0
    opening: int = 0
    limit: float = 60.0

    def find_indices(self, number: int) -> dict[str, int]:
        """Return the index of each player's strategy in this game."""
        return {'p1': number % 2, 'p2': 1 - number % 2}


# === One game ===


class Ply(NamedTuple):
    """A move in a game: the strategy that chose it, or None in the opening; the
    move as players type it; and the seconds that it took.
    """

    who: Optional[int]
    text: str
    seconds: float


Event = Union[Ply, dict[str, Any]]  # Or attributes of a GameRecord, by name.


@dataclass
class GameRecord:
    """A game of a series, as far as it has been told.

    === Attributes ===
    number: the number of the game, from 0
    plies: the moves made so far
    thinking: the strategy that is looking for a move, or None
    why: how the game has ended, '' as long as it goes on
    winner: the strategy that has won, or None
    detail: more about the end, in words
    """

    number: int
    plies: list[Ply] = field(default_factory=list)
    thinking: Optional[int] = None
    why: str = ''
    winner: Optional[int] = None
    detail: str = ''

    def take_note(self, event: Event) -> None:
        """Note event. Where a strategy loses the game, it is the one that is
        thinking; if none is, the game itself has failed.
        """
        if isinstance(event, Ply):
            self.plies.append(event)
            self.thinking = None
            return
        for name, value in event.items():
            setattr(self, name, value)
        if self.why in LOSSES:
            if self.thinking is None:
                self.why = BROKEN
            else:
                self.winner = 1 - self.thinking

    def list_times(self, index: int) -> list[float]:
        """Return the seconds that this strategy took for each of its moves."""
        return [ply.seconds for ply in self.plies if ply.who == index]

    def is_tie(self) -> bool:
        """Return whether the game has come to its end without a winner."""
        return self.why == OVER and self.winner is None


class SeriesGame(GameInterface):
    """A game of a series, which is played without a word.

    === Attributes ===
    series: the series
    indices: the strategies of the players, by the players' names
    channel: is told all events
    history: the game so far
    guard: looks for broken contracts in it
    seconds: how long the last move took
    """

    series: Series
    indices: dict[str, int]
    channel: Channel
    history: History
    guard: Guard
    seconds: float = 0.0

    def __init__(self, series: Series, number: int, channel: Channel) -> None:
        """Initialize the game after its opening."""
        self.series = series
        self.channel = channel
        self.indices = series.find_indices(number)
        self.history = begin_game(series, number, channel.send)
        p1, p2 = [series.strategies[i] for i in self.indices.values()]
        super().__init__(
            lambda starts: self.history.game, p1, p2, series.p1_starts
        )
        self.guard = Guard(self.history, lambda: create_seeded(series, number))
        # Any message restarts the clock.
        self.guard.before_replay = lambda: channel.send({})

    def show_rules(self) -> None:
        """Show nothing."""

    def show_position(self) -> None:
        """Show nothing."""

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.guard.is_over()

    def choose_move(self) -> Any:
        """Return the move that the strategy of the player to move chooses, and
        tell it. Raise BreachError if it takes too long.
        """
        player = self.game.current_state.get_current_player_name()
        index = self.indices[player]
        limit = self.series.limit
        self.channel.send({'thinking': index})
        move = self.guard.choose(self.players[player], self._time)
        # The channel counts no more than the clock does.
        if self.seconds > limit and self.channel.count() > limit:
            raise BreachError(f'over {limit:g} s', name=TOO_SLOW)
        self.channel.send(Ply(index, flatten(str(move), 100), self.seconds))
        return move

    def _time(self, strategy: Strategy, game: Game) -> Any:
        """Return the move of strategy, and note how long that takes."""
        start = perf_counter()
        try:
            return strategy(game)
        finally:
            self.seconds = perf_counter() - start

    def make_move(self, move: Any) -> None:
        """Make move, which the player to move has chosen."""
        self.history.add(move, self.guard.make_move(move))

    def show_result(self) -> None:
        """Tell who has won."""
        winner = self.indices.get(str(find_result(self.game)))
        self.channel.send({'why': OVER, 'winner': winner})


def create_seeded(series: Series, number: int) -> Game:
    """Return this game of series before its opening. The module random is
    seeded in the same way for all games with the same opening.
    """
    random.seed(f'{series.seed}, opening {number // 2}')
    return create_game(series.game_class, series.p1_starts, series.size)


def begin_game(
    series: Series, number: int, tell: Callable[[Event], None]
) -> History:
    """Return this game of series after its opening: random moves, or fewer so
    as not to end the game, which are told. Then the module random is seeded for
    this game, so this does not depend on what was played before.
    """
    game = create_seeded(series, number)
    history = History(Catalog({}, {}), game)
    for _ in range(series.opening):
        moves = list(game.current_state.get_possible_moves())
        random.shuffle(moves)
        for move in moves:
            history.add(move, game.current_state.make_move(move))
            if not game.is_over(game.current_state):
                tell(Ply(None, flatten(str(move), 100), 0.0))
                break
            history.go_to(history.place - 1)
    random.seed(f'{series.seed}, game {number}')
    return history


def play_one(series: Series, number: int, channel: Channel) -> None:
    """Play this game of series, and tell all that happens."""
    try:
        game = SeriesGame(series, number, channel)
        with game.guard:
            game.play()
    except BreachError as breach:
        why = breach.name if breach.name in LOSSES else BROKEN
        channel.send({'why': why, 'detail': breach.detail})
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        channel.send({'why': BROKEN, 'detail': describe_failure(error)})


# === All games, in processes ===


def play_numbers(channel: Channel, series: Series) -> None:
    """Play the games whose numbers come in, and send all that happens."""
    channel.send({})  # It has started.
    for number in iter(channel.receive, None):
        # Strategies may be objects that change: each game has fresh ones.
        play_one(deepcopy(series), number, channel)


def start_worker(series: Series) -> Worker:
    """Return a process that plays games of series. Raise ValueError if there
    can be none.
    """
    try:
        return Worker(play_numbers, series, limit=series.limit, method=COPY)
    except Exception as error:  # Not every system has processes.
        raise ValueError(
            f'This series cannot be played in a process of its '
            f'own: {describe_error(error)}'
        ) from error


def listen(worker: Worker) -> Event:
    """Return what worker tells. If it ends, or is too slow, tell that."""
    event: Event
    try:
        event = worker.receive(0) or {}
        return event
    except TimeoutError:
        event = {'why': TOO_SLOW, 'detail': f'over {worker.limit:g} s'}
    except EOFError as end:
        event = {'why': ERROR, 'detail': f'it {end}'}
    worker.close()
    return event


def play_games(
    series: Series, jobs: int, workers: list[Worker]
) -> Iterator[GameRecord]:
    """Yield the games of series as they end, played by this many processes,
    which are noted in workers. Raise ValueError if none can play.
    """
    numbers = list(reversed(range(series.games)))
    playing: dict[Worker, GameRecord] = {}
    while numbers or playing:
        for _ in range(min(jobs - len(workers), len(numbers))):
            with ctrl_c_later():
                workers.append(start_worker(series))
        for worker in workers:
            if numbers and worker not in playing:
                number = numbers.pop()
                playing[worker] = GameRecord(number)
                worker.send(number)
        connections = [each.connection for each in playing]
        wait(connections, min(each.find_time_left() for each in playing))
        for worker, record in list(playing.items()):
            record.take_note(listen(worker))
            if record.why:
                yield record
                del playing[worker]
            if worker.connection.closed:
                workers.remove(worker)


def play_series(series: Series, jobs: Optional[int] = None) -> list[GameRecord]:
    """Play series in this many processes (None: in all cores). Return its
    games, fewer if Ctrl-C has ended it early. A terminal shows how many have
    ended.
    """
    line = ReplacedLine()
    next_time = 0.0
    records = list[GameRecord]()
    workers = list[Worker]()
    try:
        for record in play_games(series, jobs or os.cpu_count() or 1, workers):
            records.append(record)
            if monotonic() > next_time and is_terminal(sys.stderr):
                next_time = monotonic() + 0.1
                line.replace(f'{len(records)} of {series.games} games')
    except KeyboardInterrupt:
        pass  # Those that have ended are counted.
    finally:
        for worker in workers:
            worker.close()
        line.replace('')
    return sorted(records, key=lambda each: each.number)


# === The table ===


def find_interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of the chance to win a game.

    This is the Wilson interval: E. B. Wilson, "Probable inference, the law of
    succession, and statistical inference", 1927.

    >>> [round(limit, 3) for limit in find_interval(8, 10)]
    [0.49, 0.943]
    """
    z = 1.959964  # 95 % of the normal distribution lie between -z and z.
    share = wins / games
    more = z * z / games
    middle = share + more / 2
    spread = z * sqrt(share * (1 - share) / games + more / games / 4)
    low = (middle - spread) / (1 + more)
    high = (middle + spread) / (1 + more)
    return max(0.0, low), min(1.0, high)


def make_labels(strategies: Iterable[Callable[..., Any]]) -> list[str]:
    """Return the titles of two strategies, numbered if they are the same.

    >>> make_labels((max, min)), make_labels((max, max))
    (['max', 'min'], ['max (1)', 'max (2)'])
    """
    titles = [make_title(each)[:LONGEST_LABEL] for each in strategies]
    if titles[0] == titles[1]:
        return [f'{title} ({i})' for i, title in enumerate(titles, 1)]
    return titles


def format_table(records: list[GameRecord], labels: list[str]) -> list[str]:
    """Return what these games have come to as lines: a table, and what should
    be known about it.
    """
    kinds = [why for why in LOSSES if any(each.why == why for each in records)]
    headings = ['strategy', 'wins', 'ties', 'share', '95 % interval']
    headings += [LOSSES[why][0] for why in kinds]
    headings += ['mean time', 'longest']
    rows = [format_row(records, i, labels[i], kinds) for i in (0, 1)]
    lines = align([headings, *rows])
    if any(each.is_tie() for each in records):
        lines.append(
            'The share is that of games won; a tie is no win for either.'
        )
    lines += ['', describe_distinct(records)]
    for label, opponent in zip(labels, (1, 0)):
        for kind in kinds:
            lost = [
                each
                for each in records
                if each.why == kind and each.winner == opponent
            ]
            lines += describe_first(f'{label} {LOSSES[kind][1]}', lost)
    broken = [each for each in records if each.why == BROKEN]
    times = format_count(len(broken), 'time')
    lines += describe_first(f'The game itself failed {times}, first', broken)
    return lines


def describe_distinct(records: list[GameRecord]) -> str:
    """Return in words how many of these games are distinct."""
    distinct = {tuple(ply.text for ply in each.plies) for each in records}
    line = f'Distinct games: {len(distinct)} of {len(records)}.'
    plies = records[0].plies
    has_opening = plies != [] and plies[0].who is None
    if len(distinct) <= 2 < len(records) and not has_opening:
        line += ' Try --opening 2 to make them differ.'
    return line


def format_row(
    records: list[GameRecord], index: int, label: str, kinds: list[str]
) -> list[str]:
    """Return what the table says of the strategy with this label: also how many
    games it has lost in each of these ways.
    """
    ends = [(each.why, each.winner) for each in records]
    wins = sum(each.winner == index for each in records)
    ties = sum(each.is_tie() for each in records)
    low, high = find_interval(wins, len(records))
    times = [time for each in records for time in each.list_times(index)]
    mean_time = sum(times) / len(times) if times else 0.0
    return [
        label,
        str(wins),
        str(ties),
        f'{wins / len(records):.1%}',
        f'{low:.1%} - {high:.1%}',
        *[str(ends.count((why, 1 - index))) for why in kinds],
        format_seconds(mean_time),
        format_seconds(max(times, default=0.0)),
    ]


def describe_first(what: str, records: list[GameRecord]) -> list[str]:
    """Return a line that says what has happened in the first of these games,
    how and when; no line if there are none.
    """
    if not records:
        return []
    first = records[0]
    ply = len(first.plies) + 1
    return [f'{what} in game {first.number}, ply {ply}: {first.detail}']


def align(rows: list[list[str]]) -> list[str]:
    """Return rows as lines, with their cells below each other."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = []
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row, widths)]
        cells[0] = row[0].ljust(widths[0])
        lines.append('  '.join(cells))
    return lines


def format_seconds(seconds: float) -> str:
    """Return a time for people. All times are equally wide.

    >>> format_seconds(0.00125), format_seconds(12)
    ('  1.250 ms', '   12.00 s')
    """
    if seconds < 1:
        return f'{1000 * seconds:7.3f} ms'
    return f'{seconds:8.2f} s'
