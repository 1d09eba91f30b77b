"""What the command lines of course.handout and course.starter share: options,
and writing what they make. All of it is written or nothing, and no file of
anybody else's is replaced.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Callable, Optional
from zipfile import BadZipFile, ZipFile
import os
import sys
from course.marking.archives import DATE, write_zip
from course.marking.configuration import ConfigurationError, require

# What is to be written, by path.
Files = dict[str, bytes]

# What running the files leaves behind.
LEFT_BEHIND = {'__pycache__', '.mypy_cache', '.pytest_cache'}


def build_parser(program: str, description: str) -> ArgumentParser:
    """Return a parser of the options that both programs have."""
    parser = ArgumentParser(
        prog=f'python3 -m {program}', description=description
    )
    parser.add_argument(
        'out', metavar='OUT', type=Path, help='the folder to make'
    )
    parser.add_argument(
        '--force', action='store_true', help='replace what was made before'
    )
    parser.add_argument(
        '--marking',
        type=Path,
        metavar='FILE',
        help='the marking.toml that the points in the handout come from',
    )
    parser.set_defaults(zip=False)
    return parser


def run(
    parser: ArgumentParser,
    arguments: Optional[list[str]],
    make: Callable[[Namespace], Files],
) -> int:
    """Write what make returns for the options in arguments (None: those of the
    command line). Return the exit status of the program.
    """
    options = parser.parse_args(arguments)
    try:
        files = make(options)
        write(files, options.out, options.zip, options.force)
    except (ConfigurationError, OSError, SyntaxError) as error:
        print(f'{parser.prog}: {str(error).rstrip(".")}.', file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print('\nInterrupted.', file=sys.stderr)
        return 130
    print(f'{len(files)} files are in {options.out}.')
    return 0


def write(files: Files, place: Path, is_zip: bool, force: bool) -> None:
    """Write files to the folder, or to the zip, called place. If it is there
    already, it must be an empty folder or, if force, have been made here.
    """
    # If place is a link, what it leads to is made, and the link stays.
    place = Path(os.path.realpath(place))
    if place.exists():
        check_place(place, files, is_zip, force)
    place.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix='.starter-', dir=place.parent) as work:
        new = Path(work) / 'new'
        old = Path(work) / 'old'
        if is_zip:
            folder = place.stem.lstrip('.') or 'starter'
            contents = [(f'{folder}/{path}', files[path]) for path in files]
            write_zip(new, contents)
        else:
            for name, content in files.items():
                (new / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).write_bytes(content)
        try:
            if place.is_dir():
                os.rename(place, old)
            os.replace(new, place)
        finally:  # If that has gone wrong, the old folder is still needed.
            if old.exists() and not place.exists():
                os.rename(old, place)


def check_place(place: Path, files: Files, is_zip: bool, force: bool) -> None:
    """Check that the folder or zip at place may be replaced: the folder is
    empty or, if force, it holds nothing but older versions of files; the zip,
    if force, was made here.
    """
    if is_zip:
        require(not place.is_dir(), f'{place} is a folder')
        is_empty = False
    else:
        require(place.is_dir(), f'{place} is not a folder')
        is_empty = not any(place.iterdir())
    require(
        force or is_empty,
        f'{place} is there already: name another place, or replace it '
        f'with --force',
    )
    if is_zip:
        require(
            is_ours(place), f'{place} was not made here: it is not replaced'
        )
        return
    for path in place.rglob('*'):
        name = path.relative_to(place)
        require(
            (path.is_dir() and not path.is_symlink())
            or not LEFT_BEHIND.isdisjoint(name.parts)
            or name.as_posix() in files,
            f'{place} has {name.as_posix()}, which was not made here: it '
            f'is not replaced',
        )


def is_ours(file: Path) -> bool:
    """Return whether file is a zip that was made here."""
    try:
        # Opening a pipe would never return.
        with ZipFile(file if file.is_file() else os.devnull) as archive:
            return all(info.date_time == DATE for info in archive.infolist())
    except BadZipFile:
        return False
