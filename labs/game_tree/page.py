"""A tree as the page shows it: an SVG picture whose positions can be clicked.

A click folds or unfolds a position. The paths of those that are unfolded, that
is, show their moves, are all that the page has to remember. Fonts and colours
come from its style sheet.
"""
from typing import Any, Collection, Optional
from xml.etree.ElementTree import Element, SubElement
from anytree import PreOrderIter
from drawings import find_drawing
from drawings.shapes import INK, PAPER, Point, format_svg, make_picture
from game import Game
from interface.words import format_plies, make_player_title
from labs.game_tree.svg import NOTE, PADDING, PICTURE, Drawing, Text, add_box
from labs.game_tree.tree import MOST_MOVES, Position, build_tree, \
    count_left_out, find_cut_nodes, find_path, find_scores
from labs.game_tree.views import COLOURS, GREY, View, find_number, \
    view_scores

TOO_LARGE = f'the tree would have more than {MOST_MOVES} moves, which is ' \
            f'too many to read'

# Unless somebody asks for more, a tree has no more moves, or only its root's.
MOST_READABLE = 40

# This many moves, at most, are tried to count the positions that are folded.
MOST_COUNTED = 2_000

# How large a drawing may be: as a part of its full size, and in pixels.
LARGEST_PART, WIDEST_BOARD = 0.6, 150

FOLDED = '\u25b8'  # Before the number of positions that are folded.

# What the colours are called in the page's style sheet.
PALETTE = {INK: 'ink', PAPER: 'paper', GREY: 'faint', COLOURS['']: 'plain',
           COLOURS['p1']: 'p1-pale', COLOURS['p2']: 'p2-pale'}


class TreeTooLargeError(ValueError):
    """Raised, with a line that says what to do, if a tree is too large."""


# === Which positions show their moves ===

def unfold_plies(game: Game, plies: Optional[int], merge: bool = False
                 ) -> tuple[Position, str]:
    """Return the root of the tree of game with this many plies, or if that is
    None, as many as are easy to read. If there are fewer, say what to do.
    """
    if plies is None:
        root = build_tree(game, None, merge, MOST_READABLE)
        return root if root.children else build_tree(game, 1, merge), ''
    root = build_tree(game, plies, merge)
    if root.height >= plies or not find_cut_nodes(game, root):
        return root, ''
    return root, f'With {format_plies(root.height + 1)}, {TOO_LARGE}. ' \
                 f'Choose fewer plies, or unfold single positions.'


def unfold_tree(game: Game, unfolded: Collection[str], merge: bool = False
                ) -> Position:
    """Return the root of the tree of game, merged if merge, in which the
    positions with the paths in unfolded show their moves, if they are there.
    Raise TreeTooLargeError if it has more than MOST_MOVES moves.
    """
    root = build_tree(game, None, merge, unfolded=unfolded)
    if any(find_path(node) in unfolded for node in find_cut_nodes(game, root)):
        raise TreeTooLargeError(f'So {TOO_LARGE}. Fold a position first, or '
                                f'choose fewer plies')
    return root


def list_prefixes(path: str) -> list[str]:
    """Return the paths of all positions on the way to that with this path.

    >>> list_prefixes('4,1')
    ['', '4', '4,1']
    """
    moves = path.split(',') if path else []
    return [','.join(moves[:i]) for i in range(len(moves) + 1)]


def list_unfolded(root: Position) -> list[str]:
    """Return the paths of all positions that show their moves."""
    return [find_path(node) for node in PreOrderIter(root) if node.children]


# === The picture ===

