"""The alpha-beta strategy, and what watchers of a search are told."""
from functools import partial
from itertools import product
from time import perf_counter
import random
from typing import Callable, Optional
import pytest
import stonehenge
import strategy
from game import Game
from game_state import GameState
from stonehenge import StonehengeGame, StonehengeState
from strategy import BEST_ESTIMATE, LOSE, WIN, Search, TimedSearch, Watcher, \
    alpha_beta_score, alpha_beta_strategy, iterative_minimax_strategy, \
    recursing_deeply, recursive_minimax_strategy, recursive_score, \
    rough_outcome_strategy
from subtract_square_game import SubtractSquareGame
from tests.foreign_game import SCORES, TREE, CountdownGame, TreeGame, TreeState
from tests.test_subtract_square import lost_totals

pytestmark = pytest.mark.usefixtures('without_contracts')

# More seconds than any test needs.
PLENTY = 1000.0


def played(game: Game, plies: int, seed: int) -> Game:
    """Return game after so many random moves, or fewer if it ends."""
    rng = random.Random(seed)
    for _ in range(plies):
        if not game.is_over(game.current_state):
            state = game.current_state
            game.current_state = state.make_move(
                rng.choice(state.get_possible_moves()))
    return game


def plain_score(search: Search, state: GameState, depth: int) -> float:
    """Return the score of state, as it seems when looking depth plies ahead,
    by minimax without any short cut."""
    score = search.final_score(state)
    if score is None and depth == 0:
        score = max(-BEST_ESTIMATE, min(BEST_ESTIMATE, state.rough_outcome()))
    if score is None:
        score = max(-plain_score(search, state.make_move(move), depth - 1)
                    for move in state.get_possible_moves())
    return score


@pytest.mark.parametrize('depth', range(5))
@pytest.mark.parametrize('game', [
    played(StonehengeGame(True, size=size), plies, seed)
    for size, plies in ((2, 1), (2, 3), (3, 4), (3, 6), (5, 14))
    for seed in range(3)], ids=lambda game: repr(game.current_state))
