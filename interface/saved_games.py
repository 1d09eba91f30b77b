"""Saved games: their text, as FORMAT.md describes it, and their files.

In a list, as in `A, E` or `4, "1, 2"`, commas separate the texts, and blanks
around them do not count. A text that would be misread stands in double quotes,
with the same codes after a backslash as in JSON: every text fits in one line.

A file is never changed: a new one takes its place, in one step. So whatever
ends the program at whatever moment, the old file is there or the new one. As
long as a game is kept in a file, no other program saves another one there.
"""
from argparse import ArgumentTypeError
from contextlib import suppress
from importlib import import_module
from secrets import token_hex
from shutil import copymode
from typing import Any, BinaryIO, Callable, NamedTuple, Optional, Union
import datetime
import errno
import json
import os
import re
from interface.words import quote_text, read_integer, read_size, shorten

FIRST_LINE = 'saved game, version 1'
# The headers, each with the attribute of a SavedGame that it is about.
GAME_HEADERS = {
    'game': 'game', 'size': 'size', 'player 1': 'p1', 'player 2': 'p2',
    'first': 'p1_starts', 'seed': 'seed', 'date': 'date', 'result': 'result'}
# What the values of some headers mean. How to read these and others, and what
# they are not if that fails.
CHOICES: dict[str, dict[str, Any]] = {
    'first': {'1': True, '2': False},
    'result': {'player 1 wins': 'p1', 'player 2 wins': 'p2', 'tie': 'tie'}}
READERS: dict[str, tuple[Callable[[str], Any], str]] = {
    name: (choices.__getitem__, f'a value of {name!r}: that is one of: '
                                f'{", ".join(choices)}')
    for name, choices in CHOICES.items()} | {
    'seed': (read_integer, 'a seed: that is a whole number'),
    'date': (lambda text: datetime.datetime.strptime(text, '%Y-%m-%d').date(),
             'a date like 2026-11-21')}

CONTROL = re.compile('[\0-\x08\x0a-\x1f\x7f-\x9f]')  # Tabs may be there.
SavedPart = Union[str, int]  # A header, by its name, or a move, by its index.

LARGEST_FILE = 4_000_000  # In bytes: some 500,000 moves.
# What is passed over in a list of moves.
BLANKS: Any = re.compile(r'\s*')
NO_COMMAS: Any = re.compile('[^,]*')
# The files that this program has locked, by their names.
LOCKED: dict[str, BinaryIO] = {}


class FormatError(ValueError):
    """Raised, with one line: `line 7: ...`, for what is no saved game."""


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
    lines: the number of the line of each part, if the game was read
    comments: pairs of the part that comes next and a comment
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
    lines: Optional[dict[SavedPart, int]] = None
    comments: tuple[tuple[SavedPart, str], ...] = ()

    def format_place(self, part: SavedPart) -> str:
        """Return where this game, if read, has a header or a move."""
        lines = self.lines or {}
        if part in lines:
            return f'line {lines[part]}'
        return f'move {part + 1}' if isinstance(part, int) else part


def format_game(saved: SavedGame) -> str:
    """Return saved as text, which parse_game reads. Comments on moves that have
    been taken back come last.
    """
    comments: dict[SavedPart, list[str]] = {}
    end = len(saved.moves) + len(saved.moves) % 2
    for part, comment in saved.comments:
        if isinstance(part, int):
            part = min(part + part % 2, end)  # A pair of moves is one line.
        comments.setdefault(part, []).append(comment)
    lines = [FIRST_LINE, '']
    for name, attribute in GAME_HEADERS.items():
        lines += comments.get(name, [])
        value = getattr(saved, attribute)
        if value is not None:
            for word, meaning in CHOICES.get(name, {}).items():
                value = word if value == meaning else value
            lines.append(f'{name}: {quote_text(str(value))}')
    lines.append('')
    for i in range(0, end, 2):
        pair = ', '.join(map(quote_text, saved.moves[i:i + 2]))
        lines += [*comments.get(i, []), f'{i // 2 + 1}. {pair}']
    return '\n'.join(lines + comments.get(end, [])).rstrip('\n') + '\n'


