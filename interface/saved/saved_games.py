"""Saved games, and writing them as text: FORMAT.md describes the format."""
from typing import Any, NamedTuple, Optional, Union
import datetime
from game import Game
from interface.command_line import read_size
from interface.moves import call_method
from interface.quoting import force_quotes, quote_text

FIRST_LINE = 'saved game, version 1'
HEADERS = ['game', 'size', 'player 1', 'player 2', 'first', 'seed', 'date',
           'result']
RESULTS = {'player 1 wins': 'p1', 'player 2 wins': 'p2', 'tie': 'tie'}


class FormatError(ValueError):
    """Raised when a text is no saved game. Its message is one line that begins
    with the number of the line that is wrong: `line 7: ...`.
    """


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
    lines: if the game was read, where its headers, by name, and its moves, by
        index, are: the numbers of their lines
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
    lines: Optional[dict[Union[str, int], int]] = None

    def format_place(self, what: Union[str, int]) -> str:
        """Return where this game, if it was read, has the header called what
        or the move with this index.

        >>> SavedGame('s', True, lines={'game': 2}).format_place('game')
        'line 2'
        """
        lines = self.lines or {}
        if what in lines:
            return f'line {lines[what]}'
        return f'move {what + 1}' if isinstance(what, int) else what


def record_moves(saved: SavedGame, game: Game, moves: list) -> SavedGame:
    """Return saved with moves in place of its own: all those made so far in
    game, whose result is now known if it is over.
    """
    return saved._replace(moves=tuple(map(str, moves)), lines=None,
                          result=find_result(game))


def find_result(game: Game) -> Optional[str]:
    """Return who has won game, 'p1' or 'p2', or 'tie'. Return None if it is not
    over. Raise BrokenGameError if the code of the game fails.
    """
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
              results.get(saved.result)]
    lines = [FIRST_LINE, '']
    lines += [f'{name}: {value}' for name, value in zip(HEADERS, values)
              if value is not None]
    lines.append('')
    for i in range(0, len(saved.moves), 2):
        pair = ', '.join(map(quote_text, saved.moves[i:i + 2]))
        lines.append(f'{i // 2 + 1}. {pair}')
    return '\n'.join(lines).rstrip('\n') + '\n'


def format_size(size: Any) -> Optional[str]:
    """Return the size of a game as a header has it. Text that would be read as
    a whole number is in quotes.

    >>> format_size(3), format_size('4 5'), format_size('3')
    ('3', '4 5', '"3"')
    """
    if size is None or isinstance(size, int):
        return None if size is None else str(size)
    text = str(size)
    return quote_text(text) if read_size(text) == text else force_quotes(text)
