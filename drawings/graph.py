"""The graph of a game: who wins, move by move."""
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement
from drawings.shapes import INK, add_circle, add_rectangle, format_points, \
    make_picture

WIDTH, HEIGHT, LEFT, TOP, RIGHT = 320, 110, 34, 12, 14
# Who wins on these heights.
LEVELS = (1, 'P1'), (0, '='), (-1, 'P2')


class Point(NamedTuple):
    """What a move was worth.

    === Attributes ===
    value: its score for player 1, from 1 to -1
    is_exact: whether that is exact; otherwise it is an estimate
    is_mistake: whether another move would have been better
    words: the move, and what it was worth, in words
    """
    value: float
    is_exact: bool
    is_mistake: bool
    words: str


def draw_graph(points: list[Point], place: int) -> Element:
    """Return the graph of a game of which the moves that are known have these
    points. Each is a button that leads to the position after so many moves, as
    its attribute data-place says; that after place moves is marked.
    """
    svg = make_picture((0, 0), (WIDTH, HEIGHT))
    svg.attrib |= {'role': 'group', 'aria-labelledby': 'graph-title'}
    for level, name in LEVELS:
        y = find_height(level)
        SubElement(svg, 'line', {
            'class': 'level', 'x1': str(LEFT), 'y1': f'{y:.1f}',
            'x2': str(WIDTH - RIGHT), 'y2': f'{y:.1f}'})
        SubElement(svg, 'text', x='4', y=f'{y + 4:.1f}').text = name
    across = (WIDTH - LEFT - RIGHT) / max(1, len(points) - 1)
    places = [(LEFT + i * across, find_height(each.value))
              for i, each in enumerate(points)]
    corners = [(x, end) for (x, y), (_, before) in
               zip(places, places[:1] + places) for end in (before, y)]
    SubElement(svg, 'polyline', points=format_points(corners), fill='none',
               stroke=INK)
    for number, (point, (x, y)) in enumerate(zip(points, places), start=1):
        button = add_point(svg, point, (x, y), across)
        is_first = number == max(1, min(place, len(points)))
        button.attrib |= {'data-place': str(number),
                          'tabindex': '0' if is_first else '-1'}
        if number == place:
            button.attrib['class'] += ' here'
    return svg


def find_height(value: float) -> float:
    """Return where value, from 1 to -1, is in the graph."""
    return HEIGHT / 2 - value * (HEIGHT / 2 - TOP)


def add_point(svg: Element, point: Point, place: tuple[float, float],
              across: float) -> Element:
    """Add a button to svg with point at this place. Return the button. It is as
    high as the graph, and so far across.
    """
    kinds = ['point', 'mistake' * point.is_mistake,
             'estimate' * (not point.is_exact)]
    button = SubElement(svg, 'g', {
        'class': ' '.join(filter(None, kinds)), 'role': 'button',
        'aria-label': point.words})
    SubElement(button, 'title').text = point.words
    add_rectangle(button, (place[0] - across / 2, 0), (across, HEIGHT), {})
    add_circle(button, place, 6 if point.is_mistake else 4, {})
    if point.is_mistake:
        SubElement(button, 'text', x=f'{place[0]:.1f}',
                   y=f'{place[1] + 4:.1f}').text = '!'
    return button
