"""The games of a series: each one played, and all of them, in processes.

An illegal move, an exception, a changed position or a move that takes too long
loses the game for its strategy. If the game breaks a contract, nobody has lost.
Strategies may loop for ever, or end their process: so they play in processes
that tell each event at once. They are given by their index: 0 or 1.
"""
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from time import perf_counter
from typing import Any, Callable, Generator, Hashable, Iterator, NamedTuple, \
    Optional, Union
import pickle
import random
from game import Game
from game_interface import GameInterface
from interface.contracts import STATE_METHODS, BreachError, find_defects
from interface.errors import Attempt, Signal, describe_failure
from interface.guard import Guard
from interface.history import History
from interface.saved_games import SavedGame
from interface.setup import Catalog, create_game
from interface.words import describe_error, drop_addresses, flatten, make_title
from interface.worker import Channel, Stopwatch, Worker, ctrl_c_later, silence

# How a game has ended.
OVER, ILLEGAL, ERROR, SLOW, BROKEN = \
    'over', 'illegal move', 'error', 'too slow', 'broken game'

START = -1  # Stands for the start of a process, in place of a game's number.


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

    def find_index(self, player: str, number: int) -> int:
        """Return the index of the strategy that is player in this game."""
        return int(player != 'p1') ^ number % 2


# === One game ===

class Ply(NamedTuple):
    """A move in a game: the strategy that chose it, or None in the opening; the
    move as players type it; its index among the possible moves, or the same if
    it has none; and the seconds that it took.
    """
    who: Optional[int]
    text: str
    choice: Hashable
    seconds: float


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

    def take_note(self, event: 'Event') -> None:
        """Note a move, or what else is so now."""
        if isinstance(event, Ply):
            self.plies.append(event)
            event = {'thinking': None}
        vars(self).update(event)

    def list_times(self, index: int) -> list[float]:
        """Return the seconds that this strategy took for each of its moves."""
        return [ply.seconds for ply in self.plies if ply.who == index]


# A move, or some attributes of a GameRecord, by their names.
Event = Union[Ply, dict[str, Any]]
Tell = Callable[[Event], None]


def lose(loser: Optional[int], why: str, detail: str) -> Event:
    """Return the event that a strategy loses a game before its end, or that
    the game itself fails.
    """
    return {'why': BROKEN, 'detail': detail} if loser is None else \
        {'why': why, 'winner': 1 - loser, 'detail': detail}


class LostError(Signal):
    """Raised, with an event, when a strategy loses a game before its end."""


class SeriesGame(GameInterface):
    """A game of a series, which is played without a word.

    === Attributes ===
    series: the series
    number: the number of the game
    tell: is told all events
    history: the game so far, from the end of its opening
    guard: looks for broken contracts
    index: the strategy that is to move, or has just moved
    seconds: how long its last move took
    """
    series: Series
    number: int
    tell: Tell
    history: History
    guard: Guard
    index: int
    seconds: float

    def __init__(self, series: Series, number: int, tell: Tell) -> None:
        """Initialize the game after its opening."""
        game = begin_game(series, number, tell)
        p1, p2 = [series.strategies[series.find_index(player, number)]
                  for player in ('p1', 'p2')]
        super().__init__(lambda starts: game, p1, p2, series.p1_starts)
        self.series, self.number, self.tell = series, number, tell
        self.index, self.seconds = 0, 0.0
        defects = find_defects(game, ('is_over', 'is_winner')) \
            + find_defects(game.current_state, STATE_METHODS)
        if defects:
            raise BreachError(', '.join(defects))
        self.history = History(Catalog({}, {}), game, SavedGame(
            '', series.p1_starts, series.size))
        self.guard = Guard(self.history, lambda: begin_game(
            series, number, lambda event: None))
        self.guard.before_replay = lambda: tell({})  # It restarts the clock.

    def play(self) -> None:
        """Play the game to its end. Raise LostError if a strategy loses before
        that, or another error if the game fails.
        """
        with self.guard:
            super().play()

    def show_rules(self) -> None:
        """Show nothing."""

    def show_position(self) -> None:
        """Show nothing."""

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.guard.is_over()

    def choose_move(self) -> Any:
        """Return the move that the strategy of the player to move chooses."""
        player = self.game.current_state.get_current_player_name()
        self.index = self.series.find_index(player, self.number)
        self.tell({'thinking': self.index})
        try:
            return self.guard.choose(self.players[player], self._time)
        except BreachError as breach:
            if breach.strategy is None:
                raise
            why = ILLEGAL if breach.is_illegal else ERROR
            raise LostError(lose(self.index, why, breach.detail)) from breach

    def _time(self, strategy: Callable[[Game], Any], game: Game) -> Any:
        """Return the move of strategy, and note how long that takes."""
        stopwatch, start = Stopwatch(), perf_counter()
        attempt = Attempt(strategy, game)
        self.seconds = perf_counter() - start
        if stopwatch.count() > self.series.limit:
            raise LostError(lose(self.index, SLOW,
                                 f'over {self.series.limit:g} s'))
        if attempt.error:
            raise attempt.error
        return attempt.result

    def make_move(self, move: Any) -> None:
        """Make move, which the player to move has chosen, and tell it."""
        self.tell(make_ply(self.index, self.game.current_state, move,
                           self.seconds))
        self.history.add(move, self.guard.make_move(move))

    def show_result(self) -> None:
        """Tell who has won."""
        winners = [self.series.find_index(player, self.number)
                   for player in ('p1', 'p2') if self.game.is_winner(player)]
        self.tell({'why': OVER, 'winner': winners[0] if winners else None})


