"""The two-distance, and the evaluator that is built on it."""
from math import log
import pytest
from HexGame import HexGame
from Minimax import BoundedMinimaxPlayer
from hex_eval import group_by_steps
from hex_grid import grid_of, single_cells
from tests.support.hex_reference import Board, find_neighbors, \
    flood_fill_wins, random_board

INFINITY = float('inf')


def plain_distances(board: Board, side: str) -> dict:
    """Return the empty cells with the sum of their two-distances from both
    edges of side, minus 2, by the definition, on lists of lists."""
    size = len(board)
    empty = [(r, c) for r in range(size) for c in range(size)
             if board[r][c] == '-']

    def reached(row: int, col: int, seen: set) -> set:
        """Return what is next to a cell, also across pieces of side: empty
        cells, and the numbers of side's edges."""
        found = {0} if (col if side == 'B' else row) == 0 else set()
        found |= {1} if (col if side == 'B' else row) == size - 1 else set()
        for r, c in find_neighbors(row, col, size):
            if board[r][c] == '-':
                found.add((r, c))
            elif board[r][c] == side and (r, c) not in seen:
                seen.add((r, c))
                found |= reached(r, c, seen)
        return found

    near = {cell: reached(*cell, set()) - {cell} for cell in empty}
    sums = dict.fromkeys(empty, 0.0)
    for goal in 0, 1:
        far = {cell: 1.0 if goal in near[cell] else INFINITY for cell in empty}
        for _ in empty:
            for cell in empty:
                others = sorted(far[each] for each in near[cell]
                                if each in far)
                if len(others) > 1:
                    far[cell] = min(far[cell], others[1] + 1)
        for cell in empty:
            sums[cell] += far[cell] - 1
    return {cell: steps for cell, steps in sums.items() if steps < INFINITY}


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('seed', range(60))
def test_two_distances(seed: int) -> None:
    """They are as the definition says, for both sides."""
    size = 1 + seed % 6
    grid, board = grid_of(size), random_board(seed, size, 0.35)
    black, white = grid.sets_of(board)
    if grid.joins('B', black) or grid.joins('W', white):
        return
    for side, own, theirs in ('B', black, white), ('W', white, black):
        by_steps = group_by_steps(grid, side, own, theirs)
        found = {grid.place_of(cell): steps
                 for steps, cells in enumerate(by_steps)
                 for cell in single_cells(cells)}
        assert found == plain_distances(board, side)


@pytest.mark.parametrize('seed', range(20))
def test_better_eval_is_fair(seed: int) -> None:
    """Exchanging the colours and the edges negates the value. It is less than
    that of a win."""
    size = 2 + seed % 5
    player = BoundedMinimaxPlayer(HexGame(size), 1)
    board = random_board(seed, size, 0.3)
    exchanged = [[{'B': 'W', 'W': 'B', '-': '-'}[board[col][row]]
                  for col in range(size)] for row in range(size)]
    value = player.betterEval(board)
    assert player.betterEval(exchanged) == pytest.approx(-value)
    over = flood_fill_wins(board, 'B') or flood_fill_wins(board, 'W')
    assert (abs(value) == 100) is over


def test_better_eval_by_hand() -> None:
    """On 2 x 2 with Black in a corner, two cells join Black's edges, one more
    is a step further away, and White has only hope, as every way across can be
    blocked."""
    player = BoundedMinimaxPlayer(HexGame(2), 1)
    hope = 0.6 ** 6
    assert player.betterEval([list('-B'), list('--')]) \
        == pytest.approx(log((2 + 0.6 + hope) / hope) / log(1 / 0.6))
    assert player.betterEval([['B', 'B'], ['-', '-']]) == 100
    assert player.betterEval([['W', '-'], ['W', 'B']]) == -100
    assert player.betterEval([['-', '-'], ['-', '-']]) == 0
