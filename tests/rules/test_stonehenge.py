"""The pictures and positions of Stonehenge. Its rules are checked with those of
all games, in test_game_machine.py."""

import pytest
from stonehenge import StonehengeGame, StonehengeState, board_of
from tests.support.positions import make_moves, opening


@pytest.mark.parametrize(
    'n, moves, picture',
    [
        (
            2,
            'DA',
            """\
        2   @
       /   /
  2 - 2 - B   @
     / \\ / \\ /
@ - C - 1 - E
     \\ / \\ / \\
  @ - F - G   @
       \\   \\
        @   @""",
        ),
        (
            5,
            '',
            """\
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
        @   @   @   @   @""",
        ),
    ],
)
def test_pictures(n: int, moves: str, picture: str) -> None:
    """The picture is aligned; in a game, marks change and nothing else."""
    assert str(make_moves(opening(n), moves)) == picture


def test_estimates_look_at_both_players() -> None:
    """The closer the other player is to claiming lines, the lower the estimate
    for the player to move; the closer that player is, the higher."""
    # On the largest board, A claims the top row at once, F is on lines of 4,
    # 4 and 5 cells, and L on three lines of 5.
    theirs, mine = (
        [
            make_moves(opening(5), moves).rough_outcome()
            for moves in orders.split()
        ]
        for orders in ('MA MF ML', 'AM FM LM')
    )
    assert theirs[0] < theirs[1] < theirs[2]
    assert mine[0] > mine[1] > mine[2]


@pytest.mark.parametrize(
    'n, counts', [(1, [1, 3, 0]), (2, [1, 7, 42, 159, 420, 738, 540, 228, 0])]
)
@pytest.mark.usefixtures('without_contracts')
def test_counts_of_positions_by_ply(n: int, counts: list[int]) -> None:
    """This many different positions there are after 0, 1, 2, ... plies."""
    states = {'': opening(n)}
    found = []
    for _ in counts:
        found.append(len(states))
        states = {
            repr(after): after
            for state in states.values()
            for move in state.get_possible_moves()
            for after in [state.make_move(move)]
        }
    assert found == counts


def test_contracts_are_on() -> None:
    """While the tests run, a state that cannot be is refused."""
    with pytest.raises(AssertionError, match='len.self.cells.'):
        StonehengeState(True, board_of(2), 'ABC')
    with pytest.raises(AssertionError, match='player'):
        StonehengeGame(True, size=2).is_winner('p3')
