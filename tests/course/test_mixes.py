"""The mixes tell who searches from who does not, and cannot be cheated."""

from functools import partial
from types import SimpleNamespace
from typing import Any, Callable
import sys
import unittest
import pytest
from course.marking import mixes
from strategy import (
    iterative_minimax_strategy,
    random_strategy,
    recursive_minimax_strategy,
    rough_outcome_strategy,
)


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
        return max(
            -score_at(state.make_move(move), plies - 1)
            for move in state.get_possible_moves()
        )

    return max(
        state.get_possible_moves(),
        key=lambda move: -score_at(state.make_move(move), plies),
    )


def fail_far_on(game: Any) -> Any:
    """Take the game somewhere else, and raise an error there."""
    play_on(game)
    return int('x')


def win_or_choose_last(game: Any) -> Any:
    """Return a winning move, or the last one if no move wins."""
    scores = mixes.score_moves(game)
    winning = [move for move in scores if scores[move] == 1]
    return winning[0] if winning else [*scores][-1]


RIGHT = {
    'mr': recursive_minimax_strategy,
    'mi': iterative_minimax_strategy,
    'r': random_strategy,
    'ro': rough_outcome_strategy,
}
# The tests of each strategy.
TESTS = {
    'mr': [mixes.TestTheirRecursiveMinimax],
    'mi': [mixes.TestTheirIterativeMinimax, mixes.TestTheirLongGame],
    'r': [mixes.TestTheirOtherStrategies],
    'ro': [mixes.TestTheirOtherStrategies],
}
COINS, STONEHENGE, TIES = (
    [f'TestTheirRecursiveMinimax.test_{name}']
    for name in ('coins', 'stonehenge', 'ties')
)


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize(
    'wrong, expected',
    [
        ({}, []),
        ({'mr': choose_first}, [*COINS, *STONEHENGE, *TIES]),
        ({'mr': partial(choose_first, place=-1)}, [*COINS, *STONEHENGE, *TIES]),
        ({**RIGHT, 'mr': play_on}, [*COINS, *STONEHENGE, *TIES]),
        ({**RIGHT, 'mr': fail_far_on}, [*COINS, *STONEHENGE, *TIES]),
        ({'mr': win_or_choose_last}, TIES),
        *(
            (
                {'mr': partial(look_ahead, plies=plies)},
                [*COINS, *STONEHENGE[plies:], *TIES],
            )
            for plies in range(4)
        ),
        ({'mr': partial(look_ahead, plies=99, tie=1)}, [*COINS, *TIES]),
        ({'mr': partial(look_ahead, plies=99, tie=-1)}, COINS),
        (
            {'mi': partial(look_ahead, plies=9999)},
            ['TestTheirLongGame.test_long_game'],
        ),
        ({'ro': choose_first}, ['TestTheirOtherStrategies.test_rough_outcome']),
    ],
)
def test_strategies(
    wrong: dict[str, Callable],
    expected: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Right strategies pass all mixes. One that does not search, or changes our
    game, fails in our Stonehenge and in coins: all are judged by the position
    before. One that does not search to the end is not saved by rough_outcome,
    and one that takes ties for wins or for losses fails in coins, as does one
    that chooses anything where nothing wins. A recursive strategy is none that
    needs no recursion; a rough outcome strategy has to look at rough_outcome in
    coins, too. A strategy that raises an error elsewhere in a game is no reason
    for the next one to fail."""
    monkeypatch.setitem(
        sys.modules,
        'game_interface',
        SimpleNamespace(usable_strategies={**RIGHT, **wrong}),
    )
    result = unittest.TestResult()
    for tests in dict.fromkeys(sum((TESTS[key] for key in wrong or RIGHT), [])):
        unittest.defaultTestLoader.loadTestsFromTestCase(tests).run(result)
    assert (
        sorted(
            test.id().removeprefix('course.marking.mixes.')
            for test, _ in result.failures + result.errors
        )
        == expected
    )


@pytest.mark.usefixtures('without_contracts')
def test_nothing_to_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another seed means other positions, so a list of moves is of no use. The
    number of coins, who starts, or how often a strategy was asked do not tell
    the best move."""
    scores = (1, 0)
    # Both are kept, from here on if no other test has asked yet.
    before = {str(state) for _, state in mixes.rows()}, mixes.late_positions()
    best = {}
    for number, game in enumerate(mixes.coins(*scores)):
        state = game.current_state
        for sign in (len(state.coins), state.p1_turn, f'{number % 2} '):
            best.setdefault(sign, set()).update(mixes.best_moves(game))
    assert all(len(moves) == 2 for moves in best.values())
    monkeypatch.setenv('SEED', '4')
    assert before[0].isdisjoint(
        str(state) for _, state in mixes.rows.__wrapped__()
    )
    assert before[1] != mixes.late_positions.__wrapped__()
