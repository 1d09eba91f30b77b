"""Drawings of positions as SVG pictures, for the page and for handouts.

A state that can be drawn names the module that does so in its attribute
drawing: see web/README.md, and labs/dominoes/drawing.py as an example. Those
of the assignment's files are listed below. shapes.py has
what all drawings need, texts.py the fonts, and small drawings; layout.py puts
the nodes of a tree in their places. For the page, board.py makes a drawing
the board that one plays on, and graph.py draws a game as it went.
"""

from importlib import import_module
from types import ModuleType
from typing import Optional
from game_state import GameState

# The files of the assignment know nothing of drawings, so their states name
# none. Somebody else's files may be there instead, so each of these says what
# it can draw.
FLAT_FILES = 'drawings.subtract_square', 'drawings.stonehenge'


def find_drawing(state: GameState) -> Optional[ModuleType]:
    """Return the module that draws state, None if there is none.

    >>> from subtract_square_state import SubtractSquareState
    >>> find_drawing(SubtractSquareState(True, 6)).__name__
    'drawings.subtract_square'
    """
    name = getattr(state, 'drawing', None)
    if isinstance(name, str):
        return import_module(name)
    for name in FLAT_FILES:
        drawing = import_module(name)
        if drawing.can_draw(state):
            return drawing
    return None


def explain_ending(states: list[GameState]) -> tuple[str, list[str]]:
    """Return why the game is over after states, and what parts show it."""
    explain = getattr(find_drawing(states[-1]), 'explain_ending', None)
    return explain(states[-1]) if explain else ('', find_new(states))


def describe_claims(drawing: ModuleType, parts: list[str]) -> str:
    """Return in words how these parts of a drawing change, '' where the name of
    a move says it all.
    """
    describe = getattr(drawing, 'describe_claims', None)
    return describe(parts) if describe else ''


def find_new(states: list[GameState]) -> list[str]:
    """Return the parts of the drawing that the last move has changed."""
    return find_changes(find_owners(states[-2:][0]), states[-1])


def find_owners(state: GameState) -> dict[str, str]:
    """Return who owns each part of the drawing of state, if it has one."""
    drawing = find_drawing(state)
    return drawing.find_owners(state) if drawing else {}


def find_changes(owners: dict[str, str], after: GameState) -> list[str]:
    """Return the parts of the drawing that have other owners after this."""
    new = find_owners(after)
    return [part for part in owners | new if owners.get(part) != new.get(part)]
