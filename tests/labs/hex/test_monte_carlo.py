"""The Monte Carlo player of the Hex lab."""

from itertools import count
from typing import Optional
import pytest
from HexGame import HexGame
from MonteCarlo import TRIES, Branch, MonteCarloPlayer
from hex_eval import WEIGHT
from hex_grid import grid_of
from tests.support.hex_reference import (
    OTHER,
    Rows,
    board_of,
    fill_cell,
    flood_fill_wins,
    plain_score,
    random_board,
)

FOREVER = float('inf')
pytestmark = pytest.mark.usefixtures('without_contracts')


def make_player(
    size: int, side: str, positions: Optional[int], seed: int = 1
) -> MonteCarloPlayer:
    """Return a player of this side who expands so many positions."""
    made = MonteCarloPlayer(HexGame(size), FOREVER, positions, seed)
    made.setSide(side)
    return made


def find_winning_moves(rows: Rows, side: str) -> set:
    """Return the moves after which side wins, by exhaustive minimax."""
    return {
        (row, col)
        for row, line in enumerate(rows)
        for col, cell in enumerate(line)
        if cell == '-'
        and plain_score(fill_cell(rows, row, col, side), OTHER[side]) == -1
    }


def make_undecided(seed: int) -> Rows:
    """Return a random board of 3 x 3 on which nobody has won yet."""
    boards = (
        tuple(map(''.join, random_board(seed + 1000 * number, 3)))
        for number in count()
    )
    return next(
        rows
        for rows in boards
        if not any(flood_fill_wins(rows, side) for side in 'BW')
    )


# === Its moves ===


def test_opening() -> None:
    """On 4 x 4, it finds a cell of the short diagonal: any of them."""
    for side, seed in ('B', 1), ('B', 2), ('W', 3), ('W', 4):
        row, col = make_player(4, side, 400, seed).getMove([['-'] * 4] * 4)
        assert row + col == 3
    assert (
        len(
            {
                make_player(4, 'B', 1, seed).getMove([['-'] * 4] * 4)
                for seed in range(30)
            }
        )
        > 1
    )


def turn(rows: Rows) -> Rows:
    """Return rows with rows and columns, and the colours, exchanged."""
    return tuple(
        ''.join(line).translate(str.maketrans(OTHER)) for line in zip(*rows)
    )


@pytest.mark.parametrize(
    'rows, moves',
    [
        (('B-BB', 'WWW-', '----', '----'), {(0, 1)}),
        (('BW--', 'BW--', '----', '-WB-'), {(2, 1)}),
        (('----', '-W--', '-W--', '-W--'), {(0, 1), (0, 2)}),
    ],
)
def test_sees_wins(rows: Rows, moves: set) -> None:
    """It wins at once, or parries a threat, without thinking on."""
    for seed in range(9):
        black, white = (make_player(4, side, 400, seed) for side in 'BW')
        assert black.getMove(board_of(rows)) in moves
        assert white.getMove(board_of(turn(rows)))[::-1] in moves
        assert black.expanded == white.expanded == 1


@pytest.mark.parametrize('side', 'BW')
def test_both_sides_are_alike(side: str) -> None:
    """Exchanging sides leaves the chance as it is; to move is better."""
    rows = ('-----', '---B-', '--W--', '-----', '-----')
    chance = estimate_chance(rows, side)
    assert chance == pytest.approx(estimate_chance(turn(rows), OTHER[side]))
    empty = ('-----',) * 5
    # Only the side to move is ahead here, by half a step.
    assert estimate_chance(empty, side) == pytest.approx(1 / (1 + WEIGHT))
    assert 0.5 < estimate_chance(empty, side) < 1
    assert estimate_chance(fill_cell(empty, 2, 2, side), OTHER[side]) < 0.5
    assert estimate_chance(fill_cell(rows, 3, 1, side), side) > chance


# === Its tree ===


def estimate_chance(rows: Rows, side: str) -> float:
    """Return the chance that side, to move, is given on this board."""
    sets = dict(zip('BW', grid_of(len(rows)).sets_of(board_of(rows))))
    return make_player(len(rows), side, 1)._expand(
        Branch(0, 0.5), side, sets[side], sets[OTHER[side]]
    )


def grow_tree(rows: Rows, side: str, times: float) -> Branch:
    """Return the root of the tree after at most this many iterations."""
    root = Branch(0, 0.5)
    one = make_player(len(rows), side, None)
    while one.expanded < times and not root.known:
        one._iterate(root, grid_of(len(rows)).sets_of(board_of(rows)))
    return root


