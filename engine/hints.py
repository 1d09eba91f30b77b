"""Hints: a move that is best, and how soon it leads to the end; or a move that
is not proved to be best.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from math import inf
from time import perf_counter
from typing import Any, Hashable, Iterator, NamedTuple, Optional
from engine.alpha_beta import OutOfTimeError, TimedSearch
from engine.values import (
    Limits,
    MoveValue,
    Table,
    find_score,
    find_values,
    score_for,
)
from game import Game
from game_state import GameState
from strategy import (
    DEEPEST_RECURSION,
    LOSE,
    WIN,
    Score,
    Search,
    ask_hook,
    position_key,
    recurse_deeply,
)

# Whether somebody can force a win within this many plies is found sooner by
# trying all moves than by scoring them.
SOON = 4

# The share of its time that a hint may take to look for such a win, and then
# to count the plies to the end.
PLIES_SHARE = 0.25


class Hint(NamedTuple):
    """A move that is best, and what it leads to.

    === Attributes ===
    move: the move; None if it is not known which one is best
    score: its exact score for the player who makes it; None if it is not known
    plies: how many plies are left, this move included, if the winner hurries
        and the loser resists; None if that is not known, and for a tie
    """

    move: Any
    score: Optional[Score]
    plies: Optional[int]


NO_HINT = Hint(None, None, None)


def find_hint(
    game: Game, seconds: float = 2.0, table: Optional[Table] = None
) -> Hint:
    """Return a move that is certainly best, as far as one can be found in this
    many seconds: a quickest win, or if all moves lose, a longest resistance.
    If these are not found in a share of the time, it is any move with the best
    score. Return NO_HINT if no move is known to be best. Use and add to table
    as find_values does.

    Raise GameOverError if the game is over.

    >>> from subtract_square_game import SubtractSquareGame
    >>> tuple(find_hint(SubtractSquareGame(True, size=8), seconds=1000))
    (1, 1, 5)
    """
    end = perf_counter() + seconds
    search = Search(game)
    limits = Limits(search, end - (1 - PLIES_SHARE) * seconds, table)
    me = search.root.get_current_player_name()
    races: dict[Score, Race] = {
        WIN: Race(search, me),
        LOSE: Race(search, 'p2' if me == 'p1' else 'p1'),
    }
    values = find_values(game, 0, search.table, only_a_win=True)
    if not is_best_known(values):
        for plies, result in product(range(1, SOON + 1), races):
            found = races[result].find_move(plies)
            if found:
                remember_score(search, found[0], result)
                return Hint(found[0], result, found[1])
        values = find_values(
            game, end - perf_counter(), search.table, only_a_win=True
        )
        if not is_best_known(values):
            return NO_HINT
    move, score = values[0]
    if score in races:
        limits.time = min(end, perf_counter() + PLIES_SHARE * seconds)
        found = races[score].find_move(DEEPEST_RECURSION)
        if found:
            remember_score(search, found[0], score)
            return Hint(found[0], score, found[1])
    return Hint(move, score, None)


def is_best_known(values: list[MoveValue]) -> bool:
    """Return whether the first of values, from find_values, is surely best."""
    if not values:
        return False
    return values[0].score == WIN or values[-1].score is not None


def remember_score(search: Search, move: Any, score: Score) -> None:
    """Add the score of move, a best move from the root of search, to its table,
    where find_values looks.
    """
    if score == LOSE:  # Then all moves lose.
        search.table[ask_hook(search.root, 'search_key')] = LOSE
        return
    child = search.root.make_move(move)
    key, known = search.look_up(child)
    if known is None:
        player = search.root.get_current_player_name()
        search.table[key] = score_for(player, child, score)


def find_alpha_beta_move(
    game: Game, seconds: float = 2.0, table: Optional[Table] = None
) -> Any:
    """Return the move that alpha_beta_strategy makes after this many seconds,
    given the scores of moves in table. It need not be a best move, but it does
    not lose as far as table knows, unless all moves do. Raise GameOverError if
    the game is over.

    >>> from subtract_square_game import SubtractSquareGame
    >>> find_alpha_beta_move(SubtractSquareGame(True, size=8), seconds=1000)
    1
    """
    search = TimedSearch(game)
    values = find_values(game, 0, table)
    for move, score in values:
        key, known = search.look_up(search.root.make_move(move))
        if score is not None and known is None:
            # Alpha-beta takes for granted that the players take turns.
            search.table[key] = -score
    best = recurse_deeply(search.best_move_before, perf_counter() + seconds)
    others = [each.move for each in values if each.score != LOSE]
    if MoveValue(best, LOSE) in values and others:
        return others[0]  # There was no time to look at all moves.
    return best


@dataclass
class Race:
    """How soon one player can force a win, while the other one resists as long
    as possible.

    === Attributes ===
    search: the search from whose root the race starts
    winner: the player who is to win, 'p1' or 'p2'
    """

    search: Search
    winner: str
    # By position: how many plies the win takes, and up to which limit that was
    # looked for. A number above this limit is only a lower bound.
    _counted: dict[Hashable, tuple[float, float]] = field(
        default_factory=dict, init=False
    )

    def find_move(self, most: int) -> Optional[tuple[Any, int]]:
        """Return a move from the root that is best in this race, and how many
        plies the win takes with it. Return None if that is more than most, or
        is not found in time.
        """
        root = self.search.root
        plies = 1.0
        limit = 0.0
        with suppress(OutOfTimeError, RecursionError):
            while limit < plies <= most:
                limit = plies
                plies = recurse_deeply(self.count_plies, root, limit)
            if plies != limit:
                return None
            for move, child in self.list_moves(root, limit):
                if 1 + self.count_plies(child, limit - 1) == plies:
                    return move, int(plies)
        return None

    def count_plies(self, state: GameState, limit: float) -> float:
        """Return how many plies it takes the winner to force a win from state,
        if that is at most limit. Otherwise return a lower bound that is above
        limit: inf if it is known that no win can be forced.
        """
        search = self.search
        search.watcher.on_visit(state)
        search.game.current_state = state
        if search.game.is_over(state):
            return 0 if search.game.is_winner(self.winner) else inf
        # Equal search keys promise equal scores, and no more than that.
        key = getattr(state, 'race_key', partial(position_key, state))()
        plies, counted_to = self._counted.get(key, (1, 0))
        if plies > limit or plies <= counted_to:
            return plies
        hurries = state.get_current_player_name() == self.winner
        plies = inf if hurries else 0
        for _, child in self.list_moves(state, limit):
            if hurries:
                # Only a win that is quicker than the best so far counts.
                left = min(limit, plies - 1) - 1
                plies = min(plies, 1 + self.count_plies(child, left))
            else:
                plies = max(plies, 1 + self.count_plies(child, limit - 1))
                if plies > limit:
                    break  # The winner needs more plies than allowed.
        self._counted[key] = plies, limit
        return plies

    def list_moves(
        self, state: GameState, limit: float
    ) -> Iterator[tuple[Any, GameState]]:
        """Return an iterator over the possible moves in state, each with the
        state it leads to, without those moves of the winner that let the win
        slip: see may_win.
        """
        children = (
            (move, state.make_move(move)) for move in state.get_possible_moves()
        )
        if state.get_current_player_name() != self.winner:
            return children
        return (each for each in children if self.may_win(each[1], limit))

    def may_win(self, state: GameState, limit: float) -> bool:
        """Return whether the winner may still win, as far as is known."""
        score: Optional[Score]
        if limit > SOON:
            score = find_score(self.search, state)
        else:
            _, score = self.search.look_up(state)
        return score is None or score_for(self.winner, state, score) == WIN
