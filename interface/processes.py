"""Processes for code that may loop for ever: they can be killed; and running
code in silence, or with the beginning of what it prints.

Processes are started anew (multiprocessing calls this 'spawn') rather than
forked, so that they are the same on every system. They find the classes and
functions they need by the names of these and of their modules.
"""
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field
from inspect import currentframe
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock, Thread
from traceback import walk_stack
from typing import Any, Callable, Iterator
import os
import signal
import sys
from interface.faults import find_places
from interface.screen import print_fitting
from interface.words import format_count, format_value

STARTING = Lock()  # One at a time, as all share the standard streams.
MOST_SHOWN = 2_000  # Of a long output, in characters: about a screenful.


class Process:
    """A silent process that ends with the one that started it, not by Ctrl-C.

    === Attributes ===
    connection: what it is told, and what it answers, goes through this
    """
    connection: Connection
    _process: BaseProcess

    def __init__(self, work: Callable[..., None], *arguments: Any) -> None:
        """Start work(connection, *arguments) in a process, or raise OSError."""
        # A strategy that picks from a set does the same in all processes.
        os.environ.setdefault('PYTHONHASHSEED', '0')
        context = get_context('spawn')
        self.connection, its_end = context.Pipe()
        self._process = context.Process(target=run,
                                        args=(work, its_end, *arguments))
        try:
            # A program of somebody's may print while it is imported.
            with STARTING, silence():
                self._process.start()
        finally:
            its_end.close()

    def kill(self) -> None:
        """Kill the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self.connection.close()


def run(work: Callable[..., None], *arguments: Any) -> None:
    """Call work with arguments. This is what a process of ours does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=leave_with_parent, daemon=True).start()
    work(*arguments)


def leave_with_parent() -> None:
    """End this process as soon as the one that has started it is gone."""
    parent = parent_process()
    if parent is not None:
        parent.join()
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
