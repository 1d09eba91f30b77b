"""Reading saved games, which are text in the format of FORMAT.md."""
from argparse import ArgumentTypeError
from typing import Any, Union
import datetime
import re
from interface.command_line import read_size, read_whole_number
from interface.quoting import shorten, split_first
from interface.saved.saved_games import FIRST_LINE, HEADERS, RESULTS, \
    FormatError, SavedGame

REQUIRED = ['game', 'first']
FIRSTS = {'1': True, '2': False}


def parse_game(text: str) -> SavedGame:
    """Return the saved game that text means. Raise FormatError if it means
    none. Whether its moves are possible is not looked at: replay does that.
    """
    parser = GameParser()
    # These are the lines that editors count: splitlines knows more ends.
    lines = re.split('\r\n|\r|\n', text.removeprefix('\ufeff'))
    for number, line in enumerate(lines, 1):
        try:
            parser.parse_line(line, number)
        except ValueError as error:
            raise FormatError(f'line {number}: {error}') from error
    return parser.finish(len(lines))


class GameParser:
    """What has been read of a saved game, line by line.

    === Attributes ===
    values: the values of the headers so far, by name
    moves: the moves so far
    places: where those headers, by name, and moves, by index, were: the
        numbers of their lines
    """
    values: dict[str, Any]
    moves: list[str]
    places: dict[Union[str, int], int]

    def __init__(self) -> None:
        """Initialize a parser that has read nothing."""
        self.values, self.moves, self.places = {}, [], {}

    def parse_line(self, line: str, number: int) -> None:
        """Read line, which has this number. Raise ValueError if it is wrong.
        """
        check_characters(line)
        if number == 1:
            check_first_line(line)
        elif re.match(r'\s*[0-9]+\s*\.', line):
            for move in read_pair(line, len(self.moves)):
                self.places[len(self.moves)] = number
                self.moves.append(move)
        elif line.strip() and not line.strip().startswith('#'):
            name, value = read_header(line)
            if self.moves:
                raise ValueError(f'the header {name!r} is below a move')
            if name in self.values:
                raise ValueError(f'the header {name!r} is there twice')
            self.values[name], self.places[name] = value, number

    def finish(self, last: int) -> SavedGame:
        """Return the game that was read, up to the line with the number last.
        Raise FormatError if a header that it needs is missing.
        """
        missing = [name for name in REQUIRED if name not in self.values]
        if missing:
            raise FormatError(f'line {self.places.get(0, last)}: above here, '
                              f'the header {missing[0]!r} is missing')
        values = map(self.values.get, HEADERS)
        game, size, p1, p2, p1_starts, seed, date, result = values
        return SavedGame(game, p1_starts, size, p1, p2, seed, date, result,
                         tuple(self.moves), self.places)


def check_characters(line: str) -> None:
    """Raise ValueError if line has a control character other than a tab."""
    odd = re.search('[\0-\x08\x0a-\x1f\x7f-\x9f]', line)
    if odd:
        raise ValueError(f'there is a control character, {odd[0]!r}')


def check_first_line(line: str) -> None:
    """Raise ValueError if line is not the first line of a saved game."""
    words = ' '.join(line.lower().split())
    if words != FIRST_LINE:
        same = words.startswith(FIRST_LINE.rstrip('1'))
        what = 'a version that this program cannot read' if same \
            else 'not how a saved game begins'
        raise ValueError(f'{shorten(line)} is {what}: {FIRST_LINE!r} is')


def read_pair(line: str, made: int) -> list[str]:
    """Return the moves in line, one or two, after as many moves as made. Raise
    ValueError if line has the wrong number or cannot be read.

    >>> read_pair('2. A, "1, 2"', 2)
    ['A', '1, 2']
    """
    if made % 2:
        raise ValueError('the pair of moves above lacks its second '
                         'one, after a comma')
    number, _, rest = line.partition('.')
    due = str(made // 2 + 1)
    if number.strip().lstrip('0') != due:
        raise ValueError(f'the number of these moves is {due}, not '
                         f'{number.strip()[:40]}')
    first, rest = split_first(rest)
    if rest is None:
        return [first]
    second, rest = split_first(rest)
    if rest is not None:
        raise ValueError('there are at most two moves in a line, one of each '
                         'player')
    return [first, second]


def read_header(line: str) -> tuple[str, Any]:
    """Return the name and the value of the header in line. Raise ValueError if
    it cannot be read.

    >>> read_header('Player 1: mi'), read_header('first: 2')
    (('player 1', 'mi'), ('first', False))
    """
    name, colon, text = line.partition(':')
    name, text = ' '.join(name.lower().split()), text.strip()
    if not colon:
        raise ValueError(f'{shorten(line.strip())} is no header, move or '
                         f'comment')
    if name not in HEADERS:
        raise ValueError(f'{shorten(name)} is an unknown header. Headers: '
                         f'{", ".join(HEADERS)}')
    if not text:
        raise ValueError(f'the header {name!r} has no value')
    return name, read_value(name, text)


def read_value(name: str, text: str) -> Any:
    """Return what text means as the value of the header called name. Raise
    ValueError if it means nothing.
    """
    if name in ('game', 'player 1', 'player 2', 'size'):
        quoted = text.startswith('"')
        value, rest = split_first(text) if quoted else (text, None)
        if rest is not None:
            raise ValueError(f'there is more than one value for {name!r}')
        return read_size(value) if name == 'size' and not quoted else value
    if name == 'seed':
        try:
            return read_whole_number(text)
        except ArgumentTypeError as error:
            raise ValueError(f'{shorten(text)} is no seed, which is a whole '
                             f'number') from error
    if name == 'date':
        try:
            return datetime.datetime.strptime(text, '%Y-%m-%d').date()
        except ValueError as error:
            raise ValueError(f'{shorten(text)} is no date like 2026-11-21'
                             ) from error
    choices = FIRSTS if name == 'first' else RESULTS
    if text.lower() not in choices:
        raise ValueError(f'{shorten(text)} is no value for {name!r}, which is '
                         f'one of: {", ".join(choices)}')
    return choices[text.lower()]
