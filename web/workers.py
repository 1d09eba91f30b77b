"""The processes that answer the page's questions, each one at a time.

Any search can be stopped: its process is killed, and another one replaces it.
"""
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from queue import LifoQueue
from threading import Event, Lock, Thread, get_ident
from typing import Iterator, Optional
import sys
from game_interface import playable_games, usable_strategies
from interface.processes import Process
from web.answers import answer, tell_place
from web.games import Tell


def work(connection: Connection, games: dict, strategies: dict) -> None:
    """Answer the questions that come in, also about these games: send each part
    of an answer, and whether it is the last.
    """
    playable_games.update(games)
    usable_strategies.update(strategies)
    sending = Lock()

    def tell(part: dict, is_last: bool = False) -> None:
        """Send part, and nothing else at the same time."""
        with sending:
            connection.send((part, is_last))
    for request in iter(connection.recv, None):
        is_over = Event()
        watcher = Thread(target=watch, args=(get_ident(), is_over, tell))
        watcher.start()
        found = answer(request, tell)
        is_over.set()
        watcher.join()
        tell(found, True)


def watch(thread: int, is_over: Event, tell: Tell) -> None:
    """Tell each second, until it is over, in which line of code thread is."""
    while not is_over.wait(1):
        tell_place(sys._current_frames()[thread], tell)


class Workers:
    """Processes that answer questions, no more than are needed."""
    # The free ones, the next one to work last; None may still be started.
    _free: LifoQueue[Optional[Process]]
    _all: set[Process]
    _is_over: bool

    def __init__(self, most: int) -> None:
        """Initialize a pool of at most this many processes."""
        self._free, self._all, self._is_over = LifoQueue(), set(), False
        for worker in [None] * (most - 1) + [self._start()]:
            self._free.put(worker)

    def _start(self) -> Process:
        """Return a new process, which is killed at once if all are to end."""
        worker = Process(work, playable_games, usable_strategies)
        self._all.add(worker)
        if self._is_over:
            self.end()
        return worker

    @contextmanager
    def borrow(self, seconds: float) -> Iterator[Connection]:
        """Give the connection of a free process, which an error replaces. Raise
        queue.Empty if none is free within this many seconds.
        """
        worker = self._free.get(timeout=seconds) or self._start()
        try:
            yield worker.connection
        except BaseException:
            with suppress(KeyError):  # Whoever removes it kills it.
                self._all.remove(worker)
                worker.kill()
            # At the end, a start would silence what is printed meanwhile.
            if not self._is_over:
                worker = self._start()
            raise
        finally:
            self._free.put(worker)

    def end(self) -> None:
        """Kill all processes, also those that are just being started."""
        self._is_over = True
        with suppress(KeyError):
            while self._all:
                self._all.pop().kill()
