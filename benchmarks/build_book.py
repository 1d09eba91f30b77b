"""Write an opening book of Stonehenge: who wins its first plies.

    python3 -m benchmarks.build_book PROGRESS [--side-length N]

For side length 5 this takes hours, for 4 less than a minute. The scores go to
the file PROGRESS, a line each, as they are found. If the program is stopped,
the same command goes on where it was. The book itself is written at the end.

Positions count as the same if their search keys are equal. Those with as many
cells taken as the book goes are scored by search, and those with fewer follow
by minimax.
"""
from argparse import ArgumentParser
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from textwrap import wrap
from typing import Hashable, NamedTuple, Optional
import json
import os
from benchmarks.measure import without_books
from engine.folding import SYMMETRIC_PLIES
from engine.opening_book import book_file, format_openings
from game_state import GameState
from stonehenge import SIDE_LENGTHS, StonehengeGame
from strategy import Score, Search, recursive_score

PLIES = 4  # How many cells are taken at most in the book.
LARGEST_TABLE = 4_000_000  # Scores that a worker remembers: about 1.5 GB.

# What a book says about itself.
ABOUT = ('Stonehenge with side length {side_length}: the positions with up to '
         '{plies} cells taken that the player to move loses. All others are '
         'won. AB-CD stands for the moves A, B, C and the moves A, B, D. Of '
         'positions that must score the same, one is listed. Written by '
         'benchmarks/build_book.py: every score was found by search, or '
         'follows from one that was.')

_worker_scores: dict[Hashable, Score] = {}


class Opening(NamedTuple):
    """A position of an opening.

    === Attributes ===
    moves: the moves that lead to it from the empty board
    state: the position
    """
    moves: str
    state: GameState


# The positions with some number of cells taken, one of each class, by search
# key.
Level = dict[Hashable, Opening]


def build_levels(side_length: int, plies: int) -> list[Level]:
    """Return the levels of the board with this side length, from the empty
    board to this many cells taken.
    """
    game = StonehengeGame(True, size=side_length)
    start = game.current_state.search_state()
    levels = [{start.search_key(): Opening('', start)}]
    for _ in range(plies):
        level: Level = {}
        for moves, state in levels[-1].values():
            for move in state.get_possible_moves():
                after = state.make_move(move)
                level.setdefault(after.search_key(),
                                 Opening(moves + move, after))
        levels.append(level)
    return levels


def score_by_search(side_length: int, moves: str) -> tuple[str, Score]:
    """Return moves, and the score by search of the position they lead to."""
    game = StonehengeGame(True, size=side_length)
    for move in moves:
        game.current_state = game.current_state.make_move(move)
    search = Search(game)
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
    with Pool(workers) as pool, path.open('a', encoding='ascii') as progress:
        for moves, score in pool.imap_unordered(
                partial(score_by_search, side_length), unknown):
            scores[moves] = score
            print(moves, score, file=progress, flush=True)
            print(f'\r{len(scores)} of {len(openings)} positions scored ',
                  end='', flush=True)
    print()
    return scores


def list_lost_openings(levels: list[Level], last: dict[str, Score]
                       ) -> list[str]:
    """Return the moves to a position of each class that the player to move
    loses, given the scores of the last level by moves.
    """
    scores = {key: last[moves] for key, (moves, _) in levels[-1].items()}
    for level in reversed(levels[:-1]):
        for key, (_, state) in level.items():
            scores[key] = max(-scores[state.make_move(move).search_key()]
                              for move in state.get_possible_moves())
    return [moves for level in levels for key, (moves, _) in level.items()
            if scores[key] == -1]


def write_book(path: Path, side_length: int, plies: int, lost: list[str]
               ) -> None:
    """Write the book in which these openings are lost to the file at path."""
    about = ABOUT.format(side_length=side_length, plies=plies)
    openings = format_openings(lost)
    book = {'about': wrap(about, 74), 'side_length': side_length,
            'plies': plies, 'lost': wrap(openings, 74, break_on_hyphens=False)}
    path.write_text(json.dumps(book, indent=1) + '\n', encoding='ascii')


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
    parser.add_argument('--plies', type=int, default=PLIES,
                        choices=range(1, SYMMETRIC_PLIES + 1),
                        help='how many cells are taken at most in the book')
    parser.add_argument('--book', type=Path,
                        help='the file to write (default: where the game '
                             'looks for it)')
    options = parser.parse_args(arguments)
    n, plies = options.side_length, options.plies
    levels = build_levels(n, plies)
    if not all(state.get_possible_moves()
               for level in levels for _, state in level.values()):
        parser.error('games can be over this soon: choose fewer plies.')
    try:
        scores = score_openings(n, [moves for moves, _ in levels[-1].values()],
                                options.progress, options.workers)
        write_book(options.book or book_file(n), n, plies,
                   list_lost_openings(levels, scores))
    except (OSError, ValueError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
