"""What scenes say, as text and as pictures, and where everything goes."""

from itertools import permutations
from xml.etree import ElementTree
import re
import pytest
from game import Game
from labs.game_tree.scene import format_text, list_links, measure_box, place
from stonehenge import StonehengeGame, StonehengeState
from subtract_square_game import SubtractSquareGame
from tests.support.game_trees import (
    SMALL_GAMES,
    build_scene,
    draw_picture,
    make_game,
)

pytestmark = pytest.mark.usefixtures('without_contracts')


def test_title() -> None:
    """The title says what the game is, who is to move and who wins."""
    titles = {build_scene(make()).title for make in SMALL_GAMES.values()}
    assert {
        'Subtract Square from 6: p1 is to move and wins',
        'Subtract Square from 0: the game is over, and p2 has won',
        'Stonehenge: p2 is to move and wins',
        'Tree: p1 is to move, and nobody can force a win',
    } <= titles


def test_words_in_svg(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has a meaning in SVG comes out as it is in the position."""
    monkeypatch.setattr(StonehengeState, '__str__', lambda _: '"<&>"')
    picture = draw_picture(build_scene(StonehengeGame(True, size=2), depth=0))
    assert '"&lt;&amp;&gt;"' in picture
    ElementTree.fromstring(picture)


def test_meaning_of_counts() -> None:
    """Where a tree is cut, the legend says what the numbers count."""
    legend = format_text(build_scene(SubtractSquareGame(True, size=9), depth=1))
    assert 'is the number of positions left out' in legend


def test_moves_on_lines() -> None:
    """Moves are not written over each other."""
    scene = build_scene(make_game('h', True, 2, 'D A'))
    spots = [
        tuple(map(float, spot))
        for spot in re.findall(
            r'<rect x="(.*?)" y="(.*?)" width="(.*?)" height="17.0"',
            draw_picture(scene),
        )
    ]
    assert len(spots) > 30
    for i, (x, y, width) in enumerate(spots):
        assert not any(
            x < x2 + width2 - 0.2
            and x2 < x + width - 0.2
            and abs(y - y2) < 16.8
            for x2, y2, width2 in spots[:i]
        )


def test_layout(game: Game) -> None:
    """Boxes do not overlap, lines lead down, and those of a tree do not
    cross; everything is in the picture."""
    scene = build_scene(game)
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
    for one, other in permutations(scene.lines, 2):
        (left, top), (left_end, _) = one.points
        (right, level), (right_end, _) = other.points
        assert top != level or left >= right or left_end < right_end
