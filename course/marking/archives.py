"""Unpack zip and tar files, which anybody may have made: nothing is written
outside of a folder, and no more than is allowed. And write zip files.
"""
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Callable, Iterator
import lzma
import os
import re
import stat
import tarfile
import zipfile
import zlib

MEGABYTE = 2 ** 20
SUFFIXES = ('.zip', '.tar', '.tar.gz', '.tgz', '.tar.bz2', '.tar.xz')
# What archives and systems add.
IGNORED = re.compile(r'\..*|__MACOSX|__pycache__|.*\.pyc')
# A folder with this file is a virtual environment.
ENVIRONMENT = 'pyvenv.cfg'
# Zip files have no dates before this: the same files give the same zip file.
DATE = (1980, 1, 1, 0, 0, 0)


class IntakeError(ValueError):
    """Raised by a folder without submissions, or an archive to be refused."""


def walk(top: Path) -> Iterator[tuple[Path, list[str]]]:
    """Yield the folders from top on, each with the names of what is in it, but
    no virtual environment, and nothing that is IGNORED.
    """
    for parent, folders, names in os.walk(top):
        folders[:] = [each for each in sorted(folders)
                      if not IGNORED.fullmatch(each)
                      and not (Path(parent) / each / ENVIRONMENT).exists()]
        yield Path(parent), sorted(folders + [
            each for each in names if not IGNORED.fullmatch(each)])


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
    try:
        with open_archive(archive, left) as entries:
            paths = [find_place(each[0]) for each in entries]
            no_code = {each.parent for each in paths
                       if each.name == ENVIRONMENT} - {PurePosixPath()}
            kept = [(path, regular, read)
                    for path, (_, regular, read) in zip(paths, entries)
                    if not no_code & set(path.parents)
                    and not any(map(IGNORED.fullmatch, path.parts))]
            if len(kept) > most_files:
                raise IntakeError(f'it holds more than {most_files} files')
            for place, regular, read in kept:
                if not regular:
                    raise IntakeError(f'{str(place)!r} is a link')
                left -= unpack_file(read, folder / place, left)
    except IntakeError:
        raise
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError,
            NotImplementedError, RuntimeError, OSError, EOFError, ValueError
            ) as error:
        raise IntakeError(f'it cannot be unpacked: {error}') from None


@contextmanager
def open_archive(archive: Path, most: int
                 ) -> Iterator[list[tuple[str, bool, Callable]]]:
    """Give what is in archive while it is open: the name, whether it is a file
    and no link or the like, and what opens it. A tar file is read to its end,
    so it must not hold more than this many bytes.
    """
    if archive.suffix.lower() == '.zip':
        with zipfile.ZipFile(archive) as zipped:
            yield [(each.filename, stat.S_IFMT(each.external_attr >> 16)
                    in (0, stat.S_IFREG), partial(zipped.open, each))
                   for each in zipped.infolist() if not each.is_dir()]
    else:
        with tarfile.open(archive) as tarred:
            members = []
            for member in tarred:
                if member.size < 0:  # Python would go back, for ever.
                    raise tarfile.TarError('a file has less than 0 bytes')
                most -= tarfile.BLOCKSIZE + member.size
                check_size(most)
                members.append(member)
            yield [(each.name, each.isreg(), partial(tarred.extractfile, each))
                   for each in members if not each.isdir()]


def find_place(name: str) -> PurePosixPath:
    """Return where an entry belongs. Raise IntakeError if it would do harm."""
    path = PurePosixPath(name.replace('\\', '/'))
    if path.is_absolute() or '..' in path.parts or name[1:2] == ':':
        raise IntakeError(f'{name!r} leads out of the folder')
    return path


def unpack_file(read: Callable, path: Path, most: int) -> int:
    """Unpack what read opens to path, at most this many bytes. Return how many
    there are.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    length = 0
    with read() as source, path.open('wb') as target:
        while piece := source.read(MEGABYTE):
            length += len(piece)
            check_size(most - length)
            target.write(piece)
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
