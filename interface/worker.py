"""Running code that may loop for ever: in a process with a time limit, which
can say where it is, and can be killed.
"""

from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from threading import Thread, main_thread
from time import monotonic, perf_counter, process_time
from traceback import walk_stack
from typing import Any, Callable, Iterator, Optional
import os
import signal
import sys
from interface.words import SourceLine, find_places

# Seconds that a process has to start, and to answer a question.
START_LIMIT = 60.0
ANSWER_LIMIT = 5.0

# How to start a process as a copy of this one, where the system can.
COPY = 'fork' if 'fork' in get_all_start_methods() else 'spawn'

# A busy machine may have to divide a processor among this many.
MOST_SHARING = 5


def read_clocks() -> tuple[float, float]:
    """Return the time, and how long processors have worked for this process."""
    return perf_counter(), process_time()


@dataclass
class Channel:
    """A worker's own end of its connection, with a stopwatch that each message
    restarts.

    A busy machine, or threads that work at the same time, should not make code
    seem slower than it is: so what counts are the seconds in which processors
    worked for this process, at most those on the clock. But code that sleeps
    uses no processor: at least a fifth of the seconds on the clock count.
    """

    _send: Callable[[Any], None]
    _receive: Callable[[], Any] = lambda: None
    _start: tuple[float, float] = field(default_factory=read_clocks)

    def count(self) -> float:
        """Return for how many seconds code has run since the last message."""
        clock_start, used_start = self._start
        clock, used = read_clocks()
        clock -= clock_start
        used -= used_start
        return max(min(clock, used), clock / MOST_SHARING)

    def send(self, message: Any) -> None:
        """Send message."""
        self._start = read_clocks()
        self._send(message)

    def receive(self) -> Any:
        """Return the next message, once it is there."""
        message = self._receive()
        self._start = read_clocks()
        return message


class Worker:
    """A silent process that ends with the one that started it, not by Ctrl-C.

    It sends a message when it has started. From each message that it sends or
    gets, it has some time until the next one, which its own Channel counts, so
    it does not pay for a busy machine. If it does not answer when asked what
    that says, as some calls let nothing else run, its time is up after limit
    and ANSWER_LIMIT, on the clock.

    === Attributes ===
    connection: what it is told, and what it answers, goes through this
    limit: the seconds that it has
    """

    connection: Connection
    limit: float
    _questions: Connection
    _next_look: float
    _process: BaseProcess

    def __init__(
        self,
        function: Callable[..., None],
        *arguments: Any,
        limit: float = float('inf'),
        method: str = 'spawn',
    ) -> None:
        """Start function(channel, *arguments) in a process, or raise OSError.

        A process can be started anew on every system (multiprocessing calls
        this method 'spawn'). It finds function, and what else it is sent, by
        their names. By 'fork', it is a copy of this process.
        """
        # A strategy that picks from a set does the same in all processes.
        os.environ.setdefault('PYTHONHASHSEED', '0')
        context: Any = get_context(method)
        self.limit = limit
        self._next_look = monotonic() + START_LIMIT
        self.connection, its_end = context.Pipe()
        self._questions, answers = context.Pipe()
        self._process = context.Process(
            target=work, args=(its_end, answers, function, *arguments)
        )
        with its_end, answers:
            self._process.start()
        # This program may end without close: Ctrl-C comes at any time.
        Finalize(self, self._process.kill, exitpriority=0)

    def send(self, message: Any) -> None:
        """Send message, unless the process has ended: to receive tells that."""
        with suppress(OSError):
            self.connection.send(message)

    def receive(self, seconds: Optional[float] = None) -> Any:
        """Return the next message, or None if none comes within seconds (None:
        until its time may be up). Raise TimeoutError if its time is up, and
        EOFError, which says how, if it has ended.
        """
        if seconds is None:
            seconds = self.find_time_left()
        try:
            if self.connection.poll(seconds):
                message = self.connection.recv()
                self._next_look = monotonic() + self.limit
                return message
        except (EOFError, OSError) as error:
            self._process.join(ANSWER_LIMIT)
            raise EOFError(
                f'ended its process, with exit status {self._process.exitcode}'
            ) from error
        if self.is_too_slow():
            raise TimeoutError
        return None

    def find_time_left(self) -> float:
        """Return in how many seconds to ask is_too_slow."""
        return max(0.0, self._next_look - monotonic())

    def is_too_slow(self) -> bool:
        """Return whether its time is up, unless it has ended."""
        if self.find_time_left():
            return False
        count, _ = self._ask(ANSWER_LIMIT)
        # It may have sent a message just now.
        self._next_look = monotonic() + max(0.1, self.limit - count)
        return count >= self.limit

    def where(self, patience: Optional[float] = None) -> list[SourceLine]:
        """Return where in somebody's code this is, innermost first; nothing if
        it does not tell within some seconds.
        """
        _, places = self._ask(patience or ANSWER_LIMIT)
        return places

    def _ask(self, patience: float) -> tuple[float, list[SourceLine]]:
        """Return for how long it has been at work since the last message, and
        where it is. If it does not tell in time, that is its limit.
        """
        try:
            while self._questions.poll():
                self._questions.recv()  # This answer has come too late.
            self._questions.send(None)
            if not self._questions.poll(patience):
                return self.limit, []
            answer: tuple[float, list[SourceLine]] = self._questions.recv()
            return answer
        except (EOFError, OSError):  # It has ended.
            return 0.0, []

    def close(self) -> None:
        """Kill the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self.connection.close()
        self._questions.close()


def work(
    connection: Connection,
    questions: Connection,
    function: Callable[..., None],
    *arguments: Any,
) -> None:
    """Do what a worker does, in its process, and end it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    be_silent()
    channel = Channel(connection.send, connection.recv)
    thread = Thread(
        target=answer_questions, args=(questions, channel), daemon=True
    )
    thread.start()
    try:
        function(channel, *arguments)
    finally:
        os._exit(1)  # Nobody would see what was raised.


def be_silent() -> None:
    """Give this process nothing to read, and discard all that it prints."""
    streams = [('stdin', 'r'), ('stdout', 'w'), ('stderr', 'w')]
    for number, (name, mode) in enumerate(streams):
        if getattr(sys, name):  # The program may have been started without it.
            stream = open(os.devnull, mode, encoding='utf-8', errors='replace')
            os.dup2(stream.fileno(), number)
            setattr(sys, name, stream)


def answer_questions(questions: Connection, channel: Channel) -> None:
    """Tell what channel counts, and where the main thread is, each time this is
    asked. End this process with the one that has started it.
    """
    parent: Any = parent_process()
    main: Any = main_thread().ident
    try:
        while parent.sentinel not in wait([questions, parent.sentinel]):
            questions.recv()
            frames = walk_stack(sys._current_frames()[main])
            # A function that calls itself may be there a thousand times.
            places = list(dict.fromkeys(find_places(frames)))
            questions.send((channel.count(), places))
    finally:
        os._exit(1)


@contextmanager
def ctrl_c_later() -> Iterator[None]:
    """Delay Ctrl-C until the end of a with statement."""
    presses: list[Any] = []
    usual = signal.signal(signal.SIGINT, lambda *press: presses.append(press))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if presses:
            signal.raise_signal(signal.SIGINT)
