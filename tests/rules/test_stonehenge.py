"""The rules of Stonehenge, against a plain model of them."""
from contextlib import nullcontext
import sys
import pytest
from hypothesis import given, settings, strategies as st
from stonehenge import StonehengeGame, StonehengeState, board_of
from tests.support.contracts import contracts_off
from tests.support.positions import make_moves, opening
from tests.support.stonehenge_model import Model, move_orders


def tokens(state: StonehengeState) -> list[str]:
    """Return what the picture of state shows, without its strokes."""
    return [mark for mark in str(state) if mark not in ' \n-/\\']


@pytest.mark.parametrize('n, moves, picture', [(2, 'DA', """\
        2   @
       /   /
  2 - 2 - B   @
     / \\ / \\ /
@ - C - 1 - E
     \\ / \\ / \\
  @ - F - G   @
       \\   \\
        @   @"""), (5, '', """\
              @   @
             /   /
        @ - A - B   @
           / \\ / \\ /
      @ - C - D - E   @
         / \\ / \\ / \\ /
    @ - F - G - H - I   @
       / \\ / \\ / \\ / \\ /
  @ - J - K - L - M - N   @
     / \\ / \\ / \\ / \\ / \\ /
@ - O - P - Q - R - S - T
     \\ / \\ / \\ / \\ / \\ / \\
  @ - U - V - W - X - Y   @
       \\   \\   \\   \\   \\
        @   @   @   @   @""")])
def test_pictures(n: int, moves: str, picture: str) -> None:
    """The picture is aligned; in a game, marks change and nothing else."""
    assert str(make_moves(opening(n), moves)) == picture


@pytest.mark.parametrize('checked, games', [(False, 100), (True, 10)])
def test_random_games_agree_with_the_model(checked: bool, games: int) -> None:
    """All that a game shows is as in the model, also past its end."""
    @settings(max_examples=games)
    @given(order=move_orders(), p1_starts=st.booleans())
    def compare(order: tuple[int, list[str]], p1_starts: bool) -> None:
        """Compare one game."""
        compare_game(*order, p1_starts)

    with nullcontext() if checked else contracts_off():
        compare()


def compare_game(n: int, moves: list[str], p1_starts: bool) -> None:
    """Check everything that a game shows, move by move, against the model."""
    model = Model(n, '1' if p1_starts else '2')
    game = StonehengeGame(p1_starts, size=n)
    for move in moves + ['']:
        state = game.current_state
        assert tokens(state) == model.tokens(), f'\n{state}'
        assert state.get_current_player_name() == 'p' + model.mover
        assert state.p1_turn is (model.mover == '1')
        assert game.is_over(state) is (model.winner is not None)
        winner = f'p{model.winner}' if model.winner else 'nobody'
        assert f'{winner} has won' in repr(state)
        for player in '12':
            assert game.is_winner('p' + player) is (model.winner == player)
        assert state.get_possible_moves() \
            == ([] if model.winner else model.free())
        before = {**vars(state), 'board': None}
        rough = state.rough_outcome()
        if model.winner:
            assert rough == (1 if model.winner == model.mover else -1)
        if move:
            model.play(move)
            game.current_state = state.make_move(move)
        assert {**vars(state), 'board': None} == before


def test_estimates_look_at_both_players() -> None:
    """The closer the other player is to claiming lines, the lower the estimate
    for the player to move; the closer that player is, the higher."""
    # On the largest board, A claims the top row at once, F is on lines of 4,
    # 4 and 5 cells, and L on three lines of 5.
    theirs, mine = ([make_moves(opening(5), moves).rough_outcome()
                     for moves in orders.split()]
                    for orders in ('MA MF ML', 'AM FM LM'))
    assert theirs[0] < theirs[1] < theirs[2]
    assert mine[0] > mine[1] > mine[2]


@settings(max_examples=20)
@given(order=move_orders(), data=st.data())
def test_repr_tells_positions_apart(order: tuple[int, list[str]],
                                    data: st.DataObject) -> None:
    """Two orders of moves have one repr exactly if they show the same."""
    n, moves = order
    others = data.draw(st.permutations(moves))
    one, two, again = (make_moves(opening(n), ''.join(each))
                       for each in (moves, others, moves))
    same = tokens(one) == tokens(two) and one.winner == two.winner
    assert (repr(one) == repr(two)) is same
    assert repr(again) == repr(one)


def test_letters_are_plain() -> None:
    """Of all characters that there are, only plain letters are cells."""
    game = StonehengeGame(True, size=5)
    cells = set(game.current_state.get_possible_moves())
    letters = cells | {'Z'}
    found = {char for char in map(chr, range(sys.maxunicode + 1))
             if char.upper().strip() in letters
             and game.current_state.is_valid_move(game.str_to_move(char))}
    assert found == cells | set(''.join(cells).lower())


@pytest.mark.parametrize('n, counts', [
    (1, [1, 3, 0]), (2, [1, 7, 42, 159, 420, 738, 540, 228, 0])])
@pytest.mark.usefixtures('without_contracts')
def test_counts_of_positions_by_ply(n: int, counts: list[int]) -> None:
    """This many different positions there are after 0, 1, 2, ... plies."""
    states, found = {'': opening(n)}, []
    for _ in counts:
        found.append(len(states))
        states = {repr(after): after for state in states.values()
                  for move in state.get_possible_moves()
                  for after in [state.make_move(move)]}
    assert found == counts


def test_contracts_are_on() -> None:
    """While the tests run, a state that cannot be is refused."""
    with pytest.raises(AssertionError, match='len.self.cells.'):
        StonehengeState(True, board_of(2), 'ABC')
    with pytest.raises(AssertionError, match='player'):
        StonehengeGame(True, size=2).is_winner('p3')
