"""How a submission's process is isolated, sandboxed or contained; what it may
use up; and how it is measured and ended, with all that it has started.
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns, which
from time import monotonic, sleep
from typing import Iterable, Optional
import ctypes
import os
import signal
import subprocess
import sys
import sysconfig

SANDBOXED, CONTAINED = 'sandboxed', 'contained'
INSIDE = Path(__file__).parent / 'inside'

PROMISES = {
    SANDBOXED: 'No network; no file of the machine but Python and its own '
    'folder; memory, processes and time limited; all of it ended '
    'after each test class.',
    CONTAINED: 'A folder of its own, an empty environment, limits, and all of '
    'it ended after each test class. The network and other files '
    'are NOT out of reach.',
}

# What a submission's process starts with, before anything of the student's.
START = (
    'import sys; sys.path.insert(0, {judge!r}); '
    'from course.marking.inside.host import main; del sys.path[0]; '
    'main({settings!r})'
)

# Linux distributions give no user a number from this one on.
FIRST_USER = 200_000

# From <linux/prctl.h>: orphans among our descendants become our children.
PR_SET_CHILD_SUBREAPER = 36
# And whether others may look into this process.
PR_SET_DUMPABLE = 4
ROUNDS = 200  # Of a hundredth of a second each.

# How many programs can compute at the same time.
CORES = os.cpu_count() or 1
SOON = 0.1  # Seconds until the next look at what was computed.


# The most processes of a submission, with threads.
PROCESSES = 16
# The most megabytes of each file that it writes, and of all of them together.
FILE_MB = 16


@dataclass(frozen=True)
class Limits:
    """What a submission may use up: [limits] in marking.toml says what each of
    these is.
    """

    seconds_per_test: float = 10
    seconds_per_submission: int = 600
    memory_mb: int = 512

    def describe(self) -> str:
        """Return these limits in words.

        >>> Limits().describe()
        '10 s a test, 512 MB of memory, 16 processes'
        """
        return (
            f'{self.seconds_per_test:g} s a test, {self.memory_mb} MB of '
            f'memory, {PROCESSES} processes'
        )


@dataclass(frozen=True)
class Isolation:
    """How submissions are isolated.

    === Attributes ===
    level: SANDBOXED or CONTAINED
    other_user: whether they run as another user: if this is root, and if
        another user can run Python
    """

    level: str
    other_user: bool

    def describe(self) -> str:
        """Return in words how submissions are isolated."""
        words = f'{self.level}. {PROMISES[self.level]}'
        if is_root() and not self.other_user:
            words += (
                f' They run as root, as no other user can read '
                f'{python_program()}.'
            )
        return words

    def command(self, cell: Path, memory_mb: int, where: int) -> list[str]:
        """Return the command that starts the submission in cell, with so much
        memory. It notes where it is in the open file with the number where.
        """
        top = Path('/') if self.level == SANDBOXED else cell
        user = FIRST_USER + os.getpid() % 1_000_000 if self.other_user else 0
        start = START.format(
            judge=str(top / 'judge'),
            settings={
                'folder': str(top / 'submission'),
                'user': user,
                'where': where,
                'memory_mb': memory_mb,
                'processes': PROCESSES,
                'file_mb': FILE_MB,
            },
        )
        python = [python_program(), '-I', '-S', '-B', '-X', 'utf8', '-c', start]
        if self.level == CONTAINED:
            return python
        return ['bwrap', *sandbox_options(cell), '--', *python]


def is_root() -> bool:
    """Return whether this process is run by root."""
    return os.geteuid() == 0


def python_program() -> str:
    """Return the path of this Python, but not of a virtual environment."""
    return os.path.realpath(getattr(sys, '_base_executable', sys.executable))


def make_cell(
    cell: Path, submission: Path, support: Optional[Path] = None
) -> None:
    """Put into the folder cell what a submission's process needs: with support,
    what the suites are built on, too.
    """
    (cell / 'empty').mkdir(parents=True)
    inside = cell / 'judge/course/marking/inside'
    copytree(INSIDE, inside, ignore=ignore_patterns('__pycache__'))
    if support:
        copyfile(support, inside / support.name)
    copytree(submission, cell / 'submission')
    for path in [cell, *cell.rglob('*')]:  # Another user has to read it all.
        path.chmod(0o755 if path.is_dir() else 0o644)


def sandbox_options(cell: Path) -> list[str]:
    """Return bubblewrap's options for the submission in cell."""
    rights = ['--unshare-user']
    if is_root():
        # It becomes another user itself, and is then without these.
        rights = ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID']
    return [
        '--unshare-ipc',
        '--unshare-pid',
        '--unshare-net',
        '--unshare-uts',
        '--unshare-cgroup-try',
        '--die-with-parent',
        '--new-session',
        '--clearenv',
        '--cap-drop',
        'ALL',
        *rights,
        *python_options(cell / 'empty'),
        '--dev-bind',
        '/dev/null',
        '/dev/null',
        '--dev-bind',
        '/dev/urandom',
        '/dev/urandom',
        '--ro-bind',
        str(cell / 'judge'),
        '/judge',
        '--ro-bind',
        str(cell / 'submission'),
        '/submission',
        '--proc',
        '/proc',
        '--size',
        str(FILE_MB * 2**20),
        '--perms',
        '1777',
        '--tmpfs',
        '/tmp',
        '--remount-ro',
        '/',
        '--chdir',
        '/submission',
    ]


