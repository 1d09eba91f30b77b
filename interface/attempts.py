"""Running somebody else's code, which may raise anything and print anything."""
from typing import Any, Callable, Optional
import os
import signal
import sys
from interface.quoting import drop_addresses

# What is said of a move is cut to this many characters.
LONGEST_TEXT = 100


class Attempt:
    """A call of a function: what it returns or raises. Only Ctrl-C gets
    through.

    === Attributes ===
    result: what the function has returned, or None
    error: what it has raised, or None

    >>> Attempt(divmod, 1, 0).error
    ZeroDivisionError('integer division or modulo by zero')
    """
    result: Any
    error: Optional[BaseException]

    def __init__(self, function: Callable, *arguments: Any) -> None:
        """Initialize an attempt by calling function with arguments."""
        self.result = self.error = None
        with self:
            self.result = function(*arguments)

    def __enter__(self) -> None:
        """Begin the call."""

    def __exit__(self, kind: Any, error: Optional[BaseException],
                 traceback: Any) -> bool:
        """Keep error, which has ended the call unless it is None."""
        self.error = error
        return not isinstance(error, KeyboardInterrupt)


class Silence:
    """Runs the code of a with statement with nothing to read, and discards
    what that prints; also what other programs print that it starts.
    """
    _usual: list[Any]
    _silent: list[Any]
    _copies: dict[int, int]

    def __enter__(self) -> None:
        """Replace the standard streams of Python and of the system."""
        self._usual = [sys.stdin, sys.stdout, sys.stderr]
        self._silent = [open(os.devnull, mode, encoding='utf-8',
                             errors='replace') for mode in 'rww']
        self._copies = {}
        for number, stream in enumerate(self._silent):
            try:
                self._copies[number] = os.dup(number)
                os.dup2(stream.fileno(), number)
            except OSError:
                pass  # This program was started without it.
        sys.stdin, sys.stdout, sys.stderr = self._silent

    def __exit__(self, *_: Any) -> None:
        """Put the usual streams back."""
        sys.stdin, sys.stdout, sys.stderr = self._usual
        for stream in self._silent:
            stream.close()
        for number, copy in self._copies.items():
            os.dup2(copy, number)
            os.close(copy)


class CtrlCLater:
    """Puts Ctrl-C off until the end of a with statement, whose code should not
    be left half done.
    """
    _handler: Any
    _pressed: list[Any]

    def __enter__(self) -> None:
        """Take note of Ctrl-C from now on."""
        self._pressed = []
        self._handler = signal.signal(
            signal.SIGINT, lambda *press: self._pressed.append(press))

    def __exit__(self, *_: Any) -> None:
        """Do what Ctrl-C usually does, if it has been pressed."""
        signal.signal(signal.SIGINT, self._handler)
        if self._pressed:
            signal.raise_signal(signal.SIGINT)


def describe(thing: Any) -> str:
    """Return thing, such as a move, as a line of text without addresses.

    >>> describe('A'), describe(object())
    ('A', '<object object>')
    """
    attempt = Attempt(str, thing)
    text = type(thing).__name__ if attempt.error else attempt.result
    return ' '.join(drop_addresses(text).split())[:LONGEST_TEXT]
