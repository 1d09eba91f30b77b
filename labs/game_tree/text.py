"""A tree as text, in the form of anytree."""
from anytree import AsciiStyle, PreOrderIter, RenderTree
from labs.game_tree.tree import Position
from labs.game_tree.views import View


def as_text(view: View) -> str:
    """Return the tree of view as text: a node on each line."""
    numbers = reference_numbers(view.root)
    picture = view.picture(view.root)
    lines = [view.title(), '', *picture] + [''] * bool(picture)
    for before, _, node in RenderTree(view.root, AsciiStyle()):
        lines.append(before + node_as_text(view, node, numbers))
    return '\n'.join([*lines, '', *view.legend('*')])


def reference_numbers(root: Position) -> dict[Position, int]:
    """Return a number for each node that others name as the one that shows
    their position.
    """
    named = {node.same_as for node in root.descendants
             if node.same_as is not node}
    in_order = [node for node in PreOrderIter(root) if node in named]
    return {node: i for i, node in enumerate(in_order, start=1)}


def node_as_text(view: View, node: Position, numbers: dict[Position, int]
                 ) -> str:
    """Return the line for node. Numbers are the reference numbers."""
    words = [] if node.is_root else [f'{view.move(node)} ->']
    words.append(view.heading(node))
    if node.same_as is not node:
        words.append(f'see #{numbers[node.same_as]}')
    else:
        if node in numbers:
            words.append(f'#{numbers[node]}')
        words += [f' {note}' for note in view.notes(node)]
    if view.on_winning_line(node):
        words.append('*')
    return ' '.join(words)
