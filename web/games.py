"""The game that a question of the page is about.

#game=h&size=3&moves=A,G,D is a whole game. Python remembers nothing but such a
link: for each question, the game is played again from its first position.
"""

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Iterable, Optional
from urllib.parse import quote, unquote_plus
from interface.command_line import Catalog
from interface.history import History, find_result, replay
from interface.saved_games import SavedGame
from interface.words import (
    Attempt,
    describe_import,
    read_integer,
    read_size,
    shorten,
)

# The files that a student writes, what the page looks for in them, and the keys
# that these have if game_interface.py does not name them.
WANTED = {
    'subtract_square_game': {'s': 'SubtractSquareGame'},
    'stonehenge': {'h': 'StonehengeGame'},
    'strategy': {
        'r': 'random_strategy',
        'ro': 'rough_outcome_strategy',
        'mr': 'recursive_minimax_strategy',
        'mi': 'iterative_minimax_strategy',
    },
}
PERSON = 'i'


def find_catalog() -> tuple[Catalog, list[str]]:
    """Return the games and strategies of game_interface.py, and those that are
    written but not plugged in there; and lines that say what is missing. Any of
    these files may be a student's, and may fail.
    """
    found = {
        name: Attempt(import_module, name)
        for name in ('game_interface', *WANTED)
    }
    plugged_in = found['game_interface'].result
    catalog = Catalog(
        getattr(plugged_in, 'playable_games', {}),
        getattr(plugged_in, 'usable_strategies', {}),
        getattr(plugged_in, 'ENGINE', None),
    )
    # Students have of the labs what draws trees, and no games.
    if plugged_in and find_spec('labs') and find_spec('labs.games'):
        import_module('labs.games').add_games()
    lines = [
        describe_failed_import(each.error)
        for each in found.values()
        if each.error
    ]
    for file, things in WANTED.items():
        module = found[file].result
        if module is None:
            continue
        table = catalog.strategies if file == 'strategy' else catalog.games
        for key, title in things.items():
            thing = getattr(module, title, None)
            if thing is None and key not in table:
                lines.append(f'{file}.py has no {title} yet.')
            elif thing is not None and is_written(thing):
                table.setdefault(key, thing)
    return catalog, list(dict.fromkeys(lines))


def describe_failed_import(error: BaseException) -> str:
    """Return in a line why one of the files was not imported."""
    if isinstance(error, ModuleNotFoundError) and error.name in WANTED:
        return f'There is no {error.name}.py yet.'
    return f'{describe_import(error)}.'


def is_written(thing: Any) -> bool:
    """Return whether a student has written thing. A function that only raises
    NotImplementedError still waits for that.
    """
    code = getattr(thing, '__code__', None)
    return getattr(code, 'co_names', None) != ('NotImplementedError',)


CATALOG, MISSING = find_catalog()
playable_games, usable_strategies = CATALOG.games, CATALOG.strategies

# The parts of an address, with what they are if they are not there.
USUAL = {
    'game': '',
    'size': '',
    'first': '1',
    'p1': PERSON,
    'p2': PERSON,
    'moves': '',
    'place': '',
    'values': '',
    'lines': '',
}
# Stonehenge is what the package is about.
USUAL_GAME = 'h' if 'h' in playable_games else next(iter(playable_games), '')
# The sizes to choose from, the usual one first, if the game's class has none.
SIZES = {'s': ['20', '10', '50', '100'], 'h': ['3', '1', '2', '4', '5']}
MOST_ALLOWED = 10_000  # The largest size, and number of moves.
MOST_SAID = 20  # How many side lines are remembered.


def split_parts(address: Optional[str]) -> dict[str, str]:
    """Return the parts of an address, as they are written, by their names."""
    return dict(
        part.partition('=')[::2]
        for part in (address or '').removeprefix('#').split('&')
        if part
    )


def join_parts(parts: dict[str, str]) -> str:
    """Return these parts as an address, but for those that are as usual."""
    return '&'.join(
        f'{name}={text}'
        for name, text in parts.items()
        if text != USUAL.get(name)
    )


def read_link(link: Optional[str]) -> SavedGame:
    """Return the game in link, with any moves, or raise ValueError."""
    given = USUAL | split_parts(link)
    unknown = given.keys() - USUAL.keys()
    if unknown:
        raise ValueError(f'{shorten(min(unknown))} is not part of a link')
    parts = {part: unquote_plus(given[part]) for part in given}
    key = parts['game'] or USUAL_GAME
    p1 = parts['p1']
    p2 = parts['p2']
    if key not in playable_games:
        raise ValueError(f'There is no game {shorten(key)} here')
    for player in p1, p2:
        if player not in (PERSON, *usable_strategies):
            raise ValueError(f'There is no player {shorten(player)} here')
    size = parts['size'] or next(iter(list_sizes(key)), '')
    number = read_size(size) if size else None
    moves = tuple(split_moves(given['moves']))
    is_large = isinstance(number, int) and number > MOST_ALLOWED
    if is_large or len(moves) >= MOST_ALLOWED:
        raise ValueError(f'The page has no games larger than {MOST_ALLOWED}')
    return SavedGame(key, parts['first'] != '2', number, p1, p2, moves=moves)


