"""The pictures of boards, trees and stacks show what the code says."""
from math import hypot
from pathlib import Path
from xml.etree import ElementTree
import pytest
from course.pictures import CLAIMS, FOLDER, MOMENTS, THREE_MOVES, main, \
    make_pictures, number_markers, play
from course.stack import list_nodes, make_example, walk
from drawings.shapes import COLOURS, PAPER
from drawings.stonehenge import MARKER_COLOUR, OWNERS, draw_board, draw_states
from stonehenge import SIDE_LENGTHS, board_of
from tests.support.stonehenge_model import Model

SVG = '{http://www.w3.org/2000/svg}'


def parse_points(shape: ElementTree.Element) -> list[tuple[float, float]]:
    """Return the points of a line or of a hexagon."""
    return [tuple(map(float, point.split(',')))
            for point in shape.get('points').split()]


def test_files_are_as_made_today(tmp_path: Path) -> None:
    """The pictures in the folder are those that course.pictures makes."""
    main([str(tmp_path)])
    made = {path.name: path.read_text('utf-8') for path in tmp_path.iterdir()}
    assert made == make_pictures()
    assert made == {path.name: path.read_text('utf-8')
                    for path in FOLDER.iterdir()}


@pytest.mark.parametrize('size', SIDE_LENGTHS)
def test_shapes_of_a_board(size: int) -> None:
    """There is a circle for each cell and a hexagon for each marker, and none
    touches another."""
    svg = draw_board(board_of(size))
    cells = {shape.get('data-move'): (float(shape.get('cx')),
                                      float(shape.get('cy')))
             for shape in svg.iter('circle')}
    assert ''.join(cells) == board_of(size).letters
    markers = [parse_points(shape) for shape in svg.iter('polygon')]
    assert len(markers) == 3 * (size + 1)
    middles = [*cells.values(), *((sum(x for x, _ in each) / 6,
                                   sum(y for _, y in each) / 6)
                                  for each in markers)]
    assert min(hypot(a[0] - b[0], a[1] - b[1])
               for i, a in enumerate(middles) for b in middles[:i]) > 50


def test_lines_go_through_their_cells() -> None:
    """Each line starts in the middle of a marker and goes on, in equal steps,
    through the cells of one ley-line."""
    svg = draw_board(board_of(4))
    cells = {(round(float(shape.get('cx'))), round(float(shape.get('cy')))):
             shape.get('data-move') for shape in svg.iter('circle')}
    drawn = set()
    for line in svg.iter('polyline'):
        marker, *points = parse_points(line)
        names = [cells[round(x), round(y)] for x, y in points]
        drawn.add(''.join(sorted(names)))
        nearest = min(hypot(x - marker[0], y - marker[1]) for x, y in points)
        assert 59 < nearest < 61
    model = Model(4)
    assert drawn == {''.join(sorted(model.owner[place] for place in line))
                     for line in model.lines}


def test_players_and_letters_are_shown() -> None:
    """Cells and markers show what the picture in text shows, and those of a
    player have the player's colour."""
    state = play(2, CLAIMS)
    svg = draw_states([state])
    shapes = [shape for shape in svg if shape.tag in ('polygon', 'circle')]
    words = [text.text for text in svg.iter('text')]
    assert ''.join(words) == state.markers + state.cells
    empty = {'polygon': MARKER_COLOUR, 'circle': PAPER}
    for shape, shown in zip(shapes, words):
        assert shape.get('fill') == COLOURS.get(OWNERS.get(shown), empty[shape.tag])


def test_markers_are_numbered_in_reading_order() -> None:
    """Of size 1, A's and B's down-left lines come first, then the row A-B."""
    # The lines: A-B, C, A, B-C, B, A-C.
    assert number_markers(1) == ['3', '4', '1', '2', '5', '6']


def test_walk_finds_the_score() -> None:
    """The root is scored last, with the best of the negated scores; no node
    leaves the stack without a score, and none is scored before its children.
    """
    root = make_example()
    moments = walk(root)
    assert moments[-1].stack == '' and root.score == 0
    assert set(moments[-1].scores) == {node.name for node in list_nodes(root)}
    for node in list_nodes(root):
        known = [{node.name, *(child.name for child in node.children)}
                 & set(moment.scores) for moment in moments]
        assert all(node.name not in names or len(names)
                   == 1 + len(node.children) for names in known)


def test_scores_in_the_pictures() -> None:
    """The pictures of three moves and of the last moment show the scores, with
    real minus signs."""
    pictures = make_pictures()
    shown = ElementTree.fromstring(pictures['three-moves.svg'])
    numbers = [int(text.text.replace('\u2212', '-'))
               for text in shown.iter(SVG + 'text')]
    expected = [each for score in THREE_MOVES for each in (score, -score)]
    assert numbers == [*expected, max(expected[1::2])]
    last = ElementTree.fromstring(pictures[f'stack-{len(MOMENTS)}.svg'])
    assert [text.text for text in last.iter(SVG + 'text')] \
        == ['a: 0', 'b: 0', 'd: 1', 'e: 0', 'c: 1']
