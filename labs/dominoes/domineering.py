"""Domineering: the dominoes game behind the interface of Game and GameState.

Player 1 places vertical dominoes, player 2 horizontal ones. Whoever cannot
place another one has lost.
"""
from functools import lru_cache
from typing import Any, Hashable, NamedTuple, Optional
import re
from game import Game
from game_state import GameState
from labs.dominoes.adversarial_search import DominoesGame, \
    create_dominoes_game, members

LARGEST_SIDE = 20
WANTED = f'rows and columns, two whole numbers from 1 to {LARGEST_SIDE}'


class IllegalMoveError(ValueError):
    """Raised when there is no room for a domino."""


class Place(NamedTuple):
    """A move: where the upper or left end of a domino goes.

    === Attributes ===
    row: its row, from 0 at the top
    col: its column, from 0 on the left
    """
    row: int
    col: int

    def __str__(self) -> str:
        """Return this move as a player types it."""
        return f'{self.row} {self.col}'


class DomineeringState(GameState):
    """A position of domineering, and whose turn it is in it.

    === Attributes ===
    dominoes: the board; it never changes
    """
    dominoes: DominoesGame

    def __init__(self, is_p1_turn: bool, dominoes: DominoesGame) -> None:
        """Initialize this state: player 1 moves if is_p1_turn, else player 2.

        >>> column = create_dominoes_game(3, 1)
        >>> DomineeringState(True, column).get_possible_moves()
        [Place(row=0, col=0), Place(row=1, col=0)]
        """
        super().__init__(is_p1_turn)
        self.dominoes = dominoes

    def __str__(self) -> str:
        """Return the picture of this position.

        >>> game = create_dominoes_game(2, 3)
        >>> game.perform_move(0, 1, False)
        >>> print(DomineeringState(True, game))
           0 1 2
        0  . # #
        1  . . .
        """
        width = len(str(self.dominoes.rows - 1))
        lines = [' ' * width + '  ' + ' '.join(
            str(col % 10) for col in range(self.dominoes.cols))]
        for row, filled in enumerate(self.dominoes.get_board()):
            lines.append(str(row).rjust(width) + '  '
                         + ' '.join('.#'[square] for square in filled))
        return '\n'.join(lines)

    def __repr__(self) -> str:
        """Return an exact description of this position."""
        rows = '/'.join(''.join('.#'[square] for square in row)
                        for row in self.dominoes.get_board())
        return f'DomineeringState({self.p1_turn}, {rows})'

    def get_possible_moves(self) -> list[Place]:
        """Return all places for a domino of the player to move."""
        return [Place(*move)
                for move in self.dominoes.legal_moves(self.p1_turn)]

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is one of the possible moves."""
        return isinstance(move, tuple) and len(move) == 2 \
            and all(isinstance(number, int) for number in move) \
            and self.dominoes.is_legal_move(*move, self.p1_turn)

    def make_move(self, move: Any) -> 'DomineeringState':
        """Return the state after the player to move places a domino.

        Raise IllegalMoveError if there is no room for it.
        """
        if not self.is_valid_move(move):
            way = 'vertical' if self.p1_turn else 'horizontal'
            raise IllegalMoveError(f'{str(move)!r} is no place for a {way} '
                                   f'domino')
        empty = self.dominoes.empty \
            & ~self.dominoes.squares(*move, self.p1_turn)
        return DomineeringState(not self.p1_turn,
                                self.dominoes.with_empty(empty))

    def _steps(self) -> tuple[int, int]:
        """Return DominoesGame.step for the player to move and the other."""
        return (self.dominoes.step(self.p1_turn),
                self.dominoes.step(not self.p1_turn))

    def rough_outcome(self) -> float:
        """Return an estimate, from LOSE to WIN, of how this position ends for
        the player to move. It is exact if the game ends within two plies;
        otherwise it compares the numbers of moves.

        >>> DomineeringState(True, create_dominoes_game(2, 2)).rough_outcome()
        1.0
        """
        empty, (mine, theirs) = self.dominoes.empty, self._steps()
        afters = boards_after(empty, mine)
        if not afters:
            return float(self.LOSE)
        if not all(places(after, theirs) for after in afters):
            return float(self.WIN)
        # Can the other player always leave me without a move?
        if not any(all(places(later, mine)
                       for later in boards_after(after, theirs))
                   for after in afters):
            return float(self.LOSE)
        i_have = len(afters)
        they_have = places(empty, theirs).bit_count()
        return (i_have - they_have) / (i_have + they_have + 1)

    # What helps a search.

    def known_score(self) -> Optional[int]:
        """Return the score if counting tells it, and None otherwise.

        Moves on squares that the other player cannot use are safe: nobody can
        take them away. Who has more of them than the other can ever have moves
        will not be the first to run out of moves.
        """
        empty, (mine, theirs) = self.dominoes.empty, self._steps()
        if most_dominoes(unusable(empty, theirs), mine) \
                > most_dominoes(empty, theirs):
            return self.WIN
        if most_dominoes(unusable(empty, mine), theirs) \
                >= most_dominoes(empty, mine):
            return self.LOSE
        return None

    def candidate_moves(self) -> list[Place]:
        """Return the possible moves, first those that leave me the most moves
        and the other player the fewest.
        """
        empty, (mine, theirs) = self.dominoes.empty, self._steps()
        moves = zip(self.get_possible_moves(), boards_after(empty, mine))
        worth = {move: places(after, mine).bit_count()
                 - places(after, theirs).bit_count() for move, after in moves}
        return sorted(worth, key=worth.get, reverse=True)

    def search_key(self) -> Hashable:
        """Return what the score of this position depends on: whose turn it is,
        and the squares that a domino can still cover.

        The key is the same for a board and its mirror images. They keep what
        is vertical vertical, so their scores are equal.
        """
        empty, stride = self.dominoes.empty, self.dominoes.cols + 1
        # A square is usable unless it is of no use to either player.
        usable = empty & ~(unusable(empty, 1) & unusable(empty, stride))
        rows = [usable >> row * stride & (1 << stride) - 1
                for row in range(self.dominoes.rows)]
        mirrored = [mirror(row, self.dominoes.cols) for row in rows]
        return self.p1_turn, *min(rows, rows[::-1], mirrored, mirrored[::-1])


def places(empty: int, step: int) -> int:
    """Return the set of first squares of the dominoes that fit on the empty
    squares; their second squares are numbered higher by step.
    """
    return empty & empty >> step


def boards_after(empty: int, step: int) -> list[int]:
    """Return the set of squares that are empty after each possible move."""
    return [empty & ~(first | first << step)
            for first in members(places(empty, step))]


def unusable(empty: int, step: int) -> int:
    """Return the empty squares that no domino of this kind can cover."""
    first = places(empty, step)
    return empty & ~(first | first << step)


def most_dominoes(empty: int, step: int) -> int:
    """Return how many dominoes of this kind fit on the empty squares together.

    Every column (or row) is filled from its first square on, which wastes no
    more than one square of each stretch.

    >>> most_dominoes(0b11101111, 1)
    3
    """
    count, first = 0, places(empty, step)
    while first:
        lowest = first & -first
        empty &= ~(lowest | lowest << step)
        first = places(empty, step)
        count += 1
    return count


@lru_cache(maxsize=None)
def mirror(row: int, cols: int) -> int:
    """Return a row of so many squares, as a set, the other way round.

    >>> bin(mirror(0b0010110, 7))
    '0b110100'
    """
    return sum(1 << cols - 1 - col for col in range(cols) if row >> col & 1)


class DomineeringGame(Game):
    """The game of domineering.

    === Attributes ===
    current_state: the position that the game has come to
    """
    current_state: DomineeringState

    def __init__(self, p1_starts: bool, size: Any = None) -> None:
        """Initialize this game on an empty board: player 1 moves first if
        p1_starts, otherwise player 2 does.

        The size is a pair (rows, columns) or one number for both. If none is
        given, ask for it until there is a good answer. Raise ValueError if
        the given one is wrong.

        >>> DomineeringGame(True, size=(3, 1)).is_winner('p1')
        False
        """
        while size is None:
            text = input(f'Enter the size of the board ({WANTED}): ')
            try:
                size = checked_size(text)
            except ValueError as error:
                print(error)
        self.current_state = DomineeringState(
            p1_starts, create_dominoes_game(*checked_size(size)))

    def get_instructions(self) -> str:
        """Return the rules of domineering."""
        return ('Players take turns to place dominoes on empty squares: player '
                '1 vertically,\nplayer 2 horizontally. Type the row and the '
                'column of the upper or left end, like\n2 3. Whoever cannot '
                'place a domino loses.')

    def is_over(self, state: DomineeringState) -> bool:
        """Return whether this game is over at state."""
        return state.dominoes.game_over(state.p1_turn)

    def is_winner(self, player: str) -> bool:
        """Return whether player has won this game at its current_state.

        Preconditions:
        - player in {'p1', 'p2'}
        """
        state = self.current_state
        return self.is_over(state) \
            and player != state.get_current_player_name()

    def str_to_move(self, text: Any) -> Any:
        """Return the move that text means, or text if it means none.

        >>> DomineeringGame(True, size=4).str_to_move(' 2,3')
        Place(row=2, col=3)
        """
        numbers = two_numbers(text)
        return Place(*numbers) if numbers else text


def two_numbers(text: Any) -> Optional[tuple[int, int]]:
    """Return the two whole numbers that are all of text, with a blank or a
    comma between them and perhaps brackets around them; None if it is not so.

    >>> two_numbers('4 5'), two_numbers('(4, 5)'), two_numbers('4')
    ((4, 5), (4, 5), None)
    """
    found = re.fullmatch(r'\(?([0-9]{1,9})( *, *| +)([0-9]{1,9})\)?',
                         str(text).strip())
    return (int(found[1]), int(found[3])) if found else None


def checked_size(answer: Any) -> tuple[int, int]:
    """Return the rows and columns that answer gives, as text, as a pair or as
    one number for both.

    Raise ValueError if that is not a possible board.

    >>> checked_size('4 5'), checked_size('4'), checked_size(3)
    ((4, 5), (4, 4), (3, 3))
    """
    size = two_numbers(answer) or two_numbers((answer, answer)) \
        or two_numbers(f'{answer} {answer}')
    if size is None or not all(1 <= side <= LARGEST_SIDE for side in size):
        raise ValueError(f'{answer!r} is not a possible size: it is {WANTED}.')
    return size
