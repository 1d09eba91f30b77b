"""Stonehenge: players take cells and claim the ley-lines through them."""
from typing import Any, Optional
from string import ascii_uppercase
from game import Game
from game_state import GameState

SIDE_LENGTHS = range(1, 6)
UNCLAIMED = '@'


class Board:
    """What never changes during a game: the cells and ley-lines of a board.

    Every cell and every marker has a place: a pair (row, column). Columns are
    counted from 0, but in the last row from 1. So the cells on a line down
    and to the left have the same column, and those on a line down and to the
    right have the same column - row.

    === Attributes ===
    side: the side length
    places: the place of each cell, by its letter
    lines: the letters on each ley-line, from the upper end or the left
    marker_places: the place of the marker of each ley-line, in this order
    """
    side: int
    places: dict[str, tuple[int, int]]
    lines: list[list[str]]
    marker_places: list[tuple[int, int]]

    def __init__(self, side: int) -> None:
        """Initialize the board with this side length.

        Preconditions:
        - side in SIDE_LENGTHS

        >>> Board(1).lines
        [['A', 'B'], ['A'], ['B'], ['C'], ['B', 'C'], ['A', 'C']]
        """
        self.side = side
        places = [(row, column) for row in range(side)
                  for column in range(row + 2)]
        places += [(side, column) for column in range(1, side + 1)]
        self.places = dict(zip(ascii_uppercase, places))
        self.lines = []
        self.marker_places = []
        for number in range(side + 1):
            across = [cell for cell, (row, _) in self.places.items()
                      if row == number]
            left = [cell for cell, (_, column) in self.places.items()
                    if column == number]
            right = [cell for cell, (row, column) in self.places.items()
                     if column - row == 1 - number]
            self.lines += [across, left, right]
            self.marker_places += [self.find_place(across[0], 0, -1),
                                   self.find_place(left[0], -1, 0),
                                   self.find_place(right[-1], 1, 1)]

    def find_place(self, cell: str, rows: int, columns: int
                   ) -> tuple[int, int]:
        """Return the place this many rows and columns after cell.

        >>> Board(1).find_place('C', 1, 1)
        (2, 2)
        """
        row, column = self.places[cell]
        return row + rows, column + columns

    def find_point(self, place: tuple[int, int]) -> tuple[int, int]:
        """Return the line of text, and the position in it, at which the
        picture shows what is at place.

        >>> Board(2).find_point((1, 0))
        (4, 4)
        """
        row, column = place
        return 2 * row + 2, 4 * column - 2 * row + 2 * self.side + 2


class StonehengeGame(Game):
    """The game of Stonehenge.

    === Attributes ===
    current_state: the current position
    """
    current_state: 'StonehengeState'

    def __init__(self, p1_starts: bool, size: Optional[int] = None) -> None:
        """Initialize this game on an empty board with side length size: player
        1 moves first if p1_starts, otherwise player 2 does.

        If no size is given, ask for it until there is a good answer. Raise
        ValueError if a given one is not in SIDE_LENGTHS.
        """
        while size is None:
            text = input('Enter the side length of the board (1 to 5): ')
            if text.strip() in map(str, SIDE_LENGTHS):
                size = int(text)
            else:
                print(f'{text!r} is not a whole number from 1 to 5.')
        if size not in SIDE_LENGTHS:
            raise ValueError(f'{size!r} is not a whole number from 1 to 5.')
        board = Board(size)
        self.current_state = StonehengeState(
            p1_starts, board, list(board.places),
            [UNCLAIMED] * len(board.lines))

    def get_instructions(self) -> str:
        """Return the rules of Stonehenge."""
        return ('Players take turns to take a free cell, named by its letter. '
                'Whoever first has\nat least half of the cells of a ley-line '
                'claims it for good. Whoever first claims\nat least half of '
                'all ley-lines wins.')

    def is_over(self, state: 'StonehengeState') -> bool:
        """Return whether this game is over at state."""
        return state.winner is not None

    def is_winner(self, player: str) -> bool:
        """Return whether player has won this game at its current_state.

        Preconditions:
        - player in {'p1', 'p2'}
        """
        return self.current_state.winner == player

    def str_to_move(self, text: Any) -> Any:
        """Return the move that text means: without the blanks around it, and
        in upper case.

        >>> game = StonehengeGame(True, size=2)
        >>> game.str_to_move(' d '), game.str_to_move('D')
        ('D', 'D')
        """
        return text.strip().upper() if isinstance(text, str) else text


