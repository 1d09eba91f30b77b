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


def count_failures(minimax: Callable, other: Callable,
                   monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many tests fail if these strategies are handed in."""
    table = {'mr': minimax, 'mi': minimax, 'r': other, 'ro': other}
    monkeypatch.setitem(sys.modules, 'game_interface',
                        SimpleNamespace(usable_strategies=table))
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(
        mixes.TestTheirStrategies).run(result)
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
    assert count_failures(minimax, random_strategy, monkeypatch) == 4


def test_other_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """A strategy that changes our game is judged by the position before."""
    assert count_failures(play_on, random_strategy, monkeypatch) == 4
