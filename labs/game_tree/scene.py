"""A scene: a picture of a tree as data. Two writers of it are here, as text and
as SVG, the same on every machine. The third one, for the page, is page.py.

The positions have their headings and notes. A scene adds a title, a legend,
the winning lines and, once it is placed, the places of boxes and lines. On the
page, the steps of a search (see steps.py) mark its positions.
"""
from typing import Collection, NamedTuple
from xml.etree.ElementTree import Element, SubElement
import re
from anytree import AsciiStyle, PreOrderIter, RenderTree
from drawings.shapes import INK, PAPER, add_rectangle, format_points, \
    make_picture
from game import Game
from interface.words import format_plies, make_title
from labs.game_tree.layout import ROW_GAP, Links, Point, lay_out
from labs.game_tree.tree import OPPONENTS, Position, find_number, \
    find_winning_lines

# Fill colours, by the winner. Nothing is told by colour alone.
COLOURS = {'p1': '#dcebff', 'p2': '#ffe9cc', '': '#f3f3f3'}

# How winning lines stand out; in text, by a star.
WINNING = 'Thick lines and double borders'

# In pixels: around the whole picture, and between a box and its text.
MARGIN, PADDING = 24, 9

# Where moves are written on their lines, as parts of the length, best first.
SPOTS = (0.55, 0.42, 0.68, 0.3, 0.8)
NEAR = 100  # Only this many moves before may be in the way of the next one.


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
    *(f'.{each.name} {{ font-size: {each.size}px; }}'
      for each in (TITLE, HEADING, PICTURE, NOTE, MOVE, LEGEND))]

Text = tuple[Font, str]


class Box(NamedTuple):
    """A part of a picture: its middle and its size."""
    x: float
    y: float
    width: float
    height: float

    @property
    def corners(self) -> tuple[Point, Point]:
        """The upper left corner and the lower right one."""
        return (self.x - self.width / 2, self.y - self.height / 2), \
            (self.x + self.width / 2, self.y + self.height / 2)

    def overlaps(self, other: 'Box') -> bool:
        """Return whether this box and the other one overlap."""
        return abs(self.x - other.x) < (self.width + other.width) / 2 \
            and abs(self.y - other.y) < (self.height + other.height) / 2


class Line(NamedTuple):
    """A line to a position, with the moves that lead there.

    === Attributes ===
    child: the position that it leads to
    points: where it goes
    words: the moves on it
    spot: where they are written
    is_winning: whether one of them is on a winning line
    """
    child: Position
    points: list[Point]
    words: str
    spot: Box
    is_winning: bool


class Scene(NamedTuple):
    """A picture of a tree, as data.

    === Attributes ===
    root: the root of the tree
    title: the title above it
    legend: the lines that explain it
    winning: the positions whose moves are on winning lines
    boxes: where each position is that is shown, once it has been placed
    lines: the lines between them
    size: the width and the height of it all
    """
    root: Position
    title: str
    legend: list[str]
    winning: Collection[Position] = ()
    boxes: dict[Position, Box] = {}
    lines: list[Line] = []
    size: Point = (0, 0)


# === What is said of a tree ===

def make_scene(game: Game, root: Position, merged: bool = False) -> Scene:
    """Return the scene of the tree of game below root, which has its scores.
    Its identical positions are merged if merged. Nothing is placed yet.
    """
    title = f'{format_subject(game, root)}: {describe_winner(game, root)}'
    winning = find_winning_lines(root)
    legend = explain_scores(root, bool(winning))
    if any(node.left_out for node in root.leaves):
        legend.append(f'The tree is cut after {format_plies(root.height)}: '
                      f'... is the number of positions left out.')
        if merged:
            legend.append('Each node counts each position once; 0: all are '
                          'shown elsewhere.')
    return Scene(root, title, legend, winning)


def format_subject(game: Game, root: Position) -> str:
    """Return the subject of the picture, such as 'Stonehenge'."""
    number = find_number(root.state)
    return make_title(type(game)) + (f' from {number}' if number else '')


def describe_winner(game: Game, root: Position) -> str:
    """Return in words how the game stands at root."""
    mover, winner = root.mover, root.winner
    if game.is_over(root.state):
        return f'the game is over, and {winner or "nobody"} has won'
    if winner == mover:
        return f'{mover} is to move and wins'
    known = 'nobody can force a win' if root.exact else 'who wins is not known'
    return f'{mover} is to move, and {f"{winner} wins" if winner else known}'


