"""What each short cut of the search is worth, by taking it out."""
from contextlib import AbstractContextManager, nullcontext
from typing import Callable
from unittest.mock import patch
from benchmarks.measure import Counter, LimitReachedError, format_table, \
    without_books
from engine import candidates
from engine.candidates import Tactics
from engine.fast_board import FastBoard, list_numbers
from engine.fast_stonehenge import FastStonehengeState
from engine.lines import Lines
from game_state import GameState
from stonehenge import StonehengeGame
from strategy import LOSE, Score, Search, candidate_moves, recurse_deeply, \
    recursive_score

look_up, find_candidates = Search.look_up, candidates.find_candidates


# What a search does without each of the short cuts.

def score_all_moves(search: Search, state: GameState) -> Score:
    """Return the score of state as recursive_score does, but go on after a
    move that wins.
    """
    search.watcher.on_visit(state)
    key, score = search.look_up(state)
    if score is None:
        score = LOSE
        for move in candidate_moves(state):
            score = max(score,
                        -score_all_moves(search, state.make_move(move)))
        search.table[key] = score
    return score


def look_up_unsearched(search: Search, state: GameState) -> tuple:
    """Return what Search.look_up does, but no score that took searching."""
    key, score = look_up(search, state)
    return key, score if key is None else None


def ignore_threats(board: FastBoard, free: int, lines: Lines,
                   tactics: Tactics) -> int:
    """Return what find_candidates does where nobody threatens to win."""
    return find_candidates(board, free, lines, tactics._replace(threats=0))


def in_reading_order(board: FastBoard, cells: int, _: Lines) -> list[str]:
    """Return the letters of these cells."""
    return [board.letters[cell] for cell in list_numbers(cells)]


# How to take each short cut out.
SHORT_CUTS: dict[str, Callable[[], AbstractContextManager]] = {
    'all short cuts': nullcontext,
    'without stopping at a winning move': lambda: patch(
        'benchmarks.short_cuts.recursive_score', score_all_moves),
    'without remembering scores': lambda: patch.object(
        Search, 'look_up', look_up_unsearched),
    'without folding symmetric positions': lambda: patch(
        'engine.folding.SYMMETRIC_PLIES', -1),
    'without folding positions at all': lambda: patch.object(
        FastStonehengeState, 'search_key', GameState.search_key),
    'without knowing scores two plies ahead': lambda: patch.object(
        FastStonehengeState, 'known_score', GameState.known_score),
    'without dropping useless cells': lambda: patch(
        'engine.candidates.drop_useless', lambda board, free, lines: free),
    'without dropping what stops no threat': lambda: patch(
        'engine.fast_stonehenge.find_candidates', ignore_threats),
    'without doubling where both could claim': lambda: patch(
        'engine.candidates.WORTH', bytes(
            16 >> (needed >> 2) if needed else 0 for needed in range(256))),
    'without trying the best cells first': lambda: patch(
        'engine.fast_stonehenge.order_cells', in_reading_order)}


def count_positions(short_cut: str, size: int, limit: int) -> str:
    """Return how many positions a search from the opening of Stonehenge visits
    without short_cut and without an opening book, as text. It is stopped after
    limit.
    """
    counter = Counter(limit)
    with without_books(), SHORT_CUTS[short_cut]():
        search = Search(StonehengeGame(True, size=size), counter)
        try:
            recurse_deeply(recursive_score, search, search.root)
        except LimitReachedError:
            return f'>{limit:,}'
    return f'{counter.positions:,}'


def count_all_positions(limit: float) -> str:
    """Count everything. A search is stopped after as many positions as take
    about limit seconds. Return a table as Markdown.
    """
    rows = []
    for short_cut in SHORT_CUTS:
        rows.append([short_cut, *(
            count_positions(short_cut, size, int(limit) * 50_000)
            for size in (3, 4))])
        print(*rows[-1], flush=True)
    return '\n\n'.join([
        'Positions that the recursive strategy visits from the opening, '
        'without an opening book.',
        format_table(['', 'Stonehenge 3', 'Stonehenge 4'], rows)])
