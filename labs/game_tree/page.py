"""A tree as the page shows it: where its positions go, and what is in them.

The page draws those in view. Which positions show their moves, by their paths,
is all that it has to remember. Fonts and colours come from its style sheet.
"""
from math import ceil, sqrt
from typing import Any, Collection, Optional
from urllib.parse import unquote
from xml.etree.ElementTree import Element
from anytree import PreOrderIter
from drawings import find_drawing
from drawings.shapes import Point, format_points, format_svg, make_picture
from game import Game
from game_state import GameState
from interface.words import format_plies, make_player_title
from labs.game_tree.svg import GAP, HEADING, MOVE, NOTE, PADDING, \
    PICTURE, Drawing, add_text
from labs.game_tree.tree import Position, build_tree, count_left_out, \
    find_cut_nodes, find_path, find_scores
from labs.game_tree.views import View, find_number, view_scores

MOST_NODES = 3_000  # No tree on the page has more moves.

TOO_LARGE = f'the tree would have more than {MOST_NODES:,} moves, which is ' \
            f'too many to read'

# Unless somebody asks for more, a tree has no more moves, or only its root's.
MOST_READABLE = 40

# This many moves, at most, are tried to count the positions that are folded.
MOST_COUNTED = 6_000

# How large a drawing may be: as a part of its full size, and in pixels.
LARGEST_PART, WIDEST_BOARD = 0.6, 150

# More positions without moves of their own than this, below one position, are
# put into a grid: rows with room for a move between them, this much wider than
# high.
MOST_SIDE_BY_SIDE, GRID_GAP, GRID_SHAPE = 8, 30, 1.8

FOLDED = '\u25b8'  # Before the number of positions that are folded.


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
    root = build_tree(game, plies, merge, MOST_NODES)
    if root.height >= plies or not find_cut_nodes(game, root):
        return root, ''
    return root, f'With {format_plies(root.height + 1)}, {TOO_LARGE}. ' \
                 f'Choose fewer plies, or unfold single positions.'


def unfold_tree(game: Game, unfolded: Collection[str], merge: bool = False
                ) -> Position:
    """Return the root of the tree of game, merged if merge, in which the
    positions with the paths in unfolded show their moves, if they are there.
    Raise TreeTooLargeError if it has more than MOST_NODES moves.
    """
    root = build_tree(game, None, merge, MOST_NODES, unfolded)
    if any(find_path(node) in unfolded for node in find_cut_nodes(game, root)):
        raise TreeTooLargeError(f'So {TOO_LARGE}. Fold a position first, or '
                                f'choose fewer plies')
    return root


def list_unfolded(root: Position) -> list[str]:
    """Return the paths of all positions that show their moves."""
    return [find_path(node) for node in PreOrderIter(root) if node.children]


# === Where things go ===

