"""What the boards of the labs' games share: places, pictures and sizes."""

from string import ascii_lowercase
from typing import Any, Callable, NamedTuple, Optional, TypeVar
import re

Size = TypeVar('Size')


class IllegalMoveError(ValueError):
    """Raised when a move is not possible."""


class Place(NamedTuple):
    """A move: a place on the board.

    === Attributes ===
    row: its row, from 0 at the top
    col: its column, from 0 on the left
    """

    row: int
    col: int

    def __str__(self) -> str:
        """Return this move as a player types it: the letter of the column and
        the number of the row, from 1.

        >>> str(Place(0, 2))
        'c1'
        """
        return f'{ascii_lowercase[self.col]}{self.row + 1}'


def read_place(text: Any) -> Optional[Place]:
    """Return the place that text names, or None if it names none.

    >>> read_place(' C1 '), read_place('1c')
    (Place(row=0, col=2), None)
    """
    found = re.fullmatch('([A-Za-z])([1-9][0-9]?)', str(text).strip())
    if not found:
        return None
    return Place(int(found[2]) - 1, ascii_lowercase.index(found[1].lower()))


def label_rows(rows: list[str], slope: int = 0) -> str:
    """Return rows of squares, with blanks between them, as a labelled board.
    Each row is slope characters further to the right than the one above.

    >>> print(label_rows(['. .', '. .'], 1))
        a b
     1  . .
      2  . .
    """
    cols = len(rows[0].split())
    lines = [' ' * 4 + ' '.join(ascii_lowercase[:cols])]
    for i, row in enumerate(rows):
        indent = ' ' * (slope * i)
        lines.append(f'{indent}{i + 1:2}  {row}')
    return '\n'.join(lines)


def choose_size(size: Any, question: str, read: Callable[[Any], Size]) -> Size:
    """Return size as read converts it; read raises ValueError, saying why, if
    there is no such size. If size is None, ask the question until read accepts
    the answer.
    """
    while size is None:
        text = input(question)
        try:
            read(text)
            size = text
        except ValueError as error:
            print(error)
    return read(size)
