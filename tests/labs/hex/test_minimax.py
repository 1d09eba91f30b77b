"""The players that look ahead, bounded minimax and alpha-beta, and the
two-distance that an evaluator of theirs is built on."""

from math import log
from typing import Any, Callable
import random
import pytest
from HexGame import HexGame
from Minimax import AlphaBetaMinimaxPlayer, BoundedMinimaxPlayer, Node
from hex_eval import group_by_steps, rate_cells
from hex_grid import grid_of, single_cells
from tests.support.hex_reference import (
    OTHER,
    Board,
    find_neighbors,
    flood_fill_wins,
    random_board,
)

pytestmark = pytest.mark.usefixtures('without_contracts')
INFINITY = float('inf')


class Chooser(random.Random):
    """Records what it has to choose from."""

    def choice(self, seq: Any) -> Any:
        """Return the last one."""
        self.choices = list(seq)
        return seq[-1]


def value_of(player: BoundedMinimaxPlayer, node: Node) -> float:
    """Return the value that player finds for node."""
    if isinstance(player, AlphaBetaMinimaxPlayer):
        return player.alphaBetaMinimax(node, -INFINITY, INFINITY)
    return player.boundedMinimax(node)


def search(
    player: BoundedMinimaxPlayer, board: Board, side: str
) -> tuple[float, list]:
    """Return the value that player finds, and the moves to choose from."""
    chooser = Chooser()
    player._random = chooser
    value = value_of(player, Node(board, None, 0, side))
    assert player.bestMove == chooser.choices[-1]
    return value, chooser.choices


def plain_minimax(
    game: HexGame, evaluate: Callable, board: Board, side: str, depth: int
) -> float:
    """Return the value of board by plain minimax, on lists of lists."""
    if depth == 0 or flood_fill_wins(board, 'B') or flood_fill_wins(board, 'W'):
        return evaluate(board)
    values = [
        plain_minimax(
            game,
            evaluate,
            game.getNextBoard(board, move, side),
            OTHER[side],
            depth - 1,
        )
        for move in game.getPossibleMoves(board)
    ]
    return max(values) if side == 'B' else min(values)


@pytest.mark.parametrize('seed', range(36))
def test_alpha_beta_against_minimax(seed: int) -> None:
    """On random boards, the value and best moves of plain minimax: all of them,
    in order."""
    size = 1 + seed % 4
    depth = 1 + seed // 4 % 3
    game = HexGame(size)
    board = random_board(seed, size, 0.4)
    if not game.getPossibleMoves(board):
        return
    for evaluator in 'eval', 'betterEval':
        for side in 'BW':
            plain = BoundedMinimaxPlayer(game, depth, evaluator)
            found = search(plain, board, side)
            assert found == search(
                AlphaBetaMinimaxPlayer(game, depth, evaluator), board, side
            )
            if game.blackWins(board) or game.whiteWins(board):
                assert found == (
                    plain.staticEval(board),
                    game.getPossibleMoves(board),
                )
                continue
            values = {
                move: plain_minimax(
                    game,
                    plain.staticEval,
                    game.getNextBoard(board, move, side),
                    OTHER[side],
                    depth - 1,
                )
                for move in game.getPossibleMoves(board)
            }
            best = (max if side == 'B' else min)(values.values())
            assert found == (
                best,
                [move for move, value in values.items() if value == best],
            )


def test_alpha_beta_cuts_off() -> None:
    """It evaluates fewer leaves, by a subclass's evaluator of lists, too."""
    boards: list = []

    def evaluate(board: Board) -> int:
        """Return a value, and note board."""
        assert isinstance(board, list) and isinstance(board[0], list)
        boards.append(board)
        return sum(row.count('B') * i for i, row in enumerate(board))

    leaves = []
    for kind in BoundedMinimaxPlayer, AlphaBetaMinimaxPlayer:
        subclass = type('Own', (kind,), {'eval': staticmethod(evaluate)})
        player = subclass(HexGame(4), 3)
        player.setSide('B')
        boards.clear()
        assert player.getMove([['-'] * 4 for _ in range(4)])[0] == 3
        leaves.append(len(boards))
    assert leaves[0] == 16 * 15 * 14 > 2 * leaves[1]


