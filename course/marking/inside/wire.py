"""What crosses the line between judge and submission: plain JSON.

Numbers, texts, booleans, None and lists are themselves. A tuple, a set or a
dictionary is tagged, so that it arrives as what it was. Everything else stays
where it is. Only its number, its *handle*, crosses, for which the judge has a
StandIn (connection.py).

A strategy of the submission gets a game of ours as a table. Our own Stonehenge
never enters the submission's process: there, it could be read. What enters are
all positions that can follow, each with what it answers to the questions that
the handout names. The judge makes the table (Lent), and the strategy plays by
it (LentGame), to its end, without asking back. It may do with such a game what
it may do with a game of its own: copy it, set attributes, compare positions and
use them as keys.

Both sides use this module. Neither believes what the other has written: what
cannot be read raises BadLineError.
"""

from copy import copy
from typing import Any, Callable, Final, NoReturn
import builtins
import json
import re

# How deep lists may lie in each other, and how long whole numbers may be.
DEEPEST = 20
MOST_BITS = 4000
LONGEST_TEXT = 2000  # Of an error.
# How many characters of what a submission prints are kept at a time.
MOST_PRINTED = 20_000

# Only Python's own exceptions arrive, by their names, and of these, the ones
# that are made from a text. Any other arrives as the nearest of these that it
# is a subclass of.
ARRIVING = {
    name
    for name, kind in vars(builtins).items()
    if isinstance(kind, type)
    and issubclass(kind, Exception)
    and not re.match('Unicode.+Error|ExceptionGroup', name)
}

# A game of ours that is lent has at most this many positions. Tables are kept,
# as tests of both minimax strategies lend the same games, but not many more.
MOST_LENT = 20_000
TABLES: dict[tuple, tuple[list[Any], dict]] = {}


class BadLineError(Exception):
    """Raised by a line that is not one of these."""


def encode(value: Any, describe: Callable[[Any], dict], depth: int = 0) -> Any:
    """Return value as plain JSON. describe gives that of a thing."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int) and value.bit_length() < MOST_BITS:
        return int(value)  # Subclasses become plain numbers and texts.
    if isinstance(value, float):
        return float(value)
    if isinstance(value, str):
        return str.__str__(value)
    kind = type(value)
    if depth == DEEPEST or kind not in (list, tuple, set, frozenset, dict):
        return describe(value)
    # A dictionary crosses as the list of its pairs.
    parts = map(list, value.items()) if kind is dict else value
    items = [encode(part, describe, depth + 1) for part in parts]
    return items if kind is list else {'type': kind.__name__, 'items': items}


def decode(plain: Any, make: Callable[[dict], Any], depth: int = 0) -> Any:
    """Return what plain stands for. make finds or makes what is described."""
    if depth > DEEPEST:
        raise BadLineError('too many lists in each other')
    if isinstance(plain, list):
        return [decode(item, make, depth + 1) for item in plain]
    if not isinstance(plain, dict):
        return plain
    kind: Any = None
    for each in (tuple, set, frozenset, dict):
        if each.__name__ == plain.get('type'):
            kind = each
    if kind is None:
        return make(plain)
    try:
        return kind(decode(item, make, depth + 1) for item in plain['items'])
    except (TypeError, ValueError, KeyError) as error:
        raise BadLineError('items of the wrong type') from error


def format_line(message: dict) -> bytes:
    """Return message as a line."""
    return json.dumps(message).encode('ascii') + b'\n'


def parse_line(line: bytes) -> dict:
    """Return the message in line. Raise BadLineError if there is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadLineError('not a line of JSON') from error
    if not isinstance(message, dict):
        raise BadLineError('not an object')
    return message


def make_error(report: dict) -> Exception:
    """Return the exception that the other side has reported."""
    names = [
        name
        for name in report.get('names') or ['Exception']
        if isinstance(name, str)
    ]
    text = str(report.get('text', ''))
    known = next((name for name in names if name in ARRIVING), 'Exception')
    if names and names[0] != known:
        text = f'{names[0]}: {text}'
    kind: Any = getattr(builtins, known)
    return kind(text[:LONGEST_TEXT])


def name_error(report: dict) -> str:
    """Return what the other side has reported, as a part of a sentence.

    >>> name_error({'names': ['SystemExit'], 'text': ''})
    'SystemExit'
    """
    name, *_ = report.get('names') or ['Error']
    text = str(report.get('text')).partition('\n')[0]
    # A question tells all by its text.
    return f'{name}: {text}'.removeprefix('NothingToTypeError: ').rstrip(': .')


class Lent:
    """A game of ours that a strategy gets.

    === Attributes ===
    game: the game
    states: all positions that can follow, the current one first
    table: its rules, and a row for each position: what it answers
    """

    game: Any
    states: list[Any]
    table: dict
    _state: Any

    def __init__(self, game: Any) -> None:
        """Lend game, at its current position."""
        self.game = game
        self._state = game.current_state
        # A test of ours may have it estimated in another way.
        key = (
            type(game),
            type(self._state).rough_outcome,
            describe_state(self._state),
        )
        if sum(len(states) for states, _ in TABLES.values()) > MOST_LENT:
            TABLES.clear()
        if key not in TABLES:
            TABLES[key] = make_table(game)
        self.states, self.table = TABLES[key]

    def is_about(self, game: Any) -> bool:
        """Return whether this is game, at its current position."""
        return self.game is game and self._state is game.current_state

    def take_back(self, state: Any, notes: Any) -> None:
        """Let the game be as the strategy has left its own: at this state, and
        with these attributes of its own.
        """
        if state is not self.states[0]:
            self.game.current_state = state
        if not isinstance(notes, dict):
            return
        attributes = vars(self.game)
        for name, value in notes.items():
            # A method of ours stays what it is, but the game is not.
            if isinstance(name, str):
                is_ours = hasattr(type(self.game), name) or name in attributes
                attributes[f'its own {name}' if is_ours else name] = value


