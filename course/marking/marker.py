"""Mark one submission: its files, its tests, its style."""
from __future__ import annotations
from hashlib import sha256
from pathlib import Path
from secrets import randbelow
from shutil import copy, copytree, ignore_patterns
from tempfile import TemporaryDirectory
from traceback import format_exc
from typing import Optional
import threading
from course.marking.configuration import LARGEST, Configuration, require
from course.marking.files import copy_files
from course.marking.intake import Submission
from course.marking.isolation import Isolation
from course.marking.judging import Judging
from course.marking.judge import PASSED, find_group
from course.marking.marks import BROKEN, EMPTY, MARKED, Record, mark_groups, \
    mark_style
from course.marking.style import Checked, check_style


class FailingReferenceError(ValueError):
    """Raised if the reference solution fails: then no mark would be fair."""


class StoppedError(Exception):
    """Raised where work was to begin after it was stopped."""


class Marker:
    """Marks submissions, several at the same time if it is asked to.

    === Attributes ===
    configuration: what marking.toml says
    isolation: how submissions are shut in
    wanted: the tests that have to appear, with their titles
    seed: what suites choose positions by
    """
    configuration: Configuration
    isolation: Isolation
    wanted: dict[str, str]
    seed: int
    _judgings: set[Judging]
    _lock: threading.Lock
    _stopped: bool

    def __init__(self, configuration: Configuration, isolation: Isolation
                 ) -> None:
        """Initialize a marker who does not know yet which tests there are."""
        self.configuration, self.isolation = configuration, isolation
        self.wanted = {}
        self.seed = configuration.seed or choose_seed()
        self._judgings = set()
        self._lock, self._stopped = threading.Lock(), False

    def stop(self) -> None:
        """End all work that is going on, and begin no more."""
        with self._lock:
            self._stopped = True
            judgings = list(self._judgings)
        for judging in judgings:
            judging.end()

    def run_reference(self) -> None:
        """Find out which tests there are. Raise FailingReferenceError unless
        the reference solution passes them all.
        """
        with TemporaryDirectory() as name:
            space = open_folder(name)
            self.copy_reference(space / 'taken')
            judging = self._judge(space)
        bad = [test['test'] for test in judging.tests
               if test['status'] != PASSED]
        if bad or not judging.complete or not judging.tests:
            causes = {cause for test in judging.tests
                      for cause in test['causes']}
            why = tell_trouble(judging.rest.get('trouble', '')) \
                or '; '.join(sorted(causes))
            raise FailingReferenceError(
                f'The reference solution does not pass all tests, so nothing '
                f'was marked. {", ".join(bad)}: {why or "see the suites"}')
        self.wanted = {test['test']: test['title'] for test in judging.tests}
        check_groups(self.configuration.groups_for_judge(), list(self.wanted))

    def copy_reference(self, target: Path) -> None:
        """Copy the reference solution to target."""
        target.mkdir()
        for name in self.configuration.reference_parts:
            part = self.configuration.reference / name
            if part.is_dir():
                copytree(part, target / name,
                         ignore=ignore_patterns('__pycache__'))
            elif part.is_file():
                copy(part, target)

    def mark(self, submission: Submission) -> Record:
        """Return the marks of submission. If it cannot be marked, that is no
        reason to leave out the others.
        """
        try:
            return self._mark(submission)
        except StoppedError:
            raise
        except Exception:
            return self._record(submission, None, [], '', format_exc())

    def _mark(self, submission: Submission) -> Record:
        """Return the marks of submission."""
        with TemporaryDirectory() as name:
            space = open_folder(name)
            taken = space / 'taken'
            if not submission.problem:
                copy_files(submission, taken, self.configuration.files)
            digest = digest_of(taken, self)
            if submission.problem:
                return self._record(submission, None, [], digest)
            judging, style = self._judge(space), self.configuration.style
            checked = [] if not style.points else \
                check_style(taken, space / 'style', style)
            return self._record(submission, judging, checked, digest)

    def digest(self, submission: Submission) -> str:
        """Return what tells submission, and how it is marked, from all others.
        """
        with TemporaryDirectory() as name:
            taken = Path(name) / 'taken'
            twin = Submission(submission.id, submission.folder)
            if not submission.problem:
                copy_files(twin, taken, self.configuration.files)
            return digest_of(taken, self)

    def _judge(self, space: Path) -> Judging:
        """Return the finished judging of what was taken into space."""
        judging = Judging(space / 'taken', space / 'cell', self.isolation,
                          self.configuration, self.seed)
        with self._lock:
            self._judgings.add(judging)
            stopped = self._stopped
        try:
            if not stopped:
                judging.finish()
        finally:
            judging.end()
            self._judgings.discard(judging)
        if self._stopped:
            raise StoppedError
        return judging

    def _record(self, submission: Submission, judging: Optional[Judging],
                checked: list[Checked], digest: str, trouble: str = ''
                ) -> Record:
        """Return all that is known of submission. Without a judging, there was
        nothing to mark, or there was trouble.
        """
        status, problem = MARKED, ''
        if trouble:
            status, problem = BROKEN, 'the marking tool cannot cope with it'
        elif judging is None:
            status, problem = EMPTY, submission.problem
        elif not judging.complete:
            status, problem = BROKEN, 'the judge has not finished'
        rest = judging.rest if judging else {'trouble': trouble}
        why_missing = problem or 'This test was not run to its end.'
        limits = self.configuration.limits
        style = self.configuration.style
        groups = mark_groups(self.configuration, self.wanted,
                             judging.tests if judging else [], why_missing)
        staff = {'isolation': self.isolation.tell(), 'limits': limits.tell(),
                 'memory_mb': rest.get('memory_mb'),
                 **{key: rest.get(key, '')
                    for key in ('output', 'trouble')}}
        return Record(submission.id, submission.names, status, problem,
                      submission.notes, rest.get('problems', []), groups,
                      mark_style(checked), str(style.points),
                      style.visibility, staff, digest)


