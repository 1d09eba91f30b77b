"""Stonehenge with lists, which are deep-copied for each move."""

from copy import deepcopy
from game import Game
from game_state import GameState

PICTURES = {
    1: r"""
      @   @
     /   /
@ - A - B
     \ / \
  @ - C   @
       \
        @
""",
    2: r"""
        @   @
       /   /
  @ - A - B   @
     / \ / \ /
@ - C - D - E
     \ / \ / \
  @ - F - G   @
       \   \
        @   @
""",
    3: r"""
          @   @
         /   /
    @ - A - B   @
       / \ / \ /
  @ - C - D - E   @
     / \ / \ / \ /
@ - F - G - H - I
     \ / \ / \ / \
  @ - J - K - L   @
       \   \   \
        @   @   @
""",
    4: r"""
            @   @
           /   /
      @ - A - B   @
         / \ / \ /
    @ - C - D - E   @
       / \ / \ / \ /
  @ - F - G - H - I   @
     / \ / \ / \ / \ /
@ - J - K - L - M - N
     \ / \ / \ / \ / \
  @ - O - P - Q - R   @
       \   \   \   \
        @   @   @   @
""",
    5: r"""
              @   @
             /   /
        @ - A - B   @
           / \ / \ /
      @ - C - D - E   @
         / \ / \ / \ /
    @ - F - G - H - I   @
       / \ / \ / \ / \ /
  @ - J - K - L - M - N   @
     / \ / \ / \ / \ / \ /
@ - O - P - Q - R - S - T
     \ / \ / \ / \ / \ / \
  @ - U - V - W - X - Y   @
       \   \   \   \   \
        @   @   @   @   @
""",
}

# The cells of each line, in the order in which the markers come in the picture.
LINES = {
    1: 'A BC AB C B AC',
    2: 'AC BDF AB EG CDE FG BE CF ADG',
    3: 'ACF BDGJ AB EHK CDE IL FGHI JKL BEI FJ CGK ADHL',
    4: 'ACFJ BDGKO AB EHLP CDE IMQ FGHI NR JKLMN OPQR BEIN JO FKP CGLQ ADHMR',
    5: 'ACFJO BDGKPU AB EHLQV CDE IMRW FGHI NSX JKLMN TY OPQRST UVWXY '
    'BEINT OU JPV FKQW CGLRX ADHMSY',
}


class StonehengeState(GameState):
    """A state of Stonehenge."""

    def __init__(self, is_p1_turn, size):
        """Set up the empty board."""
        super().__init__(is_p1_turn)
        self.size = size
        self.letters = [c for c in PICTURES[size] if c.isalpha()]
        self.cells = list(self.letters)
        self.lines = [list(line) for line in LINES[size].split()]
        self.markers = ['@'] * len(self.lines)

    def __str__(self):
        """Return the picture."""
        markers = list(self.markers)
        picture = ''
        for char in PICTURES[self.size].strip('\n'):
            if char == '@':
                picture += markers.pop(0)
            elif char.isalpha():
                picture += self.cells[self.letters.index(char)]
            else:
                picture += char
        return picture

    def __repr__(self):
        """Return an exact description."""
        return f'{self.get_current_player_name()} {self.cells} {self.markers}'

    def get_possible_moves(self):
        """Return the free cells, none if the game is over."""
        if self.half_claimed('1') or self.half_claimed('2'):
            return []
        return [cell for cell in self.cells if cell.isalpha()]

    def half_claimed(self, player):
        """Return whether player has half of the lines."""
        return self.markers.count(player) >= len(self.markers) / 2

    def make_move(self, move):
        """Return the state after move."""
        if move not in self.letters or move not in self.cells:
            raise ValueError('You cannot take ' + str(move))
        player = '1' if self.p1_turn else '2'
        new_state = deepcopy(self)
        new_state.p1_turn = not self.p1_turn
        new_state.cells[self.letters.index(move)] = player
        for i in range(len(self.lines)):
            if move in self.lines[i] and self.markers[i] == '@':
                owned = 0
                for letter in self.lines[i]:
                    if new_state.cells[self.letters.index(letter)] == player:
                        owned += 1
                if owned >= len(self.lines[i]) / 2:
                    new_state.markers[i] = player
        return new_state

    def is_lost(self):
        """Return whether the game is over: who moved last has won."""
        return self.half_claimed('1') or self.half_claimed('2')

    def rough_outcome(self):
        """Return an estimate of the score, exact two moves ahead."""
        if self.is_lost():
            return self.LOSE
        next_states = [self.make_move(m) for m in self.get_possible_moves()]
        if any(state.is_lost() for state in next_states):
            return self.WIN
        for state in next_states:
            replies = [state.make_move(m) for m in state.get_possible_moves()]
            if not any(reply.is_lost() for reply in replies):
                return 0
        return self.LOSE


class StonehengeGame(Game):
    """The game of Stonehenge."""

    def __init__(self, p1_starts):
        """Set up a game: ask for the side length."""
        size = input('Side length (1 to 5): ')
        while size not in ['1', '2', '3', '4', '5']:
            print('Please type a whole number from 1 to 5.')
            size = input('Side length (1 to 5): ')
        self.current_state = StonehengeState(p1_starts, int(size))

    def get_instructions(self):
        """Return the rules."""
        return 'Take cells. With half of a ley-line, it is yours.'

    def is_over(self, state):
        """Return whether the game is over at state."""
        return state.is_lost()

    def is_winner(self, player):
        """Return whether player has won."""
        return (
            self.is_over(self.current_state)
            and self.current_state.get_current_player_name() != player
        )

    def str_to_move(self, string):
        """Return the cell, or '' if string is none."""
        string = string.strip().upper()
        return string if string in self.current_state.letters else ''
