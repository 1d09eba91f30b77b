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
    across = (WIDTH - LEFT - RIGHT) / max(1, len(points) - 1)
    middle = HEIGHT / 2

    def find_y(value: float) -> float:
        """Return how high value is."""
        return middle - value * (middle - TOP)
    for level, name in LEVELS:
        height = f'{find_y(level):.1f}'
        SubElement(svg, 'line', {'class': 'level', 'x1': str(LEFT), 'y1': height,
                                 'x2': str(WIDTH - RIGHT), 'y2': height})
        SubElement(svg, 'text', x='4', y=f'{find_y(level) + 4:.1f}').text = name
    places = [(LEFT + i * across, find_y(each.value))
              for i, each in enumerate(points)]
    corners = [(x, height) for (x, y), (_, before) in
               zip(places, places[:1] + places) for height in (before, y)]
    SubElement(svg, 'polyline', points=format_points(corners), fill='none',
               stroke=INK)
    for i, (point, (x, y)) in enumerate(zip(points, places), 1):
        kinds = ['point', 'mistake' * point.is_mistake,
                 'estimate' * (not point.is_exact), 'here' * (i == place)]
        button = SubElement(svg, 'g', {
            'class': ' '.join(filter(None, kinds)), 'role': 'button',
            'aria-label': point.words, 'data-place': str(i),
            'tabindex': '0' if i == max(1, min(place, len(points))) else '-1'})
        SubElement(button, 'title').text = point.words
        add_rectangle(button, (x - across / 2, 0), (across, HEIGHT), {})
        add_circle(button, (x, y), 6 if point.is_mistake else 4, {})
        if point.is_mistake:
            SubElement(button, 'text', x=f'{x:.1f}', y=f'{y + 4:.1f}').text = '!'
    return svg
