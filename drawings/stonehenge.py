"""Drawing a position of Stonehenge.

Cells are circles, markers are hexagons, and the strokes between them are the
ley-lines. All of it follows from a Board, so every side length and position
can be drawn. What belongs to a player has their colour and their number.
"""
from __future__ import annotations
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING, Any, Optional, Sequence
from xml.etree.ElementTree import Element, SubElement
from drawings.shapes import COLOURS, FAINT, INK, PAPER, Point, \
    add_circle, add_polygon, add_text, fill_for, fit_picture, format_points

if TYPE_CHECKING:  # Somebody else's stonehenge.py has other classes.
    from stonehenge import Board, StonehengeState

# All lengths are in pixels. Neighbouring cells are two steps apart, so the
# three directions of ley-lines form equal angles.
CELL_STEP = 30.0
ROW = CELL_STEP * sqrt(3)
CELL = 19.0  # The radius of a circle.
MARKER = 20.0  # The radius of a hexagon, from its middle to a corner.
BOARD_MARGIN = 28.0

MARKER_COLOUR = '#eef1f4'  # Of a marker that nobody has claimed.

# How many steps and rows a marker is away from the nearest cell of its line,
# by direction: rows, down-left and down-right lines.
MARKER_STEPS = ((-2, 0), (1, -1), (1, 1))

# Who owns what shows '1' or '2'.
OWNERS = {'1': 'p1', '2': 'p2'}


def can_draw(state: Any) -> bool:
    """Return whether state is as those of our stonehenge.py are."""
    board = getattr(state, 'board', None)
    return all(hasattr(board, name) for name in
               ('side_length', 'coordinates', 'lines', 'letters')) \
        and all(isinstance(getattr(state, name, None), str)
                for name in ('cells', 'markers'))


def name_lines(board: Board) -> list[str]:
    """Return what the ley-lines of board are called, by the cells on them.

    >>> from stonehenge import board_of
    >>> name_lines(board_of(1))[:2]
    ['ley-line A, B', 'ley-line C']
    """
    return ['ley-line ' + ', '.join(board.letters[cell] for cell in line)
            for line in board.lines]


def find_owners(state: StonehengeState) -> dict[str, str]:
    """Return who owns each cell and each ley-line of state: 'p1', 'p2' or ''.

    >>> from stonehenge import StonehengeState, board_of
    >>> owners = find_owners(StonehengeState(True, board_of(1), 'A1C'))
    >>> owners['B'], owners['C'], owners['ley-line C']
    ('p1', '', '')
    """
    parts = [*state.board.letters, *name_lines(state.board)]
    return {part: OWNERS.get(mark, '')
            for part, mark in zip(parts, state.cells + state.markers)}


def describe_claims(parts: list[str]) -> str:
    """Return in words which ley-lines are among parts, '' if none are.

    >>> describe_claims(['A', 'ley-line A, B', 'ley-line A'])
    'claims ley-line A, B and ley-line A'
    """
    lines = [part for part in parts if part.startswith('ley-line')]
    return f'claims {" and ".join(lines)}' if lines else ''


def draw_states(states: list[StonehengeState], title: str = '') -> Element:
    """Return the picture of the last of states, with this title."""
    state = states[-1]
    return draw_board(state.board, state.cells, state.markers, title=title)


def draw_board(board: Board, cells: str = '', markers: str = '',
               labels: Optional[Sequence[str]] = None, title: str = ''
               ) -> Element:
    """Return a picture of board with these cells and markers, as they are in
    StonehengeState, or empty. In the markers stand the labels, if there are.

    >>> from stonehenge import board_of
    >>> svg = draw_board(board_of(1), 'A1C', '1@@1@@')
    >>> [shape.get('data-move') for shape in svg.iter('circle')]
    ['A', 'B', 'C']
    """
    cells = cells or board.letters
    markers = markers or '@' * len(board.lines)
    places = place_cells(board)
    ends = place_markers(board, places)
    svg = fit_picture([*places, *ends], BOARD_MARGIN, title)
    lines = [(name, OWNERS.get(marker, ''), [end, *(places[i] for i in each)])
             for name, marker, each, end in zip(name_lines(board), markers,
                                                board.lines, ends)]
    # Claimed ley-lines lie above the others.
    for line in sorted(lines, key=lambda line: line[1] != ''):
        add_line(svg, *line)
    for line, label in zip(lines, labels or markers):
        add_marker(svg, *line, label)
    for letter, shown, place in zip(board.letters, cells, places):
        owner = OWNERS.get(shown, '')
        add_circle(svg, place, CELL, {**fill_for('cell', owner),
                                      'data-move': letter, 'data-part': letter})
        add_text(svg, place, shown, PAPER if owner else INK, 19)
    return svg


def add_line(svg: Element, name: str, owner: str, points: list[Point]) -> None:
    """Add the ley-line with this name, from its marker through its cells."""
    SubElement(svg, 'polyline', {
        'class': f'line {owner}'.strip(), 'data-part': name,
        'points': format_points(points), 'fill': 'none',
        'stroke': COLOURS.get(owner, FAINT),
        'stroke-width': '5' if owner else '2'})


def add_marker(svg: Element, name: str, owner: str, points: list[Point],
               label: str) -> None:
    """Add the marker of that ley-line: a hexagon with a label."""
    x, y = points[0]
    add_polygon(svg, [(x + MARKER * sin(i * pi / 3),
                       y + MARKER * cos(i * pi / 3)) for i in range(6)],
                {**fill_for('marker', owner, MARKER_COLOUR), 'data-part': name})
    add_text(svg, (x, y), label, PAPER if owner else INK, 15)


def place_cells(board: Board) -> list[Point]:
    """Return the middle of each cell.

    >>> from stonehenge import board_of
    >>> [(x / CELL_STEP, y / ROW) for x, y in place_cells(board_of(1))]
    [(2.0, 0.0), (4.0, 0.0), (3.0, 1.0)]
    """
    return [((board.side_length - row + 1 + 2 * left) * CELL_STEP, row * ROW)
            for row, left, _ in board.coordinates]


def place_markers(board: Board, places: list[Point]) -> list[Point]:
    """Return the middle of each marker, where places has that of each cell."""
    ends = []
    for number, line in enumerate(board.lines):
        direction = number // (board.side_length + 1)
        # Down-right lines have their marker at the lower end.
        x, y = places[line[-1 if direction == 2 else 0]]
        steps, rows = MARKER_STEPS[direction]
        ends.append((x + steps * CELL_STEP, y + rows * ROW))
    return ends
