"""The text interface: it plugs games and strategies together and plays.

Run this file to play in a terminal: `python3 game_interface.py`. Anything you
leave out is asked for; `python3 game_interface.py --help` lists the options.
"""
from typing import Any, Callable, Optional
import sys
from game import Game
from interface import play
from interface.program import Program
from interface.session import Analyst, Catalog, allow_missing
from stonehenge import StonehengeGame
from subtract_square_game import SubtractSquareGame
# Somebody else's strategy.py may lack some of these: they are not offered then.
with allow_missing('strategy'):
    from strategy import interactive_strategy, iterative_minimax_strategy, \
        random_strategy, recursive_minimax_strategy, rough_outcome_strategy

Strategy = Callable[..., Any]

playable_games: dict[str, Callable[..., Game]] = {
    's': SubtractSquareGame,
    'h': StonehengeGame}

usable_strategies: dict[str, Strategy] = {
    'i': interactive_strategy,
    'r': random_strategy,
    'ro': rough_outcome_strategy,
    'mr': recursive_minimax_strategy,
    'mi': iterative_minimax_strategy}

# The folder engine adds a strategy, and finds what moves are worth. It builds
# on our strategy.py, so it needs that.
try:
    from engine.alpha_beta import alpha_beta_strategy
    from engine.hints import find_estimates, find_guess, find_hint
    from engine.reviews import find_turning_point, review_moves
    from engine.values import find_all_values, find_values
    usable_strategies['ab'] = alpha_beta_strategy
    ANALYST: Optional[Analyst] = Analyst(
        find_values, find_all_values, find_hint, find_guess, find_estimates,
        find_turning_point, review_moves)
except ImportError as missing:
    if missing.name not in ('engine', 'engine.alpha_beta', 'strategy'):
        raise
    ANALYST = None

CATALOG = Catalog(playable_games, usable_strategies, ANALYST)


class GameInterface(play.GameInterface):
    """A game between two strategies, shown as text: see interface/play.py."""

    def __init__(self, game_class: Callable[..., Game], p1_strategy: Strategy,
                 p2_strategy: Strategy, p1_starts: Optional[bool] = None,
                 size: Any = None) -> None:
        """Initialize a new game of game_class between the two strategies.

        Ask whether player 1 starts if p1_starts is None, and let the game ask
        for its size if that is None. Raise ValueError if the game cannot have
        that size.
        """
        super().__init__(CATALOG, game_class, (p1_strategy, p2_strategy),
                         p1_starts, size)


def main(arguments: Optional[list[str]] = None) -> int:
    """Play a game as arguments (None: those of the command line) and the
    player's answers say. Return the exit status of the program: 0 if the game
    was played to its end. See interface/endings.py for the others.
    """
    return Program(CATALOG).main(arguments)


if __name__ == "__main__":
    sys.exit(main())
