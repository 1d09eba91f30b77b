"""What games on the boards of the labs share: places, and sizes."""
from typing import Any, Callable, NamedTuple, Optional, TypeVar
import re

Size = TypeVar('Size')


class Place(NamedTuple):
    """A move: a place on the board.

    === Attributes ===
    row: its row, from 0 at the top
    col: its column, from 0 on the left
    """
    row: int
    col: int

    def __str__(self) -> str:
        """Return this move as a player types it."""
        return f'{self.row} {self.col}'


def read_pair(text: Any) -> Optional[tuple[int, int]]:
    """Return the two whole numbers in text, or None if it is anything else.

    They stand alone, with blanks or a comma between them, and may be put in
    brackets. So str(pair) is read as the same pair.

    >>> read_pair('4 5'), read_pair(' (4, 5) '), read_pair((4, 5))
    ((4, 5), (4, 5), (4, 5))
    >>> read_pair('4'), read_pair('4 x'), read_pair('-4 5')
    (None, None, None)
    """
    found = re.fullmatch(r'\(?([0-9]{1,9})(?:\s*,\s*|\s+)([0-9]{1,9})\)?',
                         str(text).strip())
    return (int(found[1]), int(found[2])) if found else None


def choose_size(size: Any, question: str, read: Callable[[Any], Size]) -> Size:
    """Return the size that read makes of size; read raises ValueError, saying
    why, if there is no such size. If size is None, ask the question until read
    accepts the answer.
    """
    while size is None:
        text = input(question)
        try:
            read(text)
            size = text
        except ValueError as error:
            print(error)
    return read(size)
