"""The search of the dominoes lab beside a plain one."""
from functools import partial
from typing import Optional
from benchmarks.measure import format_number, format_table, measure
from labs.dominoes.adversarial_search import create_dominoes_game

Dominoes = list[list[bool]]

# Rows, columns and limit.
DOMINOES = [(4, 4, 5), (6, 6, 4), (8, 8, 3), (8, 8, 4), (8, 8, 5)]


def compare_dominoes(limit: float) -> str:
    """Measure the search of the dominoes lab beside a plain one, each within
    ten times limit seconds. Return a table as Markdown.
    """
    rows = []
    for height, width, plies in DOMINOES:
        game = create_dominoes_game(height, width)
        ours = measure(partial(game.get_best_move, True, plies), 10 * limit)
        plain = measure(partial(best_move, game.get_board(), True, plies),
                        10 * limit)
        row = [f'{height} x {width}, limit {plies}']
        if not ours.failure and not plain.failure:
            if ours.result != plain.result:
                raise AssertionError(f'{row[0]}: {ours.result} is not '
                                     f'{plain.result}')
            leaves = ours.result[2]
            row += [format_number(leaves),
                    format_number(leaves / plain.seconds),
                    format_number(leaves / ours.seconds),
                    f'{plain.seconds / ours.seconds:.0f}']
        rows.append(row)
        print(*row, flush=True)
    return '\n\n'.join([
        'Leaves valued in a second by `get_best_move` on an empty board, '
        'vertical to move, and by a plain search with lists of lists '
        '(`benchmarks/labs.py`). Both find the same move and value with the '
        'same number of leaves.',
        format_table(['', 'leaves', 'plain', 'ours', 'ours / plain'], rows)])


# The dominoes game and its search, as plainly as one can write them: the board
# is a list of lists, and every move makes a new one.

def legal_moves(board: Dominoes, vertical: bool) -> list[tuple[int, int]]:
    """Return the legal moves on board, row by row."""
    down, right = (1, 0) if vertical else (0, 1)
    return [(r, c) for r in range(len(board) - down)
            for c in range(len(board[r]) - right)
            if not board[r][c] and not board[r + down][c + right]]


def after(board: Dominoes, move: tuple[int, int], vertical: bool) -> Dominoes:
    """Return a new board with a domino placed."""
    copy = [row[:] for row in board]
    row, col = move
    copy[row][col] = True
    copy[row + vertical][col + (not vertical)] = True
    return copy


def best_move(board: Dominoes, vertical: bool, limit: int, prune: bool = True
              ) -> tuple[Optional[tuple[int, int]], float, int]:
    """Return the first best move, its value and the number of leaves, of an
    alpha-beta search, or of minimax if not prune.
    """
    leaves = 0

    def search(now: Dominoes, limit: int, maximize: bool, low: float,
               high: float) -> tuple[float, Optional[tuple[int, int]]]:
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
