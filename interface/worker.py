"""Running code that may loop for ever: in a process with a time limit, which
tells where it is, and can be killed; and in silence, or cutting what it prints.
"""
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field
from inspect import currentframe
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Lock, Thread, main_thread
from time import monotonic, perf_counter, process_time
from traceback import walk_stack
from typing import Any, Callable, Iterator, Optional
import os
import signal
import sys
from interface.errors import Place, find_places
from interface.screen import print_fitting
from interface.words import format_count, format_value

STARTING = Lock()  # One at a time, as all share the standard streams.

# Seconds that a process has to start, and to answer a question.
START_LIMIT, PATIENCE = 60.0, 5.0

# A busy machine may have to divide a processor among this many.
MOST_SHARING = 5

MOST_SHOWN = 2_000  # Of a long output, in characters: about a screenful.


class Stopwatch:
    """Counts the seconds that code has taken.

    A busy machine, or threads that work at the same time, should not make code
    seem slower than it is: so these are the seconds in which processors worked
    for this process, at most those on the clock. But code that sleeps uses no
    processor: at least a fifth of the seconds on the clock count.
    """
    _clock: float
    _used: float

    def __init__(self) -> None:
        """Initialize a stopwatch that begins now."""
        self.restart()

    def restart(self) -> None:
        """Begin anew."""
        self._clock, self._used = perf_counter(), process_time()

    def count(self) -> float:
        """Return how many seconds it has been."""
        clock, used = perf_counter() - self._clock, process_time() - self._used
        return max(min(clock, used), clock / MOST_SHARING)


class Channel(Stopwatch):
    """A worker's own end of its connection. Each message restarts the clock."""
    _connection: Connection

    def __init__(self, connection: Connection) -> None:
        """Initialize a channel that sends and receives by connection."""
        super().__init__()
        self._connection = connection

    def send(self, message: Any) -> None:
        """Send message."""
        self.restart()
        self._connection.send(message)

    def receive(self) -> Any:
        """Return the next message, once it is there."""
        message = self._connection.recv()
        self.restart()
        return message


class Worker:
    """A silent process that ends with the one that started it, not by Ctrl-C.

    From each message that it sends or gets, it has some time until the next
    one, which its own Stopwatch counts, so it does not pay for a busy machine.
    If it does not answer when asked what that says, as some calls let nothing
    else run, its time is up after limit and PATIENCE, on the clock.

    === Attributes ===
    connection: what it is told, and what it answers, goes through this
    limit: the seconds that it has
    """
    connection: Connection
    limit: float
    _questions: Connection
    _has_started: bool
    _is_asked: bool
    _next_look: float
    _process: BaseProcess

    def __init__(self, function: Callable[..., None], *arguments: Any,
                 limit: float = float('inf'), method: str = 'spawn') -> None:
        """Start function(channel, *arguments) in a process, or raise OSError.

        A process can be started anew on every system (multiprocessing calls
        this method 'spawn'). It finds function, and what else it is sent, by
        their names. By 'fork', it is a copy of this process.
        """
        # A strategy that picks from a set does the same in all processes.
        os.environ.setdefault('PYTHONHASHSEED', '0')
        context: Any = get_context(method)
        self._has_started = self._is_asked = False
        self.limit, self._next_look = limit, monotonic() + limit
        self.connection, its_end = context.Pipe()
        self._questions, answers = context.Pipe()
        self._process = context.Process(
            target=work, args=(its_end, answers, function, *arguments))
        try:
            # A program of somebody's may print while it is imported.
            with STARTING, silence():
                self._process.start()
        finally:
            its_end.close()
            answers.close()

    def find_time_left(self) -> float:
        """Return in how many seconds to ask is_too_slow."""
        return max(0.0, self._next_look - monotonic())

    def is_too_slow(self) -> bool:
        """Return whether its time is up, unless it has ended."""
        if self.find_time_left():
            return False
        count, _ = self._ask(PATIENCE)
        # It may have sent a message just now.
        self._next_look = monotonic() + max(0.1, self.limit - count)
        return count >= self.limit

    def where(self, patience: Optional[float] = None) -> list[Place]:
        """Return where in somebody's code this is, innermost first; nothing if
        it does not tell within some seconds.
        """
        return self._ask(patience or PATIENCE)[1]

    def _ask(self, patience: float) -> tuple[float, list[Place]]:
        """Return for how long it has been at work since the last message, and
        where it is. If it does not tell in time, that is its limit.
        """
        with suppress(EOFError, OSError):
            if not self._has_started:
                self._has_started = self._questions.poll(START_LIMIT)
                if not self._has_started:
                    return self.limit, []
                self._questions.recv()
            if not self._is_asked:
                self._questions.send(None)
            self._is_asked = not self._questions.poll(patience)
            if self._is_asked:
                return self.limit, []
            answer: tuple[float, list[Place]] = self._questions.recv()
            return answer
        return 0.0, []  # It has ended.

    def find_exit_status(self) -> Optional[int]:
        """Return the exit status of the process, which has just ended."""
        self._process.join(PATIENCE)
        return self._process.exitcode

    def kill(self) -> None:
        """Kill the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self.connection.close()
        self._questions.close()


def work(connection: Connection, questions: Connection,
         function: Callable[..., None], *arguments: Any) -> None:
    """Do what a worker does, in its process, and end it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    channel = Channel(connection)
    Thread(target=answer_questions, args=(questions, channel), daemon=True
           ).start()
    try:
        function(channel, *arguments)
    finally:
        os._exit(1)  # Nobody would see what was raised.


