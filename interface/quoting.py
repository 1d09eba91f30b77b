"""Texts in a list, as people write it: `A, E` or `4, "1, 2"`.

Commas separate the texts, and blanks around them do not count. A text that
would be misread stands in double quotes, with the same codes after a backslash
as in JSON: \\" \\\\ \\n \\u00e9. So every text can be written in one line.
"""
from contextlib import suppress
from typing import Any, Optional
import json
import re

# A decoder of JSON that also takes, say, a tab between quotes.
DECODER = json.JSONDecoder(strict=False)


def quote_text(text: str) -> str:
    """Return text as it is written in a list: in quotes if it needs them.

    >>> quote_text('2 3'), quote_text('2,3'), quote_text('')
    ('2 3', '"2,3"', '""')
    """
    if text and text == text.strip() and text.isprintable() \
            and ',' not in text and not text.startswith('"'):
        return text
    return force_quotes(text)


def force_quotes(text: str) -> str:
    """Return text in quotes, whether it needs them or not."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def split_first(line: str) -> tuple[str, Optional[str]]:
    """Return the first text of the list in line, and the list after the comma
    that follows it, or None if there is no comma. Raise ValueError, saying why,
    if the list cannot be read.

    >>> split_first(' 2 3 , 0 1'), split_first('"2,3"')
    (('2 3', ' 0 1'), ('2,3', None))
    """
    line = line.strip()
    if line.startswith('"'):
        try:
            text, end = DECODER.raw_decode(line)
        except ValueError as error:
            raise ValueError(f'the quotes in {shorten(line)} have no end, or a '
                             f'wrong code after a backslash') from error
        rest = line[end:].strip()
        if rest and not rest.startswith(','):
            raise ValueError(f'a comma is missing before {shorten(rest)}')
        return text, rest[1:] if rest else None
    text, comma, rest = line.partition(',')
    if not text.strip():
        raise ValueError('a move is missing between commas, or at an end')
    return text.strip(), rest if comma else None


def shorten(text: str, most: int = 40) -> str:
    """Return text in single quotes, but no more than most characters of it.

    >>> shorten('abcdef'), shorten('abcdef', 3)
    ("'abcdef'", "'abc...'")
    """
    return repr(text if len(text) <= most else text[:most] + '...')


def make_one_line(words: str, most: int = 200) -> str:
    """Return words, which may be of several lines, as a line without a full
    stop, but no more than most characters of it.

    >>> make_one_line('No,  never.\\n\\n')
    'No, never'
    """
    return flatten(words.rstrip().rstrip('.'), most)


def flatten(text: str, most: int = 200) -> str:
    """Return text, which may be of several lines and have characters that a
    terminal would not print, as a line of no more than most characters.

    >>> flatten('two  lines\\nof text', 12)
    'two lines of...'
    """
    line = ' '.join(text[:9 * most].split())
    if not line.isprintable():
        line = ''.join(character if character.isprintable() else '?'
                       for character in line)
    return line if len(line) <= most else line[:most] + '...'


def show(value: Any, most: int = 70) -> str:
    """Return how value is written in code, as a line of no more than most
    characters and without addresses, whatever its repr does.

    >>> show(['a', 1])
    "['a', 1]"
    """
    with suppress(Exception):  # Somebody's repr may raise anything.
        return flatten(drop_addresses(repr(value)), most)
    return f'some {type(value).__name__}'


def describe_error(error: BaseException) -> str:
    """Return in one line what error, which may be any, says.

    >>> describe_error(KeyError('x'))
    "KeyError: 'x'"
    """
    name = type(error).__name__
    with suppress(Exception):  # Not even all errors can be shown.
        text = drop_addresses(str(error))
        return make_one_line(f'{name}: {text}').removesuffix(':')
    return name


def explain_error(error: BaseException) -> str:
    """Return in one line what error says: a ValueError of ours says why
    something is impossible, and is not named.

    >>> explain_error(ValueError("'A' is taken.")), explain_error(KeyError('x'))
    ("'A' is taken", "KeyError: 'x'")
    """
    return make_one_line(str(error)) if isinstance(error, ValueError) \
        else describe_error(error)


def drop_addresses(text: str) -> str:
    """Return text without the addresses of objects, as these differ from one
    process to the next.

    >>> drop_addresses('<Move object at 0x7f2c10>')
    '<Move object>'
    """
    return re.sub(' at 0x[0-9A-Fa-f]+', '', text)
