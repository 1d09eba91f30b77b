#!/usr/bin/env python3
"""Marks the submission in this folder, for MarkUs.

MarkUs puts the files of the tester and those of students into one folder. There
is a copy of this script for each criterion: settings.json says in what time.
"""
from pathlib import Path
from tempfile import TemporaryDirectory
import json
import os
import shutil
import subprocess
import sys
import zipfile

OURS = ('mark_[0-9]*.py', 'marking.zip', 'pyta.json')


def mark(script: Path, work: Path) -> str:
    """Return the lines for MarkUs that this script is to print. Work in work.
    """
    source, out = work / 'source', work / 'out'
    with zipfile.ZipFile(script.parent / 'marking.zip') as archive:
        archive.extractall(source)
    shutil.copytree(script.parent, work / 'all' / 'submission', symlinks=True,
                    ignore=shutil.ignore_patterns(*OURS))
    settings = json.loads((source / 'settings.json').read_text('utf-8'))
    parts = settings['testers'][0]['test_data']
    number = [part['script_files'] for part in parts].index([script.name])
    seconds, said = parts[number]['timeout'] - 5, ''
    try:
        said = subprocess.run(
            [sys.executable, '-m', 'course.marking', 'run', str(work / 'all'),
             '-o', str(out), '-j', '1', '--contained',
             '-c', f'marking/{script.stem}.json'],
            cwd=source, env={**os.environ, 'PYTHONPATH': ''},
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            encoding='utf-8', timeout=seconds, check=False).stderr
    except subprocess.TimeoutExpired:
        pass  # What has been written by then counts.
    lines = out / 'submission' / 'markus.jsonl'
    if not lines.exists():
        sys.exit('Marking has failed: ' + said[-2000:])
    # The first script says what there is to say of the files.
    return ''.join(lines.read_text('utf-8').splitlines(True)[number > 0:])


if __name__ == '__main__':
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        print(mark(Path(__file__).resolve(), Path(name)), end='')
