"""One game of a series: opened, played, and reported event by event.

An illegal move, an exception, a changed position or a move that takes too long
loses the game for its strategy. A fault of the game itself is nobody's loss.

A strategy may never return, or end the process that it runs in. So each event
is reported to a function at once, which may keep it, or send it to another
process. Strategies are given by their index: 0 or 1.
"""
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, Callable, NamedTuple, Optional, Union
import random
from game import Game
from game_state import GameState
from interface.contracts import STATE_METHODS, BreachError, find_defects
from interface.errors import Attempt, Signal, describe_failure
from interface.guard import Guard
from interface.history import History
from interface.saved_games import SavedGame
from interface.setup import Catalog, create_game
from interface.words import drop_addresses, flatten
from interface.worker import Stopwatch, silence

# Why a game has ended.
OVER, ILLEGAL, ERROR, SLOW, BROKEN = \
    'over', 'illegal move', 'error', 'too slow', 'broken game'


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


class Ply(NamedTuple):
    """A move has been chosen.

    === Attributes ===
    who: the strategy, or None in the opening
    text: the move, as a player would type it
    choice: the move's index among the possible moves; text if it has none
    seconds: how long the strategy took
    """
    who: Optional[int]
    text: str
    choice: Union[int, str]
    seconds: float


class Ending(NamedTuple):
    """The game has ended.

    === Attributes ===
    winner: the strategy that has won, or None
    why: OVER, or another of the constants above
    detail: more about it, in words
    """
    winner: Optional[int]
    why: str = OVER
    detail: str = ''


# What is reported of a game: an int is the strategy that is asked for a move.
Event = Union[int, Ply, Ending]
Report = Callable[[Event], None]


@dataclass
class GameRecord:
    """A game of a series, as far as it has been reported.

    === Attributes ===
    number: the number of the game, from 0
    plies: the moves made so far
    thinking: the strategy that is looking for a move, or None
    ending: how the game has ended, or None as long as it goes on
    """
    number: int
    plies: list[Ply] = field(default_factory=list)
    thinking: Optional[int] = None
    ending: Optional[Ending] = None

    def take_note(self, event: Event) -> None:
        """Take note of event, the next one in the game."""
        if isinstance(event, int):
            self.thinking = event
        elif isinstance(event, Ply):
            self.thinking = None
            self.plies.append(event)
        else:
            self.ending = event

    def list_times(self, index: int) -> list[float]:
        """Return the seconds that this strategy took for each of its moves."""
        return [ply.seconds for ply in self.plies if ply.who == index]


def play_one(series: Series, number: int, report: Report) -> None:
    """Play this game of series, in silence, and report all its events."""
    with silence():
        attempt = Attempt(play_to_end, series, number, report)
    error = attempt.error
    report(Ending(None, BROKEN, error.detail if isinstance(error, BreachError)
                  else describe_failure(error)) if error else attempt.result)


def play_to_end(series: Series, number: int, report: Report) -> Ending:
    """Play this game of series, report its events, and return how it ends."""
    history = History(Catalog({}, {}), begin_game(series, number, report),
                      SavedGame('', series.p1_starts, series.size))
    game = history.game
    defects = find_defects(game, ('is_over', 'is_winner')) \
        + find_defects(game.current_state, STATE_METHODS)
    if defects:
        raise BreachError(', '.join(defects))
    begin = partial(begin_game, series, number, lambda event: None)
    with Guard(history, begin) as guard:
        while not guard.is_over():
            ending = play_ply(guard, series, number, report)
            if ending:
                return ending
    for player in 'p1', 'p2':
        if game.is_winner(player):
            return Ending(series.find_index(player, number))
    return Ending(None)


def begin_game(series: Series, number: int, report: Report) -> Game:
    """Return this game of series after its opening, whose events are reported.

    The module random is seeded, once for all games with the same opening and
    then for this game, so neither depends on what was played before.
    """
    random.seed(f'{series.seed}, opening {number // 2}')
    game = create_game(series.game_class, series.p1_starts, series.size)
    play_opening(game, series.opening, report)
    random.seed(f'{series.seed}, game {number}')
    return game


def play_opening(game: Game, plies: int, report: Report) -> None:
    """Make this many random moves, or fewer so as not to end the game."""
    for _ in range(plies):
        state = game.current_state
        moves = list(state.get_possible_moves())
        random.shuffle(moves)
        for move in moves:
            game.current_state = state.make_move(move)
            if not game.is_over(game.current_state):
                report(make_ply(None, state, move, 0.0))
                break
        else:
            game.current_state = state
            return


class TooSlowError(Signal):
    """Raised when a strategy has taken too long for a move."""


def play_ply(guard: Guard, series: Series, number: int, report: Report
             ) -> Optional[Ending]:
    """Let a strategy make a move. Return how that ends the game, or None."""
    history = guard.history
    state = history.game.current_state
    index = series.find_index(state.get_current_player_name(), number)
    seconds = 0.0

    def choose(strategy: Callable[[Game], Any], game: Game) -> Any:
        """Return the move of strategy. Note how long that takes."""
        nonlocal seconds
        stopwatch, start = Stopwatch(), perf_counter()
        try:
            return strategy(game)
        finally:
            seconds = perf_counter() - start
            if stopwatch.count() > series.limit:
                raise TooSlowError
    report(index)
    guard.before_replay = lambda: report(index)  # Restart its clock.
    try:
        move = guard.choose(series.strategies[index], choose)
    except TooSlowError:
        return Ending(1 - index, SLOW, f'over {series.limit:g} s')
    except BreachError as breach:
        if breach.strategy is None:
            raise
        return Ending(1 - index, ILLEGAL if breach.is_illegal else ERROR,
                      breach.detail)
    report(make_ply(index, state, move, seconds))
    history.add(move, guard.make_move(move))
    return None


def make_ply(index: Optional[int], state: GameState, move: Any,
             seconds: float) -> Ply:
    """Return the ply in which a strategy makes this move in state."""
    text = describe(move)
    # It may be valid and not be found, or not be comparable.
    attempt = Attempt(lambda: list(state.get_possible_moves()).index(move))
    return Ply(index, text, text if attempt.error else attempt.result, seconds)


def describe(thing: Any) -> str:
    """Return thing, such as a move, as a line of text without addresses."""
    attempt = Attempt(str, thing)
    return type(thing).__name__ if attempt.error \
        else flatten(drop_addresses(attempt.result), 100)
