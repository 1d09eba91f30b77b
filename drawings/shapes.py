"""Shapes, colours and words in SVG pictures, for the drawings of all games.

Colours are given twice: as attributes, for a picture on its own, and as
classes, with which the style sheet of a page overrides them.
"""
from typing import Iterable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

Point = tuple[float, float]

INK, PAPER, FAINT = '#1f2328', '#ffffff', '#8c959f'
# Also people who are colour-blind can tell these two apart.
COLOURS = {'p1': '#0067a5', 'p2': '#c45100'}
FONT = 'Helvetica, Arial, sans-serif'


def make_picture(corner: Point, size: Point, title: str = '') -> Element:
    """Return an empty picture with this upper left corner and this width and
    height. Its title is for those who cannot see it.
    """
    width, height = (f'{each:.0f}' for each in size)
    svg = Element('svg', {
        'xmlns': 'http://www.w3.org/2000/svg', 'role': 'img',
        'width': width, 'height': height,
        'viewBox': f'{corner[0]:.0f} {corner[1]:.0f} {width} {height}'})
    if title:
        SubElement(svg, 'title').text = title
    return svg


def fit_picture(points: Iterable[Point], margin: float, title: str = ''
                ) -> Element:
    """Return an empty picture that has room for all points, with a margin."""
    left, top = (min(each) - margin for each in zip(*points))
    right, bottom = (max(each) + margin for each in zip(*points))
    return make_picture((left, top), (right - left, bottom - top), title)


def fill_for(kind: str, owner: str, usual: str = PAPER) -> dict[str, str]:
    """Return the attributes of a shape of some kind that belongs to owner,
    'p1' or 'p2', or to nobody, when it has the usual colour.
    """
    return {'class': f'{kind} {owner}'.strip(),
            'fill': COLOURS.get(owner, usual),
            'stroke': INK, 'stroke-width': '1.5'}


def style_stroke(width: float) -> dict[str, str]:
    """Return the attributes of a stroke this wide."""
    return {'stroke': INK, 'stroke-width': f'{width:g}'}


def format_points(points: Iterable[Point]) -> str:
    """Return points as the corners of a shape are written.

    >>> format_points([(0, 1.25), (20, 3)])
    '0.0,1.2 20.0,3.0'
    """
    return ' '.join(f'{x:.1f},{y:.1f}' for x, y in points)


def add_polygon(svg: Element, points: Iterable[Point],
                style: dict[str, str]) -> Element:
    """Add a polygon with corners at points and return it."""
    return SubElement(svg, 'polygon', {'points': format_points(points)} | style)


def add_rectangle(svg: Element, corner: Point, size: Point,
                  style: dict[str, str]) -> Element:
    """Add a rectangle with this upper left corner and return it."""
    return SubElement(svg, 'rect', {
        'x': f'{corner[0]:.1f}', 'y': f'{corner[1]:.1f}',
        'width': f'{size[0]:.1f}', 'height': f'{size[1]:.1f}', **style})


def add_circle(svg: Element, place: Point, radius: float,
               style: dict[str, str]) -> Element:
    """Add a circle with its middle at place and return it."""
    return SubElement(svg, 'circle', {
        'cx': f'{place[0]:.1f}', 'cy': f'{place[1]:.1f}', 'r': f'{radius:g}',
        **style})


def add_text(svg: Element, place: Point, words: str, ink: str = INK,
             size: int = 15) -> None:
    """Add words with their middle at place."""
    if words:
        SubElement(svg, 'text', {
            'class': 'on-colour' if ink == PAPER else 'ink',
            'x': f'{place[0]:.1f}', 'y': f'{place[1] + size * 0.36:.1f}',
            'font-family': FONT, 'font-size': str(size), 'font-weight': 'bold',
            'text-anchor': 'middle', 'fill': ink}).text = words


def add_badge(svg: Element, shape: Element) -> Element:
    """Add an empty badge at the upper right of shape, or in its middle if it
    is bare, that is, without text. Return the badge, whose last parts have room
    for a note and for a letter.
    """
    left, top, right, bottom = find_box(shape)
    is_bare = 'bare' in shape.get('class', '').split()
    part = 0.5 if is_bare else 0.14
    x, y = right - part * (right - left), top + part * (bottom - top)
    # The note stays in its shape, below the letter; a circle has no room.
    side, across, down = ('below', 0, 14) if is_bare or shape.tag == 'rect' \
        else ('', 11, 0)
    y -= 5 * is_bare
    badge = SubElement(svg, 'g', {'class': 'mark', 'aria-hidden': 'true'})
    add_circle(badge, (x, y), 9, {})
    SubElement(badge, 'text', {'class': f'beside {side}'.strip(),
                               'x': f'{x + across:.1f}',
                               'y': f'{y + down + 4.3:.1f}'})
    SubElement(badge, 'text', {'x': f'{x:.1f}', 'y': f'{y + 4.3:.1f}'})
    return badge


def find_box(shape: Element) -> tuple[float, float, float, float]:
    """Return the left, upper, right and lower end of a circle, a rectangle or a
    polygon.

    >>> find_box(Element('circle', {'cx': '5', 'cy': '6', 'r': '2'}))
    (3.0, 4.0, 7.0, 8.0)
    """
    if shape.tag == 'polygon':
        xs, ys = zip(*(map(float, point.split(','))
                       for point in shape.get('points', '').split()))
        return min(xs), min(ys), max(xs), max(ys)
    x, y, wide, high, radius = (float(shape.get(name, '0')) for name in (
        ('cx', 'cy', '', '', 'r') if shape.tag == 'circle'
        else ('x', 'y', 'width', 'height', '')))
    return x - radius, y - radius, x + radius + wide, y + radius + high


def format_svg(svg: Element, indent: bool = True) -> str:
    """Return the text of a picture, as it is put in a file."""
    if indent:
        ElementTree.indent(svg)
    return ElementTree.tostring(svg, encoding='unicode') + '\n'


def enlarge(svg: Element, least: float) -> None:
    """Make svg so large that the places of moves have at least this side."""
    boxes = [find_box(shape) for shape in svg.iter() if shape.get('data-move')]
    side = min((min(right - left, bottom - top)
                for left, top, right, bottom in boxes), default=least)
    for name in 'width', 'height':
        size = float(svg.get(name, '0')) * least / side
        svg.set(name, f'{size:.1f}')
