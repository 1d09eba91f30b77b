"""The steps of a search, one after another: what happens, and where.

The real search runs. It tells its Watcher each position that it visits and
each score that it finds, and everything here is worked out from that. The
positions are those that it searches: of Stonehenge, those of the engine. The
terminal shows the steps while the search runs; pictures and the page record
them first.
"""
from contextlib import suppress
from math import inf
from typing import Any, Callable, NamedTuple, Optional
from engine.alpha_beta import OutOfTimeError, alpha_beta_score, \
    alpha_beta_strategy
from game import Game
from game_state import GameState
from strategy import LOSE, WIN, Score, Search, Watcher, candidate_moves, \
    iterative_score, position_key, recurse_deeply, recursive_score
from labs.game_tree.tree import Allowance, Number
from labs.game_tree.views import format_score

# The functions that search, by name. A minimax strategy first looks for a move
# that wins at once, and searches only if there is none; the search alone is
# shown here.
SEARCHES: dict[str, Callable[..., Score]] = {
    'recursive': recursive_score, 'iterative': iterative_score,
    'alphabeta': alpha_beta_score}


class Frame(NamedTuple):
    """A position that a search has visited, and what it has tried there.

    === Attributes ===
    state: the position
    move: the move that led there, None at the root
    tried: the moves tried there, each with its score for the player to move
    left: the moves that the search may still try there, None as long as it
        has tried none
    """
    state: GameState
    move: Any
    tried: tuple[tuple[Any, Score], ...] = ()
    left: Optional[tuple[Any, ...]] = None

    def list_left(self) -> tuple[Any, ...]:
        """Return the moves that the search may still try here."""
        return tuple(candidate_moves(self.state)) if self.left is None \
            else self.left

    def add_score(self, move: Any, score: Score) -> 'Frame':
        """Return this frame after move was tried, which leads to a position
        with this score.
        """
        return Frame(self.state, self.move, (*self.tried, (move, -score)),
                     self.left)


