"""The judge: a process that runs the suites on one submission.

It gets its job as a line of JSON, and writes a line for each test as soon as it
is over, and one after each group. These lines come from here and nowhere else.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any, Optional, TextIO
import builtins
import json
import os
import signal
import sys
import threading
import traceback
import unittest
from course.marking.configuration import find_group
from course.marking.connection import UndecidedError
from course.marking.isolation import Isolation, Limits, adopt_orphans, hide
from course.marking.marks import (
    EXCUSED,
    FAILED,
    PASSED,
    SKIPPED,
    UNDECIDED,
    Group,
)
from course.marking.session import Session, Suite

MOST_TEXT = 8000  # Of the report of one test.
MOST_TIME_OUTS = 3  # After these, the rest of a test class is not run.
MOST_PROBLEMS = 20  # With importing a submission.
JOBS: Any = sys.__stdin__


class Verdict(unittest.TestResult):
    """What became of one test. It has failed unless it turns out otherwise.

    === Attributes ===
    status: one of the words in marks.py
    text: why
    session: what our suites remember from one test to the next
    """

    status: str = FAILED
    text: str = ''
    session: SimpleNamespace

    def __init__(self, session: SimpleNamespace) -> None:
        """Initialize the verdict on a test that is not over."""
        super().__init__()
        self.session = session

    def addSuccess(self, test: unittest.TestCase) -> None:
        """Note that test has passed."""
        self.status = PASSED

    def addFailure(self, test: unittest.TestCase, err: tuple) -> None:
        """Note that test has failed, and its own report of that."""
        self.text = getattr(test, 'report', '') or str(err[1])

    def addError(self, test: unittest.TestCase, err: tuple) -> None:
        """Note that test has raised an error, and where it came from."""
        if issubclass(err[0], UndecidedError):
            self.status = UNDECIDED
        self.text = ''.join(traceback.format_exception_only(*err[:2]))
        if hasattr(err[1], 'explain'):
            self.text += err[1].explain()[-1]

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        """Note that test was skipped, and why."""
        self.status = EXCUSED if getattr(test, 'excused', False) else SKIPPED
        self.text = reason


@dataclass
class Judge:
    """Runs the tests of all groups on one submission, and writes to out."""

    _session: Session
    _limits: Limits
    _groups: list[Group]
    _out: TextIO
    _begin: float = field(default_factory=monotonic)
    _computed: float = 0  # By the submission, so far.
    _class: Optional[type] = None
    # What the tests of this class got whose time was over.
    _time_outs: list[str] = field(default_factory=list)
    _known: SimpleNamespace = field(default_factory=SimpleNamespace)

    def run(self, suites: list[Suite], only: list[str]) -> None:
        """Run the tests of suites, group by group, or those in only."""
        for group in self._groups:
            own = [
                (each, test)
                for each in suites
                for test in each.tests
                if find_group(self._groups, test.id()) is group
                and (not only or test.id() in only)
            ]
            for suite, case in own:
                self._run_test(suite, case, group)
            print(json.dumps({'group': group.name}), file=self._out, flush=True)

    def _run_test(
        self, suite: Suite, test: unittest.TestCase, group: Group
    ) -> None:
        """Run one test of suite, unless there is no time for it. Write what
        became of it.
        """
        if type(test) is not self._class:
            self._class = type(test)
            self._time_outs = []
            self._session.begin_class(getattr(test, 'uses', None))
        verdict = Verdict(self._known)
        seconds = 0.0
        misnamed = []
        causes = []
        if len(self._time_outs) >= MOST_TIME_OUTS:
            verdict.addSkip(
                test,
                'Not run: a test before this one was still '
                'running when its time was over.',
            )
            if UNDECIDED in self._time_outs:
                verdict.status = UNDECIDED
        elif monotonic() - self._begin > self._limits.seconds_per_submission:
            verdict.addSkip(
                test, 'Not run: the time for all tests together was over.'
            )
            # On a machine that does nothing else, it might not have been.
            if self._computed < self._limits.seconds_per_submission:
                verdict.status = UNDECIDED
        else:
            known = dict(getattr(self._known, 'causes', {}))
            self._session.begin_test(suite, group.ours)
            test.run(verdict)
            seconds = self._session.seconds()
            self._computed += seconds
            if self._session.undecided and verdict.status != PASSED:
                verdict.status = UNDECIDED
                # It is no reason not to run others.
                self._known.causes = known
            if self._session.timed_out:
                self._time_outs.append(verdict.status)
            misnamed = self._session.misnamed
            if verdict.status in (FAILED, UNDECIDED):
                # Of many games, the report is on one.
                told = ' '.join(verdict.text.lower().split())
                causes = sorted(
                    self._session.causes,
                    key=lambda cause: cause.lower() not in told,
                )[:1]
        title = (test._testMethodDoc or '').split('\n\n')[0]
        outcome = {
            'id': test.id(),
            'title': ' '.join(title.split()),
            'status': verdict.status,
            'text': verdict.text[:MOST_TEXT],
            'misnamed': misnamed,
            'causes': causes,
            'seconds': round(seconds, 3),
        }
        print(json.dumps(outcome), file=self._out, flush=True)


def leave(session: Session, later: bool = False) -> None:
    """End this process and the submission's, if later, once JOBS has ended."""
    try:
        if later:
            JOBS.read()
        session.close()
    finally:
        os._exit(1)


def refuse_to_type(prompt: object = '') -> str:
    """Stand in for `input()`, where a suite says nothing of what is typed."""
    raise AssertionError(
        f'input({prompt!r}) was called, where nothing should be asked.'
    )


def main() -> None:
    """Read a job, and do it."""
    adopt_orphans()
    hide()
    out = os.fdopen(os.dup(1), 'w', encoding='utf-8')
    os.dup2(2, 1)
    # What the submission prints is repeated here, for suites that look at it.
    sys.stdout = open(os.devnull, 'w', encoding='utf-8')
    builtins.input = refuse_to_type
    job = json.loads(JOBS.readline())
    limits = Limits(**job['limits'])
    session = Session(Path(job['cell']), Isolation(**job['isolation']), limits)
    sys.meta_path.insert(0, session)
    signal.signal(signal.SIGTERM, lambda *_: leave(session))
    threading.Thread(target=leave, args=[session, True], daemon=True).start()
    suites = [
        Suite(Path(path), limits.seconds_per_test) for path in job['suites']
    ]
    groups = [Group(**each) for each in job['groups']]
    Judge(session, limits, groups, out).run(suites, job['only'])
    session.close()
    printed = b''
    with suppress(OSError):  # A submission may have made it hard to read.
        session.output.seek(0)
        printed = session.output.read(MOST_TEXT)
    rest = {
        'problems': session.import_problems[:MOST_PROBLEMS],
        'output': printed.decode('utf-8', 'replace'),
    }
    print(json.dumps(rest), file=out, flush=True)
    os._exit(0)  # A test that was given up may still wait in its thread.


if __name__ == '__main__':
    main()
