"""The graph of a game: who wins, move by move."""

from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement
from drawings.shapes import (
    add_circle,
    add_rectangle,
    format_points,
    make_picture,
)

GRAPH_WIDTH, GRAPH_HEIGHT = 200, 90
# What is left free of lines on each side.
GRAPH_LEFT = 60
GRAPH_TOP = 12
GRAPH_RIGHT = 10
# Who wins on these heights.
LEVELS = (1, 'Player 1'), (0, 'tie'), (-1, 'Player 2')


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
    """Return the graph of a game whose moves have these points. Each is a
    button with data-place, after how many moves; that after place is marked.
    """
    svg = make_picture((0, 0), (GRAPH_WIDTH, GRAPH_HEIGHT))
    svg.attrib |= {'role': 'group', 'aria-labelledby': 'graph-title'}
    add_levels(svg)
    across = (GRAPH_WIDTH - GRAPH_LEFT - GRAPH_RIGHT) / max(1, len(points) - 1)
    places = [
        (GRAPH_LEFT + number * across, find_height(each.value))
        for number, each in enumerate(points)
    ]
    steps = [
        (x, end)
        for (x, y), (_, before) in zip(places, places[:1] + places)
        for end in (before, y)
    ]
    SubElement(svg, 'polyline', points=format_points(steps))
    for i, (point, middle) in enumerate(zip(points, places), start=1):
        is_first = i == max(1, min(place, len(points)))
        button = add_point(svg, point, middle, across, i == place)
        button.attrib |= {
            'data-place': str(i),
            'tabindex': '0' if is_first else '-1',
        }
    return svg


def add_levels(svg: Element) -> None:
    """Add the lines on which somebody wins or nobody does, with their names."""
    for level, name in LEVELS:
        y = find_height(level)
        ends = [(GRAPH_LEFT, y), (GRAPH_WIDTH - GRAPH_RIGHT, y)]
        line = {'class': 'level', 'points': format_points(ends)}
        SubElement(svg, 'polyline', line)
        SubElement(svg, 'text', x='1', y=f'{y + 4:.1f}').text = name


def find_height(value: float) -> float:
    """Return where value, from 1 to -1, is in the graph."""
    return GRAPH_HEIGHT / 2 - value * (GRAPH_HEIGHT / 2 - GRAPH_TOP)


def add_point(
    svg: Element,
    point: Point,
    middle: tuple[float, float],
    across: float,
    is_here: bool,
) -> Element:
    """Add a button for point, with its middle there, and return it. It is as
    high as the graph, and so far across. It is marked if is_here.
    """
    kinds = ['point']
    if point.is_mistake:
        kinds.append('mistake')
    if not point.is_exact:
        kinds.append('estimate')
    if is_here:
        kinds.append('here')
    button = SubElement(
        svg,
        'g',
        {
            'role': 'button',
            'aria-label': point.words,
            'class': ' '.join(kinds),
        },
    )
    SubElement(button, 'title').text = point.words
    x, y = middle
    add_rectangle(button, (x - across / 2, 0), (across, GRAPH_HEIGHT), {})
    add_circle(button, middle, 6 if point.is_mistake else 3.5, {})
    if point.is_mistake:
        SubElement(button, 'text', x=f'{x:.1f}', y=f'{y + 4:.1f}').text = '!'
    return button
