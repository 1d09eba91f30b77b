"""Unpack zip and tar files, which anybody may have made: nothing is written
outside of a folder, and no more than is allowed. And write zip files.
"""
from contextlib import contextmanager
from functools import partial
from math import inf
from pathlib import Path, PurePosixPath
from typing import IO, Any, Callable, Iterator, NamedTuple
import bz2
import gzip
import lzma
import os
import re
import stat
import tarfile
import time
import zipfile

MEGABYTE = 2 ** 20
SUFFIXES = ('.zip', '.tar', '.tar.gz', '.tgz', '.tar.bz2', '.tar.xz')
# How packed files begin, and what unpacks them.
OPENERS = {b'\x1f\x8b': gzip.open, b'BZ': bz2.open, b'\xfd7': lzma.open}
# What archives and systems add.
IGNORED = re.compile(r'\..*|__MACOSX|__pycache__|.*\.pyc')
# A folder with this file is a virtual environment.
ENVIRONMENT = 'pyvenv.cfg'
# Zip files have no dates before this: the same files give the same zip file.
DATE = (1980, 1, 1, 0, 0, 0)
# How many bytes of a tar file may be about one file, and how many characters
# its path may have; and how much is said of an archive that is refused.
LONGEST_HEADER, LONGEST_NAME, LONGEST_ERROR = 20_000, 300, 300


class IntakeError(ValueError):
    """Raised by a folder without submissions, or an archive to be refused."""


class Entry(NamedTuple):
    """A file in an archive: its name, whether it is a file and no link or the
    like, when it was changed, and what opens it.
    """
    name: str
    regular: bool
    time: float
    open: Callable[[], Any]


class Headers:
    """A tar file, of which no more may be read at a time than is left: what it
    says of one file might fill all memory.

    === Attributes ===
    left: how many bytes may be read now
    """
    left: float = LONGEST_HEADER
    _file: IO[bytes]

    def __init__(self, file: IO[bytes]) -> None:
        """Initialize for file, of which the first header can be read."""
        self._file = file

    def __getattr__(self, name: str) -> Any:
        """Return what the file has under a name."""
        return getattr(self._file, name)

    def read(self, size: int) -> bytes:
        """Return the next bytes, so many."""
        self.left -= size
        if size < 0 or self.left < 0:
            raise IntakeError('what it says of one of its files is too long')
        return self._file.read(size)


def is_archive(path: Path) -> bool:
    """Return whether path is the file of an archive that can be unpacked."""
    return path.name.lower().endswith(SUFFIXES) and path.is_file() \
        and not path.is_symlink()


def unpack(archive: Path, folder: Path, largest_mb: float, most_files: int
           ) -> None:
    """Unpack archive into folder, but no virtual environment, and nothing that
    is IGNORED. Raise IntakeError if it cannot be done.
    """
    left = int(largest_mb * MEGABYTE)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        check_size(left - archive.stat().st_size)
        with open_archive(archive, left) as entries:
            paths = [find_place(each.name) for each in entries]
            no_code = {each.parent for each in paths
                       if each.name == ENVIRONMENT} - {PurePosixPath()}
            kept = [(place, each) for place, each in zip(paths, entries)
                    if not no_code & set(place.parents)
                    and not any(map(IGNORED.fullmatch, place.parts))]
            if len(kept) > most_files:
                raise IntakeError(f'it holds more than {most_files} files')
            for path, entry in kept:
                if not entry.regular:
                    raise IntakeError(f'{str(path)!r} is a link')
                left -= unpack_file(entry, folder / path, left)
    except Exception as error:  # There are many ways to be damaged.
        raise IntakeError(f'{archive.name} cannot be unpacked: {error}'[
            :LONGEST_ERROR]) from None


@contextmanager
def open_archive(archive: Path, most: int) -> Iterator[list[Entry]]:
    """Give what is in archive while it is open. A tar file is read to its end,
    so it must not hold more than this many bytes.
    """
    if archive.suffix.lower() == '.zip':
        with zipfile.ZipFile(archive) as zipped:
            yield [Entry(each.filename, stat.S_IFMT(each.external_attr >> 16)
                         in (0, stat.S_IFREG),
                         time.mktime((*each.date_time, 0, 0, -1)),
                         partial(zipped.open, each))
                   for each in zipped.infolist() if not each.is_dir()]
    else:
        with archive.open('rb') as file:  # Browsers may have unpacked a .gz.
            reader: Any = OPENERS.get(file.read(2), open)
        with reader(archive, 'rb') as unpacked:
            yield list(list_tar(unpacked, most))


def list_tar(file: IO[bytes], most: int) -> Iterator[Entry]:
    """Yield what is in a tar file, of this many bytes at most."""
    headers: Any = Headers(file)
    tarred = tarfile.TarFile(fileobj=headers)
    for member in tarred:
        if member.size < 0:  # Python would go back, for ever.
            raise tarfile.TarError('a file has less than 0 bytes')
        most -= member.size + LONGEST_HEADER - headers.left
        check_size(most)
        headers.left = LONGEST_HEADER
        if not member.isdir():
            yield Entry(member.name, member.isreg(), member.mtime,
                        partial(tarred.extractfile, member))
    headers.left = inf


def find_place(name: str) -> PurePosixPath:
    """Return where an entry belongs. Raise IntakeError if it would do harm."""
    if len(name) > LONGEST_NAME:
        raise IntakeError(f'a name in it has {len(name)} characters')
    path = PurePosixPath(name.replace('\\', '/'))
    if path.is_absolute() or '..' in path.parts or name[1:2] == ':':
        raise IntakeError(f'{name!r} leads out of the folder')
    return path


def unpack_file(entry: Entry, path: Path, most: int) -> int:
    """Unpack entry to path, most bytes or fewer. Return how many."""
    path.parent.mkdir(parents=True, exist_ok=True)
    length = 0
    with entry.open() as source, path.open('wb') as target:
        while piece := source.read(MEGABYTE):
            length += len(piece)
            check_size(most - length)
            target.write(piece)
    os.utime(path, (entry.time, entry.time))
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
