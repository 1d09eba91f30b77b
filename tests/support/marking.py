"""Running the marking tool, as markers do, and reading what it writes."""
from pathlib import Path
from subprocess import PIPE, CompletedProcess, run
from time import monotonic, sleep
from typing import Callable
import csv
import json
import os
import sys
from tests.support.programs import ENVIRONMENT, TOP
from tests.support.submissions import POINTS, RANDOM, TESTS

LONG = 300


def run_tool(*arguments: object, folder: Path = TOP, **variables: str
             ) -> CompletedProcess[str]:
    """Run the tool with arguments, in folder."""
    return run([sys.executable, '-P', '-m', 'course.marking',
                *map(str, arguments)], cwd=folder, stdout=PIPE, stderr=PIPE,
               encoding='utf-8', timeout=LONG, check=False,
               env={**ENVIRONMENT, 'PYTHONPATH': str(TOP), **variables})


USUAL = '[style]\npoints = 0\n[suites]\nseed = 148\n'


def write_toml(path: Path, tests: dict[str, str], points: dict[str, int],
               more: str = USUAL) -> Path:
    """Write a marking.toml with these groups of tests, each of which needs the
    first one if it is of the same suite. Return its path.
    """
    first = next(iter(tests))
    suite = tests[first].split('.')[0]
    text = more
    for name, test in tests.items():
        needs = [first] if name != first and test.startswith(suite) else []
        text += (f'[[groups]]\nname = "{name}"\ntests = ["{test}"]\n'
                 f'points = {points[name]}\nneeds = {json.dumps(needs)}\n')
    path.write_text(text, encoding='utf-8')
    return path


def quick_toml(folder: Path, more: str = USUAL) -> Path:
    """Write a marking.toml that asks for little into folder. Return its path.
    """
    return write_toml(folder / 'marking.toml', {RANDOM: TESTS[RANDOM]}, POINTS,
                      more)


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


def once_for_all(folder: Path, work: Callable[[Path], None]) -> Path:
    """Have work done in folder by the first process that asks for it, and let
    all others wait. Return the folder.
    """
    try:
        folder.mkdir()
    except FileExistsError:
        end = monotonic() + LONG
        while not (folder / 'done').exists() and monotonic() < end:
            sleep(0.2)
    else:
        work(folder)
        (folder / 'done').touch()
    return folder


def processes_with(mark: str) -> list[str]:
    """Return the commands that are running now and contain mark."""
    found = []
    for name in os.listdir('/proc'):
        try:
            command = Path(f'/proc/{name}/cmdline').read_bytes()
        except OSError:
            continue
        if mark.encode() in command:
            found.append(command.decode('utf-8', 'replace'))
    return found
