"""The games, strategies and sizes of the page, and the game that it speaks of.

The page remembers nothing but the moves of a game, and so does this side: each
request has the whole game, which is played again from its first position.
"""
from contextlib import suppress
from typing import Any
from game_interface import playable_games, usable_strategies
from interface.command_line import read_size
from interface.quoting import shorten
from interface.saved.replay import Replay, replay
from interface.saved.saved_games import SavedGame
from interface.titles import make_titles

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

# No game has a larger number as its size here, and no position more moves: a
# page with more could not be shown.
LARGEST_SIZE = 10_000
MOST_MOVES = 400

# How long a text of a request may be, such as a move.
LONGEST_TEXT = 200


class RequestError(ValueError):
    """Raised, with one line that says why, when a request makes no sense."""


def describe_choices() -> dict[str, Any]:
    """Return what one can choose from: games, their sizes, and players."""
    strategies = make_titles(usable_strategies) | {PERSON: 'a person'}
    games = [{'key': key, 'title': title, 'sizes': SIZES.get(key, [])}
             for key, title in make_titles(playable_games).items()]
    # Stonehenge is what the package is about.
    games.sort(key=lambda game: game['key'] != 'h')
    return {'games': games, 'players': list(map(list, strategies.items()))}


def read_game(request: dict[str, Any]) -> SavedGame:
    """Return the game that request describes. Raise RequestError if it does
    not describe one. Whether its moves are possible is not looked at.

    >>> read_game({'game': 's', 'size': '9', 'moves': ['4']}).size
    9
    """
    moves = request.get('moves', [])
    texts = [request.get('game'), request.get('size') or '',
             request.get('p1', PERSON), request.get('p2', PERSON)]
    if not isinstance(moves, list) or len(moves) > LARGEST_SIZE \
            or not all(is_text(text) for text in texts + moves):
        raise RequestError('This is not a game as the page writes it')
    key, size, *players = texts
    if key not in playable_games:
        raise RequestError(f'There is no game {shorten(key)} here')
    for player in players:
        if player not in usable_strategies:
            raise RequestError(f'There is no player {shorten(player)} here')
    size = read_size(size) if size else None
    if size is None and SIZES.get(key):
        size = read_size(SIZES[key][0])
    if isinstance(size, int) and size > LARGEST_SIZE:
        raise RequestError(f'The page has no games larger than {LARGEST_SIZE}')
    return SavedGame(key, str(request.get('first', '1')) != '2', size,
                     *players, moves=tuple(moves))


def is_text(thing: Any) -> bool:
    """Return whether thing is a text that is not too long."""
    return isinstance(thing, str) and len(thing) <= LONGEST_TEXT


def play_again(saved: SavedGame) -> Replay:
    """Return what comes of saved. Raise ValueError, with one line that says
    why, if that is against the rules or too large for the page.
    """
    played = replay(saved, playable_games)
    if len(played.states[-1].get_possible_moves()) > MOST_MOVES:
        raise RequestError('This position has too many moves for the page')
    return played


def format_request(saved: SavedGame) -> dict[str, Any]:
    """Return saved as the page writes it: read_game reads that."""
    return {'game': saved.game,
            'size': '' if saved.size is None else str(saved.size),
            'first': '1' if saved.p1_starts else '2',
            'p1': known_player(saved.p1), 'p2': known_player(saved.p2),
            'moves': list(saved.moves)}


def known_player(key: Any) -> str:
    """Return key if it is that of a player here, otherwise that of a person.
    """
    return key if key in usable_strategies else PERSON
