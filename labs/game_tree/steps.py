"""The steps of a search, one after another, in words.

The real search reports each position that it visits and each score that it
finds to its Watcher; everything here is derived from that. The positions are
those that it searches: for Stonehenge, the engine's.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Callable, Hashable, NamedTuple, Optional, Sequence
from drawings.texts import find_number
from engine.alpha_beta import (
    OutOfTimeError,
    TimedSearch,
    alpha_beta_score,
    clip,
)
from engine.values import score_for
from game import Game
from game_state import GameState
from interface.words import format_plies
from strategy import (
    LOSE,
    WIN,
    Score,
    Search,
    ask_hook,
    final_score,
    iterative_score,
    position_key,
    recurse_deeply,
    recursive_score,
)
from labs.game_tree.nodes import format_score
from labs.game_tree.tree import MOST_WORK, Allowance

MOST_RECORDED = 10_000  # A search that has more is stopped.
MOST_LISTED = 12  # No more moves than this are listed.
USUAL_HORIZON = 12  # In plies.

SEARCH_TITLES = {
    'plain': 'plain minimax',
    'recursive': 'recursive minimax',
    'iterative': 'iterative minimax',
    'alphabeta': 'alpha-beta',
}
BOUNDS = 'A score may be only a lower or an upper bound.'

Moves = tuple[Any, ...]
Window = tuple[Score, Score]


class PlainSearch(TimedSearch):
    """A search without short cuts, for comparison: it remembers nothing, and
    tries all moves in the order of the game.
    """

    def look_up(self, state: GameState) -> tuple[Hashable, Optional[Score]]:
        """Return the search key of state, and its score if the game is over."""
        return ask_hook(state, 'search_key'), final_score(self.game, state)

    def recall(
        self, key: Hashable, depth: int, low: Score, high: Score
    ) -> Optional[Score]:
        """Return None: nothing is remembered."""
        return None

    def order_moves(self, key: Hashable, state: GameState) -> list[Any]:
        """Return all possible moves of state."""
        moves: list[Any] = state.get_possible_moves()
        return moves


def plain_score(search: PlainSearch, state: GameState, plies: float) -> Score:
    """Return the score of state by plain minimax, which looks this many plies
    ahead and estimates there.
    """
    search.watcher.on_visit(state)
    _, score = search.look_up(state)
    if score is None and plies == 0:
        score = clip(state.rough_outcome())
    if score is None:
        score = LOSE
        player = state.get_current_player_name()
        for move in state.get_possible_moves():
            child = state.make_move(move)
            found = plain_score(search, child, plies - 1)
            score = max(score, score_for(player, child, found))
    search.watcher.on_score(state, score)
    return score


# The functions that search, by name. Before it searches, a minimax strategy
# looks for a move that wins at once: that is not shown here.
SEARCHES: dict[str, Callable[..., Score]] = {
    'plain': plain_score,
    'alphabeta': alpha_beta_score,
    'recursive': recursive_score,
    'iterative': iterative_score,
}
# Those that have a horizon. They use no other short cut than alpha and beta.
WITH_HORIZON = 'plain', 'alphabeta'


class Frame(NamedTuple):
    """A position that a search has visited, and the moves tried there.

    === Attributes ===
    state: the position
    moves: the moves that lead there
    call: its name, or the call of the function that searches it
    window: alpha and beta; minimax has no such window
    left: the moves that the search may still try there
    tried: the moves tried there, each with its score for the player to move
    """

    state: GameState
    moves: Moves
    call: str
    window: Optional[Window]
    left: list[Any]
    tried: list[tuple[Any, Score]]


class SearchStep(NamedTuple):
    """A step of a search: it visits a position, or finds the score of one.

    === Attributes ===
    frame: the position; all moves tried are known when its score is found
    words: the step in words
    stack: a title, and a line for each position on the stack, or for each call
    score: the score for the player to move, None if it is not found yet
    why: the origin of the score, in a word or two, if no move was tried
    source: the moves to the position where a remembered score was found
    """

    frame: Frame
    words: str
    stack: list[str]
    score: Optional[Score] = None
    why: str = ''
    source: Optional[Moves] = None

    def list_cut(self) -> dict[str, list[Any]]:
        """Return the moves that the search never tries, as the score of the
        position is found: those that are cut, as they cannot matter, and those
        that are skipped, as another one is at least as good.
        """
        frame = self.frame
        if self.score is None or self.why:
            return {'cut': [], 'skipped': []}
        known = [*frame.left, *(move for move, _ in frame.tried)]
        return {
            'cut': frame.left,
            'skipped': [
                move
                for move in frame.state.get_possible_moves()
                if move not in known
            ],
        }

    def format_score(self) -> str:
        """Return the score as text: as a bound if the search has cut moves.
        Return the window if there is no score yet.
        """
        window = self.frame.window
        if self.score is None:
            return ' to '.join(map(format_score, window or ()))
        low, high = window or (LOSE, WIN)
        figure = format_score(self.score)
        if self.score in (LOSE, WIN) or self.why or low < self.score < high:
            return figure
        sign = '\u2265' if self.score >= high else '\u2264'
        return f'{sign} {figure}'


@dataclass
class SearchRun(Allowance):
    """A search that is run, and its steps.

    === Attributes ===
    game: the game; the search starts from its current state
    name: which of SEARCHES it is
    horizon: how many plies it looks ahead, if it is one of WITH_HORIZON; plain
        minimax may look to the end of the game: inf
    steps: the steps so far
    frames: the path from the root to where the search is
    found: the moves to the positions whose scores were found, by search key
    """

    game: Game = field(kw_only=True)
    name: str = field(kw_only=True)
    horizon: float = field(kw_only=True)
    steps: list[SearchStep] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    found: dict[Hashable, Moves] = field(default_factory=dict)

    @property
    def finished(self) -> bool:
        """Whether the search has come to its end, and was not stopped."""
        return not self.frames

    def on_visit(self, state: GameState) -> None:
        """Follow the search to state."""
        moves: Moves = ()
        window: Optional[Window] = None
        if self.name == 'alphabeta':
            window = LOSE, WIN
        for above in self.frames[-1:]:
            moves = (*above.moves, self._take_move(state))
            if above.window:
                low, high = above.window
                window = -high, -max([low, *(each for _, each in above.tried)])
        call = '-'.join(['start', *map(str, moves)])
        if find_number(state):
            call = f'{state.get_current_player_name()}:{find_number(state)}'
        if self.name == 'iterative':
            words = f'A node is made for {call}'
        else:
            call = f'{SEARCHES[self.name].__name__}({call})'
            words = f'{call} is called'
        if moves:
            words += f', after the move {moves[-1]}'
        elif window:
            ahead = format_plies(int(self.horizon))
            words += f', to look {ahead} ahead.\n{BOUNDS[:-1]}'
        if self.name in WITH_HORIZON:
            left = list(state.get_possible_moves())
        else:
            left = list(ask_hook(state, 'candidate_moves'))
        frame = Frame(state, moves, call, window, left, [])
        self.frames.append(frame)
        super().on_visit(state)
        stack = self._describe_stack(frame)
        self.steps.append(SearchStep(frame, f'{words}.', stack))

    def _take_move(self, state: GameState) -> Any:
        """Take the move to state from those left in the last frame."""
        frame = self.frames[-1]
        key = position_key(state)
        place = next(
            i
            for i, move in enumerate(frame.left)
            if position_key(frame.state.make_move(move)) == key
        )
        return frame.left.pop(place)

    def on_score(self, state: GameState, score: Score) -> None:
        """Follow the search back from state, whose score is score."""
        frame = self.frames.pop()
        why = '' if frame.tried else self._explain_score(frame)
        if self.frames:
            self.frames[-1].tried.append((frame.moves[-1], -score))
        source = None
        if why == 'remembered':
            source = self.found.get(ask_hook(state, 'search_key'))
        elif frame.moves:
            self.found[ask_hook(state, 'search_key')] = frame.moves
        words = f'{format_score(score)}: {why}' if why else format_score(score)
        if self.name != 'iterative':
            words = f'{frame.call} returns {words}'
        elif why:
            words = f'The node for {frame.call} has the score {words}'
        else:
            words = (
                f'The node for {frame.call} gets the score {words} and '
                f'leaves the stack'
            )
        stack = self._describe_stack(frame)
        self.steps.append(
            SearchStep(frame, f'{words}.', stack, score, why, source)
        )

    def _explain_score(self, frame: Frame) -> str:
        """Return the origin of the score of frame: see SearchStep.why."""
        if self.game.is_over(frame.state):
            return 'game over'
        if self.name in WITH_HORIZON:
            return 'estimate'
        known_score = getattr(frame.state, 'known_score', None)
        if known_score is not None and known_score() is not None:
            return 'known'
        return 'remembered'

    def _describe_stack(self, new: Frame) -> list[str]:
        """Return a title, and a line for each position on the stack, or call,
        as the search visits the position of new, or leaves it.
        """
        is_stack = self.name == 'iterative'
        frames = self.frames
        empty = 'No call is left.'
        title = 'The calls, the innermost last:'
        if is_stack:
            empty = 'The stack is empty.'
            title = 'The stack, the top last:'
            # A new node is not there yet: its score may be known.
            frames = [each for each in frames if each is not new]
        if not frames:
            return [empty]
        lines = [title]
        for i, frame in enumerate(frames):
            parts = ['...'] if len(frame.tried) > MOST_LISTED else []
            parts += [
                f'{move} is worth {format_score(score)}'
                for move, score in frame.tried[-MOST_LISTED:]
            ]
            if i + 1 < len(self.frames):
                parts.append(f'trying {self.frames[i + 1].moves[-1]}')
            if frame.left:
                parts.append(f'not tried: {format_moves(frame.left)}')
            indent = '  ' if is_stack else '  ' * (i + 1)
            lines.append(f'{indent}{frame.call}  {"; ".join(parts)}'.rstrip())
        return lines


def record_steps(
    game: Game,
    name: str,
    horizon: float = USUAL_HORIZON,
    most: int = MOST_RECORDED,
) -> SearchRun:
    """Return a run of the search of game called name. It is stopped before most
    steps, or after MOST_WORK. Plain minimax and alpha-beta look as many plies
    ahead as horizon says. Raise GameOverError if the game is over.

    >>> from subtract_square_game import SubtractSquareGame
    >>> game = SubtractSquareGame(True, size=2)
    >>> run = record_steps(game, 'recursive')
    >>> [(step.frame.moves, step.score) for step in run.steps[:3]], run.finished
    ([((), None), ((1,), None), ((1, 1), None)], True)
    """
    run = SearchRun(MOST_WORK, most // 2, game=game, name=name, horizon=horizon)
    search = PlainSearch(game) if name in WITH_HORIZON else Search(game)
    search.watcher = run
    more = {'plain': [horizon], 'alphabeta': [horizon, LOSE, WIN]}
    with suppress(OutOfTimeError):
        recurse_deeply(SEARCHES[name], search, search.root, *more.get(name, []))
    return run


def count_visits(game: Game, plies: int, most: int) -> list[tuple[str, str]]:
    """Return how many positions each search of game visits when it looks this
    many plies ahead: plain minimax, and alpha-beta, alone and with the help of
    the game. Each of them does no more than most work (see Allowance).

    >>> from subtract_square_game import SubtractSquareGame
    >>> [number for _, number in
    ...  count_visits(SubtractSquareGame(True, size=8), 9, 10 ** 5)]
    ['25', '16', '10']
    """
    found = []
    for words, function, search, *more in (
        ('plain minimax', plain_score, PlainSearch(game), plies),
        (
            'alpha-beta alone',
            alpha_beta_score,
            PlainSearch(game),
            plies,
            LOSE,
            WIN,
        ),
        (
            'alpha-beta, with the help of the game',
            alpha_beta_score,
            TimedSearch(game),
            plies,
            LOSE,
            WIN,
        ),
    ):
        allowance = Allowance(most)
        search.watcher = allowance
        number = '{:,}'
        try:
            recurse_deeply(function, search, search.root, *more)
        except OutOfTimeError:
            number = 'more than {:,}'
        found.append((words, number.format(allowance.visits)))
    return found


def format_moves(moves: Sequence[Any]) -> str:
    """Return moves as a list, which does not get too long."""
    words = [str(move) for move in moves[:MOST_LISTED]]
    if len(moves) > MOST_LISTED:
        words.append('...')
    return ', '.join(words)


def describe_win_at_once(game: Game, name: str) -> list[str]:
    """Return a line about the move that the strategy with the search called
    name makes without searching: of minimax, the first that wins at once.
    Return no line if it does search.
    """
    search = Search(game)
    moves = [
        move
        for move in search.root.get_possible_moves()
        if final_score(search.game, search.root.make_move(move)) == LOSE
    ]
    if not moves or name not in ('recursive', 'iterative'):
        return []
    return [
        f'The strategy itself does not search here: it plays {moves[0]}, '
        f'which wins at once.'
    ]
