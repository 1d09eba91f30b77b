"""How values cross the line between judge and submission: as plain JSON.

Numbers, texts, booleans, None and lists are themselves. A tuple, a set or a
dictionary is tagged, so that it arrives as what it was. Everything else stays
where it is, and only its number, its *handle*, crosses. Whoever owns the thing
finds it again under that number; the other side makes a stand-in for it.

Both sides use this module. Neither believes what the other has written: what
cannot be read raises BadLineError.
"""
from typing import Any, Callable
import json

# How deep lists may lie in each other, and how long whole numbers may be.
DEEPEST = 20
MOST_BITS = 4000


class BadLineError(Exception):
    """Raised by a line that is not one of these."""


class Things:
    """The things of one side that the other side has handles of.

    === Private Attributes ===
    _things: the things, by handle
    _handles: the handle of each of them, by its id
    _most: how many there may be
    """
    _things: dict[int, Any]
    _handles: dict[int, int]
    _most: int
    _next: int

    def __init__(self, most: int) -> None:
        """Initialize an empty collection, for so many things at most."""
        self._things, self._handles, self._most = {}, {}, most
        self._next = 1

    def add(self, thing: Any) -> int:
        """Return the handle of thing. The same thing has the same one, as long
        as it is needed.
        """
        handle = self._handles.get(id(thing))
        if handle is None:
            if len(self._things) >= self._most:
                raise MemoryError
            handle = self._handles[id(thing)] = self._next
            self._things[handle] = thing
            self._next += 1
        return handle

    def find(self, handle: Any) -> Any:
        """Return the thing with this handle."""
        if not isinstance(handle, int) or handle not in self._things:
            raise BadLineError('no such handle')
        return self._things[handle]

    def drop(self, handles: list[int]) -> None:
        """Forget the things with these handles: nobody needs them now."""
        for handle in handles:
            if handle in self._things:
                del self._handles[id(self._things.pop(handle))]


def encode(value: Any, describe: Callable[[Any], dict], depth: int = 0) -> Any:
    """Return value as plain JSON. describe gives that of a thing."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int) and value.bit_length() < MOST_BITS:
        return int(value)  # Subclasses become plain numbers and texts.
    if isinstance(value, float):
        return float(value)
    if isinstance(value, str):
        return str.__str__(value)
    if depth < DEEPEST and type(value) in (list, tuple, set, frozenset):
        items = [encode(item, describe, depth + 1) for item in value]
        return items if type(value) is list \
            else {'type': type(value).__name__, 'items': items}
    if depth < DEEPEST and type(value) is dict:
        return {'type': 'dict', 'items': [
            [encode(key, describe, depth + 1),
             encode(each, describe, depth + 1)]
            for key, each in value.items()]}
    return describe(value)


def decode(plain: Any, make: Callable[[dict], Any], depth: int = 0) -> Any:
    """Return the value that plain JSON stands for. make gives the thing, or the
    stand-in for a thing, that one side has described.
    """
    if depth > DEEPEST:
        raise BadLineError('too many lists in each other')
    if isinstance(plain, list):
        return [decode(item, make, depth + 1) for item in plain]
    if not isinstance(plain, dict):
        return plain
    kind, items = plain.get('type'), plain.get('items')
    if kind not in ('tuple', 'set', 'frozenset', 'dict'):
        return make(plain)
    try:
        values = [decode(item, make, depth + 1) for item in items]
        return {'tuple': tuple, 'set': set, 'frozenset': frozenset,
                'dict': dict}[kind](values)
    except (TypeError, ValueError) as error:
        raise BadLineError('items of the wrong type') from error


def write_line(message: dict) -> bytes:
    """Return message as a line."""
    return json.dumps(message).encode('ascii') + b'\n'


def read_line(line: bytes) -> dict:
    """Return the message in line."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadLineError('not a line of JSON') from error
    if not isinstance(message, dict):
        raise BadLineError('not an object')
    return message
