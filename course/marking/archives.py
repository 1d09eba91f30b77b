"""Unpack zip files, which anybody may have made: nothing is written outside of
a folder, and no more than is allowed. And write zip files.
"""

from pathlib import Path, PurePosixPath
import re
import stat
import zipfile

MEGABYTE = 2**20
# What archives and systems add.
IGNORED = re.compile(r'\..*|__MACOSX|__pycache__|.*\.pyc')
# A folder with this file is a virtual environment.
ENVIRONMENT = 'pyvenv.cfg'
# Zip files have no dates before this: the same files give the same zip file.
DATE = (1980, 1, 1, 0, 0, 0)
# How many characters the path of a file in an archive may have.
LONGEST_NAME = 300
# How much is said of an archive that is refused.
LONGEST_ERROR = 300


class IntakeError(ValueError):
    """Raised by a folder without submissions, or an archive to be refused."""


def is_archive(path: Path) -> bool:
    """Return whether path is a zip file, by its name."""
    return (
        path.suffix.lower() == '.zip'
        and path.is_file()
        and not path.is_symlink()
    )


def unpack(
    archive: Path, folder: Path, largest_mb: float, most_files: int
) -> None:
    """Unpack archive into folder, but no virtual environment, and nothing that
    is IGNORED. Raise IntakeError if it cannot be done.
    """
    left = int(largest_mb * MEGABYTE)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        check_size(left - archive.stat().st_size)
        with zipfile.ZipFile(archive) as zipped:
            entries = [each for each in zipped.infolist() if not each.is_dir()]
            paths = [find_place(each.filename) for each in entries]
            no_code = {
                each.parent for each in paths if each.name == ENVIRONMENT
            }
            no_code.discard(PurePosixPath())
            kept = [
                (place, each)
                for place, each in zip(paths, entries)
                if not no_code & set(place.parents)
                and not any(map(IGNORED.fullmatch, place.parts))
            ]
            if len(kept) > most_files:
                raise IntakeError(f'it holds more than {most_files} files')
            for path, entry in kept:
                if not is_regular(entry):
                    raise IntakeError(f'{str(path)!r} is a link')
                left -= unpack_file(zipped, entry, folder / path, left)
    except Exception as error:  # There are many ways to be damaged.
        raise IntakeError(
            f'{archive.name} cannot be unpacked: {error}'[:LONGEST_ERROR]
        ) from None


def is_regular(entry: zipfile.ZipInfo) -> bool:
    """Return whether entry is a file, and no link or the like."""
    return stat.S_IFMT(entry.external_attr >> 16) in (0, stat.S_IFREG)


def find_place(name: str) -> PurePosixPath:
    """Return where an entry belongs. Raise IntakeError if it would do harm."""
    if len(name) > LONGEST_NAME:
        raise IntakeError(f'a name in it has {len(name)} characters')
    path = PurePosixPath(name.replace('\\', '/'))
    if path.is_absolute() or '..' in path.parts or name[1:2] == ':':
        raise IntakeError(f'{name!r} leads out of the folder')
    return path


def unpack_file(
    zipped: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path, most: int
) -> int:
    """Unpack entry of zipped to path, most bytes or fewer. Return how many."""
    path.parent.mkdir(parents=True, exist_ok=True)
    length = 0
    with zipped.open(entry) as source, path.open('wb') as target:
        piece = source.read(MEGABYTE)
        while piece:
            length += len(piece)
            check_size(most - length)
            target.write(piece)
            piece = source.read(MEGABYTE)
    return length


def check_size(left: int) -> None:
    """Raise IntakeError if so many bytes are left."""
    if left < 0:
        raise IntakeError('it becomes too large when it is unpacked')


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
