"""Positions of Stonehenge that searches go through fast.

Everything is seen by the player to move, mine and theirs, so that no rule needs
a case for each player.
"""

from typing import Any, Hashable, Optional
from game_state import GameState
from stonehenge import StonehengeState
from engine import opening_book
from engine.candidates import (
    Tactics,
    find_candidates,
    find_tactics,
    order_cells,
)
from engine.fast_board import (
    FastBoard,
    fast_board_of,
    find_in_at_least,
    list_numbers,
    make_set,
)
from engine.lines import Lines, count_lines

# Up to this many taken cells, symmetric positions are folded. Later there are
# so many positions that finding the symmetry costs more than it saves.
SYMMETRIC_PLIES = 5


def fast_state(plain: StonehengeState) -> GameState:
    """Return the position that is equal to plain.

    Return plain itself if it has rules of its own, being of a subclass, or if
    somebody has enough cells for a line that is not claimed, which cannot
    happen in play.
    """
    if plain.__class__ is not StonehengeState:
        return plain
    board = fast_board_of(plain.board.side_length)
    me, other = '12' if plain.p1_turn else '21'
    cells = find_all(me, plain.cells), find_all(other, plain.cells)
    claimed = find_all(me, plain.markers), find_all(other, plain.markers)
    try:
        lines = count_lines(board, cells, claimed)
    except ValueError:
        return plain
    return FastStonehengeState(plain.p1_turn, board, cells, lines, plain.winner)


def find_all(player: str, marks: str) -> int:
    """Return the set of the places in marks where player is.

    >>> bin(find_all('2', '12@2'))
    '0b1010'
    """
    return make_set([i for i, mark in enumerate(marks) if mark == player])


