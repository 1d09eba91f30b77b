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
import subprocess
import sys
import threading
from course.marking.configuration import (
    LARGEST,
    SUPPORT,
    TOP,
    Configuration,
    ConfigurationError,
    find_group,
)
from course.marking.connection import PATIENCE
from course.marking.intake import Submission, copy_files
from course.marking.isolation import (
    Isolation,
    end_branch,
    make_cell,
    run_module,
)
from course.marking.marks import (
    BROKEN,
    EMPTY,
    FAILED,
    MARKED,
    PASSED,
    UNDECIDED,
    Found,
)
from course.marking.style import check_style

# A judge that says nothing for this much longer than a test may take is stuck.
SILENCE = 60
MOST_NAMED = 5  # Of tests or submissions, where there may be many.
MOST_TROUBLE = 10_000  # Of what the judge says of its own errors.
CUT_SHORT = 'marking was cut short, and what follows is not all'

# What is done with what is found so far.
Note = Callable[[Found], object]


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
    _judges: set[subprocess.Popen]
    _stopped: bool

    def __init__(
        self, configuration: Configuration, isolation: Isolation
    ) -> None:
        """Initialize a marker that does not know the tests yet."""
        self.configuration = configuration
        self.isolation = isolation
        self.wanted = configuration.tests
        self.seed = configuration.tables['suites']['seed']
        if not self.seed:
            self.seed = 1 + randbelow(LARGEST)  # Nobody can predict it.
        self._judges = set()
        self._stopped = False

    def stop(self) -> None:
        """End all work that is going on, and begin no more."""
        self._stopped = True
        for judge in list(self._judges):
            end_judge(judge)

    def run_reference(self, note: Note = lambda found: None) -> None:
        """Find out which tests there are, if the reference passes them all.
        Call note after each group.
        """
        reference = Submission('reference', self.configuration.reference)
        found = self._begin(reference)
        with make_space() as space:
            self._run_tests(reference, found, space, note)
        bad = [test['id'] for test in found.tests if test['status'] != PASSED]
        if bad or found.status != MARKED or not found.tests:
            where = 'The suites cannot be run to their end'
            if bad:
                where = format_names(bad)
            raise ConfigurationError(
                f'The reference solution does not pass all tests, so nothing '
                f'was marked. {where}: {"; ".join(find_causes(found))}'
            )
        titles = Counter(test['title'] for test in found.tests)
        groups = self.configuration.groups
        for each in found.tests:
            title = each['title']
            group = find_group(groups, each['id'])
            if titles[title] > 1 and group:  # Another one has the same title.
                name = group.name[0].lower() + group.name[1:]
                title = f'{title.rstrip(".")} ({name}).'
            self.wanted[each['id']] = title
        self.configuration.check_tests(self.wanted)

    def mark(
        self, submission: Submission, note: Note = lambda found: None
    ) -> Found:
        """Return what is found of submission. Call note after each group."""
        found = self._begin(submission)
        style = self.configuration.style
        try:
            with make_space() as space:
                digest = self.digest(submission)
                if not found.problem:
                    self._run_tests(submission, found, space, note)
                if (
                    found.status != EMPTY
                    and style['points']
                    and not self._stopped
                ):
                    found.style = check_style(
                        space / 'taken', space / 'style', style
                    )
                found.digest = digest
        except Exception:
            found.status = BROKEN
            found.problem = 'the marking tool could not handle it'
            found.staff['trouble'] = format_exc()
        return found

    def decide(self, submission: Submission, found: Found) -> None:
        """Run the tests again that are undecided in found. What comes of them
        takes their place there, if the judge gets to its end. Those that have
        failed run again, too, as they may excuse others; what has failed once
        stays so.
        """
        again = self._begin(submission)
        only = [
            test['id']
            for test in found.tests
            if test['status'] in (UNDECIDED, FAILED)
        ]
        with make_space() as space:
            self._run_tests(submission, again, space, lambda found: None, only)
        known = {test['id']: test for test in again.tests}
        if again.status == MARKED:
            for i, old in enumerate(found.tests):
                if old['status'] == UNDECIDED:
                    found.tests[i] = known.get(old['id'], old)

    def _run_tests(
        self,
        submission: Submission,
        found: Found,
        space: Path,
        note: Note,
        only: Iterable[str] = (),
    ) -> None:
        """Add to found what comes of all tests, or of those in only. Call note
        after each group.
        """
        copy_files(
            submission, space / 'taken', self.configuration.files['supplied']
        )
        self._judge(found, space, note, only)
        for test in found.tests:
            test['misnamed'] = [*submission.misnamed, *test['misnamed']]

    def _begin(self, submission: Submission) -> Found:
        """Return what is found of submission before it is looked at."""
        return Found(
            id=submission.id,
            students=submission.students,
            status=EMPTY,
            problem=submission.problem,
            notes=submission.notes,
            import_problems=[],
            tests=[],
            style=[],
            staff={
                'isolation': self.isolation.describe(),
                'limits': self.configuration.limits.describe(),
            },
            digest='',
        )

    def digest(self, submission: Submission) -> str:
        """Return what tells submission, and its marking, from all others."""
        known = (
            self.configuration.digest,
            self.isolation,
            sorted(self.wanted),
            submission.problem,
            submission.misnamed,
        )
        digest = sha256(repr(known).encode())
        for name, path in sorted(submission.files.items()):
            line = f'{name} {sha256(path.read_bytes()).hexdigest()}\n'
            digest.update(line.encode(errors='surrogateescape'))
        return digest.hexdigest()

    def _judge(
        self, found: Found, space: Path, note: Note, only: Iterable[str] = ()
    ) -> None:
        """Add to found what a judge reports of what was taken into space: of
        all tests, or of those in only. Call note after each group.
        """
        found.status = BROKEN
        found.problem = CUT_SHORT
        silence = (
            SILENCE + self.configuration.limits.seconds_per_test * PATIENCE
        )
        with (
            TemporaryFile() as errors,
            self._start_judge(space, list(only), errors) as judge,
        ):
            while not self._stopped:
                line = read_line(judge, silence)
                if not line:
                    break
                message = json.loads(line)
                if 'id' in message:
                    found.tests.append(message)
                elif 'group' in message:
                    note(found)
                else:
                    found.status = MARKED
                    found.problem = ''
                    found.import_problems = message['problems']
                    found.staff['output'] = message['output']
            end_judge(judge)
            errors.seek(0)
            trouble = errors.read().decode('utf-8', 'replace')
        if found.status != MARKED:
            found.staff['trouble'] = trouble[-MOST_TROUBLE:]

    @contextmanager
    def _start_judge(
        self, space: Path, only: list[str], errors: IO[bytes]
    ) -> Iterator[Any]:
        """Give a judge for what was taken into space, while it is needed. It
        writes to errors what goes wrong.
        """
        configuration = self.configuration
        cell = space / 'cell'
        support = [
            path for path in configuration.suite_files() if path.name == SUPPORT
        ]
        make_cell(cell, space / 'taken', support[0] if support else None)
        job = {
            'cell': str(cell),
            'isolation': asdict(self.isolation),
            'limits': vars(configuration.limits),
            'groups': [
                {**vars(group), 'points': 0} for group in configuration.groups
            ],
            'only': only,
            'suites': [str(path) for path in configuration.suites],
        }
        judge: Any = subprocess.Popen(
            [sys.executable, *run_module('course.marking.judge')],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding='utf-8',
            stderr=errors,
            cwd=cell / 'empty',
            start_new_session=True,
            env={**os.environ, 'PYTHONPATH': str(TOP), 'SEED': str(self.seed)},
        )
        self._judges.add(judge)
        try:
            judge.stdin.write(json.dumps(job) + '\n')
            judge.stdin.flush()
            yield judge
        finally:
            end_judge(judge)
            self._judges.discard(judge)


