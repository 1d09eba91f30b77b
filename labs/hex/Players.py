"""Players of Hex: the class of all players, random ones, and a human one."""

from string import ascii_lowercase
from typing import Any, Optional
import random
import re
import sys

if sys.version_info < (3, 11):
    sys.exit(
        'Python 3.11 or later is needed; this is Python '
        f'{sys.version_info[0]}.{sys.version_info[1]}.'
    )

LARGEST_SIZE = 26  # Columns are named by letters.

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
        self.game = game
        self.name = name
        self.side = None
        self.wins = 0
        self.losses = 0

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

    def __init__(
        self, game: Any, name: str = '', seed: Optional[int] = None
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

    def __init__(
        self, game: Any, name: str = '', seed: Optional[int] = None
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
            self._order = [
                (row, col)
                for row in range(self.game.size)
                for col in range(self.game.size)
            ]
            self._random.shuffle(self._order)
        while self._order[-1] not in possible:
            self._order.pop()
        return self._order.pop()


class QuitError(Exception):
    """Raised when a player at the keyboard wants to leave."""


class HumanPlayer(Player):
    """A player at the keyboard."""

    def getMove(self, board: Board) -> Cell:
        """Return the cell that the player types, asking again until it is one
        that can be filled. Raise QuitError at `quit` or `exit`.
        """
        question = f'{self.name} ({self.side}), your move, like c2: '
        cell = None
        while cell is None:
            text = input(question)
            if text.strip().lower() in ('quit', 'exit'):
                raise QuitError
            try:
                cell = read_cell(text, board)
            except ValueError as error:
                print(error)
        return cell


def name_cell(cell: Cell) -> str:
    """Return cell as people write it: the letter of its column and the number
    of its row, from 1.

    >>> name_cell((1, 2))
    'c2'
    """
    return f'{ascii_lowercase[cell[1]]}{cell[0] + 1}'


def read_cell(text: str, board: Board) -> Cell:
    """Return the empty cell of board that text names. Raise ValueError, saying
    why, if there is no such cell.

    >>> board = [['-', '-'], ['-', 'B']]
    >>> read_cell('b1', board), read_cell(' A2 ', board)
    ((0, 1), (1, 0))
    """
    if not text.strip():
        raise ValueError('An empty line is not a move: type a cell, like c2.')
    found = re.fullmatch('([A-Za-z])([1-9][0-9]?)', text.strip())
    if not found:
        raise ValueError(
            f'{text[:20]!r} is not a cell: type a letter and a number, like c2.'
        )
    row = int(found[2]) - 1
    col = ascii_lowercase.index(found[1].lower())
    last = len(board) - 1
    if row > last or col > last:
        raise ValueError(
            f'{name_cell((row, col))} is not on the board, which '
            f'goes from a1 to {name_cell((last, last))}.'
        )
    if board[row][col] != '-':
        raise ValueError(f'{name_cell((row, col))} is not empty.')
    return row, col


def read_number(text: str, most: int) -> int:
    """Return the whole number from 1 to most that text means. Raise ValueError
    if it means none.

    >>> read_number('6', 26)
    6
    """
    # int alone takes '1_6' for 16, and knows the digits of all alphabets.
    if not re.fullmatch('[0-9]{1,9}', text) or not 1 <= int(text) <= most:
        raise ValueError(
            f'{text[:40]!r} is not a whole number from 1 to {most}'
        )
    return int(text)
