"""Write a custom tester for MarkUs: a script, what it needs, its settings."""
from pathlib import Path
from typing import Optional
from course.marking.atomic import write_json, write_text
from course.marking.configuration import Configuration
from course.marking.packing import list_tool, write_zip

SCRIPT, ARCHIVE, SETTINGS = 'mark_minimax.py', 'marking.zip', 'settings.json'

# MarkUs puts these files and those of the students into one folder, and runs
# the script there.
TESTER = '''#!/usr/bin/env python3
"""Marks the submission in this folder, for MarkUs."""
from pathlib import Path
from tempfile import TemporaryDirectory
import os
import shutil
import subprocess
import sys
import zipfile

OURS = {ours!r}

here = Path(__file__).resolve().parent
with TemporaryDirectory() as name:
    work = Path(name)
    with zipfile.ZipFile(here / {archive!r}) as archive:
        archive.extractall(work / 'source')
    shutil.copytree(here, work / 'all' / 'submission', symlinks=True,
                    ignore=shutil.ignore_patterns(*OURS))
    done = subprocess.run(
        [sys.executable, '-m', 'course.marking', 'run', str(work / 'all'),
         '-o', str(work / 'out'), '-j', '1', '--contained',
         '-c', str(work / 'source' / 'marking' / 'marking.toml')],
        cwd=work / 'source', env={{**os.environ, 'PYTHONPATH': ''}},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    lines = work / 'out' / 'submission' / 'markus.jsonl'
    if not lines.exists():
        sys.exit('Marking has failed: ' + done.stderr[-2000:])
    sys.stdout.write(lines.read_text(encoding='utf-8'))
'''

# In seconds. MarkUs ends the script then.
TIMEOUT = 1800


def write_tester(configuration: Optional[Path], out: Path) -> int:
    """Write the tester's files into the folder out. Return the exit status of
    the program.
    """
    contents = list(list_tool(Configuration(configuration)))
    out.mkdir(parents=True, exist_ok=True)
    write_text(out / SCRIPT, TESTER.format(
        ours=[SCRIPT, ARCHIVE, SETTINGS], archive=ARCHIVE))
    (out / SCRIPT).chmod(0o755)
    write_zip(out / ARCHIVE, contents)
    write_json(out / SETTINGS, make_settings())
    print(f'Wrote {out}. Upload {SCRIPT} and {ARCHIVE} to MarkUs as the files '
          f'of a custom tester, and {SETTINGS} as its settings.')
    return 0


def make_settings() -> dict:
    """Return the settings of the tester."""
    return {'testers': [{'tester_type': 'custom', 'test_data': [{
        'script_files': [SCRIPT], 'category': ['instructor'],
        'timeout': TIMEOUT, 'feedback_file_names': [], 'extra_info': {
            'name': 'Minimax assignment', 'display_output': 'instructors',
            'criterion': None}}]}]}
