"""Text in pictures: lines in a few fonts, and positions that are only text.

Small drawings of positions are here, too: they stand in a picture of something
larger, such as a tree.
"""

from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement
import re
from drawings import find_drawing
from drawings.shapes import INK, Point, make_picture
from game_state import GameState

# How large a small drawing may be.
LARGEST_PART = 0.6  # As a part of its full size.
WIDEST_BOARD = 150  # In pixels.


class Font(NamedTuple):
    """A kind of text: its class in style sheets, the size of its letters, their
    average width or a little more, and the distance between two lines.
    """

    name: str
    size: int
    advance: float
    height: int

    def measure(self, text: str) -> float:
        """Return about how wide text is."""
        return len(text) * self.advance


TITLE = Font('title', 17, 9.0, 34)
HEADING = Font('heading', 15, 9.4, 19)
PICTURE = Font('picture', 12, 7.2, 14)
NOTE = Font('note', 12, 6.1, 16)
MOVE = Font('move', 13, 7.4, 17)
LEGEND = Font('legend', 12, 6.0, 18)
STYLES = [
    'text { font-family: Helvetica, Arial, sans-serif; text-anchor: middle; }',
    '.picture { font-family: monospace; }',
    '.title, .heading { font-weight: bold; }',
    '.title, .legend { text-anchor: start; }',
    *(
        f'.{each.name} {{ font-size: {each.size}px; }}'
        for each in (TITLE, HEADING, PICTURE, NOTE, MOVE, LEGEND)
    ),
]

Text = tuple[Font, str]


def list_picture(lines: list[str]) -> list[Text]:
    """Return the lines of a picture as texts, all of them equally wide."""
    width = max(map(len, lines), default=0)
    return [(PICTURE, line.ljust(width)) for line in lines]


def add_lines(svg: Element, texts: list[Text], x: float, y: float) -> None:
    """Add texts below each other to svg, from the height y down."""
    for text in texts:
        y += text[0].height
        add_words(svg, text, x, y - text[0].height * 0.27)


def add_words(svg: Element, text: Text, x: float, y: float) -> None:
    """Add a line of text in its font to svg. Its baseline is at y. A title or
    a legend begins at x; of all other text, x is the middle.
    """
    font, words = text
    width = {}
    if font == PICTURE:
        # Viewers may drop blanks at the ends, and fonts differ. For the lines
        # to fit together, each says where its letters are and how wide.
        x += (len(words.rstrip()) - len(words.lstrip())) / 2 * font.advance
        words = words.strip()
        width = {'textLength': f'{font.measure(words):.1f}'}
    if font in (NOTE, LEGEND):
        words = re.sub(r'(?<=[ ~])-(?=\d)', '\u2212', words)  # A minus sign.
    element = SubElement(
        svg,
        'text',
        {
            'class': font.name,
            'x': f'{x:.1f}',
            'y': f'{y:.1f}',
            'fill': INK,
            **width,
        },
    )
    # Several plain blanks would shrink to one.
    element.text = words.replace(' ', '\u00a0')


def find_number(state: GameState) -> str:
    """Return the number that state consists of: the only number in a picture
    of one line. Return '' if there is more to see.
    """
    picture = str(state)
    numbers = re.findall(r'\d+', picture)
    return numbers[0] if len(numbers) == 1 and '\n' not in picture else ''


def draw_small(state: GameState) -> Element:
    """Return a small drawing of state, with nothing to click on: its picture,
    which is text, if the game has no drawing.
    """
    drawing = find_drawing(state)
    if drawing is None:
        texts = list_picture(str(state).splitlines())
        width = max((PICTURE.measure(text) for _, text in texts), default=0.0)
        board = make_picture((0, 0), (width, PICTURE.height * len(texts)))
        add_lines(board, texts, width / 2, 0)
        part = 1.0
    else:
        board = drawing.draw_states([state])
        part = min(LARGEST_PART, WIDEST_BOARD / find_size(board)[0])
    for each in board.iter():
        for name in ['data-move', 'data-part', 'role', 'xmlns']:
            each.attrib.pop(name, None)
    width, height = find_size(board)
    board.attrib |= {
        'width': f'{width * part:.1f}',
        'height': f'{height * part:.1f}',
    }
    return board


def find_size(board: Element) -> Point:
    """Return the width and the height of board."""
    return float(board.get('width', '0')), float(board.get('height', '0'))
