"""The dominoes game and its search, as plainly as one can write them: the board
is a list of lists, and every move makes a new one."""

from math import inf
from typing import Optional

Board = list[list[bool]]
Move = tuple[int, int]


def legal_moves(board: Board, vertical: bool) -> list[Move]:
    """Return the legal moves on board, row by row."""
    down, right = (1, 0) if vertical else (0, 1)
    return [
        (r, c)
        for r in range(len(board) - down)
        for c in range(len(board[r]) - right)
        if not board[r][c] and not board[r + down][c + right]
    ]


def after(board: Board, move: Move, vertical: bool) -> Board:
    """Return a new board with a domino placed."""
    copy = [row[:] for row in board]
    row, col = move
    copy[row][col] = True
    copy[row + vertical][col + (not vertical)] = True
    return copy


def best_move(
    board: Board, vertical: bool, limit: int, prune: bool = True
) -> tuple[Optional[Move], float, int]:
    """Return the first best move, its value and the number of leaves."""
    leaves = 0

    def search(
        now: Board, limit: int, side: bool, low: float, high: float
    ) -> tuple[float, Optional[Move]]:
        """Return the value of now for side, and the first best move."""
        nonlocal leaves
        moves = legal_moves(now, side)
        if limit == 0 or not moves:
            leaves += 1
            return len(moves) - len(legal_moves(now, not side)), None
        best = -inf
        choice = None
        for move in moves:
            value = -search(
                after(now, move, side),
                limit - 1,
                not side,
                -high,
                -max(low, best),
            )[0]
            if value > best:
                best = value
                choice = move
            if prune and best >= high:
                break
        return best, choice

    value, move = search(board, limit, vertical, -inf, inf)
    return move, value, leaves