def parse_game(text: str) -> SavedGame:
    """Return the game that text means, not replayed, or raise FormatError."""
    values: dict[str, Any] = {}
    moves: list[str] = []
    places: dict[SavedPart, int] = {}
    comments: list[tuple[SavedPart, str]] = []
    # These are the lines that editors count: splitlines knows more ends.
    lines = re.split('\r\n|\r|\n', text.removeprefix('\ufeff'))
    for number, line in enumerate(lines, 1):
        try:
            odd = CONTROL.search(line)
            check(not odd, f'there is a control character, {odd and odd[0]!r}')
            line = line.strip()
            if number == 1:
                check(' '.join(line.lower().split()) == FIRST_LINE,
                      f'a saved game begins with {FIRST_LINE!r}, not '
                      f'{shorten(line)}')
            elif re.match(r'[0-9]+\s*\.', line):
                pair = read_move_pair(line, len(moves))
                places |= {len(moves) + i: number for i in range(len(pair))}
                moves += pair
            elif line.startswith('#'):
                comments.append((len(moves), line))
            elif line:
                name, value = read_header(line, places)
                values[GAME_HEADERS[name]], places[name] = value, number
                comments = [(part or name, each) for part, each in comments]
        except ValueError as error:
            raise FormatError(f'line {number}: {error}') from error
    for name in 'game', 'first':
        if name not in places:
            raise FormatError(f'line {places.get(0, len(lines))}: above here, '
                              f'the header {name!r} is missing')
    return SavedGame(**values, moves=tuple(moves), lines=places,
                     comments=tuple(comments))


def check(condition: Any, complaint: str) -> None:
    """Raise ValueError, which says complaint, unless condition holds."""
    if not condition:
        raise ValueError(complaint)


