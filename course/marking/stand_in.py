"""The stand-ins: what the suites take for the submission's games.

A stand-in knows only the handle of the thing that it stands for. Every question
goes to the submission's process. What comes back is plain, or a stand-in again,
so nothing that a student wrote is ever run here: not even `==`.
"""
from __future__ import annotations
from typing import Any, Protocol

METHODS = {'get_instructions', 'is_over', 'is_winner', 'str_to_move',
           'get_possible_moves', 'get_current_player_name', 'make_move',
           'is_valid_move', 'rough_outcome'}

# What games may offer to searches. A submission's ideas of it do not count.
HOOKS = {'search_state', 'search_key', 'candidate_moves', 'known_score'}


class Asker(Protocol):
    """What asks the submission."""

    def ask(self, what: str, on: Any, name: str = '', *args: Any) -> Any:
        """Return the answer."""

    def let_go(self, handle: int) -> None:
        """Tell the submission that nobody needs this thing any more."""


class StandIn:
    """A game, a position, or anything else that is not plain."""
    __slots__: tuple[str, ...] = ('_asker', '_handle', '_class_name',
                                  '__weakref__')

    def __init__(self, asker: Asker, handle: int, class_name: str) -> None:
        """Initialize a stand-in for the thing with this handle."""
        for name, value in (('_asker', asker), ('_handle', handle),
                            ('_class_name', class_name)):
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute. A method asks when it is called."""
        if name.startswith('__') or name in HOOKS:
            raise AttributeError(name)
        if name in METHODS:
            return Method(self, name)
        return self._asker.ask('get', self._handle, name)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute."""
        self._asker.ask('set', self._handle, name, value)

    def __str__(self) -> str:
        """Return its str."""
        return expect_text(self._asker.ask('str', self._handle))

    def __repr__(self) -> str:
        """Return its repr."""
        return expect_text(self._asker.ask('repr', self._handle))

    def __copy__(self) -> Any:
        """Return a shallow copy."""
        return self._asker.ask('copy', self._handle)

    @property
    def __dict__(self) -> dict:
        """Return its attributes, for `vars`."""
        found = self._asker.ask('vars', self._handle)
        return found if isinstance(found, dict) else {}

    def __del__(self) -> None:
        """Let go of what this stands for."""
        self._asker.let_go(self._handle)


class Method:
    """A method of what a stand-in stands for."""
    owner: StandIn
    name: str

    def __init__(self, owner: StandIn, name: str) -> None:
        """Initialize the method of owner that has this name."""
        self.owner, self.name = owner, name

    def __call__(self, *args: Any) -> Any:
        """Call it."""
        owner = self.owner
        return owner._asker.ask('call', owner._handle, self.name, *args)


class Entry:
    """A class of games, or a strategy, in one of the tables."""
    _asker: Asker
    _table: str
    _key: str
    __name__: str

    def __init__(self, asker: Asker, table: str, key: str, name: str) -> None:
        """Initialize the entry that table has under key."""
        self._asker, self._table, self._key = asker, table, key
        self.__name__ = name

    def __call__(self, *args: Any) -> Any:
        """Call it."""
        return self._asker.ask('entry', self._table, self._key, *args)


def expect_text(found: Any) -> str:
    """Return found, the str or repr of something, which is text."""
    if not isinstance(found, str):
        raise TypeError(f'__str__ returned non-string (type '
                        f'{type(found).__name__})')
    return found
