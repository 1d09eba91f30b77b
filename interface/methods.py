"""The methods of games and their states: which are missing, what they answer
wrongly, and which of them is to blame if somebody's code fails that calls them.

A strategy relies on the game. So if it fails, it is asked again, and each call
is looked at: the first one that breaks a contract comes before all that follows
from it.
"""
from contextlib import contextmanager
from functools import partial
from math import isnan
from types import CodeType
from typing import Any, Callable, Iterator
import dis
import inspect
import random
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


def is_score(answer: Any) -> bool:
    """Return whether answer is a number from -1 to 1."""
    return isinstance(answer, (int, float)) and not isnan(answer) \
        and -1 <= answer <= 1


# What some methods return: whether it is right, and what it should be.
ANSWERS: dict[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(('is_over', 'is_winner'), (
        lambda answer: isinstance(answer, bool), 'True or False')),
    'get_possible_moves': (lambda answer: isinstance(answer, list), 'a list'),
    'get_current_player_name': (lambda answer: answer in ('p1', 'p2'),
                                "'p1' or 'p2'"),
    'rough_outcome': (is_score, 'a number from -1 to 1'),
    **dict.fromkeys(('get_instructions', '__str__', '__repr__'), (
        lambda answer: isinstance(answer, str), 'text'))}


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


def find_faults(thing: Any, methods: Methods) -> list[str]:
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
    """Return what is wrong with what the method called name of thing has
    answered, given what it was given, or ''.
    """
    is_right, words = ANSWERS.get(name, (lambda _: True, ''))
    call = name
    if name == 'make_move':
        call, words = f'make_move({format_value(*given)})', 'a new position'
        is_right = partial(is_new_position, thing)
    return '' if is_right(answer) else \
        f'{type(thing).__name__}.{call} returned {format_value(answer)}: it ' \
        f'should return {words}'


def is_new_position(state: Any, after: Any) -> bool:
    """Return whether after is a position, and not state itself."""
    return after is not state and (type(after) is type(state)
                                   or not find_faults(after, STATE_METHODS))


def find_broken_call(make: Callable[[], Game], ask: Callable[[Game], Any],
                     chance: Any) -> str:
    """Return the first contract that a method of make() or of its states breaks
    while ask(make()) calls them, with random moves from chance on, or ''.
    """
    noted: list[str] = []

    def ask_watched() -> None:
        """Call ask, and have noted what its calls break."""
        game = make()
        random.setstate(chance)
        with watch_calls(game, noted):
            ask(game)
    Attempt(ask_watched)
    return noted[0] if noted else ''


@contextmanager
def watch_calls(game: Game, noted: list[str]) -> Iterator[None]:
    """In a with statement, note what is wrong with each method of game, or of
    its states, that is called, and with what it answers.
    """
    usual: list[tuple[Any, str, Any]] = []
    try:
        for thing, methods in ((game, GAME_METHODS), (
                game.current_state, STATE_METHODS | SEARCH_METHODS)):
            for name in methods:
                owner = type(thing)
                watched = watch(getattr(owner, name, None), name,
                                find_fault(thing, name), noted)
                own = vars(owner).get(name)
                setattr(owner, name, watched)
                usual.append((owner, name, own))
        yield
    finally:
        for owner, name, own in usual:
            if own is None:
                delattr(owner, name)
            else:
                setattr(owner, name, own)


def watch(method: Any, name: str, fault: str, noted: list[str]
          ) -> Callable[..., Any]:
    """Return a method that does what method, which has this fault or '', does,
    and notes what is wrong.
    """
    def watched(thing: Any, *given: Any, **named: Any) -> Any:
        """Do what the method called name does."""
        if fault:
            noted.append(fault)
        answer = method(thing, *given, **named)
        wrong = find_wrong_answer(thing, name, answer, *given)
        if wrong:
            noted.append(wrong)
        return answer
    return watched


# What stands in for methods of a game whose author has not come to them yet,
# given the game, and what is said of that.
STAND_INS: dict[str, tuple[Callable[..., Any], str]] = {
    'get_instructions': (lambda game: '', 'there are no rules to show'),
    'is_over': (lambda game, state: not lacks(state, 'get_possible_moves')
                and not state.get_possible_moves(),
                'it is over when there are no moves'),
    'str_to_move': (lambda game, text: next(
        (move for move in game.current_state.get_possible_moves()
         if str(move) == text.strip()), text),
                    'moves are read as they are shown')}


def stand_in(game: Game) -> list[str]:
    """Give game what it lacks of STAND_INS. Return a line for each."""
    lines = []
    for name, (method, words) in STAND_INS.items():
        if lacks(game, name):
            lines.append(f'{type(game).__name__} lacks {name}: {words}.')
            setattr(game, name, partial(method, game))
    return lines
