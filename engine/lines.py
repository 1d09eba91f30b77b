"""How the ley-lines of a position of Stonehenge stand, kept move by move."""

from typing import NamedTuple
from engine.fast_board import FastBoard

# What Lines.needed has for a line, as the other player sees it.
OTHER_SIDE = bytes(
    4 * (needed & 3) + (needed >> 2 & 3) for needed in range(256)
)


class Lines(NamedTuple):
    """How the ley-lines of one position stand, seen by the player to move.

    Two lines of one direction never cross. So for each direction, the cells
    on many lines fit into one set, and what is true of a cell in two or three
    directions at once is found by combining three sets.

    === Attributes ===
    mine: the set of lines that the player to move has claimed
    theirs: the set of lines that the other player has claimed
    needed: for each line, 4 * (how many more cells the player to move needs
        to claim it) + (how many the other player needs), 0 if it is claimed
    unclaimed_cells: for each direction, the cells on unclaimed lines
    my_next_cells: for each direction, the cells with which the player to move
        claims a line: those on lines that need one more cell
    their_next_cells: the same for the other player
    """

    mine: int
    theirs: int
    needed: bytes
    unclaimed_cells: list[int]
    my_next_cells: list[int]
    their_next_cells: list[int]

    def after(self, board: FastBoard, cell: int) -> 'Lines':
        """Return how the lines of board stand after the player to move takes
        the cell with this number, seen by the other player.
        """
        # Whoever moves is the other player from now on.
        mine, theirs = self.theirs, self.mine
        needed = bytearray(self.needed.translate(OTHER_SIDE))
        unclaimed = self.unclaimed_cells[:]
        my_next_cells = self.their_next_cells[:]
        their_next_cells = self.my_next_cells[:]
        for direction, number in enumerate(board.lines_through[cell]):
            if not needed[number]:
                continue
            needed[number] -= 1
            they_need = needed[number] & 3
            cells = board.lines[number].cells
            if they_need == 0:
                theirs |= 1 << number
                needed[number] = 0
                unclaimed[direction] &= ~cells
                my_next_cells[direction] &= ~cells
                their_next_cells[direction] &= ~cells
            elif they_need == 1:
                their_next_cells[direction] |= cells
        return Lines(
            mine,
            theirs,
            bytes(needed),
            unclaimed,
            my_next_cells,
            their_next_cells,
        )


def count_lines(
    board: FastBoard, cells: tuple[int, int], claimed: tuple[int, int]
) -> Lines:
    """Return how the lines of board stand. The pairs are the sets of cells and
    of claimed lines, of the player to move and of the other. Raise ValueError
    if somebody has enough cells for a line that is not claimed.
    """
    needed = []
    unclaimed = [0, 0, 0]
    my_next_cells = [0, 0, 0]
    their_next_cells = [0, 0, 0]
    for number, (direction, on_line, to_claim) in enumerate(board.lines):
        if (claimed[0] | claimed[1]) >> number & 1:
            needed.append(0)
            continue
        i_need, they_need = [
            to_claim - (taken & on_line).bit_count() for taken in cells
        ]
        if min(i_need, they_need) < 1:
            raise ValueError(f'Line {number} should be claimed.')
        needed.append(4 * i_need + they_need)
        unclaimed[direction] |= on_line
        if i_need == 1:
            my_next_cells[direction] |= on_line
        if they_need == 1:
            their_next_cells[direction] |= on_line
    return Lines(
        *claimed, bytes(needed), unclaimed, my_next_cells, their_next_cells
    )
