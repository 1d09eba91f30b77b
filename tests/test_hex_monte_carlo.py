"""The Monte Carlo player of the Hex lab."""
from itertools import count
from typing import Optional
import pytest
import labs.hex
from HexGame import HexGame
from MonteCarlo import MORE, TRIES, WORST, Branch, MonteCarloPlayer
from hex_eval import WEIGHT
from hex_grid import grid_of
from tests.test_hex import flood_fill_wins, random_board
from tests.test_hex_state import plain_score

assert labs.hex  # It lets the other modules be found.
FOREVER = float('inf')
NO_CONTRACTS = pytest.mark.usefixtures('without_contracts')
OTHER = {'B': 'W', 'W': 'B'}


def player(size: int, side: str, positions: Optional[int], seed: int = 1
           ) -> MonteCarloPlayer:
    """Return a player of this side who looks at so many positions, or as many
    as it likes."""
    made = MonteCarloPlayer(HexGame(size), FOREVER, positions, seed)
    made.setSide(side)
    return made


def board_of(rows: tuple[str, ...]) -> list[list[str]]:
    """Return rows as a board."""
    return [list(row) for row in rows]


def filled(rows: tuple[str, ...], row: int, col: int, side: str
           ) -> tuple[str, ...]:
    """Return the board after side has filled a cell."""
    line = rows[row][:col] + side + rows[row][col + 1:]
    return rows[:row] + (line,) + rows[row + 1:]


def winning_moves(rows: tuple[str, ...], side: str) -> set:
    """Return the moves after which side wins, whatever the other one does, by
    exhaustive minimax."""
    return {(row, col) for row, line in enumerate(rows)
            for col, cell in enumerate(line) if cell == '-'
            and plain_score(filled(rows, row, col, side), OTHER[side]) == -1}


def undecided(seed: int) -> tuple[str, ...]:
    """Return a board of 3 x 3 on which nobody has won yet, at random."""
    boards = (tuple(map(''.join, random_board(seed + 1000 * number, 3)))
              for number in count())
    return next(rows for rows in boards if not any(
        flood_fill_wins(rows, side) for side in 'BW'))


# === Its moves ===

@NO_CONTRACTS
@pytest.mark.parametrize('seed', range(40))
def test_small_boards_are_solved(seed: int) -> None:
    """Without a limit, it goes on until it is known who wins, and stops then;
    it wins where anybody can."""
    rows = undecided(seed)
    for side in 'BW':
        row, col = player(3, side, None, seed).getMove(board_of(rows))
        good = winning_moves(rows, side)
        assert (row, col) in good if good else rows[row][col] == '-'


@NO_CONTRACTS
@pytest.mark.parametrize('seed', range(4))
def test_opening(seed: int) -> None:
    """On 4 x 4, only the cells of the short diagonal win, and it finds one."""
    for side in 'BW':
        row, col = player(4, side, 400, seed).getMove([['-'] * 4] * 4)
        assert row + col == 3


@NO_CONTRACTS
@pytest.mark.parametrize('side', 'BW')
def test_sees_wins(side: str) -> None:
    """It wins at once where it can, and stops what would win at once, without
    thinking on. Where nothing helps, it stops one of two threats."""
    wins = ['B-BB', 'WWW-', '----', '----']
    stops = ['BW--', 'BW--', '----', '-WB-']
    lost = ['----', '-W--', '-W--', '-W--']
    good = [{(0, 1)}, {(2, 1)}, {(0, 1), (0, 2)}]
    if side == 'W':
        # Exchange rows and columns, and colours.
        wins, stops, lost = ([''.join(line).translate(str.maketrans(OTHER))
                              for line in zip(*rows)]
                             for rows in (wins, stops, lost))
        good = [{(col, row) for row, col in moves} for moves in good]
    for rows, moves in zip((wins, stops, lost), good):
        found = set()
        for seed in range(9):
            one = player(4, side, 400, seed)
            found.add(one.getMove(board_of(rows)))
            assert one.looked == 1
        assert found <= moves


@NO_CONTRACTS
@pytest.mark.parametrize('side', 'BW')
def test_both_sides_are_alike(side: str) -> None:
    """If rows and columns are exchanged, and colours, the chance is the same;
    and it is better for who is to move, and for who has a piece more."""
    rows = ('-----', '---B-', '--W--', '-----', '-----')
    turned = tuple(''.join(line).translate(str.maketrans(OTHER))
                   for line in zip(*rows))
    chances = [look(board, mover) for board, mover in
               ((rows, side), (turned, OTHER[side]))]
    assert chances[0] == pytest.approx(chances[1])
    empty = ('-----',) * 5
    # Nobody is ahead here, but for the half step of who is to move.
    assert look(empty, side) == pytest.approx(1 / (1 + WEIGHT))
    assert 0.5 < look(empty, side) < 1
    assert look(filled(empty, 2, 2, side), OTHER[side]) < 0.5
    assert look(filled(rows, 3, 1, side), side) > chances[0]


# === Its tree ===

def look(rows: tuple[str, ...], side: str) -> float:
    """Return the chance that side, to move, seems to have on this board."""
    sets = dict(zip('BW', grid_of(len(rows)).sets(board_of(rows))))
    return player(len(rows), side, 1)._look(Branch(0, 0.5), side, sets[side],
                                            sets[OTHER[side]])


def tried(rows: tuple[str, ...], side: str, times: float) -> Branch:
    """Return the root of the tree after so many tries from this board, or less
    if it is known then who wins."""
    root, one = Branch(0, 0.5), player(len(rows), side, None)
    while one.looked < times and not root.known:
        one._try_once(root, grid_of(len(rows)).sets(board_of(rows)))
    return root


