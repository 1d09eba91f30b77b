"""Stand-ins for games that the judge lends to the submission's strategies.

Our own Stonehenge never enters the submission's process: there, it could be
read. Its games and positions stay with the judge, and each call goes there.
"""
from typing import Any, Callable, Iterator
from contextlib import contextmanager

# Asks the judge to do something with the thing that has this handle.
AskJudge = Callable[[str, int, str, list], Any]


# What a strategy sets of these, the judge has to know.
JUDGES = {'current_state', 'p1_turn'}


class Visitor:
    """A game or a position that the judge has.

    A strategy may do with it what it may do with a game of its own: set
    attributes, which stay here, and compare positions, of which equal ones have
    equal exact descriptions.
    """
    __slots__: tuple[str, ...] = ('_ask', '_handle', '_own', '_exact',
                                  '__weakref__')

    def __init__(self, ask: AskJudge, handle: int) -> None:
        """Initialize a stand-in for the thing with this handle."""
        object.__setattr__(self, '_ask', ask)
        object.__setattr__(self, '_handle', handle)
        object.__setattr__(self, '_own', {})
        object.__setattr__(self, '_exact', None)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute: a method asks the judge when it is called."""
        if name.startswith('__'):
            raise AttributeError(name)
        if name in self._own:
            return self._own[name]
        return self._ask('get', self._handle, name, [])

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute."""
        if name in JUDGES:
            self._ask('set', self._handle, name, [value])
        else:
            self._own[name] = value

    def __str__(self) -> str:
        """Return the picture."""
        return self._ask('str', self._handle, '', [])

    def __repr__(self) -> str:
        """Return the exact description, which never changes."""
        if self._exact is None:
            object.__setattr__(self, '_exact',
                               self._ask('repr', self._handle, '', []))
        return self._exact

    def __eq__(self, other: Any) -> bool:
        """Return whether this is the same as other."""
        return self is other or type(other) is Visitor \
            and repr(self) == repr(other)

    def __hash__(self) -> int:
        """Return a hash that goes with `==`."""
        return hash(repr(self))

    def __copy__(self) -> Any:
        """Return a copy, which the judge makes."""
        twin = self._ask('copy', self._handle, '', [])
        twin._own.update(self._own)
        return twin

    def __deepcopy__(self, _known: dict) -> Any:
        """Return a copy: positions never change, so a shallow one will do."""
        return self.__copy__()


class VisitorMethod:
    """A method of a Visitor."""
    _call: tuple[AskJudge, int, str]

    def __init__(self, ask: AskJudge, handle: int, name: str) -> None:
        """Initialize the method called name of the thing with this handle."""
        self._call = ask, handle, name

    def __call__(self, *arguments: Any) -> Any:
        """Have the judge call the method."""
        ask, handle, name = self._call
        return ask('call', handle, name, list(arguments))


class Visitors:
    """All stand-ins for what the judge has: one for each thing.

    === Private Attributes ===
    _ask: asks the judge
    _known: the stand-ins there are, by handle
    """
    _ask: AskJudge
    _known: dict[int, Visitor]

    def __init__(self, ask: AskJudge) -> None:
        """Initialize this collection, which is empty."""
        self._ask, self._known = ask, {}

    def make(self, handle: int) -> Visitor:
        """Return the stand-in for the thing with this handle."""
        if handle not in self._known:
            self._known[handle] = Visitor(self._ask, handle)
        return self._known[handle]

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Keep the stand-ins during one call of a strategy, not longer."""
        try:
            yield
        finally:
            self._known.clear()
