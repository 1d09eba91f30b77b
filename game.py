"""The superclass of every game: what a program needs to know to play it.

A Game holds the state of play, current_state, and answers the questions that
concern the game as a whole: how is it played, is it over, who has won, and
which move does a line of typed text mean?
"""

from typing import Any
from game_state import GameState


class Game:
    """A game for two players, who are called 'p1' and 'p2'.

    This class is abstract. A game needs a subclass with all of these methods.
    A program that plays the game replaces current_state, move by move, with
    the state that the chosen move leads to.

    === Attributes ===
    current_state: the current position
    """

    current_state: GameState

    def __init__(self, p1_starts: bool) -> None:
        """Initialize this game: player 1 moves first if p1_starts, otherwise
        player 2 does.

        The superclass has no position to start from: a subclass sets
        current_state here.
        """

    def get_instructions(self) -> str:
        """Return the rules of this game, as a new player needs them."""
        raise NotImplementedError

    def is_over(self, state: Any) -> bool:
        """Return whether this game is over at state, one of its own."""
        raise NotImplementedError

    def is_winner(self, player: str) -> bool:
        """Return whether player has won this game at its current_state.

        Nobody has won while the game goes on, and nobody wins a tie.

        Preconditions:
        - player in {'p1', 'p2'}
        """
        raise NotImplementedError

    def str_to_move(self, text: Any) -> Any:
        """Return the move that text means.

        Text that means no move gives something that is not a valid move; this
        method never raises an error. A move given to it comes back the same.
        """
        raise NotImplementedError


if __name__ == '__main__':
    try:
        from python_ta import check_all
    except ImportError:
        print('To check the style: python3 -m pip install python-ta==2.13.1')
    else:
        check_all(config='a2_pyta.txt')
