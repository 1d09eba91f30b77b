"""What each short cut of the search is worth, by taking it out."""

from typing import Any
from unittest.mock import patch
from tabulate import tabulate
from benchmarks.measure import Counter, without_books
from engine import candidates
from engine.fast_board import list_numbers
from game import Game
from game_state import GameState
from stonehenge import StonehengeGame
from strategy import (
    WIN,
    Score,
    Search,
    ask_hook,
    recurse_deeply,
    recursive_score,
)

look_up = Search.look_up
usual_candidates = candidates.find_candidates
MOST_SCORED = 2_000_000


def look_up_unsearched(search: Search, state: GameState) -> tuple:
    """Return what Search.look_up does, but no score that took searching."""
    key, score = look_up(search, state)
    return key, score if key is None else None


def score_without_stopping(search: Search, state: GameState) -> Score:
    """Return what recursive_score does, but try all candidate moves."""
    search.watcher.on_visit(state)
    key, score = search.look_up(state)
    if score is None:
        search.enter(key, state)
        score = max(
            -score_without_stopping(search, state.make_move(move))
            for move in ask_hook(state, 'candidate_moves')
        )
        search.path.popitem()
        search.table[key] = score
    search.watcher.on_score(state, score)
    return score


FAST = 'engine.fast_stonehenge'
STATE = f'{FAST}.FastStonehengeState'
ALL_SHORT_CUTS = 'strategy.WIN', WIN
# What stands in place of each short cut: in the first row, the same as ever.
SHORT_CUTS: dict[str, tuple[str, Any]] = {
    'all short cuts': ALL_SHORT_CUTS,
    'without stopping at a winning move': (
        'benchmarks.short_cuts.recursive_score',
        score_without_stopping,
    ),
    'without remembering scores': (
        'strategy.Search.look_up',
        look_up_unsearched,
    ),
    'without folding symmetric positions': (f'{FAST}.SYMMETRIC_PLIES', -1),
    'without folding positions at all': (
        f'{STATE}.search_key',
        GameState.search_key,
    ),
    'without knowing scores two plies ahead': (
        f'{STATE}.known_score',
        GameState.known_score,
    ),
    'without dropping useless cells': (
        'engine.candidates.drop_useless',
        lambda board, free, lines: free,
    ),
    'without dropping what stops no threat': (
        f'{FAST}.find_candidates',
        lambda board, free, lines, tactics: usual_candidates(
            board, free, lines, tactics._replace(threats=0)
        ),
    ),
    'without doubling where both could claim': (
        'engine.candidates.WORTH',
        bytes(16 >> (needed >> 2) if needed else 0 for needed in range(256)),
    ),
    'without trying the best cells first': (
        f'{FAST}.order_cells',
        lambda board, cells, lines: [
            board.letters[cell] for cell in list_numbers(cells)
        ],
    ),
}


def count_positions(
    game: Game,
    limit: float = float('inf'),
    short_cut: tuple[str, Any] = ALL_SHORT_CUTS,
) -> str:
    """Return how many positions a search of game visits without short_cut and
    without an opening book, as text. It is stopped after limit.
    """
    counter = Counter(limit)
    with without_books(), patch(*short_cut):
        search = Search(game, counter)
        try:
            recurse_deeply(recursive_score, search, search.root)
        except TimeoutError:
            return f'>{limit:,.0f}'
    return f'{counter.positions:,}'


def measure_short_cuts() -> str:
    """Return a table in Markdown of all short cuts."""
    rows = []
    for name, short_cut in SHORT_CUTS.items():
        row = [name]
        for size in 3, 4:
            game = StonehengeGame(True, size)
            row.append(count_positions(game, MOST_SCORED, short_cut))
        rows.append(row)
    table = tabulate(
        rows,
        ['', 'Stonehenge 3', 'Stonehenge 4'],
        disable_numparse=True,
        tablefmt='pipe',
        colalign=['left', 'right', 'right'],
    )
    return (
        '## Short cuts, each taken out in turn\n\nPositions that minimax '
        f'visits from the empty board, without an opening book.\n\n{table}'
    )
