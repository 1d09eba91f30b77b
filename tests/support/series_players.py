"""Strategies and games that go wrong, and series of games.

All have names that another process finds, except where a test wants otherwise.
"""

from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import Any, Callable
import ctypes
import faulthandler
import os
import random
import signal
import subprocess
import sys
from game import Game
from game_interface import main, usable_strategies
from interface import worker
from interface.series import GameRecord, Series
from interface.command_line import create_game
from stonehenge import StonehengeGame
from strategy import random_strategy


def first(game: Game) -> Any:
    """Return the first possible move."""
    return game.current_state.get_possible_moves()[0]


def pick_from_set(game: Game) -> Any:
    """Return the first move in the order of a set of strings."""
    return list(set(game.current_state.get_possible_moves()))[0]


def cheat(_: Game) -> Any:
    """Return what is not a move, and cannot be in a set."""
    return ['Z']


def quote(game: Game) -> Any:
    """Return a move as it is typed, though the game has numbers."""
    return str(first(game))


def fail(_: Game) -> Any:
    """Raise an exception."""
    raise RuntimeError('I give up\nfor good')


class OddError(BaseException):
    """What `except Exception` does not catch."""


def raise_odd_error(_: Game) -> Any:
    """Raise what is no Exception."""
    raise OddError('enough')


def interrupt(_: Game) -> Any:
    """Raise what Ctrl-C raises."""
    raise KeyboardInterrupt


def be_interrupted(game: Game) -> Any:
    """Return a move after Ctrl-C, which is not meant for a strategy."""
    os.kill(os.getpid(), signal.SIGINT)
    return first(game)


def end_process(_: Game) -> Any:
    """End the process, without any goodbye."""
    os._exit(3)


def crash(_: Game) -> Any:
    """Crash Python, without a report of it among those of the tests."""
    faulthandler.disable()
    ctypes.string_at(0)


def recurse(game: Game) -> Any:
    """Recurse for ever."""
    return recurse(game)


def swallow_and_loop(_: Game) -> Any:
    """Loop for ever, whatever is raised."""
    while True:
        try:
            sleep(0.01)
        except BaseException:
            pass


def be_starved(game: Game) -> Any:
    """Return a move late, though in a fifth of the processor's time."""
    if worker.process_time is process_time:
        used = process_time()
        clock = perf_counter()
        worker.process_time = lambda: used + (perf_counter() - clock) / 5
    end = perf_counter() + 1.5
    while perf_counter() < end:
        pass
    return first(game)


def be_slow(game: Game) -> Any:
    """Return a move, too late."""
    start = process_time()
    while process_time() < start + 1.1:
        pass
    return first(game)


def print_much(game: Game) -> Any:
    """Print wherever one can print, and return a move."""
    print('NOISE' * 30_000)
    print('NOISE', file=sys.stderr)
    os.write(1, b'NOISE')
    subprocess.run(['echo', 'NOISE'], check=True)
    return first(game)


class Alternating:
    """A strategy with a memory: makes the first move and the last in turn."""

    def __init__(self) -> None:
        """Initialize a strategy that has not played."""
        self.calls = 0

    def __call__(self, game: Game) -> Any:
        """Return a move."""
        self.calls += 1
        return game.current_state.get_possible_moves()[-(self.calls % 2)]


def make_series(
    p1: Callable,
    p2: Callable = random_strategy,
    games: int = 2,
    game: Callable = StonehengeGame,
    size: Any = 2,
    **more: Any,
) -> Series:
    """Return a series between two strategies."""
    return Series(game, True, size, (p1, p2), games, **more)


def play_plainly(series: Series) -> list[tuple]:
    """Return who wins each game of a series without openings, and its moves:
    found with a plain loop, as one would write it down."""
    played = []
    for number in range(series.games):
        game = create_game(series.game_class, series.p1_starts, series.size)
        players = list(series.strategies)
        if number % 2 == 1:
            players.reverse()
        random.seed(f'{series.seed}, game {number}')
        moves = []
        while not game.is_over(game.current_state):
            strategy = players[0 if game.current_state.p1_turn else 1]
            moves.append(strategy(game))
            game.current_state = game.current_state.make_move(moves[-1])
        winner = players[0] if game.is_winner('p1') else players[1]
        played.append((series.strategies.index(winner), list(map(str, moves))))
    return played


def summarize(records: list[GameRecord]) -> list[tuple]:
    """Return all of records but the times, in order of the games."""
    return [
        (
            record.number,
            record.why,
            record.winner,
            record.detail,
            [ply[:2] for ply in record.plies],
        )
        for record in sorted(records, key=lambda each: each.number)
    ]


# === Games ===


class RaisingGame(StonehengeGame):
    """A game that raises what is no Exception when somebody has won."""

    def is_winner(self, player: str) -> bool:
        """Raise it."""
        raise OddError('no winner')


class FatalGame(StonehengeGame):
    """A game that ends the process when somebody has won."""

    def is_winner(self, player: str) -> bool:
        """End the process."""
        os._exit(7)


# === Programs of their own ===


def note_process(game: Game) -> Any:
    """Return a move after a while, and leave a file called like the process."""
    Path(f'{os.getpid()}.pid').touch()
    sleep(0.02)
    return first(game)


def stay(game: Game) -> Any:
    """Never return a move, and leave a file called like the process."""
    Path(f'{os.getpid()}.pid').touch()
    return swallow_and_loop(game)


def play_noting(*arguments: str) -> None:
    """Run the program with two more strategies."""
    usable_strategies['note'] = note_process
    usable_strategies['stay'] = stay
    sys.exit(main(list(arguments)))
