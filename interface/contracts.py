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
        shown = (
            f'({format_value(self.arguments[0])})'
            if CONTRACTS[self.name].given in (('move',), ('text',))
            else ''
        )
        outcome = (
            f'raised {describe_with_place(self.error)}'
            if self.error
            else f'returned {format_value(self.result)}'
        )
        return f'{self.name_method()}{shown} {outcome}'

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
    twin, shown = Attempt(deepcopy, state).result, view(state)
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
    before, game.current_state = game.current_state, state
    try:
        if not game.is_over(state):
            return None
        me = state.get_current_player_name()
        return bool(game.is_winner(me)) - bool(game.is_winner(other(me)))
    finally:
        game.current_state = before


# === What an answer breaks ===


def check_again(call: Call) -> str:
    """Find that the same question has another answer at once."""
    again = getattr(call.state, call.name)()
    return (
        ''
        if show(again) == show(call.result)
        else f'{call} and then, in the same position, {format_value(again)}'
    )


def check_moves(call: Call) -> str:
    """Find a move that is listed twice, or other moves when asked again."""
    moves = call.result
    twice = [move for i, move in enumerate(moves) if contains(moves[:i], move)]
    return (
        check_again(call)
        or twice
        and (f'{call}: {format_value(twice[:1])[1:-1]} is listed twice')
        or ''
    )


def check_player(call: Call) -> str:
    """Find a player's name that is not that of p1_turn."""
    turn = getattr(call.state, 'p1_turn', None)
    return (
        ''
        if turn is None or (call.result == 'p1') == bool(turn)
        else f'{call}, though p1_turn is {format_value(turn)}'
    )


def check_is_over(call: Call) -> str:
    """Find an answer about another state, or one at odds with the moves."""
    game, (state,) = call.game, call.arguments
    before, over = game.current_state, call.result
    if state is not before:
        game.current_state = state
        late = game.is_over(state)
        game.current_state = before
        if late != over:
            return (
                f'{call.name_method()} answered about current_state: it '
                f'should answer about the state that it is given'
            )
    moves, name = state.get_possible_moves(), type(game).__name__
    if over is not bool(moves):
        return ''
    told = (
        f'{type(state).__name__}.get_possible_moves returned '
        f'{format_value(moves)}'
    )
    return (
        f'{name} is over, but {told}: it should return an empty list then'
        if over
        else f'{name} is not over, but there are no moves: {told}, '
        f'and {name}.is_over False'
    )


def check_is_valid_move(call: Call) -> str:
    """Find a possible move that is refused, or another one that is taken."""
    if not is_own(type(call.state), call.name) and not call.error:
        return ''  # The default asks get_possible_moves.
    moves, (move,) = call.state.get_possible_moves(), call.arguments
    possible = contains(moves, move)
    if call.result is False and type(move) not in map(type, moves):
        return ''  # A state may tell 4.0 from 4.
    return (
        ''
        if not call.error and call.result == possible
        else call.expect(
            f'{possible}, as get_possible_moves returned {format_value(moves)}'
        )
    )


def check_make_move(call: Call) -> str:
    """Find what is no new position, or a player who is to move again."""
    after = call.result
    if (
        after is call.state
        or type(after) is not type(call.state)
        and not is_position(after)
    ):
        return call.expect('a new position')
    name = call.state.get_current_player_name()
    then = make_call(call.game, after, 'get_current_player_name')
    return find_breach(then) or (
        ''
        if then.result != name
        else (
            f'{call.name_method()}({format_value(call.arguments[0])}) returned a '
            f'position in which {name} is to move again: players take turns'
        )
    )


def check_is_winner(call: Call) -> str:
    """Find a winner before the end, or two of them."""
    game, (player,) = call.game, call.arguments
    method = call.name_method()
    if call.result and not game.is_over(game.current_state):
        return (
            f'{method} returned True, but the game is not over: nobody '
            f'has won yet'
        )
    return (
        f'{method} returned True for both players: at most one has won'
        if call.result and game.is_winner(other(player))
        else ''
    )


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
    return (
        ''
        if not meant
        or contains(meant, call.result)
        and call.state.is_valid_move(call.result)
        else call.expect(format_value(meant[0]))
    )


def check_rough_outcome(call: Call) -> str:
    """Find an estimate that is at odds with the end."""
    score = find_final_score(call.game, call.state)
    if score is None or score == call.result:
        return ''
    end = {
        1: 'the player to move has won',
        0: 'the game is a tie',
        -1: 'the player to move has lost',
    }[score]
    return call.expect(
        f'{score}, as {end}, according to '
        f'{call.name_method("is_winner")}: one of the two is '
        f'wrong'
    )


