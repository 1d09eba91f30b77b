"""What each short cut of the search is worth, by taking it out."""
from contextlib import AbstractContextManager, nullcontext
from functools import reduce
from importlib import import_module
from typing import Any, Callable
from unittest.mock import patch
import random
from benchmarks.measure import Counter, LimitReachedError, format_table, \
    without_books
from engine import candidates
from engine.candidates import Tactics
from engine.fast_board import FastBoard, list_numbers
from engine.fast_stonehenge import FastStonehengeState
from engine.lines import Lines
from game_interface import playable_games
from game_state import GameState
from labs.dominoes.adversarial_search import cover, find_places
from labs.dominoes.domineering import DomineeringState
from labs.dominoes.points import Areas, choose_disjoint, rank_places
from labs.games import add_games
from strategy import LOSE, Score, Search, ask, recurse_deeply, \
    recursive_score

add_games()
hex_lab = import_module('hex_connections')
look_up, find_candidates = Search.look_up, candidates.find_candidates
look_ahead, choose_cells = hex_lab.look_ahead, hex_lab.choose_cells


# What a search does without each of the short cuts.

def score_all_moves(search: Search, state: GameState) -> Score:
    """Return what recursive_score does, but go on after a move that wins."""
    search.watcher.on_visit(state)
    key, score = search.look_up(state)
    if score is None:
        score = LOSE
        for move in ask(state, 'candidate_moves'):
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


def ignore_must_play(grid: Any, *view: Any) -> Any:
    """Return what look_ahead does, but with all moves left."""
    outlook = look_ahead(grid, *view)
    return outlook._replace(left=grid.find_empty(*outlook.sets.values()))


def choose_single_places(empty: int, hers: int, mine: int, theirs: int
                         ) -> Areas:
    """Return what choose_areas does, but without places side by side."""
    safe = choose_disjoint(find_places(empty & ~hers, mine), mine)
    rest = cover(empty, safe, mine)
    ones = choose_disjoint(find_places(rest, mine), mine)
    return Areas(safe, 0, 0, ones, cover(rest, ones, mine))


# How to take each short cut out, by the key of the game.
SHORT_CUTS: dict[str, dict[str, Callable[[], AbstractContextManager]]] = {
    'h': {
        'all short cuts': nullcontext,
        'without stopping at a winning move': lambda: patch(
            'benchmarks.short_cuts.recursive_score', score_all_moves),
        'without remembering scores': lambda: patch.object(
            Search, 'look_up', look_up_unsearched),
        'without folding symmetric positions': lambda: patch(
            'engine.fast_stonehenge.SYMMETRIC_PLIES', -1),
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
            'engine.fast_stonehenge.order_cells', in_reading_order)},
    'd': {
        'all short cuts': nullcontext,
        'without remembering scores': lambda: patch.object(
            Search, 'look_up', look_up_unsearched),
        'without one key for mirror images': lambda: patch.object(
            DomineeringState, 'search_key', GameState.search_key),
        'without points': lambda: patch.object(
            DomineeringState, 'known_score', GameState.known_score),
        'with points for safe places alone': lambda: patch(
            'labs.dominoes.points.find_promise', lambda *areas: 0),
        'without places side by side': lambda: patch(
            'labs.dominoes.points.choose_areas', choose_single_places),
        'as if she could spoil any two areas': lambda: patch(
            'labs.dominoes.points.find_joined',
            lambda areas, *steps: areas.twos | areas.ones),
        'without odd rows': lambda: patch(
            'labs.dominoes.points.count_odd', lambda *squares: 0),
        'without counting room': lambda: patch(
            'labs.dominoes.domineering.count_room', lambda *board: 0),
        'without ranking places': lambda: patch(
            'labs.dominoes.domineering.rank_places',
            lambda *board: sorted(rank_places(*board))),
        'without any order': lambda: patch.object(
            DomineeringState, 'candidate_moves', GameState.candidate_moves)},
    'x': {
        'all short cuts': nullcontext,
        'without remembering scores': lambda: patch.object(
            Search, 'look_up', look_up_unsearched),
        'without folding the rotated board': lambda: patch(
            'hex_grid.Grid.rotate', lambda grid, cells: cells),
        'without fill-in': lambda: patch(
            'hex_connections.fill_in', lambda grid, sets: sets),
        'without connections': lambda: patch(
            'hex_connections.connect', lambda edge, steps, empty: {
                point: [0] * ((edge, 0) in steps[point]) for point in steps}),
        'without bridges': lambda: patch(
            'hex_connections.take_two', lambda cells: 0),
        'without must-play': lambda: patch(
            'hex_connections.look_ahead', ignore_must_play),
        'without dropping inferior cells': lambda: patch(
            'hex_connections.drop_inferior',
            lambda grid, side, sets, cells: cells),
        'without counting replies': lambda: patch(
            'hex_for_core.choose_cells', lambda *view: sorted(
                choose_cells(*view), key=view[-1].index)),
        'without any order': lambda: patch(
            'hex_for_core.choose_cells',
            lambda *view: sorted(choose_cells(*view)))}}

# The columns of the tables: the size and the number of plies before the search;
# and how many positions take about a second.
COLUMNS = {
    'h': {'Stonehenge 3': (3, 0), 'Stonehenge 4': (4, 0)},
    'd': {'domineering 6 x 6': (6, 0), 'domineering 7 x 7': (7, 0)},
    'x': {'Hex 5, each first move': (5, 1), 'Hex 6, ten positions': (6, 4)}}
POSITIONS_A_SECOND = {'h': 50_000, 'd': 40_000, 'x': 1_000}


def list_starts(opening: GameState, plies: int) -> list[GameState]:
    """Return opening, if plies is 0; the positions after each first move, if it
    is 1; or else ten positions after as many random plies.
    """
    moves = opening.get_possible_moves()
    rng = random.Random(plies)
    games = [[move] for move in moves] if plies == 1 else \
        [rng.sample(moves, plies) for _ in range(10 if plies else 1)]
    return [reduce(lambda state, move: state.make_move(move), game, opening)
            for game in games]


def count_positions(key: str, short_cut: str, size: int, plies: int, limit: int
                    ) -> str:
    """Return how many positions searches of the game with this key visit from
    list_starts, without short_cut and without an opening book, as text. They
    are stopped after limit.
    """
    look_ahead.cache_clear()
    counter = Counter(limit)
    with without_books(), SHORT_CUTS[key][short_cut]():
        search = Search(playable_games[key](True, size=size), counter)
        try:
            for state in list_starts(search.root, plies):
                recurse_deeply(recursive_score, search, state)
        except LimitReachedError:
            return f'>{limit:,}'
    return f'{counter.positions:,}'


def count_all_positions(limit: float) -> str:
    """Count everything. A search is stopped after as many positions as take
    about limit seconds. Return tables as Markdown.
    """
    tables = []
    for key, columns in COLUMNS.items():
        most = int(limit) * POSITIONS_A_SECOND[key]
        rows = []
        for short_cut in SHORT_CUTS[key]:
            rows.append([short_cut, *(
                count_positions(key, short_cut, *column, most)
                for column in columns.values())])
            print(*rows[-1], flush=True)
        tables.append(format_table(['', *columns], rows))
    return '\n\n'.join([
        'Positions that minimax visits from the opening, without an opening '
        'book. In Hex it starts after each first move, or from ten positions '
        'after four random plies.', *tables])
