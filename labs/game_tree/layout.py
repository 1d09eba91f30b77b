"""Where things go in a picture of a tree, or of a graph that is nearly one.

This is the tidy tree of Reingold and Tilford ("Tidier drawings of trees",
1981): lay out what is below each child, push these parts together until they
touch on some row, and put the parent above the middle of its children. A node
on which several lines end hangs from one of its lowest parents. The other lines
go through a point on each row that they cross, which has room like a node.
"""
from itertools import accumulate, pairwise
from typing import Any

Node = Any  # Anything that can be a key of a dict.
Links = dict[Node, list[Node]]
Point = tuple[float, float]
# Where a part begins and ends on each row, from its uppermost node on and
# relative to the middle of that node.
Outline = list[tuple[float, float]]

GAP = 18  # The least distance of two nodes on a row, in pixels.
# The distance of two rows; and how much may be added where lines lead far to
# the side.
ROW_GAP, MOST_EXTRA = 46, 240


def lay_out(root: Node, links: Links, size: Point
            ) -> tuple[dict[Node, Point], dict[tuple[Node, Node], list[Node]]]:
    """Return where to put the middle of root and of all nodes below it, which
    have this width and height, and of the points that lines go through; and
    which of these the line between any two nodes goes through, both included.
    The dict links has the nodes that lines lead to from each node.
    """
    row = find_rows(root, links)
    chains = {(parent, child): [
        parent, *((parent, child, i)
                  for i in range(row[parent] + 1, row[child])), child]
              for parent in row for child in links[parent]}
    hanging: Links = {}
    met = {root}
    for path in chains.values():
        row.update({point: point[2] for point in path[1:-1]})
        for above, each in pairwise(path):
            if each not in met and row[each] == row[above] + 1:
                met.add(each)
                hanging.setdefault(above, []).append(each)
    x = place_nodes(root, hanging, dict.fromkeys(links, size[0] / 2))
    reach = [0.0] * (max(row.values()) + 1)  # Of the lines below each row.
    for path in chains.values():
        for above, each in pairwise(path):
            reach[row[above]] = max(reach[row[above]], abs(x[above] - x[each]))
    y = list(accumulate((size[1] + ROW_GAP + min(aside / 12, MOST_EXTRA)
                         for aside in reach), initial=size[1] / 2))
    return {point: (x[point], y[i]) for point, i in row.items()}, chains


def find_rows(root: Node, links: Links) -> dict[Node, int]:
    """Return the row of each node, each node after those above it: the length
    of the longest path from root. Links that lead back up do not count.
    """
    finished, met = [], set()

    def visit(node: Node) -> None:
        """Add the nodes below node to finished, and at last node itself."""
        met.add(node)
        for child in links[node]:
            if child not in met:
                visit(child)
        finished.append(node)

    visit(root)
    row = dict.fromkeys(reversed(finished), 0)
    for above in reversed(finished):
        met.remove(above)
        for child in met.intersection(links[above]):
            row[child] = max(row[child], row[above] + 1)
    return row


def place_nodes(root: Node, hanging: Links, halves: dict[Node, float]
                ) -> dict[Node, float]:
    """Return how far to the right the middle of each node is, in the tree in
    which nodes hang from each other. Nodes have these halves of their widths,
    points none.
    """
    order = [root]
    for node in order:
        order += hanging.get(node, [])
    outlines: dict[Node, Outline] = {}
    shifts: dict[Node, float] = {}
    for node in reversed(order):
        children, half = hanging.get(node, []), halves.get(node, 0.0)
        places, joined = push_together([outlines[each] for each in children])
        shifts.update(zip(children, places))
        outlines[node] = [(-half, half), *joined]
    x = {root: -min(start for start, _ in outlines[root])}
    for node in order:
        for child in hanging.get(node, []):
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
        place = max((end + GAP - start
                     for (_, end), (start, _) in zip(joined, part)),
                    default=0.0)
        places.append(place)
        moved = [(place + start, place + end) for start, end in part]
        joined = [(left, right) for (left, _), (_, right)
                  in zip(joined, moved)] \
            + joined[len(moved):] + moved[len(joined):]
    middle = (places[0] + places[-1]) / 2 if places else 0.0
    return [each - middle for each in places], \
        [(start - middle, end - middle) for start, end in joined]
