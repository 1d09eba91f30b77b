"""Walking through a search in the terminal, one Enter a step.

The search itself runs: it is held up whenever it tells of a position that it
comes to, or of a score that it has found.
"""
from game import Game
from game_state import GameState
from strategy import Score
from labs.game_tree.views import heading, in_figures, number_of, plies
from labs.game_tree.watching import TITLES, Follower, Frame, winning_at_once

# No more moves than this are listed.
MOST_LISTED = 12

FUNCTIONS = {'recursive': 'recursive_score', 'iterative': 'iterative_score',
             'alphabeta': 'alpha_beta_score'}


class Stepper(Follower):
    """Shows each step of a search, and waits for Enter after it.

    === Attributes ===
    steps: how many steps have been shown
    """
    steps: int

    def __init__(self, game: Game, name: str, most_searches: float) -> None:
        """Initialize a stepper through the search of game called name, which
        is stopped after most_searches searches from the root.
        """
        super().__init__(game, name, most_searches=most_searches)
        self.steps = 0

    def comes_to(self, state: GameState) -> None:
        """Show that the search comes to state."""
        super().comes_to(state)
        frame = self.frames[-1]
        what = f'{self.call(frame)} is called'
        if self.name == 'iterative':
            what = f'A node is made for {heading(state)}'
        if len(self.frames) > 1:
            what += f', after the move {frame.move}'
        elif self.name == 'alphabeta':
            what += f', to look {plies(self.searches)} ahead'
        # The node goes on the stack when it turns out to need a search.
        shown = len(self.frames) - (self.name == 'iterative')
        self._show(what + '.', state, shown)

    def scores(self, state: GameState, score: Score) -> None:
        """Show that the search has found the score of state."""
        frame = self.frames[-1]
        super().scores(state, score)
        figure, why = in_figures(score), self.why(frame, score)
        if self.name != 'iterative':
            what = f'{self.call(frame)} returns {figure}'
        elif why:
            what = f'The node for {heading(state)} has the score {figure}'
        else:
            what = f'The node for {heading(state)} gets the score {figure}, ' \
                   f'and leaves the stack'
        self._show(what + (f': {why}.' if why else '.'), state,
                   len(self.frames))

    def call(self, frame: Frame) -> str:
        """Return the call of the searching function at frame."""
        return f'{FUNCTIONS[self.name]}({heading(frame.state)})'

    def _show(self, what: str, state: GameState, shown: int) -> None:
        """Show a step at state, in which what happens, and the first so many
        frames. Wait until the user presses Enter.
        """
        self.steps += 1
        print(f'Step {self.steps}. {what}\n')
        if number_of(state) is None:
            print(f'{state}\n')
        print('\n'.join(self.path(shown)))
        input('\nEnter: ')
        print()

    def path(self, shown: int) -> list[str]:
        """Return the lines for the first so many frames: the stack, or the
        chain of calls.
        """
        iterative = self.name == 'iterative'
        if shown == 0:
            return ['The stack is empty.' if iterative else
                    'No call is left.']
        lines = ['The stack, the top last:' if iterative else
                 'The calls, the innermost last:']
        for i in range(shown):
            frame = self.frames[i]
            name = heading(frame.state) if iterative \
                else '  ' * i + self.call(frame)
            trying = [below.move for below in self.frames[i + 1:i + 2]]
            lines.append(f'  {name}  {progress(frame, trying)}'.rstrip())
        return lines


def progress(frame: Frame, trying: list) -> str:
    """Return how far a search has come at frame: what the moves tried there
    are worth to the player to move, and which are left apart from the one that
    it is trying, if any.
    """
    parts = [f'{move} is worth {in_figures(score)}'
             for move, score in frame.tried[-MOST_LISTED:]]
    parts += [f'trying {move}' for move in trying]
    left = [str(move) for move in frame.not_tried() if move not in trying]
    if left:
        more = ', ...' if len(left) > MOST_LISTED else ''
        parts.append(f'not tried: {", ".join(left[:MOST_LISTED])}{more}')
    return '; '.join(parts)


def walk(game: Game, name: str, most_searches: float) -> str:
    """Show the search of game called name step by step. Return what is to be
    said at the end. Raise GameOverError if the game is over.
    """
    stepper = Stepper(game, name, most_searches)
    stepper.follow()
    text = f'That was {TITLES[name]}, in {stepper.steps} steps.'
    win = winning_at_once(game)
    if win is not None and name != 'alphabeta':
        text += f'\nThe strategy itself does not search here: it plays ' \
                f'{win}, which wins at once.'
    return text
