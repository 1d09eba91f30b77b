"""The mixes tell who searches from who does not, and cannot be cheated."""
from functools import partial
from types import SimpleNamespace
from typing import Any, Callable
import sys
import unittest
import pytest
from course.marking import mixes
from strategy import iterative_minimax_strategy, random_strategy, \
    recursive_minimax_strategy, rough_outcome_strategy


def choose_first(game: Any, place: int = 0) -> Any:
    """Return the first possible move, or the one at place."""
    return game.current_state.get_possible_moves()[place]


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
COINS = ['TestTheirRecursiveMinimax.test_coins']
BOTH = [*COINS, 'TestTheirRecursiveMinimax.test_stonehenge']


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('wrong, expected', [
    ({}, []),
    ({'mr': choose_first}, BOTH),
    ({'mr': partial(choose_first, place=-1)}, BOTH),
    ({**RIGHT, 'mr': play_on}, BOTH),
    *(({'mr': partial(look_ahead, plies=plies)}, BOTH if plies == 0 else COINS)
      for plies in range(4)),
    *(({'mr': partial(look_ahead, plies=99, tie=tie)}, COINS)
      for tie in (1, -1)),
    ({'mi': partial(look_ahead, plies=9999)},
     ['TestTheirLongGame.test_long_game']),
    ({'ro': choose_first}, ['TestTheirOtherStrategies.test_rough_outcome'])])
def test_strategies(wrong: dict[str, Callable], expected: list[str],
                    monkeypatch: pytest.MonkeyPatch) -> None:
    """Right strategies pass all mixes. One that does not search, or changes our
    game, fails in our Stonehenge and in coins: all are judged by the position
    before. One that does not search to the end is not saved by rough_outcome,
    and one that takes ties for wins or for losses fails in coins. A recursive
    strategy is none that needs no recursion; a rough outcome strategy has to
    look at rough_outcome in coins, too."""
    monkeypatch.setitem(sys.modules, 'game_interface', SimpleNamespace(
        usable_strategies={**RIGHT, **wrong}))
    result = unittest.TestResult()
    for tests in dict.fromkeys(sum((TESTS[key] for key in wrong or RIGHT), [])):
        unittest.defaultTestLoader.loadTestsFromTestCase(tests).run(result)
    assert not result.errors
    assert sorted(test.id().removeprefix('course.marking.mixes.')
                  for test, _ in result.failures) == expected


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
