"""The game of Subtract Square."""
from typing import Union
from game import Game
from subtract_square_state import SubtractSquareState


class SubtractSquareGame(Game):
    """The game of Subtract Square."""

    def __init__(self, p1_starts: bool) -> None:
        """Set up a game: ask for the number."""
        number = -1
        while number < 0:
            try:
                number = int(input('Start from which number? '))
            except ValueError:
                print('That is no number.')
        self.current_state = SubtractSquareState(p1_starts, number)

    def get_instructions(self) -> str:
        """Return the rules."""
        return 'Subtract squares until nothing is left.'

    def is_over(self, state: SubtractSquareState) -> bool:
        """Return whether the game is over at state."""
        return not state.get_possible_moves()

    def is_winner(self, player: str) -> bool:
        """Return whether player has won."""
        return self.is_over(self.current_state) \
            and self.current_state.get_current_player_name() != player

    def str_to_move(self, string: Union[str, int]) -> int:
        """Return the number, or 0 if there is none."""
        try:
            return int(string)
        except ValueError:
            return 0
