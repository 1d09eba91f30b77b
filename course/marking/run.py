"""Mark all submissions in a folder. Afterwards, without a run of any of them,
make their marks again, and compare two runs.
"""

from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Collection, Iterator, Optional
import fcntl
import os
import platform
import sys
from course.marking.configuration import (
    WORDS,
    Configuration,
    ConfigurationError,
    require,
)
from course.marking.intake import Submission, find_submissions, list_strays
from course.marking.isolation import (
    descendants,
    hide,
    kill_all,
    require_sandbox,
)
from course.marking.marker import Marker, format_names
from course.marking.marks import (
    ADJUSTMENTS,
    BROKEN,
    Found,
    Record,
    Scoring,
    format_added,
    read_table,
)
from course.marking.outputs import (
    LOG,
    OVERVIEW,
    Outputs,
    escape_controls,
    write_json,
)

WIDTH = 78  # Of a line in a terminal that the next one replaces.


class Run:
    """A run of the tool."""

    _marker: Marker
    _scoring: Scoring
    _outputs: Outputs
    _records: dict[str, Record]
    _options: Namespace
    _count: int = 0  # Of submissions, marked or not.

    def __init__(self, options: Namespace) -> None:
        """Initialize the run that options ask for, or raise ValueError."""
        configuration = Configuration(options.path)
        if configuration.style['points']:
            find_version('python-ta')
        self._marker = Marker(configuration, require_sandbox())
        self._outputs = Outputs(options.out)
        self._records = {}
        self._options = options
        where = options.submissions.resolve()
        out = options.out.resolve()
        require(
            where not in (out, *out.parents),
            f'{options.out} is inside {options.submissions}, and would be '
            f'taken for a submission. Choose another folder.',
        )

    def go(self) -> int:
        """Mark all submissions. Return the exit status of the program."""
        hide()
        marker = self._marker
        options = self._options
        with TemporaryDirectory() as space:
            before = self._read_before()
            print_line(f'Isolation: {marker.isolation.describe()}')
            submissions = find_submissions(
                options.submissions, Path(space), marker.configuration.files
            )
            known = [each.id for each in submissions]
            self._count = len(known)
            for only in options.only or ():
                require(only in known, f'There is no submission {only!r}.')
            self._say_first(submissions, before)
            if before:
                marker.wanted = before['tests']
                marker.seed = before['seed']
            else:
                marker.configuration.check_names()
                print_line('Running the reference solution.')
                marker.run_reference(
                    lambda found: show(
                        f'{len(found.tests)} tests have been run.'
                    )
                )
            self._scoring = Scoring(
                marker.configuration, marker.wanted, options.out
            )
            write_json(options.out / 'run.json', self._describe())
            self._read_records(submissions)
            self._outputs.write_tables(self._records.values(), self._describe())
            wanted = [
                each
                for each in submissions
                if each.id in (options.only or known)
                and each.id not in self._records
            ]
            try:
                self._mark_all(wanted, submissions)
            except KeyboardInterrupt:
                print_line(
                    f'\nStopped: {len(self._records)} of {len(known)} '
                    f'are marked. Use --resume to go on.'
                )
                return 130
        broken = [
            name
            for name, record in self._records.items()
            if record.status == BROKEN
        ]
        print_names(f'Marking has failed for these (see {LOG})', broken)
        print_names(
            f'Tests of these could not be decided (see {LOG})',
            self._list_undecided(),
        )
        print_names(
            'These are in no table, as they are not marked',
            [name for name in known if name not in self._records],
        )
        print_names(
            f'{options.out} holds the results of these, too, which are no '
            f'longer submissions. Only score puts them into the tables',
            self._outputs.list_marked().difference(known),
        )
        print_line(f'Look at {options.out / OVERVIEW}')
        return 1 if broken else 0

    def _read_before(self) -> dict[str, Any]:
        """Return what an earlier run, with which this one goes on, has left."""
        out = self._options.out
        before = self._outputs.read_run()
        digest = self._marker.configuration.digest
        require(
            not before or self._options.resume or self._options.only,
            f'{out} holds the results of another run. Use --resume to go '
            f'on with it, or choose another folder.',
        )
        require(
            not before or before['configuration'] == digest,
            f'{out} holds the results of a run with another marking.toml '
            f'or other suites. Choose another folder.',
        )
        return before

    def _say_first(
        self, submissions: list[Submission], before: dict[str, Any]
    ) -> None:
        """Say what is odd, before anything is run."""
        source = self._options.submissions
        path = str(self._marker.configuration.path)
        last = before.get('scored')
        points = f'Points come from {path}.'
        if last not in (None, path):
            points += f' The marks in {self._outputs.folder} came from {last}.'
        print_line(points)
        bad = [each for each in submissions if each.problem]
        print_line(
            f'Submissions: {len(submissions)}. Those that cannot be '
            f'marked: {len(bad)}.'
        )
        for one in bad:
            print_line(f'    {one.id}: {one.problem}.')
        print_names(
            'These are no submissions',
            list_strays(source) if source.is_dir() else [],
        )

    def _describe(self) -> dict[str, Any]:
        """Return what is to be known of this run."""
        marker = self._marker
        configuration = marker.configuration
        python_ta = None
        if configuration.style['points']:
            python_ta = find_version('python-ta')
        return {
            'isolation': marker.isolation.describe(),
            'limits': vars(configuration.limits),
            'versions': {
                'python': platform.python_version(),
                'platform': platform.platform(),
                'python_ta': python_ta,
            },
            'configuration': configuration.digest,
            'scored': str(configuration.path),
            'submissions': self._count,
            'seed': marker.seed,
            'tests': marker.wanted,
        }

    def _read_records(self, submissions: list[Submission]) -> None:
        """Read the marks of submissions that are not to be marked again."""
        for submission in submissions:
            found = self._outputs.read_found(submission.id)
            if (
                found is not None
                and found.id not in (self._options.only or ())
                and found.digest == self._marker.digest(submission)
            ):
                self._records[found.id] = self._scoring.score(found)

    def _mark_all(
        self, submissions: list[Submission], known: list[Submission]
    ) -> None:
        """Mark submissions, some of them at the same time, and then, of all
        that are known, what is undecided.
        """

        def mark(submission: Submission) -> Found:
            """Return what is found of submission. Show how far that is."""

            def note(found: Found) -> None:
                """Show how many tests have been run, after a group of them."""
                show(f'{found.id}: {len(found.tests)} tests have been run.')

            with suppress(OSError):  # If that cannot be read, marking says so.
                self._outputs.write_source(submission)
            return self._marker.mark(submission, note)

        for submission in submissions:
            if submission.problem:
                self._keep(mark(submission))
        left = [one for one in submissions if not one.problem]
        begin = monotonic()
        jobs = self._options.jobs
        print_line(f'To be marked: {len(left)}, {jobs} at the same time.')
        pool = ThreadPoolExecutor(jobs)
        try:
            futures = [pool.submit(mark, one) for one in left]
            for done, future in enumerate(as_completed(futures), 1):
                self._keep(future.result())
                time = estimate(done, len(left), jobs, monotonic() - begin)
                print_line(
                    f'{done} of {len(left)} done{time}: {future.result().id}'
                )
            # What was alone already would wait once more.
            if len(known) > 1:
                for each in known:
                    self._decide(each)
        finally:
            self._marker.stop()
            kill_all(descendants(os.getpid()))  # python_ta, for one.
            pool.shutdown(cancel_futures=True)

    def _keep(self, found: Found) -> None:
        """Write what is found of a submission, and all tables."""
        record = self._scoring.score(found)
        self._outputs.write_record(found, record)
        self._records[record.id] = record
        self._outputs.write_tables(self._records.values(), self._describe())

    def _list_undecided(self) -> list[str]:
        """Return which submissions have a test that is undecided."""
        return [
            name
            for name, record in sorted(self._records.items())
            if record.list_undecided()
        ]

    def _decide(self, submission: Submission) -> None:
        """Run what is undecided again, with nothing else at the same time."""
        found = self._outputs.read_found(submission.id)
        if found and submission.id in self._list_undecided():
            print_line(f'Running undecided tests of {submission.id} again.')
            self._marker.decide(submission, found)
            self._keep(found)


