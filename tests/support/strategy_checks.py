"""What all strategies have to do in any game."""
from typing import Callable
from game import Game
from game_state import GameState
from engine.alpha_beta import alpha_beta_strategy
from strategy import iterative_minimax_strategy, \
    random_strategy, recursive_minimax_strategy, rough_outcome_strategy


def check_strategies(game: Game, plain: Callable[[GameState], int]) -> None:
    """Check that all strategies make legal moves and leave game as it was, and
    that the moves of the exact ones are best ones. Plain gives the score of a
    state.
    """
    state = game.current_state
    for strategy in (random_strategy, rough_outcome_strategy,
                     alpha_beta_strategy, recursive_minimax_strategy,
                     iterative_minimax_strategy):
        move = strategy(game)
        assert state.is_valid_move(move)
        assert game.current_state is state
        if strategy not in (random_strategy, rough_outcome_strategy):
            assert -plain(state.make_move(move)) == plain(state)
