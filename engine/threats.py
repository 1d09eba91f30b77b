"""Immediate wins, threats and defences in a position of Stonehenge."""
from typing import NamedTuple
from engine.fast_board import FastBoard, find_in_at_least, list_numbers
from engine.lines import Lines


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
    """Return the tactics of the position with these free cells and lines, in
    which nobody has won.
    """
    i_lack = board.lines_to_win - lines.mine.bit_count()
    they_lack = board.lines_to_win - lines.theirs.bit_count()
    wins = free & find_in_at_least(i_lack, lines.my_next_cells)
    threats = free & find_in_at_least(they_lack, lines.their_next_cells)
    defences = free
    if threats and not wins:
        defences = find_defences(board, free, lines, threats)
    return Tactics(wins, threats, defences)


def find_defences(board: FastBoard, free: int, lines: Lines, threats: int
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
