"""The exact score of every possible move, as far as it can be found in time."""
from time import perf_counter
from typing import Any, Callable, Hashable, NamedTuple, Optional
from engine.alpha_beta import OutOfTimeError
from game import Game
from game_state import GameState
from strategy import LOSE, WIN, Score, Search, Watcher, candidate_moves, \
    recurse_deeply

# At first, the searches of single moves share this part of the time equally, so
# that one hard move does not keep the easy ones from being scored.
FIRST_PART = 0.5

# How many times as long each search takes as the one before, where values are
# found bit by bit.
FACTOR = 2.5

# Scores by search key, as in Search.table.
Table = dict[Hashable, Score]


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


def find_values(game: Game, seconds: float = 2.0,
                table: Optional[Table] = None, only_a_win: bool = False
                ) -> list[MoveValue]:
    """Return each possible move with its exact score, best first. Moves whose
    scores cannot be found in this many seconds come last, without one.

    Moves of equal scores stay in the order of the game's possible moves. Use
    the scores of positions in table, and add new ones to it. If only_a_win,
    stop at the first move that wins. Raise GameOverError if the game is over.

    >>> from subtract_square_game import SubtractSquareGame
    >>> [tuple(each) for each in find_values(SubtractSquareGame(True, size=8))]
    [(1, 1), (4, -1)]
    """
    end = perf_counter() + seconds
    deadline = Deadline(end)
    search = Search(game, deadline)
    if table is not None:
        search.table = table
    moves = game.current_state.get_possible_moves()
    scores: list[Optional[Score]] = [None] * len(moves)
    # What is worth trying in a search is scored first: it decides the most.
    order = order_by_promise(moves, candidate_moves(search.root))
    done = False
    for share in FIRST_PART * seconds / max(len(moves), 1), seconds:
        for number in order:
            now = perf_counter()
            if done or now > end:
                break
            if scores[number] is None:
                deadline.time = min(end, now + share)
                scores[number] = score_move(search, moves[number])
                done = only_a_win and scores[number] == WIN
    values = [MoveValue(*each) for each in zip(moves, scores)]
    return sorted(values, key=lambda value: -2 if value.score is None
                  else value.score, reverse=True)


def find_all_values(game: Game, first: float, longest: float,
                    report: Callable[[list[MoveValue], int], None]
                    ) -> list[MoveValue]:
    """Return what find_values finds in game. Search for this many seconds at
    first, and then again and again, each time for longer, until all values are
    known or that was the longest. Before each further search, report what is
    known, and how many positions have been scored.
    """
    table: Table = {}
    values = find_values(game, first, table)
    while values[-1].score is None and first < longest:
        report(values, len(table))
        first *= FACTOR
        values = find_values(game, first, table)
    return values


def order_by_promise(moves: list[Any], promising: list[Any]) -> list[int]:
    """Return the places of all moves in the list moves: first those that are
    in promising too, in the order there.

    >>> order_by_promise(['a', 'b', 'c', 'd'], ['d', 'b'])
    [3, 1, 0, 2]
    """
    places = range(len(moves))
    try:
        ranks = {move: rank for rank, move in enumerate(promising)}
        return sorted(places,
                      key=lambda place: ranks.get(moves[place], len(ranks)))
    except TypeError:
        return list(places)  # These moves cannot be found in a dict.


def score_move(search: Search, move: Any) -> Optional[Score]:
    """Return the score of move, a move from the root of search, for the player
    who makes it; None if the time is up, or the recursion becomes too deep.
    """
    player = search.root.get_current_player_name()
    child = search.root.make_move(move)
    try:
        score = recurse_deeply(find_score, search, child)
    except (OutOfTimeError, RecursionError):
        return None
    return score_for(player, child, score)


def find_score(search: Search, state: GameState) -> Score:
    """Return the score of state as strategy.recursive_score does, but also in
    games in which a player may move twice in a row.
    """
    search.watcher.on_visit(state)
    key, score = search.look_up(state)
    if score is None:
        score = LOSE
        player = state.get_current_player_name()
        for move in candidate_moves(state):
            child = state.make_move(move)
            found = find_score(search, child)
            score = max(score, score_for(player, child, found))
            if score == WIN:
                break  # No other move can be better.
        search.table[key] = score
    return score


def score_for(player: str, state: GameState, score: Score) -> Score:
    """Return the score of state for player, given that for the player to move
    there.
    """
    return score if state.get_current_player_name() == player else -score