class PageDrawing(Drawing):
    """A picture of a tree whose positions can be clicked.

    === Attributes ===
    boards: the drawings of the positions that are drawn
    longest: the longest words that may come below a heading
    """
    boards: dict[Position, Element]
    longest: str

    def __init__(self, view: View, longest: str = '') -> None:
        """Initialize a drawing of the tree of view."""
        self.boards, self.longest = {}, longest
        super().__init__(view._replace(title='', legend=[]))

    def list_texts(self, node: Position) -> list[Text]:
        """Return the text in the box of node: no picture if it is drawn."""
        return [text for text in super().list_texts(node)
                if node not in self.boards or text[0] != PICTURE]

    def measure_node(self, node: Position) -> Point:
        """Return the width and the height of the box of node."""
        board, size = draw_board(node), (0.0, 0.0)
        if board is not None:
            self.boards[node], size = board, find_size(board)
        width, height = super().measure_node(node)
        inner = max(size[0], NOTE.measure(self.longest))
        return max(width, inner + 2 * PADDING), height + size[1]

    def draw(self) -> Element:
        """Return the whole picture."""
        svg = make_picture((0, 0), self.size)
        svg.set('role', 'tree')
        self.add_lines(SubElement(svg, 'g', {'aria-hidden': 'true'}))
        for node in self.boxes:
            self.add_node(svg, node)
        for each in svg.iter():
            for name in ['fill', 'stroke']:
                if each.get(name, '') in PALETTE:
                    each.set(name, f'var(--{PALETTE[each.get(name, "")]})')
        return svg

    def add_node(self, svg: Element, node: Position) -> None:
        """Add what is seen of node to svg, and over it what is clicked."""
        group = SubElement(svg, 'g', {'class': ' '.join(
            ['node', *self.view.labels[node].kinds])})
        seen = SubElement(group, 'g', {'aria-hidden': 'true'})
        super().add_node(seen, node)
        (x, y), (width, height) = self.places[node], self.boxes[node]
        if node in self.boards:
            board = self.boards[node]
            wide, high = find_size(board)
            board.set('x', f'{x - wide / 2:.1f}')
            board.set('y', f'{y + height / 2 - high - PADDING / 2:.1f}')
            seen.append(board)
        item = {'role': 'treeitem', 'data-node': find_path(node),
                'aria-level': str(node.depth + 1), 'fill': 'transparent',
                'aria-label': self.describe(node),
                'tabindex': '0' if node.is_root else '-1'}
        if node.children or node.left_out:
            item['aria-expanded'] = str(bool(node.children)).lower()
        add_box(group, (x, y), (width, height), 3, item)

    def describe(self, node: Position) -> str:
        """Return in words what is at node."""
        label, number = self.view.labels[node], find_number(node.state)
        words = ['Start' if node.is_root else f'Move {label.move}',
                 f'{make_player_title(label.mover)} to move',
                 number and f'{number} left', *label.words,
                 node.left_out and f'{node.left_out} positions below']
        return ', '.join(filter(None, words))


def draw_board(node: Position) -> Optional[Element]:
    """Return a small drawing of the position at node, with nothing to click on;
    None if a number says it all, or the game has none.
    """
    drawing = find_drawing(node.state)
    if drawing is None or find_number(node.state):
        return None
    board: Element = drawing.draw_states([node.state])
    width, height = find_size(board)
    part = min(LARGEST_PART, WIDEST_BOARD / width)
    for each in board.iter():
        for name in ['data-move', 'data-part', 'role', 'xmlns']:
            each.attrib.pop(name, None)
    board.attrib |= {'width': f'{width * part:.1f}',
                     'height': f'{height * part:.1f}'}
    return board


def find_size(board: Element) -> Point:
    """Return the width and the height of board."""
    return float(board.get('width', '0')), float(board.get('height', '0'))


# === What the page asks for ===

def draw_tree(game: Game, plies: Optional[int],
              unfolded: Optional[list[str]], merge: bool) -> dict[str, Any]:
    """Return the tree of game as a page shows it. It has this many plies
    (None: as many as can be read easily), unless unfolded has the paths of the
    positions that show their moves. Raise TreeTooLargeError if it is too large.
    """
    if unfolded is None:
        root, note = unfold_plies(game, plies, merge)
    else:
        root, note = unfold_tree(game, unfolded, merge), ''
    find_scores(game, root)
    count_left_out(game, root, merge, MOST_COUNTED)
    return format_drawing(view_scores(game, root, merge, FOLDED)) \
        | {'note': note, 'unfolded': list_unfolded(root)}


def format_drawing(view: View, longest: str = '') -> dict[str, Any]:
    """Return view as a page shows it, with room for the longest words."""
    svg = PageDrawing(view, longest).draw()
    svg.set('aria-label', view.title)
    return {'svg': format_svg(svg, False), 'title': view.title,
            'legend': ' '.join(view.legend)}
