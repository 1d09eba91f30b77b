"""The mixes tell who searches from who does not, and cannot be cheated."""
from copy import copy
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


def count_failures(minimax: Callable, other: Callable,
                   monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many tests fail if these strategies are handed in."""
    table = {'mr': minimax, 'mi': minimax, 'r': other, 'ro': other}
    monkeypatch.setitem(sys.modules, 'game_interface',
                        SimpleNamespace(usable_strategies=table))
    result = unittest.TestResult()
    for tests in (mixes.TestTheirRecursiveMinimax,
                  mixes.TestTheirIterativeMinimax,
                  mixes.TestTheirOtherStrategies):
        unittest.defaultTestLoader.loadTestsFromTestCase(tests).run(result)
    assert not result.errors
    return len(result.failures)


@pytest.mark.parametrize('minimax', [recursive_minimax_strategy,
                                     iterative_minimax_strategy])
@pytest.mark.parametrize('other', [random_strategy, rough_outcome_strategy])
def test_right_strategies(minimax: Callable, other: Callable,
                          monkeypatch: pytest.MonkeyPatch) -> None:
    """Right strategies pass all mixes."""
    assert count_failures(minimax, other, monkeypatch) == 0


@pytest.mark.parametrize('minimax', [choose_first, choose_last])
def test_no_search(minimax: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    """A strategy that does not search fails in our Stonehenge and in coins."""
    assert count_failures(minimax, random_strategy, monkeypatch) == 5


def recurse(game: Any) -> Any:
    """Return a best move, found by plain recursion."""
    trial = copy(game)

    def find_score(state: Any) -> int:
        """Return the score of state."""
        if not trial.is_over(state):
            return max(-find_score(state.make_move(move))
                       for move in state.get_possible_moves())
        trial.current_state = state
        player = state.get_current_player_name()
        return trial.is_winner(player) - trial.is_winner(
            'p1' if player == 'p2' else 'p2')
    state = game.current_state
    return max(state.get_possible_moves(),
               key=lambda move: -find_score(state.make_move(move)))


def test_recursion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain recursion is right, but not in place of the iterative minimax: it
    does not get to the end of a long game."""
    table = {'mr': recurse, 'mi': recurse}
    monkeypatch.setitem(sys.modules, 'game_interface',
                        SimpleNamespace(usable_strategies=table))
    result = unittest.TestResult()
    for tests in (mixes.TestTheirRecursiveMinimax,
                  mixes.TestTheirIterativeMinimax):
        unittest.defaultTestLoader.loadTestsFromTestCase(tests).run(result)
    assert [test.id().split('.')[-1] for test, _ in result.errors] \
        == ['test_long_game']
    assert not result.failures


def test_other_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """A strategy that changes our game is judged by the position before."""
    assert count_failures(play_on, random_strategy, monkeypatch) == 5
