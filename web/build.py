"""Write the page as plain files, for any web host: python3 -m web.build SITE

npm fetches Pyodide, which is Python for browsers, as web/package.json says. The
package's own code goes along in an archive; with --students, what students get
of it, so that they can try their own files there.
"""
from argparse import ArgumentParser
from html import escape
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from subprocess import PIPE, STDOUT, run
from typing import Optional
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo
import gzip
import hashlib
import json
import re
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
STUDENTS = TOP / 'web' / 'students.toml'
# What of Python's library nobody needs here: other terminals, mail, servers,
# and rare encodings.
UNUSED = re.compile(
    r'(_pyrepl|ctypes|ensurepip|wsgiref|xmlrpc)/|encodings/(cp(?!437|1252)\d|'
    r'hp_|iso8859|koi8|kz|mac_|palmos|ptcp|tis)|(ftplib|imaplib|mailbox|'
    r'pickletools|poplib|smtplib|turtle)\.py')

# The links at the top of the page for students, by their keys in [page] of
# marking.toml, and where they lead if that says nothing.
LINKS = {'course': ('The course', ''), 'handout': ('Handout', 'handout.html'),
         'handout_zh': ('中文讲义', 'handout.zh.html')}

# The contents of files, by their paths.
Files = dict[str, bytes]


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


def build_site(site: Path, for_students: bool = False,
               marking: Optional[Path] = None) -> int:
    """Write the page to site, and return how many bytes it has. That for
    students has the text and the points in the file marking, or in the usual
    one. Raise BuildError or OSError if that fails.
    """
    fetch_pyodide()
    # Where it is hosted, some of the page is replaced.
    files = {path.name: path.read_bytes() for folder in ('page', 'hosted')
             for path in (TOP / 'web' / folder).iterdir()}
    archive, others = list_for_students(files['index.html'], marking) \
        if for_students else (list_files(), {})
    files |= {**others, **list_pyodide(), 'package.zip': make_zip(archive)}
    sizes = {each: len(files[each]) for each in sorted(files)}
    version = hashlib.sha256(b''.join(files[each] for each in sizes))
    about = json.dumps({'version': version.hexdigest()[:16], 'files': sizes},
                       indent=1)
    files['site.js'] = f'self.SITE = {about};\n'.encode()
    for name, content in files.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(content)
    return sum(map(len, files.values()))


def list_pyodide() -> Files:
    """Return Pyodide as the page has it: without the packages that it could
    load, and the parts of Python's library that nobody needs.
    """
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
            content = json.dumps(json.loads(content) | {'packages': {}}
                                 ).encode()
        else:
            with ZipFile(BytesIO(content)) as library:
                content = make_zip({
                    each: library.read(each) for each in library.namelist()
                    if not UNUSED.match(each)})
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
    return {path.relative_to(folder.parent).as_posix(): path.read_bytes()
            for path in folder.rglob('*')
            if path.suffix in ('.py', '.json', '.bin')
            and 'node_modules' not in path.parts}


def list_anytree() -> Files:
    """Return anytree. Raise BuildError if it is not installed."""
    anytree = find_spec('anytree')
    if anytree is None:
        raise BuildError('anytree is missing, which draws trees. To install '
                         'it: python3 -m pip install anytree')
    return list_folder(Path(anytree.origin or '').parent)


def list_files() -> Files:
    """Return the files of the archive by their names, also those of anytree."""
    tests = (TOP / 'tests' / f'{name}.py' for name in (*SUITES, 'suite_support'))
    files = {path.name: path.read_bytes()
             for path in (*TOP.glob('*.py'), *tests)}
    for folder in FOLDERS:
        files |= list_folder(TOP / folder)
    return files | list_anytree()


def list_for_students(page: bytes, marking: Optional[Path]
                      ) -> tuple[Files, Files]:
    """Return the files of the archive for students, and what else they get: the
    handout, and page with its title and links. What the course says of these,
    and the points, are in the file marking. Raise BuildError if it is wrong.
    """
    from course.marking.configuration import Configuration, ConfigurationError
    from course.starter.plan import ASSIGNMENT, make_files
    try:
        text = Configuration(marking).tables['page']
        given = make_files(ASSIGNMENT, marking) | make_files(
            'page', toml=STUDENTS)
    except ConfigurationError as error:
        raise BuildError(str(error)) from None
    archive = {name: content for name, content in given.items()
               if name.endswith(('.py', '.txt', '.gz'))} | list_anytree()
    return archive, {
        'index.html': fill_page(page.decode(), text).encode(),
        **{name: content for name, content in given.items()
           if name.endswith('.html')}}


def fill_page(page: str, text: dict[str, str]) -> str:
    """Return page with the title in text, and its links."""
    links = [f'<a href="{escape(text[key] or usual)}" target="_blank">{words}'
             f'</a>' for key, (words, usual) in LINKS.items()
             if text[key] or usual]
    return page.replace('<!-- links -->', f'<p id="links">{" ".join(links)}</p>'
                        ).replace('<h1>Games and minimax</h1>',
                                  f'<h1>{escape(text["title"])}</h1>')


def main() -> None:
    """Write the page as the command line says."""
    parser = ArgumentParser(prog='python3 -m web.build', description='Write '
                            'the page as plain files, for any web host.')
    parser.add_argument('site', type=Path, help='the folder to write')
    parser.add_argument('--students', action='store_true', help='write the '
                        'page for students, without the solution')
    parser.add_argument('--marking', type=Path, metavar='FILE', help='the '
                        'marking.toml that its title, links and points come '
                        'from')
    options = parser.parse_args()
    if options.marking and not options.students:
        parser.error('--marking is for the page for students: --students')
    site = options.site
    try:
        size = build_site(site, options.students, options.marking)
    except (BuildError, OSError) as error:
        sys.exit(f'{parser.prog}: {error}')
    print(f'The page is in {site}: {size / 1e6:.1f} MB. To see it: python3 -m '
          f'http.server -d {site}')
    print('It contains nothing of the solution: students may open it.'
          if options.students else
          'It contains the solution (stonehenge.py, strategy.py, labs/), in '
          'package.zip: do not host it where students can open it.')


if __name__ == "__main__":
    main()
