"""The game of Subtract Square."""

from game import Game
from subtract_square_state import SubtractSquareState


class SubtractSquareGame(Game):
    """The game of Subtract Square."""

    def __init__(self, p1_starts):
        """Set up a game: ask for the number."""
        total = input('Number to subtract from: ')
        while not total.strip().isdecimal():
            print('Please type a whole number.')
            total = input('Number to subtract from: ')
        self.current_state = SubtractSquareState(p1_starts, int(total))

    def get_instructions(self):
        """Return the rules."""
        return 'Subtract squares. Whoever reaches 0 wins.'

    def is_over(self, state):
        """Return whether the game is over at state."""
        return state.current_total == 0

    def is_winner(self, player):
        """Return whether player has won."""
        return (
            self.is_over(self.current_state)
            and self.current_state.get_current_player_name() != player
        )

    def str_to_move(self, string):
        """Return the number, or -1 if string is none."""
        try:
            return int(string)
        except ValueError:
            return -1
