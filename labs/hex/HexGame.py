"""The game of Hex on a rhombus of n x n cells.

Players take turns to fill an empty cell, Black first. Black wins by joining the
left edge to the right edge with a chain of neighbouring pieces, White by
joining the top edge to the bottom edge. One of them always does, and never
both.

Run this file to play: `python3 HexGame.py --help` lists the options.
"""

from string import ascii_lowercase
from typing import Any, Optional
import sys
from Players import Board, Cell, HumanPlayer, name_cell

EMPTY, BLACK, WHITE = '-', 'B', 'W'

# How many rows and columns lead from a cell to each of its six neighbours.
STEPS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))


class HexGame:
    """The rules of Hex, and the board that a game is played on.

    A board is a list of rows of '-' (empty), 'B' and 'W'. Methods that take or
    return a board leave this game's own board alone.

    === Attributes ===
    size: the number of rows, and of columns
    turn: the side to move, 'B' or 'W'; None once a game has ended
    board: the board of the game being played

    Representation Invariants:
    - self.size > 0
    - self.turn in {'B', 'W', None}
    - len(self.board) == self.size
    """

    size: int
    turn: Optional[str]
    board: Board

    def __init__(self, size: int) -> None:
        """Initialize a game on an empty board. Raise ValueError unless size is
        a whole number above 0.

        >>> HexGame(2).board
        [['-', '-'], ['-', '-']]
        """
        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            raise ValueError(
                f'{size!r} is not a size: it must be a whole number above 0.'
            )
        self.size = size
        self.turn = None
        self.board = []
        self.reset()

    def reset(self) -> None:
        """Empty the board; Black is to move."""
        self.board = [[EMPTY] * self.size for _ in range(self.size)]
        self.turn = BLACK

    def __str__(self) -> str:
        """Return the picture of the board, with the names of the sides."""
        lines = ['', ' ' * self.size + 'white']
        for i, row in enumerate(self.board):
            letter = 'black'[i] if i < 5 else ' '
            lines.append(f'{" " * i}{letter}  {" ".join(row)}  {letter}')
        return '\n'.join(lines + [' ' * 2 * self.size + 'white'])

    def draw(self) -> str:
        """Return the picture with the names of the columns and rows."""
        empty, top, *rows, bottom = str(self).split('\n')
        rows = [f'{" " * i}{i + 1:2} {row[i:]}' for i, row in enumerate(rows)]
        letters = ' '.join(ascii_lowercase[: self.size])
        return '\n'.join(
            [empty, f'   {top}', f'      {letters}', *rows, f'   {bottom}']
        )

    def getPossibleMoves(self, board: Board) -> list[Cell]:
        """Return the empty cells of board as (row, col), row by row."""
        return [
            (row, col)
            for row, cells in enumerate(board)
            for col, cell in enumerate(cells)
            if cell == EMPTY
        ]

    def getNextBoard(self, board: Board, move: Cell, side: str) -> Board:
        """Return a new board: board after side has filled the cell move. Raise
        ValueError if there is no such side or cell, or it is not empty.
        """
        row, col = move
        if side not in (BLACK, WHITE):
            raise ValueError(f'{side!r} is not a side: they are B and W.')
        if not (0 <= row < self.size and 0 <= col < self.size):
            raise ValueError(
                f'{row}, {col} is not on the board: both go from '
                f'0 to {self.size - 1}.'
            )
        if board[row][col] != EMPTY:
            raise ValueError(f'{row}, {col} is not empty.')
        after = [cells[:] for cells in board]
        after[row][col] = side
        return after

    def getNeighbors(self, row: int, col: int) -> list[Cell]:
        """Return the neighbours of a cell, six at most, row by row.

        >>> HexGame(3).getNeighbors(0, 0)
        [(0, 1), (1, 0)]
        """
        return [
            (row + down, col + right)
            for down, right in STEPS
            if 0 <= row + down < self.size and 0 <= col + right < self.size
        ]

    def blackWins(self, board: Board) -> bool:
        """Return whether Black has joined the left and right edges."""
        found = {(i, 0) for i in range(self.size) if board[i][0] == BLACK}
        waiting = list(found)
        while waiting:
            for row, col in self.getNeighbors(*waiting.pop()):
                if board[row][col] == BLACK and (row, col) not in found:
                    found.add((row, col))
                    waiting.append((row, col))
        return any(j == self.size - 1 for _, j in found)

    def whiteWins(self, board: Board) -> bool:
        """Return whether White has joined the top and bottom edges."""
        # With rows and columns exchanged, neighbours are still neighbours.
        colours = {WHITE: BLACK, BLACK: WHITE, EMPTY: EMPTY}
        return self.blackWins(
            [[colours[cell] for cell in col] for col in zip(*board)]
        )

    def countConnected(self, board: Board, side: str) -> int:
        """Return how many of side's pieces touch another one of them.

        >>> board = [['B', 'B', '-'], ['-', '-', 'W'], ['B', '-', '-']]
        >>> HexGame(3).countConnected(board, 'B')
        2
        """
        return sum(
            any(board[r][c] == side for r, c in self.getNeighbors(i, j))
            for i, row in enumerate(board)
            for j, cell in enumerate(row)
            if cell == side
        )

    def playOneGame(self, player1: Any, player2: Any, show: bool = True) -> str:
        """Play a game between player1, as Black, and player2. Return the
        winning side. Print each position and each move if show.
        """
        self.reset()
        players = {BLACK: player1, WHITE: player2}
        for side, player in players.items():
            player.setSide(side)
        side = BLACK
        winner = ''
        while not winner:
            if show:
                print(self.draw())
            player = players[side]
            if show and not isinstance(player, HumanPlayer):
                tell(f'{player.name} ({side}) is thinking')
            move = player.getMove([row[:] for row in self.board])
            self.board = self.getNextBoard(self.board, move, side)
            if show:
                tell('')
                print(f'{player.name} ({side}) moves to {name_cell(move)}')
            # Only the side that has just moved can have won.
            wins = self.blackWins if side == BLACK else self.whiteWins
            winner = side if wins(self.board) else ''
            side = WHITE if side == BLACK else BLACK
            self.turn = side
        self.turn = None
        if show:
            print(f'{self.draw()}\n{players[winner].name} ({winner}) wins')
        return winner

    def playNGames(
        self, n: int, player1: Any, player2: Any, show: bool = False
    ) -> None:
        """Play n games, in which the players take turns to be Black, player1
        first. Print the results of both. Each game is shown if show.
        """
        for number in range(n):
            if not show:
                tell(f'{number} of {n} games')
            black, white = player1, player2
            if number % 2 == 1:
                black, white = player2, player1
            if self.playOneGame(black, white, show) == BLACK:
                winner, loser = black, white
            else:
                winner, loser = white, black
            winner.won()
            loser.lost()
        tell('')
        for player in player1, player2:
            print(player.results())


def tell(text: str) -> None:
    """Show text on standard error, if that is a terminal, on the line of the
    last such text.
    """
    if sys.stderr is not None and sys.stderr.isatty():
        blanks = ' ' * 60
        print(f'\r{blanks}\r{text}', end='', file=sys.stderr, flush=True)


if __name__ == '__main__':
    from play_hex import main

    sys.exit(main(HexGame))