def read_move_pair(line: str, made: int) -> list[str]:
    """Return the one or two moves in line, or raise ValueError."""
    number, _, text = line.partition('.')
    due = str(made // 2 + 1)
    check(made % 2 == 0, 'the pair of moves above lacks its second one, after '
                         'a comma')
    check(number.strip().lstrip('0') == due,
          f'the number of these moves is {due}, not {number[:40].strip()}')
    pair = split_texts(text)
    check(len(pair) <= 2, 'there are at most two moves in a line, one of each '
                          'player')
    return pair


def read_header(line: str, places: dict[SavedPart, int]) -> tuple[str, Any]:
    """Return the name and the value of the header in line, which follows what
    was at these places. Raise ValueError if it is wrong.
    """
    name, colon, text = line.partition(':')
    name, text = ' '.join(name.lower().split()), text.strip()
    check(colon, f'{shorten(line)} is not a header, a move or a comment')
    check(name in GAME_HEADERS, f'{shorten(name)} is an unknown header. '
                                f'Headers: {", ".join(GAME_HEADERS)}')
    check(text, f'the header {name!r} has no value')
    check(0 not in places, f'the header {name!r} is below a move')
    check(name not in places, f'the header {name!r} is there twice')
    if name in READERS:
        read, kind = READERS[name]
        try:
            return name, read(text.lower())
        except (ArgumentTypeError, KeyError, ValueError) as error:
            raise ValueError(f'{shorten(text)} is not {kind}') from error
    if text.startswith('"'):
        text, *more = split_texts(text)
        check(not more, f'there is more than one value for {name!r}')
    return name, read_size(text) if name == 'size' else text


# === Lists in one line ===

def split_texts(line: str) -> list[str]:
    """Return the texts of the list in line. Raise ValueError, saying why, if it
    cannot be read.

    >>> split_texts(' 2 3 , "2,3"')
    ['2 3', '2,3']
    """
    texts, place, line = [], 0, f',{line.strip()}'
    while place < len(line):
        if line[place] != ',':
            raise ValueError('a comma is missing before '
                             f'{shorten(line[place:])}')
        place = BLANKS.match(line, place + 1).end()
        if line.startswith('"', place):
            try:
                # Not strict: it also takes, say, a tab between quotes.
                text, end = json.JSONDecoder(strict=False).raw_decode(
                    line, place)
            except ValueError as error:
                raise ValueError(
                    f'the quotes in {shorten(line[place:])} have no end, or a '
                    f'wrong code after a backslash') from error
        else:
            end = NO_COMMAS.match(line, place).end()
            text = line[place:end].rstrip()
            if not text:
                raise ValueError('a move is missing between commas, or at an '
                                 'end')
        texts.append(text)
        place = BLANKS.match(line, end).end()
    return texts


# === Files ===

def find_file(path: str) -> str:
    """Return path without ~ and links. Raise OSError if it cannot be a path, or
    if a folder or a device is there.
    """
    try:
        name = os.path.realpath(os.path.expanduser(path or '\0'))
    except ValueError as error:  # No name has such characters.
        raise OSError(errno.EINVAL, 'This cannot be the name of a file'
                      ) from error
    if os.path.exists(name) and not os.path.isfile(name):
        raise OSError(errno.EINVAL, 'This is a folder or a device, not a file')
    return name


def read_game(path: str) -> SavedGame:
    """Return the game saved at path, or raise FormatError or OSError."""
    with open(find_file(path), 'rb') as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise OSError(errno.EFBIG, f'A saved game has at most {LARGEST_FILE:,} '
                                   f'bytes, and this has more')
    try:
        return parse_game(data.decode('utf-8'))
    except UnicodeDecodeError as error:
        number = data[:error.start].count(b'\n') + 1
        raise FormatError(f'line {number}: this is not UTF-8 text') from error


def describe_file_error(path: str, error: Exception) -> str:
    """Return in a line what is wrong with the file called path."""
    if isinstance(error, OSError):
        return f'{path!r}: {error.strerror or error}'
    return f'{path!r}, {error}'


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
                copymode(name, part)
            file.write(data)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        os.replace(part, name)
    except BaseException:  # Ctrl-C, too.
        with suppress(OSError):
            os.unlink(part)
        raise


def open_locked(name: str) -> BinaryIO:
    """Return the file with this name, open, and locked until it is closed.
    Raise BlockingIOError if it is locked already.
    """
    file = open(name, 'r+b')
    try:
        if os.name == 'nt':
            file.seek(LARGEST_FILE)  # A locked byte cannot be read there.
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
    return file


class GameKeeper:
    """Keeps the file of a game up to date, move by move, and locked.

    === Attributes ===
    path: the file, as it was named
    """
    path: str
    _name: str = ''

    def __init__(self, path: str, saved: SavedGame, overwrite: bool = False
                 ) -> None:
        """Write saved to path, where ~ is the folder of the user, or raise
        ValueError. A file that is there is replaced if overwrite.
        """
        self.path = path
        self.update(saved, overwrite)

    def update(self, saved: SavedGame, overwrite: bool = True) -> None:
        """Write saved, and lock the new file; or raise ValueError and give up,
        and nothing has changed.
        """
        try:
            # The program may go to another folder.
            self._name = self._name or find_file(self.path)
            if os.path.exists(self._name):
                if self._name not in LOCKED:
                    LOCKED[self._name] = open_locked(self._name)
                if not os.path.samestat(os.fstat(LOCKED[self._name].fileno()),
                                        os.stat(self._name)):
                    raise BlockingIOError(errno.EAGAIN, 'Another program has '
                                                        'replaced this file')
                if not overwrite:
                    raise FileExistsError(errno.EEXIST,
                                          'This file already exists')
            self.stop()  # On Windows, an open file cannot be replaced.
            replace_file(self._name, format_game(saved).encode('utf-8'))
            LOCKED[self._name] = open_locked(self._name)
        except OSError as error:
            self.stop()
            raise ValueError(describe_file_error(self.path, error)) from error

    def stop(self) -> None:
        """Leave the file to other programs."""
        if self._name in LOCKED:
            LOCKED.pop(self._name).close()
