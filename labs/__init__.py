"""Three more handouts on the same subject, a folder each; games.py has their
games. `python3 -m labs` plays them in the terminal.
"""
from typing import Any, Optional
import re


def read_pair(text: Any) -> Optional[tuple[int, int]]:
    """Return the two whole numbers in text, as players type sizes and moves;
    None if it is anything else.

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
