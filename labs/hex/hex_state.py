"""Hex behind the interface of Game and GameState.

Player 1 is Black and joins the left and the right side, player 2 is White and
joins the top and the bottom, whoever starts.
"""
from string import ascii_lowercase
from typing import Any, Hashable, NamedTuple, Optional
import re
from hex_eval import cells_by_steps, potential, worths
from hex_grid import Grid, grid_of, members
from lineup import LARGEST_SIZE, size_of
from game import Game
from game_state import GameState


class NotEmptyError(ValueError):
    """Raised when a move names no empty cell."""


class Place(NamedTuple):
    """A move: the cell that is filled.

    === Attributes ===
    row: its row, from 0 at the top
    col: its column, from 0 on the left
    """
    row: int
    col: int

    def __str__(self) -> str:
        """Return this move as a player types it: the column as a letter, and
        the row as a number from 1.
        """
        return f'{ascii_lowercase[self.col]}{self.row + 1}'


class HexState(GameState):
    """A position of Hex, and whose turn it is in it.

    === Attributes ===
    grid: the cells of the board
    black: the set of Black's cells; see Grid
    white: the set of White's cells
    winner: 'p1' or 'p2' if the game is over, otherwise ''

    Representation Invariants:
    - self.black & self.white == 0
    - self.winner in ('', 'p1', 'p2')
    """
    grid: Grid
    black: int
    white: int
    winner: str

    def __init__(self, is_p1_turn: bool, grid: Grid, black: int, white: int
                 ) -> None:
        """Initialize this state: player 1 moves if is_p1_turn, else player 2.

        >>> HexState(True, grid_of(1), 0, 0).get_possible_moves()
        [Place(row=0, col=0)]
        """
        super().__init__(is_p1_turn)
        self.grid, self.black, self.white = grid, black, white
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
        letters = ' '.join(ascii_lowercase[:self.grid.size])
        lines = [' ' * 4 + letters]
        for i, row in enumerate(self.grid.board(self.black, self.white)):
            lines.append(' ' * i + f'{i + 1:2}  ' + ' '.join(row))
        return '\n'.join(lines)

    def __repr__(self) -> str:
        """Return an exact description of this position."""
        rows = '/'.join(map(''.join, self.grid.board(self.black, self.white)))
        return f'HexState({self.p1_turn}, {rows})'

    def _empty(self) -> int:
        """Return the set of empty cells."""
        return self.grid.cells & ~(self.black | self.white)

    def _places(self, cells: list[int]) -> list[Place]:
        """Return these cells, each a set of one, as moves."""
        return [Place(*self.grid.place(cell)) for cell in cells]

    def get_possible_moves(self) -> list[Place]:
        """Return all empty cells, row by row; none once the game is over."""
        return [] if self.winner else self._places(members(self._empty()))

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is one of the possible moves."""
        return not self.winner and not self._why_not(move)

    def _why_not(self, move: Any) -> str:
        """Return in words why move is no empty cell, '' if it is one."""
        last = ascii_lowercase[self.grid.size - 1]
        if not isinstance(move, tuple) or len(move) != 2 \
                or not all(isinstance(number, int) for number in move):
            return f'{str(move)[:40]!r} is no cell: type one like a1'
        if not all(0 <= number < self.grid.size for number in move):
            return f'{str(move)!r} is not on the board, which reaches from ' \
                   f'a1 to {last}{self.grid.size}'
        if not self._empty() & self.grid.cell(*move):
            return f'{str(move)!r} is not empty'
        return ''

    def make_move(self, move: Any) -> 'HexState':
        """Return the state after the player to move fills a cell.

        Raise NotEmptyError if it is not an empty cell, or the game is over.
        """
        why = 'The game is over' if self.winner else self._why_not(move)
        if why:
            raise NotEmptyError(why)
        cell = self.grid.cell(*move)
        if self.p1_turn:
            return HexState(False, self.grid, self.black | cell, self.white)
        return HexState(True, self.grid, self.black, self.white | cell)

    def _views(self) -> tuple[tuple[str, int, int], tuple[str, int, int]]:
        """Return for the player to move, and for the other, the side, its
        cells, and the other's cells.
        """
        views = ('B', self.black, self.white), ('W', self.white, self.black)
        return views if self.p1_turn else views[::-1]

    def _winning(self, side: str, own: int) -> int:
        """Return the set of empty cells that win at once for side, which has
        the cells own.
        """
        grid = self.grid
        first, second = (goal | grid.near(grid.chain(goal, own))
                         for goal in grid.sides[side])
        return first & second & self._empty()

    def rough_outcome(self) -> float:
        """Return an estimate, from LOSE to WIN, of how this position ends for
        the player to move. It is exact if the game ends within two plies;
        otherwise it compares the two-distances: see hex_eval.

        >>> HexState(True, grid_of(1), 0, 0).rough_outcome()
        1.0
        """
        score = self.known_score()
        if score is not None:
            return float(score)
        mine, theirs = (potential(self.grid, cells_by_steps(self.grid, *view))
                        for view in self._views())
        return (mine - theirs) / (mine + theirs)

    # What helps a search.

    def known_score(self) -> Optional[int]:
        """Return the score if it is sure two plies ahead, and None otherwise.

        I win if a cell joins my sides; I lose if two cells join the sides of
        the other player, as I cannot fill both.
        """
        if self.winner:
            mine = self.winner == self.get_current_player_name()
            return self.WIN if mine else self.LOSE
        me, other = self._views()
        if self._winning(*me[:2]):
            return self.WIN
        threats = self._winning(*other[:2])
        return self.LOSE if threats & threats - 1 else None

    def candidate_moves(self) -> list[Place]:
        """Return the possible moves, first those that are the fewest steps
        from joining the sides of either player: see cells_by_steps. If the
        other player threatens to win at once, only what stops it is returned.
        """
        if self.winner:
            return []
        me, other = self._views()
        threats = self._winning(*other[:2])
        if threats and not self._winning(*me[:2]):
            return self._places(members(threats))
        worth = worths(*[cells_by_steps(self.grid, *view)
                         for view in (me, other)])
        return self._places(sorted(members(self._empty()), reverse=True,
                                   key=lambda cell: worth.get(cell, 0.0)))

    def search_key(self) -> Hashable:
        """Return what the score of this position depends on.

        The key is the same for a board and the board turned upside down: the
        same sides are to be joined there.
        """
        turned = self.grid.turned(self.black), self.grid.turned(self.white)
        return self.p1_turn, self.grid.size, \
            min((self.black, self.white), turned)


class HexGame(Game):
    """The game of Hex.

    === Attributes ===
    current_state: the position that the game has come to
    """
    current_state: HexState

    def __init__(self, p1_starts: bool, size: Any = None) -> None:
        """Initialize this game on an empty board: player 1 moves first if
        p1_starts, otherwise player 2 does.

        If no size is given, ask for it until there is a good answer. Raise
        ValueError if the given one is wrong.

        >>> HexGame(True, size=3).is_winner('p1')
        False
        """
        while size is None:
            text = input(f'Enter the size of the board (a whole number from 1 '
                         f'to {LARGEST_SIZE}): ')
            try:
                size = size_of(text.strip())
            except ValueError as error:
                print(error)
        self.current_state = HexState(p1_starts, grid_of(size_of(str(size))),
                                      0, 0)

    def get_instructions(self) -> str:
        """Return the rules of Hex."""
        return ('Players take turns to fill an empty cell. Player 1 (B) joins '
                'the left and the right\nside by a chain of neighbouring '
                'cells, player 2 (W) the top and the bottom. Every\ncell has '
                'up to six neighbours: left, right, and the two that touch it '
                'above and\nbelow. Whoever joins the two sides wins. Type the '
                'column and the row, like c3, or\nthe row and the column as '
                'numbers from 1, like 3 3.')

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
        """Return the move that text means, or text if it means none.

        >>> game = HexGame(True, size=4)
        >>> game.str_to_move('c2'), game.str_to_move('2 3')
        (Place(row=1, col=2), Place(row=1, col=2))
        """
        if not isinstance(text, str):
            return text
        found = re.fullmatch('([a-zA-Z])([0-9]{1,2})', text.strip())
        if found:
            col = ascii_lowercase.index(found[1].lower())
            row = int(found[2]) - 1
        else:
            found = re.fullmatch(r'\(?([0-9]{1,2})(?:\s*,\s*|\s+)([0-9]{1,2})'
                                 r'\)?', text.strip())
            if not found:
                return text
            row, col = int(found[1]) - 1, int(found[2]) - 1
        on_largest = 0 <= row < LARGEST_SIZE and 0 <= col < LARGEST_SIZE
        return Place(row, col) if on_largest else text
