"""Saved games as text, as FORMAT.md describes it: writing and reading it."""
from argparse import ArgumentTypeError
from typing import Any, Callable, NamedTuple, Optional, Union
import datetime
import re
from game import Game
from interface.setup import call_method
from interface.words import force_quotes, quote_text, read_size, \
    read_whole_number, shorten, split_first

FIRST_LINE = 'saved game, version 1'
# The headers, each with the attribute of a SavedGame that it is about; and the
# values of those that have few.
HEADERS = {'game': 'game', 'size': 'size', 'player 1': 'p1', 'player 2': 'p2',
           'first': 'p1_starts', 'seed': 'seed', 'date': 'date',
           'result': 'result'}
CHOICES: dict[str, dict[str, Any]] = {
    'first': {'1': True, '2': False},
    'result': {'player 1 wins': 'p1', 'player 2 wins': 'p2', 'tie': 'tie'}}

# How to read the values of others, and what they are not if that fails.
READERS: dict[str, tuple[Callable[[str], Any], str]] = {
    'seed': (read_whole_number, 'a seed: that is a whole number'),
    'date': (lambda text: datetime.datetime.strptime(text, '%Y-%m-%d').date(),
             'a date like 2026-11-21')}

CONTROL = re.compile('[\0-\x08\x0a-\x1f\x7f-\x9f]')  # Tabs may be there.
Part = Union[str, int]  # A header, by its name, or a move, by its index.


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
    lines: Optional[dict[Part, int]] = None
    comments: tuple[tuple[Part, str], ...] = ()

    def format_place(self, part: Part) -> str:
        """Return where this game, if read, has a header or a move."""
        lines = self.lines or {}
        if part in lines:
            return f'line {lines[part]}'
        return f'move {part + 1}' if isinstance(part, int) else part


def record_moves(saved: SavedGame, game: Game, moves: list[Any]) -> SavedGame:
    """Return saved with these moves of game, and its result if it is over."""
    return saved._replace(moves=tuple(map(str, moves)), lines=None,
                          result=find_result(game))


def find_result(game: Game) -> Optional[str]:
    """Return 'p1', 'p2', 'tie', or None if game is not over."""
    if not call_method(game, 'is_over', game.current_state):
        return None
    winners = (name for name in ('p1', 'p2')
               if call_method(game, 'is_winner', name))
    return next(winners, 'tie')


def format_game(saved: SavedGame) -> str:
    """Return saved as text, which parse_game reads. Comments on moves that have
    been taken back come last.
    """
    comments: dict[Part, list[str]] = {}
    end = len(saved.moves) + len(saved.moves) % 2
    for part, comment in saved.comments:
        if isinstance(part, int):
            part = min(part + part % 2, end)  # A pair of moves is one line.
        comments.setdefault(part, []).append(comment)
    lines = [FIRST_LINE, '']
    for name, attribute in HEADERS.items():
        lines += comments.get(name, [])
        value = getattr(saved, attribute)
        for text, meaning in CHOICES.get(name, {}).items():
            value = text if value == meaning else value
        if name == 'size' and value is not None \
                and read_size(str(value)) != value:
            lines.append(f'size: {force_quotes(value)}')
        elif value is not None:
            lines.append(f'{name}: {quote_text(str(value))}')
    lines.append('')
    for i in range(0, end + 1, 2):
        lines += comments.get(i, [])
        if i < end:
            pair = ', '.join(map(quote_text, saved.moves[i:i + 2]))
            lines.append(f'{i // 2 + 1}. {pair}')
    return '\n'.join(lines).rstrip('\n') + '\n'


def parse_game(text: str) -> SavedGame:
    """Return the game that text means, not replayed, or raise FormatError."""
    values: dict[str, Any] = {}
    moves: list[str] = []
    places: dict[Part, int] = {}
    comments: list[tuple[Part, str]] = []
    # These are the lines that editors count: splitlines knows more ends.
    lines = re.split('\r\n|\r|\n', text.removeprefix('\ufeff'))
    for number, line in enumerate(map(str.strip, lines), 1):
        try:
            for odd in CONTROL.findall(lines[number - 1]):
                check(False, f'there is a control character, {odd!r}')
            if number == 1:
                check_first(line)
            elif re.match(r'[0-9]+\s*\.', line):
                pair = read_pair(line, len(moves))
                places |= {len(moves) + i: number for i in range(len(pair))}
                moves += pair
            elif line.startswith('#'):
                comments.append((len(moves), line))
            elif line:
                name, value = read_header(line, places)
                values[HEADERS[name]], places[name] = value, number
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


def check_first(line: str) -> None:
    """Raise ValueError if this is not the first line of a saved game."""
    words = ' '.join(line.lower().split())
    what = 'this program can read' if words.startswith(FIRST_LINE[:-1]) \
        else 'a saved game begins with'
    check(words == FIRST_LINE, f'{what} {FIRST_LINE!r}, not {shorten(line)}')


def read_pair(line: str, made: int) -> list[str]:
    """Return the one or two moves in line, or raise ValueError."""
    number, due = line.partition('.')[0].strip(), str(made // 2 + 1)
    check(made % 2 == 0, 'the pair of moves above lacks its second one, after '
                         'a comma')
    check(number.lstrip('0') == due, f'the number of these moves is {due}, not '
                                     f'{number[:40]}')
    pair: list[str] = []
    rest: Optional[str] = line.partition('.')[2]
    while rest is not None:
        check(len(pair) < 2, 'there are at most two moves in a line, one of '
                             'each player')
        move, rest = split_first(rest)
        pair.append(move)
    return pair


def read_header(line: str, places: dict[Part, int]) -> tuple[str, Any]:
    """Return the name and the value of the header in line, which follows what
    was at these places. Raise ValueError if it is wrong.
    """
    name, colon, text = line.partition(':')
    name, text = ' '.join(name.lower().split()), text.strip()
    check(colon, f'{shorten(line)} is not a header, a move or a comment')
    check(name in HEADERS, f'{shorten(name)} is an unknown header. Headers: '
                           f'{", ".join(HEADERS)}')
    check(text, f'the header {name!r} has no value')
    check(0 not in places, f'the header {name!r} is below a move')
    check(name not in places, f'the header {name!r} is there twice')
    if name in CHOICES:
        check(text.lower() in CHOICES[name],
              f'{shorten(text)} is not a value of {name!r}: that is one of: '
              f'{", ".join(CHOICES[name])}')
        return name, CHOICES[name][text.lower()]
    if name in READERS:
        read, kind = READERS[name]
        try:
            return name, read(text)
        except (ArgumentTypeError, ValueError) as error:
            raise ValueError(f'{shorten(text)} is not {kind}') from error
    if text.startswith('"'):
        text, more = split_first(text)
        check(more is None, f'there is more than one value for {name!r}')
        return name, text
    return name, read_size(text) if name == 'size' else text
