"""The tree of Subtract Square from 6 as text and in DOT. The SVG is compared
with one that was looked at: see test_pictures.py.
"""
from functools import lru_cache
import re
import pytest
from labs.game_tree.views import format_dot, format_text
from subtract_square_game import SubtractSquareGame
from tests.support.game_trees import README, build_view


@lru_cache(maxsize=None)
def subtract_square(total: int, mover: str = 'p1') -> tuple:
    """Return the tree of Subtract Square from total: its heading, the score of
    player 1, and the trees below by the move that leads there."""
    other = 'p2' if mover == 'p1' else 'p1'
    under = {move: subtract_square(total - move, other)
             for move in (1, 4, 9, 16, 25) if move <= total}
    sign = 1 if mover == 'p1' else -1
    value = sign * max((sign * each[1] for each in under.values()), default=-1)
    return f'{mover}:{total}', value, under


def test_expected() -> None:
    """p1:6 is 1 for player 1."""
    assert subtract_square(6)[:2] == ('p1:6', 1)


def mark_lines(node: tuple, on_line: bool = True) -> tuple:
    """Return node, a tree of subtract_square that p1 wins, with whether it is
    on a winning line."""
    name, value, under = node
    return name, value, on_line, {
        str(move): mark_lines(each, on_line and each[1] == 1)
        for move, each in under.items()}


EXPECTED = mark_lines(subtract_square(6))


def test_text() -> None:
    """The text has the nodes, moves, scores and marks, each in its place; so
    has the README."""
    text = format_text(build_view(SubtractSquareGame(True, size=6)))
    stack: list[tuple[str, int, bool, dict]] = []
    for line in text.split('\n\n')[1].splitlines():
        before, move, name, value, other, star = re.fullmatch(
            r'([| +`-]*?)(?:(\d+) -> )?(p\d:\d+)  p1 ([+-]1), p2 ([+-]1)( \*)?',
            line).groups()
        assert int(value) == -int(other)
        node = (name, int(value), star is not None, {})
        del stack[len(before) // 4:]
        if stack:
            stack[-1][3][move] = node
        stack.append(node)
    assert stack[0] == EXPECTED
    assert f'```\n{text}\n```' in README


def read_dot(text: str, names: dict[str, str], at: str = 'n0',
             on_line: bool = True) -> tuple:
    """Return the tree below the node called at in a text for Graphviz."""
    attributes = names[at]
    name, value = re.match(r'label="(p\d:\d+)\\np1 ([+-]1), p2 [+-]1\\n"',
                           attributes).groups()
    assert ('peripheries=2' in attributes) == on_line
    under = {}
    for end, edge in re.findall(rf'"{at}" -> "(n\d+)" \[(.*)\];', text):
        move = re.match(r'label=" (\d+)"', edge)[1]
        under[move] = read_dot(text, names, end, 'penwidth=3' in edge)
    return name, int(value), on_line, under


@pytest.mark.parametrize('merge', [False, True])
def test_dot(merge: bool) -> None:
    """The text for Graphviz has the nodes, moves, scores and marks; merged, a
    node has several lines to it."""
    text = format_dot(build_view(SubtractSquareGame(True, size=6), merge=merge))
    names = dict(re.findall(r'^ *"(n\d+)" \[(label.*)\];$', text,
                            re.MULTILINE))
    assert len(names) == (10 if merge else 13)
    assert read_dot(text, names) == EXPECTED
