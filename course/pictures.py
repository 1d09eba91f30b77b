"""Make the pictures of boards in the handout. Run this from the top folder:

    python3 -m course.pictures

They are the same on every machine. If a folder is named, they go there. The
pictures of the stack and of three moves are drawn by hand.
"""
from pathlib import Path
from typing import Any
import sys
from drawings.shapes import format_svg
from drawings.stonehenge import draw_board, draw_states
from stonehenge import StonehengeGame, StonehengeState, board_of

FOLDER = Path(__file__).parent / 'pictures'

# The moves that the handout explains how lines are claimed with.
CLAIMS = 'DABE'


def play_moves(side_length: int, moves: str) -> StonehengeState:
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
    """Return the pictures of boards by the names of their files."""
    pictures = {f'stonehenge-{n}': draw_states(
        [play_moves(n, '')], f'The empty board with side length {n}')
        for n in (2, 3)}
    pictures['stonehenge-2-order'] = draw_board(
        board_of(2), labels=number_markers(2),
        title='The markers, numbered in reading order')
    pictures['stonehenge-2-claims'] = draw_states(
        [play_moves(2, CLAIMS)], f'Side length 2 after {", ".join(CLAIMS)}')
    return {f'{name}.svg': format_svg(svg) for name, svg in pictures.items()}


def main(arguments: list[str]) -> None:
    """Write the pictures to the folder that arguments name, or to the usual
    one.
    """
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in make_pictures().items():
        (folder / name).write_text(picture, encoding='utf-8')


if __name__ == "__main__":
    main(sys.argv[1:])
