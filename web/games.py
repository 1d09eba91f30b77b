"""The game that a request of the page holds.

#game=h&size=3&moves=A,G,D is a whole game. The page remembers nothing but such
a link, and so does this side: each request has the whole game, which is played
again from its first position.
"""
from functools import lru_cache
from importlib.util import find_spec
from typing import Any, Callable, Iterable, Optional
from urllib.parse import quote, unquote_plus
import re
from game_interface import CATALOG, playable_games, usable_strategies
from interface.command_line import read_size
from interface.replay import replay
from interface.saved_games import SavedGame, find_result
from interface.session import Session
from interface.words import shorten

# The labs' games are there if the labs are.
if find_spec('labs'):
    from labs.games import add_games
    add_games()

PERSON = 'i'

# The sizes to choose from, the usual one first, if the game's class has none.
SIZES = {'s': ['20', '10', '50', '100'], 'h': ['3', '1', '2', '4', '5']}

# So many other lines of play are kept.
MOST_LINES = 20

# No game here has a larger size, or more moves; no position has more of them.
LARGEST, MOST_POSSIBLE = 10_000, 676

# What is called with each part of an answer before the last one.
Tell = Callable[[dict[str, Any]], None]


def split_parts(address: Any) -> dict[str, str]:
    """Return the parts of an address, as they are written, by their names.

    >>> split_parts('#game=s&moves=4,1')
    {'game': 's', 'moves': '4,1'}
    """
    return dict(part.partition('=')[::2] for part in
                str(address or '').removeprefix('#').split('&') if part)


def read_link(link: Any) -> SavedGame:
    """Return the game that link holds. Raise ValueError if it holds none.
    Whether its moves are possible is not checked.
    """
    parts = split_parts(link)
    moves = split_moves(parts.pop('moves', ''))
    for name, part in parts.items():
        if name not in ('game', 'size', 'first', 'p1', 'p2'):
            raise ValueError(f'{shorten(name)} is not part of a link to a game')
        parts[name] = unquote_plus(part)
    key = parts.get('game', 'h')
    players = [parts.get(f'p{number}', PERSON) for number in '12']
    if key not in playable_games:
        raise ValueError(f'There is no game {shorten(key)} here')
    for player in players:
        if player not in (PERSON, *usable_strategies):
            raise ValueError(f'There is no player {shorten(player)} here')
    text = parts.get('size') or next(iter(list_sizes(key)), '')
    size = read_size(text) if text else None
    if isinstance(size, int) and size > LARGEST or len(moves) >= LARGEST:
        raise ValueError(f'The page has no games larger than {LARGEST}')
    return SavedGame(key, parts.get('first') != '2', size, players[0],
                     players[1], moves=tuple(moves))


def read_address(address: str) -> dict[str, Any]:
    """Return the request that the page's address holds: besides a link to a
    game, which position is shown, whether with values, and other lines of play.

    >>> read_address('#game=s&moves=4,1&place=1&lines=4,9')
    {'link': 'game=s&moves=4,1', 'place': 1, 'values': False, 'lines': ['4,9']}
    """
    parts = split_parts(address)
    place, values, lines = (parts.pop(name, '') for name in (
        'place', 'values', 'lines'))
    return {'link': '&'.join(f'{name}={text}' for name, text in parts.items()),
            'place': read_whole(place), 'values': values == '1',
            'lines': list(filter(None, lines.split(';')))}


def read_whole(text: Any) -> Optional[int]:
    """Return the whole number that text is, None if it is no such thing."""
    return int(text) if re.fullmatch('[0-9]{1,5}', str(text)) else None


def quote_moves(moves: Iterable[Any]) -> str:
    """Return moves as they stand in a link."""
    return ','.join(quote(str(move), safe='') for move in moves)


def split_moves(text: Any) -> list[str]:
    """Return the moves in text, which is part of a link, or a path.

    >>> split_moves('A,G'), split_moves('#game=h:A,G,'), split_moves('')
    (['A', 'G'], ['A', 'G'], [])
    """
    moves = str(text or '').rpartition(':')[2].removesuffix(',')
    return list(map(unquote_plus, moves.split(','))) if moves else []


def list_sizes(key: str) -> list[str]:
    """Return the sizes to choose from for the game with this key."""
    return list(getattr(playable_games.get(key), 'sizes', SIZES.get(key, [])))


