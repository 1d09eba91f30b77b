"""Words for people: texts in lists and in one line; what games and players are
called; and what moves are worth.

In a list, as in `A, E` or `4, "1, 2"`, commas separate the texts, and blanks
around them do not count. A text that would be misread stands in double quotes,
with the same codes after a backslash as in JSON: \\" \\\\ \\n \\u00e9. So every
text can be written in one line.
"""
from argparse import ArgumentTypeError
from contextlib import suppress
from typing import Any, Callable, Iterable, Optional
import json
import re


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
    """Return the first text of the list in line, and the rest after its comma,
    or None. Raise ValueError, saying why, if it cannot be read.

    >>> split_first(' 2 3 , 0 1'), split_first('"2,3"')
    (('2 3', ' 0 1'), ('2,3', None))
    """
    line = line.strip()
    if line.startswith('"'):
        try:
            # Not strict: it also takes, say, a tab between quotes.
            text, end = json.JSONDecoder(strict=False).raw_decode(line)
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


def read_number_to(most: int, least: int = 1) -> Callable[[str], int]:
    """Return a function that reads a whole number from least to most."""
    def read_number(text: str) -> int:
        """Return the whole number that text means."""
        number = read_whole_number(text)
        if not least <= number <= most:
            raise ArgumentTypeError(f'{text!r} is not from {least} to {most}')
        return number
    return read_number


def read_seconds(text: str, most: int = 1_000_000) -> float:
    """Return the number of seconds that text means, from 0.001 to most."""
    if not re.fullmatch(r'\s*([0-9]+\.?|[0-9]*\.[0-9]+)\s*', text) \
            or not 0.001 <= float(text) <= most:
        raise ArgumentTypeError(f'{shorten(text)} is not a number of seconds '
                                f'from 0.001 to {most}')
    return float(text)


def read_whole_number(text: str) -> int:
    """Return the whole number that text means, in plain digits."""
    # int alone takes '1_6' for 16, and knows the digits of all alphabets.
    if not re.fullmatch(r'\s*[+-]?[0-9]{1,99}\s*', text):
        raise ArgumentTypeError(f'{shorten(text)} is not a whole number')
    return int(text)


def read_size(text: str) -> Any:
    """Return the whole number that text means, or text itself, for the game.

    >>> read_size(' 30'), read_size('4 5')
    (30, '4 5')
    """
    try:
        return read_whole_number(text)
    except ArgumentTypeError:
        return text


def shorten(text: str, most: int = 40) -> str:
    """Return text in single quotes, but no more than most characters of it.

    >>> shorten('abcdef'), shorten('abcdef', 3)
    ("'abcdef'", "'abc...'")
    """
    return repr(text if len(text) <= most else text[:most] + '...')


def make_one_line(words: str, most: int = 200) -> str:
    """Return words as a line without a full stop, of at most this length."""
    return flatten(words.rstrip().rstrip('.'), most)


def flatten(text: str, most: int = 200) -> str:
    """Return text as a printable line of at most this length.

    >>> flatten('two  lines\\nof text', 12)
    'two lines of...'
    """
    line = ' '.join(text[:9 * most].split())
    if not line.isprintable():
        line = ''.join(character if character.isprintable() else '?'
                       for character in line)
    return line if len(line) <= most else line[:most] + '...'


def format_value(value: Any, most: int = 70) -> str:
    """Return the repr of value, which may fail, as a line without addresses.

    >>> format_value(['a', 1])
    "['a', 1]"
    """
    with suppress(Exception):  # Somebody's repr may raise anything.
        return flatten(drop_addresses(repr(value)), most)
    return f'some {type(value).__name__}'


def describe_error(error: BaseException) -> str:
    """Return in one line what error, which may be any, says."""
    name = type(error).__name__
    with suppress(Exception):  # Not even all errors can be shown.
        text = drop_addresses(str(error))
        return make_one_line(f'{name}: {text}').removesuffix(':')
    return name


def explain_error(error: BaseException) -> str:
    """Return in a line what error says; a ValueError is not named."""
    return make_one_line(str(error)) if isinstance(error, ValueError) \
        else describe_error(error)


def drop_addresses(text: str) -> str:
    """Return text without addresses, as these differ in each process."""
    return re.sub(' at 0x[0-9A-Fa-f]+', '', text)


def make_player_title(name: str) -> str:
    """Return how the player called name is addressed."""
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


def describe_result(result: Optional[str], name: str) -> str:
    """Return in words the result, or that the player called name is to move."""
    if result is None:
        return f'{make_player_title(name)} is to move.'
    return "It's a tie!" if result == 'tie' else \
        f'{make_player_title(result)} is the winner!'


OUTCOMES: dict[Optional[float], str] = {1: 'wins', 0: 'ties', -1: 'loses'}


def describe_score(score: Optional[float]) -> str:
    """Return in a word what a move with this score does for its player."""
    return OUTCOMES.get(score, 'not known')


def group_values(values: Iterable[tuple[Any, Optional[float]]],
                 unknown: str = 'not known') -> list[tuple[str, list[str]]]:
    """Return groups of moves by their values, the best first, in words. Those
    that are unknown, in that word, come last.

    >>> group_values(iter([('D', 1), ('A', -1), ('G', 1), ('B', None)]))
    [('wins', ['D', 'G']), ('loses', ['A']), ('not known', ['B'])]
    """
    words = OUTCOMES | {None: unknown}
    groups: dict[Optional[float], list[str]] = {each: [] for each in words}
    for move, score in values:  # Once: they may come from a generator.
        if score in groups:
            groups[score].append(str(move))
    return [(words[each], moves) for each, moves in groups.items() if moves]


def describe_hint(move: Any, score: Optional[float], plies: Optional[int],
                  seconds: float) -> str:
    """Return a hint in words: move leads to score after this many plies.

    >>> print(describe_hint('D', 1, 3, 2))
    D wins, in 3 plies.
    >>> print(describe_hint('D', -1, 4, 2))
    Every move loses. D holds out longest: 4 plies.
    >>> print(describe_hint('D', -1, None, 2))
    Every move loses.
    """
    if move is None:
        return f'The best move is not known within {seconds:g} s.'
    if score == -1:
        return 'Every move loses.' + (
            f' {move} holds out longest: {format_plies(plies)}.'
            if plies else '')
    after = f', in {format_plies(plies)}' if plies else ''
    return f'{move} {describe_score(score)}{after}.'


def format_guess(move: Any, estimate: Optional[float]) -> str:
    """Return in words a guess, and what its score seems to be, from -1 to 1."""
    return str(move) if estimate is None \
        else f'{move} (estimate {estimate:+z.2f})'


def format_plies(plies: int) -> str:
    """Return in words how many plies that is."""
    return format_count(plies, 'ply', 'plies')


def format_count(number: int, noun: str, plural: str = '') -> str:
    """Return how many there are of a noun, whose plural may be irregular."""
    return f'{number:,} {noun if number == 1 else plural or noun + "s"}'
