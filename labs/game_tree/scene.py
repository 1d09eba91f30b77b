"""A scene: a picture of a tree as data.

Positions have headings and notes. A scene adds a title, a legend, the winning
lines and, once it is placed, the places of boxes and lines. It is written as
text, as SVG, the same on every machine, and as plain JSON for the page, which
draws the positions in view.
"""

from typing import Any, Collection, Iterator, NamedTuple, Sequence
from urllib.parse import unquote
from xml.etree.ElementTree import Element, SubElement
import re
from anytree import AsciiStyle, PreOrderIter, RenderTree
from drawings.layout import (
    GAP,
    ROW_GAP,
    Box,
    Line,
    Links,
    draw_box,
    draw_line,
    draw_words,
    find_ends,
    find_free_spot,
    lay_out,
    put_into_grids,
)
from drawings.shapes import PAPER, Point, format_svg, make_picture, style_stroke
from drawings.texts import (
    HEADING,
    LEGEND,
    MOVE,
    NOTE,
    STYLES,
    TITLE,
    Text,
    add_lines,
    add_words,
    draw_small,
    find_number,
    find_size,
    list_picture,
)
from game import Game
from interface.words import format_plies, make_player_title, make_title
from labs.game_tree.nodes import (
    OPPONENTS,
    PositionNode,
    find_path,
    find_winning_lines,
)

# Fill colours, by the winner. Nothing is told by colour alone.
FILLS = {'p1': '#dcebff', 'p2': '#ffe9cc', '': '#f3f3f3'}

# How winning lines stand out; in text, by a star.
WINNING = 'Thick lines and double borders'

# How a position is marked on the page: its kind and its winner, as classes of
# the style sheet; two notes; and all of that in words.
Mark = tuple[str, str, str, str]

# In pixels.
RIM = 24  # Around the whole picture.
PADDING = 9  # Between a box and its text.
UNFOLDED = '\u25be'  # The sign that folds a position on the page.
FOLDED = '\u25b8'  # The sign that unfolds it.
NEAR = 100  # A move keeps clear of this many moves before it.


class Scene(NamedTuple):
    """A picture of a tree, as data.

    === Attributes ===
    root: the root of the tree
    title: the title above it
    legend: the lines that explain it
    winning: the positions whose moves are on winning lines
    boxes: the box of each position that is shown, once it has been placed
    lines: the lines between them
    size: the width and the height of the whole picture
    """

    root: PositionNode
    title: str
    legend: list[str]
    winning: Collection[PositionNode] = ()
    boxes: dict[PositionNode, Box] = {}
    lines: list[Line] = []
    size: Point = (0, 0)


# === Title and legend ===


def make_scene(game: Game, root: PositionNode, folded: str = '') -> Scene:
    """Return the scene of the tree of game below root, which has its scores.
    The legend explains moves that are left out by folded or, without it, as a
    cut. Nothing is placed yet.
    """
    title = f'{format_subject(game, root)}: {describe_winner(game, root)}'
    winning = find_winning_lines(root)
    nodes = list(PreOrderIter(root))
    legend = [
        'Each position has its scores for p1 and for p2: +1 wins, -1 loses.'
    ]
    if winning:
        legend.append(
            f'{WINNING}: {root.winner} plays only winning moves, '
            f'whatever {OPPONENTS[root.winner]} plays.'
        )
    if not all(each.exact for each in nodes):
        legend.append('~ is an estimate: the exact score would take too long.')
    if any(each.left_out for each in nodes):
        cut = (
            f'The tree is cut after {format_plies(root.height)}: ... is '
            f'the number of positions left out.'
        )
        legend.append(folded if folded else cut)
    return Scene(root, title, legend, winning)


def format_subject(game: Game, root: PositionNode) -> str:
    """Return the subject of the picture, such as 'Stonehenge'."""
    title = make_title(type(game))
    number = find_number(root.state)
    return f'{title} from {number}' if number else title


def describe_winner(game: Game, root: PositionNode) -> str:
    """Return in words who is winning at root."""
    mover = root.mover
    winner = root.winner
    if game.is_over(root.state):
        return f'the game is over, and {winner or "nobody"} has won'
    if winner == mover:
        return f'{mover} is to move and wins'
    if winner:
        return f'{mover} is to move, and {winner} wins'
    if root.exact:
        return f'{mover} is to move, and nobody can force a win'
    return f'{mover} is to move, and who wins is not known'


# === As text ===


def format_text(scene: Scene) -> str:
    """Return scene as text: each node on a line of its own."""
    lines = [scene.title, '']
    if scene.root.picture:
        lines += [*scene.root.picture, '']
    for before, _, node in RenderTree(scene.root, AsciiStyle()):
        words = [] if node.is_root else [f'{node.move} ->']
        words += [node.heading, *(f' {note}' for note in node.notes)]
        if node in scene.winning:
            words.append('*')
        lines.append(before + ' '.join(words))
    return '\n'.join(
        [*lines, '', *(line.replace(WINNING, '*') for line in scene.legend)]
    )


