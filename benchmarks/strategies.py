"""Our two exact strategies beside easyAI and textbook minimax."""
from functools import partial
from pathlib import Path
from typing import Any, Iterator
import random
import matplotlib
from matplotlib.figure import Figure
from benchmarks.build_book import without_books
from benchmarks.contenders import CONTENDERS, Contender, have_equal_scores
from benchmarks.measure import Measurement, measure
from benchmarks.tables import format_number, format_table
from game import Game
from stonehenge import StonehengeGame
from subtract_square_game import SubtractSquareGame

TITLE = 'Exact strategies side by side'
CHART = Path(__file__).with_name('strategies.svg')

# The first move after which Stonehenge 4 takes the most searching.
HARDEST = 'E'

STONEHENGE = [(2, ''), (3, ''), (3, 3), (4, ''), (4, HARDEST), (4, 4), (4, 8),
              (5, 4), (5, 6), (5, 10), (5, 14)]
SUBTRACT_SQUARE = [30, 300, 1000, 3000, 9999, 10000]


def play_random_game(size: int, plies: int, seed: int = 0) -> StonehengeGame:
    """Return a game of Stonehenge after this many random moves, which is not
    over.
    """
    rng = random.Random(f'{size} {plies} {seed}')
    cells = StonehengeGame(True, size=size).current_state.get_possible_moves()
    game = None
    while game is None or game.is_over(game.current_state):
        game = StonehengeGame(True, size=size)
        for move in rng.sample(cells, plies):
            game.current_state = game.current_state.make_move(move)
    return game


def list_positions() -> Iterator[tuple[str, Game]]:
    """Yield the positions to search, each with its name."""
    for size, moves in STONEHENGE:
        if isinstance(moves, int):
            game = play_random_game(size, moves)
            name = f'after {moves} random plies'
        else:
            game = StonehengeGame(True, size=size)
            for move in moves:
                game.current_state = game.current_state.make_move(move)
            name = f'after {moves}' if moves else 'opening'
        yield f'Stonehenge {size}, {name}', game
    for total in SUBTRACT_SQUARE:
        yield f'Subtract Square {total:,}', SubtractSquareGame(True, size=total)


def run_without_books(run: Contender, game: Game) -> tuple[Any, int]:
    """Let a contender find a move in game without opening books, which the
    others do not have.
    """
    with without_books():
        return run(game)


def format_ratio(slow: Measurement, fast: Measurement) -> str:
    """Return how many times as long as fast slow took, as text."""
    if fast.failure or slow.failure not in ('', f'>{slow.seconds:g}'):
        return '?'
    times = slow.seconds / fast.seconds
    return f'{">" if slow.failure else ""}{times:.{0 if times > 9 else 1}f}'


def section(limit: float) -> str:
    """Measure everything, each within limit seconds. Return the
    tables as Markdown, and draw the chart.
    """
    seconds, visited, memory = [], [], []
    results: dict[str, dict[str, Measurement]] = {}
    for name, game in list_positions():
        done = results[name] = {}
        for contender, run in CONTENDERS.items():
            done[contender] = measure(partial(run_without_books, run, game),
                                      limit)
            print(f'{name}, {contender}: {done[contender].time()}', flush=True)
        found = [each.result for each in done.values() if not each.failure]
        if not have_equal_scores(game, [move for move, _ in found]):
            raise AssertionError(f'{name}: the moves have different scores.')
        seconds.append([name, *(each.time() for each in done.values()),
                        format_ratio(done['easyAI'], done['recursive']),
                        format_ratio(done['textbook'], done['recursive'])])
        visited.append([name, *(format_number(each.result and each.result[1])
                                for each in done.values())])
        memory.append([name, *(format_number(each.megabytes or None)
                               for each in done.values())])
    draw(results, limit)
    names = ['', *CONTENDERS]
    return '\n\n'.join([
        'Seconds for one move, without opening books. The last columns say '
        'how many times as long as our recursive strategy the others take.',
        format_table(names + ['easyAI / recursive', 'textbook / recursive'],
                 seconds),
        f'![Seconds for one move]({CHART.name})',
        'Positions visited.', format_table(names, visited),
        'Peak memory of the whole process, in megabytes.',
        format_table(names, memory)])


def draw(results: dict[str, dict[str, Measurement]], limit: float) -> None:
    """Draw the seconds in results as bars. Bars of what was stopped, after
    limit seconds, end in an arrow.
    """
    matplotlib.rcParams.update({'svg.hashsalt': 'benchmarks',
                                'svg.fonttype': 'none'})
    figure = Figure(figsize=(8, 0.55 * len(results) + 1.2), layout='tight')
    axes = figure.add_subplot()
    hatches = ['', '//', '..', 'xx']
    for i, contender in enumerate(CONTENDERS):
        places = [at + 0.2 * i for at in range(len(results))]
        widths = [max(row[contender].seconds, 0.0001)
                  for row in results.values()]
        axes.barh(places, widths, height=0.2, label=contender,
                  hatch=hatches[i], edgecolor='white')
        for place, width, done in zip(places, widths, results.values()):
            if done[contender].failure:
                axes.text(width, place, ' \N{RIGHTWARDS ARROW}', va='center')
    axes.set_xscale('log')
    axes.set_yticks([at + 0.3 for at in range(len(results))], list(results))
    axes.invert_yaxis()
    axes.axvline(limit, color='grey', linestyle=':')
    axes.set_xlabel(f'seconds for one move (stopped after {limit:g})')
    axes.legend()
    figure.savefig(CHART, metadata={'Date': None})
