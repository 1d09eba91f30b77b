"""Drawing a position of domineering: the squares and the dominoes on them."""
from xml.etree.ElementTree import Element
from labs.boards import Place
from labs.dominoes.domineering import DomineeringState
from drawings.shapes import add_rectangle, add_text, fill_for, make_picture

SIDE = 44  # The side of a square, in pixels.
MARGIN = 26


def list_covered(state: DomineeringState) -> set[tuple[int, int]]:
    """Return the row and the column of each square that a domino covers."""
    return {(row, col)
            for row, squares in enumerate(state.dominoes.get_board())
            for col, covered in enumerate(squares) if covered}


def find_owners(state: DomineeringState) -> dict[str, str]:
    """Return 'covered' for each square that is, and '' for each other one."""
    covered = list_covered(state)
    return {str(Place(row, col)): 'covered' if (row, col) in covered else ''
            for row in range(state.dominoes.rows)
            for col in range(state.dominoes.cols)}


def describe_claims(parts: list[str]) -> str:
    """Return in words which squares parts are.

    >>> describe_claims(['b1', 'b2'])
    'covers b1 and b2'
    """
    return f'covers {" and ".join(parts)}' if parts else ''


def draw_states(states: list[DomineeringState], title: str = '') -> Element:
    """Return the picture of the last of states, with the dominoes that were
    placed since the first one.
    """
    rows, cols = states[0].dominoes.rows, states[0].dominoes.cols
    svg = make_picture((-MARGIN, -MARGIN), (cols * SIDE + MARGIN + 6,
                                            rows * SIDE + MARGIN + 6), title)
    for row in range(rows):
        add_text(svg, (-MARGIN / 2, (row + 0.5) * SIDE), str(row + 1), size=14)
        for col in range(cols):
            square = add_rectangle(svg, (col * SIDE, row * SIDE),
                                   (SIDE, SIDE), fill_for('cell bare', ''))
            square.set('data-move', str(Place(row, col)))
            square.set('data-part', str(Place(row, col)))
    for col in range(cols):
        add_text(svg, ((col + 0.5) * SIDE, -MARGIN / 2),
                 str(Place(0, col))[0], size=14)
    for before, after in zip(states, states[1:]):
        new = list_covered(after) - list_covered(before)
        add_domino(svg, new, before.get_current_player_name())
    return svg


def add_domino(svg: Element, squares: set[tuple[int, int]], owner: str
               ) -> None:
    """Add a domino of owner on these squares."""
    (top, left), (bottom, right) = min(squares), max(squares)
    size = ((right - left + 1) * SIDE - 8, (bottom - top + 1) * SIDE - 8)
    add_rectangle(svg, (left * SIDE + 4, top * SIDE + 4), size,
                  {**fill_for('domino', owner), 'rx': '8'}
                  ).set('data-part', str(Place(top, left)))
    add_text(svg, (left * SIDE + 4 + size[0] / 2,
                   top * SIDE + 4 + size[1] / 2),
             owner.removeprefix('p'), '#ffffff', 17)
