"""The rules of Subtract Square."""
from typing import Any
import pytest
from subtract_square_game import SubtractSquareGame
from subtract_square_state import NotASquareError, SubtractSquareState
from tests.support.subtract_square import LOST_TOTALS, SQUARES, \
    find_lost_totals


def test_lost_totals() -> None:
    """The reference of the minimax tests agrees with the published list."""
    assert find_lost_totals(96) == LOST_TOTALS


@pytest.mark.parametrize('total', [*range(60), 899, 900, 901])
def test_moves(total: int) -> None:
    """The moves are the squares not above the total, each leads there, and
    the state stays what it was."""
    state = SubtractSquareState(True, total)
    moves = [square for square in SQUARES if square <= total]
    assert state.get_possible_moves() == moves
    assert isinstance(state.get_possible_moves(), list)
    for move in range(-3, total + 3):
        assert state.is_valid_move(move) is (move in moves)
        if move in moves:
            after = state.make_move(move)
            assert after.current_total == total - move
            assert (after.p1_turn, state.p1_turn) == (False, True)
    assert state.current_total == total


@pytest.mark.parametrize('move, why', [
    ('four', 'is not a whole number'), (7, 'is not a positive square'),
    (0, 'is not a positive square'), (-4, 'is not a positive square'),
    (25, 'is more than the 12 that is left'), (None, 'whole number'),
    (4.0, 'whole number'), (True, 'whole number'),
    (10 ** 50, 'is more than the 12 that is left')])
def test_illegal_moves(move: Any, why: str) -> None:
    """An illegal move says why it is one."""
    state = SubtractSquareState(False, 12)
    assert not state.is_valid_move(move)
    with pytest.raises(NotASquareError, match=why):
        state.make_move(move)
    assert issubclass(NotASquareError, ValueError)


def test_texts() -> None:
    """The picture ends with the total, its only number, and the exact
    description tells totals and players apart."""
    for total in (0, 7, 120):
        shown = str(SubtractSquareState(True, total))
        assert shown.split()[-1] == str(total)
        assert ''.join(filter(str.isdigit, shown)) == str(total)
    described = {repr(SubtractSquareState(turn, total))
                 for turn in (True, False) for total in range(20)}
    assert len(described) == 40


@pytest.mark.parametrize('total', range(80))
def test_rough_outcome(total: int) -> None:
    """It is exact if the game is over or ends within two plies."""
    rough = SubtractSquareState(True, total).rough_outcome()
    moves = [square for square in SQUARES if square <= total]
    if total == 0 or total in SQUARES:
        assert rough == (1 if total else -1)
    elif all(total - move in SQUARES for move in moves):
        assert rough == -1
    else:
        assert -1 < rough < 1


@pytest.mark.parametrize('starts', [True, False])
def test_end_of_the_game(starts: bool) -> None:
    """Whoever reaches 0 has won, and from 0 the player to move has lost."""
    game = SubtractSquareGame(starts, size=4)
    assert not game.is_over(game.current_state)
    assert game.is_winner('p1') is game.is_winner('p2') is False
    end = game.current_state.make_move(4)
    assert game.is_over(end) and end.get_possible_moves() == []
    assert not game.is_winner('p1')  # The game itself has not come there.
    game.current_state = end
    assert (game.is_winner('p1'), game.is_winner('p2')) == (starts, not starts)


@pytest.mark.parametrize('text, move', [
    ('4', 4), (' 9 ', 9), ('-1', -1), ('7', 7), ('', ''), ('one', 'one'),
    (' 4 4', '4 4'), ('2.0', '2.0'), (' 5\x1c ', 5), (4, 4), (None, None),
    ('9' * 5000,) * 2, ('+9', 9), ('1_6', '1_6'), ('+', '+'), ('- 4', '- 4'),
    ('\u0664', '\u0664'), ('\uff14', '\uff14'), ('\u00b2', '\u00b2'),
    (True, True)])
def test_str_to_move(text: Any, move: Any) -> None:
    """Whole numbers give ints, anything else no valid move; never an error;
    and a move given back stays what it is."""
    game = SubtractSquareGame(True, size=30)
    assert game.str_to_move(text) == move
    assert game.str_to_move(game.str_to_move(text)) == move
    assert game.current_state.is_valid_move(move) is (move in (4, 9))


@pytest.mark.parametrize('size', [
    -1, 1_000_000_001, True, False, 4.0, '1_6', '\u0664', '9' * 5000, '-', ''])
def test_wrong_sizes(size: Any) -> None:
    """A size that is passed must be one, and nothing is asked."""
    with pytest.raises(ValueError, match='number to subtract from'):
        SubtractSquareGame(True, size=size)


def test_largest_total(monkeypatch: pytest.MonkeyPatch,
                       capsys: pytest.CaptureFixture) -> None:
    """One thousand million is possible, passed or typed, and one more is not.
    """
    answers = ['1000000001', '1000000000']
    monkeypatch.setattr('builtins.input', lambda prompt: answers.pop(0))
    for game in (SubtractSquareGame(True, size=1_000_000_000),
                 SubtractSquareGame(True)):
        assert game.current_state.current_total == 1_000_000_000
    assert 'is too large' in capsys.readouterr().out and not answers


def test_one_question(monkeypatch: pytest.MonkeyPatch,
                      capsys: pytest.CaptureFixture) -> None:
    """The constructor asks until there is an answer, and says what is wrong."""
    answers = ['', 'ten', '-1', '1.5', '9' * 5000, str(10 ** 40), '3_0',
               '\u0663', ' +30', '31']
    monkeypatch.setattr('builtins.input', lambda prompt: answers.pop(0))
    game = SubtractSquareGame(True)
    assert answers == ['31'] and game.current_state.current_total == 30
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 8
    assert all('number to subtract from' in line for line in printed)


@pytest.mark.parametrize('total', [0, 1, 7, 30, 144])
def test_search_hooks(total: int) -> None:
    """All moves are candidates, the largest first, and keys know no player."""
    state = SubtractSquareState(True, total)
    assert state.candidate_moves() \
        == sorted(state.get_possible_moves(), reverse=True)
    assert state.search_key() == SubtractSquareState(False, total).search_key()
    assert state.known_score() is None
    assert state.search_state() is state


def test_estimates_can_be_bad() -> None:
    """The more moves let the other player win at once, the lower the estimate:
    from 10, the moves to 9 and 1 do and that to 6 does not; from 11, none
    does."""
    assert SubtractSquareState(True, 10).rough_outcome() < 0
    assert SubtractSquareState(True, 11).rough_outcome() > 0
