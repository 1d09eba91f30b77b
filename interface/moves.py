"""Moves as players type them: making them, explaining them, listing them."""
from contextlib import suppress
from typing import Any, Union
from game import Game
from game_state import GameState
from interface.quoting import describe_error, make_one_line, shorten, \
    split_first


class MoveError(ValueError):
    """Raised, with one line that says why, when a move cannot be made."""


class BrokenGameError(ValueError):
    """Raised, with one line that says where, when the code of a game fails."""


def call_method(thing: Union[Game, GameState], name: str, *arguments: Any
                ) -> Any:
    """Return what the method of thing called name returns. If that raises
    anything, as the code of somebody's game may, raise BrokenGameError.
    """
    try:
        return getattr(thing, name)(*arguments)
    except Exception as error:
        raise BrokenGameError(f'{type(thing).__name__}.{name} fails with '
                              f'{describe_error(error)}') from error


def make_move(game: Game, text: str) -> Any:
    """Make the move that text means in game. Return this move.

    Raise MoveError if the rules do not allow it, and BrokenGameError if the
    code of the game fails. In both cases, game is as before.
    """
    state = game.current_state
    if call_method(game, 'is_over', state):
        raise MoveError(f'the game is over before {shorten(text)}')
    move = call_method(game, 'str_to_move', text)
    if not call_method(state, 'is_valid_move', move):
        raise MoveError(explain_move(state, move, text))
    game.current_state = call_method(state, 'make_move', move)
    return move


# Our strategy.py has a function for its own prompt that is much like this one,
# but the interface also works with a strategy.py that has none.
def explain_move(state: GameState, move: Any, text: str) -> str:
    """Return in one line why move, which text means, is not possible in state:
    in the words of the game, if it has any.
    """
    why = ''
    with suppress(Exception):  # Somebody's game may raise anything.
        try:
            state.make_move(move)
        except ValueError as error:
            why = make_one_line(str(error))
    return why or f'{shorten(text)} is not a possible move here'


def make_moves(game: Game, text: str) -> list:
    """Make the moves in text in game, one after the other. They are separated
    by commas; a move that has a comma itself is in double quotes. Return these
    moves, none if text is blank.

    Raise MoveError, and leave game as it was, if one of them cannot be made.
    """
    before, moves = game.current_state, []
    rest = text if text.strip() else None
    try:
        while rest is not None:
            move, rest = split_first(rest)
            moves.append(make_move(game, move))
    except ValueError as error:
        possible = format_possible_moves(game.current_state)
        game.current_state = before
        raise MoveError(f'{error}. Possible moves: {possible}' if possible
                        else str(error)) from error
    return moves


def format_possible_moves(state: GameState) -> str:
    """Return the possible moves in state as text, '' if there are none or the
    code of the game fails.
    """
    with suppress(Exception):  # Somebody's game may raise anything.
        return format_moves(state.get_possible_moves())
    return ''


def format_moves(moves: list, most: int = 30) -> str:
    """Return moves as text, but no more than most of them.

    >>> format_moves([1, 4, 9], 3), format_moves([1, 4, 9, 16], 2)
    ('1, 4, 9', '1, 4 and 2 more')
    """
    text = ', '.join(map(str, moves[:most]))
    return text + (f' and {len(moves) - most} more' if len(moves) > most
                   else '')