# === Places ===


def list_links(root: PositionNode) -> Links:
    """Return the positions that lines lead to from each one."""
    return {node: list(node.children) for node in PreOrderIter(root)}


def place(
    scene: Scene, size: Point, links: Links, has_words: bool = True
) -> Scene:
    """Return scene with boxes of this size in their places, and lines along
    these links. If has_words, there is room for its title and its legend. A
    link from a position to one that is not below it only says where that goes.
    """
    places = lay_out(scene.root, links, size)
    right, bottom = (
        max(places[each][i] for each in links) + size[i] / 2 for i in range(2)
    )
    wide = right
    top = RIM
    if has_words:
        wide = max(wide, TITLE.measure(scene.title))
        wide = max(wide, *map(LEGEND.measure, scene.legend))
        top += TITLE.height
    high = top + bottom + ROW_GAP / 2 + RIM
    if has_words:
        high += LEGEND.height * len(scene.legend)
    left = RIM + (wide - right) / 2
    boxes = {
        each: Box(left + places[each][0], top + places[each][1], *size)
        for each in links
    }
    scene = scene._replace(boxes=boxes, lines=[], size=(wide + 2 * RIM, high))
    for parent, below in links.items():
        for child in below:
            scene.lines.append(make_line(scene, parent, child))
    return scene


def make_line(scene: Scene, parent: PositionNode, child: PositionNode) -> Line:
    """Return the line from parent to child, with its words where they are free
    of those on other lines.
    """
    above, below = scene.boxes[parent], scene.boxes[child]
    start, end = (above.x, above.corners[1][1]), (below.x, below.corners[0][1])
    points = [start, end]
    words = str(child.move)
    if child.parent is not parent:  # In a grid, below another leaf: no line.
        points = []
        start = end
    taken = [line.spot for line in scene.lines[-NEAR:]]
    size = MOVE.measure(words) + 4, MOVE.height
    spot = find_free_spot(size, start, end, taken)
    return Line(child, points, words, spot, child in scene.winning)


# === As a picture ===


def draw_scene(scene: Scene) -> Element:
    """Return the picture of scene."""
    links = list_links(scene.root)
    widths, heights = zip(*map(measure_box, links))
    scene = place(scene, (max(widths), max(heights)), links)
    svg = make_picture((0, 0), scene.size, scene.title)
    SubElement(svg, 'style').text = '\n'.join(['', *STYLES, ''])
    SubElement(
        svg,
        'rect',
        width=svg.get('width', ''),
        height=svg.get('height', ''),
        fill=PAPER,
    )
    add_words(svg, (TITLE, scene.title), RIM, RIM + TITLE.size)
    svg.extend(map(draw_line, scene.lines))
    for line in scene.lines:
        svg.extend(draw_words(line))
    for position, box in scene.boxes.items():
        add_position(svg, position, box, position in scene.winning)
    top = scene.size[1] - RIM - LEGEND.height * (len(scene.legend) - 1)
    for i, words in enumerate(scene.legend):
        add_words(svg, (LEGEND, words), RIM, top + i * LEGEND.height)
    return svg


def list_texts(position: PositionNode) -> list[Text]:
    """Return the lines of text in the box of position."""
    return [
        (HEADING, position.heading),
        *list_picture(position.picture),
        *((NOTE, note) for note in position.notes),
    ]


def measure_box(position: PositionNode) -> Point:
    """Return the width and the height that the box of position needs."""
    texts = list_texts(position)
    return (
        max(font.measure(words) for font, words in texts) + 2 * PADDING,
        sum(font.height for font, _ in texts) + 1.5 * PADDING,
    )


def add_position(
    svg: Element, position: PositionNode, box: Box, is_bordered: bool
) -> None:
    """Add position, with its text, in this box to svg, with a double border if
    is_bordered. Player 1 moves from boxes with corners, player 2 from round
    ones.
    """
    corner = 3 if position.mover == 'p1' else 15
    if is_bordered:
        larger = box._replace(width=box.width + 8, height=box.height + 8)
        style = {'fill': PAPER, **style_stroke(2.2)}
        svg.append(draw_box(larger, corner + 4, style))
    style = {'fill': FILLS[position.winner], **style_stroke(1.3)}
    svg.append(draw_box(box, corner, style))
    top = box.corners[0][1] + PADDING * 0.75
    add_lines(svg, list_texts(position), box.x, top)


# === For the page ===


