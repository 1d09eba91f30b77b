"""Minimax over an explicit tree: the handout.

A node is a position, and its children are the positions that its moves lead
to. Run this file to see the value of each node of an example:

    python3 minimax.py
"""

from math import inf
from typing import Any
import os
import sys

try:
    import anytree
except ImportError:
    anytree = None

NO_ANYTREE = 'This needs anytree. To install it: python3 -m pip install anytree'

# The values of the positions after these moves, for player A.
VALUES = {'X': 2, 'Y': 7, 'Z': 5, 'W': 10, 'V': 8}


def get_value(node: 'anytree.Node') -> int:
    """Return the value of the position at node for player A. It depends on the
    move that led there: the attribute move of node or, if there is none, its
    name, such as 'Move X' or 'X'. Raise ValueError if that is none of VALUES.
    """
    move = str(getattr(node, 'move', node.name)).removeprefix('Move ')
    if move not in VALUES:
        raise ValueError(
            f'{move!r} is not the name of a move. Moves: {", ".join(VALUES)}'
        )
    return VALUES[move]


def get_next_valid_moves(node: 'anytree.Node') -> list:
    """Return the nodes that the moves from node lead to."""
    return list(node.children)


def minimax(
    node: 'anytree.Node', max_depth: float, player_a_moves: bool
) -> Any:
    """Return the value of node for player A if both players play their best
    and the game ends after max_depth moves, or sooner where no move is left.

    Player A, who is to move if player_a_moves, maximizes the value, and player
    B minimizes it. Python's recursion limit allows about 900 levels.

    Raise ValueError if max_depth is not a whole number that is 0 or more, or
    inf, with which minimax looks at the whole tree.
    """
    if max_depth != inf and not (isinstance(max_depth, int) and max_depth >= 0):
        raise ValueError(
            f'{max_depth!r} is not a possible depth: it is a '
            f'whole number that is 0 or more.'
        )
    below = list(get_next_valid_moves(node)) if max_depth > 0 else []
    if not below:
        return get_value(node)
    values = []
    for child in below:
        values.append(minimax(child, max_depth - 1, not player_a_moves))
    return max(values) if player_a_moves else min(values)


def build_example() -> dict[str, 'anytree.Node']:
    """Return the nodes of the handout's tree by name: 'root', or the level and
    the place in it from the left, such as '1_2'. Raise ImportError if anytree
    is missing.
    """
    if anytree is None:
        raise ImportError(NO_ANYTREE)
    nodes = {'root': anytree.Node('Move Y')}
    for name, move, parent in (
        ('1_1', 'X', 'root'),
        ('1_2', 'Y', 'root'),
        ('2_1', 'X', '1_1'),
        ('2_2', 'Y', '1_1'),
        ('2_3', 'Z', '1_1'),
        ('2_4', 'W', '1_2'),
        ('2_5', 'Y', '1_2'),
        ('3_1', 'Y', '2_2'),
        ('3_2', 'V', '2_2'),
    ):
        nodes[name] = anytree.Node(f'Move {move}', parent=nodes[parent])
    return nodes


def make_report() -> str:
    """Return the results of the handout, and the example with the value of
    each node, as text.
    """
    root = build_example()['root']
    lines = [
        f'minimax(root, {depth}, True) = {minimax(root, depth, True)}'
        for depth in (0, 2, 3, 7)
    ]
    lines += ['', 'The value of each node, and who is to move there:']
    for before, _, node in anytree.RenderTree(root, anytree.AsciiStyle()):
        a_moves = node.depth % 2 == 0
        lines.append(
            f'{before}{node.name}: {minimax(node, inf, a_moves)} '
            f'({"A" if a_moves else "B"})'
        )
    return '\n'.join(lines)


def main() -> int:
    """Print the results. Return the exit status of the program."""
    try:
        print(make_report(), flush=True)
    except ImportError as error:
        print(error, file=sys.stderr)
        return 1
    except NotImplementedError:
        print('minimax is not written yet.', file=sys.stderr)
        return 1
    except OSError as error:
        # This file runs alone, so it cannot use interface/.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(
                f'minimax.py: standard output: {error.strerror}',
                file=sys.stderr,
            )
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
