"""The processes that answer the page's questions, each one at a time.

A process that is killed while it thinks is replaced, so that any search can be
stopped, whatever it does.
"""
from contextlib import contextmanager
from multiprocessing.connection import Connection
from queue import LifoQueue
from typing import Iterator, Optional
from game_interface import playable_games, usable_strategies
from interface.processes import Process
from web.answers import answer


def work(connection: Connection, games: dict, strategies: dict) -> None:
    """Answer the questions that come in through connection, also about these
    games and strategies. Send each part, and whether it is the last.
    """
    playable_games.update(games)
    usable_strategies.update(strategies)
    for request in iter(connection.recv, None):
        found = answer(request, lambda part: connection.send((part, False)))
        connection.send((found, True))


class Worker(Process):
    """A process that answers questions, which go into its connection.

    === Attributes ===
    is_free: whether it is not answering a question
    """
    is_free: bool = True


class Workers:
    """A pool of workers, of which one is always ready."""
    # The last one that was given back is the next one to work. None stands for
    # one that has not been needed yet.
    _places: LifoQueue[Optional[Worker]]
    _all: list[Worker]
    _is_over: bool

    def __init__(self, most: int) -> None:
        """Initialize a pool of at most this many workers."""
        self._places, self._all, self._is_over = LifoQueue(), [], False
        for _ in range(most - 1):
            self._places.put(None)
        self._places.put(self._start())

    def _start(self) -> Worker:
        """Return a new worker, which is killed at once if all are to end."""
        worker = Worker(work, playable_games, usable_strategies)
        self._all.append(worker)
        if self._is_over:
            worker.kill()
        return worker

    @contextmanager
    def borrow(self, seconds: float) -> Iterator[Worker]:
        """Give a worker that nobody else uses. Replace it if it is not free
        afterwards. Raise queue.Empty if none is free within this many seconds.
        """
        worker = self._places.get(timeout=seconds) or self._start()
        try:
            yield worker
        finally:
            if not worker.is_free:
                self._all.remove(worker)
                worker.kill()
                # At the end, a start would silence what is printed meanwhile.
                self._places.put(None if self._is_over else self._start())
            else:
                self._places.put(worker)

    def end(self) -> None:
        """Kill all processes, also those that are just being started."""
        self._is_over = True
        for worker in list(self._all):
            worker.kill()
