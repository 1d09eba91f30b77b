"""Players of Hex that look ahead: bounded minimax, and alpha-beta.

Black maximises, White minimises. A player looks depthLimit plies ahead and
values what it sees there by one of two evaluators.
"""
from typing import Any, Callable, NamedTuple, Optional
import random
from Players import Board, Cell, Player
from hex_eval import HIGH, Value, connected, two_distance
from hex_grid import Grid, Position, grid_of, other


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
    """Looks ahead as far as its depth limit, at every line of play.

    === Attributes ===
    depthLimit: how many plies it looks ahead
    staticEval: the evaluator in use, eval or betterEval: a function from a
        board to a value, which is higher the better it is for Black
    bestMove: the best move that the last search has found
    """
    depthLimit: int
    staticEval: Callable[[Board], Value]
    bestMove: Optional[Cell]
    _random: random.Random
    _grid: Grid

    def __init__(self, game: Any, depthLimit: int, evaluator: str = 'eval',
                 seed: Optional[int] = None) -> None:
        """Initialize a player of game with the evaluator of this name. The
        same seed gives the same choices among equally good moves.

        Raise ValueError if depthLimit is not positive, or if there is no such
        evaluator.
        """
        if depthLimit < 1:
            raise ValueError(f'A player cannot look {depthLimit} plies ahead: '
                             f'the limit is 1 or more.')
        if evaluator not in ('eval', 'betterEval'):
            raise ValueError(f'{evaluator!r} is no evaluator: they are eval '
                             f'and betterEval.')
        super().__init__(game, f'{type(self).__name__.removesuffix("Player")} '
                               f'({evaluator}, depth {depthLimit})')
        self.depthLimit = depthLimit
        self.staticEval = getattr(self, evaluator)
        self.bestMove = None
        self._random = random.Random(seed)
        self._grid = grid_of(game.size)

    def eval(self, board: Board) -> Value:
        """Return HIGH if Black has won, -HIGH if White has, and otherwise how
        many more connected pieces Black has. (Only on boards of 11 x 11 and
        larger can that be more than HIGH.)
        """
        return self._valued(connected, *self._grid.sets(board))

    def betterEval(self, board: Board) -> Value:
        """Return HIGH if Black has won, -HIGH if White has, and otherwise how
        much closer Black is to winning, by two_distance.
        """
        return self._valued(two_distance, *self._grid.sets(board))

    def _valued(self, measure: Callable[[Grid, int, int], Value], black: int,
                white: int) -> Value:
        """Return HIGH, -HIGH or what measure says of a board."""
        if self._grid.joins('B', black):
            return HIGH
        if self._grid.joins('W', white):
            return -HIGH
        return measure(self._grid, black, white)

    def getMove(self, board: Board) -> Cell:
        """Return the best move for this player's side."""
        self.boundedMinimax(Node(board, None, 0, self.side))
        return self.bestMove

    def boundedMinimax(self, node: Node) -> Value:
        """Return the value of node. If it is the root, at depth 0, set
        bestMove to one of its best moves, any of them with equal chances.
        """
        return self._searched(node, self._minimax)

    def _searched(self, node: Node, search: Callable[..., Value],
                  *bounds: Value) -> Value:
        """Return the value of node by search, one of the two methods below,
        and set bestMove if it is the root. The bounds, alpha and beta if there
        are any, are passed on to the search, and narrowed after each move.
        """
        position = self._grid.sets(node.board)
        over = any(map(self._grid.joins, 'BW', position))
        if node.depth > 0:
            return self._leaf(position) if over \
                else search(position, node.side, node.depth, *bounds)
        if over:
            # Whatever the move, it stays as it is.
            best = self._leaf(position)
            values = dict.fromkeys(self._grid.empty(position), best)
        else:
            values, window = {}, bounds
            children = self._children(position, node.side, bool(bounds))
            for cell, after in children:
                values[cell] = search(after, other(node.side), 1, *window)
                window = narrowed(window, node.side, values[cell])
            best = (max if node.side == 'B' else min)(values.values())
        moves = [self._grid.place(move) for move, value
                 in sorted(values.items()) if value == best]
        self.bestMove = self._random.choice(moves) if moves else None
        return best

    def _children(self, position: Position, side: str, best_first: bool
                  ) -> list[tuple[int, Position]]:
        """Return each empty cell with the position after side has filled it:
        row by row, or as if those were leaves, the best ones first.
        """
        black, white = position
        empty = self._grid.empty(position)
        if side == 'B':
            children = [(cell, (black | cell, white)) for cell in empty]
        else:
            children = [(cell, (black, white | cell)) for cell in empty]
        if best_first:
            children.sort(key=lambda child: self._leaf(child[1]),
                          reverse=side == 'B')
        return children

    def _is_leaf(self, position: Position, side: str, depth: int) -> bool:
        """Return whether to look no further, where side is to move."""
        mover = other(side)
        return depth >= self.depthLimit \
            or self._grid.joins(mover, position['BW'.index(mover)])

    def _leaf(self, position: Position) -> Value:
        """Return the value of a leaf."""
        evaluator = getattr(self.staticEval, '__func__', None)
        if evaluator is BoundedMinimaxPlayer.eval:
            return self._valued(connected, *position)
        if evaluator is BoundedMinimaxPlayer.betterEval:
            return self._valued(two_distance, *position)
        # Somebody else's evaluator, which wants a board.
        return self.staticEval(self._grid.board(*position))

    def _minimax(self, position: Position, side: str, depth: int) -> Value:
        """Return the value of position, with side to move, by minimax."""
        if self._is_leaf(position, side, depth):
            return self._leaf(position)
        values = [self._minimax(after, other(side), depth + 1)
                  for _, after in self._children(position, side, False)]
        return max(values) if side == 'B' else min(values)


