"""Drawing a position of Stonehenge as an SVG picture.

Cells are circles, markers are hexagons, and the strokes between them are the
ley-lines. All of it follows from a Board, so every side length and position
can be drawn. What belongs to a player has their colour and their number.
"""
from math import cos, pi, sin, sqrt
from typing import Iterable, Optional, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement
from stonehenge import Board, StonehengeState

Point = tuple[float, float]

# All lengths are in pixels. Neighbouring cells are two steps apart, so the
# three directions of ley-lines form equal angles.
STEP = 30.0
ROW = STEP * sqrt(3)
CELL = 19.0  # The radius of a circle.
MARKER = 20.0  # The radius of a hexagon, from its middle to a corner.
MARGIN = 28.0

# How many steps and rows a marker is away from the nearest cell of its line,
# by direction: rows, down-left and down-right lines.
TO_MARKER = ((-2, 0), (1, -1), (1, 1))

INK, PAPER, FAINT = '#1f2328', '#ffffff', '#8c959f'
# These two can be told apart by everybody.
COLOURS = {'1': '#0067a5', '2': '#c45100'}
FONT = 'Helvetica, Arial, sans-serif'


def draw_state(state: StonehengeState, title: str = '') -> Element:
    """Return the picture of state. Its title is for those who cannot see it.
    """
    return draw_board(state.board, state.cells, state.markers, title=title)


def draw_board(board: Board, cells: str = '', markers: str = '',
               labels: Optional[Sequence[str]] = None, title: str = ''
               ) -> Element:
    """Return a picture of board with these cells and markers, as in
    StonehengeState: '1' and '2' are players. Without them, it is empty.

    The labels are written in the markers instead, one for each ley-line.

    >>> svg = draw_board(Board(1), 'A1C', '1@@1@@')
    >>> [shape.get('data-cell') for shape in svg.iter('circle')]
    ['A', 'B', 'C']
    """
    cells = cells or board.letters
    markers = markers or '@' * len(board.lines)
    places = place_cells(board)
    ends = [place_marker(board, number, places)
            for number in range(len(board.lines))]
    svg = make_svg([*places, *ends], title)
    add_lines(svg, zip(markers, ends, ([places[cell] for cell in line]
                                       for line in board.lines)))
    for i, place in enumerate(ends):
        label = labels[i] if labels else markers[i]
        add_hexagon(svg, place, markers[i], label).set('data-line', str(i))
    for letter, shown, place in zip(board.letters, cells, places):
        add_circle(svg, place, shown).set('data-cell', letter)
    return svg


def place_cells(board: Board) -> list[Point]:
    """Return the middle of each cell.

    >>> [(x / STEP, y / ROW) for x, y in place_cells(Board(1))]
    [(2.0, 0.0), (4.0, 0.0), (3.0, 1.0)]
    """
    return [((board.side_length - row + 1 + 2 * left) * STEP, row * ROW)
            for row, left, _ in board.coordinates]


def place_marker(board: Board, number: int, places: list[Point]) -> Point:
    """Return the middle of the marker of the ley-line with this number, where
    places has the middle of each cell.
    """
    direction = number // (board.side_length + 1)
    line = board.lines[number]
    # Down-right lines have their marker at the lower end, others at the upper.
    x, y = places[line[-1 if direction == 2 else 0]]
    steps, rows = TO_MARKER[direction]
    return x + steps * STEP, y + rows * ROW


def make_svg(points: list[Point], title: str) -> Element:
    """Return an empty picture that has room for shapes at all points."""
    left, top = (min(each) - MARGIN for each in zip(*points))
    right, bottom = (max(each) + MARGIN for each in zip(*points))
    return make_picture((left, top), (right - left, bottom - top), title)


def make_picture(corner: Point, size: Point, title: str) -> Element:
    """Return an empty picture with this upper left corner and this width and
    height.
    """
    width, height = (f'{each:.0f}' for each in size)
    svg = Element('svg', {
        'xmlns': 'http://www.w3.org/2000/svg', 'role': 'img',
        'width': width, 'height': height,
        'viewBox': f'{corner[0]:.0f} {corner[1]:.0f} {width} {height}'})
    if title:
        SubElement(svg, 'title').text = title
    return svg


def add_lines(svg: Element,
              lines: Iterable[tuple[str, Point, list[Point]]]) -> None:
    """Add all ley-lines: each has what its marker shows, the middle of the
    marker, and the middles of its cells. Claimed ones lie above the others.
    """
    for marker, end, cells in sorted(lines, key=lambda line: line[0] != '@'):
        SubElement(svg, 'polyline', {
            'points': ' '.join(f'{x:.1f},{y:.1f}' for x, y in (end, *cells)),
            'fill': 'none', 'stroke': COLOURS.get(marker, FAINT),
            'stroke-width': '5' if marker in COLOURS else '2'})


def add_hexagon(svg: Element, place: Point, marker: str, label: str) -> Element:
    """Add a marker with a label and return its shape."""
    corners = [(place[0] + MARKER * sin(i * pi / 3),
                place[1] + MARKER * cos(i * pi / 3)) for i in range(6)]
    shape = SubElement(svg, 'polygon', {
        'points': ' '.join(f'{x:.1f},{y:.1f}' for x, y in corners),
        **style_fill(marker, '#eef1f4')})
    add_text(svg, place, label, PAPER if marker in COLOURS else INK,
             15)
    return shape


def add_circle(svg: Element, place: Point, shown: str) -> Element:
    """Add a cell with its letter, or with the number of the player who has
    taken it, and return its shape.
    """
    shape = SubElement(svg, 'circle', {
        'cx': f'{place[0]:.1f}', 'cy': f'{place[1]:.1f}', 'r': f'{CELL:.0f}',
        **style_fill(shown, PAPER)})
    add_text(svg, place, shown, PAPER if shown in COLOURS else INK, 19)
    return shape


def style_fill(player: str, usual: str) -> dict[str, str]:
    """Return the attributes of a shape that belongs to player, or to nobody,
    which has the usual colour.
    """
    return {'fill': COLOURS.get(player, usual), 'stroke': INK,
            'stroke-width': '1.5'}


def add_text(svg: Element, place: Point, words: str, ink: str = INK,
             size: int = 15) -> None:
    """Add words with their middle at place."""
    if words:
        SubElement(svg, 'text', {
            'x': f'{place[0]:.1f}', 'y': f'{place[1] + size * 0.36:.1f}',
            'font-family': FONT, 'font-size': str(size), 'font-weight': 'bold',
            'text-anchor': 'middle', 'fill': ink}).text = words


def write_svg(svg: Element) -> str:
    """Return the text of a picture, as it is put in a file."""
    ElementTree.indent(svg)
    return ElementTree.tostring(svg, encoding='unicode') + '\n'
