"""The dominoes lab's search beside a plain one."""
from functools import partial
from benchmarks import plain_dominoes
from benchmarks.measure import measure
from benchmarks.tables import format_number, format_table
from labs.dominoes.adversarial_search import create_dominoes_game

TITLE = 'Dominoes: leaves per second'

# Rows, columns and limit.
CASES = [(4, 4, 5), (6, 6, 4), (8, 8, 3), (8, 8, 4), (8, 8, 5)]


def section(limit: float) -> str:
    """Measure everything, each within ten times limit seconds.
    Return a table as Markdown.
    """
    rows = []
    for height, width, plies in CASES:
        game = create_dominoes_game(height, width)
        ours = measure(partial(game.get_best_move, True, plies), 10 * limit)
        plain = measure(partial(plain_dominoes.best_move, game.get_board(),
                                 True, plies), 10 * limit)
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
        '(`benchmarks/plain_dominoes.py`). Both find the same move and value '
        'with the same number of leaves.',
        format_table(['', 'leaves', 'plain', 'ours', 'ours / plain'], rows)])
