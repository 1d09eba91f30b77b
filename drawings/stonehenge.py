"""Drawing a position of Stonehenge.

Cells are circles, markers are hexagons, and the strokes between them are the
ley-lines. All of it is read from the picture in text, so anybody's positions
can be drawn that have it. What belongs to a player has their colour and their
number.
"""

from functools import lru_cache
from math import sqrt
from string import ascii_uppercase
from typing import Any, NamedTuple, Optional
from xml.etree.ElementTree import Element, SubElement
import re
from drawings.shapes import (
    COLOURS,
    FAINT,
    INK,
    PAPER,
    Point,
    add_circle,
    add_polygon,
    add_text,
    fill_for,
    find_corners,
    fit_picture,
    format_points,
)

# All lengths are in pixels. Neighbouring cells are two steps apart, so the
# three directions of ley-lines form equal angles.
CELL_STEP = 30.0
ROW = CELL_STEP * sqrt(3)
CELL = 19.0  # The radius of a circle.
MARKER = 20.0  # The radius of a hexagon, from its middle to a corner.
BOARD_MARGIN = 28.0

MARKER_COLOUR = '#eef1f4'  # Of a marker that nobody has claimed.

Place = tuple[int, int]  # Steps to the right, and rows down.

# How many steps and rows it takes from a marker to the next cell of its line.
TO_RIGHT = 2, 0
DOWN_LEFT = -1, 1
UP_LEFT = -1, -1

# Who owns what shows '1' or '2'.
OWNERS = {'1': 'p1', '2': 'p2'}


class Line(NamedTuple):
    """A ley-line.

    === Attributes ===
    name: what it is called, by the cells on it
    marker: what its marker shows
    points: the middle of its marker, and those of its cells
    """

    name: str
    marker: str
    points: list[Point]


class Diagram(NamedTuple):
    """What a picture in text shows, in the order in which it is read.

    === Attributes ===
    cells: for each cell, by its letter, what is there, and its middle
    lines: the ley-lines, in the order of their markers
    """

    cells: dict[str, tuple[str, Point]]
    lines: list[Line]


@lru_cache
def read_picture(picture: str) -> Optional[Diagram]:
    """Return what picture shows, None if it is none of Stonehenge. How wide
    its blanks are, and how its strokes look, does not matter.

    >>> board = read_picture(' @ @\\n@ A 2\\n @ 1 @\\n @')
    >>> [line.name for line in board.lines][:3]
    ['ley-line A', 'ley-line B, C', 'ley-line A, B']
    >>> {letter: shown for letter, (shown, _) in board.cells.items()}
    {'A': 'A', 'B': '2', 'C': '1'}
    """
    rows = split_picture(picture)
    if not rows:
        return None
    size = len(rows) - 3
    cells: dict[Place, str] = {}
    markers: dict[Place, tuple[str, Place]] = {}
    # How many steps from the left the rows begin.
    starts = [size + 2, *range(size - 1, -1, -1), 1, 4]
    for y, (start, row) in enumerate(zip(starts, rows)):
        for k, token in enumerate(row):
            place = start + 2 * k, y
            way = find_way(y, k, size, k == len(row) - 1)
            if way is None:
                cells[place] = token
            else:
                markers[place] = token, way
    letters = dict(zip(cells, ascii_uppercase))
    if any(cells[each] not in (letters.get(each), *OWNERS) for each in cells):
        return None
    if any(each[0] not in ('@', *OWNERS) for each in markers.values()):
        return None
    return Diagram(
        {letters[each]: (cells[each], find_middle(each)) for each in cells},
        [trace_line(each, *markers[each], letters) for each in markers],
    )


def split_picture(picture: str) -> list[list[str]]:
    """Return the cells and markers in picture, row by row; no rows if they are
    not as long as those of Stonehenge.
    """
    lines = [re.findall(r'\w+|@', line) for line in picture.splitlines()]
    rows = [tokens for tokens in lines if tokens]
    size = len(rows) - 3
    lengths = [2, *range(4, size + 3), size + 2, size + 2, size]
    return rows if list(map(len, rows)) == lengths else []


