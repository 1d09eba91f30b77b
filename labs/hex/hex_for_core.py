"""Hex as a Game and a GameState, for the programs and strategies of the core.

Player 1 is Black and joins the left and right edges, player 2 is White and
joins the top and bottom edges; either may start. This file needs the files of
the top folder.
"""

from typing import Any, Hashable, Optional
from Players import LARGEST_SIZE, read_number
from hex_connections import choose_cells, look_ahead
from hex_eval import group_by_steps, rate_cells, sum_worth
from hex_grid import OTHER, Grid, grid_of, single_cells
from game import Game
from game_state import GameState
from labs.boards import (
    IllegalMoveError,
    Place,
    choose_size,
    label_rows,
    read_place,
)


class HexState(GameState):
    """A position of Hex, and whose turn it is.

    === Attributes ===
    drawing: the module that draws positions: see drawings/__init__.py
    grid: the grid of the board, which explains sets of cells
    black: the set of Black's cells
    white: the set of White's cells
    winner: 'p1' or 'p2' if the game is over, otherwise ''

    Representation Invariants:
    - self.black & self.white == 0
    - self.winner in ('', 'p1', 'p2')
    """

    drawing: str = 'hex_drawing'
    grid: Grid
    black: int
    white: int
    winner: str

    def __init__(
        self, is_p1_turn: bool, grid: Grid, black: int, white: int
    ) -> None:
        """Initialize this state: player 1 moves if is_p1_turn, else player 2.

        >>> HexState(True, grid_of(1), 0, 0).get_possible_moves()
        [Place(row=0, col=0)]
        """
        super().__init__(is_p1_turn)
        self.grid = grid
        self.black = black
        self.white = white
        self.winner = ''
        if grid.joins('B', black):
            self.winner = 'p1'
        elif grid.joins('W', white):
            self.winner = 'p2'

    def __str__(self) -> str:
        """Return the picture of this position.

        >>> print(HexState(True, grid_of(2), 0b01000, 0b10000))
            a b
         1  - -
          2  B W
        """
        board = self.grid.board_of(self.black, self.white)
        return label_rows([' '.join(row) for row in board], slope=1)

    def get_player_marks(self) -> dict[str, str]:
        """Return which marks in the picture belong to which player."""
        return {'B': 'p1', 'W': 'p2'}

    def __repr__(self) -> str:
        """Return an exact description of this position."""
        board = self.grid.board_of(self.black, self.white)
        return f'HexState({self.p1_turn}, {"/".join(map("".join, board))})'

    def _find_empty(self) -> int:
        """Return the set of the empty cells."""
        return self.grid.find_empty(self.black, self.white)

    def _list_moves(self, cells: list[int]) -> list[Place]:
        """Return the moves that fill these single cells."""
        return [Place(*self.grid.place_of(cell)) for cell in cells]

    def get_possible_moves(self) -> list[Place]:
        """Return all empty cells, row by row; none once the game is over."""
        if self.winner:
            return []
        return self._list_moves(single_cells(self._find_empty()))

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is one of the possible moves."""
        return not self.winner and not self._explain(move)

    def _explain(self, move: Any) -> str:
        """Return why move is not an empty cell, or '' if it is one."""
        if (
            not isinstance(move, tuple)
            or len(move) != 2
            or not all(isinstance(number, int) for number in move)
        ):
            return f'{str(move)[:40]!r} is not a cell: type one like a1'
        if not all(0 <= number < self.grid.size for number in move):
            last = Place(self.grid.size - 1, self.grid.size - 1)
            return (
                f'{str(move)!r} is not on the board, which goes from '
                f'a1 to {last}'
            )
        if not self._find_empty() & self.grid.cell_at(*move):
            return f'{str(move)!r} is not empty'
        return ''

    def make_move(self, move: Any) -> 'HexState':
        """Return the state after the player to move fills a cell. Raise
        IllegalMoveError if it is not an empty cell, or the game is over.
        """
        why = 'The game is over' if self.winner else self._explain(move)
        if why:
            raise IllegalMoveError(why)
        cell = self.grid.cell_at(*move)
        if self.p1_turn:
            return HexState(False, self.grid, self.black | cell, self.white)
        return HexState(True, self.grid, self.black, self.white | cell)

    def _get_view(self) -> tuple[str, int, int]:
        """Return the side to move, its cells and those of the other side."""
        if self.p1_turn:
            return 'B', self.black, self.white
        return 'W', self.white, self.black

    def _group_both(self) -> tuple[list[int], list[int]]:
        """Return the groups of group_by_steps, of the player to move first."""
        side, own, theirs = self._get_view()
        return (
            group_by_steps(self.grid, side, own, theirs),
            group_by_steps(self.grid, OTHER[side], theirs, own),
        )

    def rough_outcome(self) -> float:
        """Return an estimate, from LOSE to WIN, of the score for the player to
        move. It is exact if two plies decide the game; otherwise it
        compares how close both players are to joining their edges.

        >>> HexState(True, grid_of(1), 0, 0).rough_outcome()
        1.0
        """
        mine, theirs = self._group_both()  # The first groups win at once.
        if self.winner == self.get_current_player_name() or mine[0]:
            return float(self.WIN)
        if self.winner or theirs[0] & theirs[0] - 1:  # I can fill only one.
            return float(self.LOSE)
        worth = sum_worth(self.grid, mine)
        other_worth = sum_worth(self.grid, theirs)
        return (worth - other_worth) / (worth + other_worth)

    # The hooks of GameState that help a search: see README.md.

    def known_score(self) -> Optional[int]:
        """Return the score if sure connections tell it, otherwise None."""
        return look_ahead(self.grid, *self._get_view()).score

    def candidate_moves(self) -> list[Place]:
        """Return the moves worth searching, best first: see choose_cells."""
        if self.winner:
            return []
        worths = rate_cells(*self._group_both())
        cells = sorted(
            single_cells(self._find_empty()),
            reverse=True,
            key=lambda cell: worths.get(cell, 0.0),
        )
        chosen = choose_cells(self.grid, *self._get_view(), cells)
        return self._list_moves(chosen)

    def search_key(self) -> Hashable:
        """Return a key of the board after fill-in, the same if rotated."""
        sets = look_ahead(self.grid, *self._get_view()).sets
        image = sets['B'], sets['W']
        rotated = self.grid.rotate(sets['B']), self.grid.rotate(sets['W'])
        return self.p1_turn, self.grid.size, min(image, rotated)


class Hex(Game):
    """The game of Hex, for the core. (The handout has its own class, HexGame.)

    === Attributes ===
    sizes: the sizes to choose from on the page, the usual one first
    is_large: whether minimax may take minutes for a move
    current_state: the position that the game has reached
    """

    sizes: tuple[str, ...] = ('4', '3', '5', '7', '11')
    is_large: bool
    current_state: HexState

    def __init__(self, p1_starts: bool, size: Any = None) -> None:
        """Initialize this game on an empty board, with player 1 to move if
        p1_starts. If no size is given, ask for one until the answer is valid.
        Raise ValueError if the given one is not possible.

        >>> Hex(True, size=3).is_winner('p1')
        False
        """
        question = (
            f'Enter the size of the board (a whole number from 1 to '
            f'{LARGEST_SIZE}): '
        )
        chosen = choose_size(
            size,
            question,
            lambda answer: read_number(str(answer).strip(), LARGEST_SIZE),
        )
        self.is_large = chosen > 6
        self.current_state = HexState(p1_starts, grid_of(chosen), 0, 0)

    def get_instructions(self) -> str:
        """Return the rules of Hex."""
        return (
            'Players take turns to fill an empty cell. Player 1 (B) wins '
            'by joining the\nleft edge to the right edge with a chain of '
            'neighbouring cells, player 2 (W) by\njoining the top edge to '
            'the bottom edge. A cell has up to six neighbours: left,\n'
            'right, and the two that touch it above and below. Type the '
            'column and the row,\nlike c3.'
        )

    def is_over(self, state: HexState) -> bool:
        """Return whether this game is over at state."""
        return state.winner != ''

    def is_winner(self, player: str) -> bool:
        """Return whether player has won this game at its current_state.

        Preconditions:
        - player in {'p1', 'p2'}
        """
        return self.current_state.winner == player

    def str_to_move(self, text: Any) -> Any:
        """Return the move that text means, or text itself if it means none.

        >>> Hex(True, size=4).str_to_move('c2')
        Place(row=1, col=2)
        """
        return read_place(text) or text
