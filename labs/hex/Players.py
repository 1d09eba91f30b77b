"""Players of Hex: at random, and at the keyboard."""
from typing import Any, Optional
import random
import re

Board = list[list[str]]
Cell = tuple[int, int]


class Player:
    """A player of Hex. This class is abstract: subclasses have getMove.

    === Attributes ===
    name: what the player is called
    side: 'B' or 'W', or None before the first game
    game: the game, which knows the rules
    wins: how many games this player has won
    losses: how many games this player has lost
    """
    name: str
    side: Optional[str]
    game: Any
    wins: int
    losses: int

    def __init__(self, game: Any, name: str) -> None:
        """Initialize a player of game who has not played yet."""
        self.game, self.name = game, name
        self.side = None
        self.wins = self.losses = 0

    def setSide(self, side: str) -> None:
        """Let this player play 'B' or 'W' from now on."""
        self.side = side

    def won(self) -> None:
        """Count a game that this player has won."""
        self.wins += 1

    def lost(self) -> None:
        """Count a game that this player has lost."""
        self.losses += 1

    def results(self) -> str:
        """Return in words how many games this player has won and lost."""
        return f'{self.name}: {self.wins} won, {self.losses} lost'

    def getMove(self, board: Board) -> Cell:
        """Return the cell (row, col) that this player fills next.

        The player has a side, board has the size of the game, some cell is
        empty, and nobody has won yet.
        """
        raise NotImplementedError


class RandomChoicePlayer(Player):
    """Chooses any of the possible moves."""
    _random: random.Random

    def __init__(self, game: Any, name: str = 'RandomChoicePlayer',
                 seed: Optional[int] = None) -> None:
        """Initialize a player of game. The same seed gives the same moves."""
        super().__init__(game, name)
        self._random = random.Random(seed)

    def getMove(self, board: Board) -> Cell:
        """Return any empty cell."""
        return self._random.choice(self.game.getPossibleMoves(board))


class RandomShufflePlayer(Player):
    """Shuffles all cells before each game, and then fills the first of them
    that is empty: as random as choosing each time.
    """
    _random: random.Random
    _order: list[Cell]

    def __init__(self, game: Any, name: str = 'RandomShufflePlayer',
                 seed: Optional[int] = None) -> None:
        """Initialize a player of game. The same seed gives the same moves."""
        super().__init__(game, name)
        self._random = random.Random(seed)
        self._order = []

    def setSide(self, side: str) -> None:
        """Play 'B' or 'W' in a new game: shuffle the cells."""
        super().setSide(side)
        self._shuffle()

    def _shuffle(self) -> None:
        """Put all cells into a new order, the first to fill last."""
        self._order = [(row, col) for row in range(self.game.size)
                       for col in range(self.game.size)]
        self._random.shuffle(self._order)

    def getMove(self, board: Board) -> Cell:
        """Return the next cell that is empty."""
        possible = set(self.game.getPossibleMoves(board))
        if possible.isdisjoint(self._order):
            self._shuffle()
        while self._order[-1] not in possible:
            self._order.pop()
        return self._order.pop()


class HumanPlayer(Player):
    """Somebody at the keyboard."""

    def __init__(self, game: Any, name: str) -> None:
        """Initialize a player of game who is called name."""
        super().__init__(game, name)

    def getMove(self, board: Board) -> Cell:
        """Return the cell that the player types, as row, col. Explain wrong
        input, and ask again.
        """
        question = f'{self.name} ({self.side}), your move as row, col: '
        text = input(question)
        while why_not(text, board):
            print(why_not(text, board))
            text = input(question)
        return cell_of(text)


def cell_of(text: str) -> Optional[Cell]:
    """Return the row and the column that are all of text, with a comma or
    blanks between them and perhaps brackets around them; None if it is not so.

    >>> cell_of('2, 3'), cell_of(' 2 3 '), cell_of('(2, 3)'), cell_of('23')
    ((2, 3), (2, 3), (2, 3), None)
    """
    found = re.fullmatch(r'\s*\(?\s*(-?[0-9]{1,9})(?:\s*,\s*|\s+)'
                         r'(-?[0-9]{1,9})\s*\)?\s*', text)
    return (int(found[1]), int(found[2])) if found else None


def why_not(text: str, board: Board) -> str:
    """Return why text is not a move on board, '' if it is one."""
    cell, last = cell_of(text), len(board) - 1
    if not text.strip():
        return 'An empty line is no move: type a row and a column, like 2, 3.'
    if cell is None:
        return f'{text[:40]!r} is not a row and a column, like 2, 3.'
    row, col = cell
    if not (0 <= row <= last and 0 <= col <= last):
        return f'{row}, {col} is not on the board: both are from 0 to {last}.'
    return '' if board[row][col] == '-' else f'{row}, {col} is not empty.'
