"""The processes that share the games of a series among them."""
from multiprocessing.connection import wait
from typing import Callable
from interface.series.events import GameRecord
from interface.series.plan import Series
from interface.series.workers import Worker, pack


class Crew:
    """Workers that share the games of a series. One that has been killed is
    replaced.

    === Attributes ===
    limit: how long a strategy may take for a move, in seconds
    jobs: how many games are played at the same time, at most
    waiting: the numbers of the games that have not begun, the next one last
    workers: those that are starting, playing, or waiting for a game
    """
    limit: float
    jobs: int
    waiting: list[int]
    workers: list[Worker]
    _packed: bytes
    _on_end: Callable[[GameRecord], None]

    def __init__(self, series: Series, jobs: int,
                 on_end: Callable[[GameRecord], None]) -> None:
        """Initialize a crew for all games of series, which calls on_end for
        each when it has ended. Raise WorkerError if series cannot be played in
        other processes.
        """
        self.limit, self.jobs = series.limit, jobs
        self.waiting, self.workers = list(range(series.games))[::-1], []
        self._packed, self._on_end = pack(series), on_end

    def play(self) -> None:
        """Play all games. Raise WorkerError if the workers cannot. They end in
        any case.
        """
        try:
            while self.waiting or self.workers:
                self._start_workers()
                self._listen()
                for worker in list(self.workers):
                    self._serve(worker)
        finally:
            for worker in self.workers:
                worker.kill()

    def _start_workers(self) -> None:
        """Start as many workers as there is work for."""
        free = sum(worker.record is None for worker in self.workers)
        while len(self.workers) < self.jobs and free < len(self.waiting):
            self.workers.append(Worker(self._packed, self.limit))
            free += 1

    def _listen(self) -> None:
        """Wait until some worker reports, or is due to; and take note of it.
        """
        wait([each.connection for each in self.workers],
             min(each.find_time_left() for each in self.workers))
        for worker in self.workers:
            worker.listen()

    def _serve(self, worker: Worker) -> None:
        """Take the game that worker has played, if there is one, and give it
        the next one. Let it go if there is none, or if it cannot play on.
        """
        if worker.record and worker.record.ending:
            self._on_end(worker.record)
            worker.record = None
        if worker.is_alive and worker.is_idle() and self.waiting:
            worker.begin(self.waiting.pop())
        elif worker.is_idle():
            self.workers.remove(worker)
            worker.kill()
