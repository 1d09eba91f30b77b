"""The mixes tell who searches from who does not, and cannot be cheated."""
from types import SimpleNamespace
from typing import Any, Callable
import sys
import unittest
import pytest
from course.marking import mixes
from strategy import iterative_minimax_strategy, random_strategy, \
    recursive_minimax_strategy, rough_outcome_strategy


def choose_first(game: Any) -> Any:
    """Return the first possible move."""
    return game.current_state.get_possible_moves()[0]


def choose_last(game: Any) -> Any:
    """Return the last possible move."""
    return game.current_state.get_possible_moves()[-1]


def play_on(game: Any) -> Any:
    """Take the game to a position with a single move, and return that."""
    while len(game.current_state.get_possible_moves()) > 1:
        after = game.current_state.make_move(choose_first(game))
        if game.is_over(after):
            break
        game.current_state = after
    return choose_first(game)


def look_ahead(game: Any, plies: int, tie: float = 0) -> Any:
    """Return a best move as far as one can see this many plies ahead, by
    rough_outcome from there on. A tie is taken for this score.
    """
    state = game.current_state

    def score_at(state: Any, plies: int) -> float:
        """Return the score of state."""
        if plies == 0 or game.is_over(state):
            return state.rough_outcome() or tie
        return max(-score_at(state.make_move(move), plies - 1)
                   for move in state.get_possible_moves())

    return max(state.get_possible_moves(),
               key=lambda move: -score_at(state.make_move(move), plies))


RIGHT = {'mr': recursive_minimax_strategy, 'mi': iterative_minimax_strategy,
         'r': random_strategy, 'ro': rough_outcome_strategy}
# The tests of each strategy.
TESTS = {'mr': [mixes.TestTheirRecursiveMinimax],
         'mi': [mixes.TestTheirIterativeMinimax, mixes.TestTheirLongGame],
         'r': [mixes.TestTheirOtherStrategies],
         'ro': [mixes.TestTheirOtherStrategies]}


@pytest.fixture(name='find_failures')
def make_find_failures(monkeypatch: pytest.MonkeyPatch, without_contracts: None
                       ) -> Callable[..., list[str]]:
    """Give a function that returns which tests of these strategies fail, where
    the others that are handed in are ours. They search whole games, so without
    contracts.
    """
    def find_failures(**table: Callable) -> list[str]:
        """Return the tests of the strategies in table that fail."""
        monkeypatch.setitem(sys.modules, 'game_interface', SimpleNamespace(
            usable_strategies={**RIGHT, **table}))
        result = unittest.TestResult()
        for tests in dict.fromkeys(sum((TESTS[key] for key in table), [])):
            unittest.defaultTestLoader.loadTestsFromTestCase(tests).run(result)
        assert not result.errors
        return sorted(test.id().removeprefix('course.marking.mixes.')
                      for test, _ in result.failures)
    return find_failures


def test_right_strategies(find_failures: Callable) -> None:
    """Right strategies pass all mixes. Ties are taken for ties."""
    assert find_failures(**RIGHT) == []
    assert find_failures(mr=iterative_minimax_strategy) == []
    assert find_failures(mr=lambda game: look_ahead(game, 99)) == []


COINS, BOTH = ['TestTheirRecursiveMinimax.test_coins'], [
    'TestTheirRecursiveMinimax.test_coins',
    'TestTheirRecursiveMinimax.test_stonehenge']


@pytest.mark.parametrize('minimax', [choose_first, choose_last, play_on,
                                     lambda game: look_ahead(game, 0)])
def test_no_search(minimax: Callable, find_failures: Callable) -> None:
    """A strategy that does not search fails in our Stonehenge and in coins. So
    does one that changes our game: it is judged by the position before."""
    assert find_failures(**{**RIGHT, 'mr': minimax}) == BOTH


@pytest.mark.parametrize('plies, tie', [(1, 0), (2, 0), (3, 0), (99, 1),
                                        (99, -1)])
def test_search_that_is_wrong(plies: int, tie: int, find_failures: Callable
                              ) -> None:
    """A strategy that does not search to the end is not saved by our games'
    rough_outcome. One that takes ties for wins or for losses fails in coins."""
    failures = find_failures(mr=lambda game: look_ahead(game, plies, tie))
    assert COINS[0] in failures and (plies < 99 or failures == COINS)


def test_recursion(find_failures: Callable) -> None:
    """A recursive strategy is none that needs no recursion."""
    assert find_failures(mi=lambda game: look_ahead(game, 9999)) \
        == ['TestTheirLongGame.test_long_game']


def test_rough_outcome(find_failures: Callable) -> None:
    """A rough outcome strategy has to look at rough_outcome in coins, too."""
    assert find_failures(ro=choose_first) \
        == ['TestTheirOtherStrategies.test_rough_outcome']


@pytest.mark.usefixtures('without_contracts')
def test_nothing_to_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another seed means other positions, so a list of moves is of no use. The
    number of coins, who starts, or how often a strategy was asked do not tell
    the best move."""
    before = [str(game.current_state) for game in mixes.coins()]
    best = {}
    for number, game in enumerate(mixes.coins()):
        state = game.current_state
        for sign in (len(state.coins), state.p1_turn, f'{number % 2} '):
            best.setdefault(sign, set()).update(mixes.best_moves(game))
    assert all(len(moves) == 2 for moves in best.values())
    monkeypatch.setenv('SEED', '4')
    after = [str(game.current_state) for game in mixes.coins.__wrapped__()]
    assert not set(before) & set(after)
    assert mixes.late_positions() != mixes.late_positions.__wrapped__()
