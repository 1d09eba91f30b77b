"""Stand-ins for the submission's things, and the lending of the judge's own.

- StandIn: what the suites take for the submission's games. Every question goes
  to the process of the submission. What comes back is plain, or a stand-in
  again, so nothing that a student wrote is ever run here: not even `==`.
- Lending: the way back. A strategy of the submission asks, and gets what our
  games offer by the names of the handout, and nothing else. `inside/wire.py`
  has its stand-ins, the Visitors.
"""
from __future__ import annotations
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Callable
from course.marking.inside.wire import METHODS, BadLineError, Things, decode, \
    encode

ATTRIBUTES = {'current_state', 'p1_turn', 'WIN', 'LOSE', 'DRAW'}
# What games may offer to searches. A submission's own hooks are ignored.
HOOKS = {'search_state', 'search_key', 'candidate_moves', 'known_score'}
# A strategy may look at this many positions of a game.
MOST_LENT = 100_000


class StandIn:
    """A thing of the submission's, for which the partner asks."""
    __slots__: tuple[str, ...] = ('_partner', '_handle', '__weakref__')

    def __init__(self, partner: Any, handle: int) -> None:
        """Initialize a stand-in for the thing with this handle."""
        object.__setattr__(self, '_partner', partner)
        object.__setattr__(self, '_handle', handle)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute. A method asks when it is called."""
        if name.startswith('__') or name in HOOKS:
            raise AttributeError(name)
        if name in METHODS:
            return lambda *args: self._partner.ask('call', self._handle, name,
                                                   *args)
        return self._partner.ask('get', self._handle, name)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute."""
        self._partner.ask('set', self._handle, name, value)

    def __str__(self) -> str:
        """Return its str."""
        return self._partner.ask('str', self._handle)

    def __repr__(self) -> str:
        """Return its repr."""
        return self._partner.ask('repr', self._handle)

    def __copy__(self) -> Any:
        """Return a shallow copy."""
        return self._partner.ask('copy', self._handle)

    @property
    def __dict__(self) -> dict:  # type: ignore[override]
        """Return its attributes, for `vars`."""
        return self._partner.ask('vars', self._handle)

    def __del__(self) -> None:
        """Let go of what this stands for."""
        self._partner.let_go(self._handle)


@dataclass
class Lending:
    """The games and positions that are lent to the submission for one call."""
    _things: Things = field(default_factory=lambda: Things(MOST_LENT))

    def describe(self, thing: Any) -> dict:
        """Return what stands for thing on the line."""
        if isinstance(thing, StandIn):
            return {'yours': thing._handle}
        return {'mine': self._things.add(thing)}

    def answer(self, message: dict) -> dict:
        """Return the answer to a message that asks for something."""
        try:
            args = [decode(arg, self._find_thing)
                    for arg in message.get('args') or []]
            result = do_with(self._things.find(message.get('on')),
                             message['do'], message.get('name'), args)
            return {'value': encode(result, self.describe)}
        except BadLineError:
            raise
        except Exception as error:
            names = [kind.__name__ for kind in type(error).__mro__]
            return {'error': {'names': names, 'text': str(error)}}

    def _find_thing(self, described: dict) -> Any:
        """Return the thing that is meant. One of theirs is no move in ours."""
        return self._things.find(described['yours']) \
            if 'yours' in described else object()


def do_with(thing: Any, what: Any, name: Any, args: list) -> Any:
    """Do something with thing, and return the result."""
    if what in ('str', 'repr', 'copy') and not args:
        ways: dict[str, Callable] = {'str': str, 'repr': repr, 'copy': copy}
        return ways[what](thing)
    if what == 'call' and name in METHODS:
        return getattr(thing, name)(*args)
    if what == 'get' and name in ATTRIBUTES:
        return getattr(thing, name)
    if what == 'set' and name == 'current_state' and len(args) == 1 \
            and hasattr(thing, name) \
            and isinstance(args[0], type(thing.current_state)):
        thing.current_state = args[0]
        return None
    raise AttributeError(
        f'{type(thing).__name__!r} object has no attribute {name!r}. It is '
        f'from a game of ours, which has what Game and GameState have.')
