"""Looking back at a game: what each move was worth, and what decided it."""

from copy import copy
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Iterator, NamedTuple, Optional
from engine.values import MoveValue, Table, find_values
from game import Game
from game_state import GameState
from strategy import DRAW, WIN, Score, ask_hook, final_score


class MoveReview(NamedTuple):
    """What a move that was made in a game was worth.

    === Attributes ===
    score: its exact score for the player who made it; None if it is not known
    better: the moves known to be better, best first
    """

    score: Optional[Score]
    better: list[MoveValue]


@dataclass(frozen=True)
class TurningPoint:
    """The mistake that settled the result of a game.

    === Attributes ===
    index: which of the moves it is, from 0; None if nobody made a mistake
    better: the moves known to be better, best first; there is at least one if
        there was a mistake
    """

    index: Optional[int]
    better: list[MoveValue]


NO_MISTAKE = TurningPoint(None, [])


def find_turning_point(
    game: Game,
    states: list[GameState],
    moves: list[Any],
    seconds: float = 5.0,
    table: Optional[Table] = None,
) -> Optional[TurningPoint]:
    """Return the last mistake in a game that is over: the last move of the
    loser that was worse than another one there, or in a tie the last such move
    of either player. states has the position before each move, and the last
    position.

    Return NO_MISTAKE if it is certain that there was none: then the loser had
    lost from the first position on. Return None if the answer cannot be found
    in this many seconds. Use and add to table as find_values does. Raise
    ValueError if the game is not over at the end.

    >>> from subtract_square_game import SubtractSquareGame
    >>> game = SubtractSquareGame(True, size=8)
    >>> states, moves = [game.current_state], [4, 1, 1, 1, 1]
    >>> for move in moves:
    ...     states.append(states[-1].make_move(move))
    >>> find_turning_point(game, states, moves, seconds=1000)
    TurningPoint(index=1, better=[MoveValue(move=4, score=1)])
    """
    end = perf_counter() + seconds
    player = states[-1].get_current_player_name()
    score = final_score(copy(game), states[-1])
    if score is None:
        raise ValueError('The game is not over at its last position.')
    if table is None:
        table = {}
    for index in reversed(range(len(moves))):
        state = states[index]
        result = score
        if state.get_current_player_name() != player:
            result = DRAW - score
        if result < WIN:
            values = find_values_at(game, state, end - perf_counter(), table)
            better = find_better(values, result)
            if better:
                return TurningPoint(index, better)
            if values[-1].score is None:
                return None
        # From here on, nobody has made a mistake.
        searched = ask_hook(state, 'search_state')
        table[ask_hook(searched, 'search_key')] = result
    return NO_MISTAKE


def review_moves(
    game: Game,
    states: list[GameState],
    moves: list[Any],
    seconds_each: float = 2.0,
    table: Optional[Table] = None,
) -> Iterator[MoveReview]:
    """Return an iterator over the reviews of the moves in a game, in order.
    Each takes up to this many seconds. states has the position before each
    move; the game must not be over in any of them. Use and add to table as
    find_values does.
    """
    shared: Table = {} if table is None else table
    return (
        review_move(game, state, move, seconds_each, shared)
        for state, move in zip(states, moves)
    )


def review_move(
    game: Game, state: GameState, move: Any, seconds: float, table: Table
) -> MoveReview:
    """Return the review of move, which was made in state, as far as found."""
    values = find_values_at(game, state, seconds, table)
    score = next((value.score for value in values if value.move == move), None)
    return MoveReview(score, find_better(values, score))


def find_values_at(
    game: Game, state: GameState, seconds: float, table: Table
) -> list[MoveValue]:
    """Return what find_values does for game at state."""
    game = copy(game)
    game.current_state = state
    return find_values(game, seconds, table)


def find_better(
    values: list[MoveValue], score: Optional[Score]
) -> list[MoveValue]:
    """Return those of values that are known to be above score: none if score
    is None.

    >>> find_better([MoveValue('A', 1), MoveValue('B', None)], 0)
    [MoveValue(move='A', score=1)]
    """
    return [
        value
        for value in values
        if value.score is not None and score is not None and value.score > score
    ]
