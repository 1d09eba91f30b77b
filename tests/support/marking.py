"""Running the marking tool, as markers do, and reading what it writes."""

from pathlib import Path
from shutil import which
from subprocess import PIPE, CompletedProcess, run
import csv
import json
import re
import sys
import psutil
import pytest
from tests.support.programs import ENVIRONMENT, TOP
from tests.support.submissions import GROUPS, MOVES, RANDOM, Group

COMMAND = [sys.executable, '-P', '-m', 'course.marking']
# Tests that take long, and tell few solutions apart.
LONG = re.compile(
    r'\btest_(equal_repr|different_repr|old_states|valid_moves'
    r'|stonehenge_[23]|subtract_square|far_from_the_end'
    r'|every_move|rough_outcome_small)\b'
)
USUAL = '[style]\npoints = 0\n[suites]\nseed = 148\n'


def run_tool(
    *arguments: object, status: int = 0, seconds: int = 300, **variables: str
) -> CompletedProcess[str]:
    """Run the tool with arguments and these environment variables. Check that
    it ends with this exit status, within so many seconds.
    """
    done = run(
        [*COMMAND, *map(str, arguments)],
        stdout=PIPE,
        stderr=PIPE,
        encoding='utf-8',
        timeout=seconds,
        check=False,
        env={**ENVIRONMENT, 'PYTHONPATH': str(TOP), **variables},
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done


def write_toml(path: Path, groups: dict[str, Group], more: str = USUAL) -> Path:
    """Write a marking.toml with these groups of tests. Return its path."""
    for name, group in groups.items():
        more += f'[[groups]]\nname = "{name}"\n'
        if MOVES not in groups:
            # A root that is not run would be a mistake.
            group = group._replace(root='')
        for key, value in group._asdict().items():
            more += f'{key} = {json.dumps(value)}\n'
    path.write_text(more, encoding='utf-8')
    return path


def quick_toml(folder: Path, more: str = USUAL) -> Path:
    """Write a small marking.toml into folder. Return its path."""
    return write_toml(folder / 'marking.toml', {RANDOM: GROUPS[RANDOM]}, more)


def read_marks(out: Path) -> dict[str, dict[str, str]]:
    """Return the rows of marks.csv in out, by submission."""
    with (out / 'marks.csv').open(encoding='utf-8', newline='') as file:
        return {row['id']: row for row in csv.DictReader(file)}


def read_feedback(out: Path, name: str) -> str:
    """Return what the submission called name gets to read. Line breaks count
    as blanks.
    """
    text = (out / name / 'feedback.md').read_text(encoding='utf-8')
    return ' '.join(text.split())


def link_python(version: str, folder: Path) -> Path:
    """Return folder, in which python3 now is a Python of this version, or skip
    the test: there is none.
    """
    name = f'python{version}'
    by_pyenv = Path.home().glob(f'.pyenv/versions/{version}.*/bin/{name}')
    found = [which(name), *sorted(map(str, by_pyenv))]
    # pyenv puts a script there for each version that it might have.
    for path in filter(None, found):
        if run([path, '-c', ''], stderr=PIPE, check=False).returncode == 0:
            folder.mkdir()
            (folder / 'python3').symlink_to(path)
            return folder
    pytest.skip(f'there is no Python {version} here')


def processes_with(mark: str) -> list[str]:
    """Return the commands that are running now and contain mark."""
    commands = [
        ' '.join(process.info['cmdline'] or [])
        for process in psutil.process_iter(['cmdline'])
    ]
    return [command for command in commands if mark in command]
