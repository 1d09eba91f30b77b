"""Unpack zip and tar files, which anybody may have made: nothing is written
outside of a folder, and no more than is allowed. What nobody means to hand in
is left out. And write zip files.
"""
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, Callable, Iterator
import lzma
import re
import stat
import tarfile
import zipfile
import zlib

MEGABYTE = 2 ** 20
SUFFIXES = ('.zip', '.tar', '.tar.gz', '.tgz', '.tar.bz2', '.tar.xz')
# What archives and systems add.
IGNORED = re.compile(r'\..*|__MACOSX|__pycache__|.*\.pyc')
# A folder with this file holds a Python, and what was installed there.
ENVIRONMENT = 'pyvenv.cfg'
# A file that is not Python may have this part of what a submission may have.
SHARE = 5
# Zip files have no dates before this: the same files give the same zip file.
DATE = (1980, 1, 1, 0, 0, 0)
# Of a tar file, in megabytes. All of it is read, whatever is left out.
MOST_TAR = 2000


class IntakeError(ValueError):
    """Raised by a folder without submissions, or an archive to be refused."""


@dataclass
class Entry:
    """A file in an archive.

    === Attributes ===
    name: its name there
    size: how long it says it is, in bytes
    regular: whether it is no link, nor anything else
    open: opens it
    """
    name: str
    size: int
    regular: bool
    open: Callable[[], Any]

    @property
    def path(self) -> PurePosixPath:
        """Its path in the archive."""
        return PurePosixPath(self.name.replace('\\', '/'))


def is_archive(path: Path) -> bool:
    """Return whether path is the file of an archive that can be unpacked."""
    return path.name.lower().endswith(SUFFIXES) and path.is_file() \
        and not path.is_symlink()


def unpack(archive: Path, folder: Path, largest_mb: float, most_files: int
           ) -> list[str]:
    """Unpack archive into folder. Return what is to be said about what was left
    out. Raise IntakeError if it cannot be done.
    """
    try:
        with open_archive(archive) as entries:
            kept, notes = choose_entries(entries, largest_mb)
            if len(kept) > most_files:
                raise IntakeError(f'it holds more than {most_files} files')
            left = int(largest_mb * MEGABYTE)
            for entry in kept:
                left -= unpack_file(entry, folder, left)
            return notes
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError,
            NotImplementedError, RuntimeError, OSError, EOFError, ValueError
            ) as error:
        if isinstance(error, IntakeError):
            raise
        raise IntakeError(f'it cannot be unpacked: {error}') from None


@contextmanager
def open_archive(archive: Path) -> Iterator[list[Entry]]:
    """Give the files in archive, while it is open."""
    if archive.suffix.lower() == '.zip':
        with zipfile.ZipFile(archive) as zipped:
            yield [Entry(each.filename, each.file_size,
                         stat.S_IFMT(each.external_attr >> 16)
                         in (0, stat.S_IFREG), partial(zipped.open, each))
                   for each in zipped.infolist() if not each.is_dir()]
    else:
        with tarfile.open(archive) as tarred:
            yield list(list_members(tarred))


def list_members(tarred: tarfile.TarFile) -> Iterator[Entry]:
    """Yield the files in a tar file."""
    left = MOST_TAR * MEGABYTE
    for member in tarred:
        left -= member.size
        if left < 0:
            raise IntakeError('it becomes too large when it is unpacked')
        if not member.isdir():
            yield Entry(member.name, member.size, member.isreg(),
                        partial(tarred.extractfile, member))


def choose_entries(entries: list[Entry], largest_mb: float
                   ) -> tuple[list[Entry], list[str]]:
    """Return the entries to unpack, and notes about the others. Raise
    IntakeError if an entry would do harm.
    """
    environments = {each.path.parent for each in entries
                    if each.path.name == ENVIRONMENT} - {PurePosixPath()}
    notes = [describe_environment(each.name) for each in sorted(environments)]
    kept = []
    for entry in entries:
        path = entry.path
        if path.is_absolute() or '..' in path.parts or ':' in entry.name:
            raise IntakeError(f'{entry.name!r} leads out of the folder')
        if environments & set(path.parents) \
                or any(map(IGNORED.fullmatch, path.parts)):
            continue
        if not entry.regular:
            raise IntakeError(f'{entry.name!r} is a link')
        if is_too_large(path.name, entry.size, largest_mb):
            notes.append(describe_large(path.name, entry.size))
        else:
            kept.append(entry)
    return kept, notes


def is_too_large(name: str, size: int, largest_mb: float) -> bool:
    """Return whether a file is not code, and too large to be taken."""
    return size > largest_mb * MEGABYTE / SHARE \
        and not name.lower().endswith(('.py', *SUFFIXES))


def describe_environment(name: str) -> str:
    """Return a note about a folder that holds a virtual environment."""
    return f'{name}/ is a virtual environment: left out.'


def describe_large(name: str, size: int) -> str:
    """Return a note about a file that is too large."""
    return f'{name} has {size / MEGABYTE:.1f} MB, and is not Python: left out.'


def unpack_file(entry: Entry, folder: Path, most: int) -> int:
    """Unpack one entry, of at most this many bytes. Return its length."""
    path, length = folder / entry.path, 0
    path.parent.mkdir(parents=True, exist_ok=True)
    with entry.open() as source, path.open('wb') as target:
        while piece := source.read(MEGABYTE):
            length += len(piece)
            if length > most:
                raise IntakeError('it becomes too large when it is unpacked')
            target.write(piece)
    return length


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