def explain_scores(root: Position, has_winning: bool) -> list[str]:
    """Return the lines that explain the tree below root, which may have winning
    lines.
    """
    nodes = list(PreOrderIter(root))
    lines = ['Each position has its scores for p1 and for p2: +1 wins, '
             '-1 loses.']
    if has_winning:
        lines.append(f'{WINNING}: {root.winner} plays only winning moves, '
                     f'whatever {OPPONENTS[root.winner]} plays.')
    if not all(each.exact for each in nodes):
        lines.append('~ is an estimate: the exact score would take too long.')
    if any(each.same_as is not each for each in nodes):
        lines.append('Identical positions are merged: this is a graph, not '
                     'a tree.')
    return lines


# === As text, in the form of anytree ===

def format_text(scene: Scene) -> str:
    """Return scene as text: each node on a line of its own. Nodes that others
    refer to have a number.
    """
    nodes = list(PreOrderIter(scene.root))
    targets = {each.same_as for each in nodes if each.same_as is not each}
    in_order = [each for each in nodes if each in targets]
    numbers = {each: f'#{i}' for i, each in enumerate(in_order, start=1)}
    picture = scene.root.picture
    lines = [scene.title, '', *picture] + [''] * bool(picture)
    for before, _, node in RenderTree(scene.root, AsciiStyle()):
        words = [] if node.is_root else [f'{node.move} ->']
        words.append(node.heading)
        if node.same_as is not node:
            words.append(f'see {numbers[node.same_as]}')
        else:
            words += [numbers[node]] if node in numbers else []
            words += [f' {note}' for note in node.notes]
        words += ['*'] * (node in scene.winning)
        lines.append(before + ' '.join(words))
    return '\n'.join([*lines, '', *(line.replace(WINNING, '*')
                                    for line in scene.legend)])


# === Where everything goes ===

def list_links(root: Position) -> Links:
    """Return the positions that lines lead to from each one that is shown."""
    return {node: list(dict.fromkeys(child.same_as for child in node.children))
            for node in PreOrderIter(root) if node.same_as is node}


def place(scene: Scene, size: Point, links: Links, has_words: bool = True
          ) -> Scene:
    """Return scene with boxes of this size in their places, and lines along
    these links. If has_words, there is room for its title and its legend. A
    link from a position to one that is not below it only says where that goes.
    """
    places, chains = lay_out(scene.root, links, size)
    right, bottom = (max(places[each][i] for each in links) + size[i] / 2
                     for i in range(2))
    wide = max([right, *[TITLE.measure(scene.title),
                         *map(LEGEND.measure, scene.legend)] * has_words])
    left = MARGIN + (wide - right) / 2
    top = MARGIN + TITLE.height * has_words
    boxes = {each: Box(left + x, top + y, *(size if each in links else (0, 0)))
             for each, (x, y) in places.items()}
    scene = scene._replace(
        boxes={each: boxes[each] for each in links}, lines=[],
        size=(wide + 2 * MARGIN, top + bottom + ROW_GAP / 2 + MARGIN
              + LEGEND.height * len(scene.legend) * has_words))
    for ends, chain in chains.items():
        scene.lines.append(make_line(scene, *ends, [
            (boxes[each].x, boxes[each].y) for each in chain]))
    return scene


def make_line(scene: Scene, parent: Position, child: Position,
              points: list[Point]) -> Line:
    """Return the line from parent to child through points, with its words where
    they are free of those on other lines.
    """
    points[0] = points[0][0], scene.boxes[parent].corners[1][1]
    points[-1] = points[-1][0], scene.boxes[child].corners[0][1]
    moves = [each for each in parent.children if each.same_as is child]
    words = ', '.join(str(each.move) for each in moves or [child])
    spot = find_free_spot(words, points[0] if moves else points[-1], points[1],
                          [line.spot for line in scene.lines[-NEAR:]])
    return Line(child, points * bool(moves), words, spot,
                any(each in scene.winning for each in moves))


