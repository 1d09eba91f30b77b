"""Make the pictures of the handout. Run this from the top folder:

    python3 -m course.pictures

They are the same on every machine. If a folder is named, they go there.
"""
from pathlib import Path
from typing import Any
import sys
from course.stack import make_example, walk
from course.tree_drawing import draw_moment, draw_three_moves
from drawings.shapes import format_svg
from drawings.stonehenge import draw_board, draw_states
from stonehenge import StonehengeGame, StonehengeState, board_of

FOLDER = Path(__file__).parent / 'pictures'

# The moves that the handout explains how lines are claimed with.
CLAIMS = 'DABE'

# The scores of three positions for the player to move there.
THREE_MOVES = [-1, 1, 0]

# Which moments of the walk through the example the handout shows.
MOMENTS = (1, 3, 5, 6, 7)


def play(side_length: int, moves: str) -> StonehengeState:
    """Return the position after these moves, of which player 1 makes the
    first.
    """
    state: Any = StonehengeGame(True, size=side_length).current_state
    for move in moves:
        state = state.make_move(move)
    return state


def number_markers(side_length: int) -> list[str]:
    """Return the number of each marker of the board of this side length in
    the order in which the picture in text is read.
    """
    board = board_of(side_length)
    # In the picture in text, the marks stand for the markers themselves.
    marks = ''.join(chr(0x4e00 + i) for i in range(len(board.lines)))
    shown = board.draw(board.letters, marks)
    in_order = sorted(marks, key=shown.index)
    return [str(in_order.index(mark) + 1) for mark in marks]


def make_pictures() -> dict[str, str]:
    """Return all pictures by the names of their files."""
    pictures = {}
    for n in 2, 3:
        pictures[f'stonehenge-{n}.svg'] = draw_states(
            [play(n, '')], f'The empty board with side length {n}')
    pictures['stonehenge-2-order.svg'] = draw_board(
        board_of(2), labels=number_markers(2),
        title='The markers, numbered in reading order')
    pictures['stonehenge-2-claims.svg'] = draw_states(
        [play(2, CLAIMS)], f'Side length 2 after {", ".join(CLAIMS)}')
    pictures['three-moves.svg'] = draw_three_moves(
        THREE_MOVES, 'Three moves and their scores')
    moments = walk(make_example())
    for i, number in enumerate(MOMENTS, start=1):
        pictures[f'stack-{i}.svg'] = draw_moment(
            make_example(), moments[number], f'The stack: {i}')
    return {name: format_svg(svg) for name, svg in pictures.items()}


def main(arguments: list[str]) -> None:
    """Write all pictures to the folder that arguments name, or to the usual
    one.
    """
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in make_pictures().items():
        (folder / name).write_text(picture, encoding='utf-8')


if __name__ == "__main__":
    main(sys.argv[1:])