def read_address(address: str) -> dict[str, Any]:
    """Return the request in an address: a game, and how it is shown."""
    parts = USUAL | split_parts(address)
    return {
        'link': address,
        'place': Attempt(read_integer, parts['place']).result,
        'values': parts['values'] == '1',
        'lines': list(filter(None, parts['lines'].split(';'))),
    }


def quote_moves(moves: Iterable[Any]) -> str:
    """Return moves as they stand in a link."""
    return ','.join(quote(str(move), safe='') for move in moves)


def split_moves(text: str) -> list[str]:
    """Return the moves in text: A,G in a link, or #game=h:A,G, as a path."""
    moves = text.rpartition(':')[2].removesuffix(',')
    return list(map(unquote_plus, moves.split(','))) if moves else []


def list_sizes(key: str) -> list[str]:
    """Return the sizes to choose from for the game with this key."""
    return list(getattr(playable_games.get(key), 'sizes', SIZES.get(key, [])))


def format_link(saved: SavedGame) -> str:
    """Return the link to saved. Unknown players become people."""
    players = [
        key if key in usable_strategies else PERSON
        for key in (saved.p1, saved.p2)
    ]
    values = [
        saved.game,
        '' if saved.size is None else saved.size,
        1 if saved.p1_starts else 2,
        *players,
    ]
    parts = dict(zip(USUAL, (quote(str(each), safe='') for each in values)))
    return '#' + join_parts(parts | {'moves': quote_moves(saved.moves)})


@lru_cache(maxsize=1)
def remember(*_game: Any) -> dict[Any, Any]:
    """Return the scores that are known of a game: of one, to save memory."""
    return {}


class PageGame(History):
    """The game that a request holds, at the position that the page shows.

    === Attributes ===
    request: the game as a request
    result: who has won, 'p1' or 'p2', or 'tie'; None if the game is not over
    player: who is to move, 'p1' or 'p2'; '' if the game is over
    """

    request: dict[str, Any]
    result: Optional[str]
    player: str

    def __init__(self, request: dict[str, Any]) -> None:
        """Initialize the game in request, or raise ValueError, saying why."""
        saved = read_link(request.get('link'))
        history = replay(saved, CATALOG)
        place = request.get('place')
        super().__init__(CATALOG, history.game, saved)
        vars(self).update(vars(history))
        # Moves as the game writes them, not as they were typed.
        self.record = saved._replace(moves=tuple(map(str, self.moves)))
        self.scores = remember(
            playable_games[saved.game], saved.p1_starts, saved.size
        )
        if place is not None and 0 <= place < len(self.moves):
            self.go_to(place)
        self.result = find_result(self.game)
        self.player = ''
        if not self.result:
            self.player = self.game.current_state.get_current_player_name()
        self.request = {
            'link': format_link(self.record),
            'place': self.place,
            # Where a person is to move, no program is kept waiting.
            'paused': bool(request.get('paused'))
            and (not self.people or self.is_program_next()),
            'values': bool(request.get('values')),
            'lines': list(request.get('lines') or []),
            'notes': list(request.get('notes') or []),
        }

    @property
    def people(self) -> list[str]:
        """The names of the players who are people on the page."""
        return [
            name
            for name in ('p1', 'p2')
            if getattr(self.record, name) == PERSON
        ]

    def is_program_next(self) -> bool:
        """Return whether a program is to move."""
        return self.player != '' and self.player not in self.people

    def can_move(self) -> bool:
        """Return whether a person may move, also for a paused program."""
        if self.player == '':
            return False
        return self.request['paused'] or not self.is_program_next()

    def format_address(self) -> str:
        """Return the page's address for this game and position."""
        parts = split_parts(self.request['link'])
        if self.place < len(self.moves):
            parts['place'] = str(self.place)
        if self.request['values']:
            parts['values'] = '1'
        parts['lines'] = ';'.join(self.request['lines'])
        return '#' + join_parts(parts)

    def format_path(self) -> str:
        """Return the game, whoever plays it, and a comma after each move."""
        game = self.record._replace(p1=PERSON, p2=PERSON, moves=())
        moves = [f'{quote_moves([move])},' for move in self.made()]
        return f'{format_link(game)}:{"".join(moves)}'

    def change_line(self, moves: Iterable[Any]) -> dict[str, Any]:
        """Return a request for the position after moves; keep other ones."""
        new, old = list(map(str, moves)), list(map(str, self.moves))
        if old[: len(new)] == new:
            return self.request | {'place': len(new)}
        lines = self.request['lines']
        if new[: len(old)] != old:
            lines = lines + [quote_moves(old)]
        lines = [line for line in lines if line != quote_moves(new)]
        return self.request | {
            'link': format_link(self.record._replace(moves=tuple(new))),
            'place': None,
            'notes': [],
            'lines': lines[-MOST_SAID:],
        }

    def format_move(self, move: Any) -> dict[str, Any]:
        """Return this game after one more move as a request."""
        return self.change_line([*self.made(), move])
