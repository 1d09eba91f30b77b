"""Writing starter files: all of them or none, and over nothing of others."""
from pathlib import Path
from tempfile import mkdtemp
from zipfile import BadZipFile, ZipFile
import os
import shutil
from course.marking.export import DATE, write_zip
from course.starter.errors import StarterError, require

# What is to be written, by path.
Files = dict[str, bytes]

# What running the files leaves behind.
LEFT_BEHIND = ('__pycache__', '.mypy_cache', '.pytest_cache')


def write(files: Files, place: Path, is_zip: bool, force: bool) -> None:
    """Write files to the folder, or to the zip, called place. If it is there
    already, it must be an empty folder or, if force, have been made here.
    """
    # If place is a link, what it leads to is made, and the link stays.
    place = Path(os.path.realpath(place))
    try:
        if is_zip:
            check_zip(place, force)
        else:
            check_folder(place, force, files)
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


def check_folder(folder: Path, force: bool, files: Files) -> None:
    """Check that folder can be made: it is not there or empty or, if force,
    holds nothing but older versions of files.
    """
    if not os.path.lexists(folder):
        return
    require(folder.is_dir(), f'{folder} is there already, and is no folder')
    require(force or not any(folder.iterdir()),
            f'{folder} is not empty: name another folder, or replace it with '
            f'--force')
    for path in list_files(folder):
        require(path in files, f'{folder} has {path}, which was not made here: '
                               f'it is not replaced')


def list_files(folder: Path) -> list[str]:
    """Return the paths of the files in folder, but for those that running
    leaves behind.
    """
    return [path.relative_to(folder).as_posix()
            for path in sorted(folder.rglob('*'))
            if (path.is_symlink() or not path.is_dir())
            and not set(LEFT_BEHIND) & set(path.relative_to(folder).parts)]


def check_zip(file: Path, force: bool) -> None:
    """Check that the zip called file can be made: it is not there or, if
    force, is an older version.
    """
    if not os.path.lexists(file):
        return
    require(not file.is_dir(), f'{file} is a folder')
    require(force, f'{file} is there already: name another file, or replace '
                   f'it with --force')
    require(is_ours(file), f'{file} was not made here: it is not replaced')


def is_ours(file: Path) -> bool:
    """Return whether file is a zip that was made here."""
    if not file.is_file():
        return False  # To open a pipe would take for ever.
    try:
        with ZipFile(file) as archive:
            return all(info.date_time == DATE for info in archive.infolist())
    except BadZipFile:
        return False


def make_folder(files: Files, folder: Path) -> None:
    """Write files to folder, which is not there yet."""
    folder.mkdir()
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