def run(**options: Any) -> int:
    """Mark all submissions. Return the exit status of the program."""
    return Run(Namespace(**options)).go()


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Keep other runs out of folder. It is made, and goes if it stays empty."""
    folder.mkdir(parents=True, exist_ok=True)
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        raise ConfigurationError(
            f'Another run is writing into {folder}. Wait '
            f'for it, or choose another folder.'
        ) from None
    try:
        yield
    finally:
        os.close(held)
        with suppress(OSError):
            folder.rmdir()


def estimate(done: int, total: int, jobs: int, seconds: float) -> str:
    """Return how long it will take until all are done, in words, when one is
    done now, and some have been in so many seconds. Others that jobs are doing
    now count as half done.

    >>> estimate(1, 20, 4, 30), estimate(1, 5, 1, 20), estimate(9, 9, 1, 20)
    (', about 4 min left', ', about 80 s left', '')
    """
    if done >= total:
        return ''
    half = done + min(jobs - 1, total - done) / 2
    left = seconds * (total - half) / half
    time = f'{left:.0f} s' if left < 90 else f'{left / 60:.0f} min'
    return f', about {time} left'


def find_version(package: str) -> str:
    """Return package's version, or raise ConfigurationError."""
    try:
        return version(package)
    except PackageNotFoundError:
        raise ConfigurationError(
            f'{package} is not installed, and style is marked by it. Install '
            f'it, or set points = 0 under [style] in marking.toml.'
        ) from None


