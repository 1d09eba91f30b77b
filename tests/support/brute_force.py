"""What positions of any game are worth, by looking at everything.

A player may move twice in a row. Each function is given a game, whose current
state it may change.
"""

from itertools import islice
from typing import Iterator
from game import Game
from game_interface import playable_games
from game_state import GameState
from labs.games import add_games
from tests.support.foreign_games import ForkGame, HeapsGame, TreeGame
from tests.support.positions import play_randomly

add_games()

OTHER = {'p1': 'p2', 'p2': 'p1'}

# Games that can be looked at to the end: the key of each, and for each opening
# its size and how many random moves it begins with. Those with the key 'fork'
# are random trees, with ties, in which a player may move twice.
OPENINGS = {
    's': [(size, 0) for size in range(1, 40)],
    'h': [(1, 0), (2, 0), (2, 1), (2, 2), (3, 4), (3, 6), (4, 10), (5, 16)],
    'd': [('1 4', 0), ('2 3', 0), ('3 3', 0), ('3 4', 2), ('4 4', 4)],
    'x': [(1, 0), (2, 0), (3, 0), (3, 2), (4, 8)],
    'tree': [(None, 0)],
    'fork': [(seed, 0) for seed in range(60)],
    'heaps': [((1, 1), 0), ((1, 2, 3), 0), ((3, 4), 0), ((2, 2, 1), 1)],
}
GAMES = {
    **playable_games,
    'tree': TreeGame,
    'fork': ForkGame,
    'heaps': HeapsGame,
}


def list_openings(key: str) -> Iterator[Game]:
    """Yield each opening of OPENINGS for the game with this key that is not
    over."""
    for number, (size, plies) in enumerate(OPENINGS[key]):
        game = GAMES[key](number % 2 == 0, size)
        play_randomly(game, plies, number)
        if not game.is_over(game.current_state):
            yield game


def list_small_openings() -> Iterator[Game]:
    """Yield openings of several games that take little time."""
    for key in 'h', 's', 'fork':
        yield from islice(list_openings(key), 40 if key == 'fork' else 4)


def score_of(game: Game, state: GameState, player: str, seen: dict) -> int:
    """Return the score of state for player, and keep all scores in seen."""
    game.current_state = state
    if game.is_over(state):
        return game.is_winner(player) - game.is_winner(OTHER[player])
    mover = state.get_current_player_name()
    key = mover, repr(state)
    if key not in seen:
        seen[key] = max(
            score_of(game, state.make_move(move), mover, seen)
            for move in state.get_possible_moves()
        )
    return seen[key] if mover == player else -seen[key]


def score_moves(game: Game, state: GameState, seen: dict) -> list[int]:
    """Return the score of each possible move in state, for the player who
    makes it."""
    mover = state.get_current_player_name()
    return [
        score_of(game, state.make_move(move), mover, seen)
        for move in state.get_possible_moves()
    ]


def plies_of(game: Game, state: GameState, seen: dict, plies: dict) -> int:
    """Return how many plies the game goes on from state, which is no tie, if
    the winner hurries and the loser does not. Keep all numbers in plies."""
    game.current_state = state
    if game.is_over(state):
        return 0
    mover = state.get_current_player_name()
    key = mover, repr(state)
    if key not in plies:
        wins = score_of(game, state, mover, seen) == 1
        lengths = [
            plies_of(game, child, seen, plies)
            for child in map(state.make_move, state.get_possible_moves())
            if not wins or score_of(game, child, mover, seen) == 1
        ]
        plies[key] = 1 + (min(lengths) if wins else max(lengths))
    return plies[key]
