"""The Hex lab's alpha-beta search beside its bounded minimax."""
from functools import partial
from pathlib import Path
import sys
from benchmarks.measure import Measurement, measure
from benchmarks.tables import format_table
# The files of the lab import each other by their bare names: see its README.
sys.path.insert(0, str(Path(__file__).parent.parent / 'labs' / 'hex'))
from HexGame import HexGame
from Minimax import AlphaBetaMinimaxPlayer, BoundedMinimaxPlayer, Node

TITLE = 'Hex: alpha-beta beside bounded minimax'
SIZE = 6

# A position from a game of two good players; Black is to move.
MIDDLE = ['------', '----B-', '--WB--', '--BW--', '-W----', '------']
BOARDS = {'empty board': ['-' * SIZE] * SIZE, 'middle of a game': MIDDLE}


def bounded_value(rows: list[str], depth: int, evaluator: str) -> float:
    """Return the value that bounded minimax finds, Black to move."""
    player = BoundedMinimaxPlayer(HexGame(SIZE), depth, evaluator)
    return player.boundedMinimax(Node([list(row) for row in rows], None, 0,
                                      'B'))


def alpha_beta_value(rows: list[str], depth: int, evaluator: str) -> float:
    """Return the value that alpha-beta finds, Black to move."""
    player = AlphaBetaMinimaxPlayer(HexGame(SIZE), depth, evaluator)
    return player.alphaBetaMinimax(Node([list(row) for row in rows], None, 0,
                                        'B'), float('-inf'), float('inf'))


def format_row(name: str, plain: Measurement, ours: Measurement) -> list[str]:
    """Return the row of the table for these two measurements. Raise
    AssertionError if they found different values.
    """
    row = [name, plain.time(), ours.time()]
    if plain.failure or ours.failure:
        return row + ['-']
    if plain.result != ours.result:
        raise AssertionError(f'{name}: {plain.result} is not {ours.result}')
    return row + [f'{ours.seconds / plain.seconds:.2f}']


def section(limit: float) -> str:
    """Measure everything, each within ten times limit seconds.
    Return a table as Markdown.
    """
    rows = []
    for evaluator in 'eval', 'betterEval':
        for name, board in BOARDS.items():
            for depth in 2, 3:
                works = [partial(function, board, depth, evaluator)
                         for function in (bounded_value, alpha_beta_value)]
                rows.append(format_row(f'{evaluator}, {name}, depth {depth}',
                                     *[measure(work, 10 * limit)
                                       for work in works]))
                print(*rows[-1], flush=True)
    return '\n\n'.join([
        f'Seconds for one move on {SIZE} x {SIZE}, Black to move. Both find '
        f'the same value. From the empty board, `eval` finds nearly all '
        f'lines of play as good as each other: nothing can be left out then, '
        f'as all moves that are as good as the best one are wanted.',
        format_table(['', 'bounded minimax', 'alpha-beta',
                  'alpha-beta / minimax'], rows)])
