"""Writing starter files: all of them or none, and no file of anybody else's
is replaced.
"""
from pathlib import Path
from tempfile import mkdtemp
from zipfile import BadZipFile, ZipFile
import os
import shutil
from course.marking.export import DATE, write_zip
from course.starter.source import StarterError, require

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
    try:
        if os.path.lexists(place):
            check_place(place, files, is_zip, force)
        place.parent.mkdir(parents=True, exist_ok=True)
        work = Path(mkdtemp(prefix='.starter-', dir=place.parent))
        try:
            if is_zip:
                name = place.stem.lstrip('.') or 'starter'
                write_zip(work / 'new', [(f'{name}/{path}', files[path])
                                         for path in files])
            else:
                make_folder(files, work / 'new')
            put_in_place(work, place)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    except OSError as error:
        raise StarterError(f'{error.filename or place} cannot be written: '
                           f'{error.strerror}') from None


def check_place(place: Path, files: Files, is_zip: bool, force: bool) -> None:
    """Check that the folder or zip at place may be replaced: the folder is
    empty or, if force, it holds nothing but older versions of files; the zip,
    if force, was made here.
    """
    require(place.is_dir() or is_zip, f'{place} is not a folder')
    require(not (place.is_dir() and is_zip), f'{place} is a folder')
    empty = place.is_dir() and not any(place.iterdir())
    require(force or empty, f'{place} is there already: name another place, '
                            f'or replace it with --force')
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
    """Move the file or folder 'new' from the folder work to place. A folder
    that is there moves to work, and back if something goes wrong.
    """
    try:
        if place.is_dir():
            os.rename(place, work / 'old')
        os.replace(work / 'new', place)
    finally:
        if (work / 'old').exists() and not place.exists():
            os.rename(work / 'old', place)
