"""The tree of positions of any game, as nodes of anytree."""
from typing import Any, Collection, Hashable, Iterable, NamedTuple, \
    Optional
from anytree import NodeMixin
from game import Game
from game_state import GameState
from strategy import Score

# A picture with more moves than this is too large to read.
MOST_MOVES = 400

# How many moves are tried, in all, to count the positions that are left out.
MOST_COUNTED = 10_000


class Count(NamedTuple):
    """A number of positions.

    === Attributes ===
    number: how many have been counted
    exact: whether there are no more
    """
    number: int
    exact: bool

    def __str__(self) -> str:
        """Return this count in words.

        >>> str(Count(12, True)), str(Count(4000, False))
        ('12', 'more than 4,000')
        """
        return ('' if self.exact else 'more than ') + f'{self.number:,}'


class Position(NodeMixin):
    """A node of the tree: a position, and the move that leads there.

    Identical positions can be merged. Then one node shows the position and
    what follows, and others, without children, only name that node.

    === Attributes ===
    state: the position, and whose turn it is in it
    move: the move that leads here, None at the root
    same_as: the node that shows this position; it may be this one
    score: the score for the player to move, None until somebody finds it out
    exact: whether the score is exact; otherwise it is an estimate
    left_out: how many positions below are left out if the tree is cut here,
        None where it is not or nobody has counted
    """
    state: GameState
    move: Any
    same_as: 'Position'
    score: Optional[Score]
    exact: bool
    left_out: Optional[Count]

    def __init__(self, state: GameState, move: Any = None,
                 parent: Optional['Position'] = None,
                 same_as: Optional['Position'] = None) -> None:
        """Initialize a node for state, which move leads to from parent. If
        same_as is given, it shows the position instead.
        """
        self.state = state
        self.move = move
        self.same_as = self if same_as is None else same_as
        self.score, self.exact = None, False
        self.left_out = None
        self.parent = parent


def position_key(state: GameState) -> Hashable:
    """Return a key that is equal for identical positions, and only for them.

    The exact description alone should do, but among other people's games some
    give one description to different positions; see GameState.search_key.
    """
    return state.get_current_player_name(), str(state), repr(state)


def moves_at(game: Game, state: GameState) -> list:
    """Return the possible moves at state: none if game is over there."""
    return [] if game.is_over(state) else state.get_possible_moves()


def tree_of(game: Game, depth: Optional[int] = None, merge: bool = False
            ) -> Position:
    """Return the root of the tree of positions that can come about in game,
    with the moves in order. If merge, each position has one node that shows
    it, on the highest level on which it occurs.

    The tree is cut after depth plies (None: nowhere), or sooner, before the
    first level that would bring it above MOST_MOVES moves.
    """
    root = Position(game.current_state)
    shown = {position_key(root.state): root} if merge else None
    level, number = [root], 0
    while level and root.height != depth:
        number += sum(len(moves_at(game, each.state)) for each in level)
        if number > MOST_MOVES:
            break
        level = [child for each in level for child in grown(game, each, shown)]
    return root


def grown(game: Game, node: Position,
          shown: Optional[dict[Hashable, Position]]) -> list[Position]:
    """Add to node a child for each possible move, and return those children
    that show their position.

    If shown is not None, a child shows its position only if that is not shown
    yet; then it is added to shown.
    """
    new = []
    for move in moves_at(game, node.state):
        state = node.state.make_move(move)
        if shown is None:
            child = Position(state, move, node)
        else:
            key = position_key(state)
            child = Position(state, move, node, shown.get(key))
            shown.setdefault(key, child)
        if child.same_as is child:
            new.append(child)
    return new


def cut_nodes(game: Game, root: Position) -> list[Position]:
    """Return the nodes at which the tree below root is cut: there are moves,
    but no children.
    """
    return [leaf for leaf in root.leaves
            if leaf.same_as is leaf and moves_at(game, leaf.state)]


def count_left_out(game: Game, root: Position, merge: bool) -> None:
    """Let the nodes at which the tree below root is cut say how many positions
    are left out. If merge, those that the tree shows elsewhere are not.
    """
    shown = {position_key(node.state) for node in (root, *root.descendants)} \
        if merge else None
    cut = cut_nodes(game, root)
    for leaf in cut:
        leaf.left_out = count_below(game, leaf.state, shown,
                                    MOST_COUNTED // len(cut))


def count_below(game: Game, state: GameState,
                shown: Optional[Collection[Hashable]], most: int) -> Count:
    """Return how many positions there are in the tree below state. Stop
    counting when that has taken so many moves.

    If shown is not None, identical positions count once, and those with keys
    in shown do not count.

    This goes through the positions level by level. It tries the moves of
    identical positions on a level once, and counts them for each.
    """
    seen: set[Hashable] = set()
    level: dict[Hashable, tuple[GameState, int]] = {None: (state, 1)}
    total = tried = 0
    while level:
        below: dict[Hashable, tuple[GameState, int]] = {}
        for before, times, move in steps_from(game, level):
            if tried == most:
                return Count(total, False)
            tried += 1
            after = before.make_move(move)
            key = position_key(after)
            if shown is None:
                below[key] = (after, times + below.get(key, (after, 0))[1])
                total += times
            elif key not in seen:
                seen.add(key)
                below[key] = (after, 1)
                total += key not in shown
        level = below
    return Count(total, True)


def steps_from(game: Game, level: dict[Hashable, tuple[GameState, int]]
               ) -> Iterable[tuple[GameState, int, Any]]:
    """Return, one at a time, all moves at the states of level, each with its
    state and the number of times that this state occurs.
    """
    return ((state, times, move) for state, times in level.values()
            for move in moves_at(game, state))
