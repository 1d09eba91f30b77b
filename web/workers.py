"""The processes that answer the page's questions, each one at a time.

A process that is killed while it thinks is replaced, so that any search can be
stopped, whatever it does.
"""
from collections import deque
from contextlib import contextmanager
from multiprocessing.connection import Connection
from queue import Empty
from threading import Event, Lock, Semaphore, Thread, get_ident
from typing import Iterator
import sys
from game_interface import playable_games, usable_strategies
from interface.processes import Process
from web.answers import answer, tell_place
from web.games import Tell


def work(connection: Connection, games: dict, strategies: dict) -> None:
    """Answer the questions that come in through connection, also about these
    games and strategies. Send each part, and whether it is the last.
    """
    playable_games.update(games)
    usable_strategies.update(strategies)
    sending = Lock()

    def tell(part: dict, is_last: bool = False) -> None:
        """Send part, and nothing else at the same time."""
        with sending:
            connection.send((part, is_last))
    for request in iter(connection.recv, None):
        with watching(tell):
            found = answer(request, tell)
        tell(found, True)


@contextmanager
def watching(tell: Tell) -> Iterator[None]:
    """Tell each second in which line the code in the with statement is."""
    here, is_over = get_ident(), Event()

    def watch() -> None:
        """Tell it from another thread."""
        for _ in iter(lambda: is_over.wait(1), True):
            tell_place(sys._current_frames()[here], tell)
    watcher = Thread(target=watch)
    watcher.start()
    yield
    is_over.set()
    watcher.join()


class Worker(Process):
    """A process that answers questions, which go into its connection.

    === Attributes ===
    is_free: whether it is not answering a question
    """
    is_free: bool = True


class Workers:
    """A pool of workers. There are no more than are needed."""
    # How many more may work, and those that do not, the next one to work last.
    _turns: Semaphore
    _free: deque[Worker]
    _all: list[Worker]
    _is_over: bool

    def __init__(self, most: int) -> None:
        """Initialize a pool of at most this many workers."""
        self._turns, self._all, self._is_over = Semaphore(most), [], False
        self._free = deque([self._start()])

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
        if not self._turns.acquire(timeout=seconds):
            raise Empty
        worker = self._free.pop() if self._free else self._start()
        try:
            yield worker
        finally:
            if worker.is_free:
                self._free.append(worker)
            else:
                self._all.remove(worker)
                worker.kill()
                # At the end, a start would silence what is printed meanwhile.
                if not self._is_over:
                    self._free.appendleft(self._start())
            self._turns.release()

    def end(self) -> None:
        """Kill all processes, also those that are just being started."""
        self._is_over = True
        for worker in list(self._all):
            worker.kill()
