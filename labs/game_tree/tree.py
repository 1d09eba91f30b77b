"""The tree of positions of any game, and its scores."""

from copy import copy
from dataclasses import dataclass, field
from math import inf
from typing import Collection, Hashable, Optional, Union
from anytree import LevelOrderIter
from engine.alpha_beta import OutOfTimeError, clip
from game import Game
from game_state import GameState
from strategy import (
    Score,
    Search,
    Watcher,
    ask_hook,
    final_score,
    iterative_score,
    position_key,
)
from labs.game_tree.nodes import PositionNode, find_path, list_moves

Number = Union[int, float]

# A picture with more moves than this is too large to read.
MOST_DRAWN = 400

# The number of moves tried, in all, to count the positions that are left out.
MOST_TRIED = 10_000

# The work (see Allowance) that exact scores may take: some seconds.
MOST_WORK = 300_000


# === The tree ===


def build_tree(
    game: Game,
    depth: Optional[int] = None,
    most: int = MOST_DRAWN,
    unfolded: Optional[Collection[str]] = None,
) -> PositionNode:
    """Return the root of the tree of all positions that can be reached in
    game.

    The tree is cut after depth plies (None: nowhere), or before the level that
    would bring it above most moves. Unless unfolded is None, only the positions
    with the paths in it show their moves.
    """
    root = PositionNode(game.current_state)
    level = [root]
    number = 0
    while level and root.height != depth:
        if unfolded is not None:
            level = [each for each in level if find_path(each) in unfolded]
        moves = [
            (each, new)
            for each in level
            for new in list_moves(game, each.state)
        ]
        number += len(moves)
        if number > most:
            break
        level = [
            PositionNode(node.state.make_move(move), move, node)
            for node, move in moves
        ]
    return root


# === Positions left out ===


def find_cut_nodes(game: Game, root: PositionNode) -> list[PositionNode]:
    """Return the nodes below root that have moves but no children."""
    return [leaf for leaf in root.leaves if list_moves(game, leaf.state)]


def count_left_out(
    game: Game, root: PositionNode, most: int = MOST_TRIED
) -> None:
    """Set left_out at the nodes at which the tree below root is cut. Try no
    more than most moves.
    """
    cut = find_cut_nodes(game, root)
    for leaf in cut:
        leaf.left_out = count_below(game, leaf.state, most // len(cut))


def count_below(game: Game, state: GameState, most: int) -> str:
    """Return the number of positions in the tree below state in words. Stop
    after trying most moves.

    Identical positions on a level are expanded once, and counted as often as
    they occur.
    """
    level: list[tuple[GameState, int]] = [(state, 1)]
    total = 0
    tried = 0
    while level:
        below: dict[Hashable, tuple[GameState, int]] = {}
        # One at a time, as a game may have far more moves than are tried.
        tries = (
            (*each, new) for each in level for new in list_moves(game, each[0])
        )
        for before, times, move in tries:
            if tried == most:
                return f'more than {total:,}'
            tried += 1
            after = before.make_move(move)
            key = position_key(after)
            _, known = below.get(key, (after, 0))
            below[key] = after, times + known
            total += times
        level = list(below.values())
    return f'{total:,}'


# === Scores ===


@dataclass
class Allowance(Watcher):
    """Stops a search that exceeds its allowance of work.

    === Attributes ===
    left: the work left: a visit takes 1, and 1 for each possible move there
    most: the most positions that the search may visit
    visits: the number of positions visited so far
    """

    left: Number
    most: Number = inf
    visits: int = field(default=0, init=False)

    def on_visit(self, state: GameState) -> None:
        """Count the work at state. Raise OutOfTimeError if it is too much."""
        if self.left <= 0 or self.visits >= self.most:
            raise OutOfTimeError
        self.left -= 1 + len(state.get_possible_moves())
        self.visits += 1


def find_scores(game: Game, root: PositionNode) -> None:
    """Set the scores of root and of all nodes below it.

    All nodes share one table. The root comes first, with half of MOST_WORK.
    The other half goes to the nodes from the bottom up: near the leaves exact
    scores are cheap, and further up the table already holds those. A position
    that would take too much work gets an estimate. Work is counted in positions
    and moves, not in seconds, so that the result is the same each time.
    """
    if game.is_over(root.state):
        root.score = final_score(copy(game), root.state)
        root.exact = True
        return
    nodes = list(LevelOrderIter(root))
    table: dict[Hashable, Score] = {}
    search_within(MOST_WORK // 2, root, game, table)
    left: Number = MOST_WORK // 2
    while nodes:
        share = left // len(nodes)
        left -= share - search_within(share, nodes.pop(), game, table)


def search_within(
    work: Number, node: PositionNode, game: Game, table: dict[Hashable, Score]
) -> Number:
    """Set the score of node in game: the exact one if a search that uses table
    finds it with this much work, otherwise an estimate. Return the work left.
    """
    allowance = Allowance(work)
    search = Search(game, allowance)
    search.table = table
    state = ask_hook(node.state, 'search_state')
    try:
        node.score = iterative_score(search, state)
        node.exact = True
    except OutOfTimeError:
        node.score = clip(state.rough_outcome())
    return max(0, allowance.left)