def answer_questions(questions: Connection, channel: Channel) -> None:
    """Tell what channel counts, and where the main thread is, each time this is
    asked. End this process with the one that has started it.
    """
    parent: Any = parent_process()
    main: Any = main_thread().ident
    try:
        questions.send(None)  # It has started.
        while parent.sentinel not in wait([questions, parent.sentinel]):
            questions.recv()
            frames = walk_stack(sys._current_frames()[main])
            # A function that calls itself may be there a thousand times.
            places = list(dict.fromkeys(find_places(frames)))
            questions.send((channel.count(), places))
    finally:
        os._exit(1)


@dataclass
class Listener:
    """Stands in for standard output, and knows who has printed first.

    === Attributes ===
    left: how many more characters are let through
    who: in words, whose code has printed first, '' if none has
    heard: in words, what that was
    unseen: how many lines have not been let through
    """
    left: int = 0
    who: str = ''
    heard: str = ''
    unseen: int = 0
    _usual: Any = field(default_factory=lambda: sys.stdout)

    def write(self, text: str) -> int:
        """Take note of text, and write what is let through."""
        if text.strip() and not self.who:
            places = find_places(walk_stack(currentframe()))
            self.who = f'{places[0].function} ({places[0]})' if places \
                else 'something'
            self.heard = f'{self.who} printed {format_value(text)}'
        self._usual.write(text[:self.left])
        self.unseen += text[self.left:].count('\n')
        self.left = max(0, self.left - len(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        """Return what standard output has by that name."""
        # Without vars, this would call itself before there is a _usual.
        return getattr(vars(self).get('_usual'), name)


@contextmanager
def cut_output() -> Iterator[None]:
    """Show only the beginning of what is printed, and how much it was."""
    listener: Any = Listener(MOST_SHOWN)
    try:
        with redirect_stdout(listener):
            yield
    finally:
        if listener.unseen:
            unseen = format_count(listener.unseen, 'more line')
            print_fitting(f'... and {unseen} (not shown). The first to print '
                          f'was {listener.who}.')


@contextmanager
def silence() -> Iterator[None]:
    """Give a with statement nothing to read, and discard all it has printed."""
    usual, copies = (sys.stdin, sys.stdout, sys.stderr), {}
    silent = [open(os.devnull, mode, encoding='utf-8', errors='replace')
              for mode in 'rww']
    for number, stream in enumerate(silent):
        with suppress(OSError):  # This program was started without it.
            copies[number] = os.dup(number)
            os.dup2(stream.fileno(), number)
    sys.stdin, sys.stdout, sys.stderr = silent
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = usual
        for stream in silent:
            stream.close()
        for number, copy in copies.items():
            os.dup2(copy, number)
            os.close(copy)


@contextmanager
def ctrl_c_later() -> Iterator[None]:
    """Put Ctrl-C off until the end of a with statement."""
    pressed: list[Any] = []

    def note_press(*press: Any) -> None:
        """Note that Ctrl-C has been pressed."""
        pressed.append(press)
    handler = signal.signal(signal.SIGINT, note_press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if pressed:
            signal.raise_signal(signal.SIGINT)
