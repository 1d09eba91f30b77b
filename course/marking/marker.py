"""Mark one submission: its files, its tests, its style. A judge, in a process
of its own, runs the tests.
"""
from __future__ import annotations
from collections import Counter
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from queue import Empty, SimpleQueue
from secrets import randbelow
from tempfile import TemporaryDirectory, TemporaryFile
from traceback import format_exc
from typing import IO, Any, Callable, Optional
import json
import os
import subprocess
import sys
import threading
from course.marking.archives import MEGABYTE
from course.marking.configuration import LARGEST, OWN_TESTS, TOP, \
    Configuration, ConfigurationError, check_groups, find_group
from course.marking.connection import PATIENCE
from course.marking.files import copy_files, copy_part, list_files
from course.marking.intake import Submission
from course.marking.isolation import Isolation, make_cell
from course.marking.marks import BROKEN, EMPTY, MARKED, PASSED, SKIPPED, \
    Found
from course.marking.processes import end_branch, run_module
from course.marking.style import check_style

# A judge that says nothing for this much longer than a test may take is stuck.
SILENCE = 60
MOST_TROUBLE = 10_000  # Of what the judge says of its own errors.
CUT_SHORT = 'marking was cut short, and what follows is not all'


class Judging:
    """The work of one judge.

    === Attributes ===
    tests: what became of each test, in the order in which they were run
    rest: what else the judge reports
    complete: whether the judge has come to the end
    """
    tests: list[dict[str, Any]]
    rest: dict[str, Any]
    complete: bool
    _silence: float
    _process: Any
    _lines: SimpleQueue[str]
    _errors: IO[bytes]

    def __init__(self, submission: Path, cell: Path, isolation: Isolation,
                 configuration: Configuration, seed: int) -> None:
        """Start a judge for submission, whose process is to be in cell."""
        self.tests, self.rest, self.complete = [], {}, False
        make_cell(cell, submission)
        self._silence = SILENCE \
            + configuration.limits.seconds_per_test * PATIENCE
        job = {'cell': str(cell), 'isolation': asdict(isolation),
               'limits': vars(configuration.limits),
               'groups': [{**vars(group), 'points': 0}
                          for group in configuration.groups],
               'order': configuration.order,
               'suites': [str(path) for path in configuration.suites]}
        self._errors = TemporaryFile()
        self._process = subprocess.Popen(
            [sys.executable, *run_module('course.marking.judge')],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding='utf-8',
            stderr=self._errors, cwd=cell / 'empty', start_new_session=True,
            env={**os.environ, 'PYTHONPATH': str(TOP), 'SEED': str(seed)})
        self._lines = SimpleQueue()
        threading.Thread(target=self._read_lines, daemon=True).start()
        self._process.stdin.write(json.dumps(job) + '\n')
        self._process.stdin.flush()

    def _read_lines(self) -> None:
        """Queue the lines that the judge writes, and nothing at the end."""
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put('')

    def finish(self, after_group: Callable[['Judging'], object]) -> None:
        """Wait until the judge is done. Call after_group after each group."""
        with suppress(Empty):
            while line := self._lines.get(timeout=self._silence):
                message = json.loads(line)
                if 'id' in message:
                    self.tests.append(message)
                elif 'group' in message:
                    after_group(self)
                else:
                    self.rest, self.complete = message, True
        self.end()
        if not self.complete:
            self._errors.seek(0)
            trouble = self._errors.read().decode('utf-8', 'replace')
            self.rest = {'trouble': trouble[-MOST_TROUBLE:]}

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
        self.seed = configuration.seed or 1 + randbelow(LARGEST)
        self._judgings, self._stopped = set(), False

    def stop(self) -> None:
        """End all work that is going on, and begin no more."""
        self._stopped = True
        for judging in list(self._judgings):
            judging.end()

    def run_reference(self) -> None:
        """Find out which tests there are, if the reference passes them all."""
        with TemporaryDirectory() as name:
            space = open_folder(name)
            (space / 'taken').mkdir()
            for part in self.configuration.reference_parts:
                source = self.configuration.reference / part
                if source.exists():
                    copy_part(source, space / 'taken' / part)
            judging = self._judge(space, lambda judging: None)
        bad = [test['id'] for test in judging.tests
               if test['status'] != PASSED
               and not test['id'].startswith(OWN_TESTS.stem)]
        if bad or not judging.complete or not judging.tests:
            causes = {cause for test in judging.tests
                      for cause in test['causes']}
            why = '; '.join(sorted(causes)) \
                or format_trouble(judging.rest.get('trouble', '')) \
                or ' '.join(sorted({test['text'] for test in judging.tests
                                    if test['status'] == SKIPPED}))
            raise ConfigurationError(
                f'The reference solution does not pass all tests, so nothing '
                f'was marked. {", ".join(bad)}: {why or "see the suites"}')
        titles = Counter(test['title'] for test in judging.tests)
        groups = self.configuration.groups
        for each in judging.tests:
            title, group = each['title'], find_group(groups, each['id'])
            if titles[title] > 1 and group:  # Another one has the same title.
                name = group.name[0].lower() + group.name[1:]
                title = f'{title.rstrip(".")} ({name}).'
            self.wanted[each['id']] = title
        check_groups(groups, list(self.wanted))

    def mark(self, submission: Submission,
             note: Callable[[Found], object] = lambda found: None
             ) -> Found:
        """Return what is found of submission, also if it cannot be marked.
        Call note with what is found so far after each group of tests.
        """
        try:
            with TemporaryDirectory() as name:
                return self._mark(submission, open_folder(name), note)
        except Exception:
            return self._describe(submission, None, [], '', format_exc())

    def _mark(self, submission: Submission, space: Path,
              note: Callable[[Found], object]) -> Found:
        """Return what is found of submission. Work in space."""
        taken, style = space / 'taken', self.configuration.style
        digest = self.digest(submission)
        if not submission.problem:
            copy_files(submission, taken, self.configuration.files)
        if submission.problem:
            return self._describe(submission, None, [], digest)
        judging = self._judge(space, lambda judging: note(
            self._describe(submission, judging, [], '')))
        checked = check_style(taken, space / 'style', style) \
            if style['points'] and not self._stopped else []
        return self._describe(submission, judging, checked, digest)

    def digest(self, submission: Submission) -> str:
        """Return what tells submission, and its marking, from all others."""
        digest = sha256(repr((self.configuration.digest, self.isolation,
                              sorted(self.wanted))).encode())
        for path in list_files(submission.folder, []):
            with path.open('rb') as file:  # What is larger is not taken.
                content = sha256(file.read(int(
                    self.configuration.files['largest_mb'] * MEGABYTE)))
            digest.update(f'{path.relative_to(submission.folder)} '
                          f'{content.hexdigest()} {path.stat().st_size}\n'
                          .encode(errors='surrogateescape'))
        return digest.hexdigest()

    def _judge(self, space: Path, after_group: Callable[[Judging], object]
               ) -> Judging:
        """Return the finished judging of what was taken into space."""
        judging = Judging(space / 'taken', space / 'cell', self.isolation,
                          self.configuration, self.seed)
        self._judgings.add(judging)
        try:
            if not self._stopped:
                judging.finish(after_group)
        finally:
            judging.end()
            self._judgings.discard(judging)
        return judging

    def _describe(self, submission: Submission, judging: Optional[Judging],
                  style: list[dict[str, Any]], digest: str, trouble: str = ''
                  ) -> Found:
        """Return all that is known of submission, also if none judged it."""
        status, problem = EMPTY, submission.problem
        if trouble:
            status, problem = BROKEN, 'the marking tool could not handle it'
        elif judging is not None:
            status, problem = (MARKED, '') if judging.complete \
                else (BROKEN, CUT_SHORT)
        rest: Any = judging.rest if judging else {'trouble': trouble}
        staff = {'isolation': self.isolation.describe(),
                 'limits': self.configuration.limits.describe(),
                 'output': rest.get('output', ''),
                 'trouble': rest.get('trouble', '')}
        return Found(submission.id, submission.students, submission.submitted,
                     status, problem, submission.notes,
                     rest.get('problems', []),
                     judging.tests if judging else [], style, staff, digest)


def format_trouble(trouble: str) -> str:
    """Return the end of trouble, a traceback, in a line.

    >>> format_trouble('Traceback:\\n  File "a", line 1\\nSyntaxError: no')
    'SyntaxError: no (File "a", line 1)'
    """
    lines = trouble.strip().splitlines()
    places = [f' ({line.strip()})' for line in lines
              if line.startswith('  File')]
    return ''.join(lines[-1:] + places[-1:])


def open_folder(name: str) -> Path:
    """Return this folder, after letting others enter, but not list it."""
    folder = Path(name)
    folder.chmod(0o711)
    return folder
