"""Drawing a position of Subtract Square: a heap of stones, and the squares that
can be taken from it, each drawn as a square.
"""

from __future__ import annotations
from math import ceil, isqrt, sqrt
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element
from drawings.shapes import (
    Point,
    add_circle,
    add_rectangle,
    add_text,
    fill_for,
    make_picture,
)

if TYPE_CHECKING:  # Somebody else's file may have another class.
    from subtract_square_state import SubtractSquareState

GREY = '#57606a'  # Of stones.

# All lengths are in pixels.
STONE = 30  # From one stone to the next.
TILE = 76  # From one tile to the next.
TILE_SIDE = 64  # Of a tile.
STONES_TOP = 58  # Where the stones begin, below the number.

STONES = 10  # How many a row has, or twice that where there are many.
MANY = 50  # More stones than this are many.
FEWEST_TILES = 4  # How many tiles a row has, at least.

# Larger heaps are only numbers.
LARGEST_HEAP = 200


def can_draw(state: Any) -> bool:
    """Return whether state is as those of our subtract_square_state.py are."""
    return type(state).__module__ == 'subtract_square_state' and isinstance(
        getattr(state, 'current_total', None), int
    )


def find_owners(state: SubtractSquareState) -> dict[str, str]:
    """Return the stones that are left in state, which nobody owns."""
    if state.current_total > LARGEST_HEAP:
        return {}
    return {f'stone {i}': '' for i in range(1, state.current_total + 1)}


def draw_states(states: list[SubtractSquareState], title: str = '') -> Element:
    """Return the picture of the last of states. Stones that were taken since
    the first one show who has taken them.
    """
    start, total = states[0].current_total, states[-1].current_total
    stones = start if start <= LARGEST_HEAP else 0
    # Where there are many tiles, as many in a row as there are rows.
    wide = 2 * STONES if stones > MANY else STONES
    columns = max(FEWEST_TILES, wide * STONE // TILE, ceil(sqrt(isqrt(start))))
    middle = max(wide * STONE, columns * TILE) / 2
    below = STONES_TOP + ceil(stones / wide) * STONE
    high = below + STONE / 2 + ceil(isqrt(start) / columns) * TILE
    svg = make_picture((0, 0), (2 * middle, high), title)
    add_text(svg, (middle, 28), str(total), size=34)
    takers = find_takers(states) if stones else {}
    for i, (x, y) in enumerate(place_in_rows(stones, wide, STONE), 1):
        add_stone(svg, (middle + x, STONES_TOP + y), i, takers.get(i, ''))
    for i, (x, y) in enumerate(place_in_rows(isqrt(total), columns, TILE), 1):
        add_tile(svg, (middle + x, below + y), i, stones > 0)
    return svg


def find_takers(states: list[SubtractSquareState]) -> dict[int, str]:
    """Return who has taken each stone since the first of states, by its number,
    such as 'p1 gone'.
    """
    takers: dict[int, str] = {}
    for before, after in zip(states, states[1:]):
        taken = range(after.current_total + 1, before.current_total + 1)
        taker = before.get_current_player_name() + ' gone'
        takers |= dict.fromkeys(taken, taker)
    return takers


def place_in_rows(number: int, columns: int, apart: float) -> list[Point]:
    """Return the middles of so many things that are this far apart, in rows of
    this many columns. Each row is in the middle, which is 0 from left to right.

    >>> place_in_rows(3, 2, 10)
    [(-5.0, 5.0), (5.0, 5.0), (0.0, 15.0)]
    """
    places = []
    for row in range(ceil(number / columns)):
        here = min(columns, number - row * columns)
        places += [
            ((column - (here - 1) / 2) * apart, (row + 0.5) * apart)
            for column in range(here)
        ]
    return places


def add_stone(svg: Element, middle: Point, number: int, taker: str) -> None:
    """Add the stone with this number; taker is '' if it is still there."""
    style = fill_for('stone', taker, GREY) | {'data-part': f'stone {number}'}
    add_circle(svg, middle, 10, style)


def add_tile(svg: Element, middle: Point, side: int, is_dotted: bool) -> None:
    """Add the tile that stands for taking the square of side: the number, and
    if is_dotted, as many dots, in rows and columns.
    """
    x, y = middle
    square = side**2
    add_rectangle(
        svg,
        (x - TILE_SIDE / 2, y - TILE_SIDE / 2),
        (TILE_SIDE, TILE_SIDE),
        {**fill_for('cell', ''), 'rx': '7', 'data-move': str(square)},
    )
    apart = min(8.0, 30 / side)
    for left, down in place_in_rows(square if is_dotted else 0, side, apart):
        add_circle(
            svg,
            (x + left, y - 12 + down - side * apart / 2),
            round(apart * 0.36, 1),
            {'class': 'dot', 'fill': GREY},
        )
    if is_dotted:  # The number is below the dots.
        add_text(svg, (x, y + 18), str(square), size=17)
    else:
        add_text(svg, (x, y), str(square), size=20)
