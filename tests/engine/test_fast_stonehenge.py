"""The positions of Stonehenge that searches go through. That they show what the
plain ones show is in tests/rules."""

import pytest
from engine.fast_stonehenge import FastStonehengeState
from game_state import GameState
from stonehenge import StonehengeState
from tests.support.positions import fast_opening, make_moves, opening


def test_contracts_are_on() -> None:
    """While the tests run, a fast state that cannot be is refused."""
    state = fast_opening(2)
    with pytest.raises(AssertionError, match='self.mine & self.theirs'):
        FastStonehengeState(True, state.board, (1, 1), state.lines, '')


@pytest.mark.parametrize(
    'state',
    [
        fast_opening(3),
        GameState(True),
        type('Other', (StonehengeState,), {})(True, opening(2).board),
        *[
            StonehengeState(True, opening(2).board, cells)
            for cells in ('1BCDEFG', '2BCDEFG', '11CDEFG')
        ],
    ],
)
def test_search_state_is_itself(state: GameState) -> None:
    """So it is for fast states, by default, in subclasses, and where somebody
    has enough cells for a line that is not claimed."""
    assert state.search_state() is state


def test_finished_games() -> None:
    """Won and lost positions have different keys, and no candidates."""
    lost = make_moves(fast_opening(1), 'A')
    assert lost.candidate_moves() == []
    assert lost.search_key() == -1
    assert lost.make_move('B').search_key() == 1
