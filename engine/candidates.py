"""The cells of a position of Stonehenge that are worth trying, best first.

Immediate wins come first, then threats and how to stop them. Only where nobody
can win at once does it matter which lines a cell is on.
"""

from typing import NamedTuple
from engine.fast_board import FastBoard, find_in_at_least, list_numbers
from engine.lines import Lines


def rate_line(needed: int) -> int:
    """Return what a line is worth to a cell on it, by what Lines.needed has for
    the line: half as much for each cell that the player to move still needs,
    and twice that if both players need one more cell.
    """
    if not needed:
        return 0
    i_need = needed >> 2
    they_need = needed & 3
    worth = 16 >> i_need
    if i_need == 1 and they_need == 1:
        worth *= 2
    return worth


WORTH = bytes(rate_line(needed) for needed in range(256))


class Tactics(NamedTuple):
    """The immediate wins, threats and defences of one position, as sets of
    cells. They tell the score wherever two plies decide the game.

    === Attributes ===
    wins: the cells with which the player to move wins at once
    threats: the cells with which the other player would win at once
    defences: the moves after which the other player cannot win at once; all
        free cells if there is no threat, and if there is an immediate win
    """

    wins: int
    threats: int
    defences: int


def find_tactics(board: FastBoard, free: int, lines: Lines) -> Tactics:
    """Return the tactics of a position in which nobody has won."""
    i_lack = board.lines_to_win - lines.mine.bit_count()
    they_lack = board.lines_to_win - lines.theirs.bit_count()
    wins = free & find_in_at_least(i_lack, lines.my_next_cells)
    threats = free & find_in_at_least(they_lack, lines.their_next_cells)
    defences = free
    if threats and not wins:
        defences = find_defences(board, free, lines, threats)
    return Tactics(wins, threats, defences)


def find_defences(
    board: FastBoard, free: int, lines: Lines, threats: int
) -> int:
    """Return the set of free cells that stop all of these threats."""
    they_lack = board.lines_to_win - lines.theirs.bit_count()
    # Only two kinds of moves take anything away from the other player: taking
    # a threat, and claiming a line that the other player could claim next.
    useful = threats
    for mine, theirs in zip(lines.my_next_cells, lines.their_next_cells):
        useful |= mine & theirs
    defences = 0
    for cell in list_numbers(free & useful):
        left = lines.their_next_cells[:]
        for direction, number in enumerate(board.lines_through[cell]):
            if lines.needed[number] >> 2 == 1:
                left[direction] &= ~board.lines[number].cells
        if not free & ~(1 << cell) & find_in_at_least(they_lack, left):
            defences |= 1 << cell
    return defences


def find_candidates(
    board: FastBoard, free: int, lines: Lines, tactics: Tactics
) -> int:
    """Return the free cells worth trying; at least one is a best move."""
    if tactics.wins:
        return tactics.wins
    if tactics.threats:
        # Any other move loses at once.
        return tactics.defences or tactics.threats
    return drop_useless(board, free, lines)


def drop_useless(board: FastBoard, free: int, lines: Lines) -> int:
    """Return the free cells without those that are no better than another.

    An extra cell never hurts its owner. So a cell on claimed lines only is of
    no use as long as there are others, and a cell whose unclaimed lines are
    all among another cell's is never better than that one. Two cells share at
    most one line, so the latter happens only to cells on one unclaimed line.
    """
    kept = free & find_in_at_least(2, lines.unclaimed_cells)
    useful = free & find_in_at_least(1, lines.unclaimed_cells)
    for cell in list_numbers(useful & ~kept):
        for number in board.lines_through[cell]:
            if lines.needed[number] and not kept & board.lines[number].cells:
                kept |= 1 << cell
    return kept


def order_cells(board: FastBoard, cells: int, lines: Lines) -> list[str]:
    """Return the letters of these cells, the most promising first."""
    line_worth = lines.needed.translate(WORTH)
    worth: dict[str, int] = {}
    for cell in list_numbers(cells):
        a, b, c = board.lines_through[cell]
        worth[board.letters[cell]] = (
            line_worth[a] + line_worth[b] + line_worth[c]
        )
    return sorted(worth, key=worth.__getitem__, reverse=True)
