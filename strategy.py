"""Strategies: functions that take a game and return a move for it.

A strategy may be asked about any game that keeps to the interface of Game and
GameState, and leaves the game exactly as it was.

Scores are from the side of the player to move: WIN, LOSE or DRAW. What is good
for one player is bad for the other, so a state's score is the highest of the
negated scores of the states that its moves lead to. This is minimax; both
minimax strategies below work it out, and differ only in how they walk through
the tree of states. Where that takes too long, the alpha-beta strategy looks
ahead as far as its time allows.
"""
from contextlib import suppress
from copy import copy
from math import isnan
from time import perf_counter
from typing import Any, Callable, Hashable, Optional, Union
import random
import sys
from game import Game
from game_state import GameState

Score = Union[int, float]
WIN, LOSE, DRAW = GameState.WIN, GameState.LOSE, GameState.DRAW

# The recursion limit while a search recurses: more plies than any game here.
DEEPEST_RECURSION = 1_000_000

# The best that an estimate can be: it is not as good as a win that is sure.
BEST_ESTIMATE = 0.99


class GameOverError(ValueError):
    """Raised when a strategy is asked for a move in a game that is over."""


class OutOfTimeError(Exception):
    """Raised within a search when its time is up."""


def possible_moves(game: Game) -> list:
    """Return the possible moves at the current state of game.

    Raise GameOverError if the game is over.
    """
    if game.is_over(game.current_state):
        raise GameOverError('The game is over: there is no move to choose.')
    return game.current_state.get_possible_moves()


def interactive_strategy(game: Game) -> Any:
    """Return a move that the player types. An impossible move is explained,
    and another one asked for.
    """
    moves = ', '.join(map(str, possible_moves(game)))
    move = game.str_to_move(input('Enter a move: '))
    while not game.current_state.is_valid_move(move):
        why = why_not(game.current_state, move)
        print(f'{why}. Possible moves: {moves}')
        move = game.str_to_move(input('Enter a move: '))
    return move


def why_not(state: GameState, move: Any) -> str:
    """Return why move, which is not valid, cannot be made in state: in the
    words of state, if it has any.
    """
    why = ''
    # A game may raise anything at a wrong move; a ValueError says why.
    with suppress(Exception):
        try:
            state.make_move(move)
        except ValueError as error:
            why = str(error)
    if str(move) == '':
        why = 'An empty line is no move'
    return why or f'{str(move)!r} is not a possible move here'


def random_strategy(game: Game) -> Any:
    """Return one of the possible moves at random. Seed the module random
    to get the same moves again.
    """
    return random.choice(possible_moves(game))


def rough_outcome_strategy(game: Game) -> Any:
    """Return a move that leaves the other player with the worst prospects, as
    far as rough_outcome can tell.
    """
    return most_promising(game.current_state, possible_moves(game))


def most_promising(state: GameState, moves: list) -> Any:
    """Return the first of the moves whose rough_outcome is worst for the other
    player.

    Preconditions:
    - len(moves) > 0
    """
    return min(moves, key=lambda move: state.make_move(move).rough_outcome())


class Watcher:
    """Somebody who is told what a search does, as it does it.

    This one takes no notice. A subclass may count, draw or explain. The states
    that a search has come to and not yet scored are always a path from the
    root: the stack of the search. If a search runs out of time, the states on
    the path get no score. If a move wins at once, minimax does not search.
    """

    def comes_to(self, state: GameState) -> None:
        """Take notice that the search comes to state."""

    def scores(self, state: GameState, score: Score) -> None:
        """Take notice that the search has found the score of state, which is
        the last state that it came to and had not scored. With alpha-beta it
        may be an estimate, or no more than a bound: see alpha_beta_score.
        """


def recursive_minimax_strategy(game: Game, watcher: Optional[Watcher] = None
                               ) -> Any:
    """Return a move with the highest score that can be guaranteed, found by
    recursion over states. It may recurse as deep as the game is long.
    """
    search = Search(game, watcher)
    return recursing_deeply(search.best_move, recursive_score)


def iterative_minimax_strategy(game: Game, watcher: Optional[Watcher] = None
                               ) -> Any:
    """Return a move with the highest score that can be guaranteed, found with
    a stack of tree nodes and no recursion.
    """
    return Search(game, watcher).best_move(iterative_score)


def alpha_beta_strategy(game: Game, seconds: float = 2.0,
                        watcher: Optional[Watcher] = None) -> Any:
    """Return the best move that can be found in so many seconds.

    The search looks one ply ahead, then two, and so on, and takes the word of
    rough_outcome for what is beyond. When its time is up, the deepest search
    that came to its end decides. A search that has seen every line of play to
    its end is exact, and the last one.

    Raise ValueError if seconds is nan: no time ever comes after that.
    """
    if isnan(seconds):
        raise ValueError(f'{seconds} is not a number of seconds.')
    deadline = perf_counter() + seconds
    search = TimedSearch(game, watcher)
    return recursing_deeply(search.move_before, deadline)


