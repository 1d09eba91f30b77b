"""Setting up a game and reading typed moves, whoever has written the game.

A game asks for its size itself, with input(). A program that saves games has to
know the answer, and one that loads them has to give it, also to games that take
no size as an argument.
"""
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from io import StringIO
from typing import Any, Callable, Iterable, Iterator, Optional, Union
import builtins
import random
from game import Game
from game_state import GameState
from interface.screen import ask_line, ask_player, check_quit, \
    find_player_stream, print_fitting, takes
from interface.words import Attempt, BrokenGameError, describe_error, \
    describe_failure, format_value, is_user_error, make_one_line, make_title, \
    make_titles, note_line, read_size, shorten


@dataclass
class Catalog:
    """What there is to play with.

    === Attributes ===
    games: the games, by their keys
    strategies: the strategies, by their keys
    analyst: the module that finds what moves are worth, None without engine/
    """
    games: dict[str, Callable[..., Game]]
    strategies: dict[str, Callable[..., Any]]
    analyst: Any = None

    def choose_game(self, key: Optional[str], size: Any,
                    strategies: Iterable[Optional[str]]) -> str:
        """Return key, or ask for it if that is None. Raise ValueError if that
        game has no such size. Say if strategies are to be chosen with care.
        """
        key = key or ask_player('Which game?', make_titles(self.games), 'h')
        if size is not None:
            self.warn_of_size(create_game(self.games[key], True, size),
                              strategies)
        return key

    def warn_of_size(self, game: Game, keys: Iterable[Optional[str]]) -> None:
        """Say that minimax is not for a game as large as this, by its attribute
        is_large, if keys has a minimax strategy, or one that is to be chosen.
        """
        slow = [key for key in keys if key not in self.strategies
                or 'minimax' in make_title(self.strategies[key])]
        if slow and getattr(game, 'is_large', False):
            print_fitting('This board is too large for minimax, which may '
                          'think for hours: alpha beta (ab) answers in '
                          'seconds.')

    def choose_strategies(self, keys: Iterable[Optional[str]],
                          usual: Iterable[str] = ('i', 'mi')) -> list[str]:
        """Return the keys of both players' strategies. Ask for those that are
        not among keys, or that there are not; Enter means one of usual.
        """
        titles = make_titles(self.strategies)
        return [key if key in self.strategies else
                ask_player(f'Which strategy for player {number}?', titles,
                           default)
                for number, key, default in zip((1, 2), keys, usual)]


# Not an Exception: a game may catch those, and ask again for ever.
class UnansweredError(BaseException):
    """Raised when a game asks for more than there are answers to."""


def ask_for_game(game_class: Callable[..., Game], p1_starts: bool,
                 size: Any = None) -> tuple[Game, Any]:
    """Return a new game, and its size. If size is None, the game asks for that:
    it is a whole number or text then, or None if the game has no size. Raise
    ValueError if there is no such game.
    """
    if size is not None:
        return create_game(game_class, p1_starts, size), size
    usual = builtins.input
    answers: list[str] = []
    usual_size = str(next(iter(getattr(game_class, 'sizes', ())), ''))

    def note_answer(prompt: str = '') -> str:
        """Return the answer to prompt, and note it. Enter is the usual size."""
        if usual_size:
            prompt = str(prompt).rstrip().removesuffix(':') \
                + f' [{usual_size}]: '
        line = check_quit(ask_line(str(prompt), usual))
        answers.append(line if line.strip() else usual_size or line)
        return answers[-1]
    # What a game says of a wrong answer is for the player, too.
    with redirect_stdout(find_player_stream()):
        game = construct(note_answer, game_class, p1_starts)
    return game, read_size(answers[-1].strip()) if answers else None


