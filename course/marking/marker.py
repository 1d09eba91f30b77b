"""Mark one submission: its files, its tests, its style."""
from __future__ import annotations
from collections import Counter
from contextlib import contextmanager
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from secrets import randbelow
from tempfile import TemporaryDirectory, TemporaryFile
from traceback import format_exc
from typing import IO, Any, Callable, Iterable, Iterator
import json
import os
import re
import subprocess
import sys
import threading
from course.marking.configuration import LARGEST, OWN_TESTS, SUPPORT, TOP, \
    Configuration, ConfigurationError, find_group, is_in
from course.marking.connection import PATIENCE
from course.marking.intake import Submission, copy_files, copy_part
from course.marking.isolation import Isolation, end_branch, make_cell, \
    run_module
from course.marking.marks import BROKEN, EMPTY, FAILED, MARKED, PASSED, \
    SKIPPED, UNDECIDED, Found
from course.marking.style import check_style

# A judge that says nothing for this much longer than a test may take is stuck.
SILENCE = 60
MOST_TROUBLE = 10_000  # Of what the judge says of its own errors.
CUT_SHORT = 'marking was cut short, and what follows is not all'

# What is done with what is found so far.
Note = Callable[[Found], object]


class Judging:
    """The work of one judge."""
    _silence: float
    _process: Any
    _errors: IO[bytes]

    def __init__(self, space: Path, marker: Marker, only: list[str]) -> None:
        """Start a judge for what was taken into space. It runs all tests that
        marker wants, or those in only.
        """
        configuration, cell = marker.configuration, space / 'cell'
        make_cell(cell, space / 'taken', next((
            path for path in configuration.suite_files()
            if path.name == SUPPORT), None))
        self._silence = SILENCE \
            + configuration.limits.seconds_per_test * PATIENCE
        job = {'cell': str(cell), 'isolation': asdict(marker.isolation),
               'limits': vars(configuration.limits),
               'groups': [{**vars(group), 'points': 0}
                          for group in configuration.groups],
               'only': only,
               'suites': [str(path) for path in configuration.suites]}
        self._errors = TemporaryFile()
        self._process = subprocess.Popen(
            [sys.executable, *run_module('course.marking.judge')],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding='utf-8',
            stderr=self._errors, cwd=cell / 'empty', start_new_session=True,
            env={**os.environ, 'PYTHONPATH': str(TOP),
                 'SEED': str(marker.seed)})
        self._process.stdin.write(json.dumps(job) + '\n')
        self._process.stdin.flush()

    def finish(self, found: Found, note: Note) -> None:
        """Add to found what the judge reports. Call note after each group."""
        while line := self._read_line():
            message = json.loads(line)
            if 'id' in message:
                found.tests.append(message)
            elif 'group' in message:
                note(found)
            else:
                found.status, found.problem = MARKED, ''
                found.import_problems = message['problems']
                found.staff['output'] = message['output']
        self.end()
        if found.status != MARKED:
            self._errors.seek(0)
            trouble = self._errors.read().decode('utf-8', 'replace')
            found.staff['trouble'] = trouble[-MOST_TROUBLE:]

    def _read_line(self) -> str:
        """Return a line from the judge, '' if it has ended, or is stuck."""
        alarm = threading.Timer(self._silence, self.end)
        alarm.start()
        try:
            return self._process.stdout.readline()
        finally:
            alarm.cancel()

    def end(self) -> None:
        """End the judge. It ends the submission's process first."""
        self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            end_branch(self._process)
            self._process.wait()


