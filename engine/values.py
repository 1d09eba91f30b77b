"""The exact score of every possible move, as far as it can be found in time."""

from itertools import islice
from time import perf_counter
from typing import Any, Hashable, NamedTuple, Optional
from engine.alpha_beta import OutOfTimeError
from game import Game
from game_state import GameState
from strategy import LOSE, WIN, Score, Search, Watcher, ask_hook, recurse_deeply

# At first, each of the few most promising moves may take this share of the time
# that is left, and each of the others half of an equal share of it.
FEW = 5
SHARE = 0.2

# How many bytes the scores that are remembered may take, and how many each of
# them takes besides what its key shows.
MOST_BYTES = 64_000_000
BYTES_EACH = 200

# Scores by search key, as in Search.table. What one question about a game has
# found, the next one can use; but each game needs a table of its own, since
# positions of different games, or sizes, may have equal keys.
Table = dict[Hashable, Score]


class MoveValue(NamedTuple):
    """What a move is worth.

    === Attributes ===
    move: the move
    score: the exact score for the player who makes it; None if it is not known
    """

    move: Any
    score: Optional[Score]


class Limits(Watcher):
    """Keeps a search within its limits of time and memory.

    === Attributes ===
    time: when its time is up, in seconds of perf_counter
    table: the scores that it remembers
    most: how many these may be
    """

    time: float
    table: Table
    most: int
    _search: Search

    def __init__(
        self, search: Search, time: float, table: Optional[Table]
    ) -> None:
        """Initialize the limits of search, whose time is up at this time. It
        uses table from now on, and adds to it, unless that is None.
        """
        if table is not None:
            search.table = table
        search.watcher = self
        self._search = search
        self.time = time
        self.table = search.table
        # The keys of all positions of a game are about as large.
        size = len(repr(ask_hook(search.root, 'search_key'))) + BYTES_EACH
        self.most = MOST_BYTES // size

    def on_visit(self, state: GameState) -> None:
        """Raise OutOfTimeError if the time is up. Forget scores if there are
        too many.
        """
        if perf_counter() > self.time:
            raise OutOfTimeError
        if len(self.table) > self.most:
            self.forget()

    def forget(self) -> None:
        """Forget the older half of the scores, but neither that of the root nor
        those of its moves: what has been proved of them stays known.
        """
        root = self._search.root
        kept = {ask_hook(root, 'search_key')}
        for move in root.get_possible_moves():
            key, _ = self._search.look_up(root.make_move(move))
            kept.add(key)
        for key in list(islice(self.table, len(self.table) // 2)):
            if key not in kept:
                del self.table[key]


def find_values(
    game: Game,
    seconds: float = 2.0,
    table: Optional[Table] = None,
    only_a_win: bool = False,
) -> list[MoveValue]:
    """Return each possible move with its exact score, best first. Moves whose
    scores cannot be found in this many seconds come last, without one.

    Moves of equal scores stay in the order of the game's possible moves. Use
    the scores of positions in table, and add new ones to it: what they tell
    takes no time. If only_a_win, stop as soon as some move is known to win.
    Raise GameOverError if the game is over, and CycleError if a search comes
    back to a position that it is searching.

    >>> from subtract_square_game import SubtractSquareGame
    >>> game = SubtractSquareGame(True, size=8)
    >>> [tuple(value) for value in find_values(game, seconds=1000)]
    [(1, 1), (4, -1)]
    """
    search = Search(game)
    limits = Limits(search, perf_counter() + seconds, table)
    moves = game.current_state.get_possible_moves()
    scores: list[Optional[Score]] = [LOSE] * len(moves)
    _, known = search.look_up(search.root)
    key = ask_hook(search.root, 'search_key')
    if LOSE not in (known, search.table.get(key)):
        scores = score_moves(search, limits, moves, only_a_win)
    values = [MoveValue(*each) for each in zip(moves, scores)]
    return sorted(values, key=rank_value, reverse=True)


def rank_value(value: MoveValue) -> Score:
    """Return how high value comes in a list: by its score, or last without."""
    return LOSE - 1 if value.score is None else value.score


def score_moves(
    search: Search, limits: Limits, moves: list[Any], only_a_win: bool
) -> list[Optional[Score]]:
    """Return the scores of moves, all those from the root of search, as far as
    they are found before the time of limits is up. See find_values.
    """
    end = limits.time
    scores = recall_scores(search, moves)
    if only_a_win and WIN in scores:
        return scores
    # What is worth trying in a search is scored first: it decides the most.
    order, promising = order_by_promise(
        moves, ask_hook(search.root, 'candidate_moves')
    )
    # One of these moves is best: if all of them lose, so does every move.
    hopes = {place for place in order[:promising] if scores[place] != LOSE}
    shares = [
        SHARE if rank < FEW else 0.5 / (len(order) - rank)
        for rank in range(len(order))
    ]
    shares += [1.0] * len(order)  # The second time, what is left.
    for number, share in zip(order * 2, shares):
        left = end - perf_counter()
        if not hopes or left < 0:
            break
        if scores[number] is None:
            limits.time = end - (1 - share) * left
            score = score_move(search, moves[number])
            scores[number] = score
            if score == LOSE:
                hopes.discard(number)
            if score == WIN and only_a_win:
                break
    return scores if hopes else [LOSE] * len(moves)


def recall_scores(search: Search, moves: list[Any]) -> list[Optional[Score]]:
    """Return the scores of moves, None for those that take searching."""
    player = search.root.get_current_player_name()
    scores = []
    for child in map(search.root.make_move, moves):
        _, score = search.look_up(child)
        if score is not None:
            score = score_for(player, child, score)
        scores.append(score)
    return scores


def order_by_promise(
    moves: list[Any], promising: list[Any]
) -> tuple[list[int], int]:
    """Return the places of all moves in the list moves: first those that are
    in promising too, in the order there; and how many these are.

    >>> order_by_promise(['a', 'b', 'c', 'd'], ['d', 'b'])
    ([3, 1, 0, 2], 2)
    """
    try:
        places = {move: place for place, move in enumerate(moves)}
        first = dict.fromkeys(places[move] for move in promising)
    except (TypeError, KeyError):
        # These moves cannot be found in a dict, or not among the others.
        first = {}
    order = list(first | dict.fromkeys(range(len(moves))))
    if not first:
        return order, len(order)
    return order, len(first)


def score_move(search: Search, move: Any) -> Optional[Score]:
    """Return the score of move; None if that takes too long or too deep."""
    player = search.root.get_current_player_name()
    child = search.root.make_move(move)
    search.path.clear()
    try:
        score = recurse_deeply(find_score, search, child)
    except (OutOfTimeError, RecursionError):
        return None
    return score_for(player, child, score)


def find_score(search: Search, state: GameState) -> Score:
    """Return what recursive_score does, also where a player moves twice."""
    search.watcher.on_visit(state)
    key, score = search.look_up(state)
    if score is None:
        search.enter(key, state)
        score = LOSE
        player = state.get_current_player_name()
        for move in ask_hook(state, 'candidate_moves'):
            child = state.make_move(move)
            found = find_score(search, child)
            score = max(score, score_for(player, child, found))
            if score == WIN:
                break  # No other move can be better.
        search.path.popitem()
        search.table[key] = score
    search.watcher.on_score(state, score)
    return score


def score_for(player: str, state: GameState, score: Score) -> Score:
    """Return for player the score that the player to move in state has."""
    return score if state.get_current_player_name() == player else -score
