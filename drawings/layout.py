"""Where things go in a picture of a tree: boxes for its nodes, and lines with
words on them.

This is the tidy tree of Reingold and Tilford ("Tidier drawings of trees",
1981): lay out what is below each child, push these parts together until they
touch on some row, and put the parent above the middle of its children.
"""

from itertools import accumulate
from math import ceil, sqrt
from typing import Any, NamedTuple, Sequence
from xml.etree.ElementTree import Element
from drawings.shapes import (
    PAPER,
    Point,
    add_rectangle,
    format_points,
    style_stroke,
)
from drawings.texts import MOVE, add_words

Node = Any  # Anything that can be a key of a dict.
Links = dict[Node, list[Node]]
# Where a part begins and ends on each row, from its uppermost node on and
# relative to the middle of that node.
Outline = list[tuple[float, float]]

GAP = 18  # The least distance of two nodes on a row, in pixels.
ROW_GAP = 46  # The distance of two rows.
MOST_EXTRA = 240  # What is added to it where lines lead far to the side.

# More leaves than this below one position are put into a grid.
MOST_SIDE_BY_SIDE = 8
GRID_SHAPE = 1.8  # The width of a grid divided by its height.
MOST_ABREAST = 40  # In a tree with more nodes, all leaves are in grids.

# Where moves are written on their lines, as parts of the length, best first.
SPOTS = (0.55, 0.42, 0.68, 0.3, 0.8)


class Box(NamedTuple):
    """A part of a picture: its middle and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def corners(self) -> tuple[Point, Point]:
        """The upper left corner and the lower right one."""
        upper_left = self.x - self.width / 2, self.y - self.height / 2
        lower_right = self.x + self.width / 2, self.y + self.height / 2
        return upper_left, lower_right

    def overlaps(self, other: 'Box') -> bool:
        """Return whether this box and the other one overlap."""
        return (
            abs(self.x - other.x) < (self.width + other.width) / 2
            and abs(self.y - other.y) < (self.height + other.height) / 2
        )


class Line(NamedTuple):
    """A line to a node, with words on it.

    === Attributes ===
    child: the node that it leads to
    points: where it goes; none if there are only the words
    words: the words on it
    spot: where they are written
    is_thick: whether it stands out
    """

    child: Node
    points: list[Point]
    words: str
    spot: Box
    is_thick: bool


def lay_out(root: Node, links: Links, size: Point) -> dict[Node, Point]:
    """Return where to put the middle of root and of all nodes below it, which
    have this width and height. The dict links has the nodes below each node.
    """
    row = {root: 0}
    in_order = [root]
    for node in in_order:
        in_order += links[node]
        row |= dict.fromkeys(links[node], row[node] + 1)
    x = place_nodes(in_order, links, size[0] / 2)
    reach = [0.0] * (max(row.values()) + 1)  # Of the lines below each row.
    for node in in_order:
        for child in links[node]:
            reach[row[node]] = max(reach[row[node]], abs(x[node] - x[child]))
    apart = [size[1] + ROW_GAP + min(each / 12, MOST_EXTRA) for each in reach]
    y = list(accumulate(apart, initial=size[1] / 2))
    return {each: (x[each], y[i]) for each, i in row.items()}


def place_nodes(
    in_order: list[Node], links: Links, half: float
) -> dict[Node, float]:
    """Return how far to the right the middle of each node is. They are in_order
    from the root on, each after its parent, and half is half of their width.
    """
    outlines: dict[Node, Outline] = {}
    shifts: dict[Node, float] = {}
    for node in reversed(in_order):
        places, joined = push_together([outlines[each] for each in links[node]])
        shifts.update(zip(links[node], places))
        outlines[node] = [(-half, half), *joined]
    root = in_order[0]
    x = {root: -min(start for start, _ in outlines[root])}
    for node in in_order:
        for child in links[node]:
            x[child] = x[node] + shifts[child]
    return x


def push_together(parts: list[Outline]) -> tuple[list[float], Outline]:
    """Return the middle of the uppermost node of each of parts, relative to
    their parent: as near as GAP allows, in this order. Return the outline of
    all of them together, too.

    >>> push_together([[(-5, 5)], [(-5, 5), (-9, 9)], [(-5, 5), (-9, 9)]])
    ([-32.0, -4.0, 32.0], [(-37.0, 37.0), (-13.0, 41.0)])
    """
    places: list[float] = []
    joined: Outline = []
    for part in parts:
        place = max(
            (end + GAP - start for (_, end), (start, _) in zip(joined, part)),
            default=0.0,
        )
        places.append(place)
        moved = [(place + start, place + end) for start, end in part]
        both = [(left, right) for (left, _), (_, right) in zip(joined, moved)]
        # Below where one of them ends, the other one goes on alone.
        rows = len(both)
        joined = both + joined[rows:] + moved[rows:]
    middle = (places[0] + places[-1]) / 2 if places else 0.0
    return (
        [each - middle for each in places],
        [(start - middle, end - middle) for start, end in joined],
    )


def put_into_grids(links: Links, shape: float) -> list[list[Node]]:
    """Change links so that leaves below the same position stand below each
    other if there are many: boxes have this shape, their height by their width.
    Return each of these grids.
    """
    most = 1 if len(links) > MOST_ABREAST else MOST_SIDE_BY_SIDE
    grids = []
    for parent, below in list(links.items()):
        leaves = [each for each in below if not links[each]]
        if len(leaves) > most:
            columns = 1
            if len(leaves) > MOST_SIDE_BY_SIDE:
                columns = ceil(sqrt(len(leaves) * GRID_SHAPE * shape))
            others = [each for each in below if links[each]]
            links[parent] = others + leaves[:columns]
            for upper, lower in zip(leaves, leaves[columns:]):
                links[upper] = [lower]
            grids.append(leaves)
    return grids


def find_ends(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Return the left, the upper, the right and the lower end of points."""
    xs, ys = zip(*points)
    return min(xs), min(ys), max(xs), max(ys)


def find_free_spot(
    size: Point, start: Point, end: Point, taken: list[Box]
) -> Box:
    """Return the box of this size on the line from start to end: at the first
    of SPOTS that overlaps none of those taken, or just at the first.
    """
    spots = [
        Box(
            start[0] + (end[0] - start[0]) * part,
            start[1] + (end[1] - start[1]) * part,
            *size,
        )
        for part in SPOTS
    ]
    return next(
        (spot for spot in spots if not any(map(spot.overlaps, taken))), spots[0]
    )


def draw_box(box: Box, corner: int, style: dict[str, str]) -> Element:
    """Return a drawing of box. The radius of its corners is corner."""
    return add_rectangle(
        Element('g'),
        box.corners[0],
        (box.width, box.height),
        {'rx': str(corner), **style},
    )


def draw_line(line: Line) -> Element:
    """Return line, without its words."""
    return Element(
        'polyline',
        {
            'points': format_points(line.points),
            'fill': 'none',
            **style_stroke(4 if line.is_thick else 1.3),
        },
    )


def draw_words(line: Line) -> Element:
    """Return the words of line, in a box."""
    group = Element('g')
    group.append(draw_box(line.spot, 4, {'fill': PAPER}))
    add_words(
        group, (MOVE, line.words), line.spot.x, line.spot.y + MOVE.size * 0.36
    )
    return group
