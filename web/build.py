"""Write the page as plain files, for any web host: no Python is needed there.

    python3 -m web.build SITE

Pyodide, which is Python for browsers, is fetched by npm. The package's own code
goes along in an archive, and runs in the browser.
"""
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from subprocess import run
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo
import shutil
import sys
import tarfile

TOP = Path(__file__).resolve().parent.parent
PAGE = TOP / 'web' / 'page'

PYODIDE = 'pyodide@314.0.7'
PYODIDE_FILES = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm',
                 'pyodide-lock.json', 'python_stdlib.zip']

# The package's code, but for what needs a terminal or a window, or serves.
FOLDERS = ['engine', 'interface', 'drawings', 'labs', 'web']
SUFFIXES = ['.py', '.json']

# The page may load nothing from elsewhere, and only start Python.
POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
          "worker-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
          "connect-src 'self'; base-uri 'none'; form-action 'none'")

# All files in the archive have this time, so that it is the same each time.
TIME = (1980, 1, 1, 0, 0, 0)


class BuildError(Exception):
    """Raised, with one line that says why, when the site cannot be built."""


def build_site(site: Path, unpacked: Path) -> list[str]:
    """Write the page to the folder site. Pyodide's files are in the folder
    unpacked. Return what there is to say about it.
    """
    site.mkdir(parents=True, exist_ok=True)
    for file in [*PAGE.iterdir(), *(PAGE / 'hosted').iterdir()]:
        if file.is_file():
            shutil.copyfile(file, site / file.name)
    html = (site / 'index.html').read_text(encoding='utf-8')
    policy = f'<meta http-equiv="Content-Security-Policy" ' \
             f'content="{POLICY}">'
    (site / 'index.html').write_text(
        html.replace('<meta charset="utf-8">',
                     f'<meta charset="utf-8">\n{policy}'), encoding='utf-8')
    (site / 'pyodide').mkdir(exist_ok=True)
    for name in PYODIDE_FILES:
        if not (unpacked / name).is_file():
            raise BuildError(f'{unpacked} has no {name}: it is not {PYODIDE}')
        shutil.copyfile(unpacked / name, site / 'pyodide' / name)
    files, notes = list_files()
    with ZipFile(site / 'package.zip', 'w', ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(ZipInfo(name, TIME), files[name].read_bytes(),
                             ZIP_DEFLATED)
    return notes


def list_files() -> tuple[dict[str, Path], list[str]]:
    """Return the files of the archive by their names in it, and what there is
    to say about them.
    """
    files = {path.name: path for path in TOP.glob('*.py')}
    for folder in FOLDERS:
        files |= {path.relative_to(TOP).as_posix(): path
                  for path in (TOP / folder).rglob('*')
                  if path.suffix in SUFFIXES and 'page' not in path.parts}
    anytree = find_spec('anytree')
    if anytree is None or anytree.origin is None:
        return files, ['anytree is not installed here, so the page will have '
                       'no tree: python3 -m pip install anytree']
    home = Path(anytree.origin).parent
    files |= {f'anytree/{path.relative_to(home).as_posix()}': path
              for path in home.rglob('*.py')}
    return files, []


def fetch_pyodide(folder: Path) -> Path:
    """Fetch Pyodide into folder. Return the folder with its files. Raise
    BuildError if that fails.
    """
    npm = shutil.which('npm')
    if npm is None:
        raise BuildError('npm is missing. It fetches Pyodide, which is Python '
                         'for browsers. Install Node.js, or give the unpacked '
                         f'npm package {PYODIDE} by --pyodide')
    done = run([npm, 'pack', '--silent', PYODIDE], cwd=folder,
               capture_output=True, encoding='utf-8', check=False)
    archives = list(folder.glob('*.tgz'))
    if done.returncode or not archives:
        why = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise BuildError(f'npm cannot fetch {PYODIDE}: '
                         f'{why[-1] if why else "it does not say why"}')
    with tarfile.open(archives[0]) as archive:
        archive.extractall(folder, filter='data')
    return folder / 'package'


def main() -> int:
    """Write the page as the command line says. Return the exit status."""
    parser = ArgumentParser(prog='python3 -m web.build', description='Write '
                            'the page as plain files, for any web host.')
    parser.add_argument('site', type=Path, help='the folder to write')
    parser.add_argument('--pyodide', type=Path, metavar='FOLDER',
                        help=f'the unpacked npm package {PYODIDE}, instead of '
                             f'fetching it')
    options = parser.parse_args()
    try:
        with TemporaryDirectory() as folder:
            notes = build_site(options.site, options.pyodide
                               or fetch_pyodide(Path(folder)))
    except (BuildError, OSError) as error:
        print(f'python3 -m web.build: {error}', file=sys.stderr)
        return 1
    for note in notes:
        print(note)
    print(f'The page is in {options.site}. To see it: python3 -m http.server '
          f'-d {options.site}')
    return 0


if __name__ == "__main__":
    sys.exit(main())
