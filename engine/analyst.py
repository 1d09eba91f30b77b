"""What programs ask the engine: what moves are worth, and its strategy.

Values and hints are about a game's current position; reviews, about the moves
that led there. All take the game first, and at the end a dict of what is known
of this game, to which they add.
"""

from engine.alpha_beta import alpha_beta_strategy
from engine.hints import find_alpha_beta_move, find_hint
from engine.reviews import find_turning_point, review_move, review_moves
from engine.values import find_values

__all__ = [
    'alpha_beta_strategy',
    'find_alpha_beta_move',
    'find_hint',
    'find_turning_point',
    'find_values',
    'review_move',
    'review_moves',
]
