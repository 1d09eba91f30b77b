"""The contracts of games and positions: a row for each method.

A row says what a method is given and what type it returns. Its function finds
how an answer breaks the rest of the contract: it returns a line that says so,
or ''. That hooks agree with plain minimax is found in positions.py.
"""
from copy import copy
from functools import cache
from types import CodeType
from typing import Any, Callable, Iterable, NamedTuple, Optional
import dis
import inspect
from game_state import GameState
from interface.errors import Attempt, Signal, describe_with_place
from interface.words import describe_error, format_value


class BreachError(Signal):
    """Raised, with a line that names the culprit, for a broken contract.

    === Attributes ===
    path: the moves that lead from the position looked at to the breach
    detail: what is wrong, without who is to move, and where
    strategy: the strategy that broke it, None if the game did
    is_illegal: whether it chose an illegal move
    """
    path: tuple[Any, ...]
    detail: str
    strategy: Any = None
    is_illegal: bool = False

    def __init__(self, line: str, path: tuple[Any, ...] = ()) -> None:
        """Initialize the error that says line, after the moves in path."""
        super().__init__(line)
        self.path, self.detail = path, line


class Call(NamedTuple):
    """A call of a method of a game or of a position, and its outcome.

    === Attributes ===
    game: the game
    state: the position that it is asked about
    name: the name of the method
    arguments: what it was given
    result: what it has returned, or None
    error: what it has raised, or None
    """
    game: Any
    state: Any
    name: str
    arguments: tuple[Any, ...] = ()
    result: Any = None
    error: Optional[BaseException] = None

    def name_method(self, name: str) -> str:
        """Return the name of a method, with the class it is called on."""
        owner = self.game if name in GAME_METHODS else self.state
        return f'{type(owner).__name__}.{name}'

    def __str__(self) -> str:
        """Return in words what was called, and its outcome."""
        shown = f'({format_value(self.arguments[0])})' \
            if CONTRACTS[self.name].given in (('move',), ('text',)) else ''
        outcome = f'raised {describe_with_place(self.error)}' if self.error \
            else f'returned {format_value(self.result)}'
        return f'{self.name_method(self.name)}{shown} {outcome}'

    def expect(self, words: str) -> str:
        """Return in words that another answer was expected."""
        return f'{self}: it should return {words}'


def other(player: str) -> str:
    """Return the name of the opponent of player."""
    return 'p2' if player == 'p1' else 'p1'


def find_final_score(game: Any, state: Any) -> Optional[int]:
    """Return the score of state for the player to move, None if the game goes
    on there. This sets the current_state of game: use a copy.
    """
    game.current_state = state
    if not game.is_over(state):
        return None
    me = state.get_current_player_name()
    return int(game.is_winner(me)) - int(game.is_winner(other(me)))


def check_start(game: Any, state: Any, p1_starts: bool) -> str:
    """Find that game has not begun, at state, with the right player."""
    turn = getattr(state, 'p1_turn', p1_starts)
    return '' if turn == p1_starts else \
        f'{type(game).__name__}(p1_starts={p1_starts}) begins with a ' \
        f'position whose p1_turn is {format_value(turn)}'


def check_moves(call: Call) -> str:
    """Find a move that is listed twice."""
    moves = call.result
    twice = [move for i, move in enumerate(moves)
             # A student's moves may not support ==.
             if Attempt(moves[:i].__contains__, move).result]
    return twice and f'{call}: {format_value(twice[:1])[1:-1]} is listed ' \
                     f'twice' or ''


def check_player(call: Call) -> str:
    """Find a player's name that is wrong, or not that of p1_turn."""
    if call.result not in ('p1', 'p2'):
        return call.expect("'p1' or 'p2'")
    turn = getattr(call.state, 'p1_turn', None)
    return '' if turn is None or (call.result == 'p1') == bool(turn) \
        else f'{call}, though p1_turn is {format_value(turn)}'


def check_is_over(call: Call) -> str:
    """Find an answer about another state, or one at odds with the moves."""
    game, (state,) = call.game, call.arguments
    before = game.current_state
    if state is not before:
        game.current_state = state
        late = game.is_over(state)
        game.current_state = before
        if late != call.result:
            return f'{call.name_method("is_over")} answered about ' \
                   f'current_state: it should answer about the state that it ' \
                   f'is given'
    return compare_moves(game, state, call.result, state.get_possible_moves())


def compare_moves(game: Any, state: Any, over: bool, moves: list[Any]) -> str:
    """Find that what is_over says of state is at odds with its moves."""
    method = f'{type(state).__name__}.get_possible_moves'
    if not over and not moves:
        return f'{type(game).__name__} is not over, but there are no moves: ' \
               f'{method} returned {format_value(moves)}, and ' \
               f'{type(game).__name__}.is_over False'
    return f'{type(game).__name__} is over, but {method} returned ' \
           f'{format_value(moves)}: it should return an empty list then' \
        if over and moves else ''


def check_is_valid_move(call: Call) -> str:
    """Find a possible move that is refused, or another one that is taken."""
    return compare_validity(call, call.state.get_possible_moves())