def recursing_deeply(function: Callable, *arguments: Any) -> Any:
    """Return function(*arguments), and let it recurse deeper on its way than
    Python usually allows.
    """
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEEPEST_RECURSION))
    try:
        return function(*arguments)
    finally:
        sys.setrecursionlimit(limit)


class Search:
    """One search for the best move in a game. It holds what all searching
    strategies need to know about states, and the scores they have found.

    === Attributes ===
    game: a shallow copy of the game, whose current_state the search may set
    root: the state to find a move for
    watcher: is told of every state that the search comes to
    table: the transposition table, which gives a score by search key. It has
        an entry for each state that took searching, and lives as long as the
        search. An entry takes about 200 bytes. The longest searches that
        one has to wait for, a minute, leave a million of them.
    """
    game: Game
    root: GameState
    watcher: Watcher
    table: dict[Hashable, Score]

    def __init__(self, game: Game, watcher: Optional[Watcher] = None) -> None:
        """Initialize a search for a move at the current state of game.

        Raise GameOverError if the game is over.
        """
        possible_moves(game)
        self.game = copy(game)
        self.root = game.current_state
        self.watcher = Watcher() if watcher is None else watcher
        self.table = {}

    def final_score(self, state: GameState) -> Optional[Score]:
        """Return the score of state if the game is over there, else None."""
        # is_winner speaks of the current state.
        self.game.current_state = state
        if not self.game.is_over(state):
            return None
        player = state.get_current_player_name()
        if self.game.is_winner(player):
            return WIN
        if self.game.is_winner('p2' if player == 'p1' else 'p1'):
            return LOSE
        return DRAW

    def look_up(self, state: GameState) -> tuple[Hashable, Optional[Score]]:
        """Return the search key of state, if it needs one, and its score if
        that is sure without searching, else None.

        The root is never looked up, as a move from there is wanted: its key is
        None, which no other state has.
        """
        if state is self.root:
            return None, None
        score = self.final_score(state)
        if score is None and hasattr(state, 'known_score'):
            score = state.known_score()
        if score is not None:
            return None, score
        key = search_key(state)
        return key, self.table.get(key)

    def best_move(self, score_of: Callable[['Search', GameState], Score]
                  ) -> Any:
        """Return a move from the root with the highest guaranteed score, where
        score_of(self, state) searches for the score of state.

        A move that wins at once comes first. If every move loses, the answer
        is the most promising one against a player who makes mistakes.
        """
        moves = self.root.get_possible_moves()
        for move in moves:
            if self.final_score(self.root.make_move(move)) == LOSE:
                return move
        best = score_of(self, self.root)
        if best == LOSE:
            return most_promising(self.root, moves)
        # The search stopped at the first move that has the best score.
        for move in candidate_moves(self.root):
            _, score = self.look_up(self.root.make_move(move))
            if score == -best:
                return move
        raise AssertionError('No move has the score of its state.')


def search_key(state: GameState) -> Hashable:
    """Return a key such that states with equal keys have equal scores, also
    if state is of a class without this hook.
    """
    if hasattr(state, 'search_key'):
        return state.search_key()
    return state.get_current_player_name(), str(state), repr(state)


def candidate_moves(state: GameState) -> list:
    """Return the moves worth searching, best first, also if state is of a
    class without this hook.
    """
    if hasattr(state, 'candidate_moves'):
        return state.candidate_moves()
    return state.get_possible_moves()


def recursive_score(search: Search, state: GameState) -> Score:
    """Return the score of state, found by recursion."""
    search.watcher.comes_to(state)
    key, score = search.look_up(state)
    if score is None:
        score = LOSE
        for move in candidate_moves(state):
            child = state.make_move(move)
            score = max(score, -recursive_score(search, child))
            if score == WIN:
                break  # No other move can be better.
        search.table[key] = score
    search.watcher.scores(state, score)
    return score


class TreeNode:
    """A node of the tree that iterative_score builds.

    === Attributes ===
    state: the state at this node
    key: the search key of state
    moves: the moves that have no child yet, best last
    children: the nodes that the moves tried so far lead to
    score: the score of state, None as long as it is not known
    """
    state: GameState
    key: Hashable
    moves: list
    children: list['TreeNode']
    score: Optional[Score]

    def __init__(self, search: Search, state: GameState) -> None:
        """Initialize a node for state, with its score if search has it."""
        search.watcher.comes_to(state)
        self.state = state
        self.key, self.score = search.look_up(state)
        self.children = []
        self.moves = []
        if self.score is None:
            self.moves = candidate_moves(state)[::-1]
        else:
            search.watcher.scores(state, self.score)


