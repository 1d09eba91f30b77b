"""A tree as an SVG picture of our own, which is the same on every machine."""
from html import escape
from typing import Hashable, NamedTuple
from anytree import PreOrderIter
from labs.game_tree.dot import COLOURS, GREY
from labs.game_tree.layout import Layout, layout
from labs.game_tree.tree import Position
from labs.game_tree.views import View

# All lengths are in pixels.
MARGIN = 24
GAP = 18  # Between two boxes on a row.
ROW_GAP = 46  # And more, where lines lead far to the side.
PADDING = 9  # Between a box and the text in it.
INK = '#1f2328'

# Where moves go on their lines, as parts of the length, best first.
SPOTS = (0.55, 0.42, 0.68, 0.3, 0.8)


class Font(NamedTuple):
    """A kind of text.

    === Attributes ===
    name: what the style sheet calls it
    size: of its letters
    advance: how wide a letter is on average, or a little more
    height: from line to line
    family: 'sans-serif' or 'monospace'
    """
    name: str
    size: int
    advance: float
    height: int
    family: str

    def width(self, text: str) -> float:
        """Return about how wide text is."""
        return len(text) * self.advance

    def css(self) -> str:
        """Return this font for the style sheet."""
        weight = 'bold' if self.name in ('title', 'heading') else 'normal'
        return f'.{self.name} {{ font-family: {self.family}; ' \
               f'font-size: {self.size}px; font-weight: {weight}; }}'


SANS, MONO = 'Helvetica, Arial, sans-serif', 'monospace'
TITLE = Font('title', 17, 9.0, 34, SANS)
HEADING = Font('heading', 15, 9.4, 19, SANS)
PICTURE = Font('picture', 12, 7.2, 14, MONO)
NOTE = Font('note', 12, 6.1, 16, SANS)
MOVE = Font('move', 13, 7.4, 17, SANS)
LEGEND = Font('legend', 12, 6.0, 18, SANS)
FONTS = (TITLE, HEADING, PICTURE, NOTE, MOVE, LEGEND)

Text = tuple[Font, str]
Point = tuple[float, float]


def as_svg(view: View) -> str:
    """Return the tree of view as an SVG picture."""
    return Drawing(view).svg()


class Drawing:
    """A picture of a tree: where everything goes, and how it is drawn.

    === Attributes ===
    view: the tree
    boxes: how wide and how high the box of each node is
    places: where the middle of each node is, and of the points that lines go
        through
    chains: what the line between two nodes goes through, both included
    width: how wide the picture is
    height: how high the picture is
    """
    view: View
    boxes: dict[Position, Point]
    places: dict[Hashable, Point]
    chains: dict[tuple[Hashable, Hashable], list[Hashable]]
    width: float
    height: float

    def __init__(self, view: View) -> None:
        """Initialize a drawing of the tree of view."""
        self.view = view
        self.boxes = {each: box(texts(view, each))
                      for each in PreOrderIter(view.root)
                      if each.same_as is each}
        below = {each: list(dict.fromkeys(child.same_as
                                          for child in each.children))
                 for each in self.boxes}
        found = layout(view.root, below,
                       {each: self.boxes[each][0] for each in below}, GAP)
        tree = max(found.x[each] + self.boxes[each][0] / 2 for each in below)
        inner = max(tree, TITLE.width(view.title()),
                    *(LEGEND.width(line) for line in view.legend()))
        left = MARGIN + (inner - tree) / 2
        self.chains = found.chains
        self.places = {}
        y = float(MARGIN + TITLE.height)
        for row in found.rows:
            tallest = max(self.boxes[each][1] for each in row
                          if each in self.boxes)
            for node in row:
                self.places[node] = (left + found.x[node], y + tallest / 2)
            y += tallest + ROW_GAP + self.widest_step(found, row) / 12
        self.width = inner + 2 * MARGIN
        self.height = y - ROW_GAP / 2 + MARGIN \
            + LEGEND.height * len(view.legend())

    def widest_step(self, found: Layout, row: list[Hashable]) -> float:
        """Return how far to the side a line from row goes to the next row."""
        steps = [abs(found.x[path[i]] - found.x[path[i + 1]])
                 for path in found.chains.values()
                 for i in range(len(path) - 1) if path[i] in row]
        return max(steps, default=0.0)

    def svg(self) -> str:
        """Return the whole picture."""
        size = f'width="{self.width:.0f}" height="{self.height:.0f}"'
        legend = self.view.legend()
        top = self.height - MARGIN - LEGEND.height * (len(legend) - 1)
        return '\n'.join([
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} '
            f'viewBox="0 0 {self.width:.0f} {self.height:.0f}">',
            f'<title>{escape(self.view.title())}</title>', '<style>',
            'text { text-anchor: middle; }', *(font.css() for font in FONTS),
            '.title, .legend { text-anchor: start; }', '</style>',
            f'<rect {size} fill="#ffffff"/>',
            written((TITLE, self.view.title()), MARGIN, MARGIN + TITLE.size),
            *self.lines(), *map(self.node, self.boxes),
            *(written((LEGEND, line), MARGIN, top + i * LEGEND.height)
              for i, line in enumerate(legend)),
            '</svg>', ''])

    def lines(self) -> list[str]:
        """Return the lines between nodes, and then the moves on them. Several
        moves between the same positions share a line.
        """
        shared: dict[tuple[Position, Position], list[Position]] = {}
        for child in self.view.root.descendants:
            shared.setdefault((child.parent, child.same_as), []).append(child)
        lines, moves = [], []
        taken: list[tuple[Point, Point]] = []
        for ends, nodes in shared.items():
            points = self.points(*ends)
            ink = GREY if self.view.is_faint(nodes[0]) else INK
            dashes = ' stroke-dasharray="5 4"' if ink == GREY else ''
            thick = any(map(self.view.on_winning_line, nodes))
            path = ' '.join(f'{x:.1f},{y:.1f}' for x, y in points)
            lines.append(f'<polyline points="{path}" fill="none" '
                         f'stroke="{ink}" '
                         f'stroke-width="{4 if thick else 1.3}"{dashes}/>')
            words = ', '.join(map(self.view.move, nodes))
            spot = free_spot(words, points[0], points[1], taken)
            moves += [box_at(*spot[0], spot[1], 4, 'fill="#ffffff"'),
                      written((MOVE, words), spot[0][0],
                              spot[0][1] + MOVE.size * 0.36, ink)]
            taken.append(spot)
        return lines + moves

    def points(self, parent: Position, child: Position) -> list[Point]:
        """Return the points of the line from the lower edge of parent to the
        upper edge of child.
        """
        points = [self.places[point] for point in self.chains[parent, child]]
        (x, y), (to_x, to_y) = points[0], points[-1]
        points[0] = (x, y + self.boxes[parent][1] / 2)
        points[-1] = (to_x, to_y - self.boxes[child][1] / 2)
        return points

    def node(self, node: Position) -> str:
        """Return the box of node, with its text. A is to move in boxes with
        corners, and B in rounded ones.
        """
        x, y = self.places[node]
        width, height = self.boxes[node]
        faint = self.view.is_faint(node)
        ink = GREY if faint else INK
        corner = 3 if self.view.mover(node) == 'A' else 15
        fill = '#ffffff' if faint else COLOURS[self.view.winner(node)]
        style = f'fill="{fill}" stroke="{ink}" stroke-width="1.3"'
        if faint:
            style += ' stroke-dasharray="5 4"'
        parts = [box_at(x, y, (width, height), corner, style)]
        if self.view.is_bordered(node):
            parts.insert(0, box_at(x, y, (width + 8, height + 8), corner + 4,
                                   f'fill="#ffffff" stroke="{INK}" '
                                   f'stroke-width="2.2"'))
        y -= height / 2 - PADDING * 0.75
        for text in texts(self.view, node):
            y += text[0].height
            parts.append(written(text, x, y - text[0].height * 0.27, ink))
        return '\n'.join(parts)