class FastStonehengeState(GameState):
    """A position of Stonehenge as sets of cells, and whose turn it is in it.

    === Attributes ===
    board: the board that is played on
    mine: the set of cells that the player to move has taken
    theirs: the set of cells that the other player has taken
    free: the set of cells that nobody has taken
    lines: how the ley-lines stand
    winner: 'p1' or 'p2', or '' as long as nobody has won

    Representation Invariants:
    - self.mine & self.theirs == 0
    - self.lines.mine & self.lines.theirs == 0
    - all(not each or each >> 2 and each & 3 for each in self.lines.needed)
    - (self.mine | self.theirs) <= self.board.all_cells
    - self.winner in {'p1', 'p2', ''}
    """

    board: FastBoard
    mine: int
    theirs: int
    free: int
    lines: Lines
    winner: str
    _tactics: Optional[Tactics]

    def __init__(
        self,
        is_p1_turn: bool,
        board: FastBoard,
        cells: tuple[int, int],
        lines: Lines,
        winner: str,
    ) -> None:
        """Initialize this state: player 1 moves if is_p1_turn, else player 2.
        The pair cells belongs to the player to move and the other.
        """
        super().__init__(is_p1_turn)
        self.board = board
        self.mine, self.theirs = cells
        self.free = board.all_cells & ~(self.mine | self.theirs)
        self.lines = lines
        self.winner = winner
        self._tactics = None

    @property
    def cells(self) -> str:
        """What the picture shows in each cell: see StonehengeState."""
        return self._mark(list(self.board.letters), self.mine, self.theirs)

    @property
    def markers(self) -> str:
        """What the picture shows at each ley-line: see StonehengeState."""
        return self._mark(
            ['@'] * len(self.board.lines), self.lines.mine, self.lines.theirs
        )

    def _mark(self, marks: list[str], mine: int, theirs: int) -> str:
        """Return marks with the players in the places of these two sets."""
        me, other = '12' if self.p1_turn else '21'
        for i in list_numbers(mine):
            marks[i] = me
        for i in list_numbers(theirs):
            marks[i] = other
        return ''.join(marks)

    def plain_state(self) -> StonehengeState:
        """Return the position of stonehenge.py that is equal to this one."""
        return StonehengeState(
            self.p1_turn,
            self.board.plain,
            self.cells,
            self.markers,
            self.winner,
        )

    def __str__(self) -> str:
        """Return the picture of this position."""
        return str(self.plain_state())

    def __repr__(self) -> str:
        """Return the exact description of the equal plain position."""
        return repr(self.plain_state())

    def get_current_player_name(self) -> str:
        """Return 'p1' if player 1 is the one to move, otherwise 'p2'."""
        return 'p1' if self.p1_turn else 'p2'

    def get_possible_moves(self) -> list[str]:
        """Return the letters of all free cells: none once the game is over."""
        if self.winner:
            return []
        return [self.board.letters[cell] for cell in list_numbers(self.free)]

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is one of the possible moves."""
        return move in self.get_possible_moves()

    def make_move(self, move: Any) -> 'FastStonehengeState':
        """Return the state after the player to move takes the cell move, also
        after the end of the game: see StonehengeState.make_move.

        Raise UnknownCellError or TakenCellError if there is no such free cell.
        """
        board = self.board
        cell = -1
        if isinstance(move, str) and len(move) == 1:
            cell = board.letters.find(move)
        if cell < 0 or not self.free >> cell & 1:
            # The plain position raises the error that says why.
            self.plain_state().make_move(move)
        lines = self.lines.after(board, cell)
        winner = self.winner
        if not winner and lines.theirs.bit_count() >= board.lines_to_win:
            winner = self.get_current_player_name()
        return FastStonehengeState(
            not self.p1_turn,
            board,
            (self.theirs, self.mine | 1 << cell),
            lines,
            winner,
        )

    def tactics(self) -> Tactics:
        """Return the tactics of this state, where nobody has won."""
        if self._tactics is None:
            self._tactics = find_tactics(self.board, self.free, self.lines)
        return self._tactics

    def _score_within_two_plies(self) -> Optional[int]:
        """Return the score if the game ends within two plies, else None."""
        if self.winner:
            wins = self.winner == self.get_current_player_name()
            return self.WIN if wins else self.LOSE
        tactics = self.tactics()
        if tactics.wins:
            return self.WIN
        return None if tactics.defences else self.LOSE

    def rough_outcome(self) -> float:
        """Return the estimate of StonehengeState.rough_outcome."""
        score = self._score_within_two_plies()
        if score is not None:
            return float(score)
        # A claimed line counts 1, one that needs k more cells counts 2 ** -k.
        lines = self.lines
        balance = lines.mine.bit_count() - lines.theirs.bit_count()
        for needed in lines.needed:
            if needed:
                balance += 2 ** -(needed >> 2) - 2 ** -(needed & 3)
        return balance / (len(self.board.lines) + 1)

    def known_score(self) -> Optional[int]:
        """Return the score if the game is over or ends within two plies, or if
        an opening book has it, and None if it takes a search.
        """
        score = self._score_within_two_plies()
        if score is not None:
            return score
        plies = (self.mine | self.theirs).bit_count()
        if plies > opening_book.MOST_PLIES:
            return None
        book = opening_book.load_book(self.board.plain.side_length)
        return book.look_up(self.board, self.mine, self.theirs, self.lines.mine)

    def candidate_moves(self) -> list[str]:
        """Return the possible moves that are worth searching, best first."""
        if self.winner:
            return []
        cells = find_candidates(
            self.board, self.free, self.lines, self.tactics()
        )
        return order_cells(self.board, cells, self.lines)

    def search_key(self) -> Hashable:
        """Return a key that is equal only for positions with equal scores.

        The score depends on how many lines the player to move lacks, how many
        cells each player needs on each unclaimed line, and which cells on two
        or three unclaimed lines are free. It does not depend on who holds which
        cell. Free cells on one unclaimed line only are all alike, and the needs
        tell how many there are. Free cells on none do not count: to take one is
        to pass, and as an extra cell never hurts, nobody wants to pass.

        Up to SYMMETRIC_PLIES, positions that are mirror images or rotations of
        each other have one key, too.
        """
        if self.winner:
            return self._score_within_two_plies()
        # Equal needs mean equal unclaimed lines. Those claimed that are not
        # mine are theirs: so how many they lack follows from how many I lack.
        board = self.board
        lines = self.lines
        i_lack = board.lines_to_win - lines.mine.bit_count()
        cells = self.free & find_in_at_least(2, lines.unclaimed_cells)
        if (self.mine | self.theirs).bit_count() > SYMMETRIC_PLIES:
            return i_lack, cells, lines.needed
        images = []
        for from_cells, from_lines in board.symmetries:
            moved = [
                to for to, cell in enumerate(from_cells) if cells >> cell & 1
            ]
            needed = bytes([lines.needed[line] for line in from_lines])
            images.append((make_set(moved), needed))
        return i_lack, *min(images)

    def race_key(self) -> Hashable:
        """Return a key that is equal only for positions from which a win takes
        equally many plies (see engine/hints.py). With one player to move, equal
        search keys promise that, too: cells on no unclaimed line do not count.
        """
        return self.p1_turn, self.search_key()
