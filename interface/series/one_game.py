"""One game of a series: opened, played, and reported.

An illegal move, an exception or a move that takes too long loses the game for
its strategy. A fault of the game itself is nobody's loss.
"""
from time import perf_counter
from typing import Any, Optional
import random
from game import Game
from game_state import GameState
from interface.attempts import Attempt, Silence, describe
from interface.quoting import describe_error
from interface.series.events import BROKEN, ERROR, ILLEGAL, SLOW, Ending, \
    Ply, Report, Thinking
from interface.series.plan import Series


def play_one(series: Series, number: int, report: Report) -> None:
    """Play the game of series with this number, and report all its events.
    What games and strategies print is discarded.
    """
    with Silence():
        attempt = Attempt(play_to_end, series, number, report)
    # What a strategy raises never comes here.
    report(Ending(None, BROKEN, describe_error(attempt.error))
           if attempt.error else attempt.result)


def play_to_end(series: Series, number: int, report: Report) -> Ending:
    """Play the game of series with this number, and report its events. Return
    how it ends.

    The module random is seeded, once for all games with the same opening and
    then for this game, so neither depends on what was played before.
    """
    random.seed(f'{series.seed}, opening {number // 2}')
    game = series.maker.make()
    play_opening(game, series.opening, report)
    random.seed(f'{series.seed}, game {number}')
    while not game.is_over(game.current_state):
        player = game.current_state.get_current_player_name()
        index = series.find_index(player, number)
        ending = play_ply(game, series, index, report)
        if ending:
            return ending
    for player in 'p1', 'p2':
        if game.is_winner(player):
            return Ending(series.find_index(player, number))
    return Ending(None)


def play_opening(game: Game, plies: int, report: Report) -> None:
    """Make this many random moves in game, or fewer if all the next ones would
    end it: the strategies should have something to play for.
    """
    for _ in range(plies):
        state = game.current_state
        moves = list(state.get_possible_moves())
        random.shuffle(moves)
        for move in moves:
            game.current_state = state.make_move(move)
            if not game.is_over(game.current_state):
                report(make_ply(None, state, move, 0.0))
                break
        else:
            game.current_state = state
            return


def play_ply(game: Game, series: Series, index: int, report: Report
             ) -> Optional[Ending]:
    """Make the move in game that the strategy with this index chooses. Return
    None, or if the strategy loses the game by it, how the game ends.
    """
    state = game.current_state
    report(Thinking(index))
    start = perf_counter()
    attempt = Attempt(series.strategies[index], game)
    seconds = perf_counter() - start
    if seconds > series.limit:
        return Ending(1 - index, SLOW, f'over {series.limit:g} s')
    move = attempt.result
    # A move that the game cannot even look at is not valid.
    if attempt.error or not Attempt(state.is_valid_move, move).result:
        fault = find_fault(state)
        if fault:
            return Ending(None, BROKEN, fault)
        if attempt.error:
            return Ending(1 - index, ERROR, describe_error(attempt.error))
        return Ending(1 - index, ILLEGAL, describe(move))
    report(make_ply(index, state, move, seconds))
    game.current_state = state.make_move(move)
    return None


def find_fault(state: GameState) -> str:
    """Return what is wrong with state, where the game goes on, or '': if it is
    broken, it is not the strategy's fault that it found no move.
    """
    moves = state.get_possible_moves()
    if not moves:
        return 'the game is not over, but there are no moves'
    if not state.is_valid_move(moves[0]):
        return f'a possible move is not valid: {describe(moves[0])}'
    return ''


def make_ply(index: Optional[int], state: GameState, move: Any,
             seconds: float) -> Ply:
    """Return the ply in which the strategy with this index, which took so many
    seconds, makes a move in state.
    """
    text = describe(move)
    # It may be valid and not be found, or not be comparable.
    attempt = Attempt(state.get_possible_moves().index, move)
    return Ply(index, text, text if attempt.error else attempt.result, seconds)
