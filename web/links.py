"""Links: #game=h&size=3&moves=A,G,D holds a whole game."""
from contextlib import suppress
from urllib.parse import quote, unquote_plus
from game_interface import playable_games, usable_strategies
from interface.command_line import read_size
from interface.saved_games import SavedGame
from interface.words import shorten

# The labs' games are there if the labs are.
with suppress(ImportError):
    from labs.games import add_games
    add_games()

PERSON = 'i'

# The sizes to choose from, by the key of the game; the first is the usual one.
# Others can be typed.
SIZES = {'s': ['20', '10', '50', '100'], 'h': ['3', '1', '2', '4', '5'],
         'd': ['4 4', '3 3', '4 5', '5 5', '6 6'],
         'x': ['4', '3', '5', '7', '11']}

# No game has a larger number as its size here, or more moves.
LARGEST = 10_000


def read_link(link: str) -> SavedGame:
    """Return the game that link holds. Raise ValueError if it holds none.
    Whether its moves are possible is not looked at.

    >>> read_link('#game=s&moves=4,1').moves
    ('4', '1')
    """
    parts = dict(part.partition('=')[::2]
                 for part in link.removeprefix('#').split('&'))
    moves = tuple(map(unquote_plus, parts.pop('moves', '').split(',')))
    parts = {name: unquote_plus(part) for name, part in parts.items()}
    for each in parts:
        if each not in ('', 'game', 'size', 'first', 'p1', 'p2'):
            raise ValueError(f'{shorten(each)} is no part of a link to a game')
    key = parts.get('game', 'h')
    players = [parts.get(name, PERSON) for name in ('p1', 'p2')]
    if key not in playable_games:
        raise ValueError(f'There is no game {shorten(key)} here')
    for player in players:
        if player not in usable_strategies:
            raise ValueError(f'There is no player {shorten(player)} here')
    text = parts.get('size') or SIZES.get(key, [''])[0]
    size = read_size(text) if text else None
    if isinstance(size, int) and size > LARGEST or len(moves) > LARGEST:
        raise ValueError(f'The page has no games larger than {LARGEST}')
    return SavedGame(key, parts.get('first') != '2', size, *players,
                     moves=moves if any(moves) else ())


def format_link(saved: SavedGame) -> str:
    """Return the link to saved. Players who are not known here are people.

    >>> format_link(SavedGame('d', True, '4 4', 'i', 'mi', moves=('0 1',)))
    '#game=d&size=4%204&p2=mi&moves=0%201'
    """
    p1, p2 = (key if key in usable_strategies else PERSON
              for key in (saved.p1, saved.p2))
    parts = [('game', saved.game, ''), ('size', saved.size, None),
             ('first', 1 if saved.p1_starts else 2, 1), ('p1', p1, PERSON),
             ('p2', p2, PERSON)]
    texts = [f'{name}={quote(str(each), safe="")}'
             for name, each, usual in parts if each != usual]
    moves = ','.join(quote(move, safe='') for move in saved.moves)
    return '#' + '&'.join([*texts, f'moves={moves}'] if moves else texts)
