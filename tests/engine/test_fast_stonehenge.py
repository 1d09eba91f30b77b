"""The plain Stonehenge and the engine's are the same game."""
import copy
import random
import pytest
from hypothesis import given, settings
import stonehenge
from engine.fast_stonehenge import FastStonehengeState
from game_state import GameState
from stonehenge import StonehengeGame, StonehengeState, TakenCellError, \
    UnknownCellError
from strategy import Search, recursive_score
from tests.support.contracts import contracts_off
from tests.support.drawing import move_orders
from tests.support.positions import fast_opening, game_at, late_positions, \
    opening, plain_score, scored_positions


def check_equal(plain: StonehengeState, fast: FastStonehengeState) -> None:
    """Check that two states show the same, and say the same of themselves."""
    assert (str(plain), repr(plain)) == (str(fast), repr(fast))
    assert plain.p1_turn == fast.p1_turn
    assert plain.get_current_player_name() == fast.get_current_player_name()
    assert plain.winner == fast.winner
    assert plain.get_possible_moves() == fast.get_possible_moves()
    for move in ['A', 'Y', 'a', '', 'AB', '1', '@', None, 3]:
        assert plain.is_valid_move(move) is fast.is_valid_move(move)
    game = StonehengeGame(True, size=1)
    for state in plain, fast:
        game.current_state = state
        assert game.is_over(state) is (plain.winner != '')
        for player in 'p1', 'p2':
            assert game.is_winner(player) is (plain.winner == player)


@settings(deadline=None, max_examples=200)
@given(order=move_orders())
def test_same_game(order: tuple[int, list[str]]) -> None:
    """Ply by ply, and past the end, both show the same position, moves, player
    and result; a fast state made here is the one made from the start; and no
    question and no move changes a state."""
    with contracts_off():
        compare_game(*order)


@settings(deadline=None, max_examples=10)
@given(order=move_orders())
def test_same_game_with_contracts(order: tuple[int, list[str]]) -> None:
    """The same with all contracts checked."""
    compare_game(*order)


def compare_game(n: int, moves: list[str]) -> None:
    """Check that plain and fast states stay equal through these moves."""
    plain, fast = opening(n, len(moves) % 2 == 0), None
    fast = plain.search_state()
    for move in [*moves, '']:
        check_equal(plain, fast)
        again = plain.search_state()
        assert again.lines == fast.lines
        assert again.search_key() == fast.search_key()
        before = copy.deepcopy({name: value for name, value
                                in vars(fast).items() if name != 'board'})
        fast.rough_outcome()
        if move:
            plain, after = plain.make_move(move), fast.make_move(move)
            after.rough_outcome()
            before['_tactics'] = vars(fast)['_tactics']  # Found only once.
            assert before == {name: vars(fast)[name] for name in before}
            fast = after


@settings(deadline=None, max_examples=60)
@given(order=move_orders())
def test_same_rough_outcome(order: tuple[int, list[str]]) -> None:
    """To the last bit, also past the end."""
    n, moves = order
    with contracts_off():
        plain = opening(n)
        for move in moves:
            plain = plain.make_move(move)
            assert plain.rough_outcome() \
                == plain.search_state().rough_outcome(), f'\n{plain}'


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('n, free', [(1, 3), (2, 7), (3, 7), (4, 6), (5, 6)])
def test_same_exact_score(n: int, free: int) -> None:
    """Exhaustive minimax over plain states finds the score that a search finds
    in the engine."""
    for fast in late_positions(n, 6, free):
        plain = fast.plain_state()
        search = Search(game_at(plain))
        assert recursive_score(search, search.root) \
            == plain_score(plain, {}), f'\n{plain}'


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('n', range(1, 6))
def test_known_scores(n: int) -> None:
    """A score that is known without a search is right: wherever two plies
    decide, at least."""
    known = 0
    for state, score in scored_positions(n).values():
        assert state.known_score() in (None, score), f'\n{state}'
        decided = abs(state.rough_outcome()) == 1
        assert decided is (state.known_score() is not None)
        known += decided
    assert known > 0


