"""Measuring one piece of work in a process of its own, with a time limit."""
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from time import perf_counter
from typing import Any, Callable, NamedTuple
import os
import platform
import resource
import sys


class Measurement(NamedTuple):
    """What a piece of work took.

    === Attributes ===
    seconds: how long it took, or the time limit if it was stopped
    megabytes: the most memory that its process had, Python included; 0 if the
        work was stopped
    result: what it returned; None if it was stopped
    failure: why there is no result, in a few words; '' if there is one
    """
    seconds: float
    megabytes: float
    result: Any
    failure: str

    def time(self) -> str:
        """Return how long it took, as text for a table."""
        if self.failure:
            return self.failure
        return f'{self.seconds:.3g}' if self.seconds >= 0.001 else '<0.001'


def send_measurement(work: Callable[[], Any], connection: Connection) -> None:
    """Do work, and send a Measurement of it down connection."""
    sys.setrecursionlimit(1_000_000)
    start = perf_counter()
    try:
        result, failure = work(), ''
    except (RecursionError, MemoryError) as error:
        result, failure = None, type(error).__name__
    seconds = perf_counter() - start
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    connection.send(Measurement(seconds, kilobytes / 1024, result, failure))


def measure(work: Callable[[], Any], limit: float) -> Measurement:
    """Return what work() takes in a new process. It is stopped after limit
    seconds.
    """
    receiver, sender = Pipe(duplex=False)
    process = get_context('fork').Process(target=send_measurement,
                                          args=(work, sender))
    process.start()
    sender.close()
    try:
        if receiver.poll(limit):
            return receiver.recv()
        return Measurement(limit, 0.0, None, f'>{limit:g}')
    except EOFError:
        return Measurement(0.0, 0.0, None, 'crashed')
    finally:
        process.kill()
        process.join()
        receiver.close()


def describe_machine() -> str:
    """Return in a few words what machine and Python this is."""
    model = platform.processor() or platform.machine()
    try:
        with open('/proc/cpuinfo', encoding='utf-8') as facts:
            names = [line.partition(':')[2].strip() for line in facts
                     if line.startswith('model name')]
        model = names[0] if names else model
    except OSError:
        pass
    return (f'{model}, {os.cpu_count()} cores, {platform.system()}, '
            f'{platform.python_implementation()} {platform.python_version()}')
