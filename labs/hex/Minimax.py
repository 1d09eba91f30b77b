"""Players of Hex that look ahead: bounded minimax, and alpha-beta.

Black maximizes, White minimizes. A player looks depthLimit plies ahead and
values the positions there with one of two evaluators.
"""
from typing import Any, Callable, NamedTuple, Optional
import random
from Players import Board, Cell, Player
from hex_eval import HIGH, Value, compare_connected, compare_distances
from hex_grid import Grid, Position, grid_of, opposite, single_cells


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

    def __init__(self, game: Any, depthLimit: int, evaluator: str = 'eval',
                 seed: Optional[int] = None) -> None:
        """Initialize a player of game who uses the evaluator with this name.
        The same seed gives the same choices among equally good moves.

        Raise ValueError if depthLimit is not positive, or if there is no such
        evaluator.
        """
        if depthLimit < 1:
            raise ValueError(f'A player cannot look {depthLimit} plies ahead: '
                             f'the limit is 1 or more.')
        if evaluator not in ('eval', 'betterEval'):
            raise ValueError(f'{evaluator!r} is not an evaluator: they are '
                             f'eval and betterEval.')
        super().__init__(game, f'{type(self).__name__.removesuffix("Player")} '
                               f'({evaluator}, depth {depthLimit})')
        self.depthLimit = depthLimit
        self.staticEval = getattr(self, evaluator)
        self.bestMove = None
        self._random = random.Random(seed)
        self._grid = grid_of(game.size)

    def eval(self, board: Board) -> Value:
        """Return HIGH if Black has won, -HIGH if White has, and otherwise how
        many more connected pieces Black has. (On boards of 11 x 11 and larger,
        that may be more than HIGH.)
        """
        return self._evaluate(compare_connected, *self._grid.sets_of(board))

    def betterEval(self, board: Board) -> Value:
        """Return HIGH if Black has won, -HIGH if White has, and otherwise how
        much closer to winning Black is than White.
        """
        return self._evaluate(compare_distances, *self._grid.sets_of(board))

    def _evaluate(self, compare: Callable[[Grid, int, int], Value], black: int,
                  white: int) -> Value:
        """Return HIGH if Black has won, -HIGH if White has, and otherwise what
        compare says.
        """
        if self._grid.joins('B', black):
            return HIGH
        if self._grid.joins('W', white):
            return -HIGH
        return compare(self._grid, black, white)

    def getMove(self, board: Board) -> Cell:
        """Return the best move for this player's side."""
        self.boundedMinimax(Node(board, None, 0, self.side))
        return self.bestMove

    def boundedMinimax(self, node: Node) -> Value:
        """Return the value of node. If it is the root, at depth 0, set
        bestMove to one of its best moves, each with the same chance.
        """
        return self._search(node, self._minimax)

    def _search(self, node: Node, score: Callable[..., Value],
                *bounds: Value) -> Value:
        """Return the value of node, found by the method score: _minimax or
        _alpha_beta. Set bestMove if node is the root. Bounds are the alpha and
        the beta to start with, if the method takes them.
        """
        position = self._grid.sets_of(node.board)
        over = any(map(self._grid.joins, 'BW', position))
        if node.depth > 0:
            return self._evaluate_leaf(position) if over \
                else score(position, node.side, node.depth, *bounds)
        if over:
            # No move changes the value.
            best = self._evaluate_leaf(position)
            values = dict.fromkeys(
                single_cells(self._grid.find_empty(*position)), best)
        else:
            values, window = {}, bounds
            children = self._find_children(position, node.side, bool(bounds))
            for cell, after in children:
                values[cell] = score(after, opposite(node.side), 1, *window)
                window = narrow(window, node.side, values[cell])
            best = (max if node.side == 'B' else min)(values.values())
        moves = [self._grid.place_of(move) for move, value
                 in sorted(values.items()) if value == best]
        self.bestMove = self._random.choice(moves) if moves else None
        return best

    def _find_children(self, position: Position, side: str, best_first: bool
                       ) -> list[tuple[int, Position]]:
        """Return each empty cell with the position after side has filled it:
        row by row, or if best_first, those that the evaluator likes best for
        side first.
        """
        black, white = position
        empty = single_cells(self._grid.find_empty(black, white))
        if side == 'B':
            children = [(cell, (black | cell, white)) for cell in empty]
        else:
            children = [(cell, (black, white | cell)) for cell in empty]
        if best_first:
            children.sort(key=lambda child: self._evaluate_leaf(child[1]),
                          reverse=side == 'B')
        return children

    def _is_leaf(self, position: Position, side: str, depth: int) -> bool:
        """Return whether to search no deeper, with side to move."""
        mover = opposite(side)
        return depth >= self.depthLimit \
            or self._grid.joins(mover, position['BW'.index(mover)])

    def _evaluate_leaf(self, position: Position) -> Value:
        """Return the value of a leaf by the evaluator in use."""
        evaluator = getattr(self.staticEval, '__func__', None)
        if evaluator is BoundedMinimaxPlayer.eval:
            return self._evaluate(compare_connected, *position)
        if evaluator is BoundedMinimaxPlayer.betterEval:
            return self._evaluate(compare_distances, *position)
        # This is another person's evaluator, which takes a board.
        return self.staticEval(self._grid.board_of(*position))

    def _minimax(self, position: Position, side: str, depth: int) -> Value:
        """Return the value of position by minimax, with side to move."""
        if self._is_leaf(position, side, depth):
            return self._evaluate_leaf(position)
        values = [self._minimax(after, opposite(side), depth + 1)
                  for _, after in self._find_children(position, side, False)]
        return max(values) if side == 'B' else min(values)


