"""A tree as an SVG picture for a page, on which positions can be clicked.

The page's style sheet has its fonts and colours. Each position has its path,
and words for those who cannot see it. A click on it folds or unfolds it.
"""
from typing import Any, Optional
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement
from drawings.table import find_drawing
from game import Game
from interface.words import make_player_title
from labs.game_tree.dot import COLOURS, GREY
from labs.game_tree.folding import find_path, list_unfolded, unfold_plies, \
    unfold_tree
from labs.game_tree.svg import INK, NOTE, PADDING, WHITE, Drawing, Point, \
    add_box
from labs.game_tree.tree import Position, count_left_out, find_scores
from labs.game_tree.views import View, find_number

# No more moves than this are tried to count the positions below those that
# are folded: a click should be answered at once.
MOST_COUNTED = 2_000

# How large the drawing of a position may be, as a part of its full size, and
# in pixels.
LARGEST_PART = 0.6
WIDEST_BOARD = 150

# What the colours are called in the page's style sheet.
PALETTE = {INK: 'ink', WHITE: 'paper', GREY: 'faint',
           COLOURS['p1']: 'p1-pale', COLOURS['p2']: 'p2-pale',
           COLOURS['']: 'plain'}


class ClickableView(View):
    """A tree in which positions can be folded and unfolded."""

    def make_cut_remarks(self) -> list[str]:
        """Return the line that explains the mark of folded positions."""
        return ['\u25b8: folded, with the number of positions below.']

    def note_left_out(self, node: Position) -> list[str]:
        """Return a line with the number of positions below a folded node."""
        return [f'\u25b8 {node.left_out}'] if node.left_out else []

    def has_drawing(self, node: Position) -> bool:
        """Return whether there is more to see at node than a number, and a
        drawing of its game.
        """
        return find_number(node.state) is None \
            and find_drawing(node.state) is not None

    def draw_position(self, node: Position) -> list[str]:
        """Return the lines of the picture of the position, if it has to be
        shown as text.
        """
        return [] if self.has_drawing(node) else super().draw_position(node)

    def find_words(self) -> str:
        """Return the longest words that may come below a heading, so that its
        box has room for them.
        """
        return ''

    def find_class(self, _node: Position) -> str:
        """Return what the style sheet calls node."""
        return 'node'

    def describe(self, node: Position) -> str:
        """Return in words what is at node."""
        number = find_number(node.state)
        mover = make_player_title(self.find_mover(node))
        words = ['Start' if node.is_root else f'Move {self.label_move(node)}',
                 f'{mover} to move', number and f'{number} left',
                 *self.describe_score(node)]
        if node.left_out:
            words.append(f'{node.left_out} positions below')
        return ', '.join(filter(None, words))

    def describe_score(self, node: Position) -> list[str]:
        """Return in words what the score of node is."""
        winner = self.find_winner(node)
        return [f'{make_player_title(winner)} wins' if winner
                else self.make_notes(node)[0]]


class ClickableDrawing(Drawing):
    """A picture of a tree whose positions can be clicked.

    === Attributes ===
    boards: the drawings of the positions that are drawn
    """
    view: ClickableView
    boards: dict[Position, Element]

    def __init__(self, view: ClickableView) -> None:
        """Initialize a drawing of the tree of view."""
        self.boards = {}
        super().__init__(view, captions=False)

    def measure_node(self, node: Position) -> Point:
        """Return the width and the height of the box of node."""
        width, height = super().measure_node(node)
        width = max(width, NOTE.measure(self.view.find_words()) + 2 * PADDING)
        if not self.view.has_drawing(node):
            return width, height
        self.boards[node] = draw_board(node)
        board = find_size(self.boards[node])
        return max(width, board[0] + 2 * PADDING), height + board[1]

    def draw(self) -> Element:
        """Return the whole picture."""
        width, height = f'{self.width:.0f}', f'{self.height:.0f}'
        svg = Element('svg', {'xmlns': 'http://www.w3.org/2000/svg',
                              'role': 'tree', 'width': width, 'height': height,
                              'viewBox': f'0 0 {width} {height}',
                              'aria-label': self.view.make_title()})
        self.add_lines(SubElement(svg, 'g', {'aria-hidden': 'true'}))
        for node in self.boxes:
            self.add_node(svg, node)
        for each in svg.iter():
            for name in ['fill', 'stroke']:
                if each.get(name) in PALETTE:
                    each.set(name, f'var(--{PALETTE[each.get(name)]})')
        return svg

    def add_node(self, svg: Element, node: Position) -> None:
        """Add what is seen of node to svg, a box with words and a drawing, and
        over it what is clicked, with words for those who cannot see.
        """
        group = SubElement(svg, 'g', {'class': self.view.find_class(node)})
        seen = SubElement(group, 'g', {'aria-hidden': 'true'})
        super().add_node(seen, node)
        (x, y), (width, height) = self.places[node], self.boxes[node]
        if node in self.boards:
            board = self.boards[node]
            size = find_size(board)
            top = y + height / 2 - size[1] - PADDING / 2
            board.attrib |= {'x': f'{x - size[0] / 2:.1f}', 'y': f'{top:.1f}'}
            seen.append(board)
        item = {'role': 'treeitem', 'data-node': find_path(node),
                'aria-level': str(node.depth + 1), 'fill': 'transparent',
                'aria-label': self.view.describe(node),
                'tabindex': '0' if node.is_root else '-1'}
        if node.children or node.left_out:
            item['aria-expanded'] = str(bool(node.children)).lower()
        add_box(group, (x, y), (width, height), 3, item)


def find_size(board: Element) -> Point:
    """Return the width and the height of board."""
    return float(board.get('width', '0')), float(board.get('height', '0'))


def draw_board(node: Position) -> Element:
    """Return the drawing of the position at node, a small one on which nothing
    can be clicked.
    """
    board = find_drawing(node.state).draw_states([node.state])
    width, height = find_size(board)
    part = min(LARGEST_PART, WIDEST_BOARD / width)
    for each in board.iter():
        for name in ['data-move', 'data-part', 'role', 'xmlns']:
            each.attrib.pop(name, None)
    board.set('width', f'{width * part:.1f}')
    board.set('height', f'{height * part:.1f}')
    return board


def draw_tree(game: Game, plies: Optional[int],
              unfolded: Optional[list[str]], merge: bool) -> dict[str, Any]:
    """Return the tree of game as a page shows it. It has this many plies
    (None: as many as can be read easily), unless unfolded has the paths of the
    positions that show their moves.

    Raise TreeTooLargeError if it is too large to read.
    """
    if unfolded is None:
        root, note = unfold_plies(game, plies, merge)
    else:
        root, note = unfold_tree(game, unfolded, merge), ''
    find_scores(game, root)
    count_left_out(game, root, merge, MOST_COUNTED)
    return describe_tree(ClickableView(game, root, merge)) \
        | {'note': note, 'unfolded': list_unfolded(root)}


def describe_tree(view: ClickableView) -> dict[str, Any]:
    """Return the tree of view as a picture, with a title and a legend."""
    return {'svg': ElementTree.tostring(ClickableDrawing(view).draw(),
                                        encoding='unicode'),
            'title': view.make_title(),
            'legend': ' '.join(view.make_legend())}
