"""Saved games: their text, which is TOML, as in FORMAT.md; and their files.

A file is never changed: a new one takes its place, in one step. So whatever
ends the program at whatever moment, the old file is there or the new one.
"""

from contextlib import suppress
from importlib import import_module
from secrets import token_hex
from shutil import copymode
from typing import Any, NamedTuple, Optional
import datetime
import errno
import json
import os
from interface.words import shorten

# The keys of a saved game, with the types that their values may have, and what
# these values are in words.
KEYS: dict[str, tuple[tuple[type, ...], str]] = {
    'game': ((str,), 'text'),
    'size': ((int, str), 'a whole number or text'),
    'first': ((int,), '1 or 2'),
    'p1': ((str,), 'text'),
    'p2': ((str,), 'text'),
    'seed': ((int,), 'a whole number'),
    'date': ((datetime.date,), 'a date like 2026-11-21'),
    'result': ((str,), '"p1", "p2" or "tie"'),
    'moves': ((list,), 'a list'),
}
NEEDED_KEYS = ('game', 'first', 'moves')


class FormatError(ValueError):
    """Raised, with one line that says why, for what is no saved game."""


class SavedGame(NamedTuple):
    """A game as it is saved.

    === Attributes ===
    game: the key of the game
    p1_starts: whether player 1 moves first
    size: its size: a whole number, text, or None if the game has none
    p1: the key of player 1's strategy, None if it is not known
    p2: the key of player 2's strategy, None if it is not known
    seed: what the module random was seeded with, None if it is not known
    date: the day on which the game was played, None if it is not known
    result: who has won, 'p1' or 'p2', or 'tie'; None if nothing is said
    moves: the moves, as players type them
    """

    game: str
    p1_starts: bool
    size: Any = None
    p1: Optional[str] = None
    p2: Optional[str] = None
    seed: Optional[int] = None
    date: Optional[datetime.date] = None
    result: Optional[str] = None
    moves: tuple[str, ...] = ()


# === Text ===


def format_game(saved: SavedGame) -> str:
    """Return saved as text, which parse_game reads."""
    values = {
        'game': saved.game,
        'size': saved.size,
        'first': 1 if saved.p1_starts else 2,
        'p1': saved.p1,
        'p2': saved.p2,
        'seed': saved.seed,
        'date': saved.date,
        'result': saved.result,
    }
    lines = [
        f'{key} = {format_toml(value)}'
        for key, value in values.items()
        if value is not None
    ]
    lines.append('moves = [')
    lines += [f'    {format_toml(move)},' for move in saved.moves]
    lines.append(']')
    return '\n'.join(lines) + '\n'


def format_toml(value: str | int | datetime.date) -> str:
    """Return value as it is written in TOML.

    >>> print(format_toml('a "b"'), format_toml(datetime.date(2026, 11, 21)))
    "a \\"b\\"" 2026-11-21
    """
    if isinstance(value, str):
        # As in JSON, but that TOML has no U+007F in its strings.
        return json.dumps(value, ensure_ascii=False).replace('\x7f', '\\u007f')
    return str(value)


def parse_game(text: str) -> SavedGame:
    """Return the game that text means, not replayed, or raise FormatError."""
    if text.startswith('saved game, version'):
        raise FormatError(
            'this game was saved by an older version of the '
            'program, whose files can no longer be read'
        )
    # For marking, this module may be imported by Python 3.10, which lacks it.
    tomllib = import_module('tomllib')
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f'this is not TOML: {error}') from error
    check_keys(data)
    p1_starts = data.pop('first') == 1
    moves = tuple(str(move) for move in data.pop('moves'))
    return SavedGame(**data, p1_starts=p1_starts, moves=moves)


def check_keys(data: dict[str, Any]) -> None:
    """Raise FormatError if keys or values of data are not those of a game."""
    for key in NEEDED_KEYS:
        if key not in data:
            raise FormatError(f'the key {key!r} is missing')
    for key, value in data.items():
        if key not in KEYS:
            raise FormatError(
                f'{shorten(key)} is an unknown key. Keys: {", ".join(KEYS)}'
            )
        types, words = KEYS[key]
        # Not isinstance, by which true would be a whole number.
        is_right = type(value) in types
        if key == 'first':
            is_right = is_right and value in (1, 2)
        elif key == 'result':
            is_right = value in ('p1', 'p2', 'tie')
        if not is_right:
            raise FormatError(f'the value of {key!r} must be {words}')
    for number, move in enumerate(data['moves'], 1):
        if type(move) not in (str, int):
            raise FormatError(
                f'move {number}: a move must be text or a whole number'
            )


# === Files ===


def find_file(path: str) -> str:
    """Return path without ~ and links. Raise OSError if it cannot be a path, or
    if a folder or a device is there.
    """
    try:
        name = os.path.realpath(os.path.expanduser(path or '\0'))
    except ValueError as error:  # No name has such characters.
        raise OSError(
            errno.EINVAL, 'This cannot be the name of a file'
        ) from error
    if os.path.exists(name) and not os.path.isfile(name):
        raise OSError(errno.EINVAL, 'This is a folder or a device, not a file')
    return name


def read_game(path: str) -> SavedGame:
    """Return the game saved at path, or raise FormatError or OSError."""
    # Some editors put a byte order mark first.
    with open(find_file(path), encoding='utf-8-sig') as file:
        try:
            return parse_game(file.read())
        except UnicodeDecodeError as error:
            raise FormatError('this is not UTF-8 text') from error


def write_game(path: str, saved: SavedGame, overwrite: bool = False) -> None:
    """Write saved to the file called path, where ~ is the folder of the user.
    Raise ValueError if that fails, or if there is such a file and not
    overwrite. Then, nothing has changed.
    """
    try:
        name = find_file(path)
        if os.path.exists(name):
            if not overwrite:
                raise FileExistsError(errno.EEXIST, 'This file already exists')
            with open(name, 'r+b'):
                pass  # If it is protected, it may not be replaced, either.
        replace_file(name, format_game(saved).encode('utf-8'))
    except (OSError, UnicodeEncodeError) as error:
        raise ValueError(describe_file_error(path, error)) from error


def describe_file_error(path: str, error: Exception) -> str:
    """Return in a line what is wrong with the file called path."""
    if isinstance(error, OSError) and error.strerror:
        return f'{path!r}: {error.strerror}'
    return f'{path!r}: {error}'


def replace_file(name: str | os.PathLike[str], data: bytes) -> None:
    """Put a file with data in the place of another, whose permissions it gets,
    in one step. If OSError is raised, nothing has changed.
    """
    part = os.path.join(os.path.dirname(name), f'.saved-{token_hex(8)}.part')
    try:
        with open(part, 'xb') as file:
            with suppress(FileNotFoundError):
                copymode(name, part)
            file.write(data)
        os.replace(part, name)
    except BaseException:  # Ctrl-C, too.
        with suppress(OSError):
            os.unlink(part)
        raise