def describe_scene(scene: Scene, longest: str = '') -> dict[str, Any]:
    """Return scene as plain JSON, with room for the longest words below a
    heading: nodes in preorder, and the other parts of the picture, each drawn
    below or above the nodes together with one of them.
    """
    state = scene.root.state
    wide, high = 0.0, 0.0
    if not find_number(state):
        wide, high = find_size(draw_small(state))
    widths = [wide, NOTE.measure(longest)]
    for node in PreOrderIter(scene.root):
        widths.append(HEADING.measure(name_players(node.heading)))
        widths.append(NOTE.measure(describe_worth(node)))
        widths.append(NOTE.measure(format_arrow(node)))
    width = 2 * PADDING + max(widths)
    height = high + HEADING.height + 2 * NOTE.height + 1.5 * PADDING
    links = list_links(scene.root)
    grids = put_into_grids(links, (ROW_GAP + height) / (GAP + width))
    scene = place(scene, (width, height), links, False)
    places = {each: i for i, each in enumerate(links)}
    return {
        'title': name_players(scene.title),
        'legend': name_players(' '.join(scene.legend)),
        'size': scene.size,
        'sides': {
            'wide': width,
            'high': height,
            'board-wide': wide,
            'board-high': high,
        },
        'nodes': [
            describe_position(each, box, places)
            | {'bordered': each in scene.winning}
            for each, box in scene.boxes.items()
        ],
        'parts': [
            {
                'node': places[each],
                'layer': layer,
                'ends': find_ends(points),
                'svg': format_svg(element, False),
            }
            for each, layer, points, element in list_drawings(scene, grids)
        ],
    }


def find_or_add(listed: dict[Any, int], thing: Any) -> int:
    """Return the place of thing in listed. Add it there if it is new."""
    return listed.setdefault(thing, len(listed))


def find_longest_note(listed: Collection[Any]) -> str:
    """Return the longest note of the marks among those listed."""
    marks = [each for each in listed if isinstance(each, tuple)]
    return max((note for mark in marks for note in mark[1:3]), key=len)


def list_drawings(
    scene: Scene, grids: list[list[PositionNode]]
) -> Iterator[tuple[PositionNode, int, Sequence[Point], Element]]:
    """Yield the lines of scene, their moves, and the frames of its grids: the
    node with which each is drawn, its layer, its points, and its drawing.
    """
    for grid in grids:
        corners = [
            point for each in grid for point in scene.boxes[each].corners
        ]
        left, upper, right, lower = find_ends(corners)
        frame = Box(
            (left + right) / 2,
            (upper + lower) / 2,
            right - left + GAP / 2,
            lower - upper + GAP / 2,
        )
        drawing = draw_box(frame, 8, {'class': 'grid', 'fill': 'none'})
        yield grid[0], 0, frame.corners, drawing
    for line in scene.lines:
        if line.points:
            yield line.child, 0, line.points, draw_line(line)
        yield line.child, 2, line.spot.corners, draw_words(line)


def name_players(text: str, has_moves: bool = False) -> str:
    """Return text with the players' names that the page has for p1 and p2. In a
    text that has moves, p1 may be one, in Hex: only p1:8 is a position there.

    >>> name_players('p1:8'), name_players('p2 to move')
    ('Player 1: 8', 'Player 2 to move')
    """
    text = re.sub(r'\bp([12]):(?=\d)', r'Player \1: ', text)
    return text if has_moves else re.sub(r'\bp([12])\b', r'Player \1', text)


def describe_worth(node: PositionNode) -> str:
    """Return who wins at node, or an estimate, in words; '' if unknown."""
    if node.winner:
        return name_players(f'{node.winner} wins')
    if node.exact:
        return 'tie'
    return name_players(node.scores.partition(',')[0])


def format_arrow(node: PositionNode) -> str:
    """Return the sign that folds node, or unfolds it, with the number of
    positions below; '' if it cannot be folded.
    """
    if node.left_out:
        return f'{FOLDED} {node.left_out}'
    return UNFOLDED if node.children and node.scores else ''


def describe_position(
    node: PositionNode, box: Box, places: dict[PositionNode, int]
) -> dict[str, Any]:
    """Return node, which is in this box, as plain JSON. All nodes have these
    places in their list.
    """
    number = find_number(node.state)
    name = 'Start' if node.is_root else str(node.move)
    worth = describe_worth(node)
    words = ['Start' if node.is_root else f'Move {node.move}']
    words.append(f'{make_player_title(node.mover)} to move')
    if number:
        words.append(f'{number} left')
    if worth:
        words.append(worth)
    if node.left_out:
        words.append(f'{node.left_out} positions below')
    kind = f'scored for-{node.winner}' if node.winner else 'scored'
    arrow = format_arrow(node)
    return {
        'path': find_path(node),
        'x': box.x,
        'y': box.y,
        'ends': find_ends(box.corners),
        'parent': places.get(node.parent or node, -1),
        'level': node.depth + 1,
        'class': node.mover,
        'text': {
            'heading': name_players(node.heading),
            'arrow': arrow,
            'sign': number or name,
        },
        'mark': (kind, worth, '', ''),
        'words': ', '.join(words),
        'open': bool(node.children) if arrow else None,
    }


def draw_boards(game: Game, paths: Collection[str]) -> dict[str, Any]:
    """Return drawings of the positions at these paths, except for numbers."""
    boards = {}
    for path in paths:
        state = game.current_state
        for move in path.split(',') if path else []:
            state = state.make_move(game.str_to_move(unquote(move)))
        if not find_number(state):
            boards[path] = format_svg(draw_small(state), False)
    return {'boards': boards}