def make_table(game: Any) -> tuple[list[Any], dict]:
    """Return all positions of game, and the table of what they answer."""
    states = [game.current_state]
    rows: list[dict] = []
    places = {describe_state(game.current_state): 0}
    player = copy(game)
    for state in states:  # It grows meanwhile.
        player.current_state = state
        after: list[int] = []
        for move in state.get_possible_moves():
            then = state.make_move(move)
            after.append(places.setdefault(describe_state(then), len(places)))
            if len(places) > len(states):
                states += [then]
        if len(places) > MOST_LENT:
            raise ValueError(
                f'a strategy gets a game of at most {MOST_LENT} positions'
            )
        rows.append({'next': after, **ask_all(player)})
    return states, {'rows': rows, 'rules': game.get_instructions()}


def describe_state(state: Any) -> tuple[str, str, str]:
    """Return what distinguishes state from all other positions of its game."""
    return state.get_current_player_name(), str(state), repr(state)


def ask_all(game: Any) -> dict[str, Any]:
    """Return what game answers at its current position."""
    state = game.current_state
    return {
        'str': str(state),
        'repr': repr(state),
        'moves': encode(state.get_possible_moves(), refuse_to_lend),
        'p1_turn': state.p1_turn,
        'is_over': bool(game.is_over(state)),
        'player': state.get_current_player_name(),
        'winners': [
            player for player in ('p1', 'p2') if game.is_winner(player)
        ],
        'rough_outcome': state.rough_outcome(),
    }


def refuse_to_lend(thing: Any) -> dict:
    """Raise TypeError, as thing is no value that can cross the line."""
    raise TypeError(f'{type(thing).__name__} cannot be lent')


def read_table(table: dict) -> dict:
    """Return table, as the judge has sent it, with its moves as they are."""
    for row in table['rows']:
        row['moves'] = decode(row['moves'], dict)
    return table


def refuse(thing: Any, name: str) -> NoReturn:
    """Raise AttributeError, as thing has no attribute called name."""
    raise AttributeError(
        f'{type(thing).__name__!r} object has no attribute {name!r}. It is '
        f'from a game of ours, which has what Game and GameState have.'
    )


class LentState:
    """A position of a game of ours.

    === Attributes ===
    p1_turn: whether player 1 is to move
    """

    p1_turn: bool
    WIN: Final[int] = 1
    LOSE: Final[int] = -1
    DRAW: Final[int] = 0
    _rows: list[dict]
    _place: int  # Which of these it is.
    _row: dict

    def __init__(self, rows: list[dict], place: int) -> None:
        """Initialize the position with this place among rows."""
        self._rows = rows
        self._place = place
        self._row = rows[place]
        self.p1_turn = self._row['p1_turn']

    def __getattr__(self, name: str) -> Any:
        """Say why there is no attribute called name."""
        refuse(self, name)

    def __str__(self) -> str:
        """Return the picture."""
        return self._row['str']

    def __repr__(self) -> str:
        """Return the exact description."""
        return self._row['repr']

    def __eq__(self, other: Any) -> bool:
        """Return whether this is the same position as other."""
        return isinstance(other, LentState) and self._row is other._row

    def __hash__(self) -> int:
        """Return a hash that goes with `==`."""
        return hash(self._row['repr'])

    def __deepcopy__(self, _known: dict) -> Any:
        """Return a copy. The table is the same: it never changes."""
        twin = self.__class__.__new__(self.__class__)
        vars(twin).update(vars(self))
        return twin

    def get_current_player_name(self) -> str:
        """Return 'p1' or 'p2'."""
        return self._row['player']

    def get_possible_moves(self) -> list:
        """Return the possible moves."""
        return list(self._row['moves'])

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is possible."""
        return move in self._row['moves']

    def make_move(self, move: Any) -> 'LentState':
        """Return the position after move."""
        if not self.is_valid_move(move):
            raise ValueError(f'{move!r} is not a possible move here')
        place = self._row['moves'].index(move)
        return self.__class__(self._rows, self._row['next'][place])

    def rough_outcome(self) -> float:
        """Return the estimate."""
        return self._row['rough_outcome']


class LentGame:
    """A game of ours.

    === Attributes ===
    current_state: the current position
    """

    current_state: Any
    _rules: str

    def __init__(self, table: dict, state_class: type = LentState) -> None:
        """Initialize a game at the first position of table."""
        self._rules = table['rules']
        self.current_state = state_class(table['rows'], 0)

    def __getattr__(self, name: str) -> Any:
        """Say why there is no attribute called name."""
        refuse(self, name)

    def list_notes(self) -> dict:
        """Return the attributes that a strategy has added, and whose turn it is
        now if it has changed that.
        """
        notes = {
            name: value
            for name, value in vars(self).items()
            if name not in LentGame.__annotations__
        }
        state = self.current_state
        if (
            isinstance(state, LentState)
            and state.p1_turn is not state._row['p1_turn']
        ):
            notes['p1_turn of current_state'] = state.p1_turn
        return notes

    def get_instructions(self) -> str:
        """Return the rules."""
        return self._rules

    def is_over(self, state: Any) -> bool:
        """Return whether the game is over at state."""
        return state._row['is_over']

    def is_winner(self, player: str) -> bool:
        """Return whether player has won."""
        return player in self.current_state._row['winners']

    def str_to_move(self, text: Any) -> Any:
        """Return the possible move that text shows in any case, or text."""
        shown = str(text).strip().lower()
        for move in self.current_state.get_possible_moves():
            if str(move).lower() == shown:
                return move
        return text