def find_way(y: int, k: int, size: int, is_last: bool) -> Optional[Place]:
    """Return the way from marker k of row y to its cells; None for a cell."""
    if y == 0 or is_last and 0 < y < size:
        return DOWN_LEFT
    if y == size + 2 or is_last and y == size + 1:
        return UP_LEFT
    return TO_RIGHT if k == 0 else None


def trace_line(
    place: Place, marker: str, way: Place, letters: dict[Place, str]
) -> Line:
    """Return the ley-line whose marker is at place among lettered cells."""
    names = []
    points = [find_middle(place)]
    place = place[0] + way[0], place[1] + way[1]
    while place in letters:
        names.append(letters[place])
        points.append(find_middle(place))
        place = place[0] + way[0], place[1] + way[1]
    return Line(f'ley-line {", ".join(sorted(names))}', marker, points)


def find_middle(place: Place) -> Point:
    """Return the middle of what is this many steps and rows from the corner."""
    return place[0] * CELL_STEP, place[1] * ROW


def can_draw(state: Any) -> bool:
    """Return whether state, whoever has written it, has our picture."""
    return read_picture(str(state)) is not None


def find_owners(state: Any) -> dict[str, str]:
    """Return who owns each cell and each ley-line of state: 'p1', 'p2' or ''.

    >>> from stonehenge import StonehengeGame
    >>> game = StonehengeGame(True, size=2)
    >>> owners = find_owners(game.current_state.make_move('A'))
    >>> owners['A'], owners['B'], owners['ley-line A, B']
    ('p1', '', 'p1')
    """
    board = read_picture(str(state))
    shown = {}
    if board is not None:
        for letter, (cell, _) in board.cells.items():
            shown[letter] = cell
        for line in board.lines:
            shown[line.name] = line.marker
    return {part: OWNERS.get(each, '') for part, each in shown.items()}


def describe_claims(parts: list[str]) -> str:
    """Return in words which ley-lines are among parts, '' if none are.

    >>> describe_claims(['A', 'ley-line A, B', 'ley-line A'])
    'claims ley-line A and ley-line A, B'
    """
    lines = sorted(part for part in parts if part.startswith('ley-line'))
    return f'claims {" and ".join(lines)}' if lines else ''


def draw_states(
    states: list[Any], title: str = '', labels: Optional[list[str]] = None
) -> Element:
    """Return the picture of the last of states, with this title. In the
    markers stand the labels, if there are.

    >>> from stonehenge import StonehengeGame
    >>> svg = draw_states([StonehengeGame(True, size=1).current_state])
    >>> [shape.get('data-move') for shape in svg.iter('circle')]
    ['A', 'B', 'C']
    """
    board = read_picture(str(states[-1]))
    if board is None:
        raise ValueError('This is no picture of Stonehenge')
    lines = board.lines
    middles = [point for _, point in board.cells.values()]
    svg = fit_picture(
        [*middles, *(each.points[0] for each in lines)], BOARD_MARGIN, title
    )
    # Claimed ley-lines lie above the others.
    for line in sorted(lines, key=lambda each: each.marker in OWNERS):
        add_line(svg, line)
    for i, line in enumerate(lines):
        add_marker(svg, line, labels[i] if labels else line.marker)
    for letter, (shown, middle) in board.cells.items():
        owner = OWNERS.get(shown, '')
        names = {'data-move': letter, 'data-part': letter}
        add_circle(svg, middle, CELL, fill_for('cell', owner) | names)
        add_text(svg, middle, shown, PAPER if owner else INK, 19)
    return svg


def add_line(svg: Element, line: Line) -> None:
    """Add a ley-line, from its marker through its cells."""
    owner = OWNERS.get(line.marker, '')
    SubElement(
        svg,
        'polyline',
        {
            'class': f'line {owner}'.strip(),
            'data-part': line.name,
            'points': format_points(line.points),
            'fill': 'none',
            'stroke': COLOURS.get(owner, FAINT),
            'stroke-width': '5' if owner else '2',
        },
    )


def add_marker(svg: Element, line: Line, label: str) -> None:
    """Add the marker of a ley-line: a hexagon with a label."""
    middle = line.points[0]
    owner = OWNERS.get(line.marker, '')
    add_polygon(
        svg,
        find_corners(middle, MARKER),
        {**fill_for('marker', owner, MARKER_COLOUR), 'data-part': line.name},
    )
    add_text(svg, middle, label, PAPER if owner else INK, 15)