def find_causes(found: Found) -> list[str]:
    """Return why tests have not passed, in a few words each."""
    # The place and the error are the last lines of a traceback.
    trouble = found.staff.get('trouble', '').strip().splitlines()
    places = [line.strip() for line in trouble if line.startswith('  File ')]
    if places:
        return [f'{trouble[-1]} ({places[-1]})']
    causes: list[str] = []
    for test in found.tests:
        if test['status'] != PASSED:
            causes += test['causes'] or test['text'].splitlines()[:1]
    return list(dict.fromkeys(causes))[:MOST_NAMED]


def format_names(names: list[str]) -> str:
    """Return the first of these names, and how many more there are.

    >>> format_names(['a', 'b', 'c']), format_names([*'abcdefgh'])
    ('a, b, c', 'a, b, c, d, e and 3 more')
    """
    text = ', '.join(names[:MOST_NAMED])
    if len(names) > MOST_NAMED:
        text += f' and {len(names) - MOST_NAMED} more'
    return text


def read_line(judge: Any, seconds: float) -> str:
    """Return a line from judge, '' if it has ended. End it if it says nothing
    for so long.
    """
    alarm = threading.Timer(seconds, end_judge, [judge])
    alarm.start()
    try:
        return judge.stdout.readline()
    finally:
        alarm.cancel()


def end_judge(judge: Any) -> None:
    """End judge. It ends the submission's process first."""
    judge.stdin.close()
    try:
        judge.wait(5)
    except subprocess.TimeoutExpired:
        end_branch(judge)
        judge.wait()


@contextmanager
def make_space() -> Iterator[Path]:
    """Give a folder that others may enter, but not list, while it is needed."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o711)
        yield Path(name)
