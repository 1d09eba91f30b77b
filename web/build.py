"""Write the page as plain files, for any web host: python3 -m web.build SITE

npm fetches Pyodide, which is Python for browsers, as web/package.json says. The
package's own code goes along in an archive; with --students, what students get
of it, so that they can try their own files there.
"""

from argparse import ArgumentParser
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from subprocess import PIPE, STDOUT, run
from typing import Optional
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo
import gzip
import json
import re
import shutil
import sys
from web.suites import SUITES, TOP

PYODIDE = TOP / 'web' / 'node_modules' / 'pyodide'
PYODIDE_FILES = [
    'pyodide.mjs',
    'pyodide.asm.mjs',
    'pyodide.asm.wasm',
    'pyodide-lock.json',
    'python_stdlib.zip',
]
NPM_INSTALL = (
    'install --omit=dev --no-package-lock --ignore-scripts '
    '--no-audit --no-fund --silent --loglevel=error'
)
# The package's code, next to the files at its top.
FOLDERS = ['engine', 'interface', 'drawings', 'labs', 'web']
# What of Python's library nobody needs here: other terminals, mail, servers,
# and rare encodings.
UNUSED = re.compile(
    r'(_pyrepl|ctypes|ensurepip|wsgiref|xmlrpc)/|encodings/(cp(?!437|1252)\d|'
    r'hp_|iso8859|koi8|kz|mac_|palmos|ptcp|tis)|(ftplib|imaplib|mailbox|'
    r'pickletools|poplib|smtplib|turtle)\.py'
)

# The contents of files, by their paths.
Files = dict[str, bytes]


def fetch_pyodide() -> None:
    """Fetch Pyodide, unless it is there. Raise ValueError if that fails."""
    if (PYODIDE / PYODIDE_FILES[0]).is_file():
        return
    npm = shutil.which('npm')
    if npm is None:
        raise ValueError(
            'npm is missing, which comes with Node.js and fetches '
            'Pyodide, the Python for browsers'
        )
    done = run(
        [npm, *NPM_INSTALL.split()],
        cwd=TOP / 'web',
        stdout=PIPE,
        stderr=STDOUT,
        encoding='utf-8',
        check=False,
    )
    if done.returncode:
        why, *_ = done.stdout.strip().splitlines() or ['no reason given']
        raise ValueError(f'npm cannot fetch Pyodide: {why}')


def build_site(
    site: Path, for_students: bool = False, marking: Optional[Path] = None
) -> int:
    """Write the page to site, and return how many bytes it has. That for
    students has the text and the points in the file marking, or in the usual
    one. Raise ValueError or OSError if that fails.
    """
    fetch_pyodide()
    # Where it is hosted, some of the page is replaced.
    files = {
        path.name: path.read_bytes()
        for folder in ('page', 'hosted')
        for path in (TOP / 'web' / folder).iterdir()
    }
    if for_students:
        from course.starter.page import list_for_students

        archive, others = list_for_students(files['index.html'], marking)
        archive |= list_anytree()
        files |= others
    else:
        archive = list_files()
    files |= list_pyodide() | {'package.zip': make_zip(archive)}
    sizes = {each: len(files[each]) for each in sorted(files)}
    files['site.js'] = f'self.SIZES = {json.dumps(sizes, indent=1)};\n'.encode()
    for name, content in files.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(content)
    return sum(map(len, files.values()))


def list_pyodide() -> Files:
    """Return Pyodide without its packages, and what else nobody needs."""
    files = {}
    for name in PYODIDE_FILES:
        content = (PYODIDE / name).read_bytes()
        if name.endswith('.mjs'):
            # Many servers do not know that these are JavaScript, too.
            name = name.replace('.mjs', '.js')
            content = content.replace(b'.mjs', b'.js')
        elif name.endswith('.wasm'):
            name += '.packed'  # By its own name, servers would unpack it.
            content = gzip.compress(content, mtime=0)
        elif name.endswith('.json'):
            lock = json.loads(content) | {'packages': {}}
            content = json.dumps(lock).encode()
        else:
            with ZipFile(BytesIO(content)) as library:
                needed = {
                    each: library.read(each)
                    for each in library.namelist()
                    if not UNUSED.match(each)
                }
            content = make_zip(needed)
        files[f'pyodide/{name}'] = content
    return files


def make_zip(files: Files) -> bytes:
    """Return an archive of files."""
    content = BytesIO()
    with ZipFile(content, 'w') as archive:
        for name in sorted(files):
            # Without a time, the archive is the same each time.
            archive.writestr(ZipInfo(name), files[name], ZIP_DEFLATED, 9)
    return content.getvalue()


def list_folder(folder: Path) -> Files:
    """Return the files in folder that the package needs, with its name."""
    return {
        path.relative_to(folder.parent).as_posix(): path.read_bytes()
        for path in folder.rglob('*')
        if path.suffix in ('.py', '.json', '.bin')
        and 'node_modules' not in path.parts
    }


def list_anytree() -> Files:
    """Return anytree. Raise ValueError if it is not installed."""
    anytree = find_spec('anytree')
    if anytree is None:
        raise ValueError(
            'anytree is missing, which draws trees. To install '
            'it: python3 -m pip install anytree'
        )
    return list_folder(Path(anytree.origin or '').parent)


def list_files() -> Files:
    """Return the files of the archive by their names, also those of anytree."""
    paths = list(TOP.glob('*.py'))
    for name in *SUITES, 'suite_support':
        paths.append(TOP / 'tests' / f'{name}.py')
    files = {path.name: path.read_bytes() for path in paths}
    for folder in FOLDERS:
        files |= list_folder(TOP / folder)
    return files | list_anytree()


def main() -> None:
    """Write the page as the command line says."""
    parser = ArgumentParser(
        prog='python3 -m web.build',
        description='Write the page as plain files, for any web host.',
    )
    parser.add_argument('site', type=Path, help='the folder to write')
    parser.add_argument(
        '--students',
        action='store_true',
        help='write the page for students, without the solution',
    )
    parser.add_argument(
        '--marking',
        type=Path,
        metavar='FILE',
        help='the marking.toml with its title, links and points',
    )
    options = parser.parse_args()
    if options.marking and not options.students:
        parser.error('--marking is for the page for students: --students')
    try:
        size = build_site(options.site, options.students, options.marking)
    except (ValueError, OSError) as error:
        sys.exit(f'{parser.prog}: {error}')
    print(
        f'The page is in {options.site}: {size / 1e6:.1f} MB. To see it: '
        f'python3 -m http.server -d {options.site}'
    )
    if options.students:
        print('It contains nothing of the solution: students may open it.')
    else:
        print(
            'It contains the solution (stonehenge.py, strategy.py, labs/), in '
            'package.zip: do not host it where students can open it.'
        )


if __name__ == '__main__':
    main()
