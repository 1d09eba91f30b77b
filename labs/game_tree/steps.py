"""The steps of a search, one after another: what happens, and where.

The real search tells its Watcher each position that it visits and each score
that it finds: everything here is worked out from that. The positions are those
that it searches: of Stonehenge, those of the engine.
"""
from contextlib import suppress
from math import inf
from typing import Any, Callable, NamedTuple, Optional
from engine.alpha_beta import OutOfTimeError, TimedSearch, \
    alpha_beta_score, alpha_beta_strategy, clip
from game import Game
from game_state import GameState
from strategy import LOSE, WIN, Score, Search, ask, \
    final_score, iterative_score, position_key, recurse_deeply, recursive_score
from labs.game_tree.tree import MOST_WORK, Allowance, Number
from labs.game_tree.views import format_score


def plain_score(search: Search, state: GameState, plies: Number = inf,
                stops: bool = False, remembers: bool = False) -> Score:
    """Return the score of state by plain minimax, as it seems when looking so
    many plies ahead. Two short cuts are there to be compared: it stops at a
    win, and remembers positions.
    """
    search.watcher.on_visit(state)
    key = (position_key(state), plies) if remembers else None
    score = search.table.get(key, final_score(search.game, state))
    if score is None and plies == 0:
        score = clip(state.rough_outcome())
    if score is None:
        score = LOSE
        for move in state.get_possible_moves():
            score = max(score, -plain_score(search, state.make_move(move),
                                            plies - 1, stops, remembers))
            if stops and score == WIN:
                break
        if remembers:
            search.table[key] = score
    search.watcher.on_score(state, score)
    return score


# The functions that search, by name. Before it searches, a minimax strategy
# looks for a move that wins at once: that is not shown here.
SEARCHES: dict[str, Callable[..., Score]] = {
    'recursive': recursive_score, 'iterative': iterative_score,
    'alphabeta': alpha_beta_score}
# The page shows what those save, too.
SHOWN = {'plain': plain_score, **SEARCHES}

MOST_STEPS = 10_000  # A search that has more is stopped.


class Frame(NamedTuple):
    """A position that a search has visited, and what it has tried there.

    === Attributes ===
    state: the position
    move: the move that led there, None at the root
    left: the moves that the search may still try there
    tried: the moves tried there, each with its score for the player to move
    """
    state: GameState
    move: Any
    left: tuple[Any, ...] = ()
    tried: tuple[tuple[Any, Score], ...] = ()

    def add_score(self, move: Any, score: Score) -> 'Frame':
        """Return this frame after move, to a position with this score."""
        return Frame(self.state, self.move, self.left,
                     (*self.tried, (move, -score)))


class Step(NamedTuple):
    """A step of a search: it visits a position, or finds the score of one.

    === Attributes ===
    name: which of SEARCHES it is
    number: which search from the root this is, from 1 on: each one of
        alpha-beta is one ply deeper
    path: the frames from the root to the position of this step
    score: the score for the player to move, None if it is not found yet
    why: in a word or two, where the score comes from if no move was tried
    """
    name: str
    number: Number
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

    def list_frames(self) -> list[Frame]:
        """Return the frames on the stack, or of the calls, after this step."""
        # A new node is not on the stack yet: its score may be known.
        if self.score is None and self.name != 'iterative':
            return list(self.path)
        above = list(self.path[:-1])
        if above and self.score is not None:
            above[-1] = above[-1].add_score(self.moves[-1], self.score)
        return above

    def list_cut(self) -> dict[str, list[Any]]:
        """Return the moves that the search never tries, as the score of the
        position is found: those that are cut, which it need not try, and those
        that are skipped, as another one is at least as good.
        """
        frame = self.path[-1]
        if not frame.tried:
            return {'cut': [], 'skipped': []}
        known = [*frame.left, *(move for move, _ in frame.tried)]
        return {'cut': list(frame.left),
                'skipped': [move for move in frame.state.get_possible_moves()
                            if move not in known]}

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
            return ' to '.join(map(format_score, window or ()))
        figure = format_score(self.score)
        if self.score in (LOSE, WIN) or self.why not in ('', 'remembered') \
                or low < self.score < high:
            return figure
        return ('\u2265 ' if self.score >= high else '\u2264 ') + figure


