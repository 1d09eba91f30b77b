"""Drawing a position of domineering: the squares and the dominoes on them."""

from xml.etree.ElementTree import Element
from labs.boards import Place
from labs.dominoes.domineering import DomineeringState
from drawings.shapes import (
    PAPER,
    add_rectangle,
    add_text,
    fill_for,
    make_picture,
)

Square = tuple[int, int]

SIDE = 44  # From one square to the next, in pixels.
INSET = 3  # From the edge of a square to its frame, which may be thick.
EDGE = 26  # Around the board, where rows and columns are named.


def list_covered(state: DomineeringState) -> set[Square]:
    """Return the row and the column of each square that a domino covers."""
    return {
        (row, col)
        for row, squares in enumerate(state.dominoes.get_board())
        for col, covered in enumerate(squares)
        if covered
    }


def find_owners(state: DomineeringState) -> dict[str, str]:
    """Return 'covered' for each square that is, and '' for each other one."""
    covered = list_covered(state)
    return {
        str(Place(row, col)): 'covered' if (row, col) in covered else ''
        for row in range(state.dominoes.rows)
        for col in range(state.dominoes.cols)
    }


def describe_claims(parts: list[str]) -> str:
    """Return a phrase for the squares that a move has covered.

    >>> describe_claims(['b1', 'b2'])
    'covers b1 and b2'
    """
    return f'covers {" and ".join(parts)}' if parts else ''


def explain_ending(state: DomineeringState) -> tuple[str, list[str]]:
    """Return in words why the game is over at state, and the empty squares."""
    if state.p1_turn:
        loser, where = 'Player 1', 'one above the other'
    else:
        loser, where = 'Player 2', 'side by side'
    why = f'{loser} has no move left: no two empty squares are {where}.'
    owners = find_owners(state)
    return why, [square for square, owner in owners.items() if not owner]


def draw_states(states: list[DomineeringState], title: str = '') -> Element:
    """Return the picture of the last of states, with the dominoes that were
    placed since the first one.
    """
    rows, cols = states[0].dominoes.rows, states[0].dominoes.cols
    svg = make_picture(
        (-EDGE, -EDGE), (cols * SIDE + EDGE + 6, rows * SIDE + EDGE + 6), title
    )
    for row in range(rows):
        add_text(svg, (-EDGE / 2, (row + 0.5) * SIDE), str(row + 1), size=14)
        for col in range(cols):
            square = (row, col)
            name = str(Place(row, col))
            names = {'data-move': name, 'data-part': name}
            add_frame(svg, square, square, fill_for('cell bare', '') | names)
    for col in range(cols):
        letter = str(Place(0, col))[0]
        add_text(svg, ((col + 0.5) * SIDE, -EDGE / 2), letter, size=14)
    for before, after in zip(states, states[1:]):
        new = list_covered(after) - list_covered(before)
        add_domino(svg, new, before.get_current_player_name())
    return svg


def add_frame(
    svg: Element, first: Square, last: Square, style: dict[str, str]
) -> None:
    """Add a frame just inside the outline of the squares from first to last."""
    top, left = first
    bottom, right = last
    corner = left * SIDE + INSET, top * SIDE + INSET
    width = (right - left + 1) * SIDE - 2 * INSET
    height = (bottom - top + 1) * SIDE - 2 * INSET
    add_rectangle(svg, corner, (width, height), style | {'rx': '6'})


def add_domino(svg: Element, squares: set[Square], owner: str) -> None:
    """Add a domino of owner on these squares."""
    first, last = min(squares), max(squares)
    style = fill_for('domino', owner) | {'data-part': str(Place(*first))}
    add_frame(svg, first, last, style)
    x = (first[1] + last[1] + 1) * SIDE / 2
    y = (first[0] + last[0] + 1) * SIDE / 2
    add_text(svg, (x, y), owner.removeprefix('p'), PAPER, 17)
