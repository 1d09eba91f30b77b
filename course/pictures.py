"""Make the pictures of boards in the handout. Run this from the top folder:

    python3 -m course.pictures

They are the same on every machine. If a folder is named, they go there. The
pictures of the stack and of three moves are drawn by hand.
"""

from pathlib import Path
from typing import Any
import sys
from drawings.shapes import format_svg
from drawings.stonehenge import draw_states
from stonehenge import StonehengeGame, StonehengeState

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


def make_pictures() -> dict[str, str]:
    """Return the pictures of boards by the names of their files."""
    pictures = {
        f'stonehenge-{n}': draw_states(
            [play_moves(n, '')], f'The empty board with side length {n}'
        )
        for n in (2, 3)
    }
    pictures['stonehenge-2-order'] = draw_states(
        [play_moves(2, '')],
        'The markers, numbered in reading order',
        [str(number) for number in range(1, 10)],
    )
    pictures['stonehenge-2-claims'] = draw_states(
        [play_moves(2, CLAIMS)], f'Side length 2 after {", ".join(CLAIMS)}'
    )
    return {f'{name}.svg': format_svg(svg) for name, svg in pictures.items()}


def main(arguments: list[str]) -> None:
    """Write the pictures to the folder that arguments name, or to the usual
    one.
    """
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in make_pictures().items():
        (folder / name).write_text(picture, encoding='utf-8')


if __name__ == '__main__':
    main(sys.argv[1:])
