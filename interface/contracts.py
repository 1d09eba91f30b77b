"""The contracts of games and positions: a row for each method.

A row says what a method is given and what type it returns. Its function finds
how an answer breaks the rest of the contract: it returns a line that says so,
or ''. What takes more than one position to find is in examine.py.
"""

from copy import deepcopy
from functools import cache, partial
from types import CodeType
from fractions import Fraction
from typing import Any, Callable, Iterable, NamedTuple, Optional
import dis
import inspect
from game_state import GameState
from interface.words import (
    Attempt,
    BrokenGameError,
    describe_error,
    describe_failure,
    describe_with_place,
    drop_addresses,
    format_value,
)


# What shows a position, apart from its public attributes.
# The moves come last: to list them may change what the others show.
VIEWS = ('get_current_player_name', '__str__', '__repr__', 'get_possible_moves')


class Call(NamedTuple):
    """A call of the method called name of a game, or of state, a position in
    it; its arguments, and what it has returned or raised.
    """

    game: Any
    state: Any
    name: str
    arguments: tuple[Any, ...] = ()
    result: Any = None
    error: Optional[BaseException] = None

    def name_method(self, name: str = '') -> str:
        """Return the name of a method, with the class it is called on."""
        name = name or self.name
        owner = self.game if name in GAME_METHODS else self.state
        return f'{type(owner).__name__}.{name}'

    def __str__(self) -> str:
        """Return in words what was called, and its outcome."""
        words = self.name_method()
        if CONTRACTS[self.name].given in (('move',), ('text',)):
            words += f'({format_value(self.arguments[0])})'
        if self.error:
            return f'{words} raised {describe_with_place(self.error)}'
        return f'{words} returned {format_value(self.result)}'

    def expect(self, words: str) -> str:
        """Return in words that another answer was expected."""
        return f'{self}: it should return {words}'


def make_call(game: Any, state: Any, name: str, *given: Any) -> Call:
    """Return the call of a method of game, or of state, which is_over is about
    unless it is given another one.
    """
    owner = game if name in GAME_METHODS else state
    arguments = (state,) if name == 'is_over' and not given else given
    attempt = Attempt(lambda: getattr(owner, name)(*arguments))
    return Call(game, state, name, arguments, attempt.result, attempt.error)


def contains(moves: Iterable[Any], move: Any) -> bool:
    """Return whether move is in moves. It may not support ==."""
    return bool(Attempt(lambda: move in moves).result)


def show(answer: Any) -> str:
    """Return what an answer shows. Moves may come in any order, for example in
    that of a set.
    """
    if isinstance(answer, list):
        answer = sorted(map(str, answer))
    return drop_addresses(str(answer))


def view(state: Any) -> list[str]:
    """Return what shows whether state has changed. It may lack some views."""
    return [show(make_call(None, state, name).result) for name in VIEWS]


def check_unspoilt(state: Any) -> None:
    """Raise BrokenGameError if make_move changes state itself. A copy tells,
    if there can be one that looks like state.
    """
    twin = Attempt(deepcopy, state).result
    shown = view(state)
    if view(twin) != shown:
        return
    Attempt(lambda: twin.make_move(twin.get_possible_moves()[0]))
    if view(twin) != shown:
        raise BrokenGameError(
            f'{type(state).__name__}.make_move changes its own state'
        )


def other(player: str) -> str:
    """Return the name of the opponent of player."""
    return 'p2' if player == 'p1' else 'p1'


def find_final_score(game: Any, state: Any) -> Optional[int]:
    """Return the score of state for the player to move, None if the game goes
    on there.
    """
    before = game.current_state
    game.current_state = state
    try:
        if not game.is_over(state):
            return None
        player = state.get_current_player_name()
        has_won = bool(game.is_winner(player))
        has_lost = bool(game.is_winner(other(player)))
        return has_won - has_lost
    finally:
        game.current_state = before


