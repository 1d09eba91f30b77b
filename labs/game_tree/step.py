"""Walking through a search in the terminal: one step for each Enter.

The real search runs. It waits whenever it tells that it visits a position or
that it has found a score.
"""
from game import Game
from game_state import GameState
from strategy import Score
from labs.game_tree.views import find_number, format_plies, format_score, \
    make_heading
from labs.game_tree.watching import BOUNDS, TITLES, Follower, Frame, \
    Number, note_win_at_once

# No more moves than this are listed; of those tried, the last ones.
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

    def on_visit(self, state: GameState) -> None:
        """Show that the search visits state."""
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
        self._show(what + '.', state, shown)

    def on_score(self, state: GameState, score: Score) -> None:
        """Show that the search has found the score of state."""
        frame = self.frames[-1]
        name = self.name_position(len(self.frames) - 1)
        super().on_score(state, score)
        figure, why = format_score(score), self.explain_score(frame, score)
        if self.name != 'iterative':
            what = f'{self.format_call(name)} returns {figure}'
        elif why:
            what = f'The node for {name} has the score {figure}'
        else:
            what = f'The node for {name} gets the score {figure} and leaves ' \
                   f'the stack'
        self._show(what + (f': {why}.' if why else '.'), state,
                   len(self.frames))

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

    def _show(self, what: str, state: GameState, shown: int) -> None:
        """Show the step in which what happens at state, and the first frames,
        shown of them. Wait until the user presses Enter.
        """
        self.steps += 1
        print(f'Step {self.steps}. {what}\n')
        if find_number(state) is None:
            print(f'{state}\n')
        print('\n'.join(self.list_path(shown)))
        input('\nEnter: ')
        print()

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


def walk(game: Game, name: str, most_searches: Number) -> str:
    """Show the search of game called name step by step, with no more than
    most_searches searches from the root. Return what to say at the end. Raise
    GameOverError if the game is over.
    """
    stepper = Stepper(game, name, most_searches)
    stepper.follow()
    return '\n'.join([f'That was {TITLES[name]}, in {stepper.steps} steps.',
                      *note_win_at_once(game, name)])
