"""Shapes, colours and words in SVG pictures, for the drawings of all games.

Colours are given twice: as attributes, for a picture on its own, and as
classes, with which the style sheet of a page overrides them.
"""

from math import cos, pi, sin
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
    svg = Element(
        'svg',
        {
            'xmlns': 'http://www.w3.org/2000/svg',
            'role': 'img',
            'width': width,
            'height': height,
            'viewBox': f'{corner[0]:.0f} {corner[1]:.0f} {width} {height}',
        },
    )
    if title:
        SubElement(svg, 'title').text = title
    return svg


def fit_picture(
    points: Iterable[Point], margin: float, title: str = ''
) -> Element:
    """Return an empty picture that has room for all points, with a margin."""
    left, top = (min(each) - margin for each in zip(*points))
    right, bottom = (max(each) + margin for each in zip(*points))
    return make_picture((left, top), (right - left, bottom - top), title)


def fill_for(kind: str, owner: str, usual: str = PAPER) -> dict[str, str]:
    """Return the attributes of a shape of some kind that belongs to owner,
    'p1' or 'p2', or to nobody, when it has the usual colour.
    """
    return {
        'class': f'{kind} {owner}'.strip(),
        'fill': COLOURS.get(owner, usual),
        'stroke': INK,
        'stroke-width': '1.5',
    }


def style_stroke(width: float) -> dict[str, str]:
    """Return the attributes of a stroke this wide."""
    return {'stroke': INK, 'stroke-width': f'{width:g}'}


def format_points(points: Iterable[Point]) -> str:
    """Return points as the corners of a shape are written.

    >>> format_points([(0, 1.25), (20, 3)])
    '0.0,1.2 20.0,3.0'
    """
    return ' '.join(f'{x:.1f},{y:.1f}' for x, y in points)


def find_corners(middle: Point, radius: float) -> list[Point]:
    """Return the corners of a hexagon: first the lowest one, then those to the
    right of it.
    """
    x, y = middle
    angles = [i * pi / 3 for i in range(6)]
    return [(x + radius * sin(a), y + radius * cos(a)) for a in angles]


def add_polygon(
    svg: Element, points: Iterable[Point], style: dict[str, str]
) -> Element:
    """Add a polygon with corners at points and return it."""
    return SubElement(svg, 'polygon', {'points': format_points(points)} | style)


def add_rectangle(
    svg: Element, corner: Point, size: Point, style: dict[str, str]
) -> Element:
    """Add a rectangle with this upper left corner and return it."""
    return SubElement(
        svg,
        'rect',
        {
            'x': f'{corner[0]:.1f}',
            'y': f'{corner[1]:.1f}',
            'width': f'{size[0]:.1f}',
            'height': f'{size[1]:.1f}',
            **style,
        },
    )


def add_circle(
    svg: Element, place: Point, radius: float, style: dict[str, str]
) -> Element:
    """Add a circle with its middle at place and return it."""
    return SubElement(
        svg,
        'circle',
        {
            'cx': f'{place[0]:.1f}',
            'cy': f'{place[1]:.1f}',
            'r': f'{radius:g}',
            **style,
        },
    )


def add_text(
    svg: Element, place: Point, words: str, ink: str = INK, size: int = 15
) -> None:
    """Add words with their middle at place."""
    if words:
        SubElement(
            svg,
            'text',
            {
                'class': 'on-colour' if ink == PAPER else 'ink',
                'x': f'{place[0]:.1f}',
                'y': f'{place[1] + size * 0.36:.1f}',
                'font-family': FONT,
                'font-size': str(size),
                'font-weight': 'bold',
                'text-anchor': 'middle',
                'fill': ink,
            },
        ).text = words


def format_svg(svg: Element, indent: bool = True) -> str:
    """Return the text of a picture, as it is put in a file."""
    if indent:
        ElementTree.indent(svg)
    return ElementTree.tostring(svg, encoding='unicode') + '\n'
