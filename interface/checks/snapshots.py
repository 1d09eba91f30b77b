"""Snapshots of a position: what one sees of it, to tell later whether it has
changed, and in what.
"""
from os.path import commonprefix
from reprlib import Repr
from typing import Any
from interface.quoting import drop_addresses, flatten

# Texts by the name of an attribute, or of a method that shows the position.
Snapshot = dict[str, str]

# A position has changed if one of these shows it. An attribute may also be a
# note that a position has taken for itself.
VIEWS = ('get_possible_moves', 'get_current_player_name', '__repr__',
         '__str__')

# Of a long text that has changed, so much is shown: before the first change,
# and in all.
MARGIN, WIDTH = 15, 45


def write_down(value: Any) -> str:
    """Return what repr does, but in short, however large value is."""
    writer = Repr()
    writer.maxlist = writer.maxtuple = writer.maxdict = writer.maxset = 100
    writer.maxstring = writer.maxother = 1000
    return drop_addresses(writer.repr(value))


def take_snapshot(state: Any) -> Snapshot:
    """Return what one sees of state: its public attributes, and what VIEWS
    return. What these raise is let through.
    """
    snapshot = {}
    for name, value in getattr(state, '__dict__', {}).items():
        if not name.startswith('_'):
            snapshot[name] = write_down(value)
    for name in VIEWS:
        view = getattr(state, name)()
        if name == 'get_possible_moves':
            # They may come in any order, for example in that of a set.
            view = ', '.join(sorted(map(str, view)))
        snapshot[name] = drop_addresses(str(view))
    return snapshot


def find_changes(before: Snapshot, after: Snapshot) -> str:
    """Return in words in what a position has changed between two snapshots, at
    most in two things, or '' if it has not.

    >>> find_changes({'left': '4', '__str__': 'IIII'},
    ...              {'left': '3', '__str__': 'III'})
    'left was 4 and is 3 now'
    """
    found = [name for name in before
             if name in after and before[name] != after[name]]
    if not set(found) & set(VIEWS):
        return ''
    attributes = [name for name in found if name not in VIEWS]
    return ', '.join(compare(name, before[name], after[name])
                     for name in (attributes or found)[:2])


def compare(name: str, before: str, after: str) -> str:
    """Return in words how the text with this name has changed."""
    start = max(0, len(commonprefix([before, after])) - MARGIN)
    was, now = (flatten(text) if len(text) <= WIDTH else
                '...' * (start > 0) + flatten(text[start:], WIDTH)
                for text in (before, after))
    return f'{name} was {was} and is {now} now'
