"""The steps of a search, one after another: what happens, and where.

The real search runs, and a Narrator follows it. The steps are shown in the
terminal (step.py), or recorded, to go through them back and forth.
"""
from typing import Any, Callable, Hashable, NamedTuple, Optional
from engine.alpha_beta import OutOfTimeError
from game import Game
from game_state import GameState
from strategy import LOSE, WIN, Score, search_key
from labs.game_tree.views import find_number, format_plies, format_score, \
    make_heading
from labs.game_tree.watching import BOUNDS, Follower, Frame, Number

# No more moves than this are listed; of those tried, the last ones.
MOST_LISTED = 12

FUNCTIONS = {'recursive': 'recursive_score', 'iterative': 'iterative_score',
             'alphabeta': 'alpha_beta_score'}

Moves = tuple[Any, ...]
Window = tuple[Score, Score]


class Step(NamedTuple):
    """A step of a search: it visits a position, or finds the score of one.

    === Attributes ===
    what: what happens, in words
    state: the position
    moves: the moves that lead there from where the search has started
    path: the lines of the stack, or of the chain of calls, after this step
    window: the scores between which a score matters: alpha and beta. None in
        minimax, which has no such window.
    score: the score for the player to move, None if it is not found yet
    why: where the score comes from if no move was tried, otherwise ''
    cut: the moves that the search need not try, as the score is found
    skipped: the moves that it never tries, as another one is at least as good
    source: the moves that lead to the position whose score is remembered here,
        None if none is
    """
    what: str
    state: GameState
    moves: Moves
    path: list[str]
    window: Optional[Window]
    score: Optional[Score] = None
    why: str = ''
    cut: Moves = ()
    skipped: Moves = ()
    source: Optional[Moves] = None

    def is_start(self) -> bool:
        """Return whether a search from the root begins with this step."""
        return not self.moves and self.score is None

    def format_score(self) -> str:
        """Return the score as text, as a bound if it is only that: then the
        search has cut moves, or remembers that it had. Return the window if
        there is no score yet.
        """
        low, high = self.window or (LOSE, WIN)
        if self.score is None:
            return f'{format_score(low)} to {format_score(high)}' \
                if self.window else ''
        figure = format_score(self.score)
        if self.score in (LOSE, WIN) or self.why not in ('', 'remembered') \
                or low < self.score < high:
            return figure
        return ('\u2265 ' if self.score >= high else '\u2264 ') + figure


