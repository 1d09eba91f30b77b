"""The cells of a position of Stonehenge that are worth trying, best first."""
from engine.fast_board import FastBoard, find_in_at_least, list_numbers
from engine.lines import Lines
from engine.threats import Tactics

# What a line is worth to a cell on it, by what Lines.needed has for the line:
# half as much for each cell that the player to move still needs, and twice
# that if both players need one more cell (4 * 1 + 1).
WORTH = bytes((16 >> (needed >> 2)) << (needed == 5) if needed else 0
              for needed in range(256))


def find_candidates(board: FastBoard, free: int, lines: Lines,
                    tactics: Tactics) -> int:
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
    """Return the letters of these cells, the most promising first: the closer
    a cell's lines are to being claimed, the better.
    """
    line_worth, worth = lines.needed.translate(WORTH), {}
    for cell in list_numbers(cells):
        a, b, c = board.lines_through[cell]
        worth[board.letters[cell]] = \
            line_worth[a] + line_worth[b] + line_worth[c]
    return sorted(worth, key=worth.get, reverse=True)