def texts(view: View, node: Position) -> list[Text]:
    """Return the lines of text in the box of node in view."""
    picture = view.picture(node)
    width = max(map(len, picture), default=0)
    return [(HEADING, view.heading(node)),
            *((PICTURE, line.ljust(width)) for line in picture),
            *((NOTE, line) for line in view.notes(node))]


def box(lines: list[Text]) -> Point:
    """Return how wide and how high a box with these lines is."""
    return (max(font.width(text) for font, text in lines) + 2 * PADDING,
            sum(font.height for font, _ in lines) + 1.5 * PADDING)


def box_at(x: float, y: float, size: Point, corner: float, style: str) -> str:
    """Return a box of this size around x and y, with round corners."""
    width, height = size
    return f'<rect x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" ' \
           f'width="{width:.1f}" height="{height:.1f}" rx="{corner}" {style}/>'


def written(text: Text, x: float, y: float, ink: str = INK) -> str:
    """Return text in its font, on a line at y, where x is its middle or, for a
    title and a legend, its left end.
    """
    font, words = text
    width = ''
    if font == PICTURE:
        # Some programs drop blanks at the ends, and fonts differ. For the lines
        # to fit together, each says where its letters are and how wide.
        before = len(words) - len(words.lstrip())
        behind = len(words) - len(words.rstrip())
        x += (before - behind) / 2 * font.advance
        words = words.strip()
        width = f' textLength="{font.width(words):.1f}"'
    if font in (NOTE, LEGEND):
        words = words.replace(' -', ' \u2212')  # A minus sign.
    # Other blanks would shrink to one.
    words = escape(words, quote=False).replace(' ', '\u00a0')
    return f'<text class="{font.name}" x="{x:.1f}" y="{y:.1f}" ' \
           f'fill="{ink}"{width}>{words}</text>'


def free_spot(words: str, start: Point, end: Point,
              taken: list[tuple[Point, Point]]) -> tuple[Point, Point]:
    """Return where words go on a line, as the middle and the size of a box: a
    little behind the middle of the line, or where it is free of those taken.
    """
    size = (MOVE.width(words) + 4, MOVE.height)
    spots = [(start[0] + (end[0] - start[0]) * part,
              start[1] + (end[1] - start[1]) * part) for part in SPOTS]
    for spot in spots:
        if not any(abs(spot[0] - other[0]) < (size[0] + room[0]) / 2
                   and abs(spot[1] - other[1]) < (size[1] + room[1]) / 2
                   for other, room in taken):
            return spot, size
    return spots[0], size
