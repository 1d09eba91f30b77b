"""Unpack zip files that anybody may have made."""
from pathlib import Path, PurePosixPath
from typing import Optional
import stat
import zipfile
import zlib

MEGABYTE = 2 ** 20


class ArchiveError(ValueError):
    """Raised by a zip file that cannot be unpacked, or should not be."""


def unpack(archive: Path, folder: Path, largest_mb: float, most_files: int
           ) -> None:
    """Unpack archive into folder. Raise ArchiveError if a file would land
    outside of it, is a link, or if all this becomes too large.
    """
    try:
        with zipfile.ZipFile(archive) as zipped:
            entries = [each for each in zipped.infolist()
                       if not each.is_dir()]
            if len(entries) > most_files:
                raise ArchiveError(f'it holds more than {most_files} files')
            left = int(largest_mb * MEGABYTE)
            for entry in entries:
                problem = find_problem(entry)
                if problem:
                    raise ArchiveError(f'{entry.filename!r} {problem}')
                left -= unpack_file(zipped, entry, folder, left)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError,
            OSError, EOFError, ValueError) as error:
        if isinstance(error, ArchiveError):
            raise
        raise ArchiveError(f'it cannot be unpacked: {error}') from None


def find_problem(entry: zipfile.ZipInfo) -> Optional[str]:
    """Return what is wrong with an entry of an archive, None if it is fine."""
    path = PurePosixPath(entry.filename.replace('\\', '/'))
    if path.is_absolute() or '..' in path.parts or ':' in entry.filename:
        return 'leads out of the folder'
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        return 'is a link'
    return None


def unpack_file(zipped: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path,
                most: int) -> int:
    """Unpack one entry into folder, and return its length. What the archive
    says about that is not believed: raise ArchiveError at more than most.
    """
    path, length = folder / entry.filename.replace('\\', '/'), 0
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipped.open(entry) as source, path.open('wb') as target:
        while piece := source.read(MEGABYTE):
            length += len(piece)
            if length > most:
                raise ArchiveError('it becomes too large when it is unpacked')
            target.write(piece)
    return length
