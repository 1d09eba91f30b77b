"""Write an opening book of Stonehenge: who wins its first plies.

    python3 -m benchmarks.build_book PROGRESS [--side-length N] [--plies P]

For side length 4 this takes less than a minute. For 5 and seven plies it would
take a week on one core: engine/README.md says where the scores of that book
come from. The scores go to the file PROGRESS, a line each, as they are found.
If the program is stopped, the same command goes on where it was. The book
itself is written at the end.

Positions that are images of each other count as one. Those with as many cells
taken as the book goes are scored by search, and those with fewer follow by
minimax.
"""
from argparse import ArgumentParser
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from time import perf_counter
from typing import Hashable, Optional
import os
from benchmarks.measure import without_books
from engine.fast_stonehenge import FastStonehengeState
from engine.opening_book import MOST_PLIES, Row, book_file, find_bit, \
    load_book, pack_book
from stonehenge import SIDE_LENGTHS, StonehengeGame
from strategy import LOSE, WIN, Score, Search, recursive_score

CHUNK = 100  # Neighbours, which share many scores, go to one worker.
LARGEST_TABLE = 4_000_000  # Scores that a worker remembers: about 1.5 GB.

_worker_scores: dict[Hashable, Score] = {}

# Where a position is in a book: its row, and the number of its bit.
Place = tuple[Row, int]
# The positions with some number of cells taken: the moves that lead to each of
# them, or to an image of it, from the empty board, by its place in the book.
Level = dict[Place, str]


def game_after(side_length: int, moves: str) -> StonehengeGame:
    """Return the game on the board with this side length after moves."""
    game = StonehengeGame(True, size=side_length)
    game.current_state = game.current_state.search_state()
    for move in moves:
        game.current_state = game.current_state.make_move(move)
    return game


def place_of(state: FastStonehengeState) -> Place:
    """Return where state is in an opening book."""
    return find_bit(state.board, state.mine, state.theirs, state.lines.mine)


def build_levels(side_length: int, plies: int) -> list[Level]:
    """Return the levels of the board with this side length, from the empty
    board to this many cells taken. Raise ValueError if games can be over then.
    """
    start = game_after(side_length, '').current_state
    levels = [{place_of(start): ''}]
    for _ in range(plies):
        level: Level = {}
        for moves in levels[-1].values():
            state = game_after(side_length, moves).current_state
            for move in state.get_possible_moves():
                after = state.make_move(move)
                if after.winner:
                    raise ValueError('games can be over this soon: choose '
                                     'fewer plies.')
                level.setdefault(place_of(after), moves + move)
        levels.append(level)
    return levels


def score_by_search(side_length: int, moves: str) -> tuple[str, Score]:
    """Return moves, and the score by search of the position they lead to."""
    search = Search(game_after(side_length, moves))
    if len(_worker_scores) > LARGEST_TABLE:
        _worker_scores.clear()
    search.table = _worker_scores
    with without_books():
        return moves, recursive_score(search, search.root)


def read_progress(path: Path) -> dict[str, int]:
    """Return the scores that the progress file at path, which may be missing,
    has by moves. Its last line is removed if it is cut off.
    """
    path.touch()
    text = path.read_text(encoding='ascii')
    complete = text[:text.rfind('\n') + 1]
    os.truncate(path, len(complete))
    return {moves: int(score)
            for moves, score in map(str.split, complete.splitlines())}


def score_openings(side_length: int, openings: list[str], path: Path,
                   workers: int) -> dict[str, Score]:
    """Return the scores of openings. Found scores are kept in the file at path,
    and counted on one line.
    """
    try:
        scores: dict[str, Score] = {**read_progress(path)}
        if not scores.keys() <= set(openings):
            raise ValueError('These are other openings.')
    except ValueError as error:
        raise ValueError(f'{path} does not have the progress of this book.') \
            from error
    unknown = [moves for moves in openings if moves not in scores]
    start = perf_counter()
    with Pool(workers) as pool, path.open('a', encoding='ascii') as progress:
        for done, (moves, score) in enumerate(pool.imap_unordered(
                partial(score_by_search, side_length), unknown, CHUNK), 1):
            scores[moves] = score
            print(moves, score, file=progress, flush=True)
            hours = (perf_counter() - start) / 3600 * (len(unknown) / done - 1)
            print(f'\r{len(scores)} of {len(openings)} positions scored, '
                  f'{hours:.1f} hours to go ', end='', flush=True)
    print()
    return scores


def score_levels(side_length: int, levels: list[Level],
                 last: dict[str, Score]) -> dict[Place, Score]:
    """Return the scores of all levels, given those of the last level by moves.
    """
    scores = {place: last[moves] for place, moves in levels[-1].items()}
    for level in reversed(levels[:-1]):
        for place, moves in level.items():
            state = game_after(side_length, moves).current_state
            scores[place] = max(-scores[place_of(state.make_move(move))]
                                for move in state.get_possible_moves())
    return scores


def list_lost(levels: list[Level], scores: dict[Place, Score]) -> list[Place]:
    """Return the places of the positions in levels that the player who began
    loses.
    """
    return [place for plies, level in enumerate(levels) for place in level
            if scores[place] == (WIN if plies % 2 else LOSE)]


def main(arguments: Optional[list[str]] = None) -> None:
    """Build the book as arguments (None: those of the command line) say."""
    parser = ArgumentParser(prog='python3 -m benchmarks.build_book',
                            description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('progress', type=Path, help='the file of scores')
    parser.add_argument('--workers', type=int, default=os.cpu_count(),
                        help='how many processes search (default: one a core)')
    parser.add_argument('--side-length', type=int, default=SIDE_LENGTHS[-1],
                        choices=SIDE_LENGTHS,
                        help='of the board (default: %(default)s)')
    parser.add_argument('--plies', type=int,
                        choices=range(1, MOST_PLIES + 1),
                        help='how many cells are taken at most in the book '
                             '(default: as in the book that is there, or 4)')
    parser.add_argument('--book', type=Path,
                        help='the file to write (default: where the game '
                             'looks for it)')
    options = parser.parse_args(arguments)
    n = options.side_length
    there = load_book(n).plies
    load_book.cache_clear()
    plies = options.plies or (there if there > 0 else 4)
    try:
        levels = build_levels(n, plies)
        scores = score_openings(n, list(levels[-1].values()),
                                options.progress, options.workers)
        lost = list_lost(levels, score_levels(n, levels, scores))
        (options.book or book_file(n)).write_bytes(pack_book(plies, lost))
    except (OSError, ValueError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