def find_free_spot(words: str, start: Point, end: Point, taken: list[Box]
                   ) -> Box:
    """Return the box for words on the line from start to end: at the first of
    SPOTS that overlaps none of those taken, or just at the first.
    """
    spots = [Box(start[0] + (end[0] - start[0]) * part,
                 start[1] + (end[1] - start[1]) * part,
                 MOVE.measure(words) + 4, MOVE.height) for part in SPOTS]
    return next((spot for spot in spots if not any(map(spot.overlaps, taken))),
                spots[0])


# === As a picture ===

def draw_scene(scene: Scene) -> Element:
    """Return the picture of scene."""
    links = list_links(scene.root)
    widths, heights = zip(*map(measure_box, links))
    scene = place(scene, (max(widths), max(heights)), links)
    svg = make_picture((0, 0), scene.size, scene.title)
    SubElement(svg, 'style').text = '\n'.join(['', *STYLES, ''])
    SubElement(svg, 'rect', width=svg.get('width', ''),
               height=svg.get('height', ''), fill=PAPER)
    add_text(svg, (TITLE, scene.title), MARGIN, MARGIN + TITLE.size)
    svg.extend(map(draw_line, scene.lines))
    for line in scene.lines:
        svg.extend(draw_move(line))
    bordered = {each.same_as for each in scene.winning}
    for position, box in scene.boxes.items():
        add_position(svg, position, box, position in bordered)
    top = scene.size[1] - MARGIN - LEGEND.height * (len(scene.legend) - 1)
    for i, words in enumerate(scene.legend):
        add_text(svg, (LEGEND, words), MARGIN, top + i * LEGEND.height)
    return svg


def draw_line(line: Line) -> Element:
    """Return line, without its words."""
    return Element('polyline', {
        'points': format_points(line.points), 'fill': 'none',
        **style_stroke(4 if line.is_winning else 1.3)})


def draw_move(line: Line) -> Element:
    """Return the words of line, in a box."""
    group = Element('g')
    group.append(draw_box(line.spot, 4, {'fill': PAPER}))
    add_text(group, (MOVE, line.words), line.spot.x,
             line.spot.y + MOVE.size * 0.36)
    return group


def list_texts(position: Position) -> list[Text]:
    """Return the lines of text in the box of position."""
    return [(HEADING, position.heading), *list_picture(position.picture),
            *((NOTE, note) for note in position.notes)]


def list_picture(lines: list[str]) -> list[Text]:
    """Return the lines of a picture as texts, all of them equally wide."""
    width = max(map(len, lines), default=0)
    return [(PICTURE, line.ljust(width)) for line in lines]


def measure_box(position: Position) -> Point:
    """Return the width and the height that the box of position needs."""
    texts = list_texts(position)
    return (max(font.measure(words) for font, words in texts) + 2 * PADDING,
            sum(font.height for font, _ in texts) + 1.5 * PADDING)


def add_position(svg: Element, position: Position, box: Box,
                 is_bordered: bool) -> None:
    """Add position, with its text, in this box to svg, with a double border if
    is_bordered. Player 1 moves from boxes with corners, player 2 from round
    ones.
    """
    corner = 3 if position.mover == 'p1' else 15
    if is_bordered:
        svg.append(draw_box(
            box._replace(width=box.width + 8, height=box.height + 8),
            corner + 4, {'fill': PAPER, **style_stroke(2.2)}))
    svg.append(draw_box(box, corner, {'fill': COLOURS[position.winner],
                                      **style_stroke(1.3)}))
    add_lines(svg, list_texts(position), box.x,
              box.corners[0][1] + PADDING * 0.75)


def style_stroke(width: float) -> dict[str, str]:
    """Return the attributes of a stroke this wide."""
    return {'stroke': INK, 'stroke-width': f'{width:g}'}


def draw_box(box: Box, corner: int, style: dict[str, str]) -> Element:
    """Return a drawing of box. The radius of its corners is corner."""
    return add_rectangle(Element('g'), box.corners[0], (box.width, box.height),
                         {'rx': str(corner), **style})


def add_lines(svg: Element, texts: list[Text], x: float, y: float) -> None:
    """Add texts below each other to svg, from the height y down."""
    for text in texts:
        y += text[0].height
        add_text(svg, text, x, y - text[0].height * 0.27)


def add_text(svg: Element, text: Text, x: float, y: float) -> None:
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
        'class': font.name, 'x': f'{x:.1f}', 'y': f'{y:.1f}', 'fill': INK,
        **width})
    # Several plain blanks would shrink to one.
    element.text = words.replace(' ', '\u00a0')