def compare_validity(call: Call, moves: list[Any]) -> str:
    """Find that what is_valid_move says is at odds with moves."""
    possible = bool(Attempt(moves.__contains__, *call.arguments).result)
    if not call.error and bool(call.result) != possible \
            and not is_own(call.state, call.name):
        # The default says what get_possible_moves has just said.
        return f'{type(call.state).__name__}.get_possible_moves returned ' \
               f'{format_value(moves)} and, in the same position, a list ' \
               f'with{"out" * possible} {format_value(call.arguments[0])}'
    return '' if not call.error and call.result == possible else \
        call.expect(f'{possible}, as get_possible_moves returned '
                    f'{format_value(moves)}')


def check_make_move(call: Call) -> str:
    """Find what is no new position, or a player who is to move again."""
    after = call.result
    if after is call.state or type(after) is not type(call.state) \
            and find_defects(after, STATE_METHODS):
        return call.expect('a new position')
    name = call.state.get_current_player_name()
    if after.get_current_player_name() != name:
        return ''
    misnamed = check_player(Call(call.game, after, 'get_current_player_name',
                                 (), name))
    move = format_value(call.arguments[0])
    return f'{misnamed}, after {move}' if misnamed else \
        f'{call.name_method("make_move")}({move}) returned a position in ' \
        f'which {name} is to move again: players take turns'


def check_is_winner(call: Call) -> str:
    """Find a winner before the end, or two of them."""
    game, (player,) = call.game, call.arguments
    method = call.name_method('is_winner')
    if call.result and not game.is_over(game.current_state):
        return f'{method} returned True, but the game is not over: nobody ' \
               f'has won yet'
    return f'{method} returned True for both players: at most one has won' \
        if call.result and game.is_winner(other(player)) else ''


def check_str_to_move(call: Call) -> str:
    """Find an error, or a possible move that is misread."""
    if call.error:
        return f'{call}: it should never raise an error'
    text, = call.arguments
    meant = [move for move in call.state.get_possible_moves()
             if text is move or text == str(move)]
    return '' if not meant or Attempt(meant.__contains__, call.result).result \
        else call.expect(format_value(meant[0]))


def check_rough_outcome(call: Call) -> str:
    """Find an estimate out of range, or at the end that of the wrong player."""
    if not -1 <= call.result <= 1:
        return call.expect('a number from -1 to 1')
    score = find_final_score(copy(call.game), call.state) or 0
    return describe_end(call, score) if call.result * score < 0 else ''


def describe_end(call: Call, score: int) -> str:
    """Return in words that this score was expected, as the game is over."""
    end = {1: 'the player to move has won', 0: 'the game is a tie',
           -1: 'the player to move has lost'}[score]
    return call.expect(f'{score}, as {end}, according to '
                       f'{call.name_method("is_winner")}: one of the two is '
                       f'wrong')


def check_search_state(call: Call) -> str:
    """Find that search_state has returned another position."""
    found = call.result
    for name in STATE_METHODS:
        if find_defect(found, name):
            return call.expect('an equal position')
    for what, view in VIEWS_OF_SEARCHES.items():
        here, there = view(call.game, call.state), view(call.game, found)
        if here != there:
            return call.expect(f'an equal position, but {what} is {there} '
                               f'there, and {here} here')
    return ''


# What a state to search shares with the state that it stands for.
VIEWS_OF_SEARCHES: dict[str, Callable[[Any, Any], Any]] = {
    'the player to move': lambda game, state: state.get_current_player_name(),
    'the list of moves': lambda game, state: format_value(
        sorted(map(str, state.get_possible_moves()))),
    'the answer of is_over': lambda game, state: game.is_over(state)}


def check_search_key(call: Call) -> str:
    """Find a key that cannot be used as one."""
    return call.expect('what can be a key of a dict') \
        if Attempt(hash, call.result).error else ''


def check_candidates(call: Call) -> str:
    """Find that there are no candidates, or that one is not possible."""
    moves = call.state.get_possible_moves()
    if moves and not call.result:
        return call.expect(f'some of the possible moves, {format_value(moves)}')
    wrong = [move for move in call.result
             if not Attempt(moves.__contains__, move).result]
    return f'{call}: {format_value(wrong[0])} is not a possible move' \
        if wrong else ''


def check_known_score(call: Call) -> str:
    """Find a score that is out of range."""
    return '' if call.result is None or -1 <= call.result <= 1 \
        else call.expect('a score from -1 to 1, or None')


def check_marks(call: Call) -> str:
    """Find marks of nobody."""
    return '' if set(call.result.values()) <= {'p1', 'p2'} \
        else call.expect("a dict whose values are 'p1' and 'p2'")


def check_lines(call: Call) -> str:
    """Find a line that is no text."""
    return '' if all(isinstance(line, str) for line in call.result) \
        else call.expect('a list of sentences')


class Contract(NamedTuple):
    """What a method promises.

    === Attributes ===
    given: the names of its parameters
    kind: the type of what it returns
    words: what that is, in words
    check: finds how a call that returned this type breaks the contract; for
        methods that should not raise errors, also one that did
    """
    given: tuple[str, ...] = ()
    kind: Any = object
    words: str = ''
    check: Callable[[Call], str] = lambda call: ''


