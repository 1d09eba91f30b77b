"""Measuring one piece of work in a process of its own; tables of results."""
from contextlib import AbstractContextManager
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import process_time
from typing import Any, Callable, NamedTuple, Optional
from unittest.mock import patch
import os
import platform
import re
import sys
from tabulate import tabulate
from engine import opening_book
from game_state import GameState
from strategy import Watcher


def without_books() -> AbstractContextManager:
    """Return a context in which searches have no opening books."""
    return patch.object(opening_book, 'load_book',
                        lambda _: opening_book.EMPTY_BOOK)


class LimitReachedError(Exception):
    """Raised when a search has visited as many positions as it may."""


class Counter(Watcher):
    """Counts the positions that a search visits, up to a limit.

    === Attributes ===
    positions: how many there were so far
    limit: how many there may be
    """
    positions: int
    limit: float

    def __init__(self, limit: float = float('inf')) -> None:
        """Initialize a counter at 0."""
        self.positions, self.limit = 0, limit

    def on_visit(self, state: GameState) -> None:
        """Count state. Raise LimitReachedError if it is one too many."""
        self.positions += 1
        if self.positions > self.limit:
            raise LimitReachedError


class Measurement(NamedTuple):
    """What a piece of work took.

    === Attributes ===
    seconds: of CPU time, or the time limit if it was stopped
    result: what it returned; None if it was stopped
    failure: why there is no result, in a few words; '' if there is one
    """
    seconds: float
    result: Any
    failure: str

    def format_time(self) -> str:
        """Return how long it took, as text for a table."""
        if self.failure:
            return self.failure
        return f'{self.seconds:.3g}' if self.seconds >= 0.001 else '<0.001'


def send_measurement(work: Callable[[], Any], connection: Connection) -> None:
    """Do work, and send a Measurement of it down connection."""
    sys.setrecursionlimit(1_000_000)
    start = process_time()
    try:
        result, failure = work(), ''
    except (RecursionError, MemoryError) as error:
        result, failure = None, type(error).__name__
    seconds = process_time() - start
    connection.send(Measurement(seconds, result, failure))


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
        return Measurement(limit, None, f'>{limit:g}')
    except EOFError:
        return Measurement(0.0, None, 'crashed')
    finally:
        process.kill()
        process.join()
        receiver.close()


def describe_machine() -> str:
    """Return in a few words what machine and Python this is."""
    facts = Path('/proc/cpuinfo')
    model = facts.exists() and re.search(r'model name\s*: (.*)',
                                         facts.read_text(encoding='utf-8'))
    return (f'{model[1] if model else platform.machine()}, {os.cpu_count()} '
            f'cores, {platform.system()}, {platform.python_implementation()} '
            f'{platform.python_version()}')


def format_number(value: Optional[float]) -> str:
    """Return value as text, with commas, and a dash for None."""
    return '-' if value is None else f'{value:,.0f}'


def format_table(headers: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown, its numbers as they are."""
    return tabulate(rows, headers, tablefmt='pipe', disable_numparse=True,
                    colalign=['left'] + ['right'] * (len(headers) - 1))
