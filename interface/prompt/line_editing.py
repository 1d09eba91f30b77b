"""Editing what is typed, where Python has the module readline: the arrow keys
edit the line and recall older ones, and Tab completes words.
"""
from importlib import import_module
from types import ModuleType
from typing import Optional
import sys
from interface.screen import can_do_more, somebody_types


def start_editing() -> Optional[ModuleType]:
    """Return the module readline; from now on, what input() reads can be
    edited. Return None if it is missing, as on Windows, or if the program is
    not at a terminal that can move its cursor.
    """
    if not somebody_types() or not can_do_more(sys.stdout):
        return None
    try:
        return import_module('readline')
    except ImportError:
        return None


def offer(words: list[str]) -> None:
    """Have Tab complete words from now on, if lines can be edited."""
    readline = start_editing()
    if readline is None:
        return

    def complete(beginning: str, number: int) -> Optional[str]:
        """Return one of the words with this beginning, by number; None after
        the last one.
        """
        found = find_words(beginning, words)
        return found[number] if number < len(found) else None
    readline.set_completer_delims('')  # Moves may have blanks: '0 1'.
    # Python on macOS may come with another library by the name of readline.
    is_other = 'libedit' in (readline.__doc__ or '')
    readline.parse_and_bind('bind ^I rl_complete' if is_other
                            else 'tab: complete')
    readline.set_completer(complete)


def find_words(beginning: str, words: list[str]) -> list[str]:
    """Return those of words that begin so, whether in capitals or not.

    >>> find_words('h', ['H', 'A', 'help', 'hint'])
    ['H', 'help', 'hint']
    """
    return [word for word in words
            if word.lower().startswith(beginning.lower())]
