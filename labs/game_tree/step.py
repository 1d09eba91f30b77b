"""Walking through a search in the terminal: one step for each Enter.

The real search runs. It waits whenever it tells that it visits a position or
that it has found a score.
"""
from game import Game
from labs.game_tree.recording import Narrator, Step
from labs.game_tree.views import find_number
from labs.game_tree.watching import TITLES, Number, note_win_at_once


class Stepper:
    """Shows steps, and waits for Enter after each.

    === Attributes ===
    steps: how many steps have been shown
    """
    steps: int

    def __init__(self) -> None:
        """Initialize a stepper that has shown nothing."""
        self.steps = 0

    def show(self, step: Step) -> None:
        """Show step. Wait until the user presses Enter."""
        self.steps += 1
        print(f'Step {self.steps}. {step.what}\n')
        if find_number(step.state) is None:
            print(f'{step.state}\n')
        print('\n'.join(step.path))
        input('\nEnter: ')
        print()


def walk(game: Game, name: str, most_searches: Number) -> str:
    """Show the search of game called name step by step, with no more than
    most_searches searches from the root. Return what to say at the end. Raise
    GameOverError if the game is over.
    """
    stepper = Stepper()
    Narrator(game, name, most_searches, stepper.show).follow()
    return '\n'.join([f'That was {TITLES[name]}, in {stepper.steps} steps.',
                      *note_win_at_once(game, name)])
