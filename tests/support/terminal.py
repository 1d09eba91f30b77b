"""Programs in a terminal of their own, and what is typed and seen there."""

from __future__ import annotations
from pathlib import Path
from select import select
from time import monotonic, sleep
from typing import Callable
import codecs
import io
import os
import re
import signal
import psutil
import pytest
from tests.support.programs import ENVIRONMENT, LONG, wait_until

# Ctrl-C and Ctrl-D, as a terminal sends them.
KEYS = {'^C': b'\x03', '^D': b'\x04'}


def lines(*answers: str) -> bytes:
    """Return answers as the lines of an input."""
    return ''.join(answer + '\n' for answer in answers).encode()


def as_seen(raw: str) -> str:
    """Return what is left to see of a text on a terminal, where a carriage
    return leads back to the start of its line."""
    seen = []
    for line in raw.split('\n'):
        shown = ''
        for part in line.split('\r'):
            shown = part + shown[len(part) :]
        seen.append(shown.rstrip())
    return '\n'.join(seen)


def as_in_pipe(seen: str) -> str:
    """Return what a pipe shows of a game that is seen on a terminal: there are
    no times."""
    return re.sub(r' \(\d+\.\d\d s\)\.$', '.', seen, flags=re.MULTILINE)


class FakeTerminal(io.StringIO):
    """A stream that says of itself that it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


class Terminal:
    """A program that runs in a terminal of its own.

    === Attributes ===
    screen: all that the terminal has shown so far, typed text included
    raw: the same, with all carriage returns
    status: the exit status of the program, None as long as it runs
    """

    screen: str
    raw: str
    status: int | None

    def __init__(
        self, folder: Path, arguments: list[str], **variables: str
    ) -> None:
        """Start a command, given as a list of words, in folder, with these
        environment variables. If they do not say otherwise, the terminal is so
        wide that no line has to be broken."""
        pty = pytest.importorskip('pty', reason='This system has no pty.')
        self.screen = ''
        self.raw = ''
        self.status = None
        self._typed_at = 0
        self._decoder = codecs.getincrementaldecoder('utf-8')('replace')
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            try:
                # Programs in the background ignore Ctrl-C; this one is not.
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                os.chdir(folder)
                os.execve(
                    arguments[0],
                    arguments,
                    {**ENVIRONMENT, 'COLUMNS': '500', **variables},
                )
            finally:
                os._exit(127)

    def read_until(self, enough: Callable[[str], bool]) -> None:
        """Read what the program shows until enough(screen), the end of the
        program, or the time after which a program hangs."""
        deadline = monotonic() + LONG
        while self.status is None and not enough(self.screen):
            left = max(0.0, deadline - monotonic())
            if not select([self._terminal], [], [], left)[0]:
                pytest.fail(f'The program hangs after:\n{self.screen}')
            try:
                new = os.read(self._terminal, 65536)
            except OSError:  # How Linux says that the program has ended.
                new = b''
            if new:
                text = self._decoder.decode(new)
                self.raw += text
                self.screen += text.replace('\r', '')
            else:
                self._wait()

    def type(self, keys: bytes) -> None:
        """Type keys."""
        self._typed_at = len(self.screen)
        os.write(self._terminal, keys)

    def wait_for(self, question: str) -> None:
        """Wait until the program asks question, after what was typed last."""

        def is_asked(screen: str) -> bool:
            """Return whether the last line of screen is question."""
            line = screen[self._typed_at :].rpartition('\n')[2]
            return line.startswith(question) and line.endswith(': ')

        self.read_until(is_asked)
        assert is_asked(self.screen), self.screen
        self.wait_until_asleep()

    def wait_for_end(self) -> str:
        """Wait for the end of the program. Return what was shown since the
        user typed last."""
        self.read_until(lambda screen: False)
        return self.screen[self._typed_at :]

    def close(self) -> None:
        """Leave the terminal. Stop the program if it still runs."""
        if self.status is None:
            os.kill(self._pid, signal.SIGKILL)
            self._wait()
        os.close(self._terminal)

    def wait_until_asleep(self) -> None:
        """Wait until the program waits for what is typed.

        Python misses a Ctrl-C between a prompt and the wait for the answer:
        that is a few microseconds, too short for people but not for tests.
        """
        program = psutil.Process(self._pid)
        deadline = monotonic() + LONG
        while (
            program.status() != psutil.STATUS_SLEEPING
            and monotonic() < deadline
        ):
            sleep(0.001)

    def wait_until_busy(self) -> None:
        """Wait until the program has computed for a while since it was typed
        to."""
        program = psutil.Process(self._pid)
        enough = program.cpu_times().user + 0.25
        wait_until(lambda: program.cpu_times().user >= enough)

    def _wait(self) -> None:
        """Wait until the program, which is about to end, has ended."""
        self.status = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])


StartTerminal = Callable[..., Terminal]
