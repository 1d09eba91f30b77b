"""Subtract Square: players subtract squares until nothing is left."""

from typing import Any, Optional
import re
from game import Game
from subtract_square_state import SubtractSquareState

# Up to this total, there are at most 31,622 moves.
LARGEST_TOTAL = 10**9

# Up to this total, minimax takes a minute at most.
LARGEST_FOR_MINIMAX = 10**6


class SubtractSquareGame(Game):
    """The game of Subtract Square.

    === Attributes ===
    sizes: the numbers to choose from, the usual one first
    is_large: whether minimax may take minutes for a move
    current_state: the current position
    """

    sizes: tuple[str, ...] = ('20', '10', '50', '100')
    is_large: bool
    current_state: SubtractSquareState

    def __init__(self, p1_starts: bool, size: Optional[int] = None) -> None:
        """Initialize this game with the number size to subtract from: player
        1 moves first if p1_starts, otherwise player 2 does.

        If no size is given, ask for it until there is a good answer. Raise
        ValueError if a given one is not a whole number from 0 to LARGEST_TOTAL.

        >>> game = SubtractSquareGame(False, size=0)
        >>> game.is_over(game.current_state), game.is_winner('p1')
        (True, True)
        """
        while size is None:
            text = input('Enter the whole number to subtract from: ')
            try:
                size = read_total(text)
            except ValueError as error:
                print(error)
        self.current_state = SubtractSquareState(p1_starts, read_total(size))
        self.is_large = self.current_state.current_total > LARGEST_FOR_MINIMAX

    def get_instructions(self) -> str:
        """Return the rules of Subtract Square."""
        return (
            'Players take turns to subtract a positive square (1, 4, 9, '
            '16, ...) from the\nnumber that is left, never more than all '
            'of it. Whoever reaches 0 wins.'
        )

    def is_over(self, state: SubtractSquareState) -> bool:
        """Return whether this game is over at state."""
        return state.current_total == 0

    def is_winner(self, player: str) -> bool:
        """Return whether player has won this game at its current_state.

        Preconditions:
        - player in {'p1', 'p2'}
        """
        state = self.current_state
        return self.is_over(state) and player != state.get_current_player_name()

    def str_to_move(self, text: Any) -> Any:
        """Return the whole number that text means. Text that means none comes
        back without the blanks around it.

        >>> game = SubtractSquareGame(True, size=20)
        >>> [game.str_to_move(text) for text in (' 16', '-7', 'four', 9)]
        [16, -7, 'four', 9]
        """
        if not isinstance(text, str):
            return text
        move = read_whole_number(text)
        if move is None:
            return text.strip()
        return move


def read_whole_number(text: str) -> Optional[int]:
    """Return the whole number that text means, in plain digits with perhaps a
    sign before and blanks around them. Return None if it means none.

    >>> [read_whole_number(text) for text in (' -7 ', 'seven', '1_6')]
    [-7, None, None]
    """
    # int alone takes '1_6' for 16, knows the digits of all alphabets, and fails
    # where there are more than these.
    plain = re.fullmatch('[+-]?[0-9]{1,4300}', text.strip())
    if plain is None:
        return None
    return int(plain[0])


def read_total(answer: Any) -> int:
    """Return the number to subtract from that answer gives, as text or as a
    number. Raise ValueError if it is not a whole number up to LARGEST_TOTAL.

    >>> read_total('30')
    30
    """
    total = answer
    if isinstance(answer, str):
        total = read_whole_number(answer)
    # True is an int, too.
    if not isinstance(total, int) or isinstance(total, bool) or total < 0:
        raise ValueError(
            f'{answer!r} is not a possible number to subtract '
            f'from: it must be a whole number that is 0 or more.'
        )
    if total > LARGEST_TOTAL:
        raise ValueError(
            f'{answer!r} is too large: the number to subtract '
            f'from goes up to {LARGEST_TOTAL}.'
        )
    return total


if __name__ == '__main__':
    try:
        from python_ta import check_all
    except ImportError:
        print('To check the style: python3 -m pip install python-ta==2.13.1')
    else:
        check_all(config='a2_pyta.txt')
