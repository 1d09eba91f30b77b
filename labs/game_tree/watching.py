"""Following the real searches: where they are, and what they have found.

A search tells its Watcher each position that it visits and each score that it
finds. Everything here is worked out from that, while the search runs. The
positions are those that it searches: of Stonehenge, those of the engine.
"""
from typing import Any, Callable, Optional, Union
from math import inf
from game import Game
from game_state import GameState
from engine.alpha_beta import OutOfTimeError, alpha_beta_strategy
from strategy import LOSE, WIN, Score, Search, Watcher, candidate_moves, \
    final_score, iterative_score, recurse_deeply, recursive_score
from labs.game_tree.tree import position_key

Number = Union[int, float]


def watch_recursive(game: Game, watcher: Watcher) -> None:
    """Find the score of the current state of game by recursive minimax."""
    search = Search(game, watcher)
    recurse_deeply(recursive_score, search, search.root)


def watch_iterative(game: Game, watcher: Watcher) -> None:
    """Find the score of the current state of game by iterative minimax."""
    search = Search(game, watcher)
    iterative_score(search, search.root)


def watch_alpha_beta(game: Game, watcher: Watcher) -> None:
    """Find a move for game by the alpha-beta strategy, without a time limit.
    """
    alpha_beta_strategy(game, inf, watcher)


# The searches by name. A minimax strategy first looks for a move that wins at
# once, and searches only if there is none; the search alone is shown here.
SEARCHES: dict[str, Callable[[Game, Watcher], None]] = {
    'recursive': watch_recursive, 'iterative': watch_iterative,
    'alphabeta': watch_alpha_beta}

TITLES = {'recursive': 'recursive minimax', 'iterative': 'iterative minimax',
          'alphabeta': 'alpha-beta'}

# What to say about the scores that alpha-beta returns.
BOUNDS = 'A score may be only a lower or an upper bound.'


class Frame:
    """A position that a search has visited and not scored yet.

    === Attributes ===
    state: the position
    move: the move that led there, None at the root
    tried: the moves tried there, each with its score for the player to move
    """
    state: GameState
    move: Any
    tried: list[tuple[Any, Score]]
    _left: Optional[list]

    def __init__(self, state: GameState, move: Any) -> None:
        """Initialize a frame for state, which move leads to."""
        self.state, self.move = state, move
        self.tried = []
        self._left = None

    def list_left(self) -> list:
        """Return the moves that the search may still try here."""
        if self._left is None:
            self._left = list(candidate_moves(self.state))
        return self._left

    def take(self, state: GameState) -> Any:
        """Return the move that leads from here to state, and remove it from
        those that are left.
        """
        key = position_key(state)
        found = next(move for move in self.list_left()
                     if position_key(self.state.make_move(move)) == key)
        self.list_left().remove(found)
        return found


class Follower(Watcher):
    """Follows a search through the tree.

    Minimax searches once from the root. Alpha-beta does so again and again,
    one ply deeper each time.

    === Attributes ===
    game: the game; the search starts from its current state
    name: which of SEARCHES it is
    frames: the path from the root to where the search is
    visits: how many positions this search from the root has visited
    searches: how many searches from the root have begun
    limits: how many visits in a search from the root, and how many of these
        searches, there may be; one more is stopped by OutOfTimeError
    """
    game: Game
    name: str
    frames: list[Frame]
    visits: int
    searches: int
    limits: tuple[Number, Number]

    def __init__(self, game: Game, name: str, most_visits: Number = inf,
                 most_searches: Number = inf) -> None:
        """Initialize a follower of a search from the current state of game."""
        self.game, self.name = game, name
        self.frames = []
        self.visits = self.searches = 0
        self.limits = (most_visits, most_searches)

    def follow(self) -> bool:
        """Run the search. Return whether it was completed, and not stopped.
        Raise GameOverError if the game is over.
        """
        try:
            SEARCHES[self.name](self.game, self)
        except OutOfTimeError:
            pass  # Alpha-beta catches this error itself.
        return not self.frames and self.searches <= self.limits[1]

    def on_visit(self, state: GameState) -> None:
        """Follow the search to state."""
        if self.frames:
            move = self.frames[-1].take(state)
        else:
            move, self.visits = None, 0
            self.searches += 1
        self.visits += 1
        if self.visits > self.limits[0] or self.searches > self.limits[1]:
            raise OutOfTimeError
        self.frames.append(Frame(state, move))

    def on_score(self, state: GameState, score: Score) -> None:
        """Follow the search back from state, whose score is score."""
        frame = self.frames.pop()
        if self.frames:
            self.frames[-1].tried.append((frame.move, -score))

    def explain_score(self, frame: Frame, score: Score) -> str:
        """Return in a word or two where the score of frame comes from if the
        search has tried no move there, and '' otherwise.
        """
        if frame.tried:
            return ''
        if self.game.is_over(frame.state):
            return 'game over'
        if hasattr(frame.state, 'known_score') \
                and frame.state.known_score() is not None:
            return 'known'
        # Alpha-beta estimates only at its horizon, and an estimate is never
        # quite a win or a loss.
        at_horizon = len(self.frames) == self.searches
        if self.name == 'alphabeta' and at_horizon and LOSE < score < WIN:
            return 'estimate'
        return 'remembered'


def note_win_at_once(game: Game, name: str) -> list[str]:
    """Return a line about the move that the strategy with the search called
    name makes without searching. Return no line if it does search.

    Minimax strategies make the first move that wins at once.
    """
    search = Search(game)
    moves = [] if name == 'alphabeta' else search.root.get_possible_moves()
    for move in moves:
        if final_score(search.game, search.root.make_move(move)) == LOSE:
            return [f'The strategy itself does not search here: it plays '
                    f'{move}, which wins at once.']
    return []
