"""Stonehenge with cells and ley-lines of their own classes."""

from collections import namedtuple
from game import TwoPlayerGame
from game_state import Position


class Cell(namedtuple('Cell', ['row', 'column'])):
    """A cell: its row, and its column if all rows began at the left."""


class LeyLine:
    """A ley-line, which never changes, and who has claimed it."""

    def __init__(self, cells, owner=None):
        """Set up a line."""
        self.cells, self.owner = frozenset(cells), owner

    def mark(self):
        """Return the marker."""
        return '@' if self.owner is None else self.owner[1]

    def after(self, taken, player):
        """Return this line when player holds the cells in taken."""
        enough = 2 * len(self.cells & taken) >= len(self.cells)
        if self.owner is None and enough:
            return LeyLine(self.cells, player)
        return self


def all_cells(size):
    """Return the cells in order."""
    return [
        Cell(row, column)
        for row in range(size + 1)
        for column in range(row == size, min(row + 2, size + 1))
    ]


def all_lines(size):
    """Return the lines: rows, columns, and diagonals from the right."""
    cells = all_cells(size)
    numbers = range(size + 1)
    return (
        [LeyLine(cell for cell in cells if cell.row == n) for n in numbers]
        + [LeyLine(cell for cell in cells if cell.column == n) for n in numbers]
        + [
            LeyLine(cell for cell in cells if cell.column - cell.row == 1 - n)
            for n in [0, *reversed(range(1, size + 1))]
        ]
    )


class Stones(Position):
    """A position of Stonehenge: the cells of each player, and the lines."""

    def __init__(self, mover, size, lines, held):
        """Set up a position."""
        super().__init__(mover)
        self.size, self.lines, self.held = size, tuple(lines), held

    def names(self):
        """Return all cells by their letters."""
        return dict(zip('ABCDEFGHIJKLMNOPQRSTUVWXY', all_cells(self.size)))

    def owner_of(self, cell):
        """Return who has taken cell, None if nobody has."""
        for player, cells in self.held.items():
            if cell in cells:
                return player
        return None

    def winner(self):
        """Return who has half of the lines, or None."""
        for player in self.held:
            claims = [line for line in self.lines if line.owner == player]
            if 2 * len(claims) >= len(self.lines):
                return player
        return None

    def __str__(self):
        """Return the picture."""
        size = self.size
        marks = [line.mark() for line in self.lines]
        rows, left, right = (
            marks[k : k + size + 1] for k in range(0, 3 * size + 3, size + 1)
        )
        text = [
            ' ' * (2 * size + 4) + left[0] + '   ' + left[1],
            ' ' * (2 * size + 3) + '/   /',
        ]
        for row in range(size + 1):
            signs = [
                (self.owner_of(cell) or ' ' + name)[1]
                for name, cell in self.names().items()
                if cell.row == row
            ]
            start = ' ' * (2 if row == size else 2 * (size - 1 - row))
            ends = [*left[2:], '', right[0]]
            end = '   ' + ends[row]
            text.append(
                (start + ' - '.join([rows[row]] + signs) + end).rstrip()
            )
            below = ' '.join('/\\' * len(signs)) + ' /'
            if row == size - 1:
                below = '  ' + ' '.join('\\/' * size) + ' \\'
            if row == size:
                below = '  ' + '   '.join('\\' * size)
            text.append(start + '   ' + below)
        text.append('        ' + '   '.join(right[1:]))
        return '\n'.join(text)

    def __repr__(self):
        """Return an exact description."""
        cells = ''.join(
            (self.owner_of(cell) or ' ' + name)[1]
            for name, cell in self.names().items()
        )
        lines = ''.join(line.mark() for line in self.lines)
        return f'<{cells} {lines} {self.mover}>'

    def get_possible_moves(self):
        """Return the free cells, none if somebody has won."""
        if self.winner():
            return []
        return [
            name
            for name, cell in self.names().items()
            if self.owner_of(cell) is None
        ]

    def make_move(self, move):
        """Return the position after move."""
        cell = self.names().get(move)
        if cell is None or self.owner_of(cell):
            raise ValueError(f'not a free cell: {move!r}')
        taken = self.held[self.mover] | {cell}
        return Stones(
            self.other(),
            self.size,
            [line.after(taken, self.mover) for line in self.lines],
            {**self.held, self.mover: taken},
        )

    def guess(self):
        """Return an estimate from the claims so far."""
        owners = [line.owner for line in self.lines]
        return (owners.count(self.mover) - owners.count(self.other())) / len(
            owners
        )


class StonehengeGame(TwoPlayerGame):
    """The game of Stonehenge."""

    def __init__(self, p1_starts):
        """Ask for the size and set up a game."""
        while True:
            answer = input('Size: ').strip()
            if answer in list('12345'):
                break
            print('Sorry, the size is 1, 2, 3, 4 or 5, not', repr(answer))
        size = int(answer)
        self.current_state = Stones(
            'p1' if p1_starts else 'p2',
            size,
            all_lines(size),
            {'p1': frozenset(), 'p2': frozenset()},
        )

    def get_instructions(self):
        """Return the rules."""
        return 'Half of a line claims it, half of the lines win.'

    def str_to_move(self, text):
        """Return text as a move, or as it is if it is none."""
        move = text.strip().upper()
        return move if move in self.current_state.names() else text
