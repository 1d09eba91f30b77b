"""What the player sees: the terminal, its width, lines that fit into it, and
questions with a fixed set of answers.

What goes to a pipe or a file is not made to fit.
"""
from shutil import get_terminal_size
from typing import Any, Callable, Optional, TextIO
import builtins
import os
import sys
import unicodedata
from interface.faults import QuitError
from interface.words import shorten

# What is shown on a terminal is made for at least this many columns.
LEAST_WIDTH = 20

# A list that is cut to fit may always take as much as a line of this width.
USUAL_WIDTH = 80


def is_terminal(stream: Any) -> bool:
    """Return whether stream, such as sys.stderr, is shown on a terminal."""
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):
        return False  # It is missing, closed, or something else.


def can_do_more(stream: Any) -> bool:
    """Return whether stream is on a terminal with colours and a cursor."""
    return is_terminal(stream) and os.environ.get('TERM', 'dumb') != 'dumb'


def find_player_stream() -> TextIO:
    """Return standard output, or standard error if that alone is seen."""
    if is_terminal(sys.stdin) and not is_terminal(sys.stdout) \
            and is_terminal(sys.stderr):
        return sys.stderr
    return sys.stdout


def print_for_player(text: str, end: str = '\n') -> None:
    """Print text, and end after it, where the player reads."""
    print(text, end=end, file=find_player_stream(), flush=True)


def print_fitting(text: str, indent: int = 0) -> None:
    """Print text where the player reads, fitted, and indent broken lines."""
    print_for_player(fit(text, find_width(), indent))


def choose_input() -> Callable[..., str]:
    """Return what to read lines with: its prompts go where the player reads."""
    usual = builtins.input

    def read_line(prompt: Any = '') -> str:
        """Show prompt, and return the line that is typed."""
        print_for_player(prompt, end='')
        return usual()
    return usual if find_player_stream() is sys.stdout else read_line


def find_width(stream: Optional[TextIO] = None) -> Optional[int]:
    """Return the columns of stream, or of what the player reads, if known."""
    stream = stream or find_player_stream()
    if not is_terminal(stream):
        return None
    columns = os.environ.get('COLUMNS', '')
    try:
        width = int(columns) if columns.isdecimal() and int(columns) \
            else os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        return None
    # Some terminals say that they have none.
    return max(width, LEAST_WIDTH) if width else None


def measure(text: str) -> int:
    """Return how many columns of a terminal text takes: two for a Chinese,
    Japanese or Korean character, none for an accent on its own.

    >>> measure('Hex'), measure('\u4e95\u5b57\u68cb')
    (3, 6)
    """
    if text.isascii():
        return len(text)
    return sum((unicodedata.east_asian_width(each) in 'WF') + 1
               for each in text
               if unicodedata.category(each) not in ('Mn', 'Me', 'Cf'))


def split_words(line: str) -> list[str]:
    """Return the words of line, with the blanks before them: it may be broken
    there. A character of two columns is a word, with what closes it.

    >>> split_words('to move: \u9ed1\u65b9\u3002')
    ['to', ' move:', ' \u9ed1', '\u65b9\u3002']
    """
    words = ['']
    for before, character in zip(' ' + line, line):
        kinds = unicodedata.category(before), unicodedata.category(character)
        is_wide = measure(before) == 2 or measure(character) == 2
        if character.isspace() > before.isspace() or is_wide \
                and not before.isspace() and kinds[0] != 'Ps' \
                and kinds[1] not in ('Po', 'Pe', 'Pf', 'Zs'):
            words.append('')
        words[-1] += character
    return words


def wrap(line: str, width: int, indent: int = 0) -> str:
    """Return line, broken between words so that none is wider than width. The
    lines after the first are indented.
    """
    lines = ['']
    for word in split_words(line):
        if lines[-1].strip() and measure(lines[-1] + word) > width:
            lines.append(' ' * indent + word.lstrip())
        else:
            lines[-1] += word
        while measure(lines[-1]) > width:
            end = width
            while measure(lines[-1][:end]) > width:
                end -= 1
            lines[-1:] = [lines[-1][:end], ' ' * indent + lines[-1][end:]]
    return '\n'.join(lines)


def fit(text: str, width: Optional[int], indent: int = 0) -> str:
    """Return text with its lines broken between words, and indented.

    >>> fit('Whoever reaches 0 wins.', 16, 2)
    'Whoever reaches\\n  0 wins.'
    """
    if width is None:
        return text
    return '\n'.join(line if measure(line) <= width
                     else wrap(line, width, indent)
                     for line in text.split('\n'))