@pytest.mark.parametrize('moves', ['', 'A', 'AB'])
def test_wrong_moves(moves: str) -> None:
    """Both explain a wrong move in the same words."""
    plain = opening(2)
    for move in moves:
        plain = plain.make_move(move)
    for wrong in ('A', 'B', 'H', 'a', '', 'AB', '7', ' B', None, 3, ['A']):
        if plain.is_valid_move(wrong):
            continue
        errors = []
        for state in plain, plain.search_state():
            with pytest.raises((UnknownCellError, TakenCellError)) as caught:
                state.make_move(wrong)
            errors.append((caught.type, str(caught.value)))
        assert errors[0] == errors[1]


def test_contracts_are_on() -> None:
    """While the tests run, a fast state that cannot be is refused."""
    state = fast_opening(2)
    with pytest.raises(AssertionError, match='self.mine & self.theirs'):
        FastStonehengeState(True, state.board, (1, 1), state.lines, '')


def test_search_state_is_itself() -> None:
    """A fast state is its own; and by default, every state is."""
    state = fast_opening(3)
    assert state.search_state() is state
    other = GameState(True)
    assert other.search_state() is other


class Misere(StonehengeState):
    """Stonehenge in which whoever claims half of the lines loses."""

    def make_move(self, move: str) -> 'Misere':
        """Return the state after move."""
        after = super().make_move(move)
        winner = {'p1': 'p2', 'p2': 'p1', '': ''}[after.winner]
        return Misere(after.p1_turn, after.board, after.cells, after.markers,
                      self.winner or winner)


@pytest.mark.usefixtures('without_contracts')
def test_rules_of_their_own() -> None:
    """A subclass, which may have other rules, is searched as it is."""
    state = Misere(True, opening(2).board)
    assert state.search_state() is state
    search = Search(game_at(state))
    assert recursive_score(search, search.root) == plain_score(state, {})


def test_positions_that_cannot_be() -> None:
    """If somebody has enough cells for a line that is not claimed, the plain
    state plays on by itself."""
    state = StonehengeState(True, opening(2).board, '11CDEFG')
    assert state.search_state() is state
    assert state.make_move('C').winner in ('', 'p1')


def test_cells_and_markers() -> None:
    """A fast state has the cells and markers of the plain one."""
    plain = opening(3)
    for move in 'AEDKB':
        plain = plain.make_move(move)
        fast = plain.search_state()
        assert (fast.cells, fast.markers) == (plain.cells, plain.markers)


class Importer:
    """Stands for importlib.import_module, and raises an error.

    === Attributes ===
    error: that error
    """

    def __init__(self, error: Exception) -> None:
        """Initialize an importer that raises error."""
        self.error = error

    def __call__(self, name: str) -> None:
        """Raise the error."""
        raise self.error


@pytest.mark.parametrize('name', ['engine', 'engine.fast_stonehenge'])
def test_missing_engine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the engine, a plain state is searched itself."""
    monkeypatch.setattr(stonehenge, 'import_module', Importer(
        ModuleNotFoundError(f'No module named {name!r}', name=name)))
    state = opening(3)
    assert state.search_state() is state


@pytest.mark.parametrize('error', [
    ModuleNotFoundError("No module named 'engine.lines'", name='engine.lines'),
    ImportError('cannot import name'), SyntaxError('invalid syntax'),
    ZeroDivisionError()], ids=repr)
def test_broken_engine(error: Exception, monkeypatch: pytest.MonkeyPatch
                       ) -> None:
    """An error inside the engine is not taken for a missing engine."""
    monkeypatch.setattr(stonehenge, 'import_module', Importer(error))
    with pytest.raises(type(error)):
        opening(3).search_state()


def test_random_states_of_all_sizes_convert_back() -> None:
    """A fast state's plain state is equal to the one it was made from."""
    rng = random.Random(5)
    for n in range(1, 6):
        plain = opening(n, n % 2 == 0)
        for move in rng.sample(plain.board.letters, 3):
            plain = plain.make_move(move)
            back = plain.search_state().plain_state()
            assert vars(back) == vars(plain)