# === What an answer breaks ===


def check_again(call: Call) -> str:
    """Find that the same question has another answer at once."""
    again = getattr(call.state, call.name)()
    if show(again) == show(call.result):
        return ''
    return f'{call} and then, in the same position, {format_value(again)}'


def check_moves(call: Call) -> str:
    """Find a move that is listed twice, or other moves when asked again."""
    line = check_again(call)
    if line:
        return line
    moves = call.result
    twice = [each for i, each in enumerate(moves) if contains(moves[:i], each)]
    if twice:
        move = format_value(twice[:1])[1:-1]  # As it is shown in a list.
        return f'{call}: {move} is listed twice'
    return ''


def check_player(call: Call) -> str:
    """Find a player's name that is not that of p1_turn."""
    turn = getattr(call.state, 'p1_turn', None)
    if turn is None or (call.result == 'p1') == bool(turn):
        return ''
    return f'{call}, though p1_turn is {format_value(turn)}'


def check_is_over(call: Call) -> str:
    """Find an answer about another state, or one at odds with the moves."""
    game = call.game
    over = call.result
    (state,) = call.arguments
    before = game.current_state
    if state is not before:
        game.current_state = state
        late = game.is_over(state)
        game.current_state = before
        if late != over:
            return (
                f'{call.name_method()} answered about current_state: it '
                f'should answer about the state that it is given'
            )
    moves = state.get_possible_moves()
    if over is not bool(moves):
        return ''
    name = type(game).__name__
    told = (
        f'{type(state).__name__}.get_possible_moves returned '
        f'{format_value(moves)}'
    )
    if over:
        return (
            f'{name} is over, but {told}: it should return an empty list then'
        )
    return (
        f'{name} is not over, but there are no moves: {told}, '
        f'and {name}.is_over False'
    )


def check_is_valid_move(call: Call) -> str:
    """Find a possible move that is refused, or another one that is taken."""
    if not is_own(type(call.state), call.name) and not call.error:
        return ''  # The default asks get_possible_moves.
    moves = call.state.get_possible_moves()
    (move,) = call.arguments
    possible = contains(moves, move)
    if call.result is False and type(move) not in map(type, moves):
        return ''  # A state may tell 4.0 from 4.
    if not call.error and call.result == possible:
        return ''
    return call.expect(
        f'{possible}, as get_possible_moves returned {format_value(moves)}'
    )


def check_make_move(call: Call) -> str:
    """Find what is no new position, or a player who is to move again."""
    after = call.result
    if after is call.state:
        return call.expect('a new position')
    if type(after) is not type(call.state) and not is_position(after):
        return call.expect('a new position')
    name = call.state.get_current_player_name()
    then = make_call(call.game, after, 'get_current_player_name')
    breach = find_breach(then)
    if breach or then.result != name:
        return breach
    move = format_value(call.arguments[0])
    return (
        f'{call.name_method()}({move}) returned a position in which {name} '
        f'is to move again: players take turns'
    )


def check_is_winner(call: Call) -> str:
    """Find a winner before the end, or two of them."""
    if not call.result:
        return ''
    game = call.game
    (player,) = call.arguments
    method = call.name_method()
    if not game.is_over(game.current_state):
        return (
            f'{method} returned True, but the game is not over: nobody '
            f'has won yet'
        )
    if game.is_winner(other(player)):
        return f'{method} returned True for both players: at most one has won'
    return ''


def check_str_to_move(call: Call) -> str:
    """Find an error, or a possible move that is misread."""
    if call.error:
        return f'{call}: it should never raise an error'
    (text,) = call.arguments
    meant = [
        move
        for move in call.state.get_possible_moves()
        if text is move or text == str(move)
    ]
    if not meant:
        return ''
    is_meant = contains(meant, call.result)
    if is_meant and call.state.is_valid_move(call.result):
        return ''
    return call.expect(format_value(meant[0]))