class StonehengeState(GameState):
    """A position of Stonehenge, and whose turn it is in it.

    === Attributes ===
    board: the board that the game is played on
    cells: for each cell, in reading order, its letter if it is free, or else
        '1' or '2', the player who has it
    markers: for each ley-line, in the order of board.lines, '@' if it is
        free, or else '1' or '2', the player who has claimed it
    winner: 'p1' or 'p2', the player who has won, or None

    Representation Invariants:
    - len(self.cells) == len(self.board.places)
    - len(self.markers) == len(self.board.lines)
    """
    board: Board
    cells: list[str]
    markers: list[str]
    winner: Optional[str]

    def __init__(self, is_p1_turn: bool, board: Board, cells: list[str],
                 markers: list[str], winner: Optional[str] = None) -> None:
        """Initialize this state with these cells and markers on board, and
        with this winner: player 1 moves if is_p1_turn, otherwise player 2
        does.
        """
        super().__init__(is_p1_turn)
        self.board = board
        self.cells = cells
        self.markers = markers
        self.winner = winner

    def __str__(self) -> str:
        """Return the picture of this position.

        >>> print(StonehengeGame(True, size=1).current_state.make_move('A'))
              1   @
             /   /
        1 - 1 - B
             \\ / \\
          @ - C   @
               \\
                1
        """
        board = self.board
        text = [[' '] * (4 * board.side + 7)
                for _ in range(2 * board.side + 5)]
        shown = dict(zip(board.places, self.cells))
        for i, line in enumerate(board.lines):
            points = [board.find_point(board.marker_places[i])]
            put(text, points[0], self.markers[i])
            for cell in line:
                points.append(board.find_point(board.places[cell]))
                put(text, points[-1], shown[cell])
            draw_strokes(text, sorted(points))
        return '\n'.join(''.join(row).rstrip() for row in text)

    def __repr__(self) -> str:
        """Return an exact description of this position.

        >>> StonehengeGame(True, size=1).current_state.make_move('A')
        StonehengeState(False, '1BC', '11@@@1', 'p1')
        """
        cells, markers = ''.join(self.cells), ''.join(self.markers)
        return (f'StonehengeState({self.p1_turn}, {cells!r}, {markers!r}, '
                f'{self.winner!r})')

    def get_possible_moves(self) -> list[str]:
        """Return the letters of the free cells: none once the game is over.

        >>> StonehengeGame(True, size=1).current_state.get_possible_moves()
        ['A', 'B', 'C']
        """
        if self.winner is not None:
            return []
        return [cell for cell in self.cells if cell in self.board.places]

    def make_move(self, move: Any) -> 'StonehengeState':
        """Return the state after the player to move takes the cell move. This
        is possible after the end, too: whoever has won remains the winner.

        Raise ValueError if move is not a free cell.
        """
        if move not in list(self.board.places):
            raise ValueError(f'{move!r} is not a cell of this board')
        if move not in self.cells:
            raise ValueError(f'{move!r} is taken')
        name = self.get_current_player_name()
        player = name[1]
        cells = [player if cell == move else cell for cell in self.cells]
        owners = dict(zip(self.board.places, cells))
        markers = self.markers[:]
        for i, line in enumerate(self.board.lines):
            taken = [owners[letter] for letter in line].count(player)
            if markers[i] == UNCLAIMED and 2 * taken >= len(line):
                markers[i] = player
        winner = self.winner
        if winner is None and 2 * markers.count(player) >= len(markers):
            winner = name
        return StonehengeState(not self.p1_turn, self.board, cells, markers,
                               winner)

    def rough_outcome(self) -> float:
        """Return an estimate, from LOSE to WIN, of the score for the player to
        move. It is exact if the game ends within two moves. Otherwise, the
        more ley-lines a player has claimed, the better.

        >>> StonehengeGame(True, size=1).current_state.rough_outcome()
        1
        """
        if self.winner is not None:
            has_won = self.winner == self.get_current_player_name()
            return self.WIN if has_won else self.LOSE
        if self.can_win_at_once():
            return self.WIN
        if all(self.make_move(move).can_win_at_once()
               for move in self.get_possible_moves()):
            return self.LOSE
        lead = self.markers.count('1') - self.markers.count('2')
        return (lead if self.p1_turn else -lead) / len(self.markers)

    def can_win_at_once(self) -> bool:
        """Return whether a move of the player to move ends the game."""
        return any(self.make_move(move).winner is not None
                   for move in self.get_possible_moves())


def put(text: list[list[str]], point: tuple[int, int], character: str) -> None:
    """Write character into text at point: a line, and a position in it."""
    y, x = point
    text[y][x] = character


def draw_strokes(text: list[list[str]], points: list[tuple[int, int]]) -> None:
    """Write a stroke into text in the middle between any two points that
    follow each other. The points lie on one ley-line, from above or the left.
    """
    for (y1, x1), (y2, x2) in zip(points, points[1:]):
        if y1 == y2:
            stroke = '-'
        elif x2 < x1:
            stroke = '/'
        else:
            stroke = '\\'
        put(text, ((y1 + y2) // 2, (x1 + x2) // 2), stroke)


if __name__ == "__main__":
    from python_ta import check_all
    check_all(config="a2_pyta.txt")
