"""How a submission is isolated: sandboxed or contained, and within limits."""
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns, which
from typing import Optional
import os
import subprocess
import sys
import sysconfig

SANDBOXED, CONTAINED = 'sandboxed', 'contained'
INSIDE = Path(__file__).parent / 'inside'

PROMISES = {
    SANDBOXED: 'No network; no file of the machine but Python and its own '
               'folder; memory, processes and time limited; all of it ended '
               'after each test class.',
    CONTAINED: 'A folder of its own, an empty environment, limits as far as '
               'the platform has them, and the whole process tree ended. The '
               'network and other files are NOT out of reach.'}

# What a submission's process starts with, before anything of the student's.
START = ('import sys; sys.path.insert(0, {judge!r}); '
         'from course.marking.inside.host import main; del sys.path[0]; '
         'main({settings!r})')

# Linux distributions give no user a number from this one on.
FIRST_USER = 200_000


@dataclass(frozen=True)
class Limits:
    """What a submission may use up.

    === Attributes ===
    seconds_per_test: how long a test may take
    timeouts_per_class: after this many time-outs, the rest of a test class is
        skipped
    seconds_per_submission: after this long, by the clock, no more test begins
    memory_mb: how much memory each of its processes may have
    processes: how many processes and threads it may have
    cpu_seconds: how long a process may compute altogether
    file_mb: how large a file may become, and all of its files together
    output_kb: how much of what it prints is kept
    reply_kb: how long an answer to the judge may be
    """
    seconds_per_test: float = 10
    timeouts_per_class: int = 3
    seconds_per_submission: int = 3600
    memory_mb: int = 512
    processes: int = 16
    cpu_seconds: int = 600
    file_mb: int = 16
    output_kb: int = 20
    reply_kb: int = 1000

    def describe(self) -> str:
        """Return these limits in words.

        >>> Limits().describe()
        '10 s a test, 512 MB of memory, 16 processes'
        """
        return (f'{self.seconds_per_test:g} s a test, {self.memory_mb} MB of '
                f'memory, {self.processes} processes')


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
        user = ''
        if not self.other_user and is_root():
            user = ' They run as root, as no other user can read ' \
                   f'{python_program()}.'
        return f'{self.level}. {PROMISES[self.level]}{user}'

    def command(self, cell: Path, settings: dict) -> list[str]:
        """Return the command that starts the submission in cell."""
        judge, folder = str(cell / 'judge'), str(cell / 'submission')
        if self.level == SANDBOXED:
            judge, folder = '/judge', '/submission'
        user = FIRST_USER + os.getpid() % 1_000_000 if self.other_user else 0
        start = START.format(judge=judge, settings={
            **settings, 'folder': folder, 'user': user})
        python = [python_program(), '-I', '-S', '-B', '-X', 'utf8', '-c', start]
        if self.level == CONTAINED:
            return python
        megabytes = settings['limits']['file_mb']
        return ['bwrap', *sandbox_options(cell, megabytes), '--', *python]


def is_root() -> bool:
    """Return whether this process is run by root."""
    return hasattr(os, 'geteuid') and os.geteuid() == 0


def python_program() -> str:
    """Return the path of this Python, but not of a virtual environment."""
    return os.path.realpath(getattr(sys, '_base_executable', sys.executable))


def make_cell(cell: Path, submission: Path) -> None:
    """Put into the folder cell what a submission's process needs."""
    for folder in (cell, cell / 'empty', cell / 'judge', cell / 'judge/course',
                   cell / 'judge/course/marking'):
        folder.mkdir(mode=0o755, exist_ok=True)
    copytree(INSIDE, cell / 'judge/course/marking/inside',
             ignore=ignore_patterns('__pycache__'), dirs_exist_ok=True)
    copytree(submission, cell / 'submission', dirs_exist_ok=True)
    for path in [cell, *cell.rglob('*')]:  # Another user has to read it all.
        path.chmod(0o755 if path.is_dir() else 0o644)


