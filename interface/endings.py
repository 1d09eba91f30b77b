"""How a program ends: Ctrl-C, Ctrl-D, output that nobody takes; exit statuses.

Ctrl-C and the end of the input are said goodbye to, in one line. If nobody
reads the output (`... | head -1`), the program leaves quietly. If the output
cannot be written (a full disk), one line on standard error says so.
"""
from typing import Callable, Optional
import os
import sys

FINISHED = 0
UNFINISHED = 1
INTERRUPTED = 130  # The exit status of programs that Ctrl-C ends.


def run_politely(program: Callable[[Optional[list[str]]], int],
                 arguments: Optional[list[str]]) -> int:
    """Run program(arguments) and return its exit status, also if the player or
    the reader of its output leaves early.
    """
    for stream in sys.stdin, sys.stdout:
        if hasattr(stream, 'reconfigure'):
            stream.reconfigure(errors='replace')
    try:
        try:
            return say_goodbye(program, arguments)
        finally:
            # When Python itself flushes at its exit, it is too late to react.
            print(end='', flush=True)
    except OSError as error:
        if error.errno is None or error.filename is not None:
            raise  # This is about a file, say, that a strategy reads.
        # Let Python flush into nothing at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f'{os.path.basename(sys.argv[0])}: standard output: '
                  f'{error.strerror}', file=sys.stderr)
        return UNFINISHED


def say_goodbye(program: Callable[[Optional[list[str]]], int],
                arguments: Optional[list[str]]) -> int:
    """Run program(arguments) and return its exit status. Say goodbye if the
    input ends or Ctrl-C is pressed.
    """
    try:
        return program(arguments)
    except EOFError:
        print('\nThe input has ended. Goodbye!')
        return UNFINISHED
    except KeyboardInterrupt:
        print('\nInterrupted. Goodbye!')
        return INTERRUPTED


def require_streams() -> None:
    """Raise EOFError if the program was started without an input or an output.
    """
    if sys.stdin is None or sys.stdout is None:
        raise EOFError
