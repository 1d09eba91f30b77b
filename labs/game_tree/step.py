"""Walking through a search in the terminal, one Enter a step.

The search itself runs: it is held up whenever it tells of a position that it
comes to, or of a score that it has found.
"""
from game import Game
from game_state import GameState
from strategy import Score
from labs.game_tree.views import heading, in_figures, number_of, plies
from labs.game_tree.watching import BOUNDS, TITLES, Follower, Frame, \
    Number, without_search

# No more moves than this are listed: of those tried, the last.
MOST_LISTED = 12

FUNCTIONS = {'recursive': 'recursive_score', 'iterative': 'iterative_score',
             'alphabeta': 'alpha_beta_score'}


class Stepper(Follower):
    """Shows each step of a search, and waits for Enter after it.

    === Attributes ===
    steps: how many steps have been shown
    """
    steps: int

    def __init__(self, game: Game, name: str, most_searches: Number) -> None:
        """Initialize a stepper through the search of game called name, which
        is stopped after most_searches searches from the root.
        """
        super().__init__(game, name, most_searches=most_searches)
        self.steps = 0

    def comes_to(self, state: GameState) -> None:
        """Show that the search comes to state."""
        super().comes_to(state)
        name = self.position(len(self.frames) - 1)
        what = f'A node is made for {name}' if self.name == 'iterative' \
            else f'{self.call(name)} is called'
        if len(self.frames) > 1:
            what += f', after the move {self.frames[-1].move}'
        elif self.name == 'alphabeta':
            what += f', to look {plies(self.searches)} ahead.\n{BOUNDS[:-1]}'
        # The node goes on the stack when it turns out to need a search.
        shown = len(self.frames) - (self.name == 'iterative')
        self._show(what + '.', state, shown)

    def scores(self, state: GameState, score: Score) -> None:
        """Show that the search has found the score of state."""
        frame, name = self.frames[-1], self.position(len(self.frames) - 1)
        super().scores(state, score)
        figure, why = in_figures(score), self.why(frame, score)
        if self.name != 'iterative':
            what = f'{self.call(name)} returns {figure}'
        elif why:
            what = f'The node for {name} has the score {figure}'
        else:
            what = f'The node for {name} gets the score {figure}, and ' \
                   f'leaves the stack'
        self._show(what + (f': {why}.' if why else '.'), state,
                   len(self.frames))

    def position(self, i: int) -> str:
        """Return what the position of frame i is called: by its number, or by
        the moves that lead there.
        """
        if number_of(self.frames[i].state) is not None:
            return heading(self.frames[i].state)
        return '-'.join(['start', *(str(frame.move)
                                    for frame in self.frames[1:i + 1])])

    def call(self, name: str) -> str:
        """Return the call of the searching function for the position called
        name.
        """
        return f'{FUNCTIONS[self.name]}({name})'

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
            name = self.position(i)
            name = name if iterative else '  ' * i + self.call(name)
            trying = [below.move for below in self.frames[i + 1:i + 2]]
            lines.append(f'  {name}  {progress(self.frames[i], trying)}'
                         .rstrip())
        return lines


def progress(frame: Frame, trying: list) -> str:
    """Return how far a search has come at frame: what the moves tried there
    are worth to the player to move, that it is now trying these moves (one or
    none), and which are left.
    """
    parts = ['...'] if len(frame.tried) > MOST_LISTED else []
    parts += [f'{move} is worth {in_figures(score)}'
              for move, score in frame.tried[-MOST_LISTED:]]
    parts += [f'trying {move}' for move in trying]
    left = frame.left()
    if left:
        more = ', ...' if len(left) > MOST_LISTED else ''
        listed = ', '.join(map(str, left[:MOST_LISTED]))
        parts.append(f'not tried: {listed}{more}')
    return '; '.join(parts)


def walk(game: Game, name: str, most_searches: Number) -> str:
    """Show the search of game called name step by step. Return what is to be
    said at the end. Raise GameOverError if the game is over.
    """
    stepper = Stepper(game, name, most_searches)
    stepper.follow()
    return '\n'.join([f'That was {TITLES[name]}, in {stepper.steps} steps.',
                      *without_search(game, name)])
