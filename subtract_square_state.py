"""Positions of Subtract Square: a number to subtract squares from."""

from math import isqrt
from typing import Any, Hashable
from game_state import GameState


class NotASquareError(ValueError):
    """Raised when a move is not a positive square that can be subtracted."""


def is_whole(move: Any) -> bool:
    """Return whether move is a whole number, as True and False are not.

    >>> is_whole(9), is_whole(True), is_whole('9')
    (True, False, False)
    """
    return isinstance(move, int) and not isinstance(move, bool)


def is_square(number: int) -> bool:
    """Return whether number is a positive square.

    >>> [number for number in range(30) if is_square(number)]
    [1, 4, 9, 16, 25]
    """
    return number > 0 and isqrt(number) ** 2 == number


class SubtractSquareState(GameState):
    """A position of Subtract Square, and whose turn it is in it.

    === Attributes ===
    current_total: the number that is left

    Representation Invariants:
    - self.current_total >= 0
    """

    current_total: int

    def __init__(self, is_p1_turn: bool, current_total: int) -> None:
        """Initialize this state with current_total left: player 1 moves if
        is_p1_turn, otherwise player 2 does.

        Preconditions:
        - current_total >= 0
        """
        super().__init__(is_p1_turn)
        self.current_total = current_total

    def __str__(self) -> str:
        """Return the picture of this position.

        >>> print(SubtractSquareState(True, 12))
        What is left: 12
        """
        return f'What is left: {self.current_total}'

    def __repr__(self) -> str:
        """Return an exact description of this position.

        >>> SubtractSquareState(True, 12)
        SubtractSquareState(True, 12)
        """
        return f'SubtractSquareState({self.p1_turn}, {self.current_total})'

    # GameState has this method. It is here as well for other people's
    # superclasses, in which it may be abstract. Your states need not repeat it.
    def get_current_player_name(self) -> str:
        """Return 'p1' if player 1 is the one to move, otherwise 'p2'."""
        return 'p1' if self.p1_turn else 'p2'

    def get_possible_moves(self) -> list[int]:
        """Return the positive squares that can be subtracted.

        >>> SubtractSquareState(True, 17).get_possible_moves()
        [1, 4, 9, 16]
        """
        return [root * root for root in range(1, isqrt(self.current_total) + 1)]

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is one of the possible moves."""
        return is_whole(move) and move <= self.current_total and is_square(move)

    def make_move(self, move: Any) -> 'SubtractSquareState':
        """Return the state after the player to move subtracts move.

        Raise NotASquareError if move is not a possible move.

        >>> SubtractSquareState(True, 12).make_move(9)
        SubtractSquareState(False, 3)
        """
        if not self.is_valid_move(move):
            if not is_whole(move):
                why = 'is not a whole number'
            elif not is_square(move):
                why = 'is not a positive square'
            else:
                why = f'is more than the {self.current_total} that is left'
            raise NotASquareError(f'{move!r} {why}')
        return SubtractSquareState(not self.p1_turn, self.current_total - move)

    def rough_outcome(self) -> float:
        """Return an estimate, from LOSE to WIN, of how this position ends for
        the player to move. It is exact if the game ends within two moves;
        otherwise the more moves spoil nothing at once, the better.

        >>> SubtractSquareState(True, 9).rough_outcome()
        1.0
        >>> SubtractSquareState(True, 5).rough_outcome()
        -1.0
        """
        if self.current_total == 0:
            return float(self.LOSE)
        if is_square(self.current_total):
            return float(self.WIN)
        moves = self.get_possible_moves()
        # After a losing move, what is left is a square, which the other player
        # subtracts.
        losing = [
            move for move in moves if is_square(self.current_total - move)
        ]
        if len(losing) == len(moves):
            return float(self.LOSE)
        # The 1 that is added keeps the estimate between LOSE and WIN.
        return (len(moves) - 2 * len(losing)) / (len(moves) + 1)

    def search_key(self) -> Hashable:
        """Return the number that is left: nothing else decides the score."""
        return self.current_total

    def candidate_moves(self) -> list[int]:
        """Return the moves, largest first: these leave least to search."""
        return self.get_possible_moves()[::-1]


if __name__ == '__main__':
    try:
        from python_ta import check_all
    except ImportError:
        print('To check the style: python3 -m pip install python-ta==2.13.1')
    else:
        check_all(config='a2_pyta.txt')
