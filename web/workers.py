"""The processes that answer the page's questions, each one at a time.

A process that is killed while it thinks is replaced, so that any search can be
stopped, whatever it does.
"""
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import BoundedSemaphore, Lock
from typing import Any, Iterator
import pickle
from game_interface import playable_games, usable_strategies
from interface.attempts import Attempt
from interface.processes import start_process
from web.answers import answer


class BusyError(Exception):
    """Raised when no process is free for a long time."""


def work(connection: Connection, games: dict, strategies: dict) -> None:
    """Answer the questions that come in through connection, also about games
    and by strategies that somebody has added. Each part of an answer is sent
    with whether it is the last one.
    """
    playable_games.update(games)
    usable_strategies.update(strategies)
    while True:
        connection.send((answer(connection.recv(), lambda part:
                                connection.send((part, False))), True))


def list_portable(table: dict[str, Any]) -> dict[str, Any]:
    """Return those entries of table that another process can be given."""
    return {key: each for key, each in table.items()
            if not Attempt(pickle.dumps, each).error}


class Worker:
    """A process that answers questions.

    === Attributes ===
    connection: where questions go in, and the parts of answers come out
    is_free: whether it is at no question
    """
    connection: Connection
    is_free: bool
    _process: BaseProcess

    def __init__(self) -> None:
        """Initialize a worker with a new process."""
        self.is_free = True
        self._process, self.connection = start_process(
            work, list_portable(playable_games),
            list_portable(usable_strategies))

    def end(self) -> None:
        """Kill the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self.connection.close()


class Workers:
    """All workers for one kind of questions: so many at most, and one that is
    ready.
    """
    _free: list[Worker]
    _all: set[Worker]
    _lock: Lock
    _places: BoundedSemaphore

    def __init__(self, most: int) -> None:
        """Initialize so many workers at most."""
        self._free, self._all = [], set()
        self._lock, self._places = Lock(), BoundedSemaphore(most)
        self._add()

    def _add(self) -> None:
        """Add a free worker."""
        worker = Worker()
        self._free.append(worker)
        self._all.add(worker)

    @contextmanager
    def borrow(self, seconds: float) -> Iterator[Worker]:
        """Give a worker that nobody else uses. Replace it if it is not free
        then. Raise BusyError if there is none for so many seconds.
        """
        if not self._places.acquire(timeout=seconds):
            raise BusyError
        with self._lock:
            if not self._free:
                self._add()
            worker = self._free.pop()
        try:
            yield worker
        finally:
            with self._lock:
                if worker.is_free:
                    self._free.append(worker)
                else:
                    worker.end()
                    self._all.discard(worker)
                    self._add()
            self._places.release()

    def count_busy(self) -> int:
        """Return how many workers are at work."""
        with self._lock:
            return len(self._all) - len(self._free)

    def end(self) -> None:
        """Kill all processes."""
        with self._lock:
            for worker in self._all:
                worker.end()