def fit_paragraphs(text: str, width: Optional[int]) -> str:
    """Return text, with its paragraphs broken anew if a line is too long."""
    if width is None or all(measure(line) <= width
                            for line in text.split('\n')):
        return text
    paragraphs = []
    for paragraph in text.split('\n\n'):
        joined, *more = paragraph.split('\n')
        for line in more:
            # There are no blanks in Chinese.
            is_wide = measure(joined[-1:]) == measure(line[:1]) == 2
            joined += ('' if is_wide else ' ') + line
        paragraphs.append(wrap(joined, width))
    return '\n\n'.join(paragraphs)


def fit_items(before: str, items: list[str], after: str, width: Optional[int]
              ) -> str:
    """Return items between before and after; lines break between items.

    >>> fit_items('Moves: ', ['0 0', '0 1', '1 0'], '.', 15)
    'Moves: 0 0,\\n0 1, 1 0.'
    """
    parts = [item + ', ' for item in items]
    parts[-1] = parts[-1].removesuffix(', ') + after
    lines = [before]
    for part in parts:
        if width is not None and lines[-1] \
                and measure((lines[-1] + part).rstrip()) > width:
            lines.append('')
        lines[-1] += part
    return '\n'.join([line.rstrip() for line in lines[:-1]] + lines[-1:])


def cut_items(before: str, items: list[str], width: Optional[int], more: str
              ) -> str:
    """Return before and as many of items as fit into a line of this width, or
    of USUAL_WIDTH. If there are more, say how many, and add more, which says
    how to see them.

    >>> from string import ascii_uppercase
    >>> cut_items('Moves: ', list(ascii_uppercase), 80, ' (all)')
    'Moves: A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S and 7 more \
(all)'
    """
    line = before + ', '.join(items)
    if width is None:
        return line
    most = max(width, USUAL_WIDTH)
    shown = min(len(items), most)  # Of thousands, no more could fit.
    while shown > 1 and measure(line) > most:
        shown -= 1
        line = (f'{before}{", ".join(items[:shown])} and '
                f'{len(items) - shown:,} more{more}')
    return line


def keep_in_sight(parts: list[str]) -> list[str]:
    """Return parts, the most important of which come first. If they have more
    lines than the terminal, these come last: the others scroll away.
    """
    lines = '\n'.join(parts).count('\n') + 2  # And the prompt.
    return parts[::-1] if lines > get_terminal_size((80, lines)).lines \
        else parts


class ReplacedLine:
    """A line on standard error, in place of which another one can be shown."""
    _length: int = 0

    def replace(self, text: str) -> None:
        """Print text in place of what is shown now."""
        blanks = ' ' * self._length
        # Set this first, as Ctrl-C may come while the text is printed.
        self._length = max(self._length, measure(text))
        print(f'\r{blanks}\r{text}', end='', file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Remove what is shown."""
        if self._length:
            self.replace('')


def format_answers(answers: dict[str, str]) -> str:
    """Return answers, each with what it means, as a line of text."""
    return ', '.join(f'{key} = {meaning}' for key, meaning in answers.items())


def ask(question: str, answers: dict[str, str], usual: str = '',
        others: Optional[dict[str, str]] = None) -> str:
    """Return which of answers the player gives, asked until it is one: by its
    key, by what it means, as one of others, or by Enter if it is the usual one.
    Raise QuitError if the player wants to leave.
    """
    choices = [f'{key} = {meaning}' for key, meaning in answers.items()]
    known = {meaning.lower(): key for key, meaning in answers.items()} \
        | (others or {}) | {key: key for key in answers}
    if usual in answers:
        known[''] = usual
    after = f') [{usual}]: ' if usual in answers else '): '
    width = find_width()
    prompt = fit_items(f'{question} (', choices, after, width)
    text = ask_line(prompt)
    while text.strip().lower() not in known:
        why = f'{shorten(text, 200)} is not one of the answers: '
        print_for_player(fit_items(why, choices, '', width))
        text = ask_line(prompt)
    return known[text.strip().lower()]


def ask_line(prompt: str) -> str:
    """Return the line that is typed. Editors of lines need a short prompt.
    Raise QuitError if the player wants to leave.
    """
    before, newline, last = prompt.rpartition('\n')
    if newline:
        print_for_player(before)
    return check_quit(input(last))


def check_quit(line: str) -> str:
    """Return line, but raise QuitError if it is `quit` or `exit`."""
    if line.strip().lower() in ('quit', 'exit'):
        raise QuitError
    return line
