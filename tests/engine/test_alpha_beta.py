"""The alpha-beta strategy."""

from itertools import product
import random
import pytest
from benchmarks.measure import Counter
from engine import alpha_beta
from engine.alpha_beta import (
    BEST_ESTIMATE,
    TimedSearch,
    alpha_beta_score,
    alpha_beta_strategy,
)
from engine.fast_stonehenge import FastStonehengeState
from game import Game
from game_state import GameState
from stonehenge import StonehengeGame
from strategy import (
    LOSE,
    WIN,
    Search,
    final_score,
    recurse_deeply,
    rough_outcome_strategy,
)
from subtract_square_game import SubtractSquareGame
from tests.support.clocks import set_clock
from tests.support.foreign_games import CountdownGame, TreeGame, TreeState
from tests.support.positions import play_randomly

pytestmark = pytest.mark.usefixtures('without_contracts')


def plain_score(search: Search, state: GameState, depth: int) -> float:
    """Return the score as it seems at depth, by minimax without short cuts."""
    score = final_score(search.game, state)
    if score is None and depth == 0:
        score = max(-BEST_ESTIMATE, min(BEST_ESTIMATE, state.rough_outcome()))
    if score is None:
        score = max(
            -plain_score(search, state.make_move(move), depth - 1)
            for move in state.get_possible_moves()
        )
    return score


class GuessedState(TreeState):
    """A position in a tree with an estimate that its name decides."""

    def rough_outcome(self) -> float:
        """Return any number, always the same for this position."""
        return random.Random(self.name).choice([-0.8, -0.4, 0, 0.3, 0.9])


def layered_game(seed: int) -> TreeGame:
    """Return a walk through six levels, which many lines of play lead to."""
    rng = random.Random(seed)
    tree = {'start': {move: f'1{rng.choice("uvwxyz")}' for move in 'abc'}}
    for level in range(1, 6):
        for name in 'uvwxyz':
            tree[f'{level}{name}'] = {
                move: f'{level + 1}{rng.choice("uvwxyz")}' for move in 'abc'
            }
    tree |= {f'6{name}': rng.choice(['p1', 'p2', 'tie']) for name in 'uvwxyz'}
    for name in rng.sample(sorted(tree), 3):
        if name not in ('start', '1u'):
            tree[name] = rng.choice(['p1', 'p2', 'tie'])
    game = TreeGame(True, tree)
    game.current_state = GuessedState(True, tree, 'start')
    return game


# Windows that one search is asked for, one after the other.
WINDOWS = [
    [(-0.3, 0.3), (0.2, 0.6), (-0.6, -0.2), (LOSE, WIN), (LOSE, WIN)],
    *[[(tenths / 10, (tenths + 1) / 10)] for tenths in (-9, -1, 0, 4)],
]


@pytest.mark.parametrize(
    'game',
    [
        *[
            play_randomly(StonehengeGame(True, size=size), plies, seed)
            for size, plies in ((2, 1), (2, 3), (3, 4), (3, 6), (5, 14))
            for seed in range(3)
        ],
        *map(layered_game, range(60)),
    ],
)
def test_score(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the hooks of a state, alpha-beta finds what plain minimax of the
    same depth finds, or else a bound on the right side of the window: also
    with what it remembers, where many lines lead to the same positions."""
    for hook in 'search_key', 'candidate_moves', 'known_score':
        monkeypatch.setattr(FastStonehengeState, hook, getattr(GameState, hook))
    state = game.current_state.search_state()
    for depth in range(5 if isinstance(game, StonehengeGame) else 7):
        true = plain_score(Search(game), state, depth)
        for windows in WINDOWS:
            search = TimedSearch(game)
            search.root = None  # So that the table serves this state as well.
            for low, high in windows:
                found = alpha_beta_score(search, state, depth, low, high)
                if low < true < high or (low, high) == (LOSE, WIN):
                    assert found == true
                elif true <= low:
                    assert true <= found <= low
                else:
                    assert high <= found <= true


@pytest.mark.parametrize('seconds', [0, -1, 1e-9, float('-inf')])
@pytest.mark.parametrize(
    'game',
    [
        StonehengeGame(True, size=1),
        StonehengeGame(True, size=5),
        SubtractSquareGame(True, size=1),
        SubtractSquareGame(True, size=10**9),
        TreeGame(True),
    ],
    ids=lambda game: type(game).__name__,
)
def test_no_time(game: Game, seconds: float) -> None:
    """A legal move, however small the budget."""
    assert game.current_state.is_valid_move(
        alpha_beta_strategy(game, seconds=seconds)
    )


def test_no_number_of_seconds() -> None:
    """What is not a number is not a limit either: it is refused at once."""
    with pytest.raises(ValueError, match='nan is not a number of seconds'):
        alpha_beta_strategy(StonehengeGame(True, size=1), float('nan'))


@pytest.mark.parametrize('ticks', [1, 10, 100, 1000, 10000])
def test_budget(ticks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search looks at the clock at each position, and stops in time."""
    clock = set_clock(monkeypatch, alpha_beta)
    counter = Counter()
    game = StonehengeGame(True, size=5)
    for cell in 'AFMTBGNU':  # More than the opening book has.
        game.current_state = game.current_state.make_move(cell)
    move = alpha_beta_strategy(game, seconds=ticks, watcher=counter)
    assert game.current_state.is_valid_move(move)
    assert next(clock) == ticks + 2 == counter.positions + 2


def test_deep_recursion() -> None:
    """A horizon 50,000 plies away is no problem."""
    game = CountdownGame(True, size=49_999)
    assert (
        recurse_deeply(
            alpha_beta_score,
            TimedSearch(game),
            game.current_state,
            50_000,
            LOSE,
            WIN,
        )
        == 1
    )


def test_looking_ahead_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """With time for 300 positions, it beats rough_outcome_strategy."""
    set_clock(monkeypatch, alpha_beta)
    wins = {0: 0, 300: 0}
    for seconds, seed, p1_starts in product(wins, range(8), (True, False)):
        game = play_randomly(StonehengeGame(p1_starts, size=5), 4, seed)
        while not game.is_over(game.current_state):
            state = game.current_state
            move = rough_outcome_strategy(game)
            if state.p1_turn:
                move = alpha_beta_strategy(game, seconds=seconds)
            game.current_state = state.make_move(move)
        wins[seconds] += game.is_winner('p1')
    assert wins[300] >= 12 > wins[0], wins
