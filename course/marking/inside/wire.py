"""How values cross the line between judge and submission: as plain JSON.

Numbers, texts, booleans, None and lists are themselves. A tuple, a set or a
dictionary is tagged, so that it arrives as what it was. Everything else stays
where it is, and only its number, its *handle*, crosses, for which the judge has a
StandIn (connection.py). A game of ours crosses as a table of all its positions
(lent.py).

Both sides use this module. Neither believes what the other has written: what
cannot be read raises BadLineError.
"""
from typing import Any, Callable
import builtins
import json
import re

# How deep lists may lie in each other, and how long whole numbers may be.
DEEPEST = 20
MOST_BITS = 4000
LONGEST_TEXT = 2000  # Of an error.

# Only Python's own exceptions arrive, by their names, and of these, the ones
# that are made from a text. Any other arrives as the nearest of these that it
# is a subclass of.
ARRIVING = {name for name, kind in vars(builtins).items()
            if isinstance(kind, type) and issubclass(kind, Exception)
            and not re.match('Unicode.+Error|ExceptionGroup', name)}


class BadLineError(Exception):
    """Raised by a line that is not one of these."""


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
    kind = type(value)
    if depth == DEEPEST or kind not in (list, tuple, set, frozenset, dict):
        return describe(value)
    # A dictionary crosses as the list of its pairs.
    items = [encode(item, describe, depth + 1) for item in (
        map(list, value.items()) if kind is dict else value)]
    return items if kind is list else {'type': kind.__name__, 'items': items}


def decode(plain: Any, make: Callable[[dict], Any], depth: int = 0) -> Any:
    """Return what plain stands for. make finds or makes what is described."""
    if depth > DEEPEST:
        raise BadLineError('too many lists in each other')
    if isinstance(plain, list):
        return [decode(item, make, depth + 1) for item in plain]
    if not isinstance(plain, dict):
        return plain
    kind: Any = next((each for each in (tuple, set, frozenset, dict)
                      if each.__name__ == plain.get('type')), None)
    if kind is None:
        return make(plain)
    try:
        return kind(decode(item, make, depth + 1) for item in plain['items'])
    except (TypeError, ValueError, KeyError) as error:
        raise BadLineError('items of the wrong type') from error


def format_line(message: dict) -> bytes:
    """Return message as a line."""
    return json.dumps(message).encode('ascii') + b'\n'


def parse_line(line: bytes) -> dict:
    """Return the message in line. Raise BadLineError if there is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadLineError('not a line of JSON') from error
    if not isinstance(message, dict):
        raise BadLineError('not an object')
    return message


def make_error(report: dict) -> Exception:
    """Return the exception that the other side has reported."""
    names = [name for name in report.get('names') or ['Exception']
             if isinstance(name, str)]
    text = str(report.get('text', ''))
    known = next((name for name in names if name in ARRIVING), 'Exception')
    if names and names[0] != known:
        text = f'{names[0]}: {text}'
    kind: Any = getattr(builtins, known)
    return kind(text[:LONGEST_TEXT])