class Marker:
    """Marks submissions, several at the same time if it is asked to.

    === Attributes ===
    configuration: what marking.toml says
    isolation: how submissions are isolated
    wanted: the tests that have to appear, with their titles
    seed: what suites choose positions by
    """
    configuration: Configuration
    isolation: Isolation
    wanted: dict[str, str]
    seed: int
    _judgings: set[Judging]
    _stopped: bool

    def __init__(self, configuration: Configuration, isolation: Isolation
                 ) -> None:
        """Initialize a marker that does not know the tests yet."""
        self.configuration, self.isolation = configuration, isolation
        self.wanted = configuration.tests
        # One that nobody can predict.
        self.seed = configuration.tables['suites']['seed'] \
            or 1 + randbelow(LARGEST)
        self._judgings, self._stopped = set(), False

    def stop(self) -> None:
        """End all work that is going on, and begin no more."""
        self._stopped = True
        for judging in list(self._judgings):
            judging.end()

    def run_reference(self, note: Note = lambda found: None) -> None:
        """Find out which tests there are, if the reference passes them all.
        Call note after each group.
        """
        found = self._begin(Submission('reference'))
        with make_space() as space:
            (space / 'taken').mkdir()
            for part in self.configuration.reference_parts:
                source = self.configuration.reference / part
                if source.exists():
                    copy_part(source, space / 'taken' / part)
            self._judge(found, space, note)
        bad = [test['id'] for test in found.tests
               if test['status'] != PASSED
               and not is_in(test['id'], OWN_TESTS.stem)]
        if bad or found.status != MARKED or not found.tests:
            causes = {cause for test in found.tests
                      for cause in test['causes']}
            skips = {test['text'] for test in found.tests
                     if test['status'] == SKIPPED}
            why = format_trouble(found.staff.get('trouble', '')) \
                or '; '.join(sorted(causes or skips)) or 'see the suites'
            raise ConfigurationError(
                f'The reference solution does not pass all tests, so nothing '
                f'was marked. {", ".join(bad)}: {why}')
        titles = Counter(test['title'] for test in found.tests)
        groups = self.configuration.groups
        for each in found.tests:
            title, group = each['title'], find_group(groups, each['id'])
            if titles[title] > 1 and group:  # Another one has the same title.
                name = group.name[0].lower() + group.name[1:]
                title = f'{title.rstrip(".")} ({name}).'
            self.wanted[each['id']] = title
        self.configuration.check_tests(self.wanted)

    def mark(self, submission: Submission, note: Note = lambda found: None
             ) -> Found:
        """Return what is found of submission. Call note after each group."""
        found = self._begin(submission)
        style = self.configuration.style
        try:
            with make_space() as space:
                digest = self.digest(submission)
                if not found.problem:
                    self._run_tests(submission, found, space, note)
                if found.status != EMPTY and style['points'] \
                        and not self._stopped:
                    found.style = check_style(space / 'taken',
                                              space / 'style', style)
                found.digest = digest
        except Exception:
            found.status = BROKEN
            found.problem = 'the marking tool could not handle it'
            found.staff['trouble'] = format_exc()
        return found

    def decide(self, submission: Submission, found: Found) -> None:
        """Run the tests again that are undecided in found, and those that have
        failed, as they may be reasons to excuse others. What comes of them
        takes their place there, if the judge gets to its end.
        """
        again = self._begin(submission)
        only = [test['id'] for test in found.tests
                if test['status'] in (UNDECIDED, FAILED)]
        with make_space() as space:
            self._run_tests(submission, again, space, lambda found: None, only)
        known = {test['id']: test for test in again.tests}
        if again.status == MARKED:
            found.tests = [known.get(test['id'], test) for test in found.tests]

    def _run_tests(self, submission: Submission, found: Found, space: Path,
                   note: Note, only: Iterable[str] = ()) -> None:
        """Add to found what comes of all tests, or of those in only. Call note
        after each group.
        """
        copy_files(submission, space / 'taken',
                   self.configuration.files['supplied'])
        self._judge(found, space, note, only)
        for test in found.tests:
            test['misnamed'] = [*submission.misplaced, *test['misnamed']]

    def _begin(self, submission: Submission) -> Found:
        """Return what is found of submission before it is looked at."""
        return Found(
            submission.id, submission.students, submission.submitted, EMPTY,
            submission.problem, submission.notes, [], [], [], {
                'isolation': self.isolation.describe(),
                'limits': self.configuration.limits.describe()}, '')

    def digest(self, submission: Submission) -> str:
        """Return what tells submission, and its marking, from all others."""
        digest = sha256(repr((self.configuration.digest, self.isolation,
                              sorted(self.wanted), submission.problem,
                              submission.misplaced)).encode())
        for name, path in sorted(submission.files.items()):
            content = sha256(path.read_bytes())
            digest.update(f'{name} {content.hexdigest()}\n'
                          .encode(errors='surrogateescape'))
        return digest.hexdigest()

    def _judge(self, found: Found, space: Path, note: Note,
               only: Iterable[str] = ()) -> None:
        """Add to found what a judge reports of what was taken into space: of
        all tests, or of those in only.
        """
        found.status, found.problem = BROKEN, CUT_SHORT
        judging = Judging(space, self, list(only))
        self._judgings.add(judging)
        try:
            if not self._stopped:
                judging.finish(found, note)
        finally:
            judging.end()
            self._judgings.discard(judging)


def format_trouble(trouble: str) -> str:
    """Return the end of trouble, a traceback, in a line, with the place."""
    places = re.findall(r'(?m)^  (File .*)', trouble)
    return ' '.join([trouble.strip().rpartition('\n')[2],
                     *(f'({place})' for place in places[-1:])])


@contextmanager
def make_space() -> Iterator[Path]:
    """Give a folder that others may enter, but not list, while it is needed."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o711)
        yield Path(name)
