"""Setting up a game, with its question for a size answered or noted.

A game asks for its size itself, with input(). A program that saves games has to
know the answer, and one that loads them has to give it, also to games that take
no size as an argument.
"""
from contextlib import redirect_stdout
from inspect import signature
from io import StringIO
from typing import Any, Callable
import builtins
from game import Game
from interface.command_line import read_size
from interface.endings import is_about_output
from interface.places import tell_error
from interface.quoting import describe_error, make_one_line
from interface.screen import find_player_stream
from interface.titles import make_title


# Not an Exception: somebody's game might catch those, and ask for ever.
class UnansweredError(BaseException):
    """Raised when a game asks for more than there are answers to."""


def ask_for_game(game_class: type[Game], p1_starts: bool) -> tuple[Game, Any]:
    """Return a new game of game_class, which asks for its size if it has one,
    and that size: a whole number, text, or None if nothing was asked. Raise
    ValueError, with one line that says why, if the code of the game fails.
    """
    usual, answers = builtins.input, []

    def note_answer(prompt: str = '') -> str:
        """Return the answer to prompt, and note it."""
        answers.append(usual(prompt))
        return answers[-1]
    # What a game says of a wrong answer is for the player, too.
    with redirect_stdout(find_player_stream()):
        try:
            game = call_with_input(note_answer, lambda: game_class(p1_starts))
        except (ValueError, EOFError):
            raise
        except (Exception, SystemExit) as error:
            if is_about_output(error):
                raise
            raise ValueError(tell_error(error)) from error
    require_position(game)
    return game, read_size(answers[-1].strip()) if answers else None


def create_game(game_class: type[Game], p1_starts: bool, size: Any = None
                ) -> Game:
    """Return a new game of game_class with this size, None if it has none. If
    it takes no size as an argument, its question is answered.

    Raise ValueError, with one line that says why, if there is no such game.
    """
    takes_size = 'size' in signature(game_class).parameters
    answers = [] if size is None or takes_size else [str(size)]

    def give_answer(*_: Any) -> str:
        """Return the next answer."""
        if not answers:
            raise UnansweredError
        return answers.pop()

    def create() -> Game:
        """Return the game."""
        if size is None or not takes_size:
            return game_class(p1_starts)
        return game_class(p1_starts, size=size)
    title = make_title(game_class)
    with redirect_stdout(StringIO()) as said:
        try:
            game = call_with_input(give_answer, create)
        except UnansweredError:
            lines = said.getvalue().strip().splitlines()
            raise ValueError(make_one_line(lines[-1]) if lines else
                             f'{title} needs a size') from None
        except ValueError as error:
            why = make_one_line(str(error))
            raise ValueError(why or f'{size!r} is not a size of {title}'
                             ) from error
        except (Exception, SystemExit) as error:  # It may raise anything.
            raise ValueError(f'{title} with the size {size!r} fails with '
                             f'{describe_error(error)}') from error
    require_position(game)
    if answers:
        raise ValueError(f'{title} takes no size')
    return game


def require_position(game: Game) -> None:
    """Raise ValueError if game has no position to begin with."""
    if not hasattr(game, 'current_state'):
        raise ValueError(f'{type(game).__name__} lacks current_state')


def call_with_input(answer: Callable[..., str], function: Callable[[], Any]
                    ) -> Any:
    """Return function(), for which answer stands in for input."""
    usual = builtins.input
    builtins.input = answer
    try:
        return function()
    finally:
        builtins.input = usual
