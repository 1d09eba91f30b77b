"""Where things go in a picture of a tree, or of a graph that is nearly one.

This is the layered layout of Sugiyama, Tagawa and Toda ("Methods for visual
understanding of hierarchical system structures", 1981) in its simplest form:
put each node on the row below its lowest parent, let a line that crosses a row
go through a point there, order the rows so that few lines cross, and then move
everything as near as possible to what it is joined to.
"""
from bisect import bisect_right, insort
from math import fsum
from typing import Any, NamedTuple

# How often all rows are ordered, and how often everything is moved.
ORDERINGS = 12
MOVINGS = 40

Node = Any  # Anything that can be a key of a dict.
Rows = list[list[Node]]
Links = dict[Node, list[Node]]


class Layout(NamedTuple):
    """Where things go.

    === Attributes ===
    rows: the nodes, and the points that lines go through, row by row and from
        left to right
    x: the middle of each of them, from left to right
    chains: what the line between two joined nodes goes through, both nodes
        included
    """
    rows: Rows
    x: dict[Node, float]
    chains: dict[tuple[Node, Node], list[Node]]


def lay_out(root: Node, below: Links, widths: dict[Node, float],
            gap: float) -> Layout:
    """Return where to put root and all nodes below it.

    The dict below has the nodes that lines lead to from each node. Lines that
    lead back up have no influence. The dict widths has the width of each node;
    between any two nodes on a row is a gap, at least.
    """
    depth = find_rows(root, below)
    chains = {(parent, child): make_chain(parent, child, depth)
              for parent in below for child in below[parent]}
    down: Links = {}
    up: Links = {}
    for path in chains.values():
        leads_down = depth[path[0]] < depth[path[-1]]
        for i in range(1, len(path)) if leads_down else []:
            down.setdefault(path[i - 1], []).append(path[i])
            up.setdefault(path[i], []).append(path[i - 1])
    rows: Rows = [[] for _ in range(max(depth.values()) + 1)]
    for node in list_preorder(root, down):
        rows[depth[node] if node in depth else node[2]].append(node)
    rows = order_rows(rows, down, up)
    room = {each: widths.get(each, 0) + gap for row in rows for each in row}
    return Layout(rows, place_rows(rows, down, up, room), chains)


def list_preorder(root: Node, below: Links) -> list[Node]:
    """Return root and all nodes below it in preorder."""
    found, todo = {}, [root]
    while todo:
        node = todo.pop()
        if node not in found:
            found[node] = True
            todo += reversed(below.get(node, []))
    return list(found)


def find_rows(root: Node, below: Links) -> dict[Node, int]:
    """Return the row of each node: the length of the longest path from root.

    Links that lead back up do not count.
    """
    order = sort_topologically(root, below)
    place = {each: i for i, each in enumerate(order)}
    row = dict.fromkeys(order, 0)
    for node in order:
        for child in below[node]:
            if place[child] > place[node]:
                row[child] = max(row[child], row[node] + 1)
    return row


def sort_topologically(root: Node, below: Links) -> list[Node]:
    """Return root and all nodes below it, each after all those with a link to
    it, except where a link leads back up.
    """
    finished = []
    todo = [(root, iter(below[root]))]
    met = {root}
    while todo:
        new = next((child for child in todo[-1][1] if child not in met), None)
        if new is None:
            finished.append(todo.pop()[0])
        else:
            met.add(new)
            todo.append((new, iter(below[new])))
    return finished[::-1]


def make_chain(node: Node, child: Node, depth: dict[Node, int]
               ) -> list[Node]:
    """Return node, a point for each row between it and child, and child. A
    point is a tuple of both nodes and the number of its row.
    """
    points = [(node, child, row)
              for row in range(depth[node] + 1, depth[child])]
    return [node, *points, child]


def mean(numbers: list[float]) -> float:
    """Return the mean of numbers.

    Preconditions:
    - len(numbers) > 0
    """
    # sum rounds floats differently from Python 3.12 on; fsum does not.
    return fsum(numbers) / len(numbers)


def order_rows(rows: Rows, down: Links, up: Links) -> Rows:
    """Return rows, each in the order with the fewest crossings that is found
    by sorting by the mean place of what is joined to each node, in turn in the
    row above and in the row below.
    """
    best, fewest = rows, count_crossings(rows, down)
    for i in range(ORDERINGS):
        if fewest == 0:
            return best
        rows = sort_by_means(rows, down) if i % 2 else \
            sort_by_means(rows[::-1], up)[::-1]
        number = count_crossings(rows, down)
        if number < fewest:
            best, fewest = rows, number
    return best


def sort_by_means(rows: Rows, links: Links) -> Rows:
    """Return rows, each sorted by the mean place of what each node has links
    to, from the last row to the first.
    """
    new = []
    place: dict[Node, int] = {}
    for row in rows[::-1]:
        wanted = {node: mean([place[each] for each in links[node]])
                  if node in links else i for i, node in enumerate(row)}
        new.append(sorted(row, key=wanted.__getitem__))
        place.update({node: i for i, node in enumerate(new[-1])})
    return new[::-1]


def count_crossings(rows: Rows, down: Links) -> int:
    """Return how many pairs of lines cross."""
    place = {each: i for row in rows for i, each in enumerate(row)}
    total = 0
    for nodes in rows:
        ends: list[int] = []  # Of the lines from all further left, in order.
        for node in nodes:
            new = [place[child] for child in down.get(node, [])]
            total += sum(len(ends) - bisect_right(ends, i) for i in new)
            for end in new:
                insort(ends, end)
    return total


def place_rows(rows: Rows, down: Links, up: Links,
               room: dict[Node, float]) -> dict[Node, float]:
    """Return where the middle of each node goes, from left to right: it has
    room for its width, and is near what it is joined to.
    """
    x = dict.fromkeys(room, 0.0)
    for i in range(MOVINGS):
        links = down if i % 2 else up
        for row in (rows[::-1] if i % 2 else rows):
            wanted = [mean([x[each] for each in links[node]])
                      if node in links else x[node] for node in row]
            x.update(zip(row, spread(wanted, [room[node] for node in row])))
    left = min(x[node] - room[node] / 2 for node in x)
    return {node: x[node] - left for node in x}


def spread(wanted: list[float], room: list[float]) -> list[float]:
    """Return places as near as possible to those wanted (by the sum of the
    squared distances), in the same order, such that each has its room.

    Subtract from each place the room before it, and the places only have to be
    in order. Neighbours that are not are pooled, and go to their mean. (Pool
    adjacent violators: Ayer and others, "An empirical distribution function
    for sampling with incomplete information", 1955.)

    >>> spread([0, 0, 9], [2, 2, 2])
    [-1.0, 1.0, 9.0]
    """
    needed, total = [], 0.0
    for width in room:
        needed.append(total + width / 2)
        total += width
    blocks: list[list[float]] = []
    for i in range(len(wanted)):
        blocks.append([wanted[i] - needed[i]])
        while len(blocks) > 1 and mean(blocks[-2]) > mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    places = [mean(block) for block in blocks for _ in block]
    return [place + before for place, before in zip(places, needed)]
