"""Put together what marks elsewhere: an autograder for Gradescope, a custom
tester for MarkUs. Both hold this tool, the suites and the reference solution.

On MarkUs, nothing can be installed: there, the tool has the standard library
alone, and python_ta where style is marked.
"""
from copy import deepcopy
from pathlib import Path
from typing import Iterator, Optional
import json
import zipfile
from course.marking.configuration import TOP, Configuration
from course.marking.outputs import write_json, write_text

# The tool, and what it is built on.
TOOL = ['course/__init__.py', 'course/marking', 'game.py', 'game_state.py',
        'stonehenge.py', 'strategy.py', 'engine', 'interface',
        'game_interface.py', 'subtract_square_game.py',
        'subtract_square_state.py']
# Zip files have no dates before this: the same files give the same zip file.
DATE = (1980, 1, 1, 0, 0, 0)

SETUP = '''#!/usr/bin/env bash
# Gradescope runs this once, when it builds the container.
set -e
apt-get update
apt-get install -y --no-install-recommends python3 python3-venv
python3 -m venv /autograder/python
/autograder/python/bin/pip install -q 'python-ta==2.13.1'
'''

# The container is new for each submission, and lets no sandbox be made inside.
# So submissions are contained there: they run as another user, that cannot look
# into /autograder/source.
RUN = '''#!/usr/bin/env bash
# Gradescope runs this for each submission, as root.
autograder=${AUTOGRADER:-/autograder}
python=$autograder/python/bin/python
[ -x "$python" ] || python=python3
chmod -R go-rwx "$autograder/source" "$autograder/results"
work=$(mktemp -d)
mkdir "$work/all"
cp -R "$autograder/submission" "$work/all/submission"
cd "$autograder/source" || exit 1
"$python" -m course.marking run "$work/all" -o "$work/out" \\
    -c marking/marking.toml --contained -j 1
if [ -f "$work/out/submission/results.json" ]; then
    cp "$work/out/submission/results.json" "$autograder/results/results.json"
else
    echo '{"score": 0, "output": "Marking has failed. This is not your fault: '\\
'please tell course staff."}' > "$autograder/results/results.json"
fi
rm -rf "$work"
'''

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


def write_autograder(configuration: Optional[Path], out: Path) -> int:
    """Write the zip file out. Return the program's exit status."""
    programs = {'setup.sh': SETUP.encode(), 'run_autograder': RUN.encode()}
    tool = list_tool(Configuration(configuration))
    write_zip(out, [*programs.items(), *tool])
    print(f'Wrote {out}. Upload it to Gradescope as the autograder. '
          f'Submissions are contained there, not sandboxed: see '
          f'course/README.md.')
    return 0


def write_tester(configuration: Optional[Path], out: Path) -> int:
    """Write the tester into the folder out. Return the exit status."""
    contents = list(list_tool(Configuration(configuration)))
    out.mkdir(parents=True, exist_ok=True)
    write_text(out / SCRIPT, TESTER.format(
        ours=[SCRIPT, ARCHIVE, SETTINGS], archive=ARCHIVE))
    (out / SCRIPT).chmod(0o755)
    write_zip(out / ARCHIVE, contents)
    write_json(out / SETTINGS, {'testers': [{
        'tester_type': 'custom', 'test_data': [{
            'script_files': [SCRIPT], 'category': ['instructor'],
            'timeout': TIMEOUT, 'feedback_file_names': [], 'extra_info': {
                'name': 'Minimax assignment', 'display_output': 'instructors',
                'criterion': None}}]}]})
    print(f'Wrote {out}. Upload {SCRIPT} and {ARCHIVE} to MarkUs as the files '
          f'of a custom tester, and {SETTINGS} as its settings.')
    return 0


def list_tool(configuration: Configuration) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of all that is needed to mark."""
    yield from walk(TOOL, TOP, '')
    yield from walk(configuration.reference_parts, configuration.reference,
                    'marking/reference/')
    for path in configuration.suite_files():
        yield f'marking/{path.name}', path.read_bytes()
    yield 'marking/pyta.txt', configuration.style.config.read_bytes()
    for supplied in map(Path, configuration.files['supplied']):
        yield from walk([supplied.name], supplied.parent, 'marking/supplied/')
    yield 'marking/marking.toml', format_toml(configuration).encode()


def walk(parts: list[str], top: Path, place: str
         ) -> Iterator[tuple[str, bytes]]:
    """Yield the contents of these files and folders, named under place."""
    for part in parts:
        for path in [top / part, *sorted((top / part).rglob('*'))]:
            if path.is_file() and '__pycache__' not in path.parts:
                yield f'{place}{path.relative_to(top)}', path.read_bytes()


def format_toml(configuration: Configuration) -> str:
    """Return configuration as a marking.toml, for the files as laid out."""
    tables = deepcopy(configuration.tables)
    files, suites, style = (tables[name] for name in ('files', 'suites',
                                                      'style'))
    files['supplied'] = [f'supplied/{Path(path).name}'
                         for path in files['supplied']]
    suites['reference'] = 'reference'
    suites['paths'] = [path.name for path in configuration.suites]
    style['config'] = 'pyta.txt'
    tables['style.costs'] = style.pop('costs')
    groups = tables.pop('groups')
    return ''.join([f'[{name}]\n{format_pairs(table)}\n'
                    for name, table in tables.items()]
                   + [f'[[groups]]\n{format_pairs(group)}\n'
                      for group in groups])


def format_pairs(table: dict) -> str:
    """Return the lines of a table: JSON's values are TOML's, too."""
    return ''.join(f'{json.dumps(key)} = {json.dumps(value)}\n'
                   for key, value in table.items())


def write_zip(path: Path, contents: list[tuple[str, bytes]]) -> None:
    """Write a zip file with these contents. Scripts in it can be run."""
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as zipped:
        for name, content in contents:
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # As on Linux, wherever this runs.
            mode = 0o755 if content.startswith(b'#!') else 0o644
            entry.external_attr = (0o100000 | mode) << 16
            zipped.writestr(entry, content)