@pytest.mark.parametrize('kind', [BoundedMinimaxPlayer, AlphaBetaMinimaxPlayer])
def test_below_the_root(kind: type) -> None:
    """A node below is searched to the same limit, and sets no best move."""
    game = HexGame(3)
    board = [list('B--'), list('-W-'), list('---')]
    player = kind(game, 2, 'betterEval')
    for depth, left in (5, 0), (2, 0), (1, 1), (0, 2):
        assert value_of(
            player, Node(board, (1, 1), depth, 'B')
        ) == plain_minimax(game, player.betterEval, board, 'B', left)
        assert (player.bestMove is not None) is (depth == 0)


@pytest.mark.parametrize('evaluator', ['eval', 'betterEval'])
def test_chances_are_equal(evaluator: str) -> None:
    """All best moves are chosen, about equally often; a seed repeats them."""
    moves = []
    for _ in range(2):
        player = AlphaBetaMinimaxPlayer(HexGame(2), 1, evaluator, seed=7)
        player.setSide('W')
        moves.append(
            [player.getMove([['-'] * 2 for _ in range(2)]) for _ in range(400)]
        )
    assert moves[0] == moves[1]
    best = search(player, [['-'] * 2 for _ in range(2)], 'W')[1]
    assert len(best) > 1 and set(moves[0]) == set(best)
    assert all(moves[0].count(move) > 300 / len(best) for move in best)


@pytest.mark.parametrize(
    'depth, evaluator, words',
    [
        (0, 'eval', 'the limit is 1 or more'),
        (-1, 'eval', 'the limit is 1'),
        (2, 'best', 'they are eval and betterEval'),
    ],
)
def test_wrong_players(depth: int, evaluator: str, words: str) -> None:
    """A player looks at least one ply ahead, with one of two evaluators."""
    with pytest.raises(ValueError, match=words):
        AlphaBetaMinimaxPlayer(HexGame(3), depth, evaluator)


def plain_distances(board: Board, side: str) -> dict:
    """Return the empty cells with the sum of their two-distances from both
    edges of side, minus 2, by the definition, on lists of lists."""
    size = len(board)
    empty = [
        (r, c) for r in range(size) for c in range(size) if board[r][c] == '-'
    ]

    def reached(row: int, col: int, seen: set) -> set:
        """Return what is next to a cell, also across pieces of side: empty
        cells, and the numbers of side's edges."""
        found = set()
        across = col if side == 'B' else row
        if across == 0:
            found.add(0)
        if across == size - 1:
            found.add(1)
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
                others = sorted(far[each] for each in near[cell] if each in far)
                if len(others) > 1:
                    far[cell] = min(far[cell], others[1] + 1)
        for cell in empty:
            sums[cell] += far[cell] - 1
    return {cell: steps for cell, steps in sums.items() if steps < INFINITY}


@pytest.mark.parametrize('seed', range(60))
def test_two_distances(seed: int) -> None:
    """They are as the definition says, for both sides."""
    size = 1 + seed % 6
    grid = grid_of(size)
    board = random_board(seed, size, 0.35)
    black, white = grid.sets_of(board)
    if grid.joins('B', black) or grid.joins('W', white):
        return
    for side, own, theirs in ('B', black, white), ('W', white, black):
        by_steps = group_by_steps(grid, side, own, theirs)
        found = {
            grid.place_of(cell): steps
            for steps, cells in enumerate(by_steps)
            for cell in single_cells(cells)
        }
        assert found == plain_distances(board, side)


def test_better_eval_by_hand() -> None:
    """The value on 2 x 2 with Black in a corner, and of wins."""
    player = BoundedMinimaxPlayer(HexGame(2), 1)
    hope = 0.6**6
    assert player.betterEval([list('-B'), list('--')]) == pytest.approx(
        log((2 + 0.6 + hope) / hope) / log(1 / 0.6)
    )
    assert player.betterEval([['B', 'B'], ['-', '-']]) == 100
    assert player.betterEval([['W', '-'], ['W', 'B']]) == -100
    assert player.betterEval([['-', '-'], ['-', '-']]) == 0


def test_worths_by_hand() -> None:
    """On 2 x 2, the short diagonal is a step closer for both players."""
    grid = grid_of(2)
    found = rate_cells(
        group_by_steps(grid, 'B', 0, 0), group_by_steps(grid, 'W', 0, 0)
    )
    assert {
        grid.place_of(cell): worth for cell, worth in found.items()
    } == pytest.approx({(0, 1): 1.2, (1, 0): 1.2, (0, 0): 0.72, (1, 1): 0.72})
    assert rate_cells(group_by_steps(grid, 'W', 0, grid.cell_at(0, 1))) == {}
