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
from drawings.shapes import Point, format_svg, make_picture
from game import Game
from game_state import GameState
from interface.words import format_plies, make_player_title
from labs.game_tree.svg import GAP, HEADING, MOVE, NOTE, PADDING, \
    PICTURE, Drawing, add_box, add_lines, add_move, list_picture
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

# What folds a position, and what unfolds it, before the number of those below.
UNFOLDED, FOLDED = '\u25be', '\u25b8'

Mark = tuple[str, str, str, str]  # See make_mark.


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
    Raise ValueError if it has more than MOST_NODES moves.
    """
    root = build_tree(game, None, merge, MOST_NODES, unfolded)
    if any(find_path(node) in unfolded for node in find_cut_nodes(game, root)):
        raise ValueError(f'So {TOO_LARGE}. Fold a position first, or choose '
                         f'fewer plies')
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
    grids: the positions that are put into a grid, by the one above them
    """
    box: Point
    board: Point
    grids: dict[Position, tuple[Position, ...]]

    def __init__(self, view: View, longest: str = '') -> None:
        """Initialize a drawing of the tree of view, with room for the longest
        words below a heading.
        """
        board = draw_board(view.root.state)
        self.board = (0.0, 0.0) if board is None else find_size(board)
        width = max(self.board[0], NOTE.measure(longest), *(
            max(HEADING.measure(each.heading),
                *map(NOTE.measure, ['', *each.notes]))
            for each in view.labels.values()))
        self.box = (width + 2 * PADDING, self.board[1] + HEADING.height
                    + 2 * NOTE.height + 1.5 * PADDING)
        self.grids = {}
        super().__init__(view._replace(title='', legend=[]))
        for nodes in self.grids.values():
            self.place_grid(nodes)

    def place_grid(self, nodes: tuple[Position, ...]) -> None:
        """Put nodes where their grid is."""
        (x, y), (wide, high) = self.places[nodes], self.boxes[nodes]
        for i, node in enumerate(nodes):
            row, column = divmod(i, self.count_columns(len(nodes)))
            self.places[node] = (
                x - (wide - self.box[0]) / 2 + GAP
                + column * (self.box[0] + GAP),
                y - (high - self.box[1]) / 2 + GRID_GAP
                + row * (self.box[1] + GRID_GAP))

    def measure_boxes(self) -> dict[Any, Point]:
        """Return the width and the height of all boxes to be laid out, those of
        grids included.
        """
        boxes: dict[Any, Point] = {node: self.box for node in self.view.labels
                                   if node.same_as is node}
        if len(boxes) < len(self.view.labels):
            return boxes  # In a graph, lines may lead to any node.
        most = 1 if len(boxes) > MOST_READABLE else MOST_SIDE_BY_SIDE
        for parent in list(boxes):
            nodes = tuple(each for each in parent.children if not each.children)
            if len(nodes) > most:
                self.grids[parent] = nodes
                columns = self.count_columns(len(nodes))
                boxes[nodes] = (
                    columns * (self.box[0] + GAP) + GAP,
                    ceil(len(nodes) / columns) * (self.box[1] + GRID_GAP) + GAP)
                for leaf in nodes:
                    del boxes[leaf]
        return boxes

    def count_columns(self, number: int) -> int:
        """Return how many columns a grid of so many boxes has."""
        width, height = self.box
        return ceil(sqrt(number * GRID_SHAPE * height / width)) \
            if number > MOST_SIDE_BY_SIDE else 1

    def list_below(self, node: Any) -> list[Any]:
        """Return the boxes and grids that lines lead to from node."""
        if isinstance(node, tuple):
            return []
        grid = [self.grids[node]] if node in self.grids else []
        return super().list_below(node) + grid

    def describe(self) -> dict[str, Any]:
        """Return all that the page draws, as plain JSON: nodes in preorder, and
        what else is drawn, each with the node that it comes with, below nodes
        or above them.
        """
        nodes = [node for node in self.view.labels if node.same_as is node]
        places = {node: i for i, node in enumerate(nodes)}
        parts = []
        for parent, child, line, moves in self.draw_lines():
            ends = self.find_ends(parent, child)
            if isinstance(child, tuple):
                frame = Element('g')
                frame.append(line)
                add_box(frame, self.places[child], self.boxes[child], 8,
                        {'class': 'grid', 'fill': 'none'})
                line, child = frame, child[0]
            parts += [(child, 0, ends, line), (child, 2, ends, moves)]
        for leaf in (each for grid in self.grids.values() for each in grid):
            (x, y), words = self.places[leaf], self.view.labels[leaf].move
            moves = Element('g')
            add_move(moves, words, ((x, y - self.box[1] / 2), (
                MOVE.measure(words) + 4, MOVE.height)))
            parts.append((leaf, 2, self.find_ends(leaf), moves))
        names = 'wide', 'high', 'board-wide', 'board-high'
        return {'size': self.size,
                'sides': dict(zip(names, (*self.box, *self.board))),
                'nodes': [self.describe_node(node, places) for node in nodes],
                'parts': [{'node': places[each], 'layer': layer, 'ends': sides,
                           'svg': format_svg(element, False)}
                          for each, layer, sides, element in parts]}

    def find_ends(self, *boxes: Any) -> tuple[float, float, float, float]:
        """Return the left, the upper, the right and the lower end of these
        boxes, taken together.
        """
        sides = [(*self.places[each], *self.boxes.get(each, self.box))
                 for each in boxes]
        return (min(x - wide / 2 for x, _, wide, _ in sides),
                min(y - high / 2 for _, y, _, high in sides),
                max(x + wide / 2 for x, _, wide, _ in sides),
                max(y + high / 2 for _, y, _, high in sides))

    def describe_node(self, node: Position, places: dict[Position, int]
                      ) -> dict[str, Any]:
        """Return what is in the box of node, and in words. The nodes are at
        these places in the list of all.
        """
        label, number = self.view.labels[node], find_number(node.state)
        x, y = self.places[node]
        words = ['Start' if node.is_root else f'Move {label.move}',
                 f'{make_player_title(label.mover)} to move',
                 number and f'{number} left',
                 f'{make_player_title(label.winner)} wins' if label.winner
                 else ''.join(label.notes[:1]),
                 node.left_out and f'{node.left_out} positions below']
        can_fold = node.left_out or node.children and label.notes
        return {'path': find_path(node), 'x': x, 'y': y,
                'ends': self.find_ends(node),
                'parent': places.get(node.parent or node, -1),
                'level': node.depth + 1,
                'class': label.mover + ' bordered' * label.is_bordered,
                'text': {'heading': label.heading,
                         'sign': number or words[0].removeprefix('Move '),
                         'arrow': f'{FOLDED} {node.left_out}' if node.left_out
                                  else UNFOLDED if can_fold else ''},
                'mark': make_mark('scored', label.winner, *label.notes[:1]),
                'words': ', '.join(filter(None, words)),
                'open': bool(node.children) if can_fold else None}


def make_mark(kind: str, winner: str, note: str = '', why: str = '',
              words: str = '') -> Mark:
    """Return what is known of a node, as the page shows it: what kind it is and
    who wins, as classes of the style sheet, two notes, and all that in words.
    """
    return kind + f' for-{winner}' * bool(winner), note, why, words


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
    texts = list_picture(str(state).splitlines())
    width = max((PICTURE.measure(text) for _, text in texts), default=0.0)
    svg = make_picture((0, 0), (width, PICTURE.height * len(texts)))
    add_lines(svg, texts, width / 2, 0)
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
    positions that show their moves. Raise ValueError if it is too large.
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
