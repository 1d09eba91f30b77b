"""The judge: a process that runs the suites on one submission.

It gets its job as a line of JSON, and writes a line for each test as soon as it
is over, and one after each group. These lines come from here and nowhere else.
"""
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Optional, TextIO
from unittest.mock import patch
import builtins
import json
import os
import re
import signal
import sys
import threading
import time
import traceback
import unittest
from course.marking.configuration import find_group
from course.marking.isolation import Isolation, Limits, adopt_orphans, hide
from course.marking.marks import FAILED, PASSED, SKIPPED, Group
from course.marking.session import Session
from course.marking.suites import Suite, format_steps
from stonehenge import StonehengeGame

MOST_TEXT = 8000  # Of the report of one test.
MOST_SEARCHED = 2000  # For patterns.
MOST_PROBLEMS = 20  # With importing a submission.
MOST_FAULT = 200  # Of what tells one fault from another.
# A step on the way to an error, and what a check says first.
STEP = re.compile(r'^ {4}(\S+\.py line \d+, in .*)$', re.MULTILINE)
SHOULD = re.compile(r'.{1,150}? should \w+')
JOBS: Any = sys.__stdin__


class Verdict(unittest.TestResult):
    """What became of one test. It has failed unless it turns out otherwise.

    === Attributes ===
    status: PASSED, FAILED or SKIPPED
    text: why
    """
    status: str = FAILED
    text: str = ''

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


@dataclass
class Judge:
    """Runs the tests of all groups on one submission, and writes to out."""
    _session: Session
    _limits: Limits
    _groups: list[Group]
    _out: TextIO
    _begin: float = field(default_factory=time.monotonic)
    _passed: dict[str, int] = field(default_factory=dict)
    _class: Optional[type] = None
    _time_outs: int = 0
    # What was missing, and which test was the first to report that.
    _missed: dict[str, str] = field(default_factory=dict)
    # What the tests that were run have failed of.
    _faults: dict[str, str] = field(default_factory=dict)

    def run(self, suites: list[Suite]) -> None:
        """Run the tests of suites, group by group."""
        tests = [(each, test) for each in suites for test in each.tests]
        for group in self._groups:
            for suite, one in tests:
                if find_group(self._groups, one.id()) is group:
                    self._run_test(suite, one, group)
            print(json.dumps({'group': group.name}), file=self._out, flush=True)

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
            self._write(test, SKIPPED, 'Not run: a test before this one was '
                                       'still running when its time was over.')
        elif self._is_late():
            self._write(test, SKIPPED, 'Not run: the time for all tests '
                                       'together was over.')
        else:
            before, verdict = time.monotonic(), Verdict()
            self._session.begin_test(suite)
            test.run(verdict)
            self._check_missing(test, verdict)
            self._time_outs += self._session.timed_out
            passed = verdict.status == PASSED
            self._passed[group.name] += passed
            seconds = time.monotonic() - before
            elsewhere = not passed and group.retry and not self._is_late() \
                and self._passes_with_ours(suite, test)
            self._write(test, verdict.status, verdict.text, seconds, elsewhere)

    def _is_late(self) -> bool:
        """Return whether the time for all tests together is over."""
        return time.monotonic() - self._begin \
            > self._limits.seconds_per_submission

    def _passes_with_ours(self, suite: Suite, test: unittest.TestCase) -> bool:
        """Return whether test passes with our Stonehenge in place of theirs."""
        session, verdict = self._session, Verdict()
        kept = session.causes, session.missing, session.misnamed
        session.begin_test(suite)
        try:
            with patch.dict(import_module('game_interface').playable_games,
                            h=StonehengeGame):
                test.run(verdict)
        except Exception:
            verdict.status = FAILED  # Theirs cannot even be imported.
        session.causes, session.missing, session.misnamed = kept
        return verdict.status == PASSED

    def _check_missing(self, test: unittest.TestCase, verdict: Verdict) -> None:
        """Let test fail, or skip it, if it has found nothing at all to test."""
        missing = self._session.missing
        if missing and not self._session.asked:
            first = self._missed.setdefault(missing, test.id())
            if verdict.status == PASSED:
                verdict.status, verdict.text = FAILED, missing
            if verdict.status == FAILED and first != test.id():
                verdict.status = SKIPPED
                verdict.text = f'{missing} See {first}.'

    def _write(self, test: unittest.TestCase, status: str, text: str,
               seconds: float = 0, elsewhere: bool = False) -> None:
        """Write what became of test, and whether the fault is elsewhere."""
        title = (test._testMethodDoc or '').split('\n\n')[0]
        session = self._session
        fault = self._faults[test.id()] = '' if status == PASSED or elsewhere \
            or not seconds or session.missing \
            else self._faults.get(text.rpartition(' See ')[2].rstrip('.')) \
            or name_fault(text, session.causes)
        print(json.dumps({
            'id': test.id(), 'title': ' '.join(title.split()),
            'status': status, 'text': text[:MOST_TEXT], 'fault': fault,
            'misnamed': session.misnamed if seconds else [],
            'elsewhere': elsewhere, 'seconds': round(seconds, 3),
            'causes': [] if status == SKIPPED else session.causes}),
            file=self._out, flush=True)


def name_fault(text: str, causes: list[str]) -> str:
    """Return what two reports on the same fault have in common: the cause, or
    the line of code that has raised an error, or what should be otherwise.

    >>> name_fault('The marker of the ley-line A-B should be @.', [])
    'The marker of the ley-line  should be'
    """
    # A pattern may take for ever over a long text: its two ends tell enough.
    places = STEP.findall(text[-MOST_SEARCHED:])
    found = ' '.join(text[:MOST_SEARCHED].split())
    if causes or places:
        found = (causes or places)[-1]
    elif should := SHOULD.match(found):
        found = should[0]
    # Which cell or ley-line it was is a matter of chance.
    return re.sub(r"\(.*?\)|^From \d+, | line \d+(?!, in)|: '.*"
                  r"|\b[A-Y](-[A-Y])*\b", '', found)[:MOST_FAULT]


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
    raise AssertionError(f'input({prompt!r}) was called, where nothing should '
                         f'be asked.')


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
    start: dict[str, Any] = {
        'cell': Path(job['cell']), 'limits': limits,
        'isolation': Isolation(**job['isolation'])}
    session = Session(**start)
    sys.meta_path.insert(0, session)
    signal.signal(signal.SIGTERM, lambda *_: leave(session))
    threading.Thread(target=leave, args=[session, True], daemon=True).start()
    suites = [Suite(Path(path), limits.seconds_per_test)
              for path in job['suites']]
    for suite in suites:
        suite.lend('START', start)
    groups = [Group(**each) for each in job['groups']]
    Judge(session, limits, groups, out).run(suites)
    session.close()
    printed = b''
    with suppress(OSError):  # A submission may have made it hard to read.
        session.output.seek(0)
        printed = session.output.read(MOST_TEXT)
    print(json.dumps({'problems': session.import_problems[:MOST_PROBLEMS],
                      'output': printed.decode('utf-8', 'replace')}),
          file=out, flush=True)
    os._exit(0)  # A test that was given up may still wait in its thread.


if __name__ == '__main__':
    main()