def check_search_state(call: Call) -> str:
    """Find that search_state has returned another position, also after a move,
    or that a hook of that position breaks its contract.
    """
    if not is_position(call.result):
        return call.expect('an equal position')
    odds = describe_odds(call.game, call.state, call.result)
    for move in call.state.get_possible_moves():
        odds = odds or describe_odds(
            call.game,
            call.state.make_move(move),
            call.result.make_move(move),
            f'after {move}, ',
        )
    if odds:
        return call.expect(f'an equal position, but {odds}')
    for name in HOOKS:
        if is_own(type(call.result), name):
            breach = find_breach(make_call(call.game, call.result, name))
            if breach:
                return breach
    return ''


def describe_odds(game: Any, state: Any, twin: Any, when: str = '') -> str:
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

    here, there = describe(state), describe(twin)
    for what, shown in here.items():
        if there[what] != shown:
            return f'{when}{what} is {there[what]} there, and {shown} here'
    return ''


def check_candidates(call: Call) -> str:
    """Find that there are no candidates, or that one is not possible."""
    moves = call.state.get_possible_moves()
    if moves and not call.result:
        return call.expect(f'some of the possible moves, {format_value(moves)}')
    wrong = [move for move in call.result if not contains(moves, move)]
    return (
        f'{call}: {format_value(wrong[0])} is not a possible move'
        if wrong
        else ''
    )


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
    game, state = call.game, call.state
    if find_final_score(game, state) is not None:
        return ''
    wins = bool(list_winning_moves(game, state))
    lets_win = is_lost = True
    for after in map(state.make_move, state.get_possible_moves()):
        is_answered = bool(list_winning_moves(game, after))
        lets_win = lets_win and is_answered
        # A move that loses at once is as bad, but no rule names it.
        is_lost = is_lost and (
            is_answered or find_final_score(game, after) == 1
        )
    return next(
        (
            call.expect(words)
            for is_wrong, words in (
                (wins and call.result != 1, '1, as some move wins at once'),
                (
                    not wins and call.result == 1,
                    'less than 1, as no move wins at once',
                ),
                (
                    lets_win and call.result != -1,
                    '-1, as every move lets the other player win at once',
                ),
                (
                    not is_lost and call.result == -1,
                    'more than -1, as not every move '
                    'lets the other player win at once',
                ),
            )
            if is_wrong
        ),
        '',
    )


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
    state, again = position.state, position.after().state
    if repr(state) == repr(again):
        return ''
    other_one = (
        f'and {format_value(again)}'
        if format_value(state) != format_value(again)
        else 'with an address, and with another one'
    )
    return (
        f'{type(state).__name__}.__repr__ returned {format_value(state)}, '
        f'{other_one} after the same moves: equal positions should have '
        f'the same repr'
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
    'search_key': Contract(
        (),
        lambda key: not Attempt(hash, key).error,
        'what can be a key of a dict',
    ),
    'candidate_moves': Contract((), *LIST, check_candidates),
    'known_score': Contract(
        (),
        lambda score: score is None or is_score(score),
        'a score from -1 to 1, or None',
    ),
    'get_player_marks': Contract(
        (),
        lambda marks: (
            isinstance(marks, dict)
            and all(each in ('p1', 'p2') for each in marks.values())
        ),
        "a dict whose values are 'p1' and 'p2'",
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
    return describe_failure(check.error) if check.error else check.result


# === Methods that are missing ===


def is_position(thing: Any) -> bool:
    """Return whether thing has the methods of a position."""
    return not any(find_defect(thing, name) for name in STATE_METHODS)


def find_defect(thing: Any, name: str) -> str:
    """Return what is wrong with the method of thing called name, or ''."""
    kind: Any = type(thing)
    # Something may stand in for it.
    if (
        name in getattr(thing, '__dict__', {})
        or hasattr(thing, name)
        and not hasattr(kind, name)
    ):
        return ''
    return find_defect_of(kind, name)


@cache
def find_defect_of(kind: Any, name: str) -> str:
    """Return what is wrong with the method of a class called name, or ''."""
    given = CONTRACTS[name].given
    if lacks(kind, name):
        return f'{kind.__name__} lacks {name}'
    is_bound = isinstance(
        inspect.getattr_static(kind, name), (staticmethod, classmethod)
    )
    try:
        inspect.signature(getattr(kind, name)).bind(
            *['self'] * (not is_bound), *given
        )
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
    return (
        isinstance(code, CodeType)
        and code.co_names == ('NotImplementedError',)
        and not any(
            step.opname.startswith('RETURN')
            for step in dis.get_instructions(code)
        )
    )


# What stands in for a method that a game lacks, after what that means.
STAND_INS: dict[str, tuple[str, Callable[..., Any]]] = {
    'get_instructions': ('there are no rules to show', lambda game: ''),
    'is_over': (
        'the game ends when there are no moves',
        lambda game, state: not state.get_possible_moves(),
    ),
    'str_to_move': (
        'moves are read as they are shown',
        lambda game, text: next(
            (
                each
                for each in game.current_state.get_possible_moves()
                if str(each) == text.strip()
            ),
            text,
        ),
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
    return getattr(kind, name, None) not in (
        None,
        getattr(GameState, name, None),
    )
