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
from interface.saved.game_parser import parse_game
from interface.saved.saved_games import FormatError, SavedGame, format_game

# The bytes that the file of a saved game can have: some 500,000 moves.
LARGEST_FILE = 4_000_000

# To wait for a disk may take longer than to choose a move. So GameSaver does
# it once in this many seconds.
SYNC_SECONDS = 1.0


def read_game(path: str) -> SavedGame:
    """Return the game that is saved in the file called path, where ~ is the
    folder of the user.

    Raise FormatError if it holds no saved game, and OSError if it cannot be
    read. describe_file_error says either in one line.
    """
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
    If sync, wait until the disk has it, which helps if the power fails.

    Raise FileExistsError if there is a file already that is not to be
    replaced, and OSError if the file cannot be written. In both cases, nothing
    has changed. describe_file_error says either in one line.
    """
    name = find_file(path)
    mode = check_target(name, overwrite)
    data = format_game(saved).encode('utf-8')
    check_length(name, data)
    replace_file(name, data, mode, sync)


def replace_file(name: str | os.PathLike[str], data: bytes,
                 mode: Optional[int] = None, sync: bool = True) -> None:
    """Put a file with data, and with these permissions if they are given, in
    the place of the one called name, in one step: nobody ever finds half of it.
    If sync, wait until the disk has it.

    Raise OSError if that is impossible. Then nothing has changed.
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


class GameSaver:
    """Keeps a file up to date while a game is played.

    === Attributes ===
    path: the name of the file, from the top folder on
    """
    path: str
    _next_sync: float

    def __init__(self, path: str, saved: SavedGame, overwrite: bool = False
                 ) -> None:
        """Write saved to the file called path, as write_game does, which also
        says what may be raised.
        """
        write_game(path, saved, overwrite)
        self.path = find_file(path)
        self._next_sync = monotonic() + SYNC_SECONDS

    def save(self, saved: SavedGame) -> None:
        """Write saved to the file. Raise OSError if that is impossible."""
        sync = saved.result is not None or monotonic() >= self._next_sync
        write_game(self.path, saved, True, sync)
        if sync:
            self._next_sync = monotonic() + SYNC_SECONDS


def find_file(path: str) -> str:
    """Return the name, from the top folder on, of the file that path means: ~
    is the folder of the user, and links are followed. Raise OSError if no file
    can be called path.
    """
    try:
        possible = bool(path) and b'\0' not in os.fsencode(path)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise OSError(errno.EINVAL, 'This cannot be the name of a file', path)
    return os.path.realpath(os.path.expanduser(path))


def check_target(name: str, overwrite: bool) -> Optional[int]:
    """Return the permissions of the file called name, which is to be written,
    or None if there is none. Raise OSError if it must not be written.
    """
    try:
        mode = os.stat(name).st_mode
    except FileNotFoundError:
        return None
    check_regular(name, mode)
    if not overwrite:
        raise FileExistsError(errno.EEXIST, 'There is such a file already',
                              name)
    # A new file could take its place all the same: it needs only the folder.
    if not os.access(name, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
    return S_IMODE(mode)


def check_regular(name: str, mode: int) -> None:
    """Raise OSError if the file called name with this mode is, say, a folder
    or a device.
    """
    if not S_ISREG(mode):
        raise OSError(errno.EINVAL, 'This is a folder or a device, not a file',
                      name)


def check_length(name: str, data: bytes) -> None:
    """Raise OSError if data is too long for the file of a saved game, which is
    called name.
    """
    if len(data) > LARGEST_FILE:
        raise OSError(errno.EFBIG, f'A saved game has at most {LARGEST_FILE:,} '
                                   f'bytes, and this has more', name)


def describe_file_error(path: str, error: Exception) -> str:
    """Return in one line what is wrong with the file called path: error is
    what read_game, write_game or a replay has raised.

    >>> describe_file_error('g.txt', FormatError('line 7: A is taken'))
    "'g.txt', line 7: A is taken"
    """
    name = repr(os.fspath(path))
    if isinstance(error, OSError):
        return f'{name}: {error.strerror or error}'
    return f'{name}, {error}'
