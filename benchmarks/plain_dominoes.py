"""The dominoes game and its search, as plainly as one can write them.

The board is a list of lists, and every move makes a new one. It is here to be
compared with labs/dominoes, in what it finds and in how fast it finds it.
"""
from typing import Optional

Board = list[list[bool]]


def legal_moves(board: Board, vertical: bool) -> list[tuple[int, int]]:
    """Return the legal moves on board, row by row."""
    down, right = (1, 0) if vertical else (0, 1)
    return [(r, c) for r in range(len(board) - down)
            for c in range(len(board[r]) - right)
            if not board[r][c] and not board[r + down][c + right]]


def after(board: Board, move: tuple[int, int], vertical: bool) -> Board:
    """Return a new board with a domino placed."""
    copy = [row[:] for row in board]
    row, col = move
    copy[row][col] = True
    copy[row + vertical][col + (not vertical)] = True
    return copy


def best_move(board: Board, vertical: bool, limit: int, prune: bool = True
              ) -> tuple[Optional[tuple[int, int]], float, int]:
    """Return the first best move, its value and the number of leaves, of an
    alpha-beta search, or of minimax if not prune."""
    leaves = 0

    def search(now: Board, limit: int, maximize: bool, low: float, high: float
               ) -> tuple[float, Optional[tuple[int, int]]]:
        """Return the value of now and the first best move."""
        nonlocal leaves
        side = vertical if maximize else not vertical
        moves = legal_moves(now, side)
        if limit == 0 or not moves:
            leaves += 1
            return (len(legal_moves(now, vertical))
                    - len(legal_moves(now, not vertical)), None)
        best, choice = (float('-inf') if maximize else float('inf')), None
        for move in moves:
            value, _ = search(after(now, move, side), limit - 1, not maximize,
                              low, high)
            if maximize and value > best or not maximize and value < best:
                best, choice = value, move
            if prune and (best >= high if maximize else best <= low):
                break
            if maximize:
                low = max(low, best)
            else:
                high = min(high, best)
        return best, choice

    value, move = search(board, limit, True, float('-inf'), float('inf'))
    return move, value, leaves