def sandbox_options(cell: Path, megabytes: int) -> list[str]:
    """Return bubblewrap's options, for files of this many megabytes."""
    options = ['--unshare-ipc', '--unshare-pid', '--unshare-net',
               '--unshare-uts', '--unshare-cgroup-try', '--die-with-parent',
               '--new-session', '--clearenv', '--cap-drop', 'ALL']
    if is_root():  # It becomes another user itself, and is then without them.
        options += ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID']
    else:
        options += ['--unshare-user']
    options += python_options(cell / 'empty')
    for device in ('/dev/null', '/dev/urandom'):
        options += ['--dev-bind', device, device]
    return [*options, '--ro-bind', str(cell / 'judge'), '/judge',
            '--ro-bind', str(cell / 'submission'), '/submission',
            '--proc', '/proc', '--size', str(megabytes * 2 ** 20),
            '--perms', '1777', '--tmpfs', '/tmp', '--remount-ro', '/',
            '--chdir', '/submission']


def python_options(empty: Path) -> list[str]:
    """Return the options that show Python, and hide what was installed."""
    places = {'base': sys.base_prefix, 'platbase': sys.base_exec_prefix,
              'installed_base': sys.base_prefix}
    standard = {sysconfig.get_path(name, vars=places)
                for name in ('stdlib', 'platstdlib')}
    library = Path(sysconfig.get_config_var('LIBDIR') or '/nowhere')
    shown = {*standard, python_program(), *library_folders(),
             *map(str, library.glob('libpython3*.so*'))}
    options = []
    # Other users may look into the folders that lead there.
    for parent in sorted({str(above) for each in shown
                          for above in Path(each).parents} - shown):
        options += ['--perms', '0755', '--dir', parent]
    for path in sorted(shown):  # Folders come before what is in them.
        options += ['--ro-bind-try', path, path]
    for path in ('/lib', '/lib64', '/usr/lib64'):
        if os.path.islink(path):
            options += ['--symlink', os.readlink(path), path]
        else:
            options += ['--ro-bind-try', path, path]
    for path in [folder + each for folder in sorted(standard)
                 for each in ('/site-packages', '/dist-packages')]:
        if os.path.isdir(path):
            options += ['--ro-bind', str(empty), path]
    return options


def library_folders() -> set[str]:
    """Return the folders of the system libraries that Python has loaded."""
    maps = Path('/proc/self/maps').read_text(encoding='utf-8')
    paths = {os.path.realpath(line.split(maxsplit=5)[5])
             for line in maps.splitlines() if '.so' in line and '/' in line}
    return {os.path.dirname(path) for path in paths
            if path.startswith(('/lib', '/usr/lib'))
            and 'python3' not in path}


def why_no_sandbox() -> Optional[str]:
    """Return why submissions cannot be sandboxed here, None if they can."""
    if sys.platform != 'linux':
        return f'the sandbox needs Linux, and this is {sys.platform}'
    if which('bwrap') is None:
        return 'bubblewrap is not installed'
    done = subprocess.run(
        ['bwrap', '--unshare-user' if not is_root() else '--unshare-uts',
         '--unshare-pid', '--unshare-net', '--ro-bind', '/', '/', '--',
         python_program(), '-I', '-S', '-c', ''], check=False,
        stdin=subprocess.DEVNULL, capture_output=True, encoding='utf-8',
        errors='replace')
    told = (done.stderr.strip().splitlines() or [''])[-1]
    return f'bubblewrap does not work here: {told}' if done.returncode else None


def find_isolation(contained: bool) -> Isolation:
    """Return how to shut submissions in. Raise ValueError if they cannot be."""
    if contained:
        return Isolation(CONTAINED, is_root() and others_can_run_python())
    why = why_no_sandbox()
    if why:
        raise ValueError(
            f'Submissions cannot be sandboxed: {why}. Install bubblewrap '
            f'(apt-get install bubblewrap) on Linux, or use --contained, which '
            f'promises less: see course/README.md.')
    return Isolation(SANDBOXED, is_root())


def others_can_run_python() -> bool:
    """Return whether another user can get to Python, and run it."""
    return all(folder.stat().st_mode & 0o001
               for folder in Path(python_program()).parents) \
        and subprocess.run(
            [python_program(), '-I', '-S', '-c', 'import ctypes, json'],
            user=FIRST_USER, group=FIRST_USER, extra_groups=[], cwd='/',
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, check=False).returncode == 0
