"""The dominoes game, and alpha-beta search for the best move.

Two players take turns placing dominoes on the squares of a board. One of them
places every domino vertically, the other horizontally. Whoever has no room for
another domino loses. (The game is also known as domineering.)

Inside, a board is a single int. Squares are numbered row by row, and the bit
of a square is set if the square is empty. Every row ends in an extra square
that is never empty and never shown. So if the int is shifted by one row, or by
one square, the bits set in both ints are exactly the places for a domino: none
of them wraps from the end of a row to the next.

This file runs alone from its folder: it imports nothing of the project.
"""

from typing import Iterator, Optional
import random

Move = tuple[int, int]

INFINITY = 10**9  # Greater than the value of any leaf.


def create_dominoes_game(rows: int, cols: int) -> 'DominoesGame':
    """Return a game on an empty board with this many rows and columns.

    Raise ValueError if either number is negative.

    >>> create_dominoes_game(2, 3).get_board()
    [[False, False, False], [False, False, False]]
    """
    if rows < 0 or cols < 0:
        raise ValueError(
            f'There is no board of {rows} rows and {cols} '
            f'columns: both must be 0 or more.'
        )
    return DominoesGame([[False] * cols for _ in range(rows)])


class DominoesGame:
    """A board with dominoes on it. In all methods, vertical says which player
    is meant, and a move is the row and column of a domino's upper or left end.

    === Attributes ===
    rows: the number of rows of the board
    cols: the number of its columns
    empty: the set of empty squares, as explained at the top of this file

    Representation Invariants:
    - self.rows >= 0
    - self.cols >= 0
    - self.empty >= 0
    """

    rows: int
    cols: int
    empty: int

    def __init__(self, board: list[list[bool]]) -> None:
        """Initialize a game from a board, a list of rows in which True means
        filled. The board is copied.

        Raise ValueError if the rows differ in length.
        """
        self.rows = len(board)
        self.cols = len(board[0]) if board else 0
        if any(len(cells) != self.cols for cells in board):
            raise ValueError('The rows of a board must be equally long.')
        self.empty = sum(
            self._get_bit(r, c)
            for r, row in enumerate(board)
            for c, filled in enumerate(row)
            if not filled
        )

    def _get_bit(self, row: int, col: int) -> int:
        """Return the set that holds only this square."""
        return 1 << row * (self.cols + 1) + col

    def get_step(self, vertical: bool) -> int:
        """Return the step of this player's dominoes: the number of a domino's
        second square minus that of its first.
        """
        return self.cols + 1 if vertical else 1

    def get_board(self) -> list[list[bool]]:
        """Return the board as a new list of rows; True means filled."""
        return [
            [not self.empty & self._get_bit(r, c) for c in range(self.cols)]
            for r in range(self.rows)
        ]

    def reset(self) -> None:
        """Empty every square."""
        self.empty = create_dominoes_game(self.rows, self.cols).empty

    def copy(self) -> 'DominoesGame':
        """Return an independent game with the same board."""
        game = DominoesGame([])
        game.rows = self.rows
        game.cols = self.cols
        game.empty = self.empty
        return game

    def get_next(self, row: int, col: int, vertical: bool) -> 'DominoesGame':
        """Return a new game: the one that a legal move leads to."""
        game = self.copy()
        game.empty = cover(
            self.empty, self._get_bit(row, col), self.get_step(vertical)
        )
        return game

    def is_legal_move(self, row: int, col: int, vertical: bool) -> bool:
        """Return whether this player can place a domino here.

        >>> game = create_dominoes_game(3, 3)
        >>> game.is_legal_move(1, 2, True), game.is_legal_move(1, 2, False)
        (True, False)
        """
        places = find_firsts(self.empty, self.get_step(vertical))
        return (
            0 <= row < self.rows
            and 0 <= col < self.cols
            and bool(places & self._get_bit(row, col))
        )

    def legal_moves(self, vertical: bool) -> Iterator[Move]:
        """Yield all legal moves as (row, col), row by row from the left.

        >>> list(create_dominoes_game(3, 3).legal_moves(False))
        [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
        """
        places = find_firsts(self.empty, self.get_step(vertical))
        return (self._to_move(first) for first in single_squares(places))

    def _to_move(self, first: int) -> Move:
        """Return the move whose first square is first, a set of one square."""
        return divmod(first.bit_length() - 1, self.cols + 1)

    def perform_move(self, row: int, col: int, vertical: bool) -> None:
        """Place a domino. If the move is illegal, change nothing and raise
        ValueError.

        >>> game = create_dominoes_game(2, 2)
        >>> game.perform_move(0, 1, True)
        >>> game.get_board()
        [[False, True], [False, True]]
        """
        if not self.is_legal_move(row, col, vertical):
            way = 'vertical' if vertical else 'horizontal'
            raise ValueError(
                f'There is no room for a {way} domino at row '
                f'{row}, column {col}.'
            )
        self.empty = self.get_next(row, col, vertical).empty

    def game_over(self, vertical: bool) -> bool:
        """Return whether the game is over if it is this player's turn, that is,
        whether they have no legal move.
        """
        return not find_firsts(self.empty, self.get_step(vertical))

    def successors(
        self, vertical: bool
    ) -> Iterator[tuple[Move, 'DominoesGame']]:
        """Yield each legal move and the game it leads to, in the order of
        legal_moves.

        >>> [move for move, _ in create_dominoes_game(2, 2).successors(True)]
        [(0, 0), (0, 1)]
        """
        game = self.copy()  # This game may change before the next is yielded.
        return (
            (move, game.get_next(*move, vertical))
            for move in game.legal_moves(vertical)
        )

    def get_random_move(self, vertical: bool) -> Move:
        """Return a random legal move. To get the same moves again, seed the
        module random. Raise ValueError if there is no legal move.
        """
        moves = list(self.legal_moves(vertical))
        if not moves:
            raise ValueError('There is no legal move to choose.')
        return random.choice(moves)

    def get_best_move(
        self, vertical: bool, limit: int
    ) -> tuple[Optional[Move], int, int]:
        """Search limit plies ahead by alpha-beta. Return the best move, its
        value, and the number of leaves evaluated.

        A leaf is a position at the limit, or one in which the player to move
        has no move. Its value is the number of moves that this player has
        there, minus the number that the other player has. If the position here
        is a leaf itself, the move is None. Raise ValueError if limit is
        negative.

        >>> game = create_dominoes_game(3, 3)
        >>> game.get_best_move(True, 1), game.get_best_move(True, 2)
        (((0, 1), 2, 6), ((0, 1), 3, 10))
        >>> game.perform_move(0, 1, True)
        >>> game.get_best_move(False, 1), game.get_best_move(False, 2)
        (((2, 0), -3, 2), ((2, 0), -2, 5))
        """
        if limit < 0:
            raise ValueError(
                f'A search cannot look {limit} plies ahead: the '
                f'limit must be 0 or more.'
            )
        steps = self.get_step(vertical), self.get_step(not vertical)
        value, best, leaves = search_best(
            self.empty, limit, steps, -INFINITY, INFINITY
        )
        return self._to_move(best) if best else None, value, leaves


