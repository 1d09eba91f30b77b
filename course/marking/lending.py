"""What the judge's own games do for a strategy of the submission.

The submission has handles of them, and asks. It gets what a game has to offer,
by the names of the handout, and nothing else.
"""
from copy import copy
from typing import Any
from course.marking.errors import name_error
from course.marking.inside.wire import BadLineError, Things, decode, encode
from course.marking.stand_in import METHODS, StandIn

ATTRIBUTES = {'current_state', 'p1_turn', 'WIN', 'LOSE', 'DRAW'}
# A strategy may look at so many positions of a game.
MOST_LENT = 100_000


class Lending:
    """The games and positions that are lent to the submission for one call.

    === Private Attributes ===
    _things: these games and positions
    """
    _things: Things

    def __init__(self) -> None:
        """Initialize with nothing lent yet."""
        self._things = Things(MOST_LENT)

    def describe(self, thing: Any) -> dict:
        """Return what stands for thing on the line."""
        if isinstance(thing, StandIn):
            return {'yours': thing._handle}
        return {'mine': self._things.add(thing)}

    def answer(self, message: dict) -> dict:
        """Return the answer to a message that asks for something."""
        try:
            thing = self._things.find(message.get('on'))
            args = [decode(arg, self._thing_of)
                    for arg in message.get('args') or []]
            result = do_with(thing, message.get('do'), message.get('name'),
                             args)
            if isinstance(result, MethodOf):
                return {'value': {'mine': message['on'],
                                  'method': result.name}}
            return {'value': encode(result, self.describe)}
        except BadLineError:
            raise
        except Exception as error:
            return {'error': name_error(error)}

    def _thing_of(self, described: dict) -> Any:
        """Return the thing that the submission means. One of its own is no
        move in our games, whatever it says of itself.
        """
        if 'yours' in described:
            return self._things.find(described['yours'])
        return object()


class MethodOf:
    """A method, by its name. It is called in a message of its own."""
    name: str

    def __init__(self, name: str) -> None:
        """Initialize the method with this name."""
        self.name = name


def do_with(thing: Any, what: Any, name: Any, args: list) -> Any:
    """Do something with thing, and return the result."""
    if what in ('str', 'repr', 'copy') and not args:
        return {'str': str, 'repr': repr, 'copy': copy}[what](thing)
    if what == 'get' and name in METHODS and hasattr(thing, name):
        return MethodOf(name)
    if what == 'get' and name in ATTRIBUTES:
        return getattr(thing, name)
    if what == 'set' and name == 'current_state' and len(args) == 1 \
            and hasattr(thing, name) \
            and isinstance(args[0], type(thing.current_state)):
        thing.current_state = args[0]
        return None
    if what == 'call' and name in METHODS:
        return getattr(thing, name)(*args)
    raise AttributeError(
        f'{type(thing).__name__!r} object has no attribute {name!r}. It is '
        f'from a game of ours, which has what Game and GameState have.')
