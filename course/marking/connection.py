"""The judge's side of the line to one process of the submission.

The answer to a question has to come in time, must not be too long, and has to
be a line of the protocol. If it is not, the question ends with BadLineError or
one of the errors below, and the partner has the process ended.
"""
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Optional
import os
import select
import subprocess
import threading
import time
from course.marking.inside.wire import format_line, parse_line
from course.marking.isolation import CONTAINED, Isolation, Limits, \
    cpu_of_others, end_tree

# Lines that may come without having been asked for, before it is too much.
MOST_WAITING = 20
# A process whose line has ended has this many seconds to end, too.
SECONDS_TO_GO = 0.3
# How long to wait for it to read what it was sent.
MOMENT = 0.01
# What the commonest exit statuses mean.
SIGNALS = {-11: 'segmentation fault', 139: 'segmentation fault',
           -6: 'aborted', 134: 'aborted', -9: 'killed', 137: 'killed'}

# A test that has not computed for its limit is undecided after this many times
# that, on the clock: the machine was too busy, or it waits for something.
PATIENCE = 6
# How often to look, in seconds, whether a test has computed for long.
LOOK = 0.1


class EndedError(Exception):
    """Raised when the submission's process has ended by itself."""


class TimeOutError(Exception):
    """Raised when a test's time is over. Its text says where it was."""


class UndecidedError(TimeOutError):
    """Raised when a test has waited for too long to go on."""


class Stopwatch:
    """Measures a test: what the submission computes counts, other programs do
    not.

    === Attributes ===
    limit: how many seconds it may compute
    """
    limit: float
    _begin: float
    _computed: float

    def __init__(self, limit: float) -> None:
        """Begin a test with this limit."""
        self.limit = limit
        self._begin, self._computed = time.monotonic(), cpu_of_others()

    def left(self) -> float:
        """Return how many seconds it may still compute."""
        return self.limit - (cpu_of_others() - self._computed)

    def is_patient(self) -> bool:
        """Return whether to wait for longer."""
        return time.monotonic() - self._begin < PATIENCE * self.limit


class Connection:
    """A process of the submission.

    === Attributes ===
    limits: what it may use up
    stopwatch: measures the test that is going on
    """
    limits: Limits
    stopwatch: Stopwatch
    _process: Any
    _where: Optional[int]
    _lines: SimpleQueue[bytes]

    def __init__(self, cell: Path, isolation: Isolation, limits: Limits,
                 output: Any = subprocess.DEVNULL) -> None:
        """Start the submission in the folder cell, which writes to output."""
        self.limits = limits
        contained = isolation.level == CONTAINED
        self._where, where = os.pipe()
        environment = {} if contained else {
            'PATH': os.environ.get('PATH', os.defpath)}
        self._process = subprocess.Popen(
            isolation.command(cell, {'limits': vars(limits), 'where': where}),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=output,
            cwd=cell / 'submission', env=environment,
            pass_fds=(where,), start_new_session=True, bufsize=0)
        os.close(where)
        os.set_blocking(self._process.stdin.fileno(), False)
        self._lines = SimpleQueue()
        threading.Thread(target=self._read_lines, daemon=True).start()

    def _read_lines(self) -> None:
        """Queue its lines, while they are not too long or too many."""
        longest = self.limits.reply_kb * 1000
        with os.fdopen(os.dup(self._process.stdout.fileno()), 'rb') as lines:
            while self._lines.qsize() < MOST_WAITING:
                line = lines.readline(longest)
                self._lines.put(line)
                if line[-1:] != b'\n':
                    break

    def send(self, message: dict) -> None:
        """Send message."""
        line = format_line(message)
        # If it has ended, that shows when its answer is read.
        with suppress(OSError, ValueError):
            while line and self.stopwatch.is_patient():
                written = self._process.stdin.write(line)
                line = line[written or 0:]
                if not written:  # It does not read what there is.
                    time.sleep(MOMENT)

    def begin_test(self) -> None:
        """Begin a test: from now on, the time counts."""
        self._read_where(0)
        self.stopwatch = Stopwatch(self.limits.seconds_per_test)

    def receive(self) -> dict:
        """Return the next message, or raise one of the errors named above."""
        line = None
        while line is None:
            # If the judge is late, a line may be waiting.
            with suppress(Empty):
                line = self._lines.get(timeout=LOOK)
            if line is None and self.stopwatch.left() < 0:
                raise TimeOutError(self._read_where(SECONDS_TO_GO))
            if line is None and not self.stopwatch.is_patient():
                raise UndecidedError(self._read_where(SECONDS_TO_GO))
        if not line:
            raise EndedError(self.end(SECONDS_TO_GO))
        return parse_line(line)

    def _read_where(self, patience: float) -> str:
        """Return what the process has written about where it is by now."""
        text = b''
        while self._where is not None and len(text) < 100_000 \
                and select.select([self._where], [], [],
                                  0 if text else patience)[0] \
                and (piece := os.read(self._where, 10_000)):
            text += piece
        return text.decode('utf-8', 'replace')

    def end(self, patience: float = 0) -> str:
        """End this process. Return how it had ended by itself, if it had."""
        if self._process.stdin.closed:
            return ''  # That has been done.
        try:  # It closes the line just before it is gone.
            status = self._process.wait(patience)
            how = SIGNALS.get(status, f'exit status {status}')
        except subprocess.TimeoutExpired:
            how = ''
        end_tree(self._process)
        self._process.stdin.close()
        self._process.stdout.close()
        if self._where is not None:
            os.close(self._where)
            self._where = None
        return how
