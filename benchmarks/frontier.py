"""The first plies of Stonehenge, and what follows from the scores of some.

Positions count as the same if their search keys are equal. Where a reply wins,
it wins in all positions that it brings to the same one; and an extra cell never
hurts its owner.
"""
from __future__ import annotations
from dataclasses import dataclass, field
from typing import Hashable, Iterator
from engine.fast_stonehenge import FastStonehengeState
from engine.lines import count_lines
from stonehenge import StonehengeGame


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


@dataclass
class Level:
    """The positions with some number of cells taken, one of each class.

    === Attributes ===
    states: a state of each class, by search key
    moves: the moves that lead to it from the empty board, by search key
    children: the classes that its candidate moves lead to, best first
    """
    states: dict[Hashable, FastStonehengeState] = field(default_factory=dict)
    moves: dict[Hashable, str] = field(default_factory=dict)
    children: dict[Hashable, list[Hashable]] = field(default_factory=dict)

    def add(self, state: FastStonehengeState, moves: str) -> None:
        """Add state, to which moves lead, unless its class is there already.
        """
        key = state.search_key()
        self.states.setdefault(key, state)
        self.moves.setdefault(key, moves)

    def build_next(self) -> Level:
        """Return the next level, and set the children of this one."""
        level = Level()
        for key, state in self.states.items():
            for move in state.get_possible_moves():
                level.add(state.make_move(move), self.moves[key] + move)
            self.children[key] = list(dict.fromkeys(
                state.make_move(best).search_key()
                for best in state.candidate_moves()))
        return level


def build_levels(side_length: int, plies: int) -> list[Level]:
    """Return the levels of the board with this side length, from the empty
    board to this many cells taken.
    """
    game = StonehengeGame(True, size=side_length)
    levels = [Level()]
    levels[0].add(game.current_state.search_state(), '')
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
    # What leads to each class of lower, in upper, and what leads to each class
    # one ply further on, in lower.
    _parents: dict[Hashable, list[Hashable]]
    _before: dict[Hashable, list[Hashable]]

    def __init__(self, upper: Level, lower: Level) -> None:
        """Initialize a frontier with no score known."""
        self.upper, self.lower = upper, lower
        self.upper_scores, self.lower_scores = {}, {}
        self._parents, self._before = {}, {}
        for key, children in upper.children.items():
            for child in children:
                self._parents.setdefault(child, []).append(key)
        for key, state in lower.states.items():
            for move in state.get_possible_moves():
                after = state.make_move(move).search_key()
                self._before.setdefault(after, []).append(key)

    def _find_siblings(self, key: Hashable, reply: str) -> list[Hashable]:
        """Return the positions of the lower level, key among them, that some
        move brings to the same class as reply brings key.
        """
        return self._before[
            self.lower.states[key].make_move(reply).search_key()]

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
            for sibling in self._find_siblings(key, reply):
                self.learn(sibling, 1)

    def count_gain(self, key: Hashable) -> int:
        """Return how many positions would be scored if the most likely move
        wins in a position of the lower level.
        """
        reply = self.lower.states[key].candidate_moves()[0]
        return len(set(self._find_siblings(key, reply))
                   - self.lower_scores.keys())

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
        known = self.lower_scores
        for parent, children in self.upper.children.items():
            if parent not in self.upper_scores:
                yield max((child for child in children if child not in known),
                          key=self.count_gain)
        yield from (key for key in self.lower.states if key not in known)
