"""Players of Hex: what they all have, random players, and a human one."""
from typing import Any, Optional
import random
import re

Board = list[list[str]]
Cell = tuple[int, int]


class Player:
    """A player of Hex. This class is abstract: subclasses implement getMove.

    === Attributes ===
    name: the player's name
    side: 'B' or 'W', or None before the first game
    game: the game being played, which knows the rules
    wins: how many games this player has won
    losses: how many games this player has lost
    """
    name: str
    side: Any
    game: Any
    wins: int
    losses: int

    def __init__(self, game: Any, name: str) -> None:
        """Initialize a player with this name, who has not played yet."""
        self.game, self.name = game, name
        self.side = None
        self.wins = self.losses = 0

    def setSide(self, side: str) -> None:
        """Make side, 'B' or 'W', the side of this player from now on."""
        self.side = side

    def won(self) -> None:
        """Count one more game as won."""
        self.wins += 1

    def lost(self) -> None:
        """Count one more game as lost."""
        self.losses += 1

    def results(self) -> str:
        """Return in words how many games this player has won and lost."""
        return f'{self.name}: {self.wins} won, {self.losses} lost'

    def getMove(self, board: Board) -> Cell:
        """Return the cell (row, col) that this player, who has a side, fills
        next. The board has the game's size, and nobody has won on it yet.
        """
        raise NotImplementedError


class RandomChoicePlayer(Player):
    """Fills any empty cell at random."""
    _random: random.Random

    def __init__(self, game: Any, name: str = '', seed: Optional[int] = None
                 ) -> None:
        """Initialize a player of game, called after this class if name is
        empty. The same seed gives the same moves.
        """
        super().__init__(game, name or type(self).__name__)
        self._random = random.Random(seed)

    def getMove(self, board: Board) -> Cell:
        """Return an empty cell, each with the same chance."""
        return self._random.choice(self.game.getPossibleMoves(board))


class RandomShufflePlayer(RandomChoicePlayer):
    """Shuffles all cells before each game, and then fills the first one in that
    order that is still empty. This is as random as choosing each time.
    """
    _order: list[Cell]

    def __init__(self, game: Any, name: str = '', seed: Optional[int] = None
                 ) -> None:
        """Initialize a player like RandomChoicePlayer."""
        super().__init__(game, name, seed)
        self._order = []

    def setSide(self, side: str) -> None:
        """Start a new game as 'B' or 'W', with a new order."""
        super().setSide(side)
        self._order = []

    def getMove(self, board: Board) -> Cell:
        """Return the next cell, from the end of the order, that is empty."""
        possible = set(self.game.getPossibleMoves(board))
        if possible.isdisjoint(self._order):
            self._order = [(row, col) for row in range(self.game.size)
                           for col in range(self.game.size)]
            self._random.shuffle(self._order)
        while self._order[-1] not in possible:
            self._order.pop()
        return self._order.pop()


class HumanPlayer(Player):
    """A player at the keyboard."""

    def getMove(self, board: Board) -> Cell:
        """Return the cell that the player types. Explain anything else."""
        question = f'{self.name} ({self.side}), your move as row, col: '
        cell = None
        while cell is None:
            try:
                cell = read_cell(input(question), board)
            except ValueError as error:
                print(error)
        return cell


def read_cell(text: str, board: Board) -> Cell:
    """Return the empty cell of board whose row and column text gives. They may
    be separated by a comma or by blanks, and be in brackets. Raise ValueError,
    saying why, if there is no such cell.

    >>> board = [['-', '-'], ['-', 'B']]
    >>> read_cell('1, 0', board), read_cell(' 1 0 ', board)
    ((1, 0), (1, 0))
    """
    if not text.strip():
        raise ValueError('An empty line is not a move: type a row and a '
                         'column, like 2, 3.')
    found = re.fullmatch(r'\s*\(?\s*(-?[0-9]{1,9})(?:\s*,\s*|\s+)'
                         r'(-?[0-9]{1,9})\s*\)?\s*', text)
    if not found:
        raise ValueError(f'{text[:40]!r} is not a row and a column, like 2, 3.')
    row, col, last = int(found[1]), int(found[2]), len(board) - 1
    if not (0 <= row <= last and 0 <= col <= last):
        raise ValueError(f'{row}, {col} is not on the board: both go from 0 to '
                         f'{last}.')
    if board[row][col] != '-':
        raise ValueError(f'{row}, {col} is not empty.')
    return row, col
