"""One search key for all positions of Stonehenge that must score the same."""
from typing import Hashable
from engine.fast_board import FastBoard, find_in_at_least, make_set
from engine.lines import Lines

# Up to this many taken cells, symmetric positions are folded. Later there are
# so many positions that finding the symmetry costs more than it saves.
SYMMETRIC_PLIES = 5


def fold(board: FastBoard, free: int, lines: Lines) -> Hashable:
    """Return a key that is equal only for positions with equal scores.

    The score depends on how many lines the player to move lacks, how many
    cells each player needs on each unclaimed line, and which cells on two or
    three unclaimed lines are free. It does not depend on who holds which cell.
    Free cells on one unclaimed line only are all alike, and the needs tell how
    many there are. Free cells on none do not count: to take one is to pass,
    and as an extra cell never hurts, nobody wants to pass.

    Up to SYMMETRIC_PLIES, positions that are mirror images or rotations of
    each other have one key, too.
    """
    # Equal needs mean equal unclaimed lines. Those claimed that are not mine
    # are theirs: so how many they lack follows from how many I lack.
    i_lack = board.lines_to_win - lines.mine.bit_count()
    cells = free & find_in_at_least(2, lines.unclaimed_cells)
    if len(board.letters) - free.bit_count() > SYMMETRIC_PLIES:
        return i_lack, cells, lines.needed
    return i_lack, *min(
        (make_set([to for to, cell in enumerate(from_cells)
                   if cells >> cell & 1]),
         bytes([lines.needed[line] for line in from_lines]))
        for from_cells, from_lines in board.symmetries)