def check_rough_outcome(call: Call) -> str:
    """Find an estimate that is at odds with the end."""
    score = find_final_score(call.game, call.state)
    if score is None or score == call.result:
        return ''
    ends = {
        1: 'the player to move has won',
        0: 'the game is a tie',
        -1: 'the player to move has lost',
    }
    method = call.name_method('is_winner')
    return call.expect(
        f'{score}, as {ends[score]}, according to {method}: one of the two is '
        f'wrong'
    )


def check_search_state(call: Call) -> str:
    """Find that search_state has returned another position, also after a move,
    or that a hook of that position breaks its contract.
    """
    if not is_position(call.result):
        return call.expect('an equal position')
    odds = describe_odds(call.game, call.state, call.result)
    if odds:
        return call.expect(f'an equal position, but {odds}')
    for move in call.state.get_possible_moves():
        after = call.state.make_move(move)
        twin = call.result.make_move(move)
        odds = describe_odds(call.game, after, twin)
        if odds:
            return call.expect(f'an equal position, but after {move}, {odds}')
    for name in HOOKS:
        if is_own(type(call.result), name):
            breach = find_breach(make_call(call.game, call.result, name))
            if breach:
                return breach
    return ''


def describe_odds(game: Any, state: Any, twin: Any) -> str:
    """Return in words how twin, which should be a position equal to state, is
    unlike it; '' if it is not.
    """

    def describe(position: Any) -> dict[str, Any]:
        """Return what the two positions should have in common."""
        moves = sorted(map(str, position.get_possible_moves()))
        return {
            'the player to move': position.get_current_player_name(),
            'the list of moves': format_value(moves),
            'the answer of is_over': game.is_over(position),
            'the result': find_final_score(game, position),
        }

    here = describe(state)
    there = describe(twin)
    for what, shown in here.items():
        if there[what] != shown:
            return f'{what} is {there[what]} there, and {shown} here'
    return ''


def check_candidates(call: Call) -> str:
    """Find that there are no candidates, or that one is not possible."""
    moves = call.state.get_possible_moves()
    if moves and not call.result:
        return call.expect(f'some of the possible moves, {format_value(moves)}')
    for move in call.result:
        if not contains(moves, move):
            return f'{call}: {format_value(move)} is not a possible move'
    return ''


def list_winning_moves(game: Any, state: Any) -> list[Any]:
    """Return the possible moves that win at once."""
    if find_final_score(game, state) is not None:
        return []
    return [
        move
        for move in state.get_possible_moves()
        if find_final_score(game, state.make_move(move)) == -1
    ]


def check_estimate(call: Call) -> str:
    """Find a rough outcome at odds with the next two plies."""
    game = call.game
    state = call.state
    if find_final_score(game, state) is not None:
        return ''
    wins = bool(list_winning_moves(game, state))
    lets_win = True
    is_lost = True
    for move in state.get_possible_moves():
        after = state.make_move(move)
        if not list_winning_moves(game, after):
            lets_win = False
            # A move that loses at once is as bad, but no rule names it.
            if find_final_score(game, after) != 1:
                is_lost = False
    if wins and call.result != 1:
        return call.expect('1, as some move wins at once')
    if not wins and call.result == 1:
        return call.expect('less than 1, as no move wins at once')
    if lets_win and call.result != -1:
        return call.expect(
            '-1, as every move lets the other player win at once'
        )
    if not is_lost and call.result == -1:
        return call.expect(
            'more than -1, as not every move lets the other player win at once'
        )
    return ''


def check_cycle(position: Any) -> str:
    """Find that the game has come back to a position."""
    *states, here = position.states
    shown = repr(here)
    for place, state in enumerate(states):
        if repr(state) == shown and view(state) == view(here):
            between = ', '.join(map(str, position.moves[place:]))
            return (
                f'{type(position.game).__name__} can come back to a '
                f'position, as it does by {between}: minimax never ends '
                f'there, but ab may play it'
            )
    return ''


