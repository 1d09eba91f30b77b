"""Writing starter files: all of them or none, and no file of anybody else's
is replaced.
"""
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile
import os
from course.marking.archives import DATE, write_zip
from course.starter.source import require

# What is to be written, by path.
Files = dict[str, bytes]

# What running the files leaves behind.
LEFT_BEHIND = {'__pycache__', '.mypy_cache', '.pytest_cache'}


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
        if is_zip:
            name = place.stem.lstrip('.') or 'starter'
            write_zip(new, [(f'{name}/{path}', content)
                            for path, content in files.items()])
        else:
            make_folder(files, new)
        put_in_place(Path(work), place)


def check_place(place: Path, files: Files, is_zip: bool, force: bool) -> None:
    """Check that the folder or zip at place may be replaced: the folder is
    empty or, if force, it holds nothing but older versions of files; the zip,
    if force, was made here.
    """
    require(place.is_dir() != is_zip,
            f'{place} is {"" if is_zip else "not "}a folder')
    require(force or not is_zip and not any(place.iterdir()),
            f'{place} is there already: name another place, or replace it '
            f'with --force')
    require(not is_zip or is_ours(place),
            f'{place} was not made here: it is not replaced')
    for path in () if is_zip else place.rglob('*'):
        name = path.relative_to(place)
        require((path.is_dir() and not path.is_symlink())
                or not LEFT_BEHIND.isdisjoint(name.parts)
                or name.as_posix() in files,
                f'{place} has {name.as_posix()}, which was not made here: it '
                f'is not replaced')


def is_ours(file: Path) -> bool:
    """Return whether file is a zip that was made here."""
    try:
        # Opening a pipe would never return.
        with ZipFile(file if file.is_file() else os.devnull) as archive:
            return all(info.date_time == DATE for info in archive.infolist())
    except BadZipFile:
        return False


def make_folder(files: Files, folder: Path) -> None:
    """Write files to folder, which is not there yet."""
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


def put_in_place(work: Path, place: Path) -> None:
    """Move 'new' from work to place. If that goes wrong, keep an old folder."""
    try:
        if place.is_dir():
            os.rename(place, work / 'old')
        os.replace(work / 'new', place)
    finally:
        if (work / 'old').exists() and not place.exists():
            os.rename(work / 'old', place)
