"""Which module draws which game."""
from importlib import import_module
from types import ModuleType
from typing import Optional
from game_state import GameState

# A drawing has draw_states, find_owners and describe_claims: see
# drawings/stonehenge.py. They are found by the names of the states' classes, so
# that a game is only loaded by those who play it.
MODULES = {'StonehengeState': 'stonehenge',
           'SubtractSquareState': 'subtract_square',
           'DomineeringState': 'domineering', 'HexState': 'hex'}


def find_drawing(state: GameState) -> Optional[ModuleType]:
    """Return the module that draws state, None if there is none.

    >>> from subtract_square_state import SubtractSquareState
    >>> find_drawing(SubtractSquareState(True, 6)).__name__
    'drawings.subtract_square'
    """
    name = MODULES.get(type(state).__name__)
    return import_module(f'drawings.{name}') if name else None
