"""Writing starter files: all of them or none, and over nothing of others."""
from pathlib import Path
from tempfile import mkdtemp
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo
import os
import shutil
from course.starter.errors import StarterError, require
from course.starter.plan import Files

# Each file in a zip has this date, so that the same files give the same zip.
DATE = (1980, 1, 1, 0, 0, 0)

# What running the files leaves behind.
LEFT_BEHIND = ('__pycache__', '.mypy_cache', '.pytest_cache')


def write_folder(files: Files, folder: Path, force: bool) -> None:
    """Write files to folder, which must not be there yet or be empty. If
    force, it may also hold older versions of these files, and nothing else.
    """
    require(not folder.exists() or folder.is_dir(),
            f'{folder} is there already, and is no folder')
    there = list_files(folder) if folder.is_dir() else []
    require(not there or force, f'{folder} is not empty: name another folder, '
                                f'or replace it with --force')
    for path in there:
        require(path in files, f'{folder} has {path}, which was not made here: '
                               f'it is not replaced')
    folder.absolute().parent.mkdir(parents=True, exist_ok=True)
    made = Path(mkdtemp(prefix='.starter-', dir=folder.absolute().parent))
    try:
        for path, content in files.items():
            (made / path).parent.mkdir(parents=True, exist_ok=True)
            (made / path).write_bytes(content)
        made.chmod(0o755)
        swap(made, folder.absolute())
    finally:
        shutil.rmtree(made, ignore_errors=True)


def list_files(folder: Path) -> list[str]:
    """Return the paths of the files in folder, but for those that running
    leaves behind.
    """
    return [path.relative_to(folder).as_posix()
            for path in sorted(folder.rglob('*'))
            if (path.is_symlink() or not path.is_dir())
            and not set(LEFT_BEHIND) & set(path.relative_to(folder).parts)]


def swap(made: Path, folder: Path) -> None:
    """Put made in the place of folder, if that is there."""
    if not folder.exists():
        os.rename(made, folder)
        return
    old = Path(mkdtemp(prefix='.starter-old-', dir=folder.parent))
    os.rename(folder, old / 'old')
    try:
        os.rename(made, folder)
    except OSError:
        os.rename(old / 'old', folder)
        raise
    finally:
        shutil.rmtree(old, ignore_errors=True)


def write_zip(files: Files, file: Path, force: bool) -> None:
    """Write files, in a folder, to the zip called file. It must not be there
    yet, unless force.
    """
    require(not file.is_dir(), f'{file} is a folder')
    require(not file.exists() or force, f'{file} is there already: name '
            f'another file, or replace it with --force')
    file.absolute().parent.mkdir(parents=True, exist_ok=True)
    made = file.with_name(f'.{file.name}.{os.getpid()}')
    try:
        with ZipFile(made, 'w', ZIP_DEFLATED) as archive:
            for path, content in files.items():
                info = ZipInfo(f'{file.stem}/{path}', DATE)
                info.compress_type = ZIP_DEFLATED
                info.create_system = 3  # As on Linux, wherever this runs.
                info.external_attr = 0o644 << 16
                archive.writestr(info, content)
        os.replace(made, file)
    finally:
        made.unlink(missing_ok=True)


def write(files: Files, place: Path, is_zip: bool, force: bool) -> None:
    """Write files to the folder, or to the zip, called place."""
    try:
        (write_zip if is_zip else write_folder)(files, place, force)
    except OSError as error:
        raise StarterError(f'{error.filename or place} cannot be written: '
                           f'{error.strerror}') from None
