"""Files with saved games: reading them, and writing them so that none is lost.

A file is never changed: a new one takes its place, in one step. So whatever
ends the program at whatever moment, the old file is there or the new one.
"""
from contextlib import suppress
from secrets import token_hex
from stat import S_IMODE, S_ISREG
from time import monotonic
from typing import Optional
import errno
import os
import sys
from interface.saved_games import FormatError, SavedGame, format_game, \
    parse_game
from interface.screen import find_width, fit

LARGEST_FILE = 4_000_000  # In bytes: some 500,000 moves.
SYNC_SECONDS = 1.0  # So often, GameKeeper waits for the disk: that takes time.


def read_game(path: str) -> SavedGame:
    """Return the game saved at path, or raise FormatError or OSError."""
    name = find_file(path)
    check_regular(name, os.stat(name).st_mode)
    with open(name, 'rb') as file:
        data = file.read(LARGEST_FILE + 1)
    check_length(name, data)
    try:
        return parse_game(data.decode('utf-8'))
    except UnicodeDecodeError as error:
        number = data[:error.start].count(b'\n') + 1
        raise FormatError(f'line {number}: this is not UTF-8 text') from error


def write_game(path: str, saved: SavedGame, overwrite: bool = False,
               sync: bool = True) -> None:
    """Write saved to the file called path, where ~ is the folder of the user.
    A file that is there is replaced if overwrite, and keeps its permissions.
    If this raises FileExistsError or another OSError, nothing has changed.
    """
    name = find_file(path)
    mode = check_target(name, overwrite)
    data = format_game(saved).encode('utf-8')
    check_length(name, data)
    replace_file(name, data, mode, sync)


def replace_file(name: str | os.PathLike[str], data: bytes,
                 mode: Optional[int] = None, sync: bool = True) -> None:
    """Put a file with data, and maybe this mode, in the place of another in one
    step. If sync, wait until the disk has it. If OSError is raised, nothing has
    changed.
    """
    part = os.path.join(os.path.dirname(name), f'.saved-{token_hex(8)}.part')
    try:
        with open(part, 'xb') as file:
            if mode is not None:
                os.chmod(part, mode)
            file.write(data)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        os.replace(part, name)
    except BaseException:  # Ctrl-C, too.
        with suppress(OSError):
            os.unlink(part)
        raise


def find_file(path: str) -> str:
    """Return path without ~ and links. Raise OSError if it cannot be a path."""
    try:
        possible = bool(path) and b'\0' not in os.fsencode(path)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise OSError(errno.EINVAL, 'This cannot be the name of a file', path)
    return os.path.realpath(os.path.expanduser(path))


def check_target(name: str, overwrite: bool) -> Optional[int]:
    """Return the permissions of a file that may be replaced, if any."""
    try:
        mode = os.stat(name).st_mode
    except FileNotFoundError:
        return None
    check_regular(name, mode)
    if not overwrite:
        raise FileExistsError(errno.EEXIST, 'This file already exists', name)
    # A new file could take its place all the same: it needs only the folder.
    if not os.access(name, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
    return S_IMODE(mode)


def check_regular(name: str, mode: int) -> None:
    """Raise OSError if the file with this mode is a folder or a device."""
    if not S_ISREG(mode):
        raise OSError(errno.EINVAL, 'This is a folder or a device, not a file',
                      name)


def check_length(name: str, data: bytes) -> None:
    """Raise OSError if data is too long for the file of a saved game."""
    if len(data) > LARGEST_FILE:
        raise OSError(errno.EFBIG, f'A saved game has at most {LARGEST_FILE:,} '
                                   f'bytes, and this has more', name)


def describe_file_error(path: str, error: Exception) -> str:
    """Return in a line what is wrong with the file called path."""
    if isinstance(error, OSError):
        return f'{path!r}: {error.strerror or error}'
    return f'{path!r}, {error}'


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
        self.path = path
        try:
            write_game(path, saved, overwrite)
            # The program may go to another folder.
            self._name = find_file(path)
        except OSError as error:
            raise ValueError(describe_file_error(path, error)) from error
        self._next_sync = monotonic() + SYNC_SECONDS

    def update(self, saved: SavedGame) -> None:
        """Write saved. If that fails, say so once."""
        if self.path is None:
            return
        sync = saved.result is not None or monotonic() >= self._next_sync
        try:
            write_game(self._name, saved, True, sync)
        except OSError as error:
            line = f'{describe_file_error(self.path, error)}. The game goes ' \
                   f'on, but is no longer saved.'
            print(fit(line, find_width(sys.stderr)), file=sys.stderr)
            self.path = None
        if sync:
            self._next_sync = monotonic() + SYNC_SECONDS