class Narrator(Follower):
    """Tells each step of a search.

    === Attributes ===
    tell: what is told each step
    """
    tell: Callable[[Step], None]
    _searched: dict[Hashable, Moves]

    def __init__(self, game: Game, name: str, most_searches: Number,
                 tell: Callable[[Step], None]) -> None:
        """Initialize a narrator of the search of game called name, which is
        stopped after most_searches searches from the root, or when tell
        raises OutOfTimeError.
        """
        super().__init__(game, name, most_searches=most_searches)
        self.tell = tell
        self._searched = {}

    def on_visit(self, state: GameState) -> None:
        """Tell that the search visits state."""
        super().on_visit(state)
        name = self.name_position(len(self.frames) - 1)
        what = f'A node is made for {name}' if self.name == 'iterative' \
            else f'{self.format_call(name)} is called'
        if len(self.frames) > 1:
            what += f', after the move {self.frames[-1].move}'
        elif self.name == 'alphabeta':
            what += f', to look {format_plies(self.searches)} ahead.\n' \
                    + BOUNDS[:-1]
        # A new node is not on the stack yet: its score may be known.
        shown = len(self.frames) - (self.name == 'iterative')
        self.tell(Step(what + '.', state, self.list_moves(),
                       self.list_path(shown), self.find_window()))

    def on_score(self, state: GameState, score: Score) -> None:
        """Tell that the search has found the score of state."""
        frame = self.frames[-1]
        name = self.name_position(len(self.frames) - 1)
        moves, window = self.list_moves(), self.find_window()
        super().on_score(state, score)
        figure, why = format_score(score), self.explain_score(frame, score)
        if self.name != 'iterative':
            what = f'{self.format_call(name)} returns {figure}'
        elif why:
            what = f'The node for {name} has the score {figure}'
        else:
            what = f'The node for {name} gets the score {figure} and leaves ' \
                   f'the stack'
        step = Step(what + (f': {why}.' if why else '.'), state, moves,
                    self.list_path(len(self.frames)), window, score, why)
        if frame.tried:
            step = step._replace(cut=tuple(frame.list_left()),
                                 skipped=list_skipped(frame))
        self.tell(step._replace(source=self._find_source(step)))

    def list_moves(self) -> Moves:
        """Return the moves from the root to where the search is."""
        return tuple(frame.move for frame in self.frames[1:])

    def find_window(self) -> Optional[Window]:
        """Return the scores between which that of the last frame matters, None
        if the search is not alpha-beta.
        """
        if self.name != 'alphabeta':
            return None
        low, high = LOSE, WIN
        for frame in self.frames[:-1]:
            best = max([low, *(score for _, score in frame.tried)])
            low, high = -high, -best
        return low, high

    def _find_source(self, step: Step) -> Optional[Moves]:
        """Return the moves that lead to where the score in step, which is the
        last one, is remembered from; None if it is not.

        The root has no key: its score is not remembered.
        """
        if step.why == 'remembered':
            return self._searched.get(search_key(step.state))
        if not step.why and step.moves:
            self._searched[search_key(step.state)] = step.moves
        return None

    def name_position(self, i: int) -> str:
        """Return what the position of frame i is called: 'p1:6' if it consists
        of a number, otherwise the moves that lead there.
        """
        if find_number(self.frames[i].state) is not None:
            return make_heading(self.frames[i].state)
        return '-'.join(['start', *(str(frame.move)
                                    for frame in self.frames[1:i + 1])])

    def format_call(self, name: str) -> str:
        """Return the call of the search function for the position called name.
        """
        return f'{FUNCTIONS[self.name]}({name})'

    def list_path(self, shown: int) -> list[str]:
        """Return the lines for the first frames, shown of them: the stack, or
        the calls.
        """
        iterative = self.name == 'iterative'
        if shown == 0:
            return ['The stack is empty.' if iterative else
                    'No call is left.']
        lines = ['The stack, the top last:' if iterative else
                 'The calls, the innermost last:']
        for i in range(shown):
            name = self.name_position(i)
            name = name if iterative else '  ' * i + self.format_call(name)
            trying = [below.move for below in self.frames[i + 1:i + 2]]
            progress = describe_progress(self.frames[i], trying)
            lines.append(f'  {name}  {progress}'.rstrip())
        return lines


def list_skipped(frame: Frame) -> Moves:
    """Return the possible moves at frame that no search tries."""
    known = [move for move, _ in frame.tried] + frame.list_left()
    return tuple(move for move in frame.state.get_possible_moves()
                 if move not in known)


def describe_progress(frame: Frame, trying: list) -> str:
    """Return how far a search has come at frame: the moves tried there with
    their scores for the player to move, the move that it is trying now (a list
    of one or none), and the moves that are left.
    """
    parts = ['...'] if len(frame.tried) > MOST_LISTED else []
    parts += [f'{move} is worth {format_score(score)}'
              for move, score in frame.tried[-MOST_LISTED:]]
    parts += [f'trying {move}' for move in trying]
    left = frame.list_left()
    if left:
        more = ', ...' if len(left) > MOST_LISTED else ''
        listed = ', '.join(map(str, left[:MOST_LISTED]))
        parts.append(f'not tried: {listed}{more}')
    return '; '.join(parts)


def record_steps(game: Game, name: str, most_searches: Number, most: int
                 ) -> list[Step]:
    """Return the steps of the search of game called name, with no more than
    most_searches searches from the root, and no more than the first most
    steps. Raise GameOverError if the game is over.

    >>> from subtract_square_game import SubtractSquareGame
    >>> steps = record_steps(SubtractSquareGame(True, size=2), 'recursive', 1, 9)
    >>> [(step.moves, step.score) for step in steps[:3]]
    [((), None), ((1,), None), ((1, 1), None)]
    >>> steps[3].what
    'recursive_score(p1:0) returns -1: game over.'
    """
    steps: list[Step] = []

    def record(step: Step) -> None:
        """Record step, and stop the search if there is no room for more."""
        if len(steps) == most:
            raise OutOfTimeError
        steps.append(step)

    Narrator(game, name, most_searches, record).follow()
    return steps
