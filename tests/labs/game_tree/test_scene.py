"""What scenes say, as text and as pictures, and where everything goes."""
from itertools import permutations
from xml.etree import ElementTree
import re
import pytest
from hypothesis import given, settings, strategies as st
from game import Game
from drawings.layout import GAP, lay_out
from labs.game_tree.scene import format_text, list_links, \
    measure_box, place
from stonehenge import StonehengeGame, StonehengeState
from subtract_square_game import SubtractSquareGame
from tests.support.game_trees import SMALL_GAMES, build_scene, draw_picture, \
    make_game

pytestmark = pytest.mark.usefixtures('without_contracts')


def test_title() -> None:
    """The title says what the game is, who is to move and who wins."""
    titles = {build_scene(make()).title for make in SMALL_GAMES.values()}
    assert {'Subtract Square from 6: p1 is to move and wins',
            'Subtract Square from 0: the game is over, and p2 has won',
            'Stonehenge: p2 is to move and wins',
            'Tree: p1 is to move, and nobody can force a win'} <= titles


def test_words_in_svg(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has a meaning in SVG comes out as it is in the position."""
    monkeypatch.setattr(StonehengeState, '__str__', lambda _: '"<&>"')
    picture = draw_picture(build_scene(StonehengeGame(True, size=2), depth=0))
    assert '"&lt;&amp;&gt;"' in picture
    ElementTree.fromstring(picture)


@pytest.mark.parametrize('merge', [False, True])
def test_meaning_of_counts(merge: bool) -> None:
    """Where a tree is cut, the legend says what the numbers count; merged, it
    says so also if nothing has been merged above the cut."""
    game = SubtractSquareGame(True, size=9)
    legend = format_text(build_scene(game, depth=1, merge=merge))
    assert 'is the number of positions left out' in legend
    assert ('Each node counts each position once; 0: all are shown elsewhere.'
            in legend) == merge
    assert '0: all' not in format_text(build_scene(game, merge=merge))


def test_moves_on_lines() -> None:
    """Also where lines cross, moves are not written over each other."""
    scene = build_scene(make_game('h', True, 2, 'D A F'), merge=True)
    spots = [tuple(map(float, spot)) for spot in re.findall(
        r'<rect x="(.*?)" y="(.*?)" width="(.*?)" height="17.0"',
        draw_picture(scene))]
    assert len(spots) > 30
    for i, (x, y, width) in enumerate(spots):
        assert not any(x < x2 + width2 - .2 and x2 < x + width - .2
                       and abs(y - y2) < 16.8 for x2, y2, width2 in spots[:i])


def test_references() -> None:
    """In merged text, each reference has a number that one line has."""
    text = format_text(build_scene(SubtractSquareGame(True, size=13),
                                  merge=True))
    named = re.findall(r' (p\d:\d+) (#\d+)  ', text)
    references = re.findall(r' (p\d:\d+) see (#\d+)', text)
    assert len(dict(named)) == len(named) > 5
    assert set(references) == set(named)
    assert 'this is a graph' in text


@pytest.mark.parametrize('merge', [False, True])
def test_layout(game: Game, merge: bool) -> None:
    """Boxes do not overlap, lines lead down, and those of a tree do not
    cross; everything is in the picture."""
    scene = build_scene(game, merge=merge)
    links = list_links(scene.root)
    widths, heights = zip(*map(measure_box, links))
    scene = place(scene, (max(widths), max(heights)), links)
    assert list(scene.boxes) == list(links)
    boxes = list(scene.boxes.values())
    for i, box in enumerate(boxes):
        (left, top), (right, bottom) = box.corners
        assert 0 <= left and right <= scene.size[0]
        assert 0 <= top and bottom <= scene.size[1]
        room = box._replace(width=box.width + 16, height=box.height + 16)
        assert not any(map(room.overlaps, boxes[:i]))
    for line in scene.lines:
        heights = [y for _, y in line.points]
        assert heights == sorted(set(heights))
    if not merge:
        for one, other in permutations(scene.lines, 2):
            (left, top), (left_end, _) = one.points
            (right, level), (right_end, _) = other.points
            assert top != level or left >= right or left_end < right_end


def find_reached(links: dict[int, list[int]]) -> dict[int, list[int]]:
    """Return the part of links that 0 leads to."""
    found = [0]
    for node in found:
        found += [child for child in links[node] if child not in found]
    return {node: links[node] for node in found}


@given(st.lists(st.lists(st.integers(0, 12), max_size=5, unique=True),
                min_size=13, max_size=13))
@settings(max_examples=40)
def test_any_graph(lists: list[list[int]]) -> None:
    """Any graph is laid out, also with ways back up: no two places on a row
    are nearer than their room."""
    links = find_reached({node: [child for child in below if child != node]
                          for node, below in enumerate(lists)})
    places, _ = lay_out(0, links, (50.0, 7.0))
    assert set(links) <= set(places)
    in_order = sorted(places, key=lambda each: places[each])
    for left, right in permutations(in_order, 2):
        (x, y), (to_x, to_y) = places[left], places[right]
        if x <= to_x and abs(y - to_y) < 7:
            room = sum(25 * (each in links) for each in (left, right))
            assert to_x - x > room + GAP - 1e-6


@given(st.lists(st.sets(st.integers(1, 4)), min_size=10, max_size=10))
@settings(max_examples=80)
def test_rows(steps: list[set[int]]) -> None:
    """Without ways back up, each node is on the row after its lowest parent,
    and lines go down a row at a time."""
    links = find_reached({node: [node + step for step in below
                                 if node + step < 10]
                          for node, below in enumerate(steps)})
    rows = {0: 0}
    for node in sorted(links):
        for child in links[node]:
            rows[child] = max(rows.get(child, 0), rows[node] + 1)
    places, chains = lay_out(0, links, (10.0, 10.0))
    heights = sorted({y for _, y in places.values()})
    row_of = {each: heights.index(y) for each, (_, y) in places.items()}
    assert {node: row_of[node] for node in rows} == rows
    for path in chains.values():
        passed = [row_of[point] for point in path]
        assert passed == list(range(passed[0], passed[-1] + 1))
