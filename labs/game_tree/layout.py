"""Where things go in a picture of a tree, or of a graph that is nearly one.

This is the tidy tree of Reingold and Tilford ("Tidier drawings of trees",
1981): lay out what is below each child, push these parts together until they
touch on some row, and put the parent above the middle of its children. A node
on which several lines end hangs from one of its lowest parents. The other lines
go through a point on each row that they cross, which has room like a node.
"""
from typing import Any, NamedTuple

Node = Any  # Anything that can be a key of a dict.
Links = dict[Node, list[Node]]
# Where a part begins and ends on each row, from its uppermost node on and
# relative to the middle of that node.
Outline = list[tuple[float, float]]


class Layout(NamedTuple):
    """Where things go.

    === Attributes ===
    rows: the nodes, and the points that lines go through, from left to right
    x: the middle of each of them, from left to right
    chains: what the line between two joined nodes goes through, both included
    """
    rows: list[list[Node]]
    x: dict[Node, float]
    chains: dict[tuple[Node, Node], list[Node]]


def lay_out(root: Node, below: Links, widths: dict[Node, float],
            gap: float) -> Layout:
    """Return where to put root and all nodes below it.

    The dict below has the nodes that lines lead to from each node. Between any
    two nodes on a row, which have these widths, is a gap, at least. A point
    that a line goes through is a tuple of both nodes and its row.
    """
    row = find_rows(root, below)
    chains = {(parent, child): [
        parent, *((parent, child, i)
                  for i in range(row[parent] + 1, row[child])), child]
              for parent in row for child in below[parent]}
    hanging: Links = {}
    met = {root}
    for path in chains.values():
        row.update({point: point[2] for point in path[1:-1]})
        for above, each in zip(path, path[1:]):
            if each not in met and row[each] == row[above] + 1:
                met.add(each)
                hanging.setdefault(above, []).append(each)
    x = place_nodes(root, hanging, widths, gap)
    rows: list[list[Node]] = [[] for _ in range(max(row.values()) + 1)]
    for node in sorted(row, key=x.__getitem__):
        rows[row[node]].append(node)
    return Layout(rows, x, chains)


def find_rows(root: Node, below: Links) -> dict[Node, int]:
    """Return the row of each node, each node after those above it: the length
    of the longest path from root. Links that lead back up do not count.
    """
    finished = []
    todo, met = [(root, iter(below[root]))], {root}
    while todo:
        new = next((each for each in todo[-1][1] if each not in met), None)
        if new is None:
            finished.append(todo.pop()[0])
        else:
            met.add(new)
            todo.append((new, iter(below[new])))
    row = dict.fromkeys(reversed(finished), 0)
    done = set()
    for node in list(row):
        done.add(node)
        for child in below[node]:
            if child not in done:
                row[child] = max(row[child], row[node] + 1)
    return row


def place_nodes(root: Node, hanging: Links, widths: dict[Node, float],
                gap: float) -> dict[Node, float]:
    """Return the middle of each node in the tree of what hangs from what."""
    order = [root]
    for node in order:
        order += hanging.get(node, [])
    outlines: dict[Node, Outline] = {}
    shifts = {root: 0.0}
    for node in reversed(order):
        children = hanging.get(node, [])
        parts = [outlines[each] for each in children]
        places = push_together(parts, gap)
        shifts.update(zip(children, places))
        half = widths.get(node, 0.0) / 2
        outlines[node] = [(-half, half), *join_outlines(parts, places)]
    x = {root: 0.0}
    for node in order:
        for child in hanging.get(node, []):
            x[child] = x[node] + shifts[child]
    left = min(start for start, _ in outlines[root])
    return {each: x[each] - left for each in order}


def push_together(parts: list[Outline], gap: float) -> list[float]:
    """Return the middle of the uppermost node of each of parts, relative to
    their parent: as near as the gap allows, in this order.

    >>> push_together([[(-5, 5)], [(-5, 5), (-9, 9)], [(-5, 5), (-9, 9)]], 2)
    [-16.0, -4.0, 16.0]
    """
    places: list[float] = []
    ends: list[float] = []  # Where all parts so far end, row by row.
    for part in parts:
        place = max((end + gap - start
                     for end, (start, _) in zip(ends, part)), default=0.0)
        places.append(place)
        ends = [place + end for _, end in part] + ends[len(part):]
    return [each - (places[0] + places[-1]) / 2 for each in places]


def join_outlines(parts: list[Outline], places: list[float]) -> Outline:
    """Return the outline of all parts, at these places, together."""
    joined = []
    for i in range(max(map(len, parts), default=0)):
        ends = [(place + part[i][0], place + part[i][1])
                for part, place in zip(parts, places) if i < len(part)]
        joined.append((ends[0][0], ends[-1][1]))
    return joined
