"""Write an opening book of Stonehenge: who wins its first plies.

    python3 -m benchmarks.build_book PROGRESS [--side-length N]

For side length 5 this takes some hours, for 4 less than a minute. The scores go
to the file PROGRESS, a line each, as they are found. If the program is stopped,
the same command goes on where it was. The book itself is written at the end.

Every position with as many cells taken as the book goes is scored by search,
unless it follows from another: where a reply wins, it wins in all positions
that it brings to the same one; and an extra cell never hurts its owner.
Positions with fewer cells taken follow by minimax. Positions count as the same
if their search keys are equal.
"""
from __future__ import annotations
from argparse import ArgumentParser, Namespace
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager
from pathlib import Path
from textwrap import wrap
from typing import Hashable, Iterator, Optional
from unittest.mock import patch
import json
import os
import time
from engine import opening_book
from engine.fast_stonehenge import FastStonehengeState
from engine.folding import SYMMETRIC_PLIES
from engine.lines import count_lines
from engine.opening_book import EMPTY_BOOK, book_file
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


def without_books() -> AbstractContextManager:
    """Return a context in which searches have no opening books."""
    return patch.object(opening_book, 'load_book', lambda _: EMPTY_BOOK)


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


def add_extra_cell(state: FastStonehengeState, move: str
                   ) -> FastStonehengeState:
    """Return state after the player to move takes the cell move and is to move
    again.
    """
    after = state.make_move(move)
    cells = after.theirs, after.mine
    claimed = after.lines.theirs, after.lines.mine
    return FastStonehengeState(state.p1_turn, state.board, cells,
                               count_lines(state.board, cells, claimed), '')


class Level:
    """The positions with some number of cells taken, one of each class.

    === Attributes ===
    states: a state of each class, by search key
    moves: the moves that lead to it from the empty board, by search key
    children: the classes that its candidate moves lead to, best first
    """
    states: dict[Hashable, FastStonehengeState]
    moves: dict[Hashable, str]
    children: dict[Hashable, list[Hashable]]

    def __init__(self) -> None:
        """Initialize a level without positions."""
        self.states, self.moves, self.children = {}, {}, {}

    def build_next(self) -> Level:
        """Return the next level, and set the children of this one."""
        level = Level()
        for key, state in self.states.items():
            for move in state.get_possible_moves():
                child = state.make_move(move)
                child_key = child.search_key()
                if child_key not in level.states:
                    level.states[child_key] = child
                    level.moves[child_key] = self.moves[key] + move
            self.children[key] = list(dict.fromkeys(
                state.make_move(best).search_key()
                for best in state.candidate_moves()))
        return level


def build_levels(side_length: int, plies: int) -> list[Level]:
    """Return the levels of the board with this side length, from the empty
    board to this many cells taken.
    """
    state = StonehengeGame(True, size=side_length).current_state.search_state()
    first = Level()
    first.states[state.search_key()] = state
    first.moves[state.search_key()] = ''
    levels = [first]
    for _ in range(plies):
        levels.append(levels[-1].build_next())
    return levels


class Frontier:
    """The scores of the last two levels, with all that follows from them.

    === Attributes ===
    upper: the level with one ply less
    lower: the last level
    upper_scores: the scores known of upper
    lower_scores: the scores known of lower
    """
    upper: Level
    lower: Level
    upper_scores: dict[Hashable, int]
    lower_scores: dict[Hashable, int]
    # Of each class of lower: what leads to it in upper, and what each move
    # leads to. Of each class one ply further on: what leads to it in lower.
    _parents: dict[Hashable, list[Hashable]]
    _after: dict[Hashable, dict[str, Hashable]]
    _before: dict[Hashable, list[Hashable]]

    def __init__(self, upper: Level, lower: Level) -> None:
        """Initialize a frontier with no score known."""
        self.upper, self.lower = upper, lower
        self.upper_scores, self.lower_scores = {}, {}
        self._parents, self._after, self._before = {}, {}, {}
        for key, children in upper.children.items():
            for child in children:
                self._parents.setdefault(child, []).append(key)
        for key, state in lower.states.items():
            self._after[key] = {move: state.make_move(move).search_key()
                                for move in state.get_possible_moves()}
            for after in self._after[key].values():
                self._before.setdefault(after, []).append(key)

    def learn(self, key: Hashable, score: int) -> None:
        """Add a score of the lower level, and all that follows from it."""
        known = self.lower_scores.setdefault(key, score)
        if known != score:
            raise AssertionError('Two ways to score a position disagree.')
        for parent in self._parents.get(key, []):
            if parent not in self.upper_scores:
                self._look_at(parent)

    def learn_result(self, key: Hashable, score: int, reply: str) -> None:
        """Add what a search of a position of the lower level has found: its
        score, and a move that wins there, or '-'.
        """
        self.learn(key, score)
        if reply != '-':
            for before in self._before[self._after[key][reply]]:
                self.learn(before, 1)

    def count_gain(self, key: Hashable) -> int:
        """Return how many positions would be scored if the most likely move
        wins in a position of the lower level.
        """
        reply = self.lower.states[key].candidate_moves()[0]
        return len({before for before in self._before[self._after[key][reply]]
                    if before not in self.lower_scores})

    def _look_at(self, parent: Hashable) -> None:
        """Score parent, a position of the upper level, if that can be done."""
        state = self.upper.states[parent]
        scores = [self.lower_scores.get(key)
                  for key in self.upper.children[parent]]
        if -1 in scores:
            # A win without some cell is a win with it.
            self.upper_scores[parent] = 1
            follows = [add_extra_cell(state, move)
                       for move in state.get_possible_moves()]
        elif None not in scores:
            # All moves lose, also those that are no candidates.
            self.upper_scores[parent] = -1
            follows = [state.make_move(move)
                       for move in state.get_possible_moves()]
        else:
            return
        for child in follows:
            key = child.search_key()
            # An extra cell out of turn can give a position without a class.
            if key in self.lower.states and key not in self.lower_scores:
                self.learn(key, 1)

    def find_open_questions(self) -> Iterator[Hashable]:
        """Yield the positions of the lower level worth scoring next: of each
        undecided position above the child with the most to gain, then others.
        """
        for parent, children in self.upper.children.items():
            if parent not in self.upper_scores:
                unscored = [child for child in children
                            if child not in self.lower_scores]
                yield max(unscored, key=self.count_gain)
        for key in self.lower.states:
            if key not in self.lower_scores:
                yield key


