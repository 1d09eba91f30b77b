"""Write an opening book of Stonehenge: who wins its first plies.

    python3 -m benchmarks.build_book PROGRESS [--side-length N]

For side length 5 this takes some hours, for 4 less than a minute. The scores go
to the file PROGRESS, a line each, as they are found. If the program is stopped,
the same command goes on where it was. The book itself is written at the end.

Every position with as many cells taken as the book goes is scored by search,
unless it follows from another: see frontier.py. Positions with fewer cells
taken follow by minimax.
"""
from argparse import ArgumentParser
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, \
    wait
from pathlib import Path
from textwrap import wrap
from typing import Hashable, Optional
import json
import os
import time
from benchmarks.frontier import Frontier, Level, build_levels
from benchmarks.measure import without_books
from engine.folding import SYMMETRIC_PLIES
from engine.opening_book import book_file, format_openings
from stonehenge import SIDE_LENGTHS, StonehengeGame
from strategy import Search, recursive_score

PLIES = 4  # How many cells are taken at most in the book.
LARGEST_TABLE = 4_000_000  # Scores that a worker remembers: about 1.5 GB.

# What a book says about itself.
ABOUT = ('Stonehenge with side length {side_length}: the positions with up to '
         '{plies} cells taken that the player to move loses. All others are '
         'won. AB-CD stands for the moves A, B, C and the moves A, B, D. Of '
         'positions that must score the same, one is listed. Written by '
         'benchmarks/build_book.py: every score was found by search, or '
         'follows from one that was.')

_worker_scores: dict[Hashable, float] = {}


def score_by_search(side_length: int, moves: str) -> tuple[int, str]:
    """Return the score of the position that moves lead to, by search, and a
    move that wins there, or '-' if none does.
    """
    game = StonehengeGame(True, size=side_length)
    for move in moves:
        game.current_state = game.current_state.make_move(move)
    search = Search(game)
    if len(_worker_scores) > LARGEST_TABLE:
        _worker_scores.clear()
    search.table = _worker_scores
    with without_books():
        for reply in search.root.candidate_moves():
            if recursive_score(search, search.root.make_move(reply)) == -1:
                return 1, reply
    return -1, '-'


def read_progress(path: Path) -> list[tuple[str, int, str]]:
    """Return what the progress file at path, which may be missing, has: moves,
    score and reply. Its last line is removed if it is cut off.
    """
    path.touch()
    text = path.read_text(encoding='ascii')
    complete = text[:text.rfind('\n') + 1]
    os.truncate(path, len(complete))
    return [(moves, int(score), reply) for moves, score, reply
            in map(str.split, complete.splitlines())]


def score_last_level(side_length: int, levels: list[Level], path: Path,
                     workers: int) -> Frontier:
    """Return the frontier of the last two levels with all scores known. Found
    scores are kept in the file at path, and shown on one line.
    """
    frontier = Frontier(*levels[-2:])
    moves_to = frontier.lower.moves
    keys = {moves: key for key, moves in moves_to.items()}
    try:
        for moves, score, reply in read_progress(path):
            frontier.learn_result(keys[moves], score, reply)
    except (LookupError, ValueError) as error:
        raise ValueError(f'{path} does not have the progress of this book.') \
            from error
    started = time.time()
    running: dict[Future, Hashable] = {}
    with ProcessPoolExecutor(workers) as pool, \
            path.open('a', encoding='ascii') as progress:
        while len(frontier.lower_scores) < len(moves_to):
            for key in frontier.find_open_questions():
                if len(running) >= workers:
                    break
                if key not in running.values():
                    running[pool.submit(score_by_search, side_length,
                                        moves_to[key])] = key
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                key, result = running.pop(future), future.result()
                print(moves_to[key], *result, file=progress, flush=True)
                frontier.learn_result(key, *result)
            print(f'\r{len(frontier.upper_scores)} of '
                  f'{len(levels[-2].states)} and {len(frontier.lower_scores)} '
                  f'of {len(moves_to)} positions scored, '
                  f'{time.time() - started:.0f} s ', end='', flush=True)
    print()
    return frontier


def list_lost_openings(levels: list[Level], scores: dict[Hashable, int]
                       ) -> list[str]:
    """Return the moves to a position of each class that the player to move
    loses, given the scores of the last level.
    """
    lost = []
    for level in reversed(levels):
        if level is not levels[-1]:
            scores = {key: max(-scores[child] for child in children)
                      for key, children in level.children.items()}
        lost += [level.moves[key] for key in scores if scores[key] == -1]
    return lost


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
    if any(state.winner for level in levels for state in level.states.values()):
        parser.error('games can be over this soon: choose fewer plies.')
    try:
        frontier = score_last_level(n, levels, options.progress,
                                    options.workers)
        write_book(options.book or book_file(n), n, plies,
                   list_lost_openings(levels, frontier.lower_scores))
    except (OSError, ValueError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
