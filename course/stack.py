"""How iterative minimax walks through a small tree, moment by moment."""
from __future__ import annotations
from typing import NamedTuple, Optional


class Node:
    """A node of a tree that a search walks through.

    === Attributes ===
    name: a letter
    children: the nodes below it
    final: its score if the game is over there, otherwise None
    seen: whether the search has been at it, and knows its children
    score: its score as soon as the search knows it
    """
    name: str
    children: list[Node]
    final: Optional[int]
    seen: bool
    score: Optional[int]

    def __init__(self, name: str, *children: Node,
                 final: Optional[int] = None) -> None:
        """Initialize a node that no search has been at."""
        self.name, self.children, self.final = name, list(children), final
        self.seen, self.score = False, None


class Moment(NamedTuple):
    """What a search knows when it has looked at a node.

    === Attributes ===
    looked_at: the name of that node, '' before the first one
    stack: the names of the nodes on the stack, the top last
    made: the names of the nodes that have been made
    scores: the scores that are known, by name
    """
    looked_at: str
    stack: str
    made: str
    scores: dict[str, int]


def make_example() -> Node:
    """Return the root of the tree in the handout."""
    return Node('a', Node('b', Node('d', final=1), Node('e', final=0)),
                Node('c', final=1))


def list_nodes(root: Node) -> list[Node]:
    """Return root and all nodes below it."""
    found = [root]
    for child in root.children:
        found += list_nodes(child)
    return found


def walk(root: Node) -> list[Moment]:
    """Search the tree of root with a stack. Return the moment before it
    begins, and then that after each look at a node.

    >>> [moment.stack for moment in walk(make_example())]
    ['a', 'abc', 'ab', 'abde', 'abd', 'ab', 'a', '']
    """
    stack, made = [root], [root]
    moments = [take_moment('', stack, made)]
    while stack:
        node = stack.pop()
        if node.final is not None:
            node.score = node.final
        elif not node.seen:
            node.seen = True
            made += node.children
            stack += [node, *node.children]
        else:
            node.score = max(-(child.score or 0) for child in node.children)
        moments.append(take_moment(node.name, stack, made))
    return moments


def take_moment(looked_at: str, stack: list[Node], made: list[Node]) -> Moment:
    """Return what is known now."""
    return Moment(looked_at, ''.join(node.name for node in stack),
                  ''.join(node.name for node in made),
                  {node.name: node.score for node in made
                   if node.score is not None})