@pytest.mark.parametrize('side', 'BW')
def test_chances_are_remembered(side: str) -> None:
    """Each iteration expands one position, and counts on the way there."""
    rows = ('----', '-B--', '--W-', '----')
    first = estimate_chance(rows, side)
    root = grow_tree(rows, side, 2)
    before = grow_tree(rows, side, 1)
    assert (root.tries, before.tries) == (TRIES + 2, TRIES + 1)
    assert before.won == pytest.approx(TRIES / 2 + 1 - first)
    assert not any(each.branches for each in before.branches)
    changed = [
        (old, new)
        for old, new in zip(before.branches, root.branches)
        if new.tries != TRIES
    ]
    [(old, new)] = changed
    row, col = grid_of(4).place_of(new.cell)
    second = estimate_chance(fill_cell(rows, row, col, side), OTHER[side])
    assert new.won - old.won == pytest.approx(1 - second)
    assert root.won - before.won == pytest.approx(second)
    assert old.won == max(each.won for each in before.branches)
    deeper = grow_tree(rows, side, 60)
    below = sum(each.tries - TRIES for each in deeper.branches)
    assert deeper.tries - TRIES == below + 1


def test_choice_of_branches() -> None:
    """It tries what is promising or rare, and plays what is sure or usual."""
    root = Branch(0, 0.5)
    root.tries = 200
    root.branches = [
        Branch(1 << i, chance) for i, chance in enumerate((0.5, 0.4, 0.9, 0.1))
    ]
    often, seldom, lost, won = root.branches
    lost.known = -1
    lost.tries = 500
    often.tries = 100
    often.won = 50.0
    won.tries = 40
    assert root.choose_to_try() is seldom
    seldom.won = 0.0
    assert root.choose_to_try() is often
    root.tries = 10**20
    assert root.choose_to_try() is seldom
    assert root.choose_to_play() is often
    won.known = 1
    assert root.choose_to_play() is won
    for branch in often, won, seldom:
        branch.known = -1
    assert root.choose_to_play() is lost


@pytest.mark.parametrize('seed', range(40))
def test_what_is_known(seed: int) -> None:
    """What is known is true, and the root in the end: wins are found."""
    rows = make_undecided(seed)
    grid = grid_of(3)

    def check(branch: Branch, board: Rows, side: str) -> None:
        """Check branch, after which side is to move on board, and the branches
        below it."""
        if branch.known:
            assert branch.known == (
                -1 if find_winning_moves(board, side) else 1
            )
        for each in branch.branches:
            row, col = grid.place_of(each.cell)
            after = fill_cell(board, row, col, side)
            if flood_fill_wins(after, side):
                assert each.known == 1
            else:
                check(each, after, OTHER[side])

    for side in 'BW':
        for times in 1, 5, 12:
            check(grow_tree(rows, side, times), rows, side)
        root = grow_tree(rows, side, FOREVER)
        assert root.known
        check(root, rows, side)
        row, col = make_player(3, side, None, seed).getMove(board_of(rows))
        good = find_winning_moves(rows, side)
        assert (row, col) in good if good else rows[row][col] == '-'


# === Its budget ===


def test_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps to its seconds, positions, and largest tree."""
    game = HexGame(5)
    hasty = MonteCarloPlayer(game, 1e-9, seed=1)
    hasty.setSide('B')
    assert hasty.getMove(game.board) in game.getPossibleMoves(game.board)
    assert hasty.expanded == 1
    quick = MonteCarloPlayer(game, 0.2)
    quick.setSide('W')
    quick.getMove(game.board)
    assert quick.expanded > 1
    moves = []
    for _ in range(2):
        exact = make_player(5, 'B', 50, seed=3)
        moves.append(exact.getMove(game.board))
        assert exact.expanded == 50
    assert moves[0] == moves[1]
    monkeypatch.setattr('MonteCarlo.LARGEST_TREE', 1000)
    endless = make_player(5, 'B', None)
    endless.getMove(game.board)
    assert endless.expanded == 1000 / 25


@pytest.mark.parametrize(
    'seconds, positions', [(0.0, None), (-1.0, None), (1.0, 0), (1.0, -1)]
)
def test_wrong_budgets(seconds: float, positions: Optional[int]) -> None:
    """The error says what is wanted."""
    with pytest.raises(ValueError, match='more than 0 seconds'):
        MonteCarloPlayer(HexGame(3), seconds, positions)