def check_repr(position: Any) -> str:
    """Find that the repr of position is unlike that of an equal position."""
    state = position.state
    again = position.after().state
    if repr(state) == repr(again):
        return ''
    shown = format_value(state)
    other_one = f'and {format_value(again)}'
    if format_value(again) == shown:
        other_one = 'with an address, and with another one'
    return (
        f'{type(state).__name__}.__repr__ returned {shown}, {other_one} after '
        f'the same moves: equal positions should have the same repr'
    )


# === The table ===


class Contract(NamedTuple):
    """What a method promises: it returns what is_right says yes to, in words,
    and check finds no other breach in the call. A method that should not raise
    errors is checked in the same way if it did.
    """

    given: tuple[str, ...]
    is_right: Callable[[Any], bool]
    words: str
    check: Callable[[Call], str] = lambda call: ''


def is_score(answer: Any) -> bool:
    """Return whether answer is a number from -1 to 1."""
    return isinstance(answer, (int, float, Fraction)) and -1 <= answer <= 1


def is_known_score(answer: Any) -> bool:
    """Return whether answer is a number from -1 to 1, or None."""
    return answer is None or is_score(answer)


def is_key(answer: Any) -> bool:
    """Return whether answer can be a key of a dict."""
    return Attempt(hash, answer).error is None


def is_dict_of_players(answer: Any) -> bool:
    """Return whether answer is a dict whose values are players' names."""
    if not isinstance(answer, dict):
        return False
    return all(value in ('p1', 'p2') for value in answer.values())


# What a method returns, and that in words.
LIST = (lambda answer: isinstance(answer, list)), 'a list'
TEXT = (lambda answer: isinstance(answer, str)), 'text'
ANY = (lambda _answer: True), ''
BOOL = (lambda answer: isinstance(answer, bool)), 'True or False'

# A method comes after those that it is likely to call itself.
CONTRACTS: dict[str, Contract] = {
    'get_possible_moves': Contract((), *LIST, check_moves),
    'get_current_player_name': Contract(
        (), lambda name: name in ('p1', 'p2'), "'p1' or 'p2'", check_player
    ),
    '__str__': Contract((), *TEXT, check_again),
    '__repr__': Contract((), *TEXT, check_again),
    'is_over': Contract(('state',), *BOOL, check_is_over),
    'is_valid_move': Contract(('move',), *ANY, check_is_valid_move),
    'make_move': Contract(('move',), *ANY, check_make_move),
    'is_winner': Contract(('player',), *BOOL, check_is_winner),
    'str_to_move': Contract(('text',), *ANY, check_str_to_move),
    'get_instructions': Contract((), *TEXT),
    'rough_outcome': Contract(
        (), is_score, 'a number from -1 to 1', check_rough_outcome
    ),
    'search_state': Contract((), *ANY, check_search_state),
    'search_key': Contract((), is_key, 'what can be a key of a dict'),
    'candidate_moves': Contract((), *LIST, check_candidates),
    'known_score': Contract(
        (), is_known_score, 'a score from -1 to 1, or None'
    ),
    'get_player_marks': Contract(
        (), is_dict_of_players, "a dict whose values are 'p1' and 'p2'"
    ),
    'describe_standing': Contract((), *TEXT),
}

GAME_METHODS = ('get_instructions', 'is_over', 'is_winner', 'str_to_move')
STATE_METHODS = (
    'get_possible_moves',
    'get_current_player_name',
    'make_move',
    'is_valid_move',
    '__str__',
)
# Nobody needs these: four help searches, two to show the game.
OPTIONAL = (
    'search_state',
    'search_key',
    'candidate_moves',
    'known_score',
    'get_player_marks',
    'describe_standing',
)
# Those that help searches, apart from search_state, which leads to them.
HOOKS = 'search_key', 'candidate_moves', 'known_score'
NEVER_RAISE = 'str_to_move', 'is_valid_move'


