"""Stonehenge: a game for two players who claim ley-lines by taking cells.

A cell has three coordinates, each from 0 to the side length n: the numbers of
its row, of its down-left line and of its down-right line. The last two add up
to one more than the first. A ley-line is all the cells that share a coordinate.
The rules and the picture follow from that alone.
"""

from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from string import ascii_uppercase
from typing import Any, Optional
from game import Game
from game_state import GameState

SIDE_LENGTHS = range(1, 6)

# For each direction of ley-lines: the stroke, and how many rows and columns of
# text its marker is away from the nearest cell.
STROKES = '-/\\'
TO_MARKER = ((0, -4), (-2, 2), (2, 2))

# The module that makes searches fast. It imports this file, and may be missing:
# so it is imported by its name, when it is needed.
ENGINE = 'engine.fast_stonehenge'


class UnknownCellError(ValueError):
    """Raised when a move names no cell of the board."""


class TakenCellError(ValueError):
    """Raised when a move names a cell that is taken already."""


class Board:
    """The cells and ley-lines of one side length. All positions share it.

    === Attributes ===
    side_length: from 1 to 5
    letters: the names of the cells, in reading order
    coordinates: for each cell, the numbers of its row, of its down-left line
        and of its down-right line
    lines: for each ley-line, its cells, as indices into letters: first the
        rows, then the down-left and then the down-right lines, each in the
        order in which the picture shows their markers
    """

    side_length: int
    letters: str
    coordinates: list[tuple[int, int, int]]
    lines: list[list[int]]
    # The row and column of text of each cell and then of each marker in the
    # picture, and the strokes between them by row and column.
    _places: list[tuple[int, int]]
    _strokes: dict[tuple[int, int], str]

    def __init__(self, side_length: int) -> None:
        """Initialize the board of this side length.

        >>> Board(1).lines
        [[0, 1], [2], [0], [1, 2], [1], [0, 2]]
        """
        n = side_length
        self.side_length = n
        self.coordinates = []
        self._places = []
        for row in range(n + 1):
            for left in range(n + 1):
                right = row + 1 - left
                if 0 <= right <= n:
                    self.coordinates.append((row, left, right))
                    # Strokes are between the rows. The cells of a row are four
                    # columns apart, and those of the next row between them.
                    # Markers need two lines above the first row, and four
                    # columns to the left of the longest one.
                    y = 2 * row + 2
                    x = 2 * (n - row + 1) + 4 * left
                    self._places.append((y, x))
        self.letters = ascii_uppercase[: len(self.coordinates)]
        self.lines = []
        self._strokes = {}
        for number in range(n + 1):
            self._add_line(0, number)
        for number in range(n + 1):
            self._add_line(1, number)
        # The first down-right marker is beside the last row, the others are
        # below it, from left to right.
        for number in [0, *range(n, 0, -1)]:
            self._add_line(2, number)

    def _add_line(self, direction: int, number: int) -> None:
        """Add a ley-line: its cells, its marker's place and its strokes.

        All its cells have this number as their coordinate in this direction: 0
        is that of rows, 1 that of down-left and 2 that of down-right lines.
        """
        line = [
            i
            for i, cell in enumerate(self.coordinates)
            if cell[direction] == number
        ]
        self.lines.append(line)
        path = [self._places[i] for i in line]
        if direction == 2:
            path.reverse()  # The marker is at the other end.
        y, x = path[0]
        down, right = TO_MARKER[direction]
        path.insert(0, (y + down, x + right))
        self._places.append(path[0])
        # A stroke is halfway between a place and the next one.
        for (y1, x1), (y2, x2) in pairwise(path):
            middle = ((y1 + y2) // 2, (x1 + x2) // 2)
            self._strokes[middle] = STROKES[direction]

    def draw(self, cells: str, markers: str) -> str:
        """Return the picture of this board with these cells and markers."""
        ink = dict(self._strokes)
        # Each place, those of all cells first, and the character that is there.
        ink.update(zip(self._places, cells + markers))
        last_row, _ = max(ink)  # Places are compared by their rows first.
        rows = [''] * (last_row + 1)
        for y, x in sorted(ink):  # Each row from left to right.
            rows[y] = rows[y].ljust(x) + ink[y, x]
        return '\n'.join(rows)


@lru_cache
def board_of(side_length: int) -> Board:
    """Return the board of this side length, the same object every time:
    lru_cache keeps what this function has returned, as a board takes long to
    make.
    """
    return Board(side_length)


class StonehengeState(GameState):
    """A position of Stonehenge, and whose turn it is in it.

    === Attributes ===
    board: the board that is played on
    cells: what the picture shows in each cell, in reading order: its letter,
        or '1' or '2', the player who has taken it
    markers: what the picture shows at each ley-line, in the order of
        board.lines: '@', or '1' or '2', the player who has claimed it
    winner: 'p1' or 'p2', or '' as long as nobody has won
    describer: the name of the module in which other files look for a sentence
        on how the game stands; it may be missing

    Representation Invariants:
    - len(self.cells) == len(self.board.letters)
    - len(self.markers) == len(self.board.lines)
    - set(self.cells) <= set(self.board.letters) | {'1', '2'}
    - set(self.markers) <= {'@', '1', '2'}
    - self.winner in {'p1', 'p2', ''}
    """

    board: Board
    cells: str
    markers: str
    winner: str
    describer: str = 'drawings.stonehenge_words'

    def __init__(
        self,
        is_p1_turn: bool,
        board: Board,
        cells: str = '',
        markers: str = '',
        winner: str = '',
    ) -> None:
        """Initialize this state: player 1 moves if is_p1_turn, else player 2.
        Without cells and markers, the board is empty.

        >>> StonehengeState(True, board_of(1)).get_possible_moves()
        ['A', 'B', 'C']
        """
        super().__init__(is_p1_turn)  # This sets p1_turn.
        if not cells:
            cells = board.letters
        if not markers:
            markers = '@' * len(board.lines)
        self.board = board
        self.cells = cells
        self.markers = markers
        self.winner = winner

    def __str__(self) -> str:
        """Return the picture of this position."""
        return self.board.draw(self.cells, self.markers)

    def __repr__(self) -> str:
        """Return an exact description of this position: whose turn it is, the
        cells, the markers by direction, and who has won.

        >>> StonehengeState(False, board_of(1)).make_move('B')
        StonehengeState('p1 to move', 'A2C', '2@ @2 2@', 'p2 has won')
        """
        player = self.get_current_player_name()
        third = len(self.markers) // 3
        rows = self.markers[:third]
        left = self.markers[third:-third]
        right = self.markers[-third:]
        winner = self.winner if self.winner else 'nobody'
        return (
            f"StonehengeState('{player} to move', '{self.cells}', "
            f"'{rows} {left} {right}', '{winner} has won')"
        )

    # Our GameState has this method and is_valid_move, too. They are here for
    # the GameState of another person, who may leave both to its subclasses.

    def get_current_player_name(self) -> str:
        """Return 'p1' if player 1 is the one to move, otherwise 'p2'."""
        return 'p1' if self.p1_turn else 'p2'

    def get_possible_moves(self) -> list[str]:
        """Return the letters of all free cells: none once the game is over."""
        if self.winner:
            return []
        return [cell for cell in self.cells if cell not in '12']

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is one of the possible moves."""
        return move in self.get_possible_moves()

    def make_move(self, move: Any) -> 'StonehengeState':
        """Return the state after the player to move takes the cell move.

        Moves are accepted after the end of the game, too: lines are claimed as
        before, but the first winner remains the winner. Raise UnknownCellError
        or TakenCellError if there is no such free cell.

        >>> state = StonehengeState(True, board_of(1)).make_move('A')
        >>> print(state)
              1   @
             /   /
        1 - 1 - B
             \\ / \\
          @ - C   @
               \\
                1
        """
        # In the list of letters, not in the text: that has 'AB' in it, too. A
        # move that is no text may be anything, even what == fails for.
        if not isinstance(move, str) or move not in list(self.board.letters):
            raise UnknownCellError(
                f'{move!r} is not a cell: the cells are '
                f'{", ".join(self.board.letters)}'
            )
        if move not in self.cells:
            raise TakenCellError(f'{move!r} is taken')

        player = '1' if self.p1_turn else '2'
        cells = self.cells.replace(move, player)
        markers = ''
        for line, marker in zip(self.board.lines, self.markers):
            held = [cells[i] for i in line].count(player)
            if marker == '@' and 2 * held >= len(line):
                markers += player
            else:
                markers += marker
        winner = self.winner
        if not winner and 2 * markers.count(player) >= len(markers):
            winner = 'p' + player
        return StonehengeState(
            not self.p1_turn, self.board, cells, markers, winner
        )

    def rough_outcome(self) -> float:
        """Return an estimate, from LOSE to WIN, of the score for the player to
        move. It is exact if the game is over or ends within two moves;
        otherwise it compares the players' shares of the ley-lines.

        >>> StonehengeState(True, board_of(1)).rough_outcome()
        1.0
        """
        # Floats throughout, as the last one is not a whole number.
        me, other = ('1', '2') if self.p1_turn else ('2', '1')
        if self.winner == 'p' + me:
            return float(self.WIN)
        if self.winner:
            return float(self.LOSE)
        if self._wins_at_once():
            return float(self.WIN)
        if all(
            self.make_move(move)._wins_at_once()
            for move in self.get_possible_moves()
        ):
            return float(self.LOSE)
        lead = self._share_of_lines(me) - self._share_of_lines(other)
        # The lead is at most the number of lines. The 1 that is added keeps the
        # estimate strictly between LOSE, which is -1, and WIN, which is 1.
        return lead / (len(self.markers) + 1)

    def _wins_at_once(self) -> bool:
        """Return whether the player to move can win with the next move."""
        return any(
            self.make_move(move).winner for move in self.get_possible_moves()
        )

    def _share_of_lines(self, player: str) -> float:
        """Return what player, '1' or '2', has of the ley-lines: 1 for each one
        claimed, and 2 ** -k for each one that takes k more cells to claim: each
        missing cell halves what a line counts.
        """
        share = 0.0
        for line, marker in zip(self.board.lines, self.markers):
            if marker == '@':
                held = [self.cells[i] for i in line].count(player)
                share += 2 ** (held - cells_to_claim(line))
            elif marker == player:
                share += 1
        return share

    def get_player_marks(self) -> dict[str, str]:
        """Return which marks in the picture belong to which player: a terminal
        can colour them.
        """
        return {'1': 'p1', '2': 'p2'}

    def search_state(self) -> Any:
        """Return an equal position that is faster to search: the engine's, or
        this one if the folder engine is not there.
        """
        try:
            engine = import_module(ENGINE)
        except ModuleNotFoundError as missing:
            # Either the folder or this file of it is missing. If the engine
            # itself looks for something in vain, that is not hidden.
            if missing.name not in ('engine', ENGINE):
                raise
            return self
        return engine.fast_state(self)


def cells_to_claim(line: list[int]) -> int:
    """Return how many cells of line claim it: half of them, rounded up.

    >>> [cells_to_claim(line) for line in ([0, 1], [2], [0, 3, 5])]
    [1, 1, 2]
    """
    return (len(line) + 1) // 2


class StonehengeGame(Game):
    """The game of Stonehenge.

    === Attributes ===
    sizes: the side lengths that other files offer, as one would type them, the
        usual one first
    current_state: the current position: a StonehengeState, or during a search
        the engine's equal of one (see StonehengeState.search_state)
    """

    sizes: tuple[str, ...] = ('3', '1', '2', '4', '5')
    current_state: Any

    def __init__(self, p1_starts: bool, size: Optional[int] = None) -> None:
        """Initialize this game on an empty board with side length size: player
        1 moves first if p1_starts, otherwise player 2 does.

        If no size is given, ask for it until there is a good answer. Raise
        ValueError if the given one is not a whole number from 1 to 5.

        >>> game = StonehengeGame(True, size=1)
        >>> game.current_state = game.current_state.make_move('C')
        >>> game.is_over(game.current_state), game.is_winner('p1')
        (True, True)
        """
        while size is None:
            text = input('Enter the side length of the board (1 to 5): ')
            try:
                size = read_side_length(text)
            except ValueError as error:
                print(error)
        board = board_of(read_side_length(size))
        self.current_state = StonehengeState(p1_starts, board)

    def get_instructions(self) -> str:
        """Return the rules of Stonehenge."""
        return (
            'Players take turns to take a free cell, by its letter.\n'
            'Whoever has taken at least half of the cells of a ley-line '
            'claims it for good,\nand its marker @ becomes the number of '
            'that player. The first to claim at least\nhalf of all the '
            'ley-lines wins.'
        )

    def is_over(self, state: Any) -> bool:
        """Return whether this game is over at state."""
        return bool(state.winner)

    def is_winner(self, player: str) -> bool:
        """Return whether player has won this game at its current_state.

        Preconditions:
        - player in {'p1', 'p2'}
        """
        # For mypy, current_state is of any type, and so is what == returns.
        return bool(self.current_state.winner == player)

    def str_to_move(self, text: Any) -> str:
        """Return the move that text means: capitals and blanks do not matter.

        >>> StonehengeGame(True, size=1).str_to_move(' b ')
        'B'
        """
        move = str(text).strip()
        # Beyond ASCII, upper may give another letter: 'I' for a Turkish one.
        if move.isascii():
            return move.upper()
        return move


def read_side_length(answer: Any) -> int:
    """Return the side length that answer gives, as text or as a number. Raise
    ValueError if it is not one of SIDE_LENGTHS.
    """
    # As text, because int also takes 2.5, '0_3' and digits of other scripts.
    text = str(answer).strip()
    if text not in map(str, SIDE_LENGTHS):
        raise ValueError(
            f'{answer!r} is not a possible side length: it must '
            f'be a whole number from 1 to {max(SIDE_LENGTHS)}.'
        )
    return int(text)


if __name__ == '__main__':
    try:
        from python_ta import check_all
    except ImportError:
        print('To check the style: python3 -m pip install python-ta==2.13.1')
    else:
        check_all(config='a2_pyta.txt')
