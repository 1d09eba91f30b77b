"""The games, players and sizes of the page, and the game that a request holds.

The page remembers nothing but the moves of a game, and so does this side: each
request has the whole game, which is played again from its first position.
"""
from contextlib import suppress
from typing import Any, Callable, Optional
from game_interface import playable_games, usable_strategies
from interface.command_line import read_size
from interface.history import History
from interface.prompt.session import Session
from interface.quoting import shorten
from interface.saved.replay import replay
from interface.saved.saved_games import SavedGame, find_result

# The labs' games are there if the labs are.
with suppress(ImportError):
    from labs.games import add_games
    add_games()

# What a search tells before it has its answer.
Tell = Callable[[dict[str, Any]], None]

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

# How long a text of a request may be, such as a move or a note.
LONGEST_TEXT = 400


class RequestError(ValueError):
    """Raised, with one line that says why, when a request makes no sense."""


class PageGame(Session):
    """The game that a request holds, at the position that the page shows. The
    moves that were taken back come after that.

    === Attributes ===
    result: who has won, 'p1' or 'p2', or 'tie'; None if the game is not over
    player: who is to move, 'p1' or 'p2'; '' if the game is over
    paused: whether a program waits before its move
    values: whether the values of the moves are wanted
    notes: what a review has found out about the moves
    """
    result: Optional[str]
    player: str
    paused: bool
    values: bool
    notes: list[str]

    def __init__(self, request: dict[str, Any]) -> None:
        """Initialize the game in request. Raise ValueError, with one line that
        says why, if there is none, it is against the rules, or it is too large
        for the page.
        """
        saved = read_game(request)
        played = replay(saved, playable_games)
        history = History(played.game, played.states[0], played.moves)
        super().__init__(playable_games, saved, history,
                         [name for name, key in (('p1', saved.p1),
                                                 ('p2', saved.p2))
                          if key == PERSON])
        place = request.get('place')
        if isinstance(place, int) and 0 <= place < len(played.moves):
            history.go_to(place)
        state = played.game.current_state
        if len(state.get_possible_moves()) > MOST_MOVES:
            raise RequestError('This position has too many moves for the page')
        self.result = find_result(played.game)
        self.player = '' if self.result else state.get_current_player_name()
        # Where a person is to move, no program is kept waiting.
        self.paused = bool(request.get('paused')) and (
            not self.people or self.is_program_next())
        self.values = bool(request.get('values'))
        self.notes = list(filter(is_text, request.get('notes') or []))

    def is_program_next(self) -> bool:
        """Return whether a program is to move."""
        return self.player != '' and not self.is_own_turn(self.player)

    def can_move(self) -> bool:
        """Return whether whoever looks at the page may move, also in place of
        a program that is paused.
        """
        return self.player != '' and (self.paused
                                      or not self.is_program_next())

    def find_turn(self, step: int) -> Optional[int]:
        """Return where undo leads, if step is -1, or redo, if it is 1: to a
        turn of a person, unless programs play alone. None if there is none.
        """
        history = self.history
        place = history.find_turn(step, lambda name: not self.people
                                  or self.is_own_turn(name))
        last = len(history.moves)
        return last if place is None and step > 0 and history.place < last \
            else place

    def format_request(self) -> dict[str, Any]:
        """Return this game as a request. Its moves are as the game writes
        them, not as somebody has typed them.
        """
        moves = list(map(str, self.history.moves))
        return format_saved(self.record) | {
            'moves': moves, 'place': self.history.place, 'paused': self.paused,
            'values': self.values, 'notes': self.notes}

    def format_move(self, move: Any) -> dict[str, Any]:
        """Return this game after one more move as a request."""
        request = self.format_request()
        return request | {'moves': [*map(str, self.history.made()), move],
                          'place': None, 'notes': []}


def read_game(request: dict[str, Any]) -> SavedGame:
    """Return the game that request describes. Raise RequestError if it does
    not describe one. Whether its moves are possible is not looked at.

    >>> read_game({'game': 's', 'size': '9', 'moves': ['4']}).size
    9
    """
    moves = request.get('moves', [])
    texts = [request.get('game', 'h'), request.get('size') or '',
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
    size = size or SIZES.get(key, [''])[0]
    size = read_size(size) if size else None
    if isinstance(size, int) and size > LARGEST_SIZE:
        raise RequestError(f'The page has no games larger than {LARGEST_SIZE}')
    return SavedGame(key, str(request.get('first', '1')) != '2', size,
                     *players, moves=tuple(moves))


def format_saved(saved: SavedGame) -> dict[str, Any]:
    """Return saved as a request. Players who are not known here are people."""
    p1, p2 = (key if key in usable_strategies else PERSON
              for key in (saved.p1, saved.p2))
    return {'game': saved.game, 'p1': p1, 'p2': p2, 'moves': list(saved.moves),
            'size': '' if saved.size is None else str(saved.size),
            'first': '1' if saved.p1_starts else '2'}


def is_text(thing: Any) -> bool:
    """Return whether thing is a text that is not too long."""
    return isinstance(thing, str) and len(thing) <= LONGEST_TEXT
