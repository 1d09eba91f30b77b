"""The exact score of every possible move, as far as it can be found in time."""
from time import perf_counter
from typing import Any, Hashable, NamedTuple, Optional
from engine.alpha_beta import OutOfTimeError
from game import Game
from game_state import GameState
from strategy import LOSE, WIN, Score, Search, Watcher, candidate_moves, \
    final_score, recurse_deeply, recursive_score, search_key

# The share of the time that the search of one move may take at first, so that
# one hard move does not keep the easy ones from being scored.
FIRST_SHARE = 0.05


class MoveValue(NamedTuple):
    """What a move is worth.

    === Attributes ===
    move: the move
    score: the exact score for the player who makes it; None if it is not known
    """
    move: Any
    score: Optional[Score]


class Deadline(Watcher):
    """Stops a search when its time is up.

    === Attributes ===
    time: when that is, in seconds of perf_counter
    """
    time: float

    def __init__(self, time: float) -> None:
        """Initialize a deadline at this time."""
        self.time = time

    def on_visit(self, state: GameState) -> None:
        """Raise OutOfTimeError if the time is up."""
        if perf_counter() > self.time:
            raise OutOfTimeError


def find_values(game: Game, seconds: float = 2.0) -> list[MoveValue]:
    """Return each possible move with its exact score, best first. Moves whose
    scores cannot be found in this many seconds come last, without one.

    Moves of equal scores stay in the order of the game's possible moves. Raise
    GameOverError if the game is over.

    >>> from subtract_square_game import SubtractSquareGame
    >>> [tuple(each) for each in find_values(SubtractSquareGame(True, size=8))]
    [(1, 1), (4, -1)]
    """
    end = perf_counter() + seconds
    deadline = Deadline(end)
    search = Search(game, deadline)
    moves = game.current_state.get_possible_moves()
    scores: list[Optional[Score]] = [None] * len(moves)
    # What is worth trying in a search is scored first: it decides the most.
    promising = candidate_moves(search.root)
    order = sorted(range(len(moves)),
                   key=lambda number: moves[number] not in promising)
    for share in FIRST_SHARE * seconds, seconds:
        for number in order:
            if scores[number] is None:
                deadline.time = min(end, perf_counter() + share)
                scores[number] = score_move(search, moves[number])
    values = [MoveValue(*each) for each in zip(moves, scores)]
    return sorted(values, key=lambda value: -2 if value.score is None
                  else value.score, reverse=True)


def score_move(search: Search, move: Any) -> Optional[Score]:
    """Return the score of move, a move from the root of search, for the player
    who makes it; None if search runs out of time.
    """
    try:
        child = search.root.make_move(move)
        return -recurse_deeply(recursive_score, search, child)
    except OutOfTimeError:
        return None


def count_plies(game: Game, seconds: float = 1.0) -> Optional[int]:
    """Return in how many plies the player to move can force a win or, if the
    position is lost, how long the other player can be made to take. Return
    None if that is not found in this many seconds, or nobody can force a win.

    >>> from subtract_square_game import SubtractSquareGame
    >>> [count_plies(SubtractSquareGame(True, size=n)) for n in (4, 6, 5)]
    [1, 3, 2]
    """
    deadline = Deadline(perf_counter() + seconds)
    search = Search(game, deadline)
    plies = 0
    try:
        score = recurse_deeply(recursive_score, search, search.root)
        found = None
        while score in (WIN, LOSE) and found is None:
            plies += 1
            found = outcome_within(search, search.root, plies, {})
    except OutOfTimeError:
        return None
    return plies if score in (WIN, LOSE) else None


def outcome_within(search: Search, state: GameState, plies: int,
                   known: dict[tuple[Hashable, int], Optional[Score]]
                   ) -> Optional[Score]:
    """Return the score of state if it can be forced within this many plies,
    None otherwise. All moves are tried, since candidate moves need not be the
    shortest ways to win. What is found is kept in known.
    """
    search.watcher.on_visit(state)
    score = final_score(search.game, state)
    if score is not None or plies == 0:
        return score
    key = search_key(state), plies
    if key not in known:
        scores = []
        for move in state.get_possible_moves():
            scores.append(outcome_within(search, state.make_move(move),
                                         plies - 1, known))
            if scores[-1] == LOSE:
                break
        known[key] = None if None in scores else -min(scores)
        if scores[-1] == LOSE:
            known[key] = WIN
    return known[key]
