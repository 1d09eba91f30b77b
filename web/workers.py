"""The processes that answer the page's questions, each one at a time.

Any search can be stopped: its process is killed, and another one replaces it.
"""
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import LifoQueue
from typing import Iterator, Optional
from game_interface import playable_games, usable_strategies
from interface.worker import Channel, Worker
from web import suites
from web.answers import answer


def answer_all(channel: Channel, games: dict, strategies: dict) -> None:
    """Answer the questions that come in, also about these games: send each part
    of an answer, and whether it is the last.
    """
    playable_games.update(games)
    usable_strategies.update(strategies)
    for request in iter(channel.receive, None):
        found = answer(request, lambda part: channel.send((part, False)))
        channel.send((found, True))


def answer_once(channel: Channel, folder: Path) -> None:
    """Answer the question that comes in, about the files in folder."""
    found = suites.answer(channel.receive(), lambda part: channel.send(
        (part, False)), folder)
    channel.send((found, True))


@contextmanager
def hire(folder: Path) -> Iterator[Worker]:
    """Give a process that answers one question about the files in folder."""
    worker = Worker(answer_once, folder)
    try:
        yield worker
    finally:
        worker.kill()


class Workers:
    """Processes that answer questions, no more than are needed."""
    # The free ones, the next one to work last; None may still be started.
    _free: LifoQueue[Optional[Worker]]
    _all: set[Worker]
    _is_over: bool

    def __init__(self, most: int) -> None:
        """Initialize a pool of at most this many processes."""
        self._free, self._all, self._is_over = LifoQueue(), set(), False
        for worker in [None] * (most - 1) + [self._start()]:
            self._free.put(worker)

    def _start(self) -> Worker:
        """Return a new process, which is killed at once if all are to end."""
        worker = Worker(answer_all, playable_games, usable_strategies)
        self._all.add(worker)
        if self._is_over:
            self.end()
        return worker

    @contextmanager
    def borrow(self, seconds: float) -> Iterator[Worker]:
        """Give a free process, which an error replaces. Raise queue.Empty if
        none is free within this many seconds.
        """
        worker = self._free.get(timeout=seconds) or self._start()
        try:
            yield worker
        except BaseException:
            with suppress(KeyError):  # Whoever removes it kills it.
                self._all.remove(worker)
                worker.kill()
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
