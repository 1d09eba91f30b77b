"""Check style: what python_ta says.

python_ta runs in a process of its own, that of `course.marking.style`. It has a
student's files on its path, and might import `copy.py` from there, so no code
from there is ever executed. A file that it has not checked is not clean.
"""

from __future__ import annotations
from contextlib import redirect_stdout, suppress
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any, Union
import ast
import json
import os
import re
import resource
import shutil
import subprocess
import sys
from course.marking.configuration import TOP
from course.marking.connection import PATIENCE
from course.marking.isolation import end_branch, run_module

SECONDS = 120  # That it computes. On the clock, it gets PATIENCE times that.
MOST_MESSAGES = 1000  # More cost no more.
MEMORY = 2**31  # python_ta works out what a constant amounts to.
CHECKER = run_module('course.marking.style')
UNREADABLE = 'python_ta cannot read it'

# What is found in a file: messages, or the syntax error, or nothing.
Found = Union[list[dict], str, None]


def check_style(
    folder: Path, space: Path, style: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return what python_ta says of the files in folder. Work in space."""
    copies = space / 'files'
    copies.mkdir(parents=True)
    for path in filter(Path.is_file, folder.glob('*.py')):
        if path.stem not in sys.stdlib_module_names:
            shutil.copyfile(path, copies / path.name)
    there = [
        copies / name for name in style['files'] if (copies / name).is_file()
    ]
    found, silence = run_python_ta(there, space, Path(style['config']))
    return [
        describe_file(copies / name, found.get(name), silence)
        for name in style['files']
    ]


def describe_file(
    path: Path, found: Found, silence: str = UNREADABLE
) -> dict[str, Any]:
    """Return what there is to say of the file at path."""
    problem = find_problem(path, found, silence)
    messages = found if isinstance(found, list) and not problem else []
    return {
        'name': path.name,
        'problem': problem,
        'messages': [
            {
                'code': message['msg_id'],
                'symbol': message['symbol'],
                'text': ' '.join(str(message['msg']).split())[:300],
                'line': message['line'],
            }
            for message in messages[:MOST_MESSAGES]
        ],
    }


def find_problem(path: Path, found: Found, silence: str) -> str:
    """Return why the file at path does not count as checked, '' if it does."""
    if not path.is_file():
        return 'it is missing'
    if isinstance(found, str):
        return found
    text = path.read_text(encoding='utf-8', errors='replace')
    if found is not None:
        if re.search(r'(?m)^[ \t]*(def|class)\b', text):
            return ''
        return 'there is no function or class in it'
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(r'#\s*pylint\s*:', line):
            return f'line {number} has a "pylint:" comment'
    return silence


def run_python_ta(
    paths: list[Path], space: Path, config: Path
) -> tuple[dict[str, Found], str]:
    """Return what is found, by file, and why there might be nothing."""
    json_config = space / 'pyta.txt'
    settings = re.sub(
        r'(?m)^output-format\s*=.*$',
        'output-format = pyta-json',
        config.read_text(encoding='utf-8'),
    )
    json_config.write_text(settings, encoding='utf-8')
    (space / 'empty').mkdir()
    command = [
        sys.executable,
        '-u',
        *CHECKER,
        str(json_config),
        *map(str, paths),
    ]
    with subprocess.Popen(
        command,
        cwd=space / 'empty',
        encoding='utf-8',
        errors='replace',
        env={**os.environ, 'PYTHONPATH': str(TOP)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        for limit, most in (
            (resource.RLIMIT_CPU, SECONDS),
            (resource.RLIMIT_AS, MEMORY),
        ):
            resource.prlimit(process.pid, limit, (most, most))
        try:
            lines = process.communicate(timeout=SECONDS * PATIENCE)[0]
        except subprocess.TimeoutExpired:
            # python_ta starts mypy, which would go on without it.
            end_branch(process)
            lines = process.communicate()[0]
    silence = UNREADABLE
    if process.returncode < 0:  # It was ended.
        silence = (
            f'python_ta needed more than {SECONDS} s for this file or '
            f'one before it'
        )
    return dict(map(json.loads, lines.splitlines())), silence


class ForeignCodeError(BaseException):
    """Raised when a file that is only to be looked at would be run."""


def forbid_running(folder: str) -> None:
    """Make sure that no code from files in folder is run in this process."""
    folder = os.path.join(os.path.realpath(folder), '')

    def check(event: str, args: tuple) -> None:
        """Refuse to run code from folder."""
        if event == 'exec':
            file = os.path.realpath(getattr(args[0], 'co_filename', ''))
            if file.startswith(folder):
                raise ForeignCodeError

    sys.addaudithook(check)


def main(config: str, files: list[str]) -> None:
    """Check files, and print the name of each with what is found."""
    python_ta = import_module('python_ta')
    # What it imports only when it needs it is imported now.
    import_module('python_ta.reporters.json_reporter')
    forbid_running(os.path.dirname(files[0]))
    for file in files:
        out = StringIO()
        found = find_syntax_error(file)
        if found is None:
            # For what else it says; it fails at some encodings.
            with redirect_stdout(sys.stderr), suppress(Exception, SystemExit):
                python_ta.check_all(file, config=config, output=out)
            if out.getvalue():  # It refuses to check some files.
                found = json.loads(out.getvalue())[0]['msgs']
        print(json.dumps([os.path.basename(file), found]))


def find_syntax_error(file: str) -> Found:
    """Return the syntax error in file, of which python_ta says nothing."""
    try:
        ast.parse(Path(file).read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, 'lineno', None) or 1
        why = getattr(error, 'msg', None) or error
        return f'syntax error in line {line}: {why}'
    return None


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2:])
