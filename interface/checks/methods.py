"""What a game and its positions must have, whoever has written them."""
from types import CodeType
from typing import Any, Optional
import dis
import inspect
from game import Game
from interface.quoting import describe_error, show

# The methods of games and states, each with what it is given. Those that only
# searches rely on are apart.
GAME_METHODS = {'get_instructions': (), 'is_over': ('state',),
                'is_winner': ('player',), 'str_to_move': ('text',)}
STATE_METHODS = {'get_possible_moves': (), 'get_current_player_name': (),
                 'make_move': ('move',), 'is_valid_move': ('move',),
                 '__str__': ()}
SEARCH_METHODS = {'rough_outcome': (), '__repr__': ()}

# What some methods return: of which type, and in words.
ANSWERS = {'is_over': (bool, 'True or False'),
           'is_winner': (bool, 'True or False'),
           'get_possible_moves': (list, 'a list'),
           'get_current_player_name': (str, "'p1' or 'p2'"),
           **dict.fromkeys(('get_instructions', '__str__', '__repr__'),
                           (str, 'text'))}


def name_method(game: Game, name: str) -> str:
    """Return the name of a method of game, or of its state, with its class."""
    owner = game if name in GAME_METHODS else game.current_state
    return f'{type(owner).__name__}.{name}'


def find_missing(game: Any) -> list[str]:
    """Return what is missing in game and in its current state, or cannot be
    called as it should be: a line for each method, such as 'MatchesGame lacks
    is_winner'. Nothing is called for that.
    """
    missing = find_missing_to_play(game)
    if hasattr(game, 'current_state'):
        state = game.current_state
        missing += find_faults(state, SEARCH_METHODS)
        if not hasattr(state, 'p1_turn'):
            missing.append(f'{type(state).__name__} lacks p1_turn, which '
                           f'GameState.__init__ sets')
    return missing


def find_missing_to_play(game: Any) -> list[str]:
    """Return what is missing, as find_missing does, of what people need to
    play: they may do so before all of the game is written.
    """
    if not hasattr(game, 'current_state'):
        return [f'{type(game).__name__} lacks current_state']
    return find_faults(game, GAME_METHODS) \
        + find_missing_in_state(game.current_state)


def find_missing_in_state(state: Any) -> list[str]:
    """Return what is missing in state to play, as find_missing does."""
    return find_faults(state, STATE_METHODS)


def find_faults(thing: Any, methods: dict[str, tuple]) -> list[str]:
    """Return a line for each of methods that thing does not have as it
    should.
    """
    faults = [find_fault(thing, name, given)
              for name, given in methods.items()]
    return [fault for fault in faults if fault]


def find_fault(thing: Any, name: str, given: tuple) -> str:
    """Return what is wrong with the method called name of thing, which is to
    be called with what is given, or '' if nothing is.
    """
    method, owner = getattr(thing, name, None), type(thing).__name__
    if method is None or is_nobodys(getattr(type(thing), name, method)):
        return f'{owner} lacks {name}'
    if not callable(method):
        return f'{owner}.{name} is not a method'
    try:
        inspect.signature(method).bind(*given)
    except TypeError as error:
        return f'{owner}.{name} cannot be called as ' \
               f'{name}({", ".join(given)}): {describe_error(error)}'
    except ValueError:
        pass  # Python does not know the parameters of all functions.
    return ''


def is_nobodys(method: Any) -> bool:
    """Return whether nobody has written method yet: it is what all objects
    have, or does nothing but raise NotImplementedError.
    """
    if method in (object.__str__, object.__repr__):
        return True
    code: Optional[CodeType] = getattr(inspect.unwrap(method), '__code__',
                                       None)
    return code is not None and code.co_names == ('NotImplementedError',) \
        and not any(step.opname.startswith('RETURN')
                    for step in dis.get_instructions(code))


def find_wrong_answer(game: Game, name: str, answer: Any) -> str:
    """Return in words what is wrong with what a method of game, or of its
    state, has returned, or '' if nothing is.
    """
    kind, words = ANSWERS[name]
    if isinstance(answer, kind) and (name != 'get_current_player_name'
                                     or answer in ('p1', 'p2')):
        return ''
    return f'{name_method(game, name)} returned {show(answer)}: it ' \
           f'should return {words}'