def find_breach(call: Call) -> str:
    """Return how call breaks its contract, or ''. Any error does."""
    owner = call.game if call.name in GAME_METHODS else call.state
    contract = CONTRACTS[call.name]
    defect = find_defect(owner, call.name)
    if defect:
        return defect
    if call.error and call.name not in NEVER_RAISE:
        return describe_failure(call.error)
    if not contract.is_right(call.result):
        return call.expect(contract.words)
    check = Attempt(contract.check, call)  # It calls other methods.
    if check.error:
        return describe_failure(check.error)
    return str(check.result)


# === Methods that are missing ===


def is_position(thing: Any) -> bool:
    """Return whether thing has the methods of a position."""
    return not any(find_defect(thing, name) for name in STATE_METHODS)


def find_defect(thing: Any, name: str) -> str:
    """Return what is wrong with the method of thing called name, or ''."""
    kind: Any = type(thing)
    # Something may stand in for it.
    if name in getattr(thing, '__dict__', {}):
        return ''
    if hasattr(thing, name) and not hasattr(kind, name):
        return ''
    return find_defect_of(kind, name)


@cache
def find_defect_of(kind: Any, name: str) -> str:
    """Return what is wrong with the method of a class called name, or ''."""
    given = CONTRACTS[name].given
    if lacks(kind, name):
        return f'{kind.__name__} lacks {name}'
    arguments = list(given)
    method = inspect.getattr_static(kind, name)
    if not isinstance(method, (staticmethod, classmethod)):
        arguments.insert(0, 'self')
    try:
        inspect.signature(getattr(kind, name)).bind(*arguments)
    except TypeError as error:
        return (
            f'{kind.__name__}.{name} cannot be called as '
            f'{name}({", ".join(given)}): {describe_error(error)}'
        )
    except ValueError:
        pass  # Python does not know the parameters of all functions.
    return ''


def lacks(kind: Any, name: str) -> bool:
    """Return whether a class has no method called name, or only object's, or
    one that does nothing but raise NotImplementedError.
    """
    method = getattr(kind, name, None)
    if method is None or getattr(method, '__objclass__', None) is object:
        return True
    code: Any = getattr(inspect.unwrap(method), '__code__', None)
    if not isinstance(code, CodeType):
        return False
    if code.co_names != ('NotImplementedError',):
        return False
    steps = [step.opname for step in dis.get_instructions(code)]
    return not any(step.startswith('RETURN') for step in steps)


def find_shown_move(game: Any, text: str) -> Any:
    """Return the possible move that is shown as text, or else text."""
    for move in game.current_state.get_possible_moves():
        if str(move) == text.strip():
            return move
    return text


class Fallback(NamedTuple):
    """What stands in for a method that a game lacks, after what that means."""

    words: str
    method: Callable[..., Any]


STAND_INS: dict[str, Fallback] = {
    'get_instructions': Fallback('there are no rules to show', lambda game: ''),
    'is_over': Fallback(
        'the game ends when there are no moves',
        lambda game, state: not state.get_possible_moves(),
    ),
    'str_to_move': Fallback(
        'moves are read as they are shown', find_shown_move
    ),
}


def stand_in(game: Any) -> list[str]:
    """Give game what it lacks to play. Return a line for each such method."""
    lines = []
    for name, (words, method) in STAND_INS.items():
        if lacks(type(game), name):
            given = vars(game).setdefault(name, partial(method, game))
            if isinstance(given, partial):  # The game has none.
                lines.append(f'{type(game).__name__} lacks {name}: {words}.')
    return lines


def is_own(kind: Any, name: str) -> bool:
    """Return whether a class of states has a method of its own by this name, or
    only what GameState has.
    """
    method = getattr(kind, name, None)
    return method not in (None, getattr(GameState, name, None))