def python_options(empty: Path) -> list[str]:
    """Return the options that show Python, and hide what was installed."""
    places = {
        'base': sys.base_prefix,
        'platbase': sys.base_exec_prefix,
        'installed_base': sys.base_prefix,
    }
    standard = {
        sysconfig.get_path(name, vars=places)
        for name in ('stdlib', 'platstdlib')
    }
    library = Path(sysconfig.get_config_var('LIBDIR') or '/nowhere')
    shown = {
        *standard,
        python_program(),
        *library_folders(),
        *map(str, library.glob('libpython3*.so*')),
    }
    options = []
    # Other users may look into the folders that lead there.
    parents = {str(above) for each in shown for above in Path(each).parents}
    for parent in sorted(parents - shown):
        options += ['--perms', '0755', '--dir', parent]
    for path in sorted(shown):  # Folders come before what is in them.
        options += ['--ro-bind-try', path, path]
    for path in ('/lib', '/lib64', '/usr/lib64'):
        if os.path.islink(path):
            options += ['--symlink', os.readlink(path), path]
        else:
            options += ['--ro-bind-try', path, path]
    for folder in sorted(standard):
        for installed in ('/site-packages', '/dist-packages'):
            if os.path.isdir(folder + installed):
                options += ['--ro-bind', str(empty), folder + installed]
    return options


def library_folders() -> set[str]:
    """Return the folders of the system libraries that Python has loaded."""
    maps = Path('/proc/self/maps').read_text(encoding='utf-8')
    paths = {
        os.path.realpath(line.split(maxsplit=5)[5])
        for line in maps.splitlines()
        if '.so' in line and '/' in line
    }
    return {
        os.path.dirname(path)
        for path in paths
        if path.startswith(('/lib', '/usr/lib')) and 'python3' not in path
    }


def why_no_sandbox() -> Optional[str]:
    """Return why submissions cannot be sandboxed here, None if they can."""
    if which('bwrap') is None:
        return 'bubblewrap is not installed'
    done = subprocess.run(
        [
            'bwrap',
            '--unshare-user' if not is_root() else '--unshare-uts',
            '--unshare-pid',
            '--unshare-net',
            '--ro-bind',
            '/',
            '/',
            '--',
            python_program(),
            '-I',
            '-S',
            '-c',
            '',
        ],
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding='utf-8',
        errors='replace',
    )
    if done.returncode == 0:
        return None
    told = done.stderr.strip().splitlines()
    return f'bubblewrap does not work here: {told[-1] if told else ""}'


def require_sandbox() -> Isolation:
    """Return how to sandbox submissions. Raise ValueError if they cannot be."""
    why = why_no_sandbox()
    if why:
        raise ValueError(
            f'Submissions cannot be sandboxed: {why}. Install bubblewrap '
            f'(apt-get install bubblewrap).'
        )
    return Isolation(SANDBOXED, is_root())