class AlphaBetaMinimaxPlayer(BoundedMinimaxPlayer):
    """Finds the same value and the same best moves as bounded minimax, but
    leaves lines of play that cannot matter.
    """

    def getMove(self, board: Board) -> Cell:
        """Return the best move for this player's side."""
        self.alphaBetaMinimax(Node(board, None, 0, self.side), float('-inf'),
                              float('inf'))
        return self.bestMove

    def alphaBetaMinimax(self, node: Node, alpha: Value, beta: Value) -> Value:
        """Return the value of node, if it is from alpha to beta; otherwise
        something on the same side of them. If node is the root, at depth 0,
        set bestMove to a move; if its value is from alpha to beta, to one of
        its best moves, any with equal chances.

        A line of play is left only when it is worse than another, not when it
        is as good: so moves that are as good as the best one are all found.
        """
        return self._searched(node, self._alpha_beta, alpha, beta)

    def _alpha_beta(self, position: Position, side: str, depth: int,
                    alpha: Value, beta: Value) -> Value:
        """Return the value of position, with side to move, as above."""
        if self._is_leaf(position, side, depth):
            return self._leaf(position)
        # The better the first moves are, the more of the others can be left.
        # To value leaves in advance, though, would save nothing.
        best_first = depth + 1 < self.depthLimit
        best = float('-inf') if side == 'B' else float('inf')
        for _, after in self._children(position, side, best_first):
            value = self._alpha_beta(after, other(side), depth + 1, alpha, beta)
            best = max(best, value) if side == 'B' else min(best, value)
            if side == 'B':
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha > beta:
                break
        return best


def narrowed(bounds: tuple[Value, ...], side: str, value: Value
             ) -> tuple[Value, ...]:
    """Return bounds, alpha and beta if there are any, when side can be sure of
    value.

    >>> narrowed((-1, 5), 'B', 3), narrowed((-1, 5), 'W', 3)
    ((3, 5), (-1, 3))
    """
    if not bounds:
        return bounds
    alpha, beta = bounds
    return (max(alpha, value), beta) if side == 'B' \
        else (alpha, min(beta, value))
