"""Processes that share the games of a series, and that can be stopped.

A strategy may loop for ever, swallow exceptions, or end its process. So games
are played in processes of their own, and one that does not answer is killed.
"""
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any, Callable, Optional
import pickle
from interface.errors import Attempt
from interface.series_game import BROKEN, ERROR, SLOW, Ending, GameRecord, \
    Series, play_one
from interface.words import describe_error, make_title
from interface.worker import Channel, Worker, ctrl_c_later


class WorkerError(Exception):
    """Raised when a series cannot be played in other processes."""


def pack(series: Series) -> bytes:
    """Return series as bytes. Raise WorkerError if a part cannot be sent."""
    for part in series.game_class, *series.strategies:
        if Attempt(pickle.dumps, part).error:
            raise WorkerError(f'{make_title(part)} cannot be sent to another '
                              f'one')
    return pickle.dumps(series)


def play_games(channel: Channel, packed: bytes) -> None:
    """Play the games whose numbers come in, and report all that happens."""
    attempt = Attempt(pickle.loads, packed)
    if attempt.error:
        channel.send(describe_error(attempt.error))
        return
    channel.send('')
    for number in iter(channel.receive, None):
        # Strategies may be objects that change: each game has fresh ones.
        play_one(pickle.loads(packed), number, channel.send)


class Player(Worker):
    """A process that plays games, one at a time, as others see it.

    === Attributes ===
    record: the game it is playing, or None
    """
    record: Optional[GameRecord]
    _is_ready: bool

    def __init__(self, packed: bytes, limit: float) -> None:
        """Start a process. Raise WorkerError if that is impossible."""
        self.record, self._is_ready = None, False
        try:
            with ctrl_c_later():
                super().__init__(play_games, packed, limit=limit)
        except OSError as error:
            raise WorkerError(describe_error(error)) from error

    def begin(self, number: int) -> None:
        """Begin the game with this number."""
        self.record = GameRecord(number)
        with suppress(OSError):  # It has ended. Listening will show that.
            self.connection.send(number)

    def is_idle(self) -> bool:
        """Return whether this waits for its next game."""
        return self._is_ready and self.record is None

    def listen(self) -> None:
        """Note all reports. Raise WorkerError if it cannot play at all."""
        try:
            while self.connection.poll():
                self._take_note(self.connection.recv())
        except (EOFError, OSError):
            self._lose(ERROR, f'it ended its process, with exit status '
                              f'{self.find_exit_status()}')
        if not self.connection.closed and not self.is_idle() \
                and self.is_too_slow():
            self._lose(SLOW, f'over {self.limit:g} s')

    def _take_note(self, message: Any) -> None:
        """Note an event; or, at first, why it cannot play, '' if it can."""
        if self.record:
            self.record.take_note(message)
        elif message:
            raise WorkerError(message)
        self._is_ready = True

    def _lose(self, why: str, detail: str) -> None:
        """Kill the process. The strategy that was thinking has lost."""
        self.kill()
        if not self._is_ready:
            # A program that plays without `if __name__ == '__main__'` would
            # play again in each new process. multiprocessing ends it there.
            raise WorkerError('a new process does not start')
        if self.record is None or self.record.ending:
            return
        thinking = self.record.thinking
        self.record.take_note(Ending(None, BROKEN, detail) if thinking is None
                              else Ending(1 - thinking, why, detail))


def share_games(series: Series, jobs: int,
                on_end: Callable[[GameRecord], None]) -> None:
    """Play all games of series by this many workers; call on_end for each."""
    packed, waiting = pack(series), list(range(series.games))[::-1]
    workers: list[Player] = []
    try:
        while waiting or workers:
            free = sum(each.record is None for each in workers)
            for _ in range(min(jobs - len(workers), len(waiting) - free)):
                workers.append(Player(packed, series.limit))
            wait([each.connection for each in workers],
                 min(each.find_time_left() for each in workers))
            for worker in workers:
                worker.listen()
            for worker in list(workers):
                serve(worker, workers, waiting, on_end)
    finally:
        for worker in workers:
            worker.kill()


def serve(worker: Player, workers: list[Player], waiting: list[int],
          on_end: Callable[[GameRecord], None]) -> None:
    """Take the game that worker has played; give it another, or let it go."""
    if worker.record and worker.record.ending:
        on_end(worker.record)
        worker.record = None
    if not worker.connection.closed and worker.is_idle() and waiting:
        worker.begin(waiting.pop())
    elif worker.is_idle():
        workers.remove(worker)
        worker.kill()
