"""The processes that answer the page's requests, each one at a time.

A process that is ended while it thinks is replaced, so that any search can be
stopped, whatever it does.
"""
from pathlib import Path
from subprocess import PIPE, Popen
from threading import BoundedSemaphore, Lock
from typing import Any, IO, Iterator
import json
import os
import sys

TOP = Path(__file__).resolve().parent.parent

# How many requests are answered at the same time.
MOST_WORKERS = 4


# What is said when a process has ended before its answer.
ENDED = '{"error": "The search was ended", "done": true}'


class BusyError(Exception):
    """Raised when no process is free for a long time."""


class Worker:
    """A process that answers requests."""
    _process: Popen
    _input: IO[str]
    _output: IO[str]

    def __init__(self) -> None:
        """Initialize a worker with a new process."""
        # Ctrl-C goes to the server alone, which ends its workers itself.
        self._process = Popen([sys.executable, '-m', 'web.worker'], cwd=TOP,
                              stdin=PIPE, stdout=PIPE, encoding='utf-8',
                              env=os.environ | {'PYTHONIOENCODING': 'utf-8'},
                              start_new_session=True)
        assert self._process.stdin and self._process.stdout
        self._input, self._output = self._process.stdin, self._process.stdout

    def ask(self, request: Any) -> Iterator[dict[str, Any]]:
        """Yield the parts of the answer to request. The last one is done. It
        is an error if the process has ended.
        """
        done = False
        try:
            self._input.write(json.dumps(request) + '\n')
            self._input.flush()
        except OSError:
            pass  # The process has ended: see below.
        while not done:
            part = json.loads(self._output.readline() or ENDED)
            done = part['done']
            yield part

    def is_alive(self) -> bool:
        """Return whether the process can answer."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End the process. Whoever waits for its answer gets an error."""
        self._process.kill()

    def end(self) -> None:
        """End the process and what belongs to it. Nobody waits for it now."""
        self._process.kill()
        self._process.wait()
        for stream in self._input, self._output:
            try:
                stream.close()
            except OSError:
                pass  # What was not written yet is lost, as it should be.


class Workers:
    """All workers: those that are free, and how many there may be."""
    _free: list[Worker]
    _all: set[Worker]
    _lock: Lock
    _places: BoundedSemaphore

    def __init__(self) -> None:
        """Initialize workers of which one is ready."""
        self._lock, self._places = Lock(), BoundedSemaphore(MOST_WORKERS)
        first = Worker()
        self._free, self._all = [first], {first}

    def take(self, seconds: float = 20.0) -> Worker:
        """Return a worker that nobody else uses. Raise BusyError if there is
        none for this many seconds.
        """
        if not self._places.acquire(timeout=seconds):
            raise BusyError
        with self._lock:
            while self._free:
                worker = self._free.pop()
                if worker.is_alive():
                    return worker
                self._all.discard(worker)
            worker = Worker()
            self._all.add(worker)
            return worker

    def give_back(self, worker: Worker, finished: bool) -> None:
        """Take back worker, which is ended if it has not finished."""
        if not finished:
            worker.end()
        with self._lock:
            if finished:
                self._free.append(worker)
            else:
                self._all.discard(worker)
        self._places.release()

    def count_busy(self) -> int:
        """Return how many workers are at work."""
        with self._lock:
            return len(self._all) - len(self._free)

    def end(self) -> None:
        """End all workers."""
        with self._lock:
            for worker in self._all:
                worker.end()
