"""Our own layout of trees and graphs."""
import pytest
from hypothesis import given, settings, strategies as st
from game import Game
from labs.game_tree.layout import lay_out
from labs.game_tree.svg import Drawing
from tests.support.game_trees import build_view


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('merge', [False, True])
def test_layout(game: Game, merge: bool) -> None:
    """Boxes do not overlap, lines lead down, and those of a tree do not
    cross; everything is in the picture."""
    drawing = Drawing(build_view(game, merge=merge))
    boxes = [(drawing.places[node], size)
             for node, size in drawing.boxes.items()]
    for i, ((x, y), (width, height)) in enumerate(boxes):
        assert width / 2 <= x <= drawing.size[0] - width / 2
        assert height / 2 <= y <= drawing.size[1] - height / 2
        for (x2, y2), (width2, height2) in boxes[:i]:
            assert abs(x - x2) > (width + width2) / 2 + 8 \
                or abs(y - y2) > (height + height2) / 2 + 8
    for path in drawing.chains.values():
        heights = [drawing.places[point][1] for point in path]
        assert heights == sorted(set(heights))
    if not merge:
        lines = [(drawing.places[node.parent], drawing.places[node])
                 for node in drawing.view.root.descendants]
        for (left, left_end) in lines:
            for (right, right_end) in lines:
                if left[1] == right[1] and left[0] < right[0]:
                    assert left_end[0] < right_end[0]


@given(st.dictionaries(st.integers(0, 12), st.lists(
    st.integers(0, 12), max_size=5), max_size=12))
@settings(max_examples=40)
def test_any_graph(links: dict[int, list[int]]) -> None:
    """Any graph is laid out, also with ways back up: no two places on a row
    are nearer than their room."""
    links = {node: list(dict.fromkeys(links.get(node, [])))
             for node in range(13)}
    found, todo = {0}, [0]
    while todo:
        new = set(links[todo.pop()]) - found
        found |= new
        todo += new
    links = {node: [child for child in links[node] if child != node]
             for node in found}
    result = lay_out(0, links, {node: 10.0 * node for node in links}, 3)
    shown = [node for row in result.rows for node in row
             if not isinstance(node, tuple)]
    assert sorted(shown) == sorted(found)
    for row in result.rows:
        for left, right in zip(row, row[1:]):
            room = [10.0 * each if isinstance(each, int) else 0
                    for each in (left, right)]
            assert result.x[right] - result.x[left] \
                > sum(room) / 2 + 3 - 1e-6


@given(st.lists(st.lists(st.integers(1, 4), max_size=4), min_size=10,
                max_size=10))
@settings(max_examples=80)
def test_rows(steps: list[list[int]]) -> None:
    """Without ways back up, each node is on the row after its lowest parent,
    and lines go down a row at a time."""
    rows = {0: 0}
    links: dict[int, list[int]] = {}
    for node in range(10):
        if node in rows:
            links[node] = list(dict.fromkeys(node + step
                                             for step in steps[node]
                                             if node + step < 10))
            for child in links[node]:
                rows[child] = max(rows.get(child, 0), rows[node] + 1)
    result = lay_out(0, links, dict.fromkeys(links, 10.0), 3)
    row_of = {node: i for i, row in enumerate(result.rows) for node in row}
    assert {node: row_of[node] for node in rows} == rows
    for path in result.chains.values():
        passed = [row_of[point] for point in path]
        assert passed == list(range(passed[0], passed[-1] + 1))
