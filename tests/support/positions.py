"""Positions of Stonehenge, plain and fast, random ones of any game, and a diary
of the positions that a search visits."""

from typing import Optional
import random
from game import Game
from game_state import GameState
from stonehenge import StonehengeGame, StonehengeState, board_of
from strategy import Watcher, position_key


class Diary(list, Watcher):
    """What a search tells: positions that it visits, and their scores."""

    def on_visit(self, state: GameState) -> None:
        """Write the position down."""
        self.on_score(state, None)

    def on_score(self, state: GameState, score: Optional[float]) -> None:
        """Write the score down."""
        self.append((position_key(state), score))


def opening(n: int, p1_starts: bool = True) -> StonehengeState:
    """Return the empty board of side length n."""
    return StonehengeState(p1_starts, board_of(n))


def fast_opening(n: int) -> GameState:
    """Return the empty board of side length n as the engine has it."""
    return opening(n).search_state()


def make_moves(state: GameState, moves: str) -> GameState:
    """Return the state that moves lead to from state."""
    for move in moves:
        state = state.make_move(move)
    return state


def game_at(state: GameState) -> StonehengeGame:
    """Return a game of Stonehenge at state."""
    game = StonehengeGame(True, size=1)
    game.current_state = state
    return game


def play_randomly(game: Game, plies: int, seed: int) -> Game:
    """Return game after this many random moves, or fewer if it ends."""
    rng = random.Random(seed)
    for _ in range(plies):
        if not game.is_over(game.current_state):
            state = game.current_state
            game.current_state = state.make_move(
                rng.choice(state.get_possible_moves())
            )
    return game
