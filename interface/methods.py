"""The methods of games and their states: which are missing, what they answer
wrongly, and which of them is to blame if somebody's code fails that calls them.

A strategy relies on the game. So if it fails, it is asked again, and each call
is looked at: the first one that breaks a contract comes before all that follows
from it.
"""
from types import CodeType
from typing import Any, Callable, Iterable
import dis
import inspect
from game import Game
from interface.faults import Attempt
from interface.words import describe_error, format_value

Methods = dict[str, tuple[str, ...]]

# What each method is given. Those that only searches rely on are apart.
GAME_METHODS: Methods = {
    'get_instructions': (), 'is_over': ('state',), 'is_winner': ('player',),
    'str_to_move': ('text',)}
STATE_METHODS: Methods = {
    'get_possible_moves': (), 'get_current_player_name': (),
    'make_move': ('move',), 'is_valid_move': ('move',), '__str__': ()}
SEARCH_METHODS: Methods = {'rough_outcome': (), '__repr__': ()}
ALL_METHODS = GAME_METHODS | STATE_METHODS | SEARCH_METHODS


# What some methods return: of which type, and in words.
ANSWERS: dict[str, tuple[Any, str]] = {
    **dict.fromkeys(('is_over', 'is_winner'), (bool, 'True or False')),
    'get_possible_moves': (list, 'a list'),
    'get_current_player_name': (str, "'p1' or 'p2'"),
    'make_move': (object, 'a new position'),
    'rough_outcome': ((int, float), 'a number from -1 to 1'),
    **dict.fromkeys(('get_instructions', '__str__', '__repr__'),
                    (str, 'text'))}


def name_method(game: Game, name: str) -> str:
    """Return the name of a method of game, or of its state, with its class."""
    owner = game if name in GAME_METHODS else game.current_state
    return f'{type(owner).__name__}.{name}'


def find_missing(game: Any) -> list[str]:
    """Return a line for each method that game, or its state, lacks."""
    if not hasattr(game, 'current_state'):
        return [f'{type(game).__name__} lacks current_state']
    state = game.current_state
    missing = find_faults(game, GAME_METHODS) \
        + find_faults(state, STATE_METHODS | SEARCH_METHODS)
    if not hasattr(state, 'p1_turn'):
        missing.append(f'{type(state).__name__} lacks p1_turn, which '
                       f'GameState.__init__ sets')
    return missing


def find_faults(thing: Any, methods: Iterable[str]) -> list[str]:
    """Return a line for each of methods that thing lacks, or has wrong."""
    return [fault for fault in (find_fault(thing, name) for name in methods)
            if fault]


def find_fault(thing: Any, name: str) -> str:
    """Return what is wrong with the method called name of thing, or ''."""
    owner, given = type(thing).__name__, ALL_METHODS[name]
    if lacks(thing, name):
        return f'{owner} lacks {name}'
    method = getattr(thing, name)
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


def lacks(thing: Any, name: str) -> bool:
    """Return whether thing has no method called name, or only object's, or one
    that does nothing but raise NotImplementedError.
    """
    method = getattr(thing, name, None)
    if method is None or getattr(method, '__objclass__', None) is object:
        return True
    code: Any = getattr(inspect.unwrap(method), '__code__', None)
    return isinstance(code, CodeType) \
        and code.co_names == ('NotImplementedError',) \
        and not any(step.opname.startswith('RETURN')
                    for step in dis.get_instructions(code))


def find_wrong_answer(thing: Any, name: str, answer: Any, *given: Any) -> str:
    """Return what is wrong with answer, which a method of thing gave, or ''."""
    kind, words = ANSWERS.get(name, (object, ''))
    is_right = isinstance(answer, kind)
    if name == 'get_current_player_name':
        is_right = answer in ('p1', 'p2')
    elif name == 'rough_outcome':
        is_right = is_right and -1 <= answer <= 1
    elif name == 'make_move':
        is_right = answer is not thing and (
            type(answer) is type(thing)
            or not find_faults(answer, STATE_METHODS))
    if is_right:
        return ''
    call = f'make_move({format_value(*given)})' if name == 'make_move' else name
    return f'{type(thing).__name__}.{call} returned {format_value(answer)}: ' \
           f'it should return {words}'


def find_broken_call(make: Callable[[], Game], ask: Callable[[Game], Any]
                     ) -> str:
    """Return the first contract that is broken in ask(make()), or ''."""
    noted: list[str] = []
    usual: list[tuple[type, str, Any]] = []

    def ask_watched() -> None:
        """Call ask, and have noted what is wrong with each call."""
        game = make()
        for thing, methods in (game, GAME_METHODS), \
                (game.current_state, STATE_METHODS | SEARCH_METHODS):
            for name in methods:
                owner, own = type(thing), vars(type(thing)).get(name)
                setattr(owner, name, watch(thing, name, noted))
                usual.append((owner, name, own))
        ask(game)
    try:
        Attempt(ask_watched)
    finally:
        for owner, name, own in usual:
            delattr(owner, name)
            if own is not None:  # If it is, the method is inherited.
                setattr(owner, name, own)
    return next(filter(None, noted), '')


def watch(thing: Any, name: str, noted: list[str]) -> Callable[..., Any]:
    """Return the method of thing called name, noting what is wrong with it."""
    method: Any = getattr(type(thing), name, None)
    fault = find_fault(thing, name)

    def watched(owner: Any, *given: Any, **named: Any) -> Any:
        """Do what method does."""
        noted.append(fault)
        answer = method(owner, *given, **named)
        noted.append(find_wrong_answer(owner, name, answer, *given))
        return answer
    return watched


def stand_in(game: Any) -> list[str]:
    """Give game what it lacks to play. Return a line for each such method."""
    def is_over(state: Any) -> bool:
        """Return whether there are no moves."""
        return not state.get_possible_moves()

    def str_to_move(text: str) -> Any:
        """Return the possible move that is shown as text, or text."""
        moves = game.current_state.get_possible_moves()
        return {str(move): move for move in moves}.get(text.strip(), text)
    lines = []
    for name, method, words in (
            ('get_instructions', str, 'there are no rules to show'),
            ('is_over', is_over, 'the game ends when there are no moves'),
            ('str_to_move', str_to_move, 'moves are read as they are shown')):
        if lacks(game, name):
            setattr(game, name, method)
            lines.append(f'{type(game).__name__} lacks {name}: {words}.')
    return lines
