"""What games, strategies and players are called on the screen."""
from typing import Any
import re


def player_title(name: str) -> str:
    """Return how the player called name is addressed.

    >>> player_title('p1')
    'Player 1'
    """
    return name.replace('p', 'Player ')


def title(thing: Any) -> str:
    """Return in words what thing, the class of a game or a strategy, is called.

    >>> title(type('SubtractSquareGame', (), {}))
    'Subtract Square'
    """
    if isinstance(thing, type):
        name = thing.__name__.removesuffix('Game')
        return re.sub(r'(?<=[a-z])(?=[A-Z])', ' ', name)
    name = getattr(thing, '__name__', str(thing))
    return name.removesuffix('_strategy').replace('_', ' ')


def titles(things: dict[str, Any]) -> dict[str, str]:
    """Return the title of each of things, by the same keys."""
    return {key: title(thing) for key, thing in things.items()}
