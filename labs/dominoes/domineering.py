"""Domineering: the dominoes game as a Game, so that every strategy plays it.

Player 1 places vertical dominoes, player 2 horizontal ones. Whoever cannot
place another one has lost.

This file needs the top folder, where Game and GameState are:
`python3 -m labs --game d` plays it from there.
"""

from typing import Any, Hashable, Optional
import re
from game import Game
from game_state import GameState
from labs.boards import (
    IllegalMoveError,
    Place,
    choose_size,
    label_rows,
    read_place,
)
from labs.dominoes.adversarial_search import (
    DominoesGame,
    cover,
    create_dominoes_game,
    find_firsts,
    single_squares,
)
from labs.dominoes.points import (
    count_lead,
    count_room,
    find_coverable,
    rank_places,
)

LARGEST_SIDE = 20
SIZE_WORDS = f'rows and columns, two whole numbers from 1 to {LARGEST_SIDE}'
# Two whole numbers, with blanks, a comma or an x in between, or str(pair).
PAIR = re.compile(r'\(?([0-9]{1,9})(?:\s*[,xX\u00d7]\s*|\s+)([0-9]{1,9})\)?')


class DomineeringState(GameState):
    """A position of domineering, and whose turn it is. A move is the place of
    the upper or left end of a domino.

    === Attributes ===
    drawing: the module that draws positions: see drawings/__init__.py
    dominoes: the board, which never changes
    placed: the squares under the dominoes of player 1 and of player 2, if it is
        known who has covered them: only the picture depends on it
    """

    drawing: str = 'labs.dominoes.drawing'
    dominoes: DominoesGame
    placed: tuple[int, int]

    def __init__(
        self,
        is_p1_turn: bool,
        dominoes: DominoesGame,
        placed: tuple[int, int] = (0, 0),
    ) -> None:
        """Initialize this state: player 1 moves if is_p1_turn, else player 2.

        >>> column = create_dominoes_game(3, 1)
        >>> DomineeringState(True, column).get_possible_moves()
        [Place(row=0, col=0), Place(row=1, col=0)]
        """
        super().__init__(is_p1_turn)
        self.dominoes = dominoes
        self.placed = placed

    def __str__(self) -> str:
        """Return the picture of this position: V and H are squares under the
        dominoes of player 1 and player 2, # those under any others.

        >>> state = DomineeringState(True, create_dominoes_game(2, 3))
        >>> print(state.make_move((0, 2)).make_move((1, 0)))
            a b c
         1  . . V
         2  H H V
        """
        cols = self.dominoes.cols
        vertical, horizontal = self.placed
        rows = []
        for row, squares in enumerate(self.dominoes.get_board()):
            cells = []
            for col, filled in enumerate(squares):
                square = 1 << row * (cols + 1) + col
                if square & vertical:
                    cells.append('V')
                elif square & horizontal:
                    cells.append('H')
                else:
                    cells.append('#' if filled else '.')
            rows.append(' '.join(cells))
        return label_rows(rows)

    def get_player_marks(self) -> dict[str, str]:
        """Return which marks in the picture belong to which player."""
        return {'V': 'p1', 'H': 'p2'}

    def __repr__(self) -> str:
        """Return an exact description of this position."""
        rows = [
            ''.join('#' if filled else '.' for filled in row)
            for row in self.dominoes.get_board()
        ]
        return f'DomineeringState({self.p1_turn}, {"/".join(rows)})'

    def get_possible_moves(self) -> list[Place]:
        """Return all places for a domino of the player to move."""
        return [
            Place(*move) for move in self.dominoes.legal_moves(self.p1_turn)
        ]

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is one of the possible moves."""
        return (
            isinstance(move, tuple)
            and len(move) == 2
            and all(isinstance(number, int) for number in move)
            and self.dominoes.is_legal_move(*move, self.p1_turn)
        )

    def make_move(self, move: Any) -> 'DomineeringState':
        """Return the state after move. Raise IllegalMoveError if there is no
        room for it.
        """
        if not self.is_valid_move(move):
            way = 'vertical' if self.p1_turn else 'horizontal'
            raise IllegalMoveError(
                f'{str(move)!r} is not a place for a {way} domino'
            )
        row, col = move
        after = self.dominoes.get_next(row, col, self.p1_turn)
        first, second = self.placed
        covered = self.dominoes.empty ^ after.empty
        if self.p1_turn:
            first |= covered
        else:
            second |= covered
        return DomineeringState(not self.p1_turn, after, (first, second))

    def _get_steps(self) -> tuple[int, int]:
        """Return the steps of the player to move and of the other one."""
        return (
            self.dominoes.get_step(self.p1_turn),
            self.dominoes.get_step(not self.p1_turn),
        )

    def rough_outcome(self) -> float:
        """Return an estimate, from LOSE to WIN, of how this position ends for
        the player to move. It is exact if the game ends within two plies;
        otherwise it compares the numbers of moves.

        >>> DomineeringState(True, create_dominoes_game(2, 2)).rough_outcome()
        1.0
        """
        empty = self.dominoes.empty
        mine, theirs = self._get_steps()
        boards = make_all_moves(empty, mine)
        if not boards:
            return float(self.LOSE)
        if not all(find_firsts(board, theirs) for board in boards):
            return float(self.WIN)
        # Whatever I do, does some reply leave me without a move?
        if all(wins_at_once(board, theirs, mine) for board in boards):
            return float(self.LOSE)
        i_have = len(boards)
        they_have = find_firsts(empty, theirs).bit_count()
        return (i_have - they_have) / (i_have + they_have + 1)

    # Three of the optional hooks of GameState. They speed up every search.

    def known_score(self) -> Optional[int]:
        """Return the exact score if points tell who wins, None otherwise."""
        empty = self.dominoes.empty
        mine, theirs = self._get_steps()
        if count_lead(empty, mine, theirs, True) > 0:
            return self.WIN
        # Or is the other player, who does not move now, sure of a win?
        if count_lead(empty, theirs, mine, False) > -2:
            return self.LOSE
        return None

    def candidate_moves(self) -> list[Place]:
        """Return all possible moves, the most promising first: minimax stops
        at a winning one, and alpha-beta prunes most after the best one.

        A move is worth the number of my dominoes that still fit on the board
        after it, with safe ones counted twice, minus the same number for the
        other player. Equal moves are in the order of rank_places.
        """
        empty = self.dominoes.empty
        mine, theirs = self._get_steps()
        places = find_firsts(empty, mine)
        lead = {}
        for first, move in rank_places(
            self.dominoes.rows, self.dominoes.cols, self.p1_turn
        ):
            if first & places:
                board = cover(empty, first, mine)
                i_have = count_room(board, mine, theirs)
                they_have = count_room(board, theirs, mine)
                lead[move] = i_have - they_have
        return sorted(lead, key=lead.__getitem__, reverse=True)

    def search_key(self) -> Hashable:
        """Return an int made of the player to move, the board's size, and the
        squares that a domino can still cover: all that the score depends on.

        A board and its mirror images share one key. Vertical dominoes stay
        vertical in them, so their scores are equal.
        """
        empty = self.dominoes.empty
        cols = self.dominoes.cols
        usable = find_coverable(empty, 1) | find_coverable(empty, cols + 1)
        rows = []
        for number in range(self.dominoes.rows):
            squares = usable >> number * (cols + 1) & (1 << cols) - 1
            rows.append(f'{squares:0{cols}b}')
        mirrored = [row[::-1] for row in rows]
        image = min(rows, rows[::-1], mirrored, mirrored[::-1])
        player = '2' if self.p1_turn else '1'
        return int(player + '2'.join(image), 3)


def wins_at_once(empty: int, mine: int, theirs: int) -> bool:
    """Return whether some domino of the step mine leaves no room for another
    one of the step theirs.
    """
    for first in single_squares(find_firsts(empty, mine)):
        if not find_firsts(cover(empty, first, mine), theirs):
            return True
    return False


def make_all_moves(empty: int, step: int) -> list[int]:
    """Return the squares left empty by each possible domino of this step."""
    return [
        cover(empty, first, step)
        for first in single_squares(find_firsts(empty, step))
    ]


class DomineeringGame(Game):
    """The game of domineering.

    === Attributes ===
    sizes: the sizes to choose from on the page, the usual one first
    is_large: whether minimax may take minutes for a move
    current_state: the position that the game has come to
    """

    sizes: tuple[str, ...] = ('4 4', '3 3', '4 5', '5 5', '6 6')
    is_large: bool
    current_state: DomineeringState

    def __init__(self, p1_starts: bool, size: Any = None) -> None:
        """Initialize this game on an empty board: player 1 moves first if
        p1_starts, otherwise player 2 does.

        The size is a pair (rows, columns), one number for both, or text that
        means either. If it is None, ask for it until the answer is valid.
        Raise ValueError if the given size is not.

        >>> DomineeringGame(True, size=(3, 1)).is_winner('p1')
        False
        """
        rows, cols = choose_size(
            size,
            f'Enter the size of the board ({SIZE_WORDS}): ',
            read_board_size,
        )
        self.is_large = rows * cols > 49
        self.current_state = DomineeringState(
            p1_starts, create_dominoes_game(rows, cols)
        )

    def get_instructions(self) -> str:
        """Return the rules of domineering."""
        return (
            'Players take turns placing dominoes on empty squares: player '
            '1 vertically (V),\nplayer 2 horizontally (H). Type the column '
            'and row of its upper or left end,\nlike c2. Whoever '
            'cannot place a domino loses.'
        )

    def is_over(self, state: DomineeringState) -> bool:
        """Return whether this game is over at state."""
        return state.dominoes.game_over(state.p1_turn)

    def is_winner(self, player: str) -> bool:
        """Return whether player has won this game at its current_state.

        Preconditions:
        - player in {'p1', 'p2'}
        """
        state = self.current_state
        return self.is_over(state) and player != state.get_current_player_name()

    def str_to_move(self, text: Any) -> Any:
        """Return the move that text means, or text itself if it means none.

        >>> DomineeringGame(True, size=4).str_to_move(' D3')
        Place(row=2, col=3)
        """
        return read_place(text) or text


def read_board_size(answer: Any) -> tuple[int, int]:
    """Return the rows and columns that answer means: a pair, one number for
    both, or text that means either.

    Raise ValueError if there is no such board.

    >>> read_board_size('4x5'), read_board_size('4'), read_board_size(3)
    ((4, 5), (4, 4), (3, 3))
    """
    text = str(answer).strip()
    found = PAIR.fullmatch(text) or PAIR.fullmatch(f'{text} {text}')
    rows, cols = 0, 0
    if found:
        rows, cols = map(int, found.groups())
    if not (1 <= rows <= LARGEST_SIDE and 1 <= cols <= LARGEST_SIDE):
        raise ValueError(
            f'{text[:40]!r} is not a possible size: it must be {SIZE_WORDS}.'
        )
    return rows, cols