def read_progress(path: Path) -> list[tuple[str, int, str]]:
    """Return what the progress file at path has: moves, score and reply. Its
    last line is removed if it is cut off.
    """
    if not path.exists():
        return []
    text = path.read_text(encoding='ascii')
    complete = text[:text.rfind('\n') + 1]
    os.truncate(path, len(complete))
    return [(moves, int(score), reply) for moves, score, reply
            in map(str.split, complete.splitlines())]


def score_last_level(side_length: int, levels: list[Level], path: Path,
                     workers: int) -> Frontier:
    """Return the frontier of the last two levels with all scores known. Found
    scores are kept in the file at path.
    """
    frontier = Frontier(*levels[-2:])
    moves_to = frontier.lower.moves
    keys = {moves: key for key, moves in moves_to.items()}
    try:
        for moves, *result in read_progress(path):
            frontier.learn_result(keys[moves], *result)
    except (LookupError, ValueError) as error:
        raise ValueError(f'{path} has not the progress of this book.') \
            from error
    started, running = time.time(), {}
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
                show(frontier, time.time() - started)
    return frontier


def show(frontier: Frontier, seconds: float) -> None:
    """Show how far the work has come, on one line."""
    print(f'\r{len(frontier.upper_scores)} of {len(frontier.upper.states)} '
          f'and {len(frontier.lower_scores)} of {len(frontier.lower.states)} '
          f'positions scored, {seconds:.0f} s ', end='', flush=True)


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
    """Write the book in which these openings are lost to the file at path.

    Openings that differ in the last move only are written together: AB-CD
    stands for ABC and ABD.
    """
    groups: dict[str, str] = {}
    for moves in sorted(lost, key=lambda moves: (len(moves), moves)):
        groups[moves[:-1]] = groups.get(moves[:-1], '') + moves[-1]
    words = ' '.join(f'{before}-{last}' for before, last in groups.items())
    about = ABOUT.format(side_length=side_length, plies=plies)
    book = {'about': wrap(about, 74), 'side_length': side_length,
            'plies': plies, 'lost': wrap(words, 74, break_on_hyphens=False)}
    path.write_text(json.dumps(book, indent=1) + '\n', encoding='ascii')


def main(arguments: Optional[list[str]] = None) -> None:
    """Build the book as arguments (None: those of the command line) say."""
    parser = ArgumentParser(prog='python3 -m benchmarks.build_book',
                            description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('progress', type=Path, help='the file of scores')
    parser.add_argument('--workers', type=int, default=os.cpu_count(),
                        help='how many processes search (default: one a core)')
    parser.add_argument('--side-length', type=int, default=SIDE_LENGTHS[-1],
                        help='of the board (default: %(default)s)')
    parser.add_argument('--plies', type=int, default=PLIES,
                        help='how many cells are taken at most in the book')
    parser.add_argument('--book', type=Path,
                        help='the file to write (default: where the game '
                             'looks for it)')
    options = parser.parse_args(arguments)
    try:
        build(options)
    except (OSError, ValueError) as error:
        parser.error(str(error))


def build(options: Namespace) -> None:
    """Build the book as options say. Raise ValueError if there is none."""
    if options.side_length not in SIDE_LENGTHS:
        raise ValueError(f'a side length is from {SIDE_LENGTHS[0]} to '
                         f'{SIDE_LENGTHS[-1]}.')
    if not 1 <= options.plies <= SYMMETRIC_PLIES:
        raise ValueError(f'a book has from 1 to {SYMMETRIC_PLIES} plies.')
    if options.workers < 1:
        raise ValueError('there has to be at least one worker.')
    levels = build_levels(options.side_length, options.plies)
    if any(state.winner for level in levels for state in level.states.values()):
        raise ValueError('games can be over so soon: choose fewer plies.')
    frontier = score_last_level(options.side_length, levels, options.progress,
                                options.workers)
    print()
    write_book(options.book or book_file(options.side_length),
               options.side_length, options.plies,
               list_lost_openings(levels, frontier.lower_scores))


if __name__ == "__main__":
    main()