@NO_CONTRACTS
@pytest.mark.parametrize('side', 'BW')
def test_chances_are_remembered(side: str) -> None:
    """Each try looks at one position, and all moves on the way there remember
    the chance, each from the view of who made it."""
    rows = ('----', '-B--', '--W-', '----')
    first = look(rows, side)
    root, before = tried(rows, side, 2), tried(rows, side, 1)
    assert (root.tries, before.tries) == (TRIES + 2, TRIES + 1)
    assert before.won == pytest.approx(TRIES / 2 + 1 - first)
    assert not any(each.branches for each in before.branches)
    changed = [(old, new) for old, new in zip(before.branches, root.branches)
               if new.tries != TRIES]
    [(old, new)] = changed
    row, col = grid_of(4).place(new.cell)
    second = look(filled(rows, row, col, side), OTHER[side])
    assert new.won - old.won == pytest.approx(1 - second)
    assert root.won - before.won == pytest.approx(second)
    assert old.won == max(each.won for each in before.branches)
    deeper = tried(rows, side, 60)
    below = sum(each.tries - TRIES for each in deeper.branches)
    assert deeper.tries - TRIES == below + 1


def test_choice_of_branches() -> None:
    """The next one to try is promising, or was tried seldom, and nothing is
    known of it. To be played, one must win for sure, or be tried often and not
    lose for sure."""
    root = Branch(0, 0.5)
    root.tries = 200
    often, seldom, lost, won = root.branches = [
        Branch(1 << i, chance) for i, chance in enumerate((0.5, 0.4, 0.9, 0.1))]
    lost.known, lost.tries = -1, 500
    often.tries, often.won = 100, 50.0
    won.tries = 40
    assert root.most_promising() is seldom
    seldom.won = 0.0
    assert root.most_promising() is often
    root.tries = 10 ** 20
    assert root.most_promising() is seldom
    assert root.best() is often
    won.known = 1
    assert root.best() is won
    often.known = won.known = seldom.known = -1
    assert root.best() is lost


@NO_CONTRACTS
@pytest.mark.parametrize('side', 'BW')
def test_first_opinions(side: str) -> None:
    """A new move starts with a chance between that of the worst and that of
    the best one. On the empty board, the middle looks best."""
    root = tried(('-----',) * 5, side, 1)
    chances = {grid_of(5).place(each.cell): each.won / each.tries
               for each in root.branches}
    assert len(chances) == 25
    assert max(chances.values()) == pytest.approx(WORST + MORE)
    assert min(chances.values()) > WORST
    assert chances[2, 2] > chances[0, 0]
    # A single threat must be stopped.
    [only] = tried(('BB-', '---', '---'), 'W', 1).branches
    assert grid_of(3).place(only.cell) == (0, 2)


@NO_CONTRACTS
@pytest.mark.parametrize('seed', range(15))
def test_what_is_known(seed: int) -> None:
    """What is known is so, everywhere in the tree; of the root it is known in
    the end."""
    rows, grid = undecided(seed), grid_of(3)

    def check(branch: Branch, board: tuple[str, ...], side: str) -> None:
        """Check branch, after which side is to move on board, and all
        below."""
        if branch.known:
            assert branch.known == (-1 if winning_moves(board, side) else 1)
        for each in branch.branches:
            row, col = grid.place(each.cell)
            after = filled(board, row, col, side)
            if flood_fill_wins(after, side):
                assert each.known == 1
            else:
                check(each, after, OTHER[side])

    for side in 'BW':
        for times in 1, 5, 12:
            check(tried(rows, side, times), rows, side)
        root = tried(rows, side, FOREVER)
        assert root.known
        check(root, rows, side)


# === Its budget ===

@NO_CONTRACTS
def test_budgets() -> None:
    """It keeps to its seconds or positions, and looks at one at least."""
    game = HexGame(5)
    hasty = MonteCarloPlayer(game, 1e-9, seed=1)
    hasty.setSide('B')
    assert hasty.getMove(game.board) in game.getPossibleMoves(game.board)
    assert hasty.looked == 1
    quick = MonteCarloPlayer(game, 0.2)
    quick.setSide('W')
    quick.getMove(game.board)
    assert quick.looked > 1
    moves = []
    for _ in range(2):
        exact = player(5, 'B', 50, seed=3)
        moves.append(exact.getMove(game.board))
        assert exact.looked == 50
    assert moves[0] == moves[1]


@NO_CONTRACTS
def test_tree_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit it ends when the tree is large."""
    monkeypatch.setattr('MonteCarlo.LARGEST_TREE', 1000)
    endless = player(5, 'B', None)
    endless.getMove([['-'] * 5] * 5)
    assert endless.looked == 1000 / 25


@NO_CONTRACTS
def test_choice_by_seed() -> None:
    """Of moves that are as good as each other, any may be chosen."""
    moves = {player(4, 'B', 1, seed).getMove([['-'] * 4] * 4)
             for seed in range(30)}
    assert len(moves) > 1


@pytest.mark.parametrize('seconds, positions', [
    (0.0, None), (-1.0, None), (1.0, 0), (1.0, -1)])
def test_wrong_budgets(seconds: float, positions: Optional[int]) -> None:
    """The error says what is wanted."""
    with pytest.raises(ValueError, match='more than 0 seconds'):
        MonteCarloPlayer(HexGame(3), seconds, positions)
