"""Processes with a time limit, which tell where they are."""

from time import monotonic, perf_counter, sleep
from typing import Callable, Iterator
import os
import subprocess
import sys
from pytest import MonkeyPatch
import pytest
from interface import worker
from interface.worker import Channel, Worker
from tests.support.programs import TOP, is_running


@pytest.mark.parametrize(
    'clock, used, counted',
    [
        (60.0, 20.0, 20.0),  # Other programs take turns with it,
        (10.0, 40.0, 10.0),  # four threads work at the same time,
        (60.0, 1.0, 12.0),  # or it sleeps for most of the time.
        (0.0, 0.0, 0.0),
    ],
)
def test_what_counts(
    clock: float, used: float, counted: float, monkeypatch: MonkeyPatch
) -> None:
    """What counts is neither the time of others nor that of threads."""
    times = {
        'perf_counter': iter([5.0, 5.0 + clock]),
        'process_time': iter([3.0, 3.0 + used]),
    }
    for name, readings in times.items():
        monkeypatch.setattr(worker, name, readings.__next__)
    assert Channel(print).count() == pytest.approx(counted)


def spin(channel: Channel) -> None:
    """Never end."""
    channel.send(os.getpid())
    while True:
        pass


def spin_on_busy_machine(channel: Channel) -> None:
    """Never end, and be given a fifth of a processor."""
    worker.process_time = lambda: perf_counter() / 5
    spin(channel)


def block(channel: Channel) -> None:
    """Never end, and let no other thread run."""
    channel.send(os.getpid())
    sum(iter(int, 1))


def doze(channel: Channel) -> None:
    """Never end, and use no processor."""
    channel.send(os.getpid())
    while True:
        sleep(0.01)


@pytest.fixture(name='run', params=['spawn', 'fork'])
def start_worker(
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., Worker]]:
    """A function that starts a worker, which has half a second."""
    started = []
    numbers = []

    def run(function: Callable[[Channel], None]) -> Worker:
        """Return a worker, once it is at work."""
        started.append(Worker(function, limit=0.5, method=request.param))
        numbers.append(started[-1].receive())
        return started[-1]

    yield run
    for each in started:
        each.close()
    assert not any(map(is_running, numbers))


@pytest.mark.parametrize(
    'function, least',
    [(spin, 0.5), (doze, 0.5), (spin_on_busy_machine, 2.0), (block, 0.5)],
)
def test_limit(
    function: Callable[[Channel], None],
    least: float,
    run: Callable[..., Worker],
    monkeypatch: MonkeyPatch,
) -> None:
    """However code uses up its time, that is noticed, but not too early."""
    monkeypatch.setattr(worker, 'ANSWER_LIMIT', 1.0)
    start = monotonic()
    tried = run(function)
    with pytest.raises(TimeoutError):
        while monotonic() < start + 60:
            assert tried.receive() is None
    assert monotonic() >= start + least


def test_messages_restart_the_clock(run: Callable[..., Worker]) -> None:
    """A process that reports again and again is not too slow."""
    tried = run(report_steps)
    end = monotonic() + 2
    while monotonic() < end:
        tried.receive()


def report_steps(channel: Channel) -> None:
    """Never end, but report."""
    number = os.getpid()
    while True:
        channel.send(number)
        sleep(0.05)


def test_program_that_ends_early() -> None:
    """A program that ends without closing its workers, as after Ctrl-C twice,
    does not wait for them."""
    code = (
        'import time\nfrom interface.worker import COPY, Worker\n'
        'worker = Worker(lambda _: time.sleep(600), method=COPY)'
    )
    subprocess.run(
        [sys.executable, '-c', code], cwd=TOP, timeout=60, check=True
    )
