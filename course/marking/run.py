"""Mark all submissions in a folder."""
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Iterator, Optional
import os
import platform
import sys
from course.marking.configuration import Configuration, ConfigurationError
from course.marking.intake import IntakeError, Submission, find_submissions
from course.marking.isolation import find_isolation
from course.marking.marker import Marker
from course.marking.marks import BROKEN, Record, escape_controls
from course.marking.outputs import OVERVIEW, Outputs, write_json
from course.marking.processes import hide
from course.marking.scores import Scoring
try:
    import fcntl
except ImportError:  # Windows has none.
    fcntl = None  # type: ignore[assignment]

FINISHED, UNFINISHED, INTERRUPTED = 0, 1, 130


class Run:
    """A run of the tool."""
    _marker: Marker
    _scoring: Scoring
    _outputs: Outputs
    _records: dict[str, Record]
    _options: Namespace
    _before: Optional[dict[str, Any]]

    def __init__(self, options: Namespace) -> None:
        """Initialize the run that options ask for, or raise ValueError."""
        configuration = Configuration(options.configuration)
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
        if options.out.exists() and not options.out.is_dir():
            raise ConfigurationError(f'{options.out} is not a folder.')
        self._before = None

    def _read_before(self) -> None:
        """Read what an earlier run has left. A run that resumes another one,
        or adds to it, has its tests. Raise ConfigurationError if it cannot.
        """
        options, configuration = self._options, self._marker.configuration
        before = self._before = self._outputs.read_run()
        if before is not None and not (options.resume or options.only):
            raise ConfigurationError(
                f'{options.out} holds the results of another run. Use --resume '
                f'to go on with it, or choose another folder.')
        if before is not None and (
                before.get('configuration') != configuration.digest
                or before.get('isolation') != self._marker.isolation.level):
            raise ConfigurationError(
                f'{options.out} holds the results of a run with another '
                f'marking.toml, other suites or another isolation. Choose '
                f'another folder.')

    def go(self) -> int:
        """Mark all submissions. Return the exit status of the program."""
        hide()
        with hold(self._outputs.folder), TemporaryDirectory() as space:
            self._read_before()
            submissions = find_submissions(
                self._options.submissions, Path(space),
                self._marker.configuration.files)
            only = self._options.only
            for wanted in only or ():
                if wanted not in [each.id for each in submissions]:
                    raise IntakeError(f'There is no submission {wanted!r}.')
            chosen = [each for each in submissions
                      if not only or each.id in only]
            print_line(f'Isolation: {self._marker.isolation.describe()}')
            if self._before is not None:
                self._marker.wanted = self._before['tests']
                self._marker.seed = self._before['seed']
            elif not self._marker.wanted:
                print_line('Running the reference solution.')
                self._marker.run_reference()
            self._scoring = Scoring(self._marker.configuration,
                                    self._marker.wanted, self._outputs.folder)
            write_json(self._outputs.folder / 'run.json', self._describe(),
                       sync=True)
            self._read_records(submissions, chosen)
            self._write_tables()
            try:
                self._mark_all([each for each in chosen
                                if each.id not in self._records])
            except KeyboardInterrupt:
                self._marker.stop()
                print_line(f'\nStopped: {len(self._records)} of '
                           f'{len(submissions)} are marked. Use --resume to '
                           f'go on.')
                return INTERRUPTED
        broken = [name for name, record in self._records.items()
                  if record.status == BROKEN]
        if broken:
            print_line(f'Marking has failed for {", ".join(broken)}: see '
                       f'staff.log.')
        print_line(f'Look at {self._outputs.folder / OVERVIEW}')
        return UNFINISHED if broken else FINISHED

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
                'seed': marker.seed, 'tests': marker.wanted}

    def _read_records(self, submissions: list[Submission],
                      chosen: list[Submission]) -> None:
        """Read the marks of submissions that are not to be marked again."""
        again = [] if self._options.resume else [each.id for each in chosen]
        for submission in submissions:
            found = self._outputs.read_found(submission.id)
            if found is not None and submission.id not in again \
                    and found.digest == self._marker.digest(submission):
                self._records[found.id] = self._scoring.score(found)

    def _mark_all(self, submissions: list[Submission]) -> None:
        """Mark submissions, some of them at the same time."""
        begin, before = monotonic(), len(self._records)
        pool = ThreadPoolExecutor(self._options.jobs)
        try:
            for future in as_completed([
                    pool.submit(self._marker.mark, each, lambda found:
                                self._outputs.write_part(
                                    self._scoring.score(found)))
                    for each in submissions]):
                found = future.result()
                record = self._scoring.score(found)
                self._outputs.write_record(found, record)
                self._records[record.id] = record
                self._write_tables()
                print_progress(record.id, len(self._records) - before,
                               len(submissions), monotonic() - begin)
        except BaseException:
            self._marker.stop()
            raise
        finally:
            pool.shutdown(cancel_futures=True)

    def _write_tables(self) -> None:
        """Write what is known of all submissions so far."""
        self._outputs.write_tables(list(self._records.values()),
                                   self._marker.isolation.describe())


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Keep other runs out of folder. It is made, and goes if it stays empty."""
    folder.mkdir(parents=True, exist_ok=True)
    held = None if fcntl is None else os.open(folder, os.O_RDONLY)
    try:
        if held is not None:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        raise ConfigurationError(f'Another run is writing into {folder}. Wait '
                                 f'for it, or choose another folder.') from None
    try:
        yield
    finally:
        if held is not None:
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
