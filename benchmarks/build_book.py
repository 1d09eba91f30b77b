"""Work out the scores of the first plies of Stonehenge with side length 5.

    python3 benchmarks/build_book.py PROGRESS

The scores go to the file PROGRESS, a line each, as they are found. If the
program is stopped, the same command goes on where it was.

Every position with four cells taken is scored by search, unless it follows
from another: where a reply wins, it wins in all positions that it brings to
the same one; and an extra cell never hurts its owner. Positions with fewer
cells taken follow by minimax. Positions count as the same if their search keys
are equal.
"""
from __future__ import annotations
from argparse import ArgumentParser
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Hashable, Iterator, Optional
import os
import sys
import time
# The core is one folder up, and not installed: its imports come after this.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from stonehenge import StonehengeGame, StonehengeState  # noqa: E402
from strategy import Search, recursive_score  # noqa: E402

SIZE = 5
PLIES = 4
LARGEST_TABLE = 4_000_000  # Scores that a worker remembers: about 1.5 GB.

_worker_scores: dict[Hashable, float] = {}


def position_after(moves: str) -> StonehengeGame:
    """Return a game that has come to the position after moves."""
    game = StonehengeGame(True, size=SIZE)
    for move in moves:
        game.current_state = game.current_state.make_move(move)
    return game


def score_by_search(moves: str) -> tuple[int, str]:
    """Return the score of the position that moves lead to, by search, and a
    move that wins there, or '-' if none does.
    """
    search = Search(position_after(moves))
    if len(_worker_scores) > LARGEST_TABLE:
        _worker_scores.clear()
    search.table = _worker_scores
    for reply in search.root.candidate_moves():
        if recursive_score(search, search.root.make_move(reply)) == -1:
            return 1, reply
    return -1, '-'


def with_extra_cell(state: StonehengeState, move: str) -> StonehengeState:
    """Return state after the player to move takes the cell move and is to move
    again.
    """
    after = state.make_move(move)
    return StonehengeState(state.p1_turn, state.board,
                           (after.theirs, after.mine),
                           (after.their_lines, after.my_lines))


class Level:
    """The positions with some number of cells taken, one of each class.

    === Attributes ===
    states: a state of each class, by search key
    moves: the moves that lead to it from the empty board, by search key
    children: the classes that its candidate moves lead to, best first
    """
    states: dict[Hashable, StonehengeState]
    moves: dict[Hashable, str]
    children: dict[Hashable, list[Hashable]]

    def __init__(self) -> None:
        """Initialize a level without positions."""
        self.states, self.moves, self.children = {}, {}, {}

    def next_level(self) -> Level:
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
                state.make_move(move).search_key()
                for move in state.candidate_moves()))
        return level


def all_levels() -> list[Level]:
    """Return the levels from the empty board to PLIES cells taken."""
    state = StonehengeGame(True, size=SIZE).current_state
    first = Level()
    first.states[state.search_key()] = state
    first.moves[state.search_key()] = ''
    levels = [first]
    for _ in range(PLIES):
        levels.append(levels[-1].next_level())
    return levels


class Frontier:
    """The scores of the last two levels, with all that follows from them.

    === Attributes ===
    upper: the level with one ply less
    lower: the last level
    upper_scores: the scores known of upper
    lower_scores: the scores known of lower
    """

    def __init__(self, upper: Level, lower: Level) -> None:
        """Initialize a frontier with no score known."""
        self.upper, self.lower = upper, lower
        self.upper_scores: dict[Hashable, int] = {}
        self.lower_scores: dict[Hashable, int] = {}
        self._parents: dict[Hashable, list[Hashable]] = {}
        for key, children in upper.children.items():
            for child in children:
                self._parents.setdefault(child, []).append(key)
        # What each move leads to, one ply further on, and what leads to that.
        self._after: dict[Hashable, dict[str, Hashable]] = {}
        self._before: dict[Hashable, list[Hashable]] = {}
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

    def learn_reply(self, key: Hashable, reply: str) -> None:
        """Add that the move reply wins in a position of the lower level."""
        for before in self._before[self._after[key][reply]]:
            self.learn(before, 1)

    def gain(self, key: Hashable) -> int:
        """Return how many positions would be scored if the most likely move
        wins in a position of the lower level.
        """
        reply = self.lower.states[key].candidate_moves()[0]
        return len({before for before in self._before[self._after[key][reply]]
                    if before not in self.lower_scores})

    def _look_at(self, parent: Hashable) -> None:
        """Score parent, a position of the upper level, if that can be done."""
        state = self.upper.states[parent]
        scores = [self.lower_scores.get(child)
                  for child in self.upper.children[parent]]
        if -1 in scores:
            # A win without some cell is a win with it.
            self.upper_scores[parent] = 1
            follows = [with_extra_cell(state, move)
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

    def open_questions(self) -> Iterator[Hashable]:
        """Yield the positions of the lower level worth scoring next: of each
        undecided position above the child with the most to gain, then others.
        """
        for parent, children in self.upper.children.items():
            if parent not in self.upper_scores:
                unscored = [child for child in children
                            if child not in self.lower_scores]
                yield max(unscored, key=self.gain)
        for key in self.lower.states:
            if key not in self.lower_scores:
                yield key


def read_progress(path: Path) -> list[tuple[str, int, str]]:
    """Return what the progress file at path has: moves, score and reply."""
    if not path.exists():
        return []
    lines = path.read_text(encoding='ascii').splitlines(keepends=True)
    # The last line may be cut off.
    words = [line.split() for line in lines if line.endswith('\n')]
    return [(moves, int(score), reply) for moves, score, reply in words]


def score_last_level(upper: Level, lower: Level, path: Path,
                     workers: int) -> Frontier:
    """Return the frontier of upper and lower with all scores known. Found
    scores are kept in the file at path.
    """
    frontier = Frontier(upper, lower)
    keys = {moves: key for key, moves in lower.moves.items()}
    for moves, score, reply in read_progress(path):
        frontier.learn(keys[moves], score)
        if reply != '-':
            frontier.learn_reply(keys[moves], reply)
    started = time.time()
    running = {}
    with ProcessPoolExecutor(workers) as pool, \
            path.open('a', encoding='ascii') as progress:
        while len(frontier.lower_scores) < len(lower.states):
            busy = set(running.values())
            for key in frontier.open_questions():
                if len(running) >= workers:
                    break
                if key not in busy:
                    busy.add(key)
                    running[pool.submit(score_by_search,
                                        lower.moves[key])] = key
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                key, (score, reply) = running.pop(future), future.result()
                print(lower.moves[key], score, reply, file=progress,
                      flush=True)
                frontier.learn(key, score)
                if reply != '-':
                    frontier.learn_reply(key, reply)
                show(frontier, time.time() - started)
    return frontier


def show(frontier: Frontier, seconds: float) -> None:
    """Show how far the work has come, on one line."""
    print(f'\r{len(frontier.upper_scores)} of {len(frontier.upper.states)} '
          f'and {len(frontier.lower_scores)} of {len(frontier.lower.states)} '
          f'positions scored, {seconds:.0f} s ', end='', flush=True)


def main(arguments: Optional[list[str]] = None) -> None:
    """Build the book as arguments (None: those of the command line) say."""
    parser = ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('progress', type=Path, help='the file of scores')
    parser.add_argument('--workers', type=int, default=os.cpu_count(),
                        help='how many processes search (default: one a core)')
    options = parser.parse_args(arguments)
    levels = all_levels()
    score_last_level(levels[-2], levels[-1], options.progress,
                     options.workers)
    print()


if __name__ == "__main__":
    main()
