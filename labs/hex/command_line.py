"""What the two programs of this lab share: options, progress, how they end.

The core has a OneLineParser and a run_politely of its own, in interface/. This
lab has them once more because its folder must also run alone.
"""
from argparse import ArgumentParser, ArgumentTypeError
from contextlib import contextmanager
from threading import Event, Thread
from traceback import extract_tb
from typing import Any, Callable, Iterable, Iterator, NoReturn, Optional
import errno
import os
import re
import sys

# What happens if nobody reads the output, or it cannot be written.
OUTPUT_ERRORS = {errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EFBIG}

LARGEST_SIZE = 26  # Columns are named by letters in the programs of the core.

# Exit statuses of the programs.
FINISHED, UNFINISHED, INTERRUPTED = 0, 1, 130


class OneLineParser(ArgumentParser):
    """A parser that says in one line what is wrong with the command line."""

    def print_help(self, file: Any = None) -> None:
        """Print the help. ArgumentParser would hide it if that failed."""
        print(self.format_help(), end='', file=file)

    def error(self, message: str) -> NoReturn:
        """End the program with message and exit status 2."""
        print(f'{self.prog}: {message.rstrip(".")}. See --help.',
              file=sys.stderr)
        raise SystemExit(2)


def run_politely(program: Callable[[Optional[list[str]]], int],
                 arguments: Optional[list[str]]) -> int:
    """Run program(arguments) and return its exit status. If nobody reads its
    output, end quietly; if the output cannot be written, or something is not
    written yet, say so in one line.
    """
    if sys.stdout is None:
        return UNFINISHED
    try:
        try:
            return program(arguments)
        finally:
            # When Python itself flushes at its exit, it is too late to react.
            print(end='', flush=True)
    except NotImplementedError as error:
        place = extract_tb(error.__traceback__)[-1]
        print(f'{os.path.basename(place.filename)}, line {place.lineno}: '
              f'{place.name} is not written yet.', file=sys.stderr)
        return UNFINISHED
    except OSError as error:
        if error.errno not in OUTPUT_ERRORS or error.filename is not None:
            raise  # This is about something else.
        # Give Python somewhere harmless to flush to at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f'{os.path.basename(sys.argv[0])}: standard output: '
                  f'{error.strerror}', file=sys.stderr)
        return UNFINISHED


def show_progress(games: Iterable, total: int) -> Iterator:
    """Yield games. On a terminal, show how many of them have ended."""
    ended = 0
    with tell_soon(lambda: f'{ended} of {total} games'):
        for game in games:
            yield game
            ended += 1


@contextmanager
def tell_soon(what: Callable[[], str]) -> Iterator[None]:
    """Show what() on standard error, if that is a terminal, once a second as
    long as a with statement lasts.
    """
    has_ended, lines = Event(), ['']

    def show() -> None:
        """Show each line in place of the last one."""
        for _ in iter(lambda: has_ended.wait(1.0), True):
            lines.append(what())
            print(f'\r{lines[-1]}', end='', file=sys.stderr, flush=True)
    thread = Thread(target=show, daemon=True)
    if sys.stderr is not None and sys.stderr.isatty():
        thread.start()
    try:
        yield
    finally:
        has_ended.set()
        if thread.is_alive():
            thread.join()
        blanks = ' ' * max(map(len, lines))
        if blanks:
            print(f'\r{blanks}\r', end='', file=sys.stderr, flush=True)


def read_number(text: str) -> int:
    """Return the whole number that text means, in plain digits. Raise
    ArgumentTypeError if it means none.

    >>> read_number('-16')
    -16
    """
    # int alone takes '1_6' for 16, and knows the digits of all alphabets.
    if not re.fullmatch('[+-]?[0-9]{1,99}', text):
        raise ArgumentTypeError(f'{text[:40]!r} is not a whole number')
    return int(text)


def read_size(text: str) -> int:
    """Return the size of a board that text means. Raise ValueError if it means
    none.

    >>> read_size('6')
    6
    """
    if not re.fullmatch('[0-9]{1,2}', text) \
            or not 1 <= int(text) <= LARGEST_SIZE:
        raise ValueError(f'{text[:40]!r} is not a possible size: it must be a '
                         f'whole number from 1 to {LARGEST_SIZE}')
    return int(text)
