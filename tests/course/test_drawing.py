"""The pictures of boards show what the code says."""

from math import hypot
from pathlib import Path
from xml.etree import ElementTree
import pytest
from course.pictures import CLAIMS, FOLDER, main, play_moves
from drawings import find_drawing
from drawings.shapes import COLOURS, PAPER, format_svg
from drawings.stonehenge import MARKER_COLOUR, OWNERS, draw_states
from game_state import GameState
from stonehenge import SIDE_LENGTHS, board_of
from tests.support.plain_games import PLAIN


def parse_points(shape: ElementTree.Element) -> list[tuple[float, float]]:
    """Return the points of a line or of a hexagon."""
    return [
        tuple(map(float, point.split(',')))
        for point in shape.get('points').split()
    ]


def find_cells(svg: ElementTree.Element) -> dict[str, tuple[float, float]]:
    """Return the middle of each cell of a board, by its letter."""
    return {
        shape.get('data-move'): (float(shape.get('cx')), float(shape.get('cy')))
        for shape in svg.iter('circle')
    }


def test_files_are_as_made_today(tmp_path: Path) -> None:
    """The boards in the folder are those that course.pictures makes."""
    main([str(tmp_path)])
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {
        path.name: path.read_bytes() for path in FOLDER.glob('stonehenge*')
    }


@pytest.mark.parametrize('size', SIDE_LENGTHS)
def test_shapes_of_a_board(size: int) -> None:
    """There is a circle for each cell and a hexagon for each marker, and none
    touches another."""
    svg = draw_states([play_moves(size, '')])
    cells = find_cells(svg)
    assert ''.join(cells) == board_of(size).letters
    markers = [parse_points(shape) for shape in svg.iter('polygon')]
    assert len(markers) == 3 * (size + 1)
    middles = [
        *cells.values(),
        *(
            (sum(x for x, _ in each) / 6, sum(y for _, y in each) / 6)
            for each in markers
        ),
    ]
    assert (
        min(
            hypot(a[0] - b[0], a[1] - b[1])
            for i, a in enumerate(middles)
            for b in middles[:i]
        )
        > 50
    )


def test_lines_go_through_their_cells() -> None:
    """Each line starts in the middle of a marker and goes on, in equal steps,
    through the cells of one ley-line."""
    svg = draw_states([play_moves(4, '')])
    cells = {
        (round(x), round(y)): name for name, (x, y) in find_cells(svg).items()
    }
    drawn = set()
    for line in svg.iter('polyline'):
        marker, *points = parse_points(line)
        names = [cells[round(x), round(y)] for x, y in points]
        drawn.add(''.join(sorted(names)))
        nearest = min(hypot(x - marker[0], y - marker[1]) for x, y in points)
        assert 59 < nearest < 61
    assert drawn == {''.join(sorted(line)) for line in PLAIN.LINES[4].split()}


def test_players_and_letters_are_shown() -> None:
    """Cells and markers show what the picture in text shows, and those of a
    player have the player's colour."""
    state = play_moves(2, CLAIMS)
    svg = draw_states([state])
    shapes = [shape for shape in svg if shape.tag in ('polygon', 'circle')]
    words = [text.text for text in svg.iter('text')]
    assert ''.join(words) == '2122@@1@@' + '21C12FG'
    empty = {'polygon': MARKER_COLOUR, 'circle': PAPER}
    for shape, shown in zip(shapes, words):
        assert shape.get('fill') == COLOURS.get(
            OWNERS.get(shown), empty[shape.tag]
        )


class OtherState(GameState):
    """A position that has nothing but a picture."""

    def __init__(self, picture: str) -> None:
        super().__init__(True)
        self.picture = picture

    def __str__(self) -> str:
        return self.picture


@pytest.mark.parametrize('size', SIDE_LENGTHS)
def test_other_peoples_positions(size: int) -> None:
    """A position that has our picture is drawn like ours, however wide its
    blanks are, and whether it has strokes or not."""
    state = play_moves(size, 'AB')
    picture = str(state)
    ours = format_svg(draw_states([state]))
    for other in (
        picture,
        f'\n{picture}  \n',
        ' '.join(
            picture.translate({ord(each): None for each in '-/\\ '})
        ).replace('\n ', '\n\n'),
    ):
        theirs = OtherState(other)
        drawing = find_drawing(theirs)
        assert drawing and format_svg(drawing.draw_states([theirs])) == ours


@pytest.mark.parametrize(
    'old, new',
    [
        ('@ - A', '@ A A'),
        ('@ - A', 'A'),
        ('A', 'a'),
        ('C', 'D'),
        ('A', '@'),
        ('@', '3'),
        ('@', 'Player 1 is to move\n@'),
        ('@ - A', ''),
        ('B', '10'),
    ],
)
def test_what_is_not_our_picture(old: str, new: str) -> None:
    """A position whose picture is another one is not drawn."""
    picture = str(play_moves(2, ''))
    assert find_drawing(OtherState(picture))
    for each in picture.replace(old, new, 1), str(play_moves(5, '')) + ' @', '':
        assert find_drawing(OtherState(each)) is None
