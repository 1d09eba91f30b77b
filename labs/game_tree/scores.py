"""The scores of all positions in a tree, and the lines that win."""
from copy import copy
from anytree import LevelOrderIter
from game import Game
from game_state import GameState
from strategy import BEST_ESTIMATE, OutOfTimeError, Score, Search, Watcher, \
    iterative_score
from labs.game_tree.tree import Position

WIN, LOSE, DRAW = GameState.WIN, GameState.LOSE, GameState.DRAW

# How many moves there may be at all positions that the searches for exact
# scores visit. That takes a few seconds.
MOST_WORK = 300_000


class Allowance(Watcher):
    """Stops a search that works more than it may.

    === Attributes ===
    left: what it may work from now on: for each position that it comes to, 1
        and 1 for each possible move there
    """
    left: int

    def __init__(self) -> None:
        """Initialize an allowance of nothing."""
        self.left = 0

    def comes_to(self, state: GameState) -> None:
        """Count the work at state. Raise OutOfTimeError if nothing is left."""
        if self.left <= 0:
            raise OutOfTimeError
        self.left -= 1 + len(state.get_possible_moves())


def find_scores(game: Game, root: Position) -> None:
    """Give all nodes of the tree below root, and root, their scores.

    One search serves them all, so that each position is searched once. The
    root comes first, with half of the work that there may be. Then the search
    goes from the bottom, where exact scores are found soon, to the top, where
    it has those in its table. A position that would take too long gets an
    estimate. What is too long depends on the positions visited, not on time,
    so that the result is the same each time.
    """
    if game.is_over(root.state):
        root.score, root.exact = final_score(game, root.state), True
        return
    nodes = [each for each in LevelOrderIter(root) if each.same_as is each]
    allowance = Allowance()
    search = Search(game, allowance)
    search_within(MOST_WORK // 2, root, search, allowance)
    left = MOST_WORK // 2
    while nodes:
        share = left // len(nodes)
        left -= share - search_within(share, nodes.pop(), search, allowance)
    for node in root.descendants:
        node.score, node.exact = node.same_as.score, node.same_as.exact


def search_within(work: int, node: Position, search: Search,
                  allowance: Allowance) -> int:
    """Give node its score: an exact one if search, which allowance watches,
    finds it with so much work. Return how much work is left.
    """
    allowance.left = work
    try:
        node.score, node.exact = iterative_score(search, node.state), True
    except OutOfTimeError:
        # As in TimedSearch: no estimate is as good as a win.
        node.score = max(-BEST_ESTIMATE, min(node.state.rough_outcome(),
                                             BEST_ESTIMATE))
    return max(0, allowance.left)


def final_score(game: Game, state: GameState) -> Score:
    """Return the score of state, where game is over, for the player to move.
    """
    ended = copy(game)
    ended.current_state = state
    winners = [name for name in ('p1', 'p2') if ended.is_winner(name)]
    if not winners:
        return DRAW
    return WIN if winners == [state.get_current_player_name()] else LOSE


def winning_lines(root: Position) -> list[Position]:
    """Return all nodes below root that one comes to by lines of play in which
    the winner at root makes winning moves only, whatever the loser does.

    There are none if the score of root is not sure, or a tie.
    """
    if not root.exact or root.score == DRAW:
        return []
    found, todo, seen = [], [root], {root}
    while todo:
        node = todo.pop()
        good = [child for child in node.children
                if child.exact and LOSE in (node.score, child.score)]
        found += good
        new = {child.same_as for child in good} - seen
        seen |= new
        todo += new
    return found
