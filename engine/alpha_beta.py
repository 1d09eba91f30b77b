"""The alpha-beta strategy: the best move that can be found in a given time."""

from contextlib import suppress
from math import isnan
from time import perf_counter
from typing import Any, Hashable, Optional
from game import Game
from game_state import GameState
from strategy import LOSE, WIN, Score, Search, Watcher, ask_hook, recurse_deeply

# The best that an estimate can be: it is not as good as a certain win.
BEST_ESTIMATE = 0.99


class OutOfTimeError(Exception):
    """Raised within a search when its time is up."""


def alpha_beta_strategy(
    game: Game, seconds: float = 2.0, watcher: Optional[Watcher] = None
) -> Any:
    """Return the best move that can be found in this many seconds.

    The search looks one ply ahead, then two, and so on (iterative deepening),
    and relies on rough_outcome beyond its horizon. When its time is up, the
    deepest search that was completed decides. A search that has followed every
    line of play to its end is exact, and the last one.

    Raise ValueError if seconds is nan. With 0 seconds or fewer, return a move
    that looks good without a search.
    """
    if isnan(seconds):
        raise ValueError(f'{seconds} is not a number of seconds.')
    return recurse_deeply(
        TimedSearch(game, watcher).best_move_before, perf_counter() + seconds
    )


def alpha_beta_score(
    search: 'TimedSearch', state: GameState, depth: int, low: Score, high: Score
) -> Score:
    """Return the score of state, as it seems when looking depth plies ahead.

    Only a score between low and high matters: outside, one of the players has
    something better elsewhere. So a result of at most low is only an upper
    bound of the score, and a result of at least high only a lower bound.
    (Knuth and Moore, "An analysis of alpha-beta pruning", 1975.)
    """
    if perf_counter() > search.deadline:
        raise OutOfTimeError
    search.watcher.on_visit(state)
    key, score = search.look_up(state)
    if score is None and depth == 0:
        search.estimated = True
        score = clip(state.rough_outcome())
    if score is None:
        score = search.recall(key, depth, low, high)
    if score is None:
        score = float('-inf')
        for move in search.order_moves(key, state):
            child = state.make_move(move)
            found = -alpha_beta_score(
                search, child, depth - 1, -high, -max(low, score)
            )
            if found > score:
                score = found
                search.best_moves[key] = move
            if score >= high:
                break  # The other player will not let it come to this.
        least = score if score > low else LOSE
        most = score if score < high else WIN
        search.bounds[key] = depth, least, most
        if score in (LOSE, WIN):
            search.table[key] = score
    search.watcher.on_score(state, score)
    return score


def clip(score: Score) -> Score:
    """Return score, but never quite as good as a win or as bad as a loss."""
    return max(-BEST_ESTIMATE, min(score, BEST_ESTIMATE))


class TimedSearch(Search):
    """A search for the best move that can be found before a deadline.

    The horizon is as deep as a search looks ahead. Estimates there are never
    quite as good as a win or as bad as a loss, so a score of WIN or LOSE is
    always certain, and kept in the table from one depth to the next.

    === Attributes ===
    deadline: when the time is up, in seconds of perf_counter
    estimated: whether any state was estimated at the present depth
    score: what the score of the root seemed to be at the last depth that was
        completed; None before that
    bounds: what the search at the present depth has found, by search key: how
        many plies a state was searched, and a lower and an upper bound of its
        score
    best_moves: the best move found when a state was last searched, by its key
    """

    deadline: float
    estimated: bool
    score: Optional[Score]
    bounds: dict[Hashable, tuple[int, Score, Score]]
    best_moves: dict[Hashable, Any]

    def __init__(self, game: Game, watcher: Optional[Watcher] = None) -> None:
        """Initialize a search for a move at the current state of game. Raise
        GameOverError if the game is over.
        """
        super().__init__(game, watcher)
        self.deadline = float('inf')
        self.estimated = True
        self.score = None
        self.bounds = {}
        self.best_moves = {}

    def best_move_before(self, deadline: float) -> Any:
        """Return the best move that can be found before deadline.

        If every move loses, it is the one that seemed best for longest.
        """
        self.deadline = deadline
        self.best_moves[None] = ask_hook(self.root, 'candidate_moves')[0]
        depth = 0
        # Out of time, the best move at the last depth was first at this one.
        with suppress(OutOfTimeError):
            while self.estimated and self.score not in (LOSE, WIN):
                depth += 1
                self.estimated = False
                self.bounds = {}
                self.score = alpha_beta_score(self, self.root, depth, LOSE, WIN)
        return self.best_moves[None]

    def recall(
        self, key: Hashable, depth: int, low: Score, high: Score
    ) -> Optional[Score]:
        """Return what is known of the state with this key, looking depth plies
        ahead, if that is enough: its score, or a bound that is not between low
        and high. Otherwise return None.
        """
        plies, least, most = self.bounds.get(key, (0, LOSE, WIN))
        if plies >= depth and (least >= high or least == most):
            return least
        if plies >= depth and most <= low:
            return most
        return None

    def order_moves(self, key: Hashable, state: GameState) -> list[Any]:
        """Return the moves worth searching, what was best last time first."""
        moves: list[Any] = ask_hook(state, 'candidate_moves')
        # Under one key, symmetric states may have different moves.
        if key in self.best_moves and self.best_moves[key] in moves:
            best = self.best_moves[key]
            moves = [best] + [move for move in moves if move != best]
        return moves
