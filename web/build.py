"""Write the page as plain files, for any web host: python3 -m web.build SITE

npm fetches Pyodide, which is Python for browsers, as web/package.json says. The
package's own code goes along in an archive.
"""
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from subprocess import PIPE, STDOUT, run
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo
import shutil
import sys
from web.suites import SUITES, TOP

PYODIDE = TOP / 'web' / 'node_modules' / 'pyodide'
PYODIDE_FILES = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm',
                 'pyodide-lock.json', 'python_stdlib.zip']
NPM_INSTALL = 'install --omit=dev --no-package-lock --ignore-scripts ' \
              '--no-audit --no-fund --silent --loglevel=error'
# The package's code, next to the files at its top.
FOLDERS = ['engine', 'interface', 'drawings', 'labs', 'web']


class BuildError(Exception):
    """Raised, with one line that says why, when the site cannot be built."""


def fetch_pyodide() -> None:
    """Fetch Pyodide, unless it is there. Raise BuildError if that fails."""
    if (PYODIDE / PYODIDE_FILES[0]).is_file():
        return
    npm = shutil.which('npm')
    if npm is None:
        raise BuildError('npm is missing, which comes with Node.js and fetches '
                         'Pyodide, the Python for browsers')
    done = run([npm, *NPM_INSTALL.split()], cwd=TOP / 'web', stdout=PIPE,
               stderr=STDOUT, encoding='utf-8', check=False)
    if done.returncode:
        why, *_ = done.stdout.strip().splitlines() or ['no reason given']
        raise BuildError(f'npm cannot fetch Pyodide: {why}')


def build_site(site: Path) -> None:
    """Write the page to site. Raise BuildError or OSError if that fails."""
    fetch_pyodide()
    files = list_files()
    # Where it is hosted, some of the page is replaced.
    for folder in 'page', 'hosted':
        shutil.copytree(TOP / 'web' / folder, site, dirs_exist_ok=True)
    (site / 'pyodide').mkdir(exist_ok=True)
    for name in PYODIDE_FILES:
        data = (PYODIDE / name).read_bytes()
        if name.endswith('.mjs'):
            # Many servers do not know that these are JavaScript, too.
            name, data = name.replace('.mjs', '.js'), \
                data.replace(b'.mjs', b'.js')
        (site / 'pyodide' / name).write_bytes(data)
    with ZipFile(site / 'package.zip', 'w', ZIP_DEFLATED) as archive:
        for name, file in sorted(files.items()):
            # Without a time, the archive is the same each time.
            archive.writestr(ZipInfo(name), file.read_bytes(), ZIP_DEFLATED)


def list_files() -> dict[str, Path]:
    """Return the files of the archive by their names, also those of anytree.
    Raise BuildError if that is not installed.
    """
    anytree = find_spec('anytree')
    if anytree is None:
        raise BuildError('anytree is missing, which draws trees. To install '
                         'it: python3 -m pip install anytree')
    files = {path.name: path for path in (*TOP.glob('*.py'), *(
        TOP / 'tests' / f'{name}.py' for name in (*SUITES, 'suite_support')))}
    for folder in *(TOP / name for name in FOLDERS), \
            Path(anytree.origin or '').parent:
        files |= {path.relative_to(folder.parent).as_posix(): path
                  for path in folder.rglob('*')
                  if path.suffix in ('.py', '.json', '.bin')
                  and 'node_modules' not in path.parts}
    return files


def main() -> None:
    """Write the page as the command line says."""
    parser = ArgumentParser(prog='python3 -m web.build', description='Write '
                            'the page as plain files, for any web host.')
    parser.add_argument('site', type=Path, help='the folder to write')
    site = parser.parse_args().site
    try:
        build_site(site)
    except (BuildError, OSError) as error:
        sys.exit(f'{parser.prog}: {error}')
    print(f'The page is in {site}. To see it: python3 -m http.server -d {site}')
    print('It contains the solution (stonehenge.py, strategy.py, labs/), in '
          'package.zip: do not host it where students can open it.')


if __name__ == "__main__":
    main()
