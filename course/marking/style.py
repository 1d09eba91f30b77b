"""Mark style: what python_ta says, and what that costs.

A file that python_ta has not really checked does not count as clean.
"""
from __future__ import annotations
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Optional
import json
import os
import re
import shutil
import subprocess
import sys
from course.marking.configuration import Style
from course.marking.judging import TOP
from course.marking.process_tree import end_branch

SECONDS = 120
CHECKER = ['-m', 'course.marking.style_check']
SYNTAX_ERROR = 'E0001'
UNREADABLE = 'python_ta cannot read it'


@dataclass
class Checked:
    """What python_ta says of a file.

    === Attributes ===
    name: the name of the file
    messages: what python_ta says, each with what it costs
    problem: why it was not checked, if it was not
    points: what the file is worth
    score: what the student gets of that
    """
    name: str
    points: Fraction
    score: Fraction = Fraction(0)
    messages: list[dict[str, Any]] = field(default_factory=list)
    problem: str = ''


def check_style(folder: Path, space: Path, style: Style) -> list[Checked]:
    """Return what python_ta says of the files in folder. Work in space."""
    copies = copy_aside(folder, space / 'files')
    found, in_time = run_python_ta(
        [copies / name for name in style.files if (copies / name).is_file()],
        space, style.config)
    share = style.points / max(1, len(style.files))
    checked = [judge_file(name, copies / name, found.get(name), share, style)
               for name in style.files]
    for file in checked:
        if file.problem == UNREADABLE and not in_time:
            file.problem = f'python_ta needed more than {SECONDS} s for this ' \
                           f'file or one before it'
    return checked


def judge_file(name: str, path: Path, messages: Optional[list[dict]],
               points: Fraction, style: Style) -> Checked:
    """Return what the file at path gets, with these messages. None means that
    python_ta has not said anything of it.
    """
    checked = Checked(name, points)
    if messages is None or any(each['msg_id'] == SYNTAX_ERROR
                               for each in messages):
        checked.problem = find_reason(path, messages)
        return checked
    for message in messages:
        cost = style.costs.get(message['msg_id'], style.costs.get(
            message['symbol'], style.cost))
        checked.messages.append({
            'code': message['msg_id'], 'symbol': message['symbol'],
            'text': ' '.join(str(message['msg']).split())[:300],
            'line': message['line'], 'end_line': message['end_line'],
            'column': message['column'], 'end_column': message['end_column'],
            'cost': str(cost)})
        points -= cost
    checked.score = max(points, Fraction(0))
    return checked


def find_reason(path: Path, messages: Optional[list[dict]]) -> str:
    """Return why python_ta has not checked the file at path."""
    if not path.is_file():
        return 'it is missing'
    if messages:
        error = next(message for message in messages
                     if message['msg_id'] == SYNTAX_ERROR)
        return f'syntax error in line {error["line"]}: {error["msg"]}'
    text = path.read_text(encoding='utf-8', errors='replace')
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(r'#\s*pylint\s*:', line):
            return f'line {number} has a "pylint:" comment'
    return UNREADABLE


def copy_aside(folder: Path, target: Path) -> Path:
    """Copy the Python files right in folder to target, but for those with the
    name of a module of Python. Return target.
    """
    target.mkdir(parents=True)
    for path in folder.glob('*.py'):
        if path.stem not in sys.stdlib_module_names:
            shutil.copyfile(path, target / path.name)
    return target


def run_python_ta(paths: list[Path], space: Path, config: Path
                  ) -> tuple[dict[str, list[dict[str, Any]]], bool]:
    """Return the messages of python_ta, by the name of the file, and whether it
    has come to its end. Where it says nothing of a file, there is none.
    """
    if not paths:
        return {}, True
    settings = config.read_text(encoding='utf-8')
    json_config = space / 'pyta.txt'
    json_config.write_text(re.sub(r'(?m)^output-format\s*=.*$',
                                  'output-format = pyta-json', settings),
                           encoding='utf-8')
    (space / 'empty').mkdir()
    command = [sys.executable, '-u', '-P', *CHECKER, str(json_config),
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
    """Return the messages in text, which holds a JSON list for each file and
    other lines between them.
    """
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
