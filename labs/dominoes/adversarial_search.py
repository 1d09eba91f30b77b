"""The dominoes game, and alpha-beta search for the best move in it.

Two players take turns to place dominoes on the squares of a board, one of them
always vertically and the other always horizontally. Whoever has no room for
another domino loses. (The game is known as domineering.)

A board is one int inside. Squares are numbered row by row, and the bit of a
square is set if it is empty. Every row has one square more than the board
shows, which is never empty. So if the ints are shifted by one row, or by one
square, the bits that remain set in both are just the places for a domino:
none of them reaches from the end of a row to the next.
"""
from typing import Iterator, Optional
import random

Move = tuple[int, int]

# More than the value of any leaf: an infinity among whole numbers.
BEYOND = 10 ** 9


def create_dominoes_game(rows: int, cols: int) -> 'DominoesGame':
    """Return a game on a board of so many rows and columns, all empty.

    Raise ValueError if either is negative.

    >>> create_dominoes_game(2, 3).get_board()
    [[False, False, False], [False, False, False]]
    """
    if rows < 0 or cols < 0:
        raise ValueError(f'There is no board of {rows} rows and {cols} '
                         f'columns: both are 0 or more.')
    return DominoesGame([[False] * cols for _ in range(rows)])


class DominoesGame:
    """A board with dominoes on it.

    === Attributes ===
    rows: how many rows the board has
    cols: how many columns it has
    empty: the set of its empty squares; see the top of this module

    Representation Invariants:
    - self.rows >= 0
    - self.cols >= 0
    - self.empty >= 0
    """
    rows: int
    cols: int
    empty: int

    def __init__(self, board: list[list[bool]]) -> None:
        """Initialize a game with the squares filled that are True in board, a
        list of rows. The board is copied.

        Raise ValueError if its rows are not equally long.
        """
        self.rows = len(board)
        self.cols = len(board[0]) if board else 0
        if any(len(cells) != self.cols for cells in board):
            raise ValueError('The rows of a board must be equally long.')
        self.empty = 0
        for r, row in enumerate(board):
            for c, filled in enumerate(row):
                if not filled:
                    self.empty |= self._bit(r, c)

    def _bit(self, row: int, col: int) -> int:
        """Return the set of squares that holds this one alone."""
        return 1 << row * (self.cols + 1) + col

    def step(self, vertical: bool) -> int:
        """Return how much further the second square of a domino is numbered
        than the first.
        """
        return self.cols + 1 if vertical else 1

    def get_board(self) -> list[list[bool]]:
        """Return the board as a new list of rows: True is filled."""
        return [[not self.empty & self._bit(r, c) for c in range(self.cols)]
                for r in range(self.rows)]

    def reset(self) -> None:
        """Empty every square."""
        row = (1 << self.cols) - 1
        self.empty = sum(row << r * (self.cols + 1) for r in range(self.rows))

    def copy(self) -> 'DominoesGame':
        """Return a game with the same board. Changes to one do not show in the
        other.
        """
        return self.with_empty(self.empty)

    def with_empty(self, empty: int) -> 'DominoesGame':
        """Return a game on a board of the same size with these empty squares.
        """
        game = DominoesGame([])
        game.rows, game.cols, game.empty = self.rows, self.cols, empty
        return game

    def places(self, vertical: bool) -> int:
        """Return the set of the first squares of all legal moves."""
        return self.empty & self.empty >> self.step(vertical)

    def squares(self, row: int, col: int, vertical: bool) -> int:
        """Return the set of the two squares that a move covers."""
        first = self._bit(row, col)
        return first | first << self.step(vertical)

    def is_legal_move(self, row: int, col: int, vertical: bool) -> bool:
        """Return whether a domino can be placed with its upper or left end at
        this row and column.

        >>> game = create_dominoes_game(3, 3)
        >>> game.is_legal_move(1, 2, True), game.is_legal_move(1, 2, False)
        (True, False)
        """
        return 0 <= row < self.rows and 0 <= col < self.cols \
            and bool(self.places(vertical) & self._bit(row, col))

    def legal_moves(self, vertical: bool) -> Iterator[Move]:
        """Yield all legal moves as (row, col), row by row from the left.

        >>> list(create_dominoes_game(3, 3).legal_moves(False))
        [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
        """
        return (self.move_at(first)
                for first in members(self.places(vertical)))

    def move_at(self, first: int) -> Move:
        """Return the move whose first square is the set first alone.

        Preconditions:
        - first > 0
        """
        return divmod(first.bit_length() - 1, self.cols + 1)

    def perform_move(self, row: int, col: int, vertical: bool) -> None:
        """Place a domino. Raise ValueError, and change nothing, if that is
        illegal.

        >>> game = create_dominoes_game(2, 2)
        >>> game.perform_move(0, 1, True)
        >>> game.get_board()
        [[False, True], [False, True]]
        """
        if not self.is_legal_move(row, col, vertical):
            way = 'vertical' if vertical else 'horizontal'
            raise ValueError(f'There is no room for a {way} domino at row '
                             f'{row}, column {col}.')
        self.empty &= ~self.squares(row, col, vertical)

    def game_over(self, vertical: bool) -> bool:
        """Return whether this player, who is to move, has no legal move."""
        return not self.places(vertical)

    def successors(self, vertical: bool
                   ) -> Iterator[tuple[Move, 'DominoesGame']]:
        """Yield each legal move with the game that it leads to, in the order
        of legal_moves.

        >>> [move for move, _ in create_dominoes_game(2, 2).successors(True)]
        [(0, 0), (0, 1)]
        """
        empty = self.empty
        return ((move,
                 self.with_empty(empty & ~self.squares(*move, vertical)))
                for move in self.legal_moves(vertical))

    def get_random_move(self, vertical: bool) -> Move:
        """Return a legal move at random. Seed the module random to get the
        same moves again. Raise ValueError if there is none.
        """
        moves = list(self.legal_moves(vertical))
        if not moves:
            raise ValueError('There is no legal move to choose.')
        return random.choice(moves)

    def get_best_move(self, vertical: bool, limit: int
                      ) -> tuple[Optional[Move], int, int]:
        """Return the best move, its value, and how many leaves were valued, of
        an alpha-beta search that looks limit plies ahead.

        The value of a leaf is the number of moves of the player who asks minus
        the number of the other player's. A position is a leaf at the limit, or
        if the player to move has no move. If this position is a leaf itself,
        the move is None. Raise ValueError if limit is negative.

        >>> game = create_dominoes_game(3, 3)
        >>> game.get_best_move(True, 1), game.get_best_move(True, 2)
        (((0, 1), 2, 6), ((0, 1), 3, 10))
        >>> game.perform_move(0, 1, True)
        >>> game.get_best_move(False, 1), game.get_best_move(False, 2)
        (((2, 0), -3, 2), ((2, 0), -2, 5))
        """
        if limit < 0:
            raise ValueError(f'A search cannot look {limit} plies ahead: the '
                             f'limit is 0 or more.')
        search = AlphaBetaSearch(self.step(vertical), self.step(not vertical))
        value, best = search.max_value(self.empty, limit, -BEYOND, BEYOND)
        move = self.move_at(best) if best else None
        return move, value, search.leaves