def iterative_score(search: Search, state: GameState) -> Score:
    """Return the score of state, found without recursion.

    The stack holds the path from the root to the node being looked at. A node
    is looked at again each time the newest of its children has its score.
    """
    root = TreeNode(search, state)
    stack = [root] if root.score is None else []
    while stack:
        node = stack[-1]
        if node.moves and not (node.children
                               and node.children[-1].score == LOSE):
            child = TreeNode(search, node.state.make_move(node.moves.pop()))
            node.children.append(child)
            if child.score is None:
                stack.append(child)
        else:
            # All moves are tried, or the last one wins.
            node.score = max(-below.score for below in node.children)
            search.table[node.key] = node.score
            search.watcher.scores(node.state, node.score)
            node.children = []  # They have served; let the memory go.
            stack.pop()
    return root.score


class TimedSearch(Search):
    """A search for the best move that can be found before a deadline.

    The deepest that a search looks ahead is its horizon. Estimates at the
    horizon are never quite as good as a win or as bad as a loss, so a score of
    WIN or LOSE is always sure, and kept in the table from depth to depth.

    === Attributes ===
    deadline: when the time is up, as perf_counter tells it, in seconds
    estimated: whether any state was estimated at the present depth
    bounds: what the present depth has found of states, by search key: how many
        plies they were searched, and two numbers that the score lies between
    best_moves: the best move found when a state was last searched, by its key

    The tables live as long as the search, and grow by 1 or 2 megabytes for
    each second of it.
    """
    deadline: float
    estimated: bool
    bounds: dict[Hashable, tuple[int, Score, Score]]
    best_moves: dict[Hashable, Any]

    def __init__(self, game: Game, watcher: Optional[Watcher] = None) -> None:
        """Initialize a search for a move at the current state of game.

        Raise GameOverError if the game is over.
        """
        super().__init__(game, watcher)
        self.deadline = float('inf')
        self.estimated = True
        self.bounds, self.best_moves = {}, {}

    def move_before(self, deadline: float) -> Any:
        """Return the best move that can be found before deadline.

        If every move loses, it is the one that seemed best for longest.
        """
        self.deadline = deadline
        self.best_moves[None] = candidate_moves(self.root)[0]
        score, depth = DRAW, 0
        try:
            while self.estimated and LOSE < score < WIN:
                depth += 1
                self.estimated, self.bounds = False, {}
                score = alpha_beta_score(self, self.root, depth, LOSE, WIN)
        except OutOfTimeError:
            pass  # The best move of the last depth came first at this one.
        return self.best_moves[None]

    def estimate(self, state: GameState) -> Score:
        """Return what the score of state, at the horizon, seems to be."""
        self.estimated = True
        return max(-BEST_ESTIMATE, min(state.rough_outcome(), BEST_ESTIMATE))

    def remembered(self, key: Hashable, depth: int, low: Score, high: Score
                   ) -> Optional[Score]:
        """Return what is known of the state with this key, looking depth plies
        ahead, if that says enough: its score, or a bound that is not between
        low and high. Otherwise return None.
        """
        plies, least, most = self.bounds.get(key, (0, LOSE, WIN))
        if plies >= depth and (least >= high or least == most):
            return least
        if plies >= depth and most <= low:
            return most
        return None

    def best_first(self, key: Hashable, state: GameState) -> list:
        """Return the moves worth searching in state, which has this key. The
        one that was best when the state was last searched comes first.
        """
        moves = candidate_moves(state)
        # Under one key, symmetric states may have different moves.
        if key in self.best_moves and self.best_moves[key] in moves:
            best = self.best_moves[key]
            moves = [best] + [move for move in moves if move != best]
        return moves


def alpha_beta_score(search: TimedSearch, state: GameState, depth: int,
                     low: Score, high: Score) -> Score:
    """Return the score of state, as it seems when looking depth plies ahead.

    Only a score between low and high matters: outside, one of the players has
    something better elsewhere. So the result, if it is at most low, says only
    that the score is not higher; and if at least high, that it is not lower.
    (Knuth and Moore, "An analysis of alpha-beta pruning", 1975.)
    """
    if perf_counter() > search.deadline:
        raise OutOfTimeError
    search.watcher.comes_to(state)
    key, score = search.look_up(state)
    if score is None and depth == 0:
        score = search.estimate(state)
    if score is None:
        score = search.remembered(key, depth, low, high)
    if score is None:
        score = float('-inf')
        for move in search.best_first(key, state):
            found = -alpha_beta_score(search, state.make_move(move), depth - 1,
                                      -high, -max(low, score))
            if found > score:
                score = found
                search.best_moves[key] = move
            if score >= high:
                break  # The other player will not let it come to this.
        search.bounds[key] = (depth, score if score > low else LOSE,
                              score if score < high else WIN)
        if score in (LOSE, WIN):
            search.table[key] = score
    search.watcher.scores(state, score)
    return score


if __name__ == "__main__":
    from python_ta import check_all
    check_all(config="a2_pyta.txt")
