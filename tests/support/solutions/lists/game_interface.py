"""The tables of games and strategies."""

from stonehenge import StonehengeGame
from strategy import (
    interactive_strategy,
    iterative_minimax_strategy,
    random_strategy,
    recursive_minimax_strategy,
    rough_outcome_strategy,
)
from subtract_square_game import SubtractSquareGame

playable_games = {'s': SubtractSquareGame, 'h': StonehengeGame}

usable_strategies = {
    'i': interactive_strategy,
    'r': random_strategy,
    'ro': rough_outcome_strategy,
    'mr': recursive_minimax_strategy,
    'mi': iterative_minimax_strategy,
}