def format_link(saved: SavedGame) -> str:
    """Return the link to saved. Unknown players become people.

    >>> format_link(SavedGame('d', True, '4 4', 'i', 'mi', moves=('b1',)))
    '#game=d&size=4%204&p2=mi&moves=b1'
    """
    p1, p2 = (key if key in usable_strategies else PERSON
              for key in (saved.p1, saved.p2))
    parts = [('game', saved.game, ''), ('size', saved.size, None),
             ('first', 1 if saved.p1_starts else 2, 1), ('p1', p1, PERSON),
             ('p2', p2, PERSON)]
    texts = [f'{name}={quote(str(each), safe="")}'
             for name, each, usual in parts if each != usual]
    moves = quote_moves(saved.moves)
    return '#' + '&'.join([*texts, f'moves={moves}'] if moves else texts)


@lru_cache(maxsize=1)
def remember(*_game: Any) -> dict[Any, Any]:
    """Return the scores that are known of a game, given all that tells it from
    other ones. They may take much memory, so those of one game are kept.
    """
    return {}


class PageGame(Session):
    """The game that a request holds, at the position that the page shows. The
    moves that were taken back come after that.

    === Attributes ===
    request: the game as a request
    result: who has won, 'p1' or 'p2', or 'tie'; None if the game is not over
    player: who is to move, 'p1' or 'p2'; '' if the game is over
    """
    request: dict[str, Any]
    result: Optional[str]
    player: str

    def __init__(self, request: dict[str, Any]) -> None:
        """Initialize the game in request. Raise ValueError, saying why, if it
        holds none, or one that breaks the rules or is too large for the page.
        """
        for part in 'lines', 'notes':
            if not isinstance(request.get(part) or [], list):
                raise ValueError(f'The {part} of a game are a list')
        saved = read_link(request.get('link'))
        history = replay(saved, playable_games)
        game, moves = history.game, history.moves
        # Moves as the game writes them, not as somebody has typed them.
        saved = saved._replace(moves=tuple(map(str, moves)))
        super().__init__(CATALOG, saved, history, [
            name for name in ('p1', 'p2') if getattr(saved, name) == PERSON])
        history.scores = remember(playable_games[saved.game],
                                  saved.p1_starts, saved.size)
        place = request.get('place')
        if isinstance(place, int) and 0 <= place < len(moves):
            history.go_to(place)
        state = game.current_state
        if len(state.get_possible_moves()) > MOST_POSSIBLE:
            raise ValueError('This position has too many moves for the page')
        self.result = find_result(game)
        self.player = '' if self.result else state.get_current_player_name()
        self.request = {
            'link': format_link(saved), 'place': history.place,
            # Where a person is to move, no program is kept waiting.
            'paused': bool(request.get('paused')) and (
                not self.people or self.is_program_next()),
            'values': bool(request.get('values')),
            'lines': [str(line) for line in request.get('lines') or []],
            'notes': list(request.get('notes') or [])}

    def is_program_next(self) -> bool:
        """Return whether a program is to move."""
        return self.player != '' and not self.is_own_turn(self.player)

    def can_move(self) -> bool:
        """Return whether a person may move, also for a paused program."""
        return self.player != '' and (
            self.request['paused'] or not self.is_program_next())

    def format_address(self) -> str:
        """Return the page's address for this game and position."""
        wishes, place = self.request, self.history.place
        parts = [f'place={place}'] * (place < len(self.history.moves)) \
            + ['values=1'] * wishes['values'] \
            + [f'lines={";".join(wishes["lines"])}'] * bool(wishes['lines'])
        return '&'.join([wishes['link'], *parts])

    def format_path(self, number: Optional[int] = None) -> str:
        """Return what tells the position from all others: the game, and the
        moves that were made, or so many of them, each with a comma after it.
        """
        moves = self.history.made()[:number]
        return format_link(self.record._replace(moves=())) + ':' \
            + ''.join(f'{quote_moves([move])},' for move in moves)

    def change_line(self, moves: Iterable[Any]) -> dict[str, Any]:
        """Return a request for the position after moves, from the start on.
        What was played after another move there becomes one of the other lines.
        """
        new, old = list(map(str, moves)), list(map(str, self.history.moves))
        if old[:len(new)] == new:
            return self.request | {'place': len(new)}
        lines = self.request['lines']
        if new[:len(old)] != old:
            lines = lines + [quote_moves(old)]
        lines = [line for line in lines if line != quote_moves(new)]
        return self.request | {
            'link': format_link(self.record._replace(moves=tuple(new))),
            'place': None, 'notes': [], 'lines': lines[-MOST_LINES:]}

    def format_move(self, move: Any) -> dict[str, Any]:
        """Return this game after one more move as a request."""
        return self.change_line([*self.history.made(), move])
