"""Drawing small trees, and the stack that a search keeps, as SVG pictures.

There are no words in these pictures, so they suit every language.
"""
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement
from course.stack import Moment, Node, list_nodes
from drawings.shapes import FAINT, INK, PAPER, Point, add_rectangle, add_text, \
    format_points, make_picture

# All lengths are in pixels.
WIDTH, HEIGHT = 74, 32  # Of a node's box.
ACROSS, DOWN = 92, 72  # From one box to the next.
MARGIN = 16
ON_STACK, SCORED = '#ddf0ff', '#e9f5dc'


class Box(NamedTuple):
    """A box with words in it.

    === Attributes ===
    place: its middle
    words: what is written in it
    fill: its colour
    dashed: whether its border, and the line that leads to it, are dashed
    """
    place: Point
    words: str
    fill: str = PAPER
    dashed: bool = False


def draw_three_moves(scores: list[int], title: str) -> Element:
    """Return the picture of a position whose moves lead to positions with
    these scores for the other player, and of how its own score comes about.
    """
    apart = ACROSS * 1.4  # The labels on the lines need room.
    middle = (len(scores) - 1) / 2 * apart
    best = -min(scores)
    svg = make_picture((-WIDTH / 2 - MARGIN, -HEIGHT / 2 - MARGIN),
                       (2 * middle + WIDTH + 2 * MARGIN,
                        1.5 * DOWN + HEIGHT + 2 * MARGIN), title)
    for i, score in enumerate(scores):
        child = Box((i * apart, 1.5 * DOWN), format_score(score))
        add_branch(svg, (middle, 0), child)
        add_box(svg, child)
        label = Box(((i * apart + middle) / 2, 0.75 * DOWN),
                    format_score(-score), SCORED if -score == best else PAPER)
        add_box(svg, label, 46, 24)
    add_box(svg, Box((middle, 0), format_score(best), SCORED))
    return svg


def draw_moment(root: Node, moment: Moment, title: str) -> Element:
    """Return the picture of a moment of the search from root: the tree at the
    left, and the stack at the right, with its top at the top.
    """
    places = place_nodes(root)
    right = max(x for x, _ in places.values()) + WIDTH / 2
    bottom = max(y for _, y in places.values()) + HEIGHT / 2
    left = right + 70  # The left side of the stack.
    svg = make_picture((-WIDTH / 2 - MARGIN, -HEIGHT / 2 - MARGIN),
                       (left + WIDTH * 1.5 + 2 * MARGIN + 10,
                        bottom + HEIGHT / 2 + 2 * MARGIN), title)
    boxes = {node.name: make_box(node, moment, places[node.name])
             for node in list_nodes(root)}
    add_tree(svg, root, boxes)
    add_stack(svg, (left, bottom), [boxes[name] for name in moment.stack])
    return svg


def add_tree(svg: Element, root: Node, boxes: dict[str, Box]) -> None:
    """Add all nodes below root in their boxes, and the lines between them."""
    for node in list_nodes(root):
        for child in node.children:
            add_branch(svg, boxes[node.name].place, boxes[child.name])
    for box in boxes.values():
        add_box(svg, box)


def add_stack(svg: Element, corner: Point, boxes: list[Box]) -> None:
    """Add a stack of boxes with its lower left corner at corner."""
    left, bottom = corner
    SubElement(svg, 'polyline', {
        'points': format_points([
            (left, -HEIGHT / 2), (left, bottom + 5),
            (left + WIDTH + 10, bottom + 5), (left + WIDTH + 10, -HEIGHT / 2)]),
        'fill': 'none', 'stroke': INK, 'stroke-width': '2.5'})
    for i, box in enumerate(boxes):
        add_box(svg, box._replace(place=(
            left + 5 + WIDTH / 2, bottom - HEIGHT / 2 - i * (HEIGHT + 5))))


def place_nodes(root: Node) -> dict[str, Point]:
    """Return the middle of the box of each node below root, by name."""
    places: dict[str, Point] = {}
    leaves = 0

    def place(node: Node, depth: int) -> float:
        """Place node and all below it. Return how far to the right it is."""
        nonlocal leaves
        if node.children:
            below = [place(child, depth + 1) for child in node.children]
            x = sum(below) / len(below)
        else:
            x = leaves * float(ACROSS)
            leaves += 1
        places[node.name] = (x, depth * float(DOWN))
        return x
    place(root, 0)
    return places


def make_box(node: Node, moment: Moment, place: Point) -> Box:
    """Return the box of node at a moment."""
    if node.name not in moment.made:
        return Box(place, '', dashed=True)
    score = moment.scores.get(node.name)
    fill = ON_STACK if node.name in moment.stack else \
        SCORED if score is not None else PAPER
    return Box(place, f'{node.name}: {format_score(score)}', fill)


def format_score(score: object) -> str:
    """Return how a score, or None, is written.

    >>> format_score(-1), format_score(None)
    ('−1', '?')
    """
    return '?' if score is None else str(score).replace('-', '\u2212')


def add_branch(svg: Element, start: Point, child: Box) -> None:
    """Add the line from a node in the middle of start to its child."""
    x, y = child.place
    SubElement(svg, 'line', {
        'x1': f'{start[0]:.1f}', 'y1': f'{start[1] + HEIGHT / 2:.1f}',
        'x2': f'{x:.1f}', 'y2': f'{y - HEIGHT / 2:.1f}', **style_stroke(child)})


def add_box(svg: Element, box: Box, width: int = WIDTH, height: int = HEIGHT
            ) -> None:
    """Add a box and the words in it."""
    x, y = box.place
    add_rectangle(svg, (x - width / 2, y - height / 2), (width, height),
                  {'rx': '4', 'fill': box.fill, **style_stroke(box)})
    add_text(svg, box.place, box.words)


def style_stroke(box: Box) -> dict[str, str]:
    """Return the attributes of the border of box."""
    if box.dashed:
        return {'stroke': FAINT, 'stroke-width': '1.5',
                'stroke-dasharray': '4 4'}
    return {'stroke': INK, 'stroke-width': '1.5'}
