"""Players of Hex that look ahead: bounded minimax, and alpha-beta.

Black maximizes, White minimizes. A player looks depthLimit plies ahead and
values the positions there with one of two evaluators.
"""

from typing import Any, Callable, NamedTuple, Optional
import random
from Players import Board, Cell, Player
from hex_eval import HIGH, Value, compare_connected, compare_distances
from hex_grid import OTHER, CellSets, Grid, grid_of, single_cells

# Alpha and beta: the values that Black and White are already sure of elsewhere.
Window = tuple[Value, Value]


class Node(NamedTuple):
    """A node of a search tree.

    === Attributes ===
    board: the board at this node
    move: the move that led here, None at the root
    depth: how many plies below the root this is
    side: the side to move, 'B' or 'W'
    """

    board: Board
    move: Optional[Cell]
    depth: int
    side: str


class BoundedMinimaxPlayer(Player):
    """Searches every line of play down to its depth limit.

    === Attributes ===
    depthLimit: how many plies this player looks ahead
    staticEval: the evaluator in use, eval or betterEval: a function from a
        board to a value, which is higher the better Black stands
    bestMove: the best move (row, col) found by the last search; None if there
        was none
    """

    depthLimit: int
    staticEval: Callable[[Board], Value]
    bestMove: Any
    _random: random.Random
    _grid: Grid

    def __init__(
        self,
        game: Any,
        depthLimit: int,
        evaluator: str = 'eval',
        seed: Optional[int] = None,
    ) -> None:
        """Initialize a player of game who uses the evaluator with this name.
        The same seed gives the same choices among equally good moves. Raise
        ValueError if there is no such evaluator, or depthLimit is not positive.
        """
        if depthLimit < 1:
            raise ValueError(
                f'A player cannot look {depthLimit} plies ahead: '
                f'the limit is 1 or more.'
            )
        if evaluator not in ('eval', 'betterEval'):
            raise ValueError(
                f'{evaluator!r} is not an evaluator: they are '
                f'eval and betterEval.'
            )
        kind = type(self).__name__.removesuffix('Player')
        super().__init__(game, f'{kind} ({evaluator}, depth {depthLimit})')
        self.depthLimit = depthLimit
        self.staticEval = getattr(self, evaluator)
        self.bestMove = None
        self._random = random.Random(seed)
        self._grid = grid_of(game.size)

    def eval(self, board: Board) -> Value:
        """Return HIGH if Black has won, -HIGH if White has, and otherwise the
        lead of Black in connected pieces. (On boards of 11 x 11 and larger, it
        may be more than HIGH.)
        """
        return self._evaluate(self._grid.sets_of(board), compare_connected)

    def betterEval(self, board: Board) -> Value:
        """Return HIGH if Black has won, -HIGH if White has, and otherwise the
        lead of Black in steps to a win.
        """
        return self._evaluate(self._grid.sets_of(board), compare_distances)

    def _evaluate(
        self, position: CellSets, compare: Callable[[Grid, int, int], Value]
    ) -> Value:
        """Return HIGH or -HIGH if Black or White has won, else compare them."""
        black, white = position
        if self._grid.joins('B', black):
            return HIGH
        if self._grid.joins('W', white):
            return -HIGH
        return compare(self._grid, black, white)

    def _evaluate_leaf(self, position: CellSets) -> Value:
        """Return the value of a leaf by the evaluator in use."""
        evaluator = getattr(self.staticEval, '__func__', None)
        if evaluator is BoundedMinimaxPlayer.eval:
            return self._evaluate(position, compare_connected)
        if evaluator is BoundedMinimaxPlayer.betterEval:
            return self._evaluate(position, compare_distances)
        # Any other evaluator takes a board.
        return self.staticEval(self._grid.board_of(*position))

    def getMove(self, board: Board) -> Cell:
        """Return the best move for this player's side."""
        self.boundedMinimax(Node(board, None, 0, self.side))
        return self.bestMove

    def boundedMinimax(self, node: Node) -> Value:
        """Return the value of node. If it is the root, at depth 0, set
        bestMove to one of its best moves, each with the same chance.
        """
        return self._search(node)

    def _search(self, node: Node, window: Optional[Window] = None) -> Value:
        """Return the value of node. Set bestMove if node is the root."""
        position = self._grid.sets_of(node.board)
        best, values = self._score(position, node.side, node.depth, window)
        if node.depth == 0:
            # If the game is over, no move changes the value.
            empty = single_cells(self._grid.find_empty(*position))
            moves = [
                self._grid.place_of(cell)
                for cell in empty
                if not values or values.get(cell) == best
            ]
            self.bestMove = self._random.choice(moves) if moves else None
        return best

    def _score(
        self,
        position: CellSets,
        side: str,
        depth: int,
        window: Optional[Window],
    ) -> tuple[Value, dict[int, Value]]:
        """Return the value of position at this depth, with side to move, and
        the values of the cells that side can fill; there are none at a leaf.

        With a window, the value may be a bound, as alphaBetaMinimax says, and
        some cells may be left out.
        """
        black, white = position
        if depth >= self.depthLimit:
            return self._evaluate_leaf(position), {}
        if self._grid.joins('B', black) or self._grid.joins('W', white):
            return self._evaluate_leaf(position), {}
        empty = single_cells(self._grid.find_empty(black, white))
        children = [(each, (black | each, white)) for each in empty]
        if side == 'W':
            children = [(each, (black, white | each)) for each in empty]
        # The better the first moves are, the more of the others are cut off.
        # But it would save nothing to evaluate leaves in order to sort them.
        if window and depth + 1 < self.depthLimit:
            children.sort(
                key=lambda child: self._evaluate_leaf(child[1]),
                reverse=side == 'B',
            )
        values: dict[int, Value] = {}
        for cell, after in children:
            values[cell], _ = self._score(after, OTHER[side], depth + 1, window)
            if window:
                alpha, beta = window
                if side == 'B':
                    alpha = max(alpha, values[cell])
                else:
                    beta = min(beta, values[cell])
                window = alpha, beta
                if alpha > beta:
                    break
        if side == 'B':
            return max(values.values()), values
        return min(values.values()), values


class AlphaBetaMinimaxPlayer(BoundedMinimaxPlayer):
    """Finds the same value and the same best moves as bounded minimax, but
    skips lines of play that cannot matter.
    """

    def getMove(self, board: Board) -> Cell:
        """Return the best move for this player's side."""
        self.alphaBetaMinimax(
            Node(board, None, 0, self.side), float('-inf'), float('inf')
        )
        return self.bestMove

    def alphaBetaMinimax(self, node: Node, alpha: Value, beta: Value) -> Value:
        """Return the value of node if it lies between alpha and beta, both
        included, and otherwise a bound beyond the same end of that range.

        If node is the root, at depth 0, set bestMove to a move. If the value
        is in the range, it is one of the best moves, each with the same chance:
        a move is cut off only if it is worse than another one.
        """
        return self._search(node, (alpha, beta))
