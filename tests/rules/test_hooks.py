"""What each game, those of the labs included, tells searches: candidates, keys,
known scores and estimates, against minimax over all moves."""

from functools import partial
from itertools import product
from typing import Any, Callable
import random
import pytest
from engine.alpha_beta import alpha_beta_strategy
from game import Game
from game_interface import playable_games
from game_state import GameState
from hex_for_core import HexState, Place
from hex_grid import single_cells
from labs.dominoes.adversarial_search import DominoesGame
from labs.dominoes.domineering import DomineeringState
from strategy import (
    Search,
    iterative_minimax_strategy,
    iterative_score,
    random_strategy,
    recursive_minimax_strategy,
    recursive_score,
    rough_outcome_strategy,
)
from subtract_square_state import SubtractSquareState
from tests.support.brute_force import GAMES, OPENINGS, score_moves, score_of
from tests.support.positions import play_randomly

pytestmark = pytest.mark.usefixtures('without_contracts')

KEYS = list(playable_games)  # Those of the labs are among them.

# For each game, how many of its openings, and how many random games, are taken
# to find positions with equal keys.
EQUAL = {'h': (4, 300), 's': (39, 1500), 'd': (4, 1500), 'x': (4, 500)}

# The winning first moves of Black, or how many there are. Source: the same.
WINNING = {
    1: 'a1',
    2: 'a2 b1',
    3: 5,
    4: 'a4 b3 c2 d1',
    5: 'a5 b2 b3 b4 b5 c2 c3 c4 d1 d2 d3 d4 e1',
}


def random_game(key: str, seed: int) -> Game:
    """Return a game at a random position, which plain minimax can score."""
    rng = random.Random(seed)
    size, plies = rng.choice(OPENINGS[key])
    game = GAMES[key](rng.random() < 0.5, size=size)
    return play_randomly(game, plies + rng.randint(0, 6), seed)


def check_strategies(game: Game, scores: dict[Any, float]) -> None:
    """Check that all strategies make legal moves and leave game as it was, and
    that the exact ones make best moves, by the scores of all moves."""
    state = game.current_state
    for strategy in (
        random_strategy,
        rough_outcome_strategy,
        partial(alpha_beta_strategy, seconds=1000.0),
        recursive_minimax_strategy,
        iterative_minimax_strategy,
    ):
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
        return any(
            game.is_over(state.make_move(move))
            for move in state.get_possible_moves()
        )

    state = game.current_state
    rough = state.rough_outcome()
    assert -1 <= rough <= 1
    assert (rough == 1) is wins(state)
    assert (rough == -1) is (
        not wins(state)
        and all(
            wins(state.make_move(move)) for move in state.get_possible_moves()
        )
    )


@pytest.mark.parametrize('seed', range(50))
@pytest.mark.parametrize('key', KEYS)
def test_scores_and_candidates(key: str, seed: int) -> None:
    """A best move is among the candidates, each of them a possible move; known
    scores are right, and estimates wherever two plies decide, and nowhere else
    certain; the search state is an equal one; and all strategies play legal
    moves, the exact ones best ones."""
    game = random_game(key, seed)
    check_rough_outcome(game)
    state = game.current_state
    seen = {}
    score = score_of(game, state, state.get_current_player_name(), seen)
    fast = state.search_state()
    candidates = fast.candidate_moves()
    possible = state.get_possible_moves()
    assert set(candidates) <= set(possible)
    assert len(set(candidates)) == len(candidates)
    assert fast.known_score() in (None, score)
    assert (str(fast), repr(fast), fast.get_possible_moves()) == (
        str(state),
        repr(state),
        possible,
    )
    if possible:
        scores = dict(zip(possible, score_moves(game, state, seen)))
        assert max(scores[move] for move in candidates) == score
        game.current_state = state
        check_strategies(game, scores)


@pytest.mark.parametrize('key', KEYS)
def test_equal_keys(key: str) -> None:
    """Positions with equal keys have equal scores."""
    openings, games = EQUAL[key]
    scores: dict = {}
    seen: dict = {}
    positions = set()
    for seed in range(games):
        size, plies = OPENINGS[key][seed % openings]
        game = GAMES[key](seed % 7 < 4, size=size)
        state = play_randomly(game, plies + seed % 5, seed).current_state
        mover = state.get_current_player_name()
        score = score_of(game, state, mover, seen)
        key_here = size, state.search_state().search_key()
        assert scores.setdefault(key_here, score) == score
        positions.add((size, repr(state)))
    assert len(positions) > len(scores) + 10


@pytest.mark.parametrize('seed', range(40))
def test_images_have_one_key(seed: int) -> None:
    """Mirror images of domineering, and Hex upside down, have one key."""
    state = random_game('d', seed).current_state
    board = state.dominoes.get_board()
    keys = {
        DomineeringState(state.p1_turn, DominoesGame(rows)).search_key()
        for half in (board, [row[::-1] for row in board])
        for rows in (half, half[::-1])
    }
    assert keys == {state.search_key()}
    state = random_game('x', seed).current_state
    grid = state.grid
    last = grid.size - 1
    rotated = HexState(
        state.p1_turn,
        grid,
        *(
            sum(
                grid.cell_at(*(last - at for at in grid.place_of(cell)))
                for cell in single_cells(cells)
            )
            for cells in (state.black, state.white)
        ),
    )
    assert grid.board_of(rotated.black, rotated.white) == [
        row[::-1] for row in grid.board_of(state.black, state.white)[::-1]
    ]
    assert rotated.search_key() == state.search_key()


# === Subtract Square ===


@pytest.mark.parametrize('total', [0, 1, 7, 30, 144])
def test_subtract_square(total: int) -> None:
    """The largest candidates come first, and keys know no player."""
    state = SubtractSquareState(True, total)
    assert state.candidate_moves() == sorted(
        state.get_possible_moves(), reverse=True
    )
    assert state.search_key() == SubtractSquareState(False, total).search_key()


# === Hex ===


@pytest.mark.parametrize(
    'size, score',
    [
        *product((1, 2, 3), (recursive_score, iterative_score)),
        (4, recursive_score),
    ],
)
def test_winning_openings_of_hex(size: int, score: Callable) -> None:
    """Minimax proves the first player's win, and finds exactly the winning
    first moves. White's are Black's, mirrored in the long diagonal."""
    for starts in True, False:
        search = Search(GAMES['x'](starts, size=size))
        assert score(search, search.root) == 1
        found = []
        for move in search.root.get_possible_moves():
            after = search.root.make_move(move)
            if after.winner or score(search, after) == -1:
                found.append(move if starts else Place(move.col, move.row))
        if isinstance(WINNING[size], int):
            assert len(found) == WINNING[size]
        else:
            assert ' '.join(sorted(map(str, found))) == WINNING[size]


def test_estimates_of_hex_tell_something() -> None:
    """They are much higher in won positions than in lost ones."""
    roughs: dict = {1: [], -1: []}
    seen: dict = {}
    for seed in range(60):
        game = play_randomly(GAMES['x'](True, size=4), 9 + seed % 2, seed)
        state = game.current_state
        if abs(state.rough_outcome()) < 1:
            mover = state.get_current_player_name()
            roughs[score_of(game, state, mover, seen)].append(
                state.rough_outcome()
            )
    won = roughs[1]
    lost = roughs[-1]
    assert min(len(won), len(lost)) > 5
    assert sum(won) / len(won) - sum(lost) / len(lost) > 0.5
