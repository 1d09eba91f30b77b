"""Check style: what python_ta says.

A file that python_ta has not really checked does not count as clean. It runs in
a process of its own, that of `course.marking.style CONFIG FILE...`, which
has the folder of a student's files on its path, and might import `copy.py` from
there: so no code from there is ever executed.
"""
from __future__ import annotations
from importlib import import_module
from pathlib import Path
from typing import Any, Optional
import ast
import json
import os
import re
import shutil
import subprocess
import sys
from course.marking.configuration import TOP
from course.marking.inside.cell import MEGABYTE, lower
from course.marking.processes import end_branch, run_module

SECONDS = 120
MEMORY_MB = 2048  # python_ta works out what a constant amounts to.
CHECKER = run_module('course.marking.style')
SYNTAX_ERROR = 'E0001'
UNREADABLE = 'python_ta cannot read it'


def check_style(folder: Path, space: Path, style: dict[str, Any]
                ) -> list[dict[str, Any]]:
    """Return what python_ta says of the files in folder. Work in space."""
    copies = space / 'files'
    copies.mkdir(parents=True)
    for path in filter(Path.is_file, folder.glob('*.py')):
        if path.stem not in sys.stdlib_module_names:
            shutil.copyfile(path, copies / path.name)
    found, in_time = run_python_ta(
        [copies / name for name in style['files']
         if (copies / name).is_file()], space, Path(style['config']))
    checked = [describe_file(copies / name, found.get(name))
               for name in style['files']]
    for file in checked:
        if file['problem'] == UNREADABLE and not in_time:
            file['problem'] = f'python_ta needed more than {SECONDS} s for ' \
                              f'this file or one before it'
    return checked


def describe_file(path: Path, messages: Optional[list[dict]]
                  ) -> dict[str, Any]:
    """Return what there is to say of the file at path. No messages: python_ta
    has said nothing.
    """
    problem = find_problem(path, messages)
    return {'name': path.name, 'problem': problem, 'messages': [
        {'code': message['msg_id'], 'symbol': message['symbol'],
         'text': ' '.join(str(message['msg']).split())[:300],
         'line': message['line']}
        for message in messages or [] if not problem]}


def find_problem(path: Path, messages: Optional[list[dict]]) -> str:
    """Return why the file at path does not count as checked, '' if it does."""
    if not path.is_file():
        return 'it is missing'
    for message in messages or []:
        if message['msg_id'] == SYNTAX_ERROR:
            return f'syntax error in line {message["line"]}: {message["msg"]}'
    text = path.read_text(encoding='utf-8', errors='replace')
    if messages is not None:
        return '' if re.search(r'(?m)^\s*(def|class)\b', text) \
            else 'there is no function or class in it'
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(r'#\s*pylint\s*:', line):
            return f'line {number} has a "pylint:" comment'
    return UNREADABLE


def run_python_ta(paths: list[Path], space: Path, config: Path
                  ) -> tuple[dict[str, list[dict[str, Any]]], bool]:
    """Return python_ta's messages, by file, and whether it was in time."""
    if not paths:
        return {}, True
    json_config = space / 'pyta.txt'
    json_config.write_text(re.sub(
        r'(?m)^output-format\s*=.*$', 'output-format = pyta-json',
        config.read_text(encoding='utf-8')), encoding='utf-8')
    (space / 'empty').mkdir()
    command = [sys.executable, '-u', *CHECKER, str(json_config),
               *map(str, paths)]
    with subprocess.Popen(
            command, cwd=space / 'empty', encoding='utf-8', errors='replace',
            env={**os.environ, 'PYTHONPATH': str(TOP)},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL) as process:
        try:
            return read_reports(process.communicate(timeout=SECONDS)[0]), True
        except subprocess.TimeoutExpired:
            # python_ta starts mypy, which would go on without it.
            end_branch(process)
            return read_reports(process.communicate()[0]), False


def read_reports(text: str) -> dict[str, list[dict[str, Any]]]:
    """Return the messages in text: JSON lists between other lines."""
    decoder, found = json.JSONDecoder(), {}
    for start in [match.start() for match in re.finditer(r'(?m)^\[', text)]:
        try:
            reports, _ = decoder.raw_decode(text, start)
        except ValueError:
            continue
        for report in reports:
            if isinstance(report, dict) and 'filename' in report:
                found[Path(report['filename']).name] = report['msgs']
    return found


class ForeignCodeError(BaseException):
    """Raised when a file that is only to be looked at would be run."""


def forbid_running(folder: str) -> None:
    """Make sure that no code from files in folder is run in this process."""
    folder = os.path.join(os.path.realpath(folder), '')

    def check(event: str, args: tuple) -> None:
        """Refuse to run code from folder."""
        if event == 'exec' and os.path.realpath(getattr(
                args[0], 'co_filename', '')).startswith(folder):
            raise ForeignCodeError
    sys.addaudithook(check)


def main(config: str, files: list[str]) -> None:
    """Check files, one after the other, in this process."""
    python_ta = import_module('python_ta')
    # What it imports only when it needs it is imported now.
    import_module('python_ta.reporters.json_reporter')
    forbid_running(os.path.dirname(files[0]))
    lower('AS', MEMORY_MB * MEGABYTE)
    for file in files:
        problem = find_syntax_error(file)
        if problem is None:
            python_ta.check_all(file, config=config)
        else:
            print(json.dumps([{'filename': file, 'msgs': [problem]}]))


def find_syntax_error(file: str) -> Optional[dict]:
    """Return the syntax error in file, of which python_ta says nothing."""
    try:
        ast.parse(Path(file).read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return {'msg_id': SYNTAX_ERROR, 'symbol': 'syntax-error',
                'line': getattr(error, 'lineno', None) or 1,
                'msg': getattr(error, 'msg', None) or str(error)}
    return None


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2:])
