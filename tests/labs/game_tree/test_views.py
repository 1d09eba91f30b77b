"""What pictures say, and our own layout of trees and graphs."""
from itertools import permutations
from xml.etree import ElementTree
import re
import pytest
from hypothesis import given, settings, strategies as st
from game import Game
from labs.game_tree.__main__ import main
from labs.game_tree.layout import lay_out
from labs.game_tree.svg import Drawing
from labs.game_tree.views import COLOURS, format_dot, format_text
from stonehenge import StonehengeGame
from subtract_square_game import SubtractSquareGame
from tests.support.game_trees import SMALL_GAMES, build_search_view, \
    build_view, draw_view, make_game

pytestmark = pytest.mark.usefixtures('without_contracts')


def test_title() -> None:
    """The title says what the game is, who is to move and who wins."""
    titles = {build_view(make()).title for make in SMALL_GAMES.values()}
    assert {'Subtract Square from 6: p1 is to move and wins',
            'Subtract Square from 0: the game is over, and p2 has won',
            'Stonehenge: p2 is to move and wins',
            'Tree: p1 is to move, and nobody can force a win'} <= titles


def test_backslashes_and_quotes() -> None:
    """What has a meaning in DOT or SVG comes out as it is in the position."""
    view = build_view(StonehengeGame(True, size=2), depth=0)
    label = view.labels[view.root]._replace(heading='"<&>"')
    view.labels[view.root] = label
    assert r'\"<&>\"' in format_dot(view)
    assert '"&lt;&amp;&gt;"' in draw_view(view)
    ElementTree.fromstring(draw_view(view))


def test_boards_in_svg() -> None:
    """A picture of several lines is in its box as it is, letter by letter: so
    say the places and the widths of its lines."""
    state = StonehengeGame(True, size=3).current_state
    picture = draw_view(build_view(StonehengeGame(True, size=3), depth=0))
    found = re.findall(r'<text class="picture" x="(.*?)".* textLength="(.*?)"'
                       r'>(.*)</text>', picture)
    starts = [float(x) - float(width) / 2 for x, width, _ in found]
    columns = [round((start - min(starts)) / 7.2, 1) for start in starts]
    rows = str(state).splitlines()
    assert columns == [len(row) - len(row.lstrip()) for row in rows]
    assert [words.replace('\xa0', ' ') for _, _, words in found] \
        == [row.strip() for row in rows]


@pytest.mark.parametrize('name', ['Stonehenge 2', 'domineering 2 x 3', 'Hex 2'])
def test_boards_in_graphviz(name: str) -> None:
    """The rows of a board begin where they do in the text also in the SVG of
    Graphviz: it leaves out plain blanks, so there are others."""
    view = build_view(SMALL_GAMES[name](), depth=0)
    board = re.search(r'label="[^"]*?to move\\n((?:[^"]*?\\l)+)',
                      format_dot(view))[1]
    assert ' ' not in board
    assert board.replace('\xa0', ' ').replace('\\\\', '\\').split('\\l')[:-1] \
        == str(view.root.state).splitlines()


@pytest.mark.parametrize('merge', [False, True])
def test_meaning_of_counts(merge: bool, capsys: pytest.CaptureFixture
                           ) -> None:
    """Where a tree is cut, the legend says what the numbers count; merged, it
    says so also if nothing has been merged above the cut."""
    options = ['--game', 's', '--size', '9', *['--merge'] * merge]
    main([*options, '--depth', '1'])
    legend = capsys.readouterr().out
    assert 'is the number of positions left out' in legend
    assert ('Each node counts each position once; 0: all are shown elsewhere.'
            in legend) == merge
    main(options)
    assert '0: all' not in capsys.readouterr().out


def test_moves_on_lines() -> None:
    """Also where lines cross, moves are not written over each other."""
    view = build_view(make_game('h', True, 2, 'D A F'), merge=True)
    spots = [tuple(map(float, spot)) for spot in re.findall(
        r'<rect x="(.*?)" y="(.*?)" width="(.*?)" height="17.0"',
        draw_view(view))]
    assert len(spots) > 30
    for i, (x, y, width) in enumerate(spots):
        assert not any(x < x2 + width2 - .2 and x2 < x + width - .2
                       and abs(y - y2) < 16.8 for x2, y2, width2 in spots[:i])


def test_references() -> None:
    """In merged text, each reference has a number that one line has."""
    text = format_text(build_view(SubtractSquareGame(True, size=13),
                                  merge=True))
    named = re.findall(r' (p\d:\d+) (#\d+)  ', text)
    references = re.findall(r' (p\d:\d+) see (#\d+)', text)
    assert len(dict(named)) == len(named) > 5
    assert set(references) == set(named)
    assert 'this is a graph' in text


@pytest.mark.parametrize('name', [None, 'alphabeta'])
def test_looks_in_graphviz(name: str | None) -> None:
    """In DOT, round boxes are for p2 to move, dashes for what is not visited,
    and the colour is that of the winner."""
    game = SubtractSquareGame(True, size=12)
    view = build_search_view(game, name, horizon=3) if name \
        else build_view(game)
    boxes = re.findall(r'^ *"n\d+" \[(label.*)\];$', format_dot(view),
                       re.MULTILINE)
    lines = re.findall(r' -> "n\d+" \[(label.*)\];$', format_dot(view),
                       re.MULTILINE)
    labels = list(view.labels.values())
    assert len(boxes) == len(labels) == len(lines) + 1
    for label, look in zip(labels, boxes):
        assert look.startswith(f'label="{label.heading}\\n')
        assert f'fillcolor="{COLOURS[label.winner]}"' in look
        assert ('rounded' in look, 'dashed' in look, 'peripheries=2' in look) \
            == (label.mover == 'p2', label.is_faint, label.is_bordered)
    for look, field in ('penwidth=3', 'is_winning'), ('dashed', 'is_faint'):
        assert sum(look in line for line in lines) \
            == sum(getattr(label, field) for label in labels[1:])
    assert any(label.is_faint for label in labels) == (name is not None)


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
        for (left, left_end), (right, right_end) in permutations(lines, 2):
            assert left[1] != right[1] or left[0] >= right[0] \
                or left_end[0] < right_end[0]


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
    result = lay_out(0, links, {node: 10.0 * node for node in links}, 3)
    assert sorted(node for row in result.rows for node in row
                  if isinstance(node, int)) == sorted(links)
    for row in result.rows:
        for left, right in zip(row, row[1:]):
            room = [10.0 * each if isinstance(each, int) else 0
                    for each in (left, right)]
            assert result.x[right] - result.x[left] \
                > sum(room) / 2 + 3 - 1e-6


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
    result = lay_out(0, links, dict.fromkeys(links, 10.0), 3)
    row_of = {node: i for i, row in enumerate(result.rows) for node in row}
    assert {node: row_of[node] for node in rows} == rows
    for path in result.chains.values():
        passed = [row_of[point] for point in path]
        assert passed == list(range(passed[0], passed[-1] + 1))
