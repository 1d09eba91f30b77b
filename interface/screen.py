"""What the player sees: the terminal, lines that fit into it, and questions.

What goes to a pipe or a file is not made to fit.
"""
from shutil import get_terminal_size
from textwrap import TextWrapper
from typing import Any, Callable, Optional, TextIO
from unicodedata import east_asian_width
import builtins
import os
import re
import sys
from interface.errors import QuitError
from interface.words import shorten

LEAST_WIDTH = 20  # All is made for at least this many columns.
USUAL_WIDTH = 80  # A list that is cut to fit may always take as many.


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


def widen(text: str) -> str:
    """Return text with a null after each character that takes two columns."""
    return text if text.isascii() else ''.join(
        each + '\0' * (east_asian_width(each) in 'WF') for each in text)


def measure(text: str) -> int:
    """Return how many columns of a terminal text takes.

    >>> measure('Hex'), measure('\u4e95\u5b57\u68cb')
    (3, 6)
    """
    return len(widen(text))


# In widened text, a character of two columns is a word, with what closes it.
WORDS = re.compile(r'(\s+|.\0(?:[^\w\s]\0)*)')


def wrap(line: str, width: int, indent: int = 0) -> str:
    """Return line, broken to this width. Parts after the first are indented."""
    wrapper = TextWrapper(width, subsequent_indent=' ' * indent)
    wrapper.wordsep_re = WORDS
    return wrapper.fill(widen(line)).replace('\0', '')


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
    return '\n\n'.join(wrap(paragraph, width)
                       for paragraph in text.split('\n\n'))


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
        # What follows the last item may be typed on the same line.
        longer = lines[-1] + (part if part is parts[-1] else part.rstrip())
        if width is not None and lines[-1] and measure(longer) > width:
            lines.append('')
        lines[-1] += part
    return '\n'.join([line.rstrip() for line in lines[:-1]] + lines[-1:])


def cut_items(before: str, items: list[str], width: Optional[int], more: str
              ) -> str:
    """Return before and as many of items as fit into a line of this width, or
    of USUAL_WIDTH; how many others there are; and more: how to see them.

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
    """Return parts, in reverse if they have more lines than the terminal."""
    lines = '\n'.join(parts).count('\n') + 2  # And the prompt.
    is_long = lines > get_terminal_size((80, lines)).lines
    return parts[::-1] if is_long else parts


class ReplacedLine:
    """A line on standard error, in place of which another one can be shown."""
    _length: int = 0

    def replace(self, text: str) -> None:
        """Print text in place of what is shown now, if that changes it."""
        if not (text or self._length):
            return
        blanks = ' ' * self._length
        # Set this first, as Ctrl-C may come while the text is printed.
        self._length = max(self._length, measure(text))
        print(f'\r{blanks}\r{text}', end='', file=sys.stderr, flush=True)


def format_answers(answers: dict[str, str]) -> str:
    """Return answers, each with what it means, as a line of text."""
    return ', '.join(f'{key} = {meaning}' for key, meaning in answers.items())


def ask(question: str, answers: dict[str, str], usual: str = '',
        others: Optional[dict[str, str]] = None) -> str:
    """Return which of answers the player gives: its key, its meaning, one of
    others, or Enter for the usual one. Raise QuitError if they want to leave.
    """
    choices = [f'{key} = {meaning}' for key, meaning in answers.items()]
    known = {meaning.lower(): key for key, meaning in answers.items()} \
        | (others or {}) | {key: key for key in answers}
    if usual in answers:
        known[''] = usual
    after = f') [{usual}]: ' if usual in answers else '): '
    width = find_width()
    prompt = fit_items(f'{question} (', choices, after, width)
    text = check_quit(ask_line(prompt))
    while text.strip().lower() not in known:
        why = f'{shorten(text, 200)} is not one of the answers: '
        print_for_player(fit_items(why, choices, '', width))
        text = check_quit(ask_line(prompt))
    return known[text.strip().lower()]


def ask_line(prompt: str, read: Optional[Callable[[str], str]] = None) -> str:
    """Return the line that is typed, which read (by default, input) reads. At a
    terminal, Ctrl-C clears it, and ends the program only if pressed twice in a
    row while nothing is typed.
    """
    # Editors of lines need a short prompt.
    before, newline, last = prompt.rpartition('\n')
    print_for_player(before, newline)
    pressed, line = False, None
    while line is None:
        try:
            line = (read or input)(last)
        except KeyboardInterrupt:
            editor: Any = sys.modules.get('readline')
            is_empty = not (editor and editor.get_line_buffer())
            if not is_terminal(sys.stdin) or pressed and is_empty:
                raise
            pressed = is_empty
            print_for_player('\nCtrl-C again leaves the program.' if pressed
                             else '')
    return line


def check_quit(line: str) -> str:
    """Return line, but raise QuitError if it is `quit` or `exit`."""
    if line.strip().lower() in ('quit', 'exit'):
        raise QuitError
    return line
