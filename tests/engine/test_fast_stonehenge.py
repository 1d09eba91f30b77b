"""The plain Stonehenge and the engine's are the same game; and of the engine's
positions, those with one search key have one score."""
from contextlib import nullcontext
import copy
import pytest
from hypothesis import given, settings
from engine.fast_stonehenge import FastStonehengeState
from game_state import GameState
from stonehenge import StonehengeGame, StonehengeState, TakenCellError, \
    UnknownCellError
from tests.support.contracts import contracts_off
from tests.support.positions import fast_opening, make_moves, opening, \
    scored_positions
from tests.support.stonehenge_model import move_orders

WRONG = ['A', 'B', 'Y', 'a', '', 'AB', '1', '@', ' B', None, 3, ['A']]


def check_equal(plain: StonehengeState, fast: FastStonehengeState) -> None:
    """Check that two states show, say and refuse the same."""
    assert (str(plain), repr(plain)) == (str(fast), repr(fast))
    assert (fast.cells, fast.markers) == (plain.cells, plain.markers)
    assert vars(fast.plain_state()) == vars(plain)
    assert plain.get_current_player_name() == fast.get_current_player_name()
    assert plain.winner == fast.winner
    assert plain.get_possible_moves() == fast.get_possible_moves()
    # To the last bit, also past the end.
    assert plain.rough_outcome() == fast.rough_outcome()
    game = StonehengeGame(True, size=1)
    errors: dict = {plain: [], fast: []}
    for state, texts in errors.items():
        game.current_state = state
        assert game.is_over(state) is (plain.winner != '')
        for player in 'p1', 'p2':
            assert game.is_winner(player) is (plain.winner == player)
        for move in WRONG:
            assert plain.is_valid_move(move) is state.is_valid_move(move)
            try:
                state.make_move(move)
                texts.append(())
            except (UnknownCellError, TakenCellError) as error:
                texts.append((type(error), str(error)))
    assert errors[plain] == errors[fast]


@pytest.mark.parametrize('checked, games', [(False, 120), (True, 6)])
def test_same_game(checked: bool, games: int) -> None:
    """Ply by ply, and past the end, both are the same, and no state changes."""
    @settings(max_examples=games)
    @given(order=move_orders())
    def compare(order: tuple[int, list[str]]) -> None:
        """Compare one game."""
        compare_game(*order)

    with nullcontext() if checked else contracts_off():
        compare()


def compare_game(n: int, moves: list[str]) -> None:
    """Check that plain and fast states stay equal through these moves."""
    plain = opening(n, len(moves) % 2 == 0)
    fast = plain.search_state()
    for move in [*moves, '']:
        check_equal(plain, fast)
        again = plain.search_state()
        assert again.lines == fast.lines
        assert again.search_key() == fast.search_key()
        before = copy.deepcopy({name: value for name, value
                                in vars(fast).items() if name != 'board'})
        if move:
            plain, after = plain.make_move(move), fast.make_move(move)
            after.rough_outcome()
            before['_tactics'] = vars(fast)['_tactics']  # Found only once.
            assert before == {name: vars(fast)[name] for name in before}
            fast = after


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('n', range(1, 6))
def test_known_scores_and_keys(n: int) -> None:
    """In late positions, scores that are known are right, and are known where
    two plies decide. There are far fewer keys than positions, and positions
    with one key have one score."""
    known, by_key, positions = 0, {}, scored_positions(n).values()
    for state, score in positions:
        assert by_key.setdefault(state.search_key(), score) == score, \
            f'\n{state}'
        assert state.known_score() in (None, score), f'\n{state}'
        decided = abs(state.rough_outcome()) == 1
        assert decided is (state.known_score() is not None)
        known += decided
    assert known > 0
    assert len(by_key) < len(positions) or n == 1


def test_contracts_are_on() -> None:
    """While the tests run, a fast state that cannot be is refused."""
    state = fast_opening(2)
    with pytest.raises(AssertionError, match='self.mine & self.theirs'):
        FastStonehengeState(True, state.board, (1, 1), state.lines, '')


@pytest.mark.parametrize('state', [
    fast_opening(3), GameState(True),
    type('Other', (StonehengeState,), {})(True, opening(2).board),
    *[StonehengeState(True, opening(2).board, cells)
      for cells in ('1BCDEFG', '2BCDEFG', '11CDEFG')]])
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
