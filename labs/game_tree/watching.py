"""Watching the searches of strategy.py: where they are, and what they found.

A search tells its Watcher of each position that it comes to and of each score
that it finds. Everything here is worked out from that and from the game, while
the search itself runs.
"""
from typing import Any, Callable, Optional, Union
from math import inf
from game import Game
from game_state import GameState
from strategy import OutOfTimeError, Score, Search, Watcher, \
    alpha_beta_strategy, candidate_moves, iterative_score, recursing_deeply, \
    recursive_score
from labs.game_tree.scores import LOSE, WIN
from labs.game_tree.tree import position_key

Number = Union[int, float]


def watch_recursive(game: Game, watcher: Watcher) -> None:
    """Let recursive minimax find the score of the current state of game."""
    search = Search(game, watcher)
    recursing_deeply(recursive_score, search, search.root)


def watch_iterative(game: Game, watcher: Watcher) -> None:
    """Let iterative minimax find the score of the current state of game."""
    search = Search(game, watcher)
    iterative_score(search, search.root)


def watch_alpha_beta(game: Game, watcher: Watcher) -> None:
    """Let the alpha-beta strategy look for a move, until it is sure."""
    alpha_beta_strategy(game, inf, watcher)


# The searches by name. The minimax strategies first look for a move that wins
# at once, and then let these functions search; alpha-beta is a strategy.
SEARCHES: dict[str, Callable[[Game, Watcher], None]] = {
    'recursive': watch_recursive, 'iterative': watch_iterative,
    'alphabeta': watch_alpha_beta}

TITLES = {'recursive': 'recursive minimax', 'iterative': 'iterative minimax',
          'alphabeta': 'alpha-beta'}

# What to say about what alpha-beta returns.
BOUNDS = 'A score may be a bound: at least so much, or at most.'


class Frame:
    """A position that a search has come to and not scored yet.

    === Attributes ===
    state: the position
    move: the move that led there, None at the root
    tried: the moves tried there, and what each is worth to the player to move
    """
    state: GameState
    move: Any
    tried: list[tuple[Any, Score]]
    _left: Optional[list]

    def __init__(self, state: GameState, move: Any) -> None:
        """Initialize a frame for state, which move led to."""
        self.state, self.move = state, move
        self.tried = []
        self._left = None

    def left(self) -> list:
        """Return the moves that the search may still try here."""
        if self._left is None:
            self._left = list(candidate_moves(self.state))
        return self._left

    def take(self, state: GameState) -> Any:
        """Return the move that leads from here to state. It is no longer left.
        """
        key = position_key(state)
        found = next(move for move in self.left()
                     if position_key(self.state.make_move(move)) == key)
        self.left().remove(found)
        return found


class Follower(Watcher):
    """Follows a search through the tree.

    Alpha-beta searches several times from the root, one ply deeper each time;
    minimax does so once.

    === Attributes ===
    game: the game; the search starts from its current state
    name: which of SEARCHES it is
    frames: where the search is: the path from the root
    visits: how many positions this search from the root has come to
    searches: how many searches from the root have begun
    limits: with the next visit, and the next search from the root, beyond
        these the search is stopped by OutOfTimeError
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
        """Let the search run. Return whether it came to its end, and was not
        stopped before. Raise GameOverError if the game is over.
        """
        try:
            SEARCHES[self.name](self.game, self)
        except OutOfTimeError:
            pass  # Alpha-beta does not even let us know.
        return not self.frames and self.searches <= self.limits[1]

    def comes_to(self, state: GameState) -> None:
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

    def scores(self, state: GameState, score: Score) -> None:
        """Follow the search back from state, which has this score."""
        frame = self.frames.pop()
        if self.frames:
            self.frames[-1].tried.append((frame.move, -score))

    def why(self, frame: Frame, score: Score) -> str:
        """Return, in a word or two, where the score of frame comes from if the
        search has not tried any move there, and '' otherwise.
        """
        if frame.tried:
            return ''
        if self.game.is_over(frame.state):
            return 'game over'
        if hasattr(frame.state, 'known_score') \
                and frame.state.known_score() is not None:
            return 'known'
        # Alpha-beta estimates at its horizon, and only there, and no estimate
        # is as good as a win.
        at_horizon = len(self.frames) == self.searches
        if self.name == 'alphabeta' and at_horizon and LOSE < score < WIN:
            return 'estimate'
        return 'remembered'


def without_search(game: Game, name: str) -> list[str]:
    """Return a line that says so, if the strategy with the search called name
    makes a move without searching; otherwise none.

    Minimax strategies make the first move that wins at once.
    """
    search, state = Search(game), game.current_state
    for move in state.get_possible_moves() if name != 'alphabeta' else []:
        if search.final_score(state.make_move(move)) == LOSE:
            return [f'The strategy itself does not search here: it plays '
                    f'{move}, which wins at once.']
    return []
