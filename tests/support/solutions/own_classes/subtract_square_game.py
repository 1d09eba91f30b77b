"""The game of Subtract Square."""

from game import TwoPlayerGame
from subtract_square_state import Number


class SubtractSquareGame(TwoPlayerGame):
    """The game of Subtract Square."""

    def __init__(self, p1_starts):
        """Ask for the number and set up a game."""
        answer = input('Number: ')
        while not answer.isdigit():
            answer = input('Sorry, that is not a number. Number: ')
        self.current_state = Number('p1' if p1_starts else 'p2', int(answer))

    def get_instructions(self):
        """Return the rules."""
        return 'Subtract 1, 4, 9, 16, ... Reach 0 to win.'

    def str_to_move(self, text):
        """Return text as a number, or as it is if it is none."""
        try:
            return int(text)
        except ValueError:
            return text