class Step(NamedTuple):
    """A step of a search: it visits a position, or finds the score of one.

    === Attributes ===
    name: which of SEARCHES it is
    number: which search from the root this is, from 1 on: alpha-beta searches
        again and again, one ply deeper each time
    path: the frames from the root to the position of this step
    score: the score for the player to move, None if it is not found yet
    why: where the score comes from if no move was tried, otherwise ''
    """
    name: str
    number: int
    path: tuple[Frame, ...]
    score: Optional[Score] = None
    why: str = ''

    @property
    def state(self) -> GameState:
        """The position."""
        return self.path[-1].state

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves that lead there from where the search has started."""
        return tuple(frame.move for frame in self.path[1:])

    def is_start(self) -> bool:
        """Return whether a search from the root begins with this step."""
        return len(self.path) == 1 and self.score is None

    def is_end(self) -> bool:
        """Return whether a search from the root ends with this step."""
        return len(self.path) == 1 and self.score is not None

    def list_frames(self) -> list[Frame]:
        """Return the frames on the stack, or of the calls, after this step."""
        if self.score is None:
            # A new node is not on the stack yet: its score may be known.
            return list(self.path[:-1] if self.name == 'iterative'
                        else self.path)
        above = list(self.path[:-1])
        if above:
            above[-1] = above[-1].add_score(self.moves[-1], self.score)
        return above

    def list_cut(self) -> tuple[Any, ...]:
        """Return the moves that the search need not try, as the score of the
        position is found.
        """
        frame = self.path[-1]
        return frame.list_left() if frame.tried else ()

    def list_skipped(self) -> tuple[Any, ...]:
        """Return the moves that the search never tries, as another one is at
        least as good.
        """
        frame = self.path[-1]
        if not frame.tried:
            return ()
        known = [move for move, _ in frame.tried] + list(frame.list_left())
        return tuple(move for move in frame.state.get_possible_moves()
                     if move not in known)

    def find_window(self) -> Optional[tuple[Score, Score]]:
        """Return alpha and beta: only a score between them matters. Return
        None for minimax, which has no such window.
        """
        if self.name != 'alphabeta':
            return None
        low: Score = LOSE
        high: Score = WIN
        for frame in self.path[:-1]:
            best = max([low, *(score for _, score in frame.tried)])
            low, high = -high, -best
        return low, high

    def format_score(self) -> str:
        """Return the score as text, as a bound if it is only that: then the
        search has cut moves, or remembers that it had. Return the window if
        there is no score yet.
        """
        window = self.find_window()
        low, high = window or (LOSE, WIN)
        if self.score is None:
            return f'{format_score(low)} to {format_score(high)}' \
                if window else ''
        figure = format_score(self.score)
        if self.score in (LOSE, WIN) or self.why not in ('', 'remembered') \
                or low < self.score < high:
            return figure
        return ('\u2265 ' if self.score >= high else '\u2264 ') + figure


class Follower(Watcher):
    """Follows a search through the tree, and tells its steps.

    === Attributes ===
    game: the game; the search starts from its current state
    name: which of SEARCHES it is
    tell: what is told each step; it may stop the search by OutOfTimeError
    most_searches: how many searches from the root there may be
    searches: how many of them have begun
    frames: the path from the root to where the search is
    """
    game: Game
    name: str
    tell: Callable[[Step], None]
    most_searches: Number
    searches: int
    frames: list[Frame]

    def __init__(self, game: Game, name: str, most_searches: Number,
                 tell: Callable[[Step], None]) -> None:
        """Initialize a follower of a search from the current state of game."""
        self.game, self.name, self.tell = game, name, tell
        self.most_searches, self.searches = most_searches, 0
        self.frames = []

    def follow(self) -> bool:
        """Run the search. Return whether it was completed, and not stopped.
        Raise GameOverError if the game is over.
        """
        with suppress(OutOfTimeError):
            if self.name == 'alphabeta':  # The strategy catches this error.
                alpha_beta_strategy(self.game, inf, self)
            else:
                search = Search(self.game, self)
                recurse_deeply(SEARCHES[self.name], search, search.root)
        return not self.frames and self.searches <= self.most_searches

    def on_visit(self, state: GameState) -> None:
        """Follow the search to state."""
        if self.frames:
            move = self._take_move(state)
        else:
            move = None
            self.searches += 1
        if self.searches > self.most_searches:
            raise OutOfTimeError
        self.frames.append(Frame(state, move))
        self.tell(Step(self.name, self.searches, tuple(self.frames)))

    def _take_move(self, state: GameState) -> Any:
        """Return the move that leads from the last frame to state, and remove
        it from those that are left there.
        """
        last, key = self.frames[-1], position_key(state)
        left = last.list_left()
        place = next(i for i, move in enumerate(left)
                     if position_key(last.state.make_move(move)) == key)
        self.frames[-1] = last._replace(left=left[:place] + left[place + 1:])
        return left[place]

    def on_score(self, state: GameState, score: Score) -> None:
        """Follow the search back from state, whose score is score."""
        path = tuple(self.frames)
        frame = self.frames.pop()
        if self.frames:
            above = self.frames[-1]
            self.frames[-1] = above.add_score(frame.move, score)
        self.tell(Step(self.name, self.searches, path, score,
                       self._explain_score(frame, score)))

    def _explain_score(self, frame: Frame, score: Score) -> str:
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


class Limits(NamedTuple):
    """How much of a search is recorded, before it is stopped.

    === Attributes ===
    searches: how many searches from the root there may be
    steps: how many steps there may be
    visits: how many positions one search from the root may visit
    work: how much work there may be: see Allowance
    """
    searches: Number = inf
    steps: Number = inf
    visits: Number = inf
    work: Number = inf


def record_steps(game: Game, name: str, limits: Limits = Limits()
                 ) -> tuple[list[Step], bool]:
    """Return the steps of the search of game called name within limits, and
    whether it has come to its end. Raise GameOverError if the game is over.

    >>> from subtract_square_game import SubtractSquareGame
    >>> game = SubtractSquareGame(True, size=2)
    >>> steps, finished = record_steps(game, 'recursive')
    >>> [(step.moves, step.score) for step in steps[:3]], finished
    ([((), None), ((1,), None), ((1, 1), None)], True)
    """
    steps: list[Step] = []
    allowance = Allowance(limits.work)
    visits = 0

    def record(step: Step) -> None:
        """Record step, or stop the search if it does too much."""
        nonlocal visits
        if step.score is None:
            visits = 1 if step.is_start() else visits + 1
            allowance.on_visit(step.state)
        if visits > limits.visits or len(steps) == limits.steps:
            raise OutOfTimeError
        steps.append(step)

    finished = Follower(game, name, limits.searches, record).follow()
    return steps, finished