def members(squares: int) -> list[int]:
    """Return the squares in the set squares, in order, each as a set of one.

    >>> members(0b10110)
    [2, 4, 16]
    """
    found = []
    while squares:
        found.append(squares & -squares)
        squares &= squares - 1
    return found


class AlphaBetaSearch:
    """The alpha-beta search of Russell and Norvig, "Artificial Intelligence: A
    Modern Approach", on sets of empty squares. Max is the player who asks.

    === Attributes ===
    max_step: DominoesGame.step for max, that is, for the way max places
    min_step: the same for min
    leaves: how many leaves were valued so far
    """
    max_step: int
    min_step: int
    leaves: int

    def __init__(self, max_step: int, min_step: int) -> None:
        """Initialize a search that has not valued any leaf."""
        self.max_step, self.min_step = max_step, min_step
        self.leaves = 0

    def leaf_value(self, empty: int) -> int:
        """Return the number of max's moves minus the number of min's."""
        self.leaves += 1
        return (empty & empty >> self.max_step).bit_count() \
            - (empty & empty >> self.min_step).bit_count()

    def max_value(self, empty: int, limit: int, alpha: int, beta: int
                  ) -> tuple[int, int]:
        """Return the value of a position in which max is to move, and the
        first best move as the set of its first square (0 at a leaf).

        Max is sure of alpha elsewhere already, and min of beta.
        """
        places = empty & empty >> self.max_step
        if limit <= 0 or not places:
            return self.leaf_value(empty), 0
        value, best = -BEYOND, 0
        for first in members(places):
            after = empty & ~(first | first << self.max_step)
            found, _ = self.min_value(after, limit - 1, alpha, beta)
            if found > value:
                value, best = found, first
                alpha = max(alpha, value)
            if value >= beta:
                break
        return value, best

    def min_value(self, empty: int, limit: int, alpha: int, beta: int
                  ) -> tuple[int, int]:
        """Return the value of a position in which min is to move, and the
        first best move as the set of its first square (0 at a leaf).

        Max is sure of alpha elsewhere already, and min of beta.
        """
        places = empty & empty >> self.min_step
        if limit <= 0 or not places:
            return self.leaf_value(empty), 0
        value, best = BEYOND, 0
        for first in members(places):
            after = empty & ~(first | first << self.min_step)
            found, _ = self.max_value(after, limit - 1, alpha, beta)
            if found < value:
                value, best = found, first
                beta = min(beta, value)
            if value <= alpha:
                break
        return value, best


if __name__ == "__main__":
    from python_ta import check_all
    check_all(config="../../a2_pyta.txt")
