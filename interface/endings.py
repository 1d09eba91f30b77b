"""How a program ends: Ctrl-C, Ctrl-D, lost output; and its exit status.

On Ctrl-C, or at the end of the input, the program says goodbye in one line. If
nobody reads the output (`... | head -1`), it leaves quietly. If the output
cannot be written (a full disk), one line on standard error says so.
"""
from typing import Callable, Optional
import os
import sys
from interface.faults import QuitError, is_about_output
from interface.screen import print_for_player

FINISHED = 0
UNFINISHED = 1
INTERRUPTED = 130  # The exit status of programs that Ctrl-C ends.


def run_politely(program: Callable[[Optional[list[str]]], int],
                 arguments: Optional[list[str]]) -> int:
    """Return the exit status of program(arguments), whoever leaves early."""
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
        if not is_about_output(error):
            raise  # This is about something else: a file, a connection.
        # Give Python somewhere harmless to flush to at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f'{os.path.basename(sys.argv[0])}: standard output: '
                  f'{error.strerror}', file=sys.stderr)
        return UNFINISHED


def say_goodbye(program: Callable[[Optional[list[str]]], int],
                arguments: Optional[list[str]]) -> int:
    """Return what program(arguments) does. Say goodbye if it ends early."""
    try:
        return program(arguments)
    except EOFError:
        print_for_player('\nThe input has ended. Goodbye!')
        return UNFINISHED
    except QuitError:
        print_for_player('\nGoodbye!')
        return FINISHED
    except KeyboardInterrupt as interrupt:
        notes = getattr(interrupt, '__notes__', [])
        print_for_player('\n'.join(['', *notes, 'Interrupted. Goodbye!']))
        return INTERRUPTED