class PageDrawing(Drawing):
    """Where everything goes in a tree on the page. All boxes are of one size.

    === Attributes ===
    box: the width and the height of the boxes
    board: those of the drawing in each of them
    grids: above each grid, and in it, by the first node in it
    feet: what the line to each grid goes through, by its first node
    """
    box: Point
    board: Point
    grids: dict[Position, tuple[Position, list[Position]]]
    feet: dict[Position, list[Point]]

    def __init__(self, view: View, longest: str = '') -> None:
        """Initialize a drawing of the tree of view, with room for the longest
        words below a heading.
        """
        board = draw_board(view.root.state)
        self.board = (0.0, 0.0) if board is None else find_size(board)
        words = max([longest, *(note for each in view.labels.values()
                                for note in each.notes)], key=len)
        heading = max((each.heading for each in view.labels.values()), key=len)
        self.box = (max(self.board[0], NOTE.measure(words),
                        HEADING.measure(heading)) + 2 * PADDING,
                    self.board[1] + HEADING.height + 2 * NOTE.height
                    + 1.5 * PADDING)
        self.grids = {}
        super().__init__(view._replace(title='', legend=[]))
        tallest: dict[float, float] = {}  # By the middle of the row.
        for node, (_, high) in self.boxes.items():
            row = self.places[node][1]
            tallest[row] = max(tallest.get(row, 0.0), high)
        for node, (_, high) in self.boxes.items():
            x, row = self.places[node]
            self.places[node] = (x, row - (tallest[row] - high) / 2)
        self.feet = {first: self.find_points(parent, first)
                     for first, (parent, _) in self.grids.items()}
        for _, nodes in self.grids.values():
            self.place_grid(nodes)

    def measure_boxes(self) -> dict[Position, Point]:
        """Return the width and the height of all boxes; of a grid, only the
        first, as if that were the whole grid.
        """
        boxes = {node: self.box for node in self.view.labels
                 if node.same_as is node}
        if len(boxes) < len(self.view.labels):
            return boxes  # In a graph, lines may lead to any node.
        large = len(boxes) > MOST_READABLE
        for parent in list(boxes):
            leaves = [each for each in parent.children if not each.children]
            if len(leaves) > (1 if large else MOST_SIDE_BY_SIDE):
                self.grids[leaves[0]] = parent, leaves
                columns, rows = self.find_shape(len(leaves))
                for leaf in leaves:
                    del boxes[leaf]
                boxes[leaves[0]] = (
                    columns * (self.box[0] + GAP) + GAP,
                    rows * (self.box[1] + GRID_GAP) + GAP)
        return boxes

    def find_shape(self, number: int) -> tuple[int, int]:
        """Return how many columns and rows a grid of so many boxes has."""
        width, height = self.box
        columns = ceil(sqrt(number * GRID_SHAPE * height / width)) \
            if number > MOST_SIDE_BY_SIDE else 1
        return columns, ceil(number / columns)

    def place_grid(self, nodes: list[Position]) -> None:
        """Put nodes where their grid is."""
        (x, y), (wide, high) = self.places[nodes[0]], self.boxes[nodes[0]]
        columns, _ = self.find_shape(len(nodes))
        for i, node in enumerate(nodes):
            row, column = divmod(i, columns)
            self.places[node] = (
                x - wide / 2 + GAP + column * (self.box[0] + GAP)
                + self.box[0] / 2,
                y - high / 2 + GRID_GAP + row * (self.box[1] + GRID_GAP)
                + self.box[1] / 2)

    def describe(self) -> dict[str, Any]:
        """Return all that the page draws, as plain JSON: nodes in preorder, and
        lines with their moves; among these, grids and the moves into them.
        """
        nodes = [node for node in self.view.labels if node.same_as is node]
        places = {node: i for i, node in enumerate(nodes)}
        lines = self.list_grids() + [(line.parent, line.node, {
            'points': format_points(line.points), 'words': line.words,
            'at': (*line.place, line.size[0]),
            'winning': any(label.is_winning for label in line.labels)})
            for line in self.list_lines() if line.node not in self.grids]
        return {'size': self.size, 'box': self.box, 'inset': self.board,
                'lines': [{'from': places[start], 'to': places[end], **line}
                          for start, end, line in lines],
                'nodes': [self.describe_node(node) for node in nodes]}

    def list_grids(self) -> list[tuple[Position, Position, dict[str, Any]]]:
        """Return the line to each grid and the moves into it: each from which
        node to which one, and what the page draws.
        """
        lines: list[tuple[Position, Position, dict[str, Any]]] = []
        for first, (parent, nodes) in self.grids.items():
            (wide, high), (x, y) = self.boxes[first], self.feet[first][-1]
            lines.append((parent, first, {
                'points': format_points(self.feet[first]),
                'box': (x - wide / 2, y, wide, high)}))
            for node in nodes:
                (x, y), label = self.places[node], self.view.labels[node]
                lines.append((node, node, {
                    'points': '', 'words': label.move, 'at': (
                        x, y - self.box[1] / 2, MOVE.measure(label.move) + 4),
                    'winning': label.is_winning}))
        return lines

    def describe_node(self, node: Position) -> dict[str, Any]:
        """Return what is in the box of node, and in words."""
        label, number = self.view.labels[node], find_number(node.state)
        x, y = self.places[node]
        words = ['Start' if node.is_root else f'Move {label.move}',
                 f'{make_player_title(label.mover)} to move',
                 number and f'{number} left', *label.words,
                 node.left_out and f'{node.left_out} positions below']
        return {'path': find_path(node), 'x': x, 'y': y,
                'sign': number or words[0].removeprefix('Move '),
                'level': node.depth + 1, 'heading': label.heading,
                'mover': label.mover, 'winner': label.winner,
                'border': label.is_bordered, 'left': node.left_out,
                'notes': label.notes[:1],
                'words': ', '.join(filter(None, words)),
                'parent': find_path(node.parent) if node.parent else None,
                'open': bool(node.children) if node.children or node.left_out
                else None}


def draw_board(state: GameState) -> Optional[Element]:
    """Return a small drawing of state, with nothing to click on; its picture,
    if the game has no drawing; None if a number says it all.
    """
    drawing = find_drawing(state)
    if find_number(state):
        return None
    board = draw_picture(state) if drawing is None \
        else drawing.draw_states([state])
    width, height = find_size(board)
    part = min(LARGEST_PART, WIDEST_BOARD / width) if drawing else 1.0
    for each in board.iter():
        for name in ['data-move', 'data-part', 'role', 'xmlns']:
            each.attrib.pop(name, None)
    board.attrib |= {'width': f'{width * part:.1f}',
                     'height': f'{height * part:.1f}'}
    return board


def draw_picture(state: GameState) -> Element:
    """Return the picture of state, which is text, as a drawing."""
    lines = str(state).splitlines()
    width = max(map(len, lines), default=0)
    svg = make_picture((0, 0), (PICTURE.advance * width,
                                PICTURE.height * (len(lines) + 0.5)))
    for i, line in enumerate(lines, 1):
        add_text(svg, (PICTURE, line.ljust(width)),
                 PICTURE.advance * width / 2, PICTURE.height * i)
    return svg


def find_size(board: Element) -> Point:
    """Return the width and the height of board."""
    return float(board.get('width', '0')), float(board.get('height', '0'))


# === What the page asks for ===

def draw_boards(game: Game, paths: Collection[str]) -> dict[str, Any]:
    """Return the drawings of the positions of game with these paths."""
    boards = {}
    for path in paths:
        state = game.current_state
        for move in path.split(',') if path else []:
            state = state.make_move(game.str_to_move(unquote(move)))
        board = draw_board(state)
        if board is not None:
            boards[path] = format_svg(board, False)
    return {'boards': boards}


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
    view = view_scores(game, root, merge, FOLDED)
    return PageDrawing(view).describe() | {
        'title': view.title, 'legend': ' '.join(view.legend), 'note': note,
        'unfolded': list_unfolded(root)}
