"""The rules of each game once more, as plainly as one can write them, to
compare the games with.

A plain position knows whose turn it is (p1_turn), who has won (winner, '' if
nobody has), the moves that the player to move can make, where they lead, and
the marks in its picture, from left to right and top to bottom. Stonehenge,
whose pictures and ley-lines were typed in, is the solution in solutions/lists.
"""

from __future__ import annotations
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any
import re
import sys
from tests.labs.dominoes.plain_search import after, legal_moves
from tests.support.hex_reference import fill_cell, flood_fill_wins
from tests.support.suites import SOLUTIONS

SPEC: Any = spec_from_file_location(
    'plain_stonehenge', SOLUTIONS / 'lists' / 'stonehenge.py'
)
PLAIN = module_from_spec(SPEC)
sys.modules['plain_stonehenge'] = PLAIN
SPEC.loader.exec_module(PLAIN)


class Stonehenge:
    """A position of Stonehenge, which goes on after somebody has won."""

    marks_in_picture = '[A-Z@12]'

    def __init__(self, p1_turn: bool, state: Any, winner: str = '') -> None:
        self.p1_turn = p1_turn
        self.winner = winner
        self.state = state
        if isinstance(state, int):
            self.state = PLAIN.StonehengeState(p1_turn, state)

    def moves(self) -> list[str]:
        """Return the letters of the free cells."""
        return [mark for mark in self.state.cells if mark.isalpha()]

    def make(self, move: str) -> Stonehenge:
        """Return the position after the player to move has taken a cell."""
        state = self.state.make_move(move)
        mover = '1' if self.p1_turn else '2'
        winner = self.winner
        if not winner and state.half_claimed(mover):
            winner = 'p' + mover
        return Stonehenge(not self.p1_turn, state, winner)

    def marks(self) -> list[str]:
        """Return markers and cells."""
        return re.findall(self.marks_in_picture, str(self.state))


class SubtractSquare:
    """What is left in Subtract Square."""

    marks_in_picture = r'\d+'

    def __init__(self, p1_turn: bool, left: int) -> None:
        self.p1_turn = p1_turn
        self.left = left
        self.winner = ''
        if not left:
            self.winner = 'p2' if p1_turn else 'p1'

    def moves(self) -> list[int]:
        """Return the squares that are not too large."""
        return [
            root * root for root in range(1, 40) if root * root <= self.left
        ]

    def make(self, move: int) -> SubtractSquare:
        """Return what is left after move."""
        return SubtractSquare(not self.p1_turn, self.left - move)

    def marks(self) -> list[str]:
        """Return the only number."""
        return [str(self.left)]


class Domineering:
    """A board of domineering, whose squares have marks, or are False."""

    marks_in_picture = '[VH.]'

    def __init__(self, p1_turn: bool, board: Any) -> None:
        if isinstance(board, str):
            rows, cols = map(int, board.split())
            board = [[False] * cols for _ in range(rows)]
        self.p1_turn = p1_turn
        self.board = board
        self.winner = ''
        if not self.moves():
            self.winner = 'p2' if p1_turn else 'p1'

    def moves(self) -> list[tuple]:
        """Return the places for a domino: upright ones are player 1's."""
        return legal_moves(self.board, self.p1_turn)

    def make(self, move: tuple) -> Domineering:
        """Return the board after a domino was placed."""
        mark = 'V' if self.p1_turn else 'H'
        board = [
            [mark if cell is True else cell for cell in row]
            for row in after(self.board, move, self.p1_turn)
        ]
        return Domineering(not self.p1_turn, board)

    def marks(self) -> list[str]:
        """Return what is on the squares."""
        return [cell or '.' for row in self.board for cell in row]


class Hex:
    """A board of Hex. Player 1 has the black stones."""

    marks_in_picture = '[BW-]'

    def __init__(self, p1_turn: bool, rows: Any) -> None:
        self.p1_turn = p1_turn
        self.rows = rows
        if isinstance(rows, int):
            self.rows = ('-' * rows,) * rows
        self.winner = ''.join(
            player
            for player, side in (('p1', 'B'), ('p2', 'W'))
            if flood_fill_wins(list(map(list, self.rows)), side)
        )

    def moves(self) -> list[tuple]:
        """Return the empty cells, none once somebody has won."""
        return [
            (row, col)
            for row, line in enumerate(self.rows)
            for col, cell in enumerate(line)
            if cell == '-' and not self.winner
        ]

    def make(self, move: tuple) -> Hex:
        """Return the board after a cell was filled."""
        mark = 'B' if self.p1_turn else 'W'
        return Hex(not self.p1_turn, fill_cell(self.rows, *move, mark))

    def marks(self) -> list[str]:
        """Return what is in the cells."""
        return list(''.join(self.rows))


PLAIN_GAMES: dict[str, Any] = {
    'h': Stonehenge,
    's': SubtractSquare,
    'd': Domineering,
    'x': Hex,
}
