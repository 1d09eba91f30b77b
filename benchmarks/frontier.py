"""How long a move takes on the largest board, ply by ply."""
from functools import partial
from statistics import median
from benchmarks.build_book import without_books
from benchmarks.contenders import run_recursive
from benchmarks.measure import Measurement, measure
from benchmarks.strategies import play_random_game
from benchmarks.tables import format_table
from stonehenge import SIDE_LENGTHS, StonehengeGame

TITLE = 'Stonehenge 5, ply by ply'

# How many random positions are searched, by the number of cells taken, and how
# many without the book, where that takes minutes. Later on it is never read.
SAMPLES = {0: 1, 1: 6, 2: 20, 3: 20, 4: 20, 5: 20, 6: 60, 7: 60, 8: 60, 10: 60,
           12: 60}
SAMPLES_WITHOUT_BOOK = {0: 1, 1: 2, 2: 2, 3: 4}


def run_without_book(game: StonehengeGame) -> tuple[str, int]:
    """Run our recursive strategy as if there were no opening book."""
    with without_books():
        return run_recursive(game)


def format_row(plies: int, book: str, done: list[Measurement]) -> list[str]:
    """Return a row of the table for what was done after this many plies."""
    slowest = max(done, key=lambda each: each.seconds)
    return [str(plies), book, str(len(done)),
            f'{median(each.seconds for each in done):.2f}',
            slowest.failure or f'{slowest.seconds:.2f}',
            f'{max(each.megabytes for each in done):.0f}']


def section(limit: float) -> str:
    """Measure everything, each within ten times limit seconds.
    Return a table as Markdown.
    """
    rows = []
    for plies, samples in SAMPLES.items():
        games = [play_random_game(SIDE_LENGTHS[-1], plies, seed)
                 for seed in range(samples)]
        rows.append(format_row(plies, 'yes' if plies < 4 else 'no use', [
            measure(partial(run_recursive, game), 10 * limit)
            for game in games]))
        print(*rows[-1], flush=True)
        if plies in SAMPLES_WITHOUT_BOOK:
            games = games[:SAMPLES_WITHOUT_BOOK[plies]]
            rows.append(format_row(plies, 'no', [
                measure(partial(run_without_book, game), 10 * limit)
                for game in games]))
            print(*rows[-1], flush=True)
    return '\n\n'.join([
        'Seconds for a move of the recursive strategy from random positions, '
        'with the opening book and without it.',
        format_table(['cells taken', 'book', 'positions', 'median', 'slowest',
                  'most memory (MB)'], rows)])
