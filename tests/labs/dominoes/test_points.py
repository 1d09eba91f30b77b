"""What helps searches of domineering: scores against minimax over all moves.
How much it helps is in tests/labs/test_short_cuts.py."""

from __future__ import annotations
from functools import lru_cache
import random
import pytest
from labs.dominoes.adversarial_search import (
    DominoesGame,
    cover,
    find_firsts,
    single_squares,
)
from labs.dominoes.domineering import DomineeringGame, DomineeringState
from strategy import Search, recursive_score
from tests.support.slow import make_case

pytestmark = pytest.mark.usefixtures('without_contracts')

# Perfect play, rows by columns: V and H win whoever starts, 1 and 2 are the
# first and the second player. Source: the project's list of facts.
WINNERS = [
    '2HHHHHHH',
    'V11HV11H',
    'V11HHHHH',
    'VVV1V1VH',
    'VHVH2HHH',
    'V1V1V1VH',
    'V1VHVH1H',
    'VVVVVVV1',
]


def make_board(
    rng: random.Random, rows: int, cols: int, most: int
) -> DominoesGame:
    """Return a random board with at most this many empty squares."""
    game = DominoesGame([[False] * cols for _ in range(rows)])
    while game.empty.bit_count() > most or rng.random() < 0.7:
        way = rng.random() < 0.5
        moves = list(game.legal_moves(way))
        if moves and rng.random() < 0.8:
            game.perform_move(*rng.choice(moves), way)
        elif game.empty:
            game.empty ^= rng.choice(single_squares(game.empty))
    return game


@lru_cache(maxsize=1 << 20)
def wins(empty: int, mine: int, theirs: int) -> bool:
    """Return whether the player to move wins, by plain minimax."""
    return any(
        not wins(cover(empty, first, mine), theirs, mine)
        for first in single_squares(find_firsts(empty, mine))
    )


@pytest.mark.parametrize(
    'seed, boards',
    [
        (1, 800),
        *[
            pytest.param(seed, 1000, marks=pytest.mark.slow)
            for seed in range(2, 10)
        ],
    ],
)
def test_scores(seed: int, boards: int) -> None:
    """Known scores are right, and so are those that searches find."""
    rng = random.Random(seed)
    known = 0
    by_key = {}
    wins.cache_clear()
    for _ in range(boards):
        board = make_board(rng, rng.randint(1, 7), rng.randint(1, 7), 20)
        for vertical in True, False:
            state = DomineeringState(vertical, board)
            steps = board.get_step(vertical), board.get_step(not vertical)
            score = 1 if wins(board.empty, *steps) else -1
            assert state.known_score() in (None, score), repr(state)
            assert by_key.setdefault(state.search_key(), score) == score
            known += state.known_score() is not None
            assert set(state.candidate_moves()) == set(
                state.get_possible_moves()
            )
            game = DomineeringGame(True, size=1)
            game.current_state = state
            if not game.is_over(state):
                search = Search(game)
                assert recursive_score(search, search.root) == score
    assert known > boards  # More than half of them.


@pytest.mark.parametrize(
    'rows, cols',
    [
        make_case(rows, cols, is_slow=rows * cols > 36)
        for rows in range(1, 9)
        for cols in range(1, 9)
        if rows * cols <= 42
    ],
)
@pytest.mark.parametrize('vertical', [True, False])
def test_winners(rows: int, cols: int, vertical: bool) -> None:
    """Minimax finds the winner on every board of up to 42 squares."""
    game = DomineeringGame(vertical, size=(rows, cols))
    right = {'V': vertical, 'H': not vertical, '1': True, '2': False}
    found = -1
    if not game.is_over(game.current_state):
        found = recursive_score(Search(game), game.current_state)
    assert (found == 1) is right[WINNERS[rows - 1][cols - 1]]


def test_estimates() -> None:
    """They compare the moves of both players: here there are 9 and 8."""
    board = DominoesGame([[False] * 3] * 4)
    assert [
        DomineeringState(vertical, board).rough_outcome()
        for vertical in (True, False)
    ] == [1 / 18, -1 / 18]
