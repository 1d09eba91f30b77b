"""The groups of tests and their points, as the marking tool has them."""
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, Optional
import tomllib
from course.starter.errors import StarterError

USUAL = Path(__file__).parent.parent / 'marking' / 'marking.toml'


class Marks(NamedTuple):
    """What is marked.

    === Attributes ===
    groups: the points of each group of tests, by its name
    style: the points for style
    cost: what a message of python_ta costs
    """
    groups: dict[str, Fraction]
    style: Fraction
    cost: Fraction

    def add_up(self) -> Fraction:
        """Return the sum of all points."""
        return sum(self.groups.values(), self.style)


def read_marks(file: Optional[Path] = None) -> Marks:
    """Return what the file says, and the usual one where it is silent."""
    tables = read_tables(USUAL)
    for name, table in (read_tables(file) if file else {}).items():
        if name == 'style':
            tables['style'] = {**tables.get('style', {}), **table}
        else:
            tables[name] = table
    style = tables.get('style', {})
    try:
        return Marks({group['name']: to_points(group['points'])
                      for group in tables.get('groups', [])},
                     to_points(style.get('points', 0)),
                     to_points(style.get('cost', 0)))
    except (KeyError, TypeError, ValueError) as error:
        raise StarterError(f'{file or USUAL}: {error!r} in a group of tests or '
                           f'in [style]') from None


def read_tables(file: Path) -> dict:
    """Return what file says, nothing if it is the usual one and missing."""
    if file == USUAL and not file.exists():
        return {}
    try:
        return tomllib.loads(file.read_text(encoding='utf-8'))
    except (OSError, ValueError) as error:
        raise StarterError(f'{file} cannot be read: {error}') from None


def to_points(number: float) -> Fraction:
    """Return a number of points.

    >>> to_points(0.25)
    Fraction(1, 4)
    """
    return Fraction(str(number))


def show_points(points: Fraction) -> str:
    """Return points as they are written.

    >>> show_points(Fraction(5, 2)), show_points(Fraction(3))
    ('2.5', '3')
    """
    return f'{float(points):g}'
