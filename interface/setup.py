"""Setting up a game and making moves in it, whoever has written it.

A game asks for its size itself, with input(). A program that saves games has to
know the answer, and one that loads them has to give it, also to games that take
no size as an argument.
"""
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from io import StringIO
from typing import Any, Callable, Iterable, Iterator, Optional, Union
import builtins
import random
from game import Game
from game_state import GameState
from interface.errors import QuitError, describe_failure, is_about_output, \
    note_line
from interface.display import show_time, takes
from interface.worker import cut_output
from interface.screen import ask, ask_line, check_quit, find_player_stream, \
    print_fitting, print_for_player
from interface.words import describe_error, make_one_line, make_title, \
    make_titles, read_size, shorten, split_first

MOST_MOVES = 30  # So many are named where a move cannot be made.


# What is said to those who ask what moves are worth, if nothing can tell.
NO_ENGINE = 'The folder engine/ finds what moves are worth' + (
    ', but does not work with this strategy.py' if find_spec('engine')
    else '. It is not part of the assignment')


class StoppedError(ValueError):
    """Raised when Ctrl-C has stopped a look at what moves are worth."""


@contextmanager
def explain_failures() -> Iterator[None]:
    """Raise a ValueError that says why a game fails in a with block, and
    StoppedError for Ctrl-C. Show only the beginning of what it prints.
    """
    try:
        with cut_output(), show_time('Searching'):
            yield
    except KeyboardInterrupt as interrupt:
        print_for_player('')
        raise StoppedError('Stopped') from interrupt
    except Exception as error:
        # Minimax says of the game that it has no end: CycleError.
        raise ValueError(str(error) if type(error).__name__ == 'CycleError'
                         else f'The game fails with {describe_error(error)}'
                         ) from error


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

    def analyse(self, name: str, *arguments: Any) -> Any:
        """Return what the analyst's function called name finds. Raise
        ValueError if there is no analyst, or if the game's code fails.
        """
        if self.analyst is None:
            raise ValueError(NO_ENGINE)
        with explain_failures():
            return getattr(self.analyst, name)(*arguments)

    def find_people(self, players: dict[str, Callable[..., Any]]) -> list[str]:
        """Return the names of those of players whose moves are typed."""
        return [name for name, strategy in players.items()
                if strategy is self.strategies.get('i')]

    def choose_game(self, key: Optional[str], size: Any,
                    strategies: Iterable[Optional[str]]) -> str:
        """Return key, or ask for it if that is None. Raise ValueError if that
        game has no such size. Say if strategies are to be chosen with care.
        """
        key = key or ask('Which game?', make_titles(self.games), 'h')
        if size is not None:
            self.warn_of_size(create_game(self.games[key], True, size),
                              strategies)
        return key

    def warn_of_size(self, game: Game, keys: Iterable[Optional[str]]) -> None:
        """Say that minimax is not for a game as large as this, by its attribute
        is_large, if keys has a minimax strategy, or None: one to be chosen.
        """
        slow = [key for key in keys if key is None
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
                ask(f'Which strategy for player {number}?', titles, default)
                for number, key, default in zip((1, 2), keys, usual)]


# Not an Exception: somebody's game might catch those, and ask again for ever.
class UnansweredError(BaseException):
    """Raised when a game asks for more than there are answers to."""


def ask_for_game(game_class: Callable[..., Game], p1_starts: bool
                 ) -> tuple[Game, Any]:
    """Return a new game, which asks for its size if it has one, and that size:
    a whole number, text, or None. Raise ValueError if its code fails.
    """
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
    title, options, answers = make_title(game_class), {}, []
    if size is not None and takes(game_class, 'size'):
        options['size'] = size
    elif size is not None:
        answers.append(str(size))

    def give_answer(*_: Any) -> str:
        """Return the next answer."""
        if not answers:
            raise UnansweredError
        return answers.pop()
    with redirect_stdout(StringIO()) as said:
        try:
            game = construct(give_answer, game_class, p1_starts, **options)
        except UnansweredError:
            lines = said.getvalue().strip().splitlines()
            raise ValueError(make_one_line(lines[-1]) if lines else
                             f'{title} needs a size') from None
        except ValueError as error:
            if str(error) and not (isinstance(size, str) and isinstance(
                    error.__cause__, TypeError)):
                raise
            raise ValueError(f'{title} has no size {size!r}'
                             ) from error.__cause__
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
    except (EOFError, QuitError):
        raise
    except KeyboardInterrupt as interrupt:
        note_line(interrupt)
        raise
    except (Exception, SystemExit) as error:  # It may raise anything.
        if is_about_output(error):
            raise
        raise ValueError(describe_failure(error)) from error
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


def check_size(game_class: Callable[..., Game], size: Any) -> None:
    """Raise ValueError if no game of game_class has this size. None is fine."""
    if size is not None:
        create_game(game_class, True, size)


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


class MoveError(ValueError):
    """Raised, with one line that says why, when a move cannot be made."""


class BrokenGameError(ValueError):
    """Raised, with one line that says where, when the code of a game fails."""


def call_method(thing: Union[Game, GameState], name: str, *arguments: Any
                ) -> Any:
    """Return what a method returns. Raise BrokenGameError if it fails."""
    try:
        return getattr(thing, name)(*arguments)
    except Exception as error:
        raise BrokenGameError(f'{type(thing).__name__}.{name} fails with '
                              f'{describe_error(error)}') from error


def make_move(game: Game, text: str) -> Any:
    """Make and return the move that text means, or raise ValueError."""
    state = game.current_state
    if call_method(game, 'is_over', state):
        raise MoveError(f'the game is over before {shorten(text)}')
    move = call_method(game, 'str_to_move', text)
    if not call_method(state, 'is_valid_move', move):
        raise MoveError(explain_move(state, move, text))
    game.current_state = call_method(state, 'make_move', move)
    return move


# Our strategy.py has a function like this one, but somebody else's may not.
def explain_move(state: GameState, move: Any, text: str) -> str:
    """Return why move, which text means, is not possible in state."""
    why = ''
    with suppress(Exception):  # Somebody's game may raise anything.
        try:
            state.make_move(move)
        except ValueError as error:
            why = make_one_line(str(error))
    return why or f'{shorten(text)} is not a possible move here'


def make_moves(game: Game, text: str) -> list[Any]:
    """Make and return all moves in text, or make none and raise MoveError."""
    before, moves = game.current_state, []
    rest: Optional[str] = text if text.strip() else None
    try:
        while rest is not None:
            move, rest = split_first(rest)
            moves.append(make_move(game, move))
    except ValueError as error:
        why = str(error)
        with suppress(Exception):  # Somebody's game may raise anything.
            possible = list(map(str, game.current_state.get_possible_moves()))
            if possible:
                why += f'. Possible moves: {", ".join(possible[:MOST_MOVES])}'
            if len(possible) > MOST_MOVES:
                why += f' and {len(possible) - MOST_MOVES} more'
        game.current_state = before
        raise MoveError(why) from error
    return moves