def begin_game(series: Series, number: int, tell: Tell) -> Game:
    """Return this game of series after its opening: random moves, or fewer so
    as not to end the game, which are told.

    The module random is seeded, once for all games with the same opening and
    then for this game, so neither depends on what was played before.
    """
    random.seed(f'{series.seed}, opening {number // 2}')
    game = create_game(series.game_class, series.p1_starts, series.size)
    for _ in range(series.opening):
        state = game.current_state
        moves = list(state.get_possible_moves())
        random.shuffle(moves)
        for move in moves:
            game.current_state = state.make_move(move)
            if not game.is_over(game.current_state):
                tell(make_ply(None, state, move, 0.0))
                break
        else:
            game.current_state = state
            break
    random.seed(f'{series.seed}, game {number}')
    return game


def make_ply(index: Optional[int], state: Any, move: Any, seconds: float
             ) -> Ply:
    """Return the ply in which a strategy makes this move in state."""
    attempt = Attempt(str, move)
    text = type(move).__name__ if attempt.error \
        else flatten(drop_addresses(attempt.result), 100)
    # A valid move may not be found, or not be comparable.
    attempt = Attempt(lambda: list(state.get_possible_moves()).index(move))
    return Ply(index, text, text if attempt.error else attempt.result, seconds)


def play_one(series: Series, number: int, tell: Tell) -> None:
    """Play this game of series, and tell all that happens."""
    error = Attempt(lambda: SeriesGame(series, number, tell).play()).error
    if isinstance(error, LostError):
        tell(error.args[0])
    elif error:  # It is not a strategy's.
        tell(lose(None, BROKEN, error.detail if isinstance(error, BreachError)
                  else describe_failure(error)))


# === All games, in processes ===

class WorkerError(Exception):
    """Raised when a series cannot be played in other processes."""


def play_numbers(channel: Channel, packed: bytes) -> None:
    """Play the games whose numbers come in, and send all that happens; before
    that, how the start ended.
    """
    attempt = Attempt(pickle.loads, packed)
    channel.send(lose(None, BROKEN, describe_error(attempt.error))
                 if attempt.error else {'why': OVER})
    for number in iter(channel.receive, None):
        # Strategies may be objects that change: each game has fresh ones.
        play_one(pickle.loads(packed), number, channel.send)


def start_worker(series: Series) -> Worker:
    """Return a process that is going to play games of series. Raise WorkerError
    if that is impossible.
    """
    for part in series.game_class, *series.strategies:
        if Attempt(pickle.dumps, part).error:
            raise WorkerError(f'{make_title(part)} cannot be sent to another '
                              f'one')
    try:
        with ctrl_c_later():
            return Worker(play_numbers, pickle.dumps(series),
                          limit=series.limit)
    except OSError as error:
        raise WorkerError(describe_error(error)) from error


def listen(worker: Worker, record: GameRecord) -> None:
    """Note in record what worker tells, and how it ends, if it does."""
    event: Event = {}
    try:
        while worker.connection.poll():
            record.take_note(worker.connection.recv())
        if not record.why and worker.is_too_slow():
            event = lose(record.thinking, SLOW, f'over {worker.limit:g} s')
    except (EOFError, OSError):
        event = lose(record.thinking, ERROR,
                     f'it ended its process, with exit status '
                     f'{worker.find_exit_status()}')
    if event:
        worker.kill()
        record.take_note(event if not record.why else {})


def share_games(series: Series, jobs: int, playing: dict[Worker, GameRecord]
                ) -> Iterator[GameRecord]:
    """Yield the games of series as they end, played by this many processes,
    which are noted in playing. Raise WorkerError if none can play.
    """
    numbers = list(range(series.games))[::-1]
    while numbers or playing:
        starting = [each.number for each in playing.values()].count(START)
        new = min(jobs - len(playing), len(numbers) - starting)
        playing |= {start_worker(series): GameRecord(START)
                    for _ in range(new)}
        wait([each.connection for each in playing],
             min(each.find_time_left() for each in playing))
        for worker, record in list(playing.items()):
            listen(worker, record)
            if not record.why:
                continue
            if record.number != START:
                yield record
            elif record.why != OVER:
                # A program that plays without `if __name__ == '__main__'` would
                # play again in each new process. Python ends it there.
                raise WorkerError(f'a new process does not start: '
                                  f'{record.detail}')
            if numbers and not worker.connection.closed:
                playing[worker] = GameRecord(numbers.pop())
                with suppress(OSError):  # It has ended: listen will notice.
                    worker.connection.send(playing[worker].number)
            else:
                del playing[worker]
                worker.kill()


def play_games(series: Series, jobs: int
               ) -> Generator[GameRecord, None, None]:
    """Yield the games of series as they end: in processes, or else in this one.
    """
    left = dict.fromkeys(range(series.games))
    workers: dict[Worker, GameRecord] = {}
    try:
        for record in share_games(series, jobs, workers):
            del left[record.number]
            yield record
    except WorkerError as error:
        print(f'The games are played in this process, where no move can be '
              f'stopped:\n{error}.', flush=True)
        for number in left:
            record = GameRecord(number)
            with silence():
                play_one(series, number, record.take_note)
            yield record
    finally:
        for worker in workers:
            worker.kill()