def create_game(game_class: Callable[..., Game], p1_starts: bool,
                size: Any = None) -> Game:
    """Return a new game with this size, None if it has none: given to it, or in
    answer to its question. Raise ValueError, saying why, if there is none.
    """
    title, said = make_title(game_class), StringIO()
    answers, options = [] if size is None else [str(size)], {}
    if answers and takes(game_class, 'size'):
        answers, options = [], {'size': size}

    def give_answer(*_: Any) -> str:
        """Return the next answer."""
        if not answers:
            raise UnansweredError
        return answers.pop()
    try:
        with redirect_stdout(said):
            game = construct(give_answer, game_class, p1_starts, **options)
    except UnansweredError:
        lines = said.getvalue().strip().splitlines()
        raise ValueError(make_one_line(lines[-1]) if lines else
                         f'{title} needs a size') from None
    except ValueError as error:
        if str(error) and not (isinstance(size, str) and isinstance(
                error.__cause__, TypeError)):
            raise
        raise ValueError(f'{title} has no size {size!r}') from error.__cause__
    if answers:
        raise ValueError(f'{title} takes no size')
    return game


def construct(answer: Callable[..., str], game_class: Callable[..., Game],
              p1_starts: bool, **options: Any) -> Game:
    """Return a new game whose questions answer answers, or raise ValueError."""
    try:
        with answering(answer):
            game = game_class(p1_starts, **options)
    except ValueError as error:
        raise ValueError(make_one_line(str(error))) from error
    except KeyboardInterrupt as interrupt:
        note_line(interrupt)
        raise
    except UnansweredError:
        raise
    except BaseException as error:  # It may raise anything.
        if not isinstance(error, Exception) or is_user_error(error):
            raise ValueError(describe_failure(error)) from error
        raise
    if not hasattr(game, 'current_state'):
        raise ValueError(f'{type(game).__name__} lacks current_state')
    return game


@contextmanager
def answering(read: Callable[..., str]) -> Iterator[None]:
    """Let read stand in for input during a with statement."""
    usual = builtins.input
    builtins.input = read
    try:
        yield
    finally:
        builtins.input = usual


def is_random(strategy: Callable[..., Any]) -> bool:
    """Return whether strategy chooses at random, by its parameters or its name.

    >>> def random_strategy(game): return None
    >>> is_random(random_strategy), is_random(print)
    (True, False)
    """
    return takes(strategy, 'rng') \
        or getattr(strategy, '__name__', '') == 'random_strategy'


def seed_random(seed: Optional[int]) -> int:
    """Seed the module random with seed, or with a new one. Return the seed."""
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    random.seed(seed)
    return seed


# === Typed moves ===

class MoveError(ValueError):
    """Raised, with one line that says why, when a move cannot be made."""


def call_method(thing: Union[Game, GameState], name: str, *arguments: Any
                ) -> Any:
    """Return what a method returns. Raise BrokenGameError if it fails."""
    try:
        return getattr(thing, name)(*arguments)
    except Exception as error:
        raise BrokenGameError(f'{type(thing).__name__}.{name} fails with '
                              f'{describe_error(error)}') from error


def find_result(game: Game) -> Optional[str]:
    """Return 'p1', 'p2', 'tie', or None if game is not over."""
    if not call_method(game, 'is_over', game.current_state):
        return None
    winners = (name for name in ('p1', 'p2')
               if call_method(game, 'is_winner', name))
    return next(winners, 'tie')


def read_move(game: Game, text: str) -> Any:
    """Return the possible move that text means. Raise MoveError if there is
    none, or BrokenGameError.
    """
    state = game.current_state
    move = call_method(game, 'str_to_move', text)
    if call_method(state, 'is_valid_move', move):
        return move
    raise MoveError(f'the game is over before {shorten(text)}'
                    if call_method(game, 'is_over', state)
                    else explain_move(game, move, text))


# Our strategy.py has a function like this one, but others may not.
def explain_move(game: Game, move: Any, text: str) -> str:
    """Return why move, which text means, is not possible."""
    state = game.current_state
    with suppress(Exception):  # The game may raise anything.
        moves = state.get_possible_moves()
        if text in map(str, moves) and move not in moves:
            return f'{type(game).__name__}.str_to_move({text!r}) returned ' \
                   f'{format_value(move)}'
    if not text.strip():
        return 'An empty line is not a move'
    error = Attempt(state.make_move, move).error
    return (make_one_line(str(error)) if isinstance(error, ValueError) else ''
            ) or f'{shorten(text)} is not a possible move here'
