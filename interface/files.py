"""Files with saved games: reading them, and writing them so that none is lost.

A file is never changed: a new one takes its place, in one step. So whatever
ends the program at whatever moment, the old file is there or the new one. As
long as a game is kept in a file, no other program saves another one there.
"""
from contextlib import suppress
from importlib import import_module
from secrets import token_hex
from stat import S_IMODE
from time import monotonic
from typing import Any, BinaryIO, Optional
import errno
import os
import sys
from interface.saved_games import FormatError, SavedGame, format_game, \
    parse_game
from interface.screen import find_width, fit

LARGEST_FILE = 4_000_000  # In bytes: some 500,000 moves.
SYNC_SECONDS = 1.0  # GameKeeper waits for the disk this often: it takes time.

# The file that this program has locked, by its name: the last one that it kept
# a game in. The lock ends with the program, however that ends.
LOCKED: dict[str, BinaryIO] = {}


def find_file(path: str) -> str:
    """Return path without ~ and links. Raise OSError if it cannot be a path, or
    if a folder or a device is there.
    """
    try:
        possible = bool(path) and b'\0' not in os.fsencode(path)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise OSError(errno.EINVAL, 'This cannot be the name of a file')
    name = os.path.realpath(os.path.expanduser(path))
    if os.path.exists(name) and not os.path.isfile(name):
        raise OSError(errno.EINVAL, 'This is a folder or a device, not a file')
    return name


def replace_file(name: str | os.PathLike[str], data: bytes, sync: bool = True
                 ) -> None:
    """Put a file with data in the place of another, whose permissions it gets,
    in one step. If sync, wait until the disk has it. If OSError is raised,
    nothing has changed.
    """
    part = os.path.join(os.path.dirname(name), f'.saved-{token_hex(8)}.part')
    try:
        with open(part, 'xb') as file:
            with suppress(FileNotFoundError):
                os.chmod(part, S_IMODE(os.stat(name).st_mode))
            file.write(data)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        os.replace(part, name)
    except BaseException:  # Ctrl-C, too.
        with suppress(OSError):
            os.unlink(part)
        raise


def read_game(path: str) -> SavedGame:
    """Return the game saved at path, or raise FormatError or OSError."""
    with open(find_file(path), 'rb') as file:
        data = check_length(file.read(LARGEST_FILE + 1))
    try:
        return parse_game(data.decode('utf-8'))
    except UnicodeDecodeError as error:
        number = data[:error.start].count(b'\n') + 1
        raise FormatError(f'line {number}: this is not UTF-8 text') from error


def write_game(path: str, saved: SavedGame, overwrite: bool = False,
               sync: bool = True) -> None:
    """Write saved to the file called path, where ~ is the folder of the user.
    A file that is there is replaced if overwrite. If this raises
    FileExistsError or another OSError, nothing has changed.
    """
    name = find_file(path)
    if os.path.exists(name) and not overwrite:
        raise FileExistsError(errno.EEXIST, 'This file already exists')
    # A new file could take its place all the same: it needs only the folder.
    if os.path.exists(name) and not os.access(name, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    replace_file(name, check_length(format_game(saved).encode('utf-8')), sync)


def check_length(data: bytes) -> bytes:
    """Return data, or raise OSError if it is too long for a saved game."""
    if len(data) > LARGEST_FILE:
        raise OSError(errno.EFBIG, f'A saved game has at most {LARGEST_FILE:,} '
                                   f'bytes, and this has more')
    return data


def describe_file_error(path: str, error: Exception) -> str:
    """Return in a line what is wrong with the file called path."""
    if isinstance(error, OSError):
        return f'{path!r}: {error.strerror or error}'
    return f'{path!r}, {error}'


def open_locked(name: str) -> BinaryIO:
    """Return the file with this name, open, and locked until it is closed.
    Raise BlockingIOError if another program has locked or replaced it.
    """
    file = open(name, 'r+b')
    try:
        if os.name == 'nt':
            file.seek(LARGEST_FILE)  # What is locked cannot be read there.
            windows: Any = import_module('msvcrt')
            windows.locking(file.fileno(), windows.LK_NBLCK, 1)
        else:
            posix: Any = import_module('fcntl')
            posix.flock(file, posix.LOCK_EX | posix.LOCK_NB)
    except OSError as error:
        # Not every folder on a network has locks.
        if error.errno in (errno.EAGAIN, errno.EACCES):
            raise BlockingIOError(errno.EAGAIN, 'Another program saves its '
                                                'game in this file') from error
    check_same(file, name)
    return file


def check_same(file: BinaryIO, name: str) -> None:
    """Raise BlockingIOError if another file has taken the place of file."""
    if os.path.exists(name) and not os.path.samestat(os.fstat(file.fileno()),
                                                     os.stat(name)):
        raise BlockingIOError(errno.EAGAIN, 'Another program has replaced this '
                                            'file')


class GameKeeper:
    """Keeps the file of a game up to date, move by move.

    === Attributes ===
    path: the file, None once it could not be written
    """
    path: Optional[str]
    _name: str
    _next_sync: float

    def __init__(self, path: str, saved: SavedGame, overwrite: bool = False
                 ) -> None:
        """Write saved to path, or raise ValueError."""
        self.path, self._next_sync = path, 0.0
        try:
            # The program may go to another folder.
            self._name = find_file(path)
            if os.path.exists(self._name) and self._name not in LOCKED:
                open_locked(self._name).close()
            self._write(saved, overwrite)
        except OSError as error:
            raise ValueError(describe_file_error(path, error)) from error

    def update(self, saved: SavedGame) -> None:
        """Write saved. If that fails, say so once."""
        try:
            if self.path is not None:
                self._write(saved, True)
        except OSError as error:
            line = f'{describe_file_error(self.path or "", error)}. The game ' \
                   f'goes on, but is no longer saved.'
            print(fit(line, find_width(sys.stderr)), file=sys.stderr)
            self.path = None

    def stop(self) -> None:
        """Leave the file to other programs."""
        LOCKED.pop(self._name, None)

    def _write(self, saved: SavedGame, overwrite: bool) -> None:
        """Write saved, and lock the new file. Raise OSError if that fails."""
        if self._name in LOCKED:
            check_same(LOCKED[self._name], self._name)
        if os.name == 'nt':
            LOCKED.clear()  # An open file cannot be replaced there.
        sync = saved.result is not None or monotonic() >= self._next_sync
        write_game(self._name, saved, overwrite, sync)
        new = open_locked(self._name)
        LOCKED.clear()
        LOCKED[self._name] = new
        if sync:
            self._next_sync = monotonic() + SYNC_SECONDS