def find_firsts(empty: int, step: int) -> int:
    """Return the first squares of all places for dominoes of this step."""
    return empty & empty >> step


def cover(empty: int, first: int, step: int) -> int:
    """Return the squares that are still empty after dominoes of this step are
    placed. Their first squares are the set first, of one square or more.
    """
    return empty & ~(first | first << step)


def single_squares(squares: int) -> list[int]:
    """Return the squares in a set, in order, each as a set of one.

    >>> single_squares(0b10110)
    [2, 4, 16]
    """
    found = []
    while squares:
        found.append(squares & -squares)
        squares &= squares - 1
    return found


def search_best(
    empty: int, limit: int, steps: tuple[int, int], alpha: int, beta: int
) -> tuple[int, int, int]:
    """Return the value of a position for the player to move, the first best
    move as the set of its first square (0 at a leaf), and the number of leaves
    evaluated. The steps are those of the player to move and of the other one.

    Elsewhere, the player to move is already sure of alpha, and the other one
    can keep it down to beta. One player's gain is the other's loss: so after a
    move, values change sign, and alpha and beta change places.
    """
    mine, theirs = steps
    places = find_firsts(empty, mine)
    if limit == 0 or not places:
        value = places.bit_count() - find_firsts(empty, theirs).bit_count()
        return value, 0, 1
    value = -INFINITY
    best = 0
    leaves = 0
    for first in single_squares(places):
        found, _, more = search_best(
            cover(empty, first, mine), limit - 1, (theirs, mine), -beta, -alpha
        )
        leaves += more
        if -found > value:
            value = -found
            best = first
            alpha = max(alpha, value)
        if value >= beta:
            break
    return value, best, leaves


if __name__ == '__main__':
    try:
        from python_ta import check_all
    except ImportError:
        print('To check the style: python3 -m pip install python-ta==2.13.1')
    else:
        check_all(config='../pyta.txt')