def test_score_at_a_depth(game: Game, depth: int,
                          monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the hooks of a state, alpha-beta finds what plain minimax of the
    same depth finds."""
    for hook in 'search_key', 'candidate_moves', 'known_score':
        monkeypatch.delattr(StonehengeState, hook)
    state = game.current_state
    if not game.is_over(state):
        search = TimedSearch(game)
        search.root = None  # So that the table serves this state as well.
        for _ in range(2):  # With an empty table, and with a full one.
            assert alpha_beta_score(search, state, depth, LOSE, WIN) \
                == plain_score(search, state, depth)


@pytest.mark.parametrize('depth', range(1, 5))
def test_score_within_a_window(depth: int) -> None:
    """Outside its window, the result is on the right side of it."""
    game = played(StonehengeGame(True, size=3), 3, 1)
    true = alpha_beta_score(TimedSearch(game), game.current_state, depth,
                            LOSE, WIN)
    for tenths in range(-9, 9):
        low, high = tenths / 10, (tenths + 1) / 10
        found = alpha_beta_score(TimedSearch(game), game.current_state, depth,
                                 low, high)
        if low < true < high:
            assert found == true
        elif true <= low:
            assert true <= found <= low
        else:
            assert high <= found <= true


@pytest.mark.parametrize('size, plies', [
    (1, 0), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 3), (3, 5), (4, 9)])
@pytest.mark.parametrize('seed', range(3))
def test_exact_on_stonehenge(size: int, plies: int, seed: int) -> None:
    """With time enough, the move has the best score there is."""
    game = played(StonehengeGame(True, size=size), plies, seed)
    state = game.current_state
    if not game.is_over(state):
        search = Search(game)
        after = state.make_move(alpha_beta_strategy(game, seconds=PLENTY))
        assert -recursive_score(search, after) \
            == recursive_score(search, state)


@pytest.mark.parametrize('total', range(1, 61))
def test_exact_on_subtract_square(total: int) -> None:
    """Totals 1 to 60: a move to a lost total, if there is one."""
    lost = lost_totals(total + 1)
    game = SubtractSquareGame(True, size=total)
    move = alpha_beta_strategy(game, seconds=PLENTY)
    assert game.current_state.is_valid_move(move)
    assert total in lost or total - move in lost


@pytest.mark.parametrize('name', SCORES)
def test_exact_with_ties(name: str) -> None:
    """A tree small enough to score by hand, with a tie."""
    game = TreeGame(True)
    state = game.current_state = TreeState(name in ('start', 'D'), TREE, name)
    search = TimedSearch(game)
    move = search.move_before(float('inf'))
    assert not search.estimated
    assert -recursive_score(search, state.make_move(move)) == SCORES[name]


class Boaster(TreeState):
    """A position that is always sure to be won, and wrong about it."""

    def make_move(self, move: str) -> 'Boaster':
        """Return where move leads."""
        after = super().make_move(move)
        return Boaster(after.p1_turn, after.tree, after.name)

    def rough_outcome(self) -> float:
        """Return what the score of a win is."""
        return 1.0


def test_estimates_prove_nothing() -> None:
    """An estimate of 1 is not taken for a win: the search goes on."""
    game = TreeGame(True)
    game.current_state = Boaster(True, TREE, 'start')
    assert alpha_beta_strategy(game, seconds=PLENTY) == 'a'


@pytest.mark.parametrize('seconds', [0, -1, 1e-9, float('-inf')])
@pytest.mark.parametrize('game', [
    StonehengeGame(True, size=1), StonehengeGame(True, size=5),
    SubtractSquareGame(True, size=1), SubtractSquareGame(True, size=10 ** 9),
    TreeGame(True)], ids=lambda game: type(game).__name__)
def test_no_time(game: Game, seconds: float) -> None:
    """A legal move, however small the budget."""
    assert game.current_state.is_valid_move(
        alpha_beta_strategy(game, seconds=seconds))


@pytest.mark.parametrize('seconds', [float('nan'), -float('nan')])
def test_no_number_of_seconds(seconds: float) -> None:
    """What is no number is no limit either: it is refused at once."""
    with pytest.raises(ValueError, match='nan is not a number of seconds'):
        alpha_beta_strategy(StonehengeGame(True, size=1), seconds=seconds)


@pytest.mark.parametrize('ticks', [1, 10, 100, 1000, 10000])
def test_budget(ticks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search stops at the first look at the clock after its time is up,
    and looks at each position. The clock here ticks when it is looked at."""
    looks = [0]

    def clock() -> float:
        """Return one more each time."""
        looks[0] += 1
        return float(looks[0])

    monkeypatch.setattr(strategy, 'perf_counter', clock)
    counter = Counter()
    game = StonehengeGame(True, size=5)
    for cell in 'AFMTB':  # More than the opening book has.
        game.current_state = game.current_state.make_move(cell)
    move = alpha_beta_strategy(game, seconds=ticks, watcher=counter)
    assert game.current_state.is_valid_move(move)
    assert looks[0] == ticks + 2 == counter.came + 2


def test_deep_recursion() -> None:
    """A horizon 50,000 plies away is no problem."""
    game = CountdownGame(True, size=49_999)
    assert recursing_deeply(alpha_beta_score, TimedSearch(game),
                            game.current_state, 50_000, LOSE, WIN) == 1


def test_looking_ahead_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """With time for 300 positions a move, it beats rough_outcome_strategy on
    size 5, if each has both sides of the same openings, and more often
    than with no time at all."""
    looks = [0]

    def clock() -> float:
        """Return one more each time."""
        looks[0] += 1
        return float(looks[0])

    monkeypatch.setattr(strategy, 'perf_counter', clock)
    wins = {0: 0, 300: 0}
    for seconds, seed, p1_starts in product(wins, range(8), (True, False)):
        game = played(StonehengeGame(p1_starts, size=5), 4, seed)
        while not game.is_over(game.current_state):
            state = game.current_state
            move = rough_outcome_strategy(game)
            if state.p1_turn:
                move = alpha_beta_strategy(game, seconds=seconds)
            game.current_state = state.make_move(move)
        wins[seconds] += game.is_winner('p1')
    assert wins[300] >= 12 > wins[0], wins


@pytest.mark.parametrize('moves', ['', 'AFMTB'])
@pytest.mark.parametrize('seconds', [0.0, 0.2])
def test_real_budget(seconds: float, moves: str) -> None:
    """By the real clock, too, the time is kept: that to read the opening book
    included, and after more moves than the book has."""
    stonehenge.opening_book.cache_clear()
    game = StonehengeGame(True, size=5)
    for cell in moves:
        game.current_state = game.current_state.make_move(cell)
    start = perf_counter()
    alpha_beta_strategy(game, seconds=seconds)
    # A tenth of a second is promised; the rest is for busy machines.
    assert perf_counter() - start < seconds + 1


# === Watchers ===

class Counter(Watcher):
    """Counts what it is told.

    === Attributes ===
    came: how many states the search came to
    """
    came: int

    def __init__(self) -> None:
        """Initialize a counter at 0."""
        self.came = 0

    def comes_to(self, state: GameState) -> None:
        """Count state."""
        self.came += 1


class Log(list, Watcher):
    """A watcher that is a list, which is false as long as it is empty."""

    def comes_to(self, state: GameState) -> None:
        """Note state."""
        self.append(state)


def test_empty_watcher() -> None:
    """A watcher counts, even if it is as empty as a list."""
    log = Log()
    recursive_minimax_strategy(SubtractSquareGame(True, size=6), watcher=log)
    assert log


class Notebook(Watcher):
    """Writes down what it is told.

    === Attributes ===
    path: the states that have no score yet
    notes: all that happened: states, and states with their scores
    """
    path: list[GameState]
    notes: list[tuple[str, Optional[float]]]

    def __init__(self) -> None:
        """Initialize an empty notebook."""
        self.path, self.notes = [], []

    def comes_to(self, state: GameState) -> None:
        """Note state, which must be a successor of the last one."""
        if self.path:
            before = self.path[-1]
            assert repr(state) in [repr(before.make_move(move))
                                   for move in before.get_possible_moves()]
        self.path.append(state)
        self.notes.append((repr(state), None))

    def scores(self, state: GameState, score: float) -> None:
        """Note the score of state, which must be the last one."""
        assert self.path.pop() is state
        self.notes.append((repr(state), score))


GAMES = [StonehengeGame(True, size=2),
         played(StonehengeGame(False, size=3), 3, 2),
         SubtractSquareGame(True, size=30), TreeGame(True)]


@pytest.mark.parametrize('choose', [
    recursive_minimax_strategy, iterative_minimax_strategy,
    alpha_beta_strategy])
@pytest.mark.parametrize('game', GAMES,
                         ids=lambda game: repr(game.current_state))
def test_watching(choose: Callable, game: Game) -> None:
    """Watchers see a path that begins at the root; nothing is left on it; and
    watching changes nothing."""
    if choose is alpha_beta_strategy:
        choose = partial(choose, seconds=PLENTY)
    notebook = Notebook()
    assert choose(game, watcher=notebook) == choose(game)
    assert notebook.path == []
    assert notebook.notes[0] == (repr(game.current_state), None)


@pytest.mark.parametrize('game', GAMES,
                         ids=lambda game: repr(game.current_state))
def test_both_ways_of_minimax_do_the_same(game: Game) -> None:
    """With and without recursion, the same states are met in the same order,
    and all scores are right."""
    notebooks = [Notebook(), Notebook()]
    recursive_minimax_strategy(game, watcher=notebooks[0])
    iterative_minimax_strategy(game, watcher=notebooks[1])
    assert notebooks[0].notes == notebooks[1].notes != []


@pytest.mark.parametrize('choose', [
    recursive_minimax_strategy, iterative_minimax_strategy,
    alpha_beta_strategy])
def test_watching_a_small_tree(choose: Callable) -> None:
    """All that a watcher of Subtract Square 2 hears, one deepening after the
    other with alpha-beta: 2, 1 and 0 are the states."""
    game = SubtractSquareGame(True, size=2)
    notebook = Notebook()
    if choose is alpha_beta_strategy:
        choose(game, seconds=PLENTY, watcher=notebook)
    else:
        choose(game, watcher=notebook)
    told = [(int(text.split()[-1][:-1]), score)
            for text, score in notebook.notes]
    whole = [(2, None), (1, None), (0, None), (0, -1), (1, 1), (2, -1)]
    if choose is alpha_beta_strategy:
        assert told == [(2, None), (1, None), (1, BEST_ESTIMATE),
                        (2, -BEST_ESTIMATE)] + whole
    else:
        assert told == whole
