"""Stonehenge on a board that plays moves and takes them back."""
from typing import Optional
from game import Game
from game_state import GameState


class Board:
    """A board that changes with each move.

    Cells are numbered from the top. A line is a list of such numbers.
    """

    def __init__(self, side: int) -> None:
        """Set up an empty board."""
        self.side = side
        self.rows: list[list[int]] = []
        number = 0
        for length in [*range(2, side + 2), side]:
            self.rows.append(list(range(number, number + length)))
            number += length
        self.owner = [''] * number
        self.lines = [row[:] for row in self.rows] + self.diagonals()
        self.claimed = [''] * len(self.lines)
        self.history: list[tuple[int, list[int]]] = []

    def diagonals(self) -> list[list[int]]:
        """Return the lines down to the left, from the left, and those down to
        the right, from the right end of the last row but one, then from the
        left of the last row.
        """
        left: list[list[int]] = [[] for _ in range(self.side + 1)]
        right: list[list[int]] = [[] for _ in range(self.side + 1)]
        for r, row in enumerate(self.rows):
            shift = 1 if r == self.side else 0
            for i, cell in enumerate(row):
                left[i + shift].append(cell)
                right[(r - i) if r < self.side else r - i - 1].append(cell)
        # right[-1], where i = r + 1, is the longest line to the right edge.
        return left + [right[-1]] + right[-2::-1]

    def play(self, cell: int, player: str) -> None:
        """Let player take cell."""
        self.owner[cell] = player
        claims = []
        for number, line in enumerate(self.lines):
            if cell in line and not self.claimed[number]:
                mine = len([each for each in line
                            if self.owner[each] == player])
                if mine * 2 >= len(line):
                    self.claimed[number] = player
                    claims.append(number)
        self.history.append((cell, claims))

    def undo(self) -> None:
        """Take back the last move."""
        cell, claims = self.history.pop()
        self.owner[cell] = ''
        for number in claims:
            self.claimed[number] = ''

    def winner(self) -> str:
        """Return who has half of the lines, '' if nobody has."""
        for player in '12':
            if self.claimed.count(player) * 2 >= len(self.claimed):
                return player
        return ''

    def free(self) -> list[int]:
        """Return the cells that nobody has taken."""
        return [i for i in range(len(self.owner)) if not self.owner[i]]

    def copy(self) -> 'Board':
        """Return a board like this one that has nothing to take back."""
        other = Board(self.side)
        other.owner, other.claimed = self.owner[:], self.claimed[:]
        return other


def letter_of(cell: int) -> str:
    """Return the name of cell."""
    return chr(ord('A') + cell)


class StonehengeState(GameState):
    """A state of Stonehenge."""

    def __init__(self, is_p1_turn: bool, board: Board) -> None:
        """Set up a state on board."""
        super().__init__(is_p1_turn)
        self.board = board

    def __str__(self) -> str:
        """Return the picture."""
        n, board = self.board.side, self.board
        marks = [claim or '@' for claim in board.claimed]
        rows, left, right = (marks[i * (n + 1):(i + 1) * (n + 1)]
                             for i in range(3))
        edge = 2 * n + 4
        out = [' ' * edge + f'{left[0]}   {left[1]}',
               ' ' * (edge - 1) + '/   /']
        for r, row in enumerate(board.rows):
            indent = 2 * (n - 1 - r) if r < n else 2
            line = ' ' * indent + rows[r] + ' - ' + ' - '.join(
                board.owner[cell] or letter_of(cell) for cell in row)
            if r < n - 1:
                line += '   ' + left[r + 2]
            elif r == n:
                line += '   ' + right[0]
            out.append(line)
            if r < n - 1:
                out.append(' ' * (indent + 3) + '/ \\ ' * (r + 2) + '/')
            elif r == n - 1:
                out.append(' ' * (indent + 5) + '\\ / ' * n + '\\')
        out.append(' ' * 7 + '   '.join('\\' * n))
        out.append(' ' * 8 + '   '.join(right[1:]))
        return '\n'.join(out)

    def __repr__(self) -> str:
        """Return an exact description."""
        return f'StonehengeState({self.p1_turn}, {self.board.owner}, ' \
               f'{self.board.claimed})'

    def get_possible_moves(self) -> list[str]:
        """Return the free cells, none if the game is over."""
        if self.board.winner():
            return []
        return [letter_of(cell) for cell in self.board.free()]

    def make_move(self, move: str) -> 'StonehengeState':
        """Return the state after move."""
        if move not in map(letter_of, self.board.free()):
            raise ValueError(f'{move} is not free.')
        after = self.board.copy()
        after.play(ord(move) - ord('A'), '1' if self.p1_turn else '2')
        return StonehengeState(not self.p1_turn, after)

    def wins_with(self, player: str) -> bool:
        """Return whether player has a move that wins."""
        for cell in self.board.free():
            self.board.play(cell, player)
            won = self.board.winner()
            self.board.undo()
            if won:
                return True
        return False

    def rough_outcome(self) -> float:
        """Return an estimate of the score, exact two moves ahead."""
        me, you = ('1', '2') if self.p1_turn else ('2', '1')
        if self.board.winner():
            return 1.0 if self.board.winner() == me else -1.0
        if self.wins_with(me):
            return 1.0
        safe = 0
        for cell in self.board.free():
            self.board.play(cell, me)
            if not self.wins_with(you):
                safe += 1
            self.board.undo()
        if not safe:
            return -1.0
        return safe / len(self.board.free()) - 0.5


class StonehengeGame(Game):
    """The game of Stonehenge."""

    def __init__(self, p1_starts: bool, size: Optional[int] = None) -> None:
        """Set up a game: ask for the side length."""
        while size not in range(1, 6):
            try:
                size = int(input('How long is a side? '))
            except ValueError:
                print('Type a number.')
                continue
            if size not in range(1, 6):
                print('From 1 to 5.')
        self.current_state = StonehengeState(p1_starts, Board(size))

    def get_instructions(self) -> str:
        """Return the rules."""
        return 'Claim ley-lines: half of the cells are enough.'

    def is_over(self, state: StonehengeState) -> bool:
        """Return whether the game is over at state."""
        return state.board.winner() != ''

    def is_winner(self, player: str) -> bool:
        """Return whether player has won."""
        return 'p' + self.current_state.board.winner() == player

    def str_to_move(self, string: str) -> str:
        """Return the letter, or '' if there is none."""
        string = string.strip().upper()
        return string if len(string) == 1 and string.isalpha() else ''