def check_groups(groups: list[dict], tests: list[str]) -> None:
    """Raise ConfigurationError if one of groups lists a test that is not among
    tests, or is in a group before.
    """
    for group in groups:
        own = [test for test in tests if find_group(groups, test) == group]
        for name in group['tests']:
            require(any(find_group([{'tests': [name]}], test) for test in own),
                    f'the group {group["name"]!r} lists {name!r}: there is no '
                    f'such test, or a group before this one has it')


def tell_trouble(trouble: str) -> str:
    """Return the end of trouble, a traceback, in a line.

    >>> tell_trouble('Traceback:\\n  File "a", line 1\\n    )\\nSyntaxError: no')
    'SyntaxError: no (File "a", line 1)'
    """
    lines = trouble.strip().splitlines()
    places = [f' ({line.strip()})' for line in lines
              if line.startswith('  File')]
    return ''.join(lines[-1:] + places[-1:])


def choose_seed() -> int:
    """Return a seed that nobody can foresee."""
    return 1 + randbelow(LARGEST)


def open_folder(name: str) -> Path:
    """Return the folder with this name. Others may enter it, to get to what is
    in it, but cannot list what that is.
    """
    folder = Path(name)
    folder.chmod(0o711)
    return folder


def digest_of(folder: Path, marker: Marker) -> str:
    """Return what tells the files in folder, and how they are marked, from all
    others.
    """
    digest = sha256(repr((marker.configuration.digest, marker.isolation,
                          sorted(marker.wanted))).encode())
    for path in sorted(folder.rglob('*')):
        if path.is_file():
            content = sha256(path.read_bytes()).hexdigest()
            digest.update(f'{path.relative_to(folder)} {content}\n'.encode(
                errors='surrogateescape'))
    return digest.hexdigest()
