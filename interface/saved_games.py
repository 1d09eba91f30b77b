"""Saved games as text, as FORMAT.md describes it: writing and reading it."""
from argparse import ArgumentTypeError
from typing import Any, NamedTuple, Optional, Union
import datetime
import re
from game import Game
from interface.setup import call_method
from interface.words import force_quotes, quote_text, read_size, \
    read_whole_number, shorten, split_first

FIRST_LINE = 'saved game, version 1'
# The headers, each with the attribute of a SavedGame that it is about.
HEADERS = {'game': 'game', 'size': 'size', 'player 1': 'p1', 'player 2': 'p2',
           'first': 'p1_starts', 'seed': 'seed', 'date': 'date',
           'result': 'result'}
RESULTS = {'player 1 wins': 'p1', 'player 2 wins': 'p2', 'tie': 'tie'}

# The numbers of the lines of headers, by name, and of moves, by index.
Places = dict[Union[str, int], int]


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
    lines: where its parts are, if the game was read
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
    lines: Optional[Places] = None

    def format_place(self, what: Union[str, int]) -> str:
        """Return where this game, if read, has a header or a move."""
        lines = self.lines or {}
        if what in lines:
            return f'line {lines[what]}'
        return f'move {what + 1}' if isinstance(what, int) else what


def record_moves(saved: SavedGame, game: Game, moves: list[Any]) -> SavedGame:
    """Return saved with these moves of game, and its result if it is over."""
    return saved._replace(moves=tuple(map(str, moves)), lines=None,
                          result=find_result(game))


def find_result(game: Game) -> Optional[str]:
    """Return 'p1', 'p2', 'tie', or None if game is not over."""
    if not call_method(game, 'is_over', game.current_state):
        return None
    for name in 'p1', 'p2':
        if call_method(game, 'is_winner', name):
            return name
    return 'tie'


def format_game(saved: SavedGame) -> str:
    """Return saved as text, which parse_game reads.

    >>> print(format_game(SavedGame('s', True, 6, moves=('4', '1', '1'))))
    saved game, version 1
    <BLANKLINE>
    game: s
    size: 6
    first: 1
    <BLANKLINE>
    1. 4, 1
    2. 1
    <BLANKLINE>
    """
    p1, p2 = (None if key is None else quote_text(key)
              for key in (saved.p1, saved.p2))
    results = {result: words for words, result in RESULTS.items()}
    values = [quote_text(saved.game), format_size(saved.size), p1, p2,
              1 if saved.p1_starts else 2, saved.seed, saved.date,
              results.get(saved.result or '')]
    lines = [FIRST_LINE, '']
    lines += [f'{name}: {value}' for name, value in zip(HEADERS, values)
              if value is not None]
    lines.append('')
    for i in range(0, len(saved.moves), 2):
        pair = ', '.join(map(quote_text, saved.moves[i:i + 2]))
        lines.append(f'{i // 2 + 1}. {pair}')
    return '\n'.join(lines).rstrip('\n') + '\n'


def format_size(size: Any) -> Optional[str]:
    """Return size as a header has it, in quotes if it looks like a number.

    >>> format_size(3), format_size('4 5'), format_size('3')
    ('3', '4 5', '"3"')
    """
    if size is None or isinstance(size, int):
        return None if size is None else str(size)
    text = str(size)
    return quote_text(text) if read_size(text) == text else force_quotes(text)


def parse_game(text: str) -> SavedGame:
    """Return the game that text means, not replayed, or raise FormatError."""
    values: dict[str, Any] = {}
    moves: list[str] = []
    places: Places = {}
    # These are the lines that editors count: splitlines knows more ends.
    lines = re.split('\r\n|\r|\n', text.removeprefix('\ufeff'))
    for number, line in enumerate(lines, 1):
        try:
            check_line(line, number)
            if re.match(r'\s*[0-9]+\s*\.', line):
                pair = read_pair(line, len(moves))
                places |= {len(moves) + i: number for i in range(len(pair))}
                moves += pair
            elif number > 1 and not re.match(r'\s*(#|$)', line):
                header, value = read_header(line, places)
                values[HEADERS[header]], places[header] = value, number
        except ValueError as error:
            raise FormatError(f'line {number}: {error}') from error
    missing = [name for name in ('game', 'first') if name not in places]
    if missing:
        raise FormatError(f'line {places.get(0, len(lines))}: above here, the '
                          f'header {missing[0]!r} is missing')
    return SavedGame(**values, moves=tuple(moves), lines=places)


def check_line(line: str, number: int) -> None:
    """Raise ValueError for a control character, or for a wrong first line."""
    odd = re.search('[\0-\x08\x0a-\x1f\x7f-\x9f]', line)
    if odd:
        raise ValueError(f'there is a control character, {odd[0]!r}')
    words = ' '.join(line.lower().split())
    if number == 1 and words != FIRST_LINE:
        same = words.startswith(FIRST_LINE.rstrip('1'))
        what = 'this program can read' if same else 'a saved game begins with'
        raise ValueError(f'{what} {FIRST_LINE!r}, not {shorten(line)}')


def read_pair(line: str, made: int) -> list[str]:
    """Return the one or two moves in line, or raise ValueError.

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
    first, second = split_first(rest)
    if second is None:
        return [first]
    last, more = split_first(second)
    if more is not None:
        raise ValueError('there are at most two moves in a line, one of each '
                         'player')
    return [first, last]


def read_header(line: str, places: Places) -> tuple[str, Any]:
    """Return the name and the value of the header in line, which follows what
    was at these places. Raise ValueError if it is wrong.

    >>> read_header('Player 1: mi', {}), read_header('first: 2', {})
    (('player 1', 'mi'), ('first', False))
    """
    name, colon, text = line.partition(':')
    name, text = ' '.join(name.lower().split()), text.strip()
    if not colon:
        raise ValueError(f'{shorten(line.strip())} is not a header, a '
                         f'move or a comment')
    if name not in HEADERS:
        raise ValueError(f'{shorten(name)} is an unknown header. Headers: '
                         f'{", ".join(HEADERS)}')
    if not text:
        raise ValueError(f'the header {name!r} has no value')
    if 0 in places or name in places:
        what = 'below a move' if 0 in places else 'there twice'
        raise ValueError(f'the header {name!r} is {what}')
    return name, read_value(name, text)


def read_value(name: str, text: str) -> Any:
    """Return the value of a header. Raise ValueError if text means none."""
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
            raise ValueError(f'{shorten(text)} is not a seed: that is a '
                             f'whole number') from error
    if name == 'date':
        try:
            return datetime.datetime.strptime(text, '%Y-%m-%d').date()
        except ValueError as error:
            raise ValueError(f'{shorten(text)} is not a date like 2026-11-21'
                             ) from error
    choices: dict[str, Any] = RESULTS if name == 'result' \
        else {'1': True, '2': False}
    if text.lower() not in choices:
        raise ValueError(f'{shorten(text)} is not a value of {name!r}: that '
                         f'is one of: {", ".join(choices)}')
    return choices[text.lower()]
