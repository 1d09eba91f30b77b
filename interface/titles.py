"""What games, strategies and players are called on the screen."""
from typing import Any, Optional
import re


def make_player_title(name: str) -> str:
    """Return how the player called name is addressed.

    >>> make_player_title('p1')
    'Player 1'
    """
    return name.replace('p', 'Player ')


def make_title(thing: Any) -> str:
    """Return in words what thing, the class of a game or a strategy, is called.

    >>> make_title(type('SubtractSquareGame', (), {}))
    'Subtract Square'
    """
    if isinstance(thing, type):
        name = thing.__name__.removesuffix('Game')
        return re.sub(r'(?<=[a-z])(?=[A-Z])', ' ', name)
    name = getattr(thing, '__name__', type(thing).__name__)
    return name.removesuffix('_strategy').replace('_', ' ')


def make_titles(things: dict[str, Any]) -> dict[str, str]:
    """Return the title of each of things, by the same keys."""
    return {key: make_title(thing) for key, thing in things.items()}


def find_key(thing: Any, things: dict[str, Any]) -> Optional[str]:
    """Return the key by which thing is one of things, None if it is not."""
    return next((key for key, each in things.items() if each is thing), None)
