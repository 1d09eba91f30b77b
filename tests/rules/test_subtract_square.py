"""The rules of Subtract Square."""
import pytest
from subtract_square_state import SubtractSquareState
from tests.support.subtract_square import SQUARES


@pytest.mark.parametrize('total', [*range(60), 899, 900, 901])
def test_moves(total: int) -> None:
    """The moves are the squares not above the total, each leads there, and
    the total is the only number in the picture, at its end."""
    state = SubtractSquareState(True, total)
    moves = [square for square in SQUARES if square <= total]
    assert state.get_possible_moves() == moves
    for move in range(-3, total + 3):
        assert state.is_valid_move(move) is (move in moves)
        if move in moves:
            assert state.make_move(move).current_total == total - move
    assert str(state).split()[-1] == str(total)
    assert ''.join(filter(str.isdigit, str(state))) == str(total)


def test_estimates_can_be_bad() -> None:
    """The more moves let the other player win at once, the lower the estimate:
    from 10, the moves to 9 and 1 do and that to 6 does not; from 11, none
    does."""
    assert SubtractSquareState(True, 10).rough_outcome() < 0
    assert SubtractSquareState(True, 11).rough_outcome() > 0