def show(text: str) -> None:
    """Show text in a terminal, until something else is printed."""
    if sys.stderr.isatty():
        print(
            f'\r{escape_controls(text):<{WIDTH}.{WIDTH}}',
            end='\r',
            file=sys.stderr,
            flush=True,
        )


def print_line(text: str) -> None:
    """Print text for the marker, now."""
    show('')
    print(escape_controls(text), file=sys.stderr, flush=True)


def print_names(what: str, names: Collection[str]) -> None:
    """Print what is the matter with some names, if there are any."""
    if names:
        print_line(f'{what}: {format_names(sorted(names))}.')


def score(out: Path, path: Optional[Path]) -> None:
    """Make the marks in out again, by the marking.toml at path, or else by the
    one that they were made by.
    """
    outputs = Outputs(out)
    before = outputs.read_run()
    require(bool(before), f'{out} does not hold the results of a run.')
    configuration = Configuration(path or Path(before['scored']))
    found = outputs.read_all()
    scoring = Scoring(configuration, before['tests'], out)
    records = [scoring.score(each) for each in found]
    for name in scoring.corrections:
        require(
            name in [each.id for each in records],
            f'{out / ADJUSTMENTS}: there is no submission {name!r}.',
        )
    for record in records:
        outputs.write_reports(record)
    before['scored'] = str(configuration.path)
    outputs.write_tables(records, before)
    write_json(out / 'run.json', before)
    print(
        f'Made {len(records)} marks again. Points come from '
        f'{configuration.path}.'
    )
    print(f'Look at {out / OVERVIEW}')


def compare(old: Path, new: Path) -> None:
    """Print whose marks differ between two runs, in which groups and tests."""
    marks = [read_rows(out / 'marks.csv', 'id', 'total') for out in (old, new)]
    tests = [read_rows(out / 'tests.csv', 'id') for out in (old, new)]
    for name in sorted(marks[0].keys() ^ marks[1].keys()):
        print(f'{name}: only in {old if name in marks[0] else new}')
    moved = 0
    for name in sorted(marks[0].keys() & marks[1].keys()):
        one = marks[0][name]
        two = marks[1][name]
        groups = find_moves(one, two)
        single = find_moves(*(each.get(name, {}) for each in tests))
        if groups:
            moved += 1
            print(f'{name}: {one["total"]} -> {two["total"]}')
        for group, how in groups.items():
            print(f'    {group}: {how}')
            own = [each for each in single if each.rpartition(': ')[0] == group]
            for test in own:
                print(f'        {test.rpartition(": ")[2]}: {single[test]}')
    print(f'Submissions with other marks: {moved} of {len(marks[1])}.')


def read_rows(path: Path, *columns: str) -> dict[str, dict[str, str]]:
    """Return the rows of the table at path, which has these columns, by id."""
    return {row['id']: row for row in read_table(path, columns)}


def find_moves(old: dict[str, str], new: dict[str, str]) -> dict[str, str]:
    """Return the columns in which two rows of points differ, and how."""
    moves = {}
    for column in [each for each in {**old, **new} if each not in WORDS]:
        before = old.get(column) or '0'
        after = new.get(column) or '0'
        change = Fraction(after) - Fraction(before)
        if change:
            moves[column] = f'{before} -> {after} ({format_added(change)})'
    return moves
