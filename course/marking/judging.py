"""Have a judge, in a process of its own, run the tests on a submission."""
from dataclasses import asdict
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Optional
import json
import os
import subprocess
import sys
import threading
from course.marking.configuration import Configuration
from course.marking.isolation import Isolation, make_cell
from course.marking.process_tree import descendants, kill_all
from course.marking.stopwatch import PATIENCE

TOP = Path(__file__).resolve().parent.parent.parent
# A judge that says nothing for so much longer than a test may take is stuck.
SILENCE = 60


class Judging:
    """The work of one judge.

    === Attributes ===
    tests: what became of each test, in the order in which they were run
    rest: what else the judge has to tell
    complete: whether the judge has come to the end
    """
    tests: list[dict[str, Any]]
    rest: dict[str, Any]
    complete: bool
    _silence: float
    _process: subprocess.Popen
    _lines: SimpleQueue[Optional[str]]
    _errors: list[str]

    def __init__(self, submission: Path, cell: Path, isolation: Isolation,
                 configuration: Configuration, seed: int) -> None:
        """Start a judge for the files in the folder submission, for whose
        process there is the folder cell. The suites choose by seed.
        """
        self.tests, self.rest, self.complete = [], {}, False
        make_cell(cell, submission)
        self._silence = SILENCE \
            + configuration.limits.seconds_per_test * PATIENCE
        job = {'cell': str(cell), 'isolation': asdict(isolation),
               'limits': configuration.limits.as_dict(),
               'groups': configuration.groups_for_judge(),
               'suites': [str(path) for path in configuration.suites]}
        self._process = subprocess.Popen(
            [sys.executable, '-P', '-m', 'course.marking.judge'],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, encoding='utf-8', cwd=cell / 'empty',
            env={**os.environ, 'PYTHONPATH': str(TOP), 'SEED': str(seed)},
            start_new_session=True)
        self._lines = SimpleQueue()
        self._errors = []
        for work in (self._read_lines, self._read_errors):
            threading.Thread(target=work, daemon=True).start()
        self._process.stdin.write(json.dumps(job) + '\n')
        self._process.stdin.flush()

    def _read_lines(self) -> None:
        """Queue what the judge writes, and None at the end."""
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def _read_errors(self) -> None:
        """Keep the end of what goes wrong with the judge itself."""
        while line := self._process.stderr.readline(1000):
            self._errors = self._errors[-30:] + [line]

    def finish(self) -> None:
        """Wait until the judge is done."""
        try:
            while not self.complete:
                line = self._lines.get(timeout=self._silence)
                if line is None:
                    break
                message = json.loads(line)
                if 'test' in message:
                    self.tests.append(message)
                else:
                    self.rest, self.complete = message, True
        except Empty:
            pass
        finally:
            self.end()
        if not self.complete:
            self.rest = {'trouble': ''.join(self._errors)}

    def end(self) -> None:
        """End the judge. It ends the submission's process first."""
        self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            kill_all(descendants(self._process.pid))
            self._process.kill()
            self._process.wait()
