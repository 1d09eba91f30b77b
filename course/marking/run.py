"""Mark all submissions in a folder."""
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Iterator
import fcntl
import os
import platform
import sys
from course.marking.configuration import Configuration, ConfigurationError
from course.marking.intake import IntakeError, Submission, \
    find_submissions, list_strays
from course.marking.isolation import descendants, find_isolation, hide, \
    kill_all
from course.marking.marker import Marker
from course.marking.marks import BROKEN, Found, Record, escape_controls
from course.marking.outputs import OVERVIEW, Outputs, write_json
from course.marking.scores import Scoring

SHOWN = 5  # Names, where there may be many.


class Run:
    """A run of the tool."""
    _marker: Marker
    _scoring: Scoring
    _outputs: Outputs
    _records: dict[str, Record]
    _options: Namespace

    def __init__(self, options: Namespace) -> None:
        """Initialize the run that options ask for, or raise ValueError."""
        configuration = Configuration(options.path)
        if configuration.style['points']:
            find_version('python-ta')
        self._marker = Marker(configuration, find_isolation(options.contained))
        self._outputs, self._records = Outputs(options.out), {}
        self._options = options
        where, out = options.submissions.resolve(), options.out.resolve()
        if where in (out, *out.parents):
            raise ConfigurationError(
                f'{options.out} is inside {options.submissions}, and would be '
                f'taken for a submission. Choose another folder.')

    def _read_before(self) -> dict[str, Any]:
        """Return what an earlier run, with which this one goes on, has left."""
        options, marker = self._options, self._marker
        before = self._outputs.read_run()
        if before and not (options.resume or options.only):
            raise ConfigurationError(
                f'{options.out} holds the results of another run. Use --resume '
                f'to go on with it, or choose another folder.')
        if before and (
                before['configuration'] != marker.configuration.digest
                or before['isolation'] != marker.isolation.level):
            raise ConfigurationError(
                f'{options.out} holds the results of a run with another '
                f'marking.toml, other suites or another isolation. Choose '
                f'another folder.')
        return before

    def go(self) -> int:
        """Mark all submissions. Return the exit status of the program."""
        hide()
        marker, out = self._marker, self._outputs.folder
        with TemporaryDirectory() as space:
            before = self._read_before()
            submissions = find_submissions(
                self._options.submissions, Path(space),
                marker.configuration.files)
            only = self._options.only or [each.id for each in submissions]
            for wanted in only:
                if wanted not in [each.id for each in submissions]:
                    raise IntakeError(f'There is no submission {wanted!r}.')
            print_line(f'Isolation: {marker.isolation.describe()}')
            self._say_first(submissions, before)
            if before:
                marker.wanted, marker.seed = before['tests'], before['seed']
            elif not marker.wanted:
                marker.configuration.check_names()
                print_line('Running the reference solution.')
                marker.run_reference()
            self._scoring = Scoring(marker.configuration, marker.wanted, out)
            write_json(out / 'run.json', self._describe())
            self._read_records(submissions)
            self._outputs.write_tables(self._records.values(), self._describe())
            try:
                self._mark_all([each for each in submissions if each.id in only
                                and each.id not in self._records], submissions)
            except KeyboardInterrupt:
                print_line(f'\nStopped: {len(self._records)} of '
                           f'{len(submissions)} are marked. Use --resume to '
                           f'go on.')
                return 130
        broken = [name for name, record in self._records.items()
                  if record.status == BROKEN]
        if broken:
            print_line(f'Marking has failed for {", ".join(broken)}: see '
                       f'staff.log.')
        undecided = self._list_undecided()
        if undecided:
            print_line(f'Could not be decided: tests of '
                       f'{", ".join(map(escape_controls, undecided))}. See '
                       f'staff.log.')
        print_line(f'Look at {out / OVERVIEW}')
        return 1 if broken else 0

    def _say_first(self, submissions: list[Submission],
                   before: dict[str, Any]) -> None:
        """Say what is odd, before anything is run."""
        source, configuration = (self._options.submissions,
                                 self._marker.configuration)
        path = configuration.path
        print_line(f'Points come from {path}.' + (
            f' The marks in {self._outputs.folder} came from '
            f'{before["scored"]}.'
            if before and before['scored'] != str(path) else ''))
        bad = [each for each in submissions if each.problem]
        print_line(f'Submissions: {len(submissions)}. Those that cannot be '
                   f'marked: {len(bad)}.')
        for one in bad:
            print_line(escape_controls(f'    {one.id}: {one.problem}.'))
        late = configuration.check_times({each.id: each.submitted
                                          for each in submissions})
        strays = list_strays(source) if source.is_dir() else []
        for what, names in (('It is not known if these are late', late),
                            ('These are no submissions', strays)):
            more = f' and {len(names) - SHOWN} more' * (len(names) > SHOWN)
            if names:
                print_line(escape_controls(
                    f'{what}: {", ".join(names[:SHOWN])}{more}.'))

    def _describe(self) -> dict[str, Any]:
        """Return what is to be known of this run."""
        marker, configuration = self._marker, self._marker.configuration
        return {'isolation': marker.isolation.level,
                'isolation_in_words': marker.isolation.describe(),
                'limits': vars(configuration.limits),
                'versions': {'python': platform.python_version(),
                             'platform': platform.platform(),
                             'python_ta': find_version('python-ta')
                             if configuration.style['points'] else None},
                'configuration': configuration.digest,
                'marking': str(configuration.path),
                'scored': str(configuration.path),
                'seed': marker.seed, 'tests': marker.wanted}

    def _read_records(self, submissions: list[Submission]) -> None:
        """Read the marks of submissions that are not to be marked again."""
        for submission in submissions:
            found = self._outputs.read_found(submission.id)
            if found is not None \
                    and found.id not in (self._options.only or ()) \
                    and found.digest == self._marker.digest(submission):
                self._records[found.id] = self._scoring.score(found)

    def _mark_all(self, submissions: list[Submission], known: list[Submission]
                  ) -> None:
        """Mark submissions, some of them at the same time, and then, of all
        that are known, what is undecided.
        """
        begin, before = monotonic(), len(self._records)
        pool = ThreadPoolExecutor(self._options.jobs)
        try:
            for future in as_completed([
                    pool.submit(self._marker.mark, each, lambda found:
                                self._outputs.write_part(
                                    self._scoring.score(found)))
                    for each in submissions]):
                found = future.result()
                self._keep(found)
                print_progress(found.id, len(self._records) - before,
                               len(submissions), monotonic() - begin)
            # What was alone already would wait once more.
            self._decide(known if len(known) > 1 else [])
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
        return [name for name, record in sorted(self._records.items())
                if record.list_undecided()]

    def _decide(self, submissions: list[Submission]) -> None:
        """Run what is undecided again, with nothing else at the same time."""
        for submission in submissions:
            found = self._outputs.read_found(submission.id)
            if submission.id in self._list_undecided() and found:
                print_line(escape_controls(
                    f'Running undecided tests of {submission.id} again.'))
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
        raise ConfigurationError(f'Another run is writing into {folder}. Wait '
                                 f'for it, or choose another folder.') from None
    try:
        yield
    finally:
        os.close(held)
        with suppress(OSError):
            folder.rmdir()


def print_progress(name: str, done: int, total: int, seconds: float) -> None:
    """Print that name is done. In a terminal, only the last line stays."""
    seconds *= (total - done) / done
    time = f'{seconds:.0f} s' if seconds < 90 else f'{seconds / 60:.0f} min'
    left = '' if done == total else f', about {time} left'
    text = f'{done} of {total} done{left}: ' \
        + ' '.join(escape_controls(name).split())
    if not sys.stderr.isatty():
        print_line(text)
    else:
        print(f'\r{text:<78.78}', end='' if done < total else '\n',
              file=sys.stderr, flush=True)


def find_version(package: str) -> str:
    """Return package's version, or raise ConfigurationError."""
    try:
        return version(package)
    except PackageNotFoundError:
        raise ConfigurationError(
            f'{package} is not installed, and style is marked by it. Install '
            f'it, or set points = 0 under [style] in marking.toml.') from None


def print_line(text: str) -> None:
    """Print text for the marker, now."""
    print(text, file=sys.stderr, flush=True)