class AlphaBetaMinimaxPlayer(BoundedMinimaxPlayer):
    """Finds the same value and the same best moves as bounded minimax, but
    skips lines of play that cannot matter.
    """

    def getMove(self, board: Board) -> Cell:
        """Return the best move for this player's side."""
        self.alphaBetaMinimax(Node(board, None, 0, self.side), float('-inf'),
                              float('inf'))
        return self.bestMove

    def alphaBetaMinimax(self, node: Node, alpha: Value, beta: Value) -> Value:
        """Return the value of node if it lies between alpha and beta, both
        included. Otherwise return a bound for it that lies beyond the same end
        of that range.

        If node is the root, at depth 0, set bestMove to a move. If the value
        is in the range, it is one of the best moves, each with the same chance:
        a line of play is only cut off once it is worse than another one, not
        when it is just as good, so all of the best moves are found.
        """
        return self._search(node, self._alpha_beta, alpha, beta)

    def _alpha_beta(self, position: Position, side: str, depth: int,
                    alpha: Value, beta: Value) -> Value:
        """Return the value of position, with side to move, or a bound for it,
        as alphaBetaMinimax does.
        """
        if self._is_leaf(position, side, depth):
            return self._evaluate_leaf(position)
        # The better the first moves are, the more of the others are cut off.
        # But it would save nothing to evaluate leaves in order to sort them.
        best_first = depth + 1 < self.depthLimit
        best = float('-inf') if side == 'B' else float('inf')
        for _, after in self._find_children(position, side, best_first):
            value = self._alpha_beta(after, opposite(side), depth + 1, alpha,
                                     beta)
            best = max(best, value) if side == 'B' else min(best, value)
            if side == 'B':
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha > beta:
                break
        return best


def narrow(bounds: tuple[Value, ...], side: str, value: Value
           ) -> tuple[Value, ...]:
    """Return bounds, which are alpha and beta or empty, narrowed now that side
    is sure of value.

    >>> narrow((-1, 5), 'B', 3), narrow((-1, 5), 'W', 3)
    ((3, 5), (-1, 3))
    """
    if not bounds:
        return bounds
    alpha, beta = bounds
    return (max(alpha, value), beta) if side == 'B' \
        else (alpha, min(beta, value))
