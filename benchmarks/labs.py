"""The searches of the labs beside plain ones: dominoes and Hex."""
from functools import partial
from pathlib import Path
from typing import Optional
import sys
from benchmarks.measure import format_number, format_table, measure
from labs.dominoes.adversarial_search import create_dominoes_game
# The files of the Hex lab import each other by their bare names: see its
# README.
sys.path.insert(0, str(Path(__file__).parent.parent / 'labs' / 'hex'))
from HexGame import HexGame
from Minimax import AlphaBetaMinimaxPlayer, BoundedMinimaxPlayer, Node

Dominoes = list[list[bool]]

# Rows, columns and limit.
DOMINOES = [(4, 4, 5), (6, 6, 4), (8, 8, 3), (8, 8, 4), (8, 8, 5)]

HEX_SIZE = 6
# A position from a game of two good players; Black is to move.
MIDDLE = ['------', '----B-', '--WB--', '--BW--', '-W----', '------']
BOARDS = {'empty board': ['-' * HEX_SIZE] * HEX_SIZE,
          'middle of a game': MIDDLE}


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


def bounded_value(rows: list[str], depth: int, evaluator: str) -> float:
    """Return the value that bounded minimax finds, Black to move."""
    player = BoundedMinimaxPlayer(HexGame(HEX_SIZE), depth, evaluator)
    return player.boundedMinimax(Node(list(map(list, rows)), None, 0, 'B'))


def alpha_beta_value(rows: list[str], depth: int, evaluator: str) -> float:
    """Return the value that alpha-beta finds, Black to move."""
    player = AlphaBetaMinimaxPlayer(HexGame(HEX_SIZE), depth, evaluator)
    return player.alphaBetaMinimax(Node(list(map(list, rows)), None, 0, 'B'),
                                   float('-inf'), float('inf'))


def compare_hex(limit: float) -> str:
    """Measure alpha-beta beside bounded minimax, each within ten times limit
    seconds. Return a table as Markdown.
    """
    rows = []
    for evaluator, name, depth in [
            (evaluator, name, depth) for evaluator in ('eval', 'betterEval')
            for name in BOARDS for depth in (2, 3)]:
        plain, ours = [
            measure(partial(value, BOARDS[name], depth, evaluator), 10 * limit)
            for value in (bounded_value, alpha_beta_value)]
        row = [f'{evaluator}, {name}, depth {depth}', plain.format_time(),
               ours.format_time(), '-']
        if not plain.failure and not ours.failure:
            if plain.result != ours.result:
                raise AssertionError(f'{row[0]}: {plain.result} is not '
                                     f'{ours.result}')
            row[-1] = f'{ours.seconds / plain.seconds:.2f}'
        rows.append(row)
        print(*row, flush=True)
    return '\n\n'.join([
        f'Seconds for one move on {HEX_SIZE} x {HEX_SIZE}, Black to move. Both '
        f'find the same value. From the empty board, `eval` finds nearly all '
        f'lines of play as good as each other: nothing can be left out then, '
        f'as all moves that are as good as the best one are wanted.',
        format_table(['', 'bounded minimax', 'alpha-beta',
                      'alpha-beta / minimax'], rows)])
