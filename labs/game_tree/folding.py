"""A tree in which single positions are unfolded, that is, show their moves.

Which ones is told by their paths: the moves that lead there, as text. Whoever
shows the tree keeps these, and nothing else.
"""
from typing import Any, Collection, Iterable, Optional
from urllib.parse import quote
from anytree import PreOrderIter
from game import Game
from labs.game_tree.tree import MOST_MOVES, Position, add_children, \
    build_tree, find_cut_nodes, list_moves, position_key
from labs.game_tree.views import format_plies

TOO_LARGE = f'the tree would have more than {MOST_MOVES} moves, which is too ' \
            f'many to read'

# Unless somebody asks for more, a tree has no more moves than this. It may
# have more if the root alone has more.
MOST_READABLE = 40


class TreeTooLargeError(ValueError):
    """Raised, with one line that says what to do, when a tree would be too
    large to read.
    """


def name_path(moves: Iterable[Any]) -> str:
    """Return moves as the path of the position that they lead to. Moves may
    have commas themselves, so these are written as in a link.

    >>> name_path([4, 1]), name_path([(0, 1)]), name_path([])
    ('4,1', '%280%2C 1%29', '')
    """
    return ','.join(quote(str(move), safe=' ') for move in moves)


def find_path(node: Position) -> str:
    """Return the path of the position at node."""
    return name_path(each.move for each in node.path[1:])


def list_path(path: str) -> list[str]:
    """Return the paths of all positions on the way to that with this path.

    >>> list_path('4,1')
    ['', '4', '4,1']
    """
    moves = path.split(',') if path else []
    return [','.join(moves[:i]) for i in range(len(moves) + 1)]


def unfold_plies(game: Game, plies: Optional[int], merge: bool = False
                 ) -> tuple[Position, str]:
    """Return the root of the tree of game with this many plies, or as many as
    can be read easily if that is None. Return with it a line that says what
    to do if there are fewer, otherwise ''.
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
    """Return the root of the tree of game in which the positions with the
    paths in unfolded show their moves, if they are there. If merge, each
    position is shown by one node.

    Raise TreeTooLargeError if it has more than MOST_MOVES moves.
    """
    root = Position(game.current_state)
    shown = {position_key(root.state): root} if merge else None
    level, number = [root], 0
    while level:
        level = [each for each in level if find_path(each) in unfolded]
        number += sum(len(list_moves(game, each.state)) for each in level)
        if number > MOST_MOVES:
            raise TreeTooLargeError(f'So {TOO_LARGE}. Fold a position first, '
                                    f'or choose fewer plies')
        level = [child for each in level
                 for child in add_children(game, each, shown)]
    return root


def unfold_for(game: Game, unfolded: Collection[str], path: str
               ) -> tuple[Position, str]:
    """Return what unfold_tree does, with the position with this path in the
    tree and its moves, if there is room for it. Return with it a line that
    says if there is not, otherwise ''.
    """
    try:
        return unfold_tree(game, {*unfolded, *list_path(path)}), ''
    except TreeTooLargeError:
        return unfold_tree(game, unfolded), \
            'The search has left the tree: there is no room for this position.'


def list_unfolded(root: Position) -> list[str]:
    """Return the paths of all positions that show their moves."""
    return [find_path(node) for node in PreOrderIter(root) if node.children]
