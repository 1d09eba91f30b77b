"""Drawing a position of Subtract Square: a heap of stones, and the squares that
can be taken from it, each drawn as a square.
"""
from __future__ import annotations
from math import isqrt
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element
from drawings.shapes import Point, add_circle, add_rectangle, \
    add_text, fill_for, make_picture

if TYPE_CHECKING:  # Somebody else's file may have another class.
    from subtract_square_state import SubtractSquareState

# All lengths are in pixels.
WIDTH = 320
STONE = 30  # From one stone to the next.
ROW = 10  # How many stones a row has.
MARGIN = 10
TILE, GAP = 64, 12  # The side of a tile, and the distance to the next.
TILES = 4  # How many tiles a row has.
TOP = 58  # Where the stones begin, below the number.

# Larger heaps are only a number.
LARGEST_HEAP = 200


def can_draw(state: Any) -> bool:
    """Return whether state is as those of our subtract_square_state.py are."""
    return isinstance(getattr(state, 'current_total', None), int)


def find_owners(state: SubtractSquareState) -> dict[str, str]:
    """Return the stones that are left in state, which nobody owns.

    >>> from subtract_square_state import SubtractSquareState
    >>> find_owners(SubtractSquareState(True, 2))
    {'stone 1': '', 'stone 2': ''}
    """
    total = state.current_total
    return {f'stone {i}': '' for i in range(1, total + 1)} \
        if total <= LARGEST_HEAP else {}


def describe_claims(parts: list[str]) -> str:
    """Return '': the name of a move says how many stones it takes."""
    assert isinstance(parts, list)
    return ''


def draw_states(states: list[SubtractSquareState], title: str = '') -> Element:
    """Return the picture of the last of states. Stones that were taken since
    the first one show who has taken them.
    """
    start, total = states[0].current_total, states[-1].current_total
    stones = start if start <= LARGEST_HEAP else 0
    squares = [side ** 2 for side in range(1, isqrt(total) + 1)]
    below = TOP + -(-stones // ROW) * STONE + GAP
    rows = -(-isqrt(start) // TILES)
    size = (WIDTH, below + rows * (TILE + GAP) + MARGIN)
    svg = make_picture((0, 0), size, title)
    add_text(svg, (WIDTH / 2, 28), str(total), size=34)
    takers = {stone: before.get_current_player_name()
              for before, after in zip(states, states[1:])
              for stone in range(after.current_total + 1,
                                 before.current_total + 1)} if stones else {}
    for i in range(1, stones + 1):
        add_circle(svg, place_stone(i, stones), 10,
                   fill_for('stone', f'{takers[i]} gone' if i in takers
                            else '', '#57606a')).set('data-part', f'stone {i}')
    for number, square in enumerate(squares):
        add_tile(svg, (find_left(number, len(squares)),
                       below + number // TILES * (TILE + GAP)), square)
    return svg


def find_left(number: int, tiles: int) -> float:
    """Return how far to the right the tile with this number begins, if there
    are this many tiles: each row is in the middle.
    """
    first = number // TILES * TILES
    here = min(TILES, tiles - first)
    return (WIDTH - here * (TILE + GAP) + GAP) / 2 \
        + (number - first) * (TILE + GAP)


def place_stone(number: int, stones: int) -> Point:
    """Return the middle of the stone with this number, from 1 on, in a heap
    of this many, which is in the middle.

    >>> place_stone(1, 1)[0] == WIDTH / 2
    True
    """
    row, column = divmod(number - 1, ROW)
    return (WIDTH / 2 + (column + 0.5 - min(stones, ROW) / 2) * STONE,
            TOP + (row + 0.5) * STONE)


def add_tile(svg: Element, corner: Point, square: int) -> None:
    """Add the tile that stands for taking square stones: as many dots, in rows
    and columns, and the number.
    """
    tile = add_rectangle(svg, corner, (TILE, TILE),
                         {**fill_for('cell', ''), 'rx': '7'})
    tile.set('data-move', str(square))
    side = isqrt(square)
    apart = min(8.0, 30 / side)
    if side <= 10:
        for i in range(square):
            row, column = divmod(i, side)
            add_circle(svg, (corner[0] + TILE / 2
                             + (column - (side - 1) / 2) * apart,
                             corner[1] + 20 + (row - (side - 1) / 2) * apart),
                       round(apart * 0.36, 1),
                       {'class': 'dot', 'fill': '#57606a'})
    add_text(svg, (corner[0] + TILE / 2, corner[1] + TILE - 14), str(square),
             size=17)