def contain() -> Isolation:
    """Return how to contain submissions on Gradescope, or the solution here."""
    return Isolation(CONTAINED, is_root() and others_can_run_python())


def others_can_run_python() -> bool:
    """Return whether another user can get to Python, and run it."""
    for folder in Path(python_program()).parents:
        if not folder.stat().st_mode & 0o001:
            return False
    done = subprocess.run(
        [python_program(), '-I', '-S', '-c', 'import ctypes, json'],
        user=FIRST_USER,
        group=FIRST_USER,
        extra_groups=[],
        cwd='/',
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return done.returncode == 0


def adopt_orphans() -> None:
    """Become the parent of all orphans that this process starts."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def hide() -> None:
    """Hide this process's memory and files from its user's others."""
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def run_module(name: str) -> list[str]:
    """Return Python's options to run a module of ours, and to import nothing
    from the current folder. (`-P` does that, but not before Python 3.11.)
    """
    return [
        '-c',
        f'import runpy, sys; sys.path[:] = filter(None, sys.path); '
        f'runpy.run_module({name!r}, run_name="__main__")',
    ]


def end_tree(process: subprocess.Popen) -> None:
    """End process, and all that this process has started: nothing else may run
    at the same time.
    """
    end_branch(process)
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for _ in range(ROUNDS):
        left = descendants(os.getpid())
        if not left:
            break
        kill_all(left)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass  # Another child has been buried.
        sleep(0.01)


def end_branch(process: subprocess.Popen) -> None:
    """End process, and what it has started as far as that can be seen now."""
    kill_all(descendants(process.pid))
    process.kill()


def kill_all(processes: Iterable[int]) -> None:
    """Kill these processes."""
    for pid in processes:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def descendants(pid: int) -> list[int]:
    """Return the processes that pid has started, and those they have."""
    parents = {}
    found = [pid]
    for name in filter(str.isdigit, os.listdir('/proc')):
        with suppress(OSError):  # It may have ended.
            parents[int(name)] = int(read_stat(name)[1])
    for each in found:  # It grows meanwhile.
        found += [
            child
            for child, parent in parents.items()
            if parent == each and child not in found
        ]
    return found[1:]


def cpu_of_others() -> float:
    """Return how long all that this process has started has computed."""
    # In user mode and in the system; then so did those waited for.
    ticks = sum(map(int, read_stat(os.getpid())[13:15]))
    for each in descendants(os.getpid()):
        with suppress(OSError):  # It may have ended.
            ticks += sum(map(int, read_stat(each)[11:15]))
    return ticks / os.sysconf('SC_CLK_TCK')


def read_stat(pid: object) -> list[bytes]:
    """Return what the system says of a process, after its program's name."""
    # It is in brackets, and may hold anything.
    return Path(f'/proc/{pid}/stat').read_bytes().rpartition(b')')[2].split()


class Stopwatch:
    """Measures a test: what the submission computes counts, other programs do
    not.

    === Attributes ===
    limit: how many seconds it may compute
    computed: how many it had computed at the last look
    """

    limit: float
    computed: float
    _begin: float
    _before: float
    _next_look: float

    def __init__(self, limit: float) -> None:
        """Begin a test with this limit."""
        self.limit = limit
        self.computed = 0
        self._begin = monotonic()
        self._before = cpu_of_others()
        self._next_look = self._begin + limit / CORES

    def waited(self) -> float:
        """Return how many seconds have passed, on the clock."""
        return monotonic() - self._begin

    def look(self) -> float:
        """Return how many seconds it has computed now."""
        # When a process has ended, what it has computed may be lost.
        self.computed = max(self.computed, cpu_of_others() - self._before)
        return self.computed

    def is_over(self) -> bool:
        """Return whether it has computed for too long. Look only when that may
        be: a look takes a while.
        """
        if monotonic() > self._next_look:
            left = self.limit - self.look()
            self._next_look = monotonic() + max(SOON, left / CORES)
        return self.computed > self.limit
