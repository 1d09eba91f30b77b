"""The processes that answer the page's questions, each one at a time.

Any search can be stopped: its process is killed, and another one replaces it.
"""
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from queue import LifoQueue
from typing import Any, Iterator, Optional
import os
import sys
from interface.worker import Channel, Worker
from web import suites


def answer_all(channel: Channel, folder: Optional[Path],
               tables: Optional[dict] = None) -> None:
    """Answer questions about the files in folder, if that is one: send each
    part of an answer, and whether it is the last. If they are about games, that
    is with those and the strategies in tables of web.games, by their names.
    """
    if folder:
        os.chdir(folder)
        # What is written twice a second would be taken from there.
        sys.dont_write_bytecode = True
        sys.path.insert(0, str(folder))
    if tables is not None:
        # All is imported before the first question comes.
        suites.answer_question({}, channel.send)
        for name, table in tables.items():
            getattr(import_module('web.games'), name).update(table)
    for request in iter(channel.receive, None):
        found = suites.answer_question(
            request, lambda part: channel.send((part, False)))
        channel.send((found, True))


@contextmanager
def hire(folder: Path) -> Iterator[Worker]:
    """Give a process that answers one question about the files in folder."""
    worker = Worker(answer_all, folder)
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
    _what: tuple[Any, ...]

    def __init__(self, most: int, *what: Any) -> None:
        """Initialize a pool of at most so many, told what questions are about.
        """
        self._free, self._all, self._is_over = LifoQueue(), set(), False
        self._what = what
        for worker in [None] * (most - 1) + [self._start()]:
            self._free.put(worker)

    def _start(self) -> Worker:
        """Return a new process, which is killed at once if all are to end."""
        worker = Worker(answer_all, *self._what)
        self._all.add(worker)
        if self._is_over:
            self.end()
        return worker

    @contextmanager
    def borrow(self, seconds: float) -> Iterator[Worker]:
        """Give a free process, which an error replaces, or raise queue.Empty.
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
