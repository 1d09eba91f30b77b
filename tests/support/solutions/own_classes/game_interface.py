"""The tables of games and strategies."""

import stonehenge
import strategy
import subtract_square_game

playable_games = {
    'h': stonehenge.StonehengeGame,
    's': subtract_square_game.SubtractSquareGame,
}
usable_strategies = dict(
    i=strategy.ask_player,
    r=strategy.any_move,
    ro=strategy.look_ahead,
    mr=strategy.minimax,
    mi=strategy.minimax_without_recursion,
)
