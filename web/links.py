"""Links: #game=h&size=3&moves=A,G,D holds a whole game."""
from typing import Any
from urllib.parse import quote, unquote
from web.games import PERSON, PageGame

NAMES = ['game', 'size', 'first', 'p1', 'p2']

# What a link need not say.
USUAL = {'size': '', 'first': '1', 'p1': PERSON, 'p2': PERSON}


def format_link(game: PageGame) -> str:
    """Return the link to the position of game that the page shows."""
    request = game.format_request()
    parts = [f'{name}={quote(request[name])}' for name in NAMES
             if request[name] != USUAL.get(name)]
    moves = ','.join(quote(move, safe='')
                     for move in map(str, game.history.made()))
    return '#' + '&'.join([*parts, *([f'moves={moves}'] if moves else [])])


def read_link(link: str) -> dict[str, Any]:
    """Return the game that link holds as a request. It may be none.

    >>> read_link('#game=h&size=3&moves=A,G')
    {'game': 'h', 'size': '3', 'moves': ['A', 'G']}
    """
    parts = dict(part.partition('=')[::2]
                 for part in link.removeprefix('#').split('&'))
    request: dict[str, Any] = {name: unquote(parts[name])
                               for name in NAMES if name in parts}
    if parts.get('moves'):
        request['moves'] = list(map(unquote, parts['moves'].split(',')))
    return request
