"""What all strategies, and all estimates, have to do in any game."""
from functools import partial
from typing import Any
from game import Game
from game_state import GameState
from engine.alpha_beta import alpha_beta_strategy
from strategy import iterative_minimax_strategy, \
    random_strategy, recursive_minimax_strategy, rough_outcome_strategy


def check_strategies(game: Game, scores: dict[Any, float]) -> None:
    """Check that all strategies make legal moves and leave game as it was, and
    that the exact ones make best moves, by the scores of all moves."""
    state = game.current_state
    for strategy in (random_strategy, rough_outcome_strategy,
                     partial(alpha_beta_strategy, seconds=1000.0),
                     recursive_minimax_strategy, iterative_minimax_strategy):
        move = strategy(game)
        assert state.is_valid_move(move)
        assert game.current_state is state
        if strategy not in (random_strategy, rough_outcome_strategy):
            assert scores[move] == max(scores.values()), f'\n{state}'


def check_rough_outcome(game: Game) -> None:
    """Check that the estimate of the current state is exact within two plies: 1
    exactly if some move wins at once, -1 exactly if the game is lost already or
    every move lets the other player win at once. Only who moves wins."""
    def wins(state: GameState) -> bool:
        """Return whether some move ends the game."""
        return any(game.is_over(state.make_move(move))
                   for move in state.get_possible_moves())

    state = game.current_state
    rough = state.rough_outcome()
    assert -1 <= rough <= 1
    assert (rough == 1) is wins(state)
    assert (rough == -1) is (not wins(state) and all(
        wins(state.make_move(move)) for move in state.get_possible_moves()))