BOOL, NUMBER = (bool, 'True or False'), (int, float)

# A method comes after those that it is likely to call itself.
CONTRACTS: dict[str, Contract] = {
    'get_possible_moves': Contract((), list, 'a list', check_moves),
    'get_current_player_name': Contract((), object, '', check_player),
    '__str__': Contract((), str, 'text'),
    '__repr__': Contract((), str, 'text'),
    'is_over': Contract(('state',), *BOOL, check_is_over),
    'is_valid_move': Contract(('move',), object, '', check_is_valid_move),
    'make_move': Contract(('move',), object, '', check_make_move),
    'is_winner': Contract(('player',), *BOOL, check_is_winner),
    'str_to_move': Contract(('text',), object, '', check_str_to_move),
    'get_instructions': Contract((), str, 'text'),
    'rough_outcome': Contract((), NUMBER, 'a number from -1 to 1',
                              check_rough_outcome),
    'search_state': Contract((), object, '', check_search_state),
    'search_key': Contract((), object, '', check_search_key),
    'candidate_moves': Contract((), list, 'a list', check_candidates),
    'known_score': Contract((), (*NUMBER, type(None)), 'a score, or None',
                            check_known_score),
    'get_player_marks': Contract((), dict, 'a dict', check_marks),
    'describe_standing': Contract((), str, 'text'),
    'describe_lines': Contract((), (list, tuple), 'a list of sentences',
                               check_lines)}

GAME_METHODS = ('get_instructions', 'is_over', 'is_winner', 'str_to_move')
# All but these are needed: four help searches, three to show the game.
HOOKS = 'search_state', 'search_key', 'candidate_moves', 'known_score'
EXTRAS = 'get_player_marks', 'describe_standing', 'describe_lines'
STATE_METHODS = ('get_possible_moves', 'get_current_player_name', 'make_move',
                 'is_valid_move', '__str__')
NEVER_RAISE = 'str_to_move', 'is_valid_move'


def find_breach(call: Call, is_brief: bool = False) -> str:
    """Return how call breaks its contract, or ''. If this is to be brief, look
    at the type of the answer alone.
    """
    contract = CONTRACTS[call.name]
    if call.error:
        return contract.check(call) if call.name in NEVER_RAISE else ''
    if not isinstance(call.result, contract.kind):
        return call.expect(contract.words)
    return '' if is_brief else contract.check(call)


def ask(game: Any, state: Any, name: str, *given: Any) -> Call:
    """Return the call of a method of game, or of state. Its outcome is that
    the method is missing, if it is.
    """
    owner = game if name in GAME_METHODS else state
    attempt = Attempt(lambda: getattr(owner, name)(*given))
    return Call(game, state, name, given, attempt.result, attempt.error)


def find_missing(game: Any) -> list[str]:
    """Return a line for each method that game, or its state, lacks."""
    if not hasattr(game, 'current_state'):
        return [f'{type(game).__name__} lacks current_state']
    state = game.current_state
    missing = find_defects(game, sorted(GAME_METHODS)) + find_defects(
        state, [*STATE_METHODS, 'rough_outcome', '__repr__'])
    if not hasattr(state, 'p1_turn'):
        missing.append(f'{type(state).__name__} lacks p1_turn, which '
                       f'GameState.__init__ sets')
    return missing


def find_defects(thing: Any, names: Iterable[str]) -> list[str]:
    """Return a line for each of these methods that thing lacks, or has wrong.
    """
    return list(filter(None, (find_defect(thing, name) for name in names)))


def find_defect(thing: Any, name: str) -> str:
    """Return what is wrong with the method called name of thing, or ''."""
    if name in getattr(thing, '__dict__', {}) \
            or not hasattr(type(thing), name) and hasattr(thing, name):
        return ''  # Something stands in for it.
    kind: Any = type(thing)
    return find_defect_in(kind, name)


@cache
def find_defect_in(kind: Any, name: str) -> str:
    """Return what is wrong with the method called name of a class, or ''."""
    given = CONTRACTS[name].given
    if lacks(kind, name):
        return f'{kind.__name__} lacks {name}'
    method = getattr(kind, name)
    if not callable(method):
        return f'{kind.__name__}.{name} is not a method'
    try:
        is_bound = isinstance(inspect.getattr_static(kind, name),
                              (staticmethod, classmethod))
        inspect.signature(method).bind(*([] if is_bound else ['self']), *given)
    except TypeError as error:
        return f'{kind.__name__}.{name} cannot be called as ' \
               f'{name}({", ".join(given)}): {describe_error(error)}'
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
    return isinstance(code, CodeType) \
        and code.co_names == ('NotImplementedError',) \
        and not any(step.opname.startswith('RETURN')
                    for step in dis.get_instructions(code))


def is_own(state: Any, name: str) -> bool:
    """Return whether state has a method of its own by this name, or only what
    GameState has.
    """
    return getattr(type(state), name, None) \
        not in (None, getattr(GameState, name, None))
