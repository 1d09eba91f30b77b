"""The judge: a process that runs the suites on one submission.

    python3 -P -m course.marking.judge

It gets its job as a line of JSON, and writes a line for each test as soon as it
is over. These lines come from here and nowhere else.
"""
from pathlib import Path
from typing import Any, Optional, TextIO
import builtins
import json
import os
import signal
import sys
import threading
import time
import traceback
import unittest
from course.marking.configuration import Group, find_group
from course.marking.isolation import Isolation, Limits
from course.marking.marks import FAILED, PASSED, SKIPPED
from course.marking.processes import adopt_orphans, hide
from course.marking.session import Session
from course.marking.suites import Suite, format_steps

MOST_TEXT = 8000  # Of the report of one test.
JOBS: Any = sys.__stdin__


class Verdict(unittest.TestResult):
    """What became of the last test.

    === Attributes ===
    status: PASSED, FAILED or SKIPPED
    text: why
    """
    status: str
    text: str

    def startTest(self, test: unittest.TestCase) -> None:
        """Begin a test. It has failed unless it turns out otherwise."""
        self.status, self.text = FAILED, ''

    def addSuccess(self, test: unittest.TestCase) -> None:
        """Note that test has passed."""
        self.status = PASSED

    def addFailure(self, test: unittest.TestCase, err: tuple) -> None:
        """Note that test has failed, and its own report of that."""
        self.text = getattr(test, 'report', '') or str(err[1])

    def addError(self, test: unittest.TestCase, err: tuple) -> None:
        """Note that test has raised an error, and where it came from."""
        self.text = ''.join(traceback.format_exception_only(*err[:2])) \
            + format_steps(err[2])

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        """Note that test was skipped, and why."""
        self.status, self.text = SKIPPED, reason


class Judge:
    """Runs the tests of all groups on one submission."""
    _session: Session
    _passed: dict[str, int]
    _limits: Limits
    _out: TextIO
    _groups: list[Group]
    _verdict: Verdict
    _class: Optional[type]
    _time_outs: int
    _missed: dict[str, str]

    def __init__(self, session: Session, limits: Limits, groups: list[Group],
                 out: TextIO) -> None:
        """Initialize a judge that writes to out."""
        self._session, self._limits, self._out = session, limits, out
        self._groups, self._passed, self._verdict = groups, {}, Verdict()
        self._class, self._time_outs = None, 0
        # What was missing, and which test was the first to report that.
        self._missed = {}

    def run(self, suites: list[Suite]) -> None:
        """Run the tests of suites that are in some group, group by group."""
        tests = [(each, test) for each in suites for test in each.tests]
        for group in self._groups:
            for suite, one in tests:
                if find_group(self._groups, one.id()) is group:
                    self._run_test(suite, one, group)

    def _run_test(self, suite: Suite, test: unittest.TestCase, group: Group
                  ) -> None:
        """Run one test of suite, unless what its group needs is missing."""
        if type(test) is not self._class:
            self._class, self._time_outs = type(test), 0
            self._session.begin_class(getattr(test, 'uses', None))
        self._passed.setdefault(group.name, 0)
        missing = [each for each in group.needs if self._passed.get(each) == 0]
        if missing:
            self._write(test, SKIPPED, f'Not run: it needs "{missing[0]}", and '
                                       f'no test of that group has passed.')
        elif self._time_outs >= self._limits.timeouts_per_class:
            many = f'{self._time_outs} tests before this one were' \
                if self._time_outs > 1 else '1 test before this one was'
            self._write(test, SKIPPED, f'Not run: {many} still running when '
                                       f'the time was over.')
        else:
            before = time.monotonic()
            self._session.begin_test(suite)
            test.run(self._verdict)
            self._check_missing(test)
            self._time_outs += self._session.timed_out
            self._passed[group.name] += self._verdict.status == PASSED
            self._write(test, self._verdict.status, self._verdict.text,
                        time.monotonic() - before)

    def _check_missing(self, test: unittest.TestCase) -> None:
        """Let test fail, or skip it, if it has found nothing at all to test."""
        missing, verdict = self._session.missing, self._verdict
        if missing and not self._session.asked:
            first = self._missed.setdefault(missing, test.id())
            if verdict.status == PASSED:
                verdict.status, verdict.text = FAILED, missing
            if verdict.status == FAILED and first != test.id():
                verdict.status = SKIPPED
                verdict.text = f'{missing} See {first}.'

    def _write(self, test: unittest.TestCase, status: str, text: str,
               seconds: float = 0) -> None:
        """Write down what became of test."""
        title = (test._testMethodDoc or '').split('\n\n')[0]
        print(json.dumps({
            'id': test.id(), 'title': ' '.join(title.split()),
            'status': status, 'text': text[:MOST_TEXT],
            'seconds': round(seconds, 3),
            'causes': [] if status == SKIPPED else self._session.causes}),
            file=self._out, flush=True)


def end_with_parent(session: Session) -> None:
    """Wait until the process that gave the job is gone, and end."""
    JOBS.read()
    leave(session)


def leave(session: Session) -> None:
    """End this process and that of the submission, at once."""
    try:
        session.close()
    finally:
        os._exit(1)


def refuse_to_type(prompt: object = '') -> str:
    """Stand in for `input()`, where a suite says nothing of what is typed."""
    raise AssertionError(f'input({prompt!r}) was called, where nothing should '
                         f'be asked.')


def judge(job: dict[str, Any], out: TextIO) -> None:
    """Do this job."""
    adopt_orphans()
    hide()
    builtins.input = refuse_to_type
    limits = Limits(**job['limits'])
    start: dict[str, Any] = {
        'cell': Path(job['cell']), 'limits': limits,
        'isolation': Isolation(**job['isolation'])}
    session = Session(**start)
    sys.meta_path.insert(0, session)
    signal.signal(signal.SIGTERM, lambda *_: leave(session))
    threading.Thread(target=end_with_parent, args=[session],
                     daemon=True).start()
    groups = [Group(**each) for each in job['groups']]
    suites = [Suite(Path(path), limits.seconds_per_test)
              for path in job['suites']]
    for suite in suites:
        suite.lend('START', start)
    Judge(session, limits, groups, out).run(suites)
    session.close()
    print(json.dumps({'problems': session.import_problems,
                      'output': ''.join(session.output)[:MOST_TEXT]}),
          file=out, flush=True)


def main() -> None:
    """Read a job, and do it."""
    out = os.fdopen(os.dup(1), 'w', encoding='utf-8')
    os.dup2(2, 1)
    # What the submission prints is repeated here, for suites that look at it.
    sys.stdout = open(os.devnull, 'w', encoding='utf-8')
    judge(json.loads(JOBS.readline()), out)
    out.close()
    os._exit(0)  # A test that was given up may still wait in its thread.


if __name__ == '__main__':
    main()
