"""A tree as an SVG picture in our own layout, the same on every machine."""
from typing import Any, Hashable, NamedTuple
from xml.etree.ElementTree import Element, SubElement
import re
from drawings.shapes import INK, PAPER, Point, add_rectangle, format_points, \
    make_picture
from labs.game_tree.layout import Layout, lay_out
from labs.game_tree.tree import Position
from labs.game_tree.views import COLOURS, GREY, View

# All lengths are in pixels.
MARGIN = 24
GAP = 18  # Between two boxes on a row.
# Between two rows; and as much more, at most, where lines lead far to the side.
ROW_GAP, MOST_EXTRA = 46, 240
PADDING = 9  # Between a box and the text in it.

# Where moves are written on their lines, as parts of the length, best first.
SPOTS = (0.55, 0.42, 0.68, 0.3, 0.8)

NEAR = 100  # So many moves before may be where the next one would be.


class Font(NamedTuple):
    """A kind of text.

    === Attributes ===
    name: what the style sheet calls it
    size: the size of its letters
    advance: the width of a letter on average, or a little more
    height: the distance between two lines
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
    *(f'.{each.name} {{ font-size: {each.size}px; }}'
      for each in (TITLE, HEADING, PICTURE, NOTE, MOVE, LEGEND))]

Text = tuple[Font, str]


class Drawing:
    """A picture of a tree: where everything goes, and how it is drawn.

    === Attributes ===
    view: the tree, with a title above it, which may be empty, and a legend
    boxes: the width and the height of each node's box
    places: the middle of each node, and the points that lines go through
    chains: what the line between two nodes goes through, both included
    size: the width and the height of the picture
    """
    view: View
    boxes: dict[Any, Point]
    places: dict[Hashable, Point]
    chains: dict[tuple[Any, Any], list[Hashable]]
    size: Point

    def __init__(self, view: View) -> None:
        """Initialize a drawing of the tree of view."""
        self.view = view
        self.boxes = self.measure_boxes()
        widths = {each: self.boxes[each][0] for each in self.boxes}
        found = lay_out(view.root, {each: self.list_below(each)
                                    for each in widths}, widths, GAP)
        tree = max(found.x[each] + widths[each] / 2 for each in widths)
        inner = max(tree, TITLE.measure(view.title),
                    *map(LEGEND.measure, view.legend))
        left = MARGIN + (inner - tree) / 2
        self.chains = found.chains
        self.places = {}
        y = float(MARGIN + (TITLE.height if view.title else 0))
        for row in found.rows:
            tallest = max(self.boxes[each][1] for each in row if each in widths)
            for node in row:
                high = self.boxes.get(node, (0, tallest))[1]
                self.places[node] = (left + found.x[node], y + high / 2)
            y += tallest + ROW_GAP + min(
                find_widest_step(found, row) / 12, MOST_EXTRA)
        self.size = (inner + 2 * MARGIN, y - ROW_GAP / 2 + MARGIN
                     + LEGEND.height * len(view.legend))

    def measure_boxes(self) -> dict[Any, Point]:
        """Return the width and the height of all boxes to be laid out."""
        return {each: self.measure_node(each)
                for each in self.view.labels if each.same_as is each}

    def list_below(self, node: Any) -> list[Any]:
        """Return the boxes that lines lead to from that of node."""
        return list(dict.fromkeys(child.same_as for child in node.children
                                  if child.same_as in self.boxes))

    def list_texts(self, node: Position) -> list[Text]:
        """Return the lines of text in the box of node."""
        label = self.view.labels[node]
        return [(HEADING, label.heading), *list_picture(label.picture),
                *((NOTE, line) for line in label.notes)]

    def measure_node(self, node: Position) -> Point:
        """Return the width and the height of the box of node."""
        lines = self.list_texts(node)
        return (max(font.measure(text) for font, text in lines) + 2 * PADDING,
                sum(font.height for font, _ in lines) + 1.5 * PADDING)

    def draw(self) -> Element:
        """Return the whole picture."""
        title, legend = self.view.title, self.view.legend
        svg = make_picture((0, 0), self.size, title)
        SubElement(svg, 'style').text = '\n'.join(['', *STYLES, ''])
        SubElement(svg, 'rect', width=svg.get('width', ''),
                   height=svg.get('height', ''), fill=PAPER)
        add_text(svg, (TITLE, title), MARGIN, MARGIN + TITLE.size)
        moves: list[Element] = []
        for _, _, way, words in self.draw_lines():
            svg.append(way)
            moves += words
        svg.extend(moves)
        for node in self.boxes:
            self.add_node(svg, node)
        top = self.size[1] - MARGIN - LEGEND.height * (len(legend) - 1)
        for i, line in enumerate(legend):
            add_text(svg, (LEGEND, line), MARGIN, top + i * LEGEND.height)
        return svg

    def draw_lines(self) -> list[tuple[Any, Any, Element, Element]]:
        """Return the lines between boxes: from which one, to which one, the
        line, and a group with the moves on it. Several moves between the same
        two positions share a line.
        """
        lines, taken = [], list[tuple[Point, Point]]()
        for parent, child in self.chains:
            points = self.find_points(parent, child)
            labels = [self.view.labels[each] for each in parent.children
                      if each.same_as is child]
            faint = any(each.is_faint for each in labels)
            width = 4 if any(each.is_winning for each in labels) else 1.3
            moves = Element('g')
            if labels:
                words = ', '.join(each.move for each in labels)
                spot = find_free_spot(words, points[0], points[1], taken)
                taken = [*taken[-NEAR:], spot]
                add_move(moves, words, spot, faint)
            lines.append((parent, child, Element('polyline', {
                'points': format_points(points), 'fill': 'none',
                **style_stroke(width, faint)}), moves))
        return lines

    def find_points(self, parent: Any, child: Any) -> list[Point]:
        """Return the points of the line from parent down to child."""
        points = [self.places[point] for point in self.chains[parent, child]]
        (x, y), (to_x, to_y) = points[0], points[-1]
        points[0] = (x, y + self.boxes[parent][1] / 2)
        points[-1] = (to_x, to_y - self.boxes[child][1] / 2)
        return points

    def add_node(self, svg: Element, node: Position) -> None:
        """Add the box of node, with its text, to svg. Player 1 moves from
        boxes with corners, player 2 from round ones.
        """
        x, y = self.places[node]
        width, height = self.boxes[node]
        label = self.view.labels[node]
        corner = 3 if label.mover == 'p1' else 15
        if label.is_bordered:
            add_box(svg, (x, y), (width + 8, height + 8), corner + 4,
                    {'fill': PAPER, **style_stroke(2.2)})
        fill = PAPER if label.is_faint else COLOURS[label.winner]
        add_box(svg, (x, y), (width, height), corner,
                {'fill': fill, **style_stroke(1.3, label.is_faint)})
        add_lines(svg, self.list_texts(node), x, y - height / 2
                  + PADDING * 0.75, GREY if label.is_faint else INK)


def find_widest_step(found: Layout, row: list[Hashable]) -> float:
    """Return how far to the side a line leads, at most, from row to the next.
    """
    return max((abs(found.x[start] - found.x[end])
                for path in found.chains.values()
                for start, end in zip(path, path[1:]) if start in row),
               default=0.0)


def style_stroke(width: float, faint: bool = False) -> dict[str, str]:
    """Return the attributes of a stroke this wide: grey dashes if faint."""
    style = {'stroke': GREY if faint else INK, 'stroke-width': str(width)}
    return {**style, 'stroke-dasharray': '5 4'} if faint else style


def add_box(svg: Element, middle: Point, size: Point, corner: float,
            style: dict[str, str]) -> None:
    """Add a box to svg. The radius of its corners is corner."""
    left, top = (at - side / 2 for at, side in zip(middle, size))
    add_rectangle(svg, (left, top), size, {'rx': str(corner), **style})


def list_picture(lines: list[str]) -> list[Text]:
    """Return the lines of a picture as texts, all of them equally wide."""
    width = max(map(len, lines), default=0)
    return [(PICTURE, line.ljust(width)) for line in lines]


def add_lines(svg: Element, texts: list[Text], x: float, y: float,
              ink: str = INK) -> None:
    """Add texts below each other to svg, from the height y down."""
    for text in texts:
        y += text[0].height
        add_text(svg, text, x, y - text[0].height * 0.27, ink)


def add_text(svg: Element, text: Text, x: float, y: float, ink: str = INK
             ) -> None:
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
    element = SubElement(svg, 'text', {
        'class': font.name, 'x': f'{x:.1f}', 'y': f'{y:.1f}', 'fill': ink,
        **width})
    # Several plain blanks would shrink to one.
    element.text = words.replace(' ', '\u00a0')


def add_move(svg: Element, words: str, spot: tuple[Point, Point],
             faint: bool = False) -> None:
    """Add words, which are a move, in a box with this middle and size to svg.
    """
    (x, y), size = spot
    add_box(svg, (x, y), size, 4, {'fill': PAPER})
    add_text(svg, (MOVE, words), x, y + MOVE.size * 0.36,
             GREY if faint else INK)


def find_free_spot(words: str, start: Point, end: Point,
                   taken: list[tuple[Point, Point]]) -> tuple[Point, Point]:
    """Return the middle and the size of the box for words on the line from
    start to end: at the first of SPOTS that overlaps none of those taken, or
    just the first.
    """
    size = (MOVE.measure(words) + 4, MOVE.height)
    dx, dy = end[0] - start[0], end[1] - start[1]
    spots = [(start[0] + dx * part, start[1] + dy * part) for part in SPOTS]
    for spot in spots:
        if not any(abs(spot[0] - other[0]) < (size[0] + room[0]) / 2
                   and abs(spot[1] - other[1]) < (size[1] + room[1]) / 2
                   for other, room in taken):
            return spot, size
    return spots[0], size
