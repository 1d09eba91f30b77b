"""Drawing a position of Hex: a rhombus of hexagons, whose edges have the
colours of the players who are to join them.
"""

from math import sqrt
from string import ascii_lowercase
from typing import Any
from xml.etree.ElementTree import Element, SubElement
from hex_grid import single_cells
from drawings.shapes import (
    COLOURS,
    PAPER,
    Point,
    add_polygon,
    add_text,
    fill_for,
    find_corners,
    fit_picture,
    format_points,
)
from labs.boards import Place

RADIUS = 22.0  # Of a hexagon, from its middle to a corner, in pixels.
CELL_WIDTH = RADIUS * sqrt(3)  # From one cell to the next in its row.


def find_owners(state: Any) -> dict[str, str]:
    """Return the owner of each cell of state, a HexState, '' for none."""
    names = {'B': 'p1', 'W': 'p2', '-': ''}
    board = state.grid.board_of(state.black, state.white)
    return {
        str(Place(row, col)): names[cell]
        for row, cells in enumerate(board)
        for col, cell in enumerate(cells)
    }


def explain_ending(state: Any) -> tuple[str, list[str]]:
    """Return in words why the game is over at state, and the cells that the
    winning chain needs.
    """
    if state.winner == 'p1':
        side, own, edges = 'B', state.black, 'left and right'
    else:
        side, own, edges = 'W', state.white, 'top and bottom'
    for cell in single_cells(own):
        if state.grid.joins(side, own & ~cell):
            own &= ~cell
    chain = [Place(*state.grid.place_of(each)) for each in single_cells(own)]
    return f'A chain joins {edges}.', list(map(str, chain))


def place_cell(row: int, col: int) -> Point:
    """Return the middle of the cell in this row and column."""
    return (col + row / 2) * CELL_WIDTH, row * RADIUS * 1.5


def draw_states(states: list, title: str = '') -> Element:
    """Return the picture of the last of states, which are HexStates."""
    state = states[-1]
    size = state.grid.size
    ends = [
        place_cell(0, 0),
        place_cell(size - 1, size - 1),
        place_cell(size - 1, 0),
    ]
    svg = fit_picture(ends, RADIUS * 2.1, title)
    add_edges(svg, size)
    for number, (name, owner) in enumerate(find_owners(state).items()):
        row, col = divmod(number, size)
        corners = find_corners(place_cell(row, col), RADIUS)
        names = {'data-move': name, 'data-part': name}
        add_polygon(svg, corners, fill_for('cell bare', owner) | names)
        if owner:
            add_text(svg, place_cell(row, col), owner[1], PAPER, 17)
    add_names(svg, size)
    return svg


def add_names(svg: Element, size: int) -> None:
    """Add the letters of the columns and the numbers of the rows."""
    for i in range(size):
        x, y = place_cell(0, i)
        above = x - CELL_WIDTH * 0.35, y - RADIUS * 1.5
        add_text(svg, above, ascii_lowercase[i], size=13)
        x, y = place_cell(i, 0)
        add_text(svg, (x - CELL_WIDTH * 0.95, y), str(i + 1), size=13)


def add_edges(svg: Element, size: int) -> None:
    """Add the edges of the board of this size in the colours of the players:
    player 1 joins left and right, player 2 top and bottom.
    """
    rows = range(size)
    last = size - 1
    for owner, corners, cells in (
        ('p1', (4, 5, 0), [(i, 0) for i in rows]),
        ('p1', (3, 2, 1), [(i, last) for i in rows]),
        ('p2', (4, 3, 2), [(0, i) for i in rows]),
        ('p2', (5, 0, 1), [(last, i) for i in rows]),
    ):
        around = [find_corners(place_cell(*cell), RADIUS) for cell in cells]
        points = [each[n] for each in around for n in corners]
        SubElement(
            svg,
            'polyline',
            {
                'class': f'edge {owner}',
                'fill': 'none',
                'points': format_points(points),
                'stroke': COLOURS[owner],
                'stroke-width': '9',
            },
        )