class Recorder(Allowance):
    """Follows a search through the tree, and records its steps.

    === Attributes ===
    game: the game; the search starts from its current state
    name: which of SEARCHES it is
    horizon: how many searches from the root there may be
    most: how many steps there may be
    steps: the steps so far
    searches: how many searches from the root have begun, or how far the only
        one looks ahead
    frames: the path from the root to where the search is
    """
    game: Game
    name: str
    horizon: Number
    most: Number
    steps: list[Step]
    searches: Number
    frames: list[Frame]

    def __init__(self, game: Game, name: str, horizon: Number, most: Number,
                 searches: Number) -> None:
        """Initialize a recorder of a search from the current state of game.
        As many searches count as begun.
        """
        super().__init__(MOST_WORK)
        self.game, self.name = game, name
        self.horizon, self.most = horizon, most
        self.steps, self.searches, self.frames = [], searches, []

    def on_visit(self, state: GameState) -> None:
        """Follow the search to state."""
        move = self._take_move(state) if self.frames else None
        self.searches += not self.frames
        if self.searches > self.horizon:
            raise OutOfTimeError
        moves = state.get_possible_moves() if self.name == 'plain' \
            else ask(state, 'candidate_moves')
        self.frames.append(Frame(state, move, tuple(moves)))
        super().on_visit(state)
        self._add_step(tuple(self.frames))

    def _take_move(self, state: GameState) -> Any:
        """Take the move to state from those left in the last frame."""
        last, key = self.frames[-1], position_key(state)
        left = last.left
        place = next(i for i, move in enumerate(left)
                     if position_key(last.state.make_move(move)) == key)
        self.frames[-1] = last._replace(left=left[:place] + left[place + 1:])
        return left[place]

    def on_score(self, state: GameState, score: Score) -> None:
        """Follow the search back from state, whose score is score."""
        path = tuple(self.frames)
        frame = self.frames.pop()
        if self.frames:
            self.frames[-1] = self.frames[-1].add_score(frame.move, score)
        self._add_step(path, score, self._explain_score(frame, score))

    def _add_step(self, path: tuple[Frame, ...],
                  score: Optional[Score] = None, why: str = '') -> None:
        """Record a step, or stop the search if there is no room."""
        if len(self.steps) == self.most:
            raise OutOfTimeError
        self.steps.append(Step(self.name, self.searches, path, score, why))

    def _explain_score(self, frame: Frame, score: Score) -> str:
        """Return where the score of frame comes from: see Step.why."""
        if frame.tried:
            return ''
        if self.game.is_over(frame.state):
            return 'game over'
        if self.name != 'plain' and hasattr(frame.state, 'known_score') \
                and frame.state.known_score() is not None:
            return 'known'
        # Only these estimate, at their horizon, and an estimate is never quite
        # a win or a loss.
        at_horizon = len(self.frames) == self.searches
        if self.name in ('alphabeta', 'plain') and at_horizon \
                and LOSE < score < WIN:
            return 'estimate'
        return 'remembered'


def record_steps(game: Game, name: str, horizon: Number = inf,
                 most: Number = MOST_STEPS, deepens: bool = True
                 ) -> tuple[list[Step], bool]:
    """Return the steps of the search of game called name, and whether it has
    come to its end. It is stopped after most steps, or after MOST_WORK. Plain
    minimax looks as far ahead as this horizon; so does alpha-beta, one ply
    further each time if it deepens. Raise GameOverError if the game is over.

    >>> from subtract_square_game import SubtractSquareGame
    >>> game = SubtractSquareGame(True, size=2)
    >>> steps, finished = record_steps(game, 'recursive')
    >>> [(step.moves, step.score) for step in steps[:3]], finished
    ([((), None), ((1,), None), ((1, 1), None)], True)
    """
    more = {'plain': [horizon], 'alphabeta': [horizon, LOSE, WIN]}.get(name, [])
    deepens &= name == 'alphabeta'
    recorder = Recorder(game, name, horizon, most,
                        horizon - 1 if more and not deepens else 0)
    with suppress(OutOfTimeError):
        if deepens:
            alpha_beta_strategy(game, inf, recorder)  # It catches this error.
        else:
            search = TimedSearch(game, recorder)
            recurse_deeply(SHOWN[name], search, search.root, *more)
    # A search that was stopped has left a frame, or has begun one too many.
    return recorder.steps, not recorder.frames and recorder.searches <= horizon
