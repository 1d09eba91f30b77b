"""Running Python programs as users and markers do."""

from pathlib import Path
from shutil import copy, copytree, ignore_patterns
from subprocess import PIPE, STDOUT, CompletedProcess, run
from time import monotonic, sleep
from typing import Callable
import os
import signal
import sys
import psutil

TOP = Path(__file__).resolve().parent.parent.parent

FLAT_FILES = [
    'game.py',
    'game_state.py',
    'game_interface.py',
    'stonehenge.py',
    'strategy.py',
    'subtract_square_game.py',
    'subtract_square_state.py',
]

# The superclasses as somebody else hands them out: nothing but names.
BARE = {
    'game.py': """
class Game:
    def __init__(self, *_):
        raise NotImplementedError
    get_instructions = is_over = is_winner = str_to_move = __init__
""",
    'game_state.py': """
class GameState:
    WIN, LOSE, DRAW = 1, -1, 0
    def __init__(self, is_p1_turn):
        self.p1_turn = is_p1_turn
    def __str__(self, *_):
        raise NotImplementedError
    __repr__ = get_possible_moves = get_current_player_name = __str__
    make_move = is_valid_move = rough_outcome = __str__
""",
}

# Variables like PYTHONUNBUFFERED change what the programs do that tests start,
# and hide faults.
for name in [name for name in os.environ if name.startswith('PYTHON')]:
    del os.environ[name]

# A shell has what it starts in the background ignore Ctrl-C, and so would all
# programs that tests start.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A program that takes longer than this many seconds hangs.
LONG = 900

ENVIRONMENT = {**os.environ, 'PYTHONUTF8': '1', 'COLUMNS': '80', 'TERM': 'dumb'}


def copy_to(folder: Path, names: list[str], source: Path = TOP) -> None:
    """Copy the files and folders called names from source to folder."""
    for name in names:
        if (source / name).is_dir():
            copytree(
                source / name,
                folder / name,
                ignore=ignore_patterns('__pycache__'),
            )
        else:
            copy(source / name, folder)


def write_bare_superclasses(folder: Path) -> None:
    """Put superclasses that have nothing but names into folder."""
    for name, text in BARE.items():
        (folder / name).write_text(text, encoding='utf-8')


def read_all(folder: Path) -> dict[str, bytes]:
    """Return what the files in folder hold, by their paths there."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob('*')
        if path.is_file()
    }


def write_program(path: Path, text: str) -> None:
    """Write a program that can be run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding='utf-8')
    path.chmod(0o755)


def run_in(
    folder: Path, *arguments: str, text: str = '', **variables: str
) -> CompletedProcess[str]:
    """Run Python with arguments in folder, with text as its input and with
    these environment variables. It finds the standard library and what is in
    folder, but nothing that is installed."""
    return run(
        [sys.executable, '-S', *arguments],
        cwd=folder,
        input=text,
        env={**ENVIRONMENT, **variables},
        stdout=PIPE,
        stderr=STDOUT,
        encoding='utf-8',
        timeout=LONG,
        check=False,
    )


def check_output_is_not_taken(
    name: str, folder: Path, *words: str, typed: str = ''
) -> None:
    """Check that Python, run on words in folder, leaves quietly if nobody reads
    its output, and says after name that there is no room for it."""
    unread, output = os.pipe()
    os.close(unread)
    outputs = {'': output}
    if Path('/dev/full').exists():
        outputs[f'{name}: standard output: No space left on device\n'] = (
            os.open('/dev/full', os.O_WRONLY)
        )
    for complaint, output in outputs.items():
        done = run(
            [sys.executable, *words],
            cwd=folder,
            env=ENVIRONMENT,
            input=typed,
            stdout=output,
            stderr=PIPE,
            encoding='utf-8',
            timeout=LONG,
            check=False,
        )
        os.close(output)
        assert (done.returncode, done.stderr) == (1, complaint)


def wait_until(is_done: Callable[[], bool]) -> None:
    """Wait until is_done(), but not for ever."""
    deadline = monotonic() + LONG
    while not is_done():
        assert monotonic() < deadline
        sleep(0.02)


def is_running(number: int) -> bool:
    """Return whether there is a process with this number that has not ended.
    One that has may be listed until somebody asks for its exit status."""
    try:
        return psutil.Process(number).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
