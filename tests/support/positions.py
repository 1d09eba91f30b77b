"""Positions of Stonehenge, plain and fast, and random ones of any game."""
from functools import lru_cache
import random
from game import Game
from game_state import GameState
from stonehenge import StonehengeGame, StonehengeState, board_of


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
                rng.choice(state.get_possible_moves()))
    return game


def plain_score(state: GameState, seen: dict[str, tuple[GameState, int]]
                ) -> int:
    """Return the score of state, a position of Stonehenge, by minimax over all
    moves. Keep each position that is not over, with its score, in seen.
    """
    if state.winner:
        return 1 if state.winner == state.get_current_player_name() else -1
    key = repr(state)
    if key not in seen:
        scores = [-plain_score(state.make_move(move), seen)
                  for move in state.get_possible_moves()]
        seen[key] = state, max(scores)
    return seen[key][1]


@lru_cache
def scored_positions(n: int) -> dict[str, tuple[GameState, int]]:
    """Return positions of side length n as the engine has them, each with its
    score by plain minimax, by repr: all those that follow some random late
    ones and are not over.
    """
    count, plies = {1: (1, 0), 2: (1, 0), 3: (4, 3), 4: (8, 10), 5: (14, 17)}[n]
    seen: dict[str, tuple[GameState, int]] = {}
    for seed in range(count):
        game = play_randomly(StonehengeGame(True, size=n), plies, seed)
        plain_score(game.current_state.search_state(), seen)
    return seen
