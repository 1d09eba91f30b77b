"""Stonehenge: a game for two players who claim ley-lines by taking cells.

The board of side length n is a triangle of cells with its corners cut off.
Give every cell three coordinates: how many rows it lies above the bottom row,
and likewise its distance from each of the other two sides. They are numbers
from 0 to n, and their sum is n + 1. A ley-line is all the cells that share the
value of one coordinate. Rules, picture and symmetries follow from that alone.

A position is a handful of ints. A set of cells is an int with bit i set for
the cell with the i-th letter, a set of ley-lines is one with bit i set for the
i-th line, so that counting, joining and comparing sets each take one step.
"""
from functools import lru_cache
from itertools import pairwise, permutations
from pathlib import Path
from string import ascii_uppercase
from typing import Any, Hashable, NamedTuple, Optional
import json
import re
from game import Game
from game_state import GameState

SIDE_LENGTHS = range(1, 6)

# Up to this many taken cells, symmetric positions are searched only once;
# later there are so many positions that finding the symmetry costs too much.
FOLDED_PLIES = 5

# What the opening book is about. benchmarks/build_book.py writes the file.
BOOK_SIDE_LENGTH = 5
BOOK = Path(__file__).with_name('stonehenge_book.json')

# The three directions of ley-lines: rows, down-left, down-right. For each, the
# step (rows, columns of text) to the next cell of a line, and its stroke.
STEPS = ((0, 4), (2, -2), (2, 2))
STROKES = '-/\\'


class UnknownCellError(ValueError):
    """Raised when a move names no cell of the board."""


class TakenCellError(ValueError):
    """Raised when a move names a cell that a player has taken already."""


class LeyLine(NamedTuple):
    """A ley-line of a board.

    === Attributes ===
    direction: 0 for a row, 1 for a down-left line, 2 for a down-right line
    cells: the set of this line's cells
    needed: how many of its cells a player needs to claim it
    """
    direction: int
    cells: int
    needed: int


class Picture:
    """The picture of a board. A place in it is a row and a column of text.

    === Attributes ===
    cells: the place of each cell
    markers: the place of each line's marker
    strokes: the strokes between them, by place
    """
    cells: list[tuple[int, int]]
    markers: list[tuple[int, int]]
    strokes: dict[tuple[int, int], str]

    def __init__(self, cells: list[tuple[int, int]],
                 lines: list[tuple[int, list[int]]]) -> None:
        """Draw a board with its cells at these places. Each line is given as
        its direction and its cells.
        """
        self.cells, self.markers, self.strokes = cells, [], {}
        for direction, on_line in lines:
            # A line's marker is one step before its first cell, except that
            # the marker of a down-right line is one step after its last.
            down, right = STEPS[direction]
            path = [cells[i] for i in on_line]
            if direction == 2:
                path.append((path[-1][0] + down, path[-1][1] + right))
                self.markers.append(path[-1])
            else:
                path.insert(0, (path[0][0] - down, path[0][1] - right))
                self.markers.append(path[0])
            for (y1, x1), (y2, x2) in pairwise(path):
                middle = ((y1 + y2) // 2, (x1 + x2) // 2)
                self.strokes[middle] = STROKES[direction]

    def marked(self, cells: list[str], markers: list[str]) -> str:
        """Return the picture with these marks at the cells and markers."""
        ink = self.strokes | dict(zip(self.cells, cells)) \
            | dict(zip(self.markers, markers))
        rows = [''] * (max(ink)[0] + 1)
        for y, x in sorted(ink):
            rows[y] = rows[y].ljust(x) + ink[y, x]
        return '\n'.join(rows)


class Board:
    """The cells and ley-lines of one side length. All positions share it.

    === Attributes ===
    letters: the names of the cells, in reading order
    all_cells: the set of all cells
    lines: the ley-lines: rows, then down-left, then down-right ones, each in
        the order in which the picture has their markers
    lines_at: for each cell, the numbers of the three lines through it
    lines_to_win: how many ley-lines a player needs to win
    symmetries: the six ways to turn or flip the board onto itself, each a pair
        of lists: which cell, and which line, every cell and line comes from
    picture: the picture of the board

    Representation Invariants:
    - len(self.lines_at) == len(self.letters)
    - 2 * self.lines_to_win >= len(self.lines)
    """
    letters: str
    all_cells: int
    lines: list[LeyLine]
    lines_at: list[tuple[int, ...]]
    lines_to_win: int
    symmetries: list[tuple[list[int], list[int]]]
    picture: Picture

    def __init__(self, side_length: int) -> None:
        """Initialize the board of this side length.

        >>> board = Board(2)
        >>> board.letters
        'ABCDEFG'
        >>> len(board.lines), board.lines_to_win
        (9, 5)
        """
        n = side_length
        # A cell's coordinates: one per direction, constant along its lines.
        cells = [(n - row, column, row + 1 - column)
                 for row in range(n + 1) for column in range(row + 2)
                 if n + 1 not in (column, row + 1 - column)]
        self.letters = ascii_uppercase[:len(cells)]
        self.all_cells = (1 << len(cells)) - 1

        # Each line's direction and shared value, in the order of the picture.
        names = [(0, value) for value in range(n, -1, -1)] \
            + [(1, value) for value in range(n + 1)] \
            + [(2, value) for value in (0, *range(n, 0, -1))]
        on_line = [[i for i, cell in enumerate(cells) if cell[way] == value]
                   for way, value in names]
        self.lines = [LeyLine(way, sum(1 << i for i in on), (len(on) + 1) // 2)
                      for (way, _), on in zip(names, on_line)]
        self.lines_at = [tuple(names.index(name) for name in enumerate(cell))
                         for cell in cells]
        self.lines_to_win = (len(self.lines) + 1) // 2

        # Every order of the three coordinates maps the board onto itself.
        self.symmetries = [
            ([cells.index(tuple(cell[way] for way in order))
              for cell in cells],
             [names.index((order.index(way), value)) for way, value in names])
            for order in permutations(range(3))]
        self.picture = Picture([(2 * (n - a) + 2, 2 * (a + 1 + 2 * b))
                                for a, b, _ in cells],
                               [(way, on) for (way, _), on
                                in zip(names, on_line)])


@lru_cache
def board_of(side_length: int) -> Board:
    """Return the board of this side length, the same object every time."""
    return Board(side_length)


def reaching(count: int, layers: list[int]) -> int:
    """Return the set of the cells that are in at least count of the three
    sets of cells in layers (all cells, as -1, if count is not positive).

    >>> [reaching(count, [0b111, 0b011, 0b001]) for count in range(5)]
    [-1, 7, 3, 1, 0]
    """
    a, b, c = layers
    if count <= 0:
        return -1
    if count == 1:
        return a | b | c
    if count == 2:
        return a & b | a & c | b & c
    return a & b & c if count == 3 else 0


def members(cells: int) -> list[int]:
    """Return the cells in the set cells, in reading order.

    >>> members(0b10110)
    [1, 2, 4]
    """
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found


# A line's two needs, 4 * mine + theirs, as the other player sees them.
OTHER_SIDE = bytes(4 * (needs & 3) + (needs >> 2 & 3) for needs in range(256))


class Lines(NamedTuple):
    """How the ley-lines of one position stand, from the side of the player to
    move. A set of lines is an int, like a set of cells.

    Two lines of one direction never cross. So for each direction, the cells
    of many lines fit into one set, and what is true of a cell in two or three
    directions at once is found by combining three sets.

    === Attributes ===
    mine: the set of lines that the player to move has claimed
    theirs: the set of lines that the other player has claimed
    needs: for each line 4 * (the cells that the player to move still needs
        there) + (those that the other player needs); 0 for a claimed line
    alive: for each direction, the cells on unclaimed lines
    my_last: for each direction, the cells on lines that the player to move
        can claim with one more cell
    their_last: the same for the other player
    """
    mine: int
    theirs: int
    needs: bytes
    alive: list[int]
    my_last: list[int]
    their_last: list[int]

    def after(self, board: Board, cell: int) -> 'Lines':
        """Return how the lines stand after the player to move takes the cell
        number cell of board, from the side of the other player.
        """
        # Whoever moves is the other player from now on.
        mine, theirs = self.theirs, self.mine
        needs = bytearray(self.needs.translate(OTHER_SIDE))
        my_last, their_last = self.their_last[:], self.my_last[:]
        alive = self.alive[:]
        for direction, number in enumerate(board.lines_at[cell]):
            if not needs[number]:
                continue
            needs[number] -= 1
            they_need, cells = needs[number] & 3, board.lines[number].cells
            if they_need == 0:
                theirs |= 1 << number
                needs[number] = 0
                alive[direction] &= ~cells
                my_last[direction] &= ~cells
                their_last[direction] &= ~cells
            elif they_need == 1:
                their_last[direction] |= cells
        return Lines(mine, theirs, bytes(needs), alive, my_last, their_last)


def lines_of(board: Board, cells: tuple[int, int] = (0, 0),
             claimed: tuple[int, int] = (0, 0)) -> Lines:
    """Return how the lines of board stand. The pairs are the sets of cells and
    of claimed lines, of the player to move and of the other. Nobody may have
    enough cells for a line that is not claimed.
    """
    needs, alive = [], [0, 0, 0]
    my_last, their_last = [0, 0, 0], [0, 0, 0]
    for number, (direction, on_line, needed) in enumerate(board.lines):
        if (claimed[0] | claimed[1]) >> number & 1:
            needs.append(0)
            continue
        i_need, they_need = [needed - (taken & on_line).bit_count()
                             for taken in cells]
        needs.append(4 * i_need + they_need)
        alive[direction] |= on_line
        if i_need == 1:
            my_last[direction] |= on_line
        if they_need == 1:
            their_last[direction] |= on_line
    return Lines(*claimed, bytes(needs), alive, my_last, their_last)


class Outlook:
    """With which moves one position can be won and saved at once.

    === Attributes ===
    winning: the cells with which the player to move wins at once
    threats: the cells with which the other player would win at once
    defences: the cells that leave the other player no such cell: all free
        cells if there are no threats. Not looked for if there is a win.
    """
    winning: int
    threats: int
    defences: int

    def __init__(self, state: 'StonehengeState') -> None:
        """Find the outlook of state, which is not over."""
        lines, target = state.lines, state.board.lines_to_win
        free = state.free
        self.winning = free & reaching(
            target - lines.mine.bit_count(), lines.my_last)
        self.threats = free & reaching(
            target - lines.theirs.bit_count(), lines.their_last)
        self.defences = free
        if self.threats and not self.winning:
            self.defences = self._find_defences(state)

    def _find_defences(self, state: 'StonehengeState') -> int:
        """Return the set of moves in state, whose outlook this is, after which
        the other player cannot win at once.
        """
        free, lines, board = state.free, state.lines, state.board
        lacking = board.lines_to_win - lines.theirs.bit_count()
        # Only taking one of the threats, or claiming a line that the other
        # player could claim next, takes anything away from them.
        useful = self.threats
        for mine, theirs in zip(lines.my_last, lines.their_last):
            useful |= mine & theirs
        found = 0
        for cell in members(free & useful):
            left = lines.their_last[:]
            for direction, number in enumerate(board.lines_at[cell]):
                if lines.needs[number] >> 2 == 1:
                    left[direction] &= ~board.lines[number].cells
            if not free & ~(1 << cell) & reaching(lacking, left):
                found |= 1 << cell
        return found


# How much a line matters to a cell on it, by the two numbers in Lines.needs:
# half as much for each cell still needed, and twice that if both players
# could claim it next.
WEIGHTS = bytes((16 >> (needs >> 2)) << (needs == 5) if needs else 0
                for needs in range(256))


class StonehengeState(GameState):
    """A position of Stonehenge, and whose turn it is in it.

    Cells and lines are seen from the side of the player to move, so that no
    rule needs a case for each player.

    === Attributes ===
    board: the board that this position is on
    mine: the set of cells that the player to move has taken
    theirs: the set of cells that the other player has taken
    free: the set of cells that nobody has taken
    lines: how the ley-lines stand
    result: WIN or LOSE if the player to move has won or lost, otherwise DRAW

    Representation Invariants:
    - self.mine & self.theirs == 0
    - self.lines.mine & self.lines.theirs == 0
    - all(not each or each >> 2 and each & 3 for each in self.lines.needs)
    - (self.mine | self.theirs) <= self.board.all_cells
    - self.result in {self.WIN, self.LOSE, self.DRAW}
    """
    board: Board
    mine: int
    theirs: int
    free: int
    lines: Lines
    result: int
    _outlook: Optional[Outlook]

    def __init__(self, is_p1_turn: bool, board: Board,
                 cells: tuple[int, int] = (0, 0),
                 lines: Optional[Lines] = None, result: int = 0) -> None:
        """Initialize this state: player 1 moves if is_p1_turn, else player 2.
        The pair cells belongs to the player to move and the other. Without
        lines, none of them is claimed, and nobody may have enough cells for
        one.

        >>> StonehengeState(True, board_of(1)).get_possible_moves()
        ['A', 'B', 'C']
        """
        super().__init__(is_p1_turn)
        self.board = board
        self.mine, self.theirs = cells
        self.free = board.all_cells & ~(self.mine | self.theirs)
        self.lines = lines_of(board, cells) if lines is None else lines
        self.result = result
        self._outlook = None

    # GameState has the next method, and is_valid_move, already. They stand
    # here as well for superclasses of other people that leave them abstract.

    def get_current_player_name(self) -> str:
        """Return 'p1' if player 1 is the one to move, otherwise 'p2'."""
        return 'p1' if self.p1_turn else 'p2'

    def get_possible_moves(self) -> list[str]:
        """Return the letters of all free cells: none once the game is over."""
        if self.result:
            return []
        return [self.board.letters[cell] for cell in members(self.free)]

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is one of the possible moves."""
        return move in self.get_possible_moves()

    def make_move(self, move: Any) -> 'StonehengeState':
        """Return the state after the player to move takes the cell move.

        This works for every free cell, also when the game is over: its lines
        are claimed all the same, but the winner stays who it was. Raise
        UnknownCellError or TakenCellError if there is no such free cell.

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
        board = self.board
        cell = -1
        if isinstance(move, str) and len(move) == 1:
            cell = board.letters.find(move)
        if cell < 0:
            raise UnknownCellError(f"{move!r} is not a cell: the cells are "
                                   f"{', '.join(board.letters)}")
        if not self.free >> cell & 1:
            raise TakenCellError(f'{move!r} is taken')

        lines, result = self.lines.after(board, cell), self.result
        if not result and lines.theirs.bit_count() >= board.lines_to_win:
            result = self.WIN
        return StonehengeState(not self.p1_turn, board,
                               (self.theirs, self.mine | 1 << cell),
                               lines, -result)

    def _marks(self) -> tuple[list[str], list[str]]:
        """Return what the picture shows at each cell and at each marker."""
        me, other = ('1', '2') if self.p1_turn else ('2', '1')
        cells, markers = list(self.board.letters), ['@'] * len(self.board.lines)
        for marks, my_set, their_set in (
                (cells, self.mine, self.theirs),
                (markers, self.lines.mine, self.lines.theirs)):
            for i in members(my_set):
                marks[i] = me
            for i in members(their_set):
                marks[i] = other
        return cells, markers

    def __str__(self) -> str:
        """Return the picture of this position."""
        return self.board.picture.marked(*self._marks())

    def __repr__(self) -> str:
        """Return an exact description of this position: whose turn it is, the
        cells, the markers by direction, and who has won.

        >>> StonehengeState(False, board_of(1)).make_move('B')
        StonehengeState('p1 to move', 'A2C', '2@ @2 2@', 'p2 has won')
        """
        cells, markers = map(''.join, self._marks())
        side = len(markers) // 3
        shown = ' '.join(markers[i:i + side]
                         for i in range(0, len(markers), side))
        winner = 'nobody'
        if self.result:
            winner = 'p1' if self.p1_turn == (self.result > 0) else 'p2'
        return (f"StonehengeState('{self.get_current_player_name()} to move', "
                f"'{cells}', '{shown}', '{winner} has won')")

    def outlook(self) -> Outlook:
        """Return the outlook of this state, which is found only once."""
        if self._outlook is None:
            self._outlook = Outlook(self)
        return self._outlook

    def rough_outcome(self) -> float:
        """Return an estimate, from LOSE to WIN, of how this position ends for
        the player to move. It is exact if the game is over or ends within two
        plies; otherwise it compares what the players have of the ley-lines.

        >>> StonehengeState(True, board_of(1)).rough_outcome()
        1.0
        """
        score = self._score_within_two_plies()
        if score is not None:
            return float(score)
        # A claimed line counts 1, one that needs k more cells counts 2 ** -k.
        lines = self.lines
        balance = lines.mine.bit_count() - lines.theirs.bit_count()
        for needs in lines.needs:
            if needs:
                balance += 2 ** -(needs >> 2) - 2 ** -(needs & 3)
        return balance / (len(self.board.lines) + 1)

    def known_score(self) -> Optional[int]:
        """Return the score if the game is over or ends within two plies, or if
        the opening book has it, and None if it takes a search.
        """
        score = self._score_within_two_plies()
        # The letters tell the board's size, also if it has been copied.
        if score is None \
                and self.board.letters == board_of(BOOK_SIDE_LENGTH).letters:
            taken = self.mine.bit_count() + self.theirs.bit_count()
            book = opening_book()
            # The book has no positions that break the order of turns.
            if taken <= book.plies \
                    and self.mine.bit_count() == taken // 2:
                score = self.LOSE if self.search_key() in book.lost \
                    else self.WIN
        return score

    def _score_within_two_plies(self) -> Optional[int]:
        """Return the score if the game is over or ends within two plies, and
        None otherwise.
        """
        if self.result:
            return self.result
        outlook = self.outlook()
        if outlook.winning:
            return self.WIN
        return None if outlook.defences else self.LOSE

    def candidate_moves(self) -> list[str]:
        """Return the possible moves that are worth searching, best first."""
        if self.result:
            return []
        outlook = self.outlook()
        letters, lines_at = self.board.letters, self.board.lines_at
        if outlook.winning:
            cells = outlook.winning
        elif outlook.threats:
            # Whatever else the player to move does loses at once.
            cells = outlook.defences or outlook.threats
        else:
            cells = self._undominated()
        weights, worth = self.lines.needs.translate(WEIGHTS), {}
        for cell in members(cells):
            a, b, c = lines_at[cell]
            worth[letters[cell]] = weights[a] + weights[b] + weights[c]
        return sorted(worth, key=worth.get, reverse=True)

    def _undominated(self) -> int:
        """Return a set of free cells with a best one in it.

        An extra cell never hurts its owner. So a cell with no unclaimed line
        is of no use while there are others, and a cell whose unclaimed lines
        are all among another's is never better than that. Two cells share at
        most one line, so this happens only to cells with a single one.
        """
        lines, board = self.lines, self.board
        kept = self.free & reaching(2, lines.alive)
        for cell in members(self.free & reaching(1, lines.alive) & ~kept):
            for number in board.lines_at[cell]:
                if lines.needs[number] \
                        and not kept & board.lines[number].cells:
                    kept |= 1 << cell
        return kept

    def search_key(self) -> Hashable:
        """Return what the score of this position depends on.

        That is how many lines the player to move lacks, how many cells each
        player needs on each unclaimed line, and which cells on two or three
        of those lines are free; not who holds which cell. The free cells on
        one of them only are all alike, and the needs tell their number. In
        the first plies, where most of a search hangs from few positions, the
        key is also the same for all positions that are mirror images or
        rotations of each other.
        """
        if self.result:
            return self.result
        # Equal needs mean equal unclaimed lines. The claimed ones that are not
        # mine are theirs, so how many they lack follows from how many I lack.
        # The other cells do not count: to take one is to pass, and as an extra
        # cell never hurts, nobody wants to pass.
        board, lines = self.board, self.lines
        taken = self.mine | self.theirs
        lacking = board.lines_to_win - lines.mine.bit_count()
        cells = self.free & reaching(2, lines.alive)
        if taken.bit_count() > FOLDED_PLIES:
            return lacking, cells, lines.needs
        return lacking, *min(
            (sum([1 << to for to, cell in enumerate(from_cells)
                  if cells >> cell & 1]),
             bytes([lines.needs[line] for line in from_lines]))
            for from_cells, from_lines in board.symmetries)


class OpeningBook(NamedTuple):
    """The scores of all positions up to some number of taken cells.

    === Attributes ===
    plies: how many cells are taken at most: -1 in a book without positions
    lost: the search keys of the positions that the player to move loses. All
        others are won, since Stonehenge has no ties.
    """
    plies: int
    lost: frozenset[Hashable]


@lru_cache
def opening_book() -> OpeningBook:
    """Return the opening book for BOOK_SIDE_LENGTH. It is empty if there is no
    file with a book, or none that can be read.
    """
    try:
        content = json.loads(BOOK.read_text(encoding='ascii'))
        # Only symmetric positions that are folded are in the book together.
        if content['side_length'] != BOOK_SIDE_LENGTH \
                or content['plies'] not in range(FOLDED_PLIES + 1):
            raise ValueError('This book is about something else.')
        lost = set()
        # AB-CD stands for the moves A, B, C and the moves A, B, D.
        for openings in ' '.join(content['lost']).split():
            before, last = openings.split('-')
            state = StonehengeState(True, board_of(BOOK_SIDE_LENGTH))
            for move in before:
                state = state.make_move(move)
            lost |= {state.make_move(cell).search_key() for cell in last}
        return OpeningBook(content['plies'], frozenset(lost))
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return OpeningBook(-1, frozenset())


class StonehengeGame(Game):
    """The game of Stonehenge.

    === Attributes ===
    current_state: the position that the game has come to
    """
    current_state: StonehengeState

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
                size = checked_side_length(text)
            except ValueError as error:
                print(error)
        self.current_state = StonehengeState(
            p1_starts, board_of(checked_side_length(size)))

    def get_instructions(self) -> str:
        """Return the rules of Stonehenge."""
        return ('Players take turns to take a free cell, by its letter.\n'
                'Whoever has taken at least half of the cells of a ley-line '
                'claims it for good,\nand its marker @ becomes the number of '
                'that player. The first to claim at least\nhalf of all the '
                'ley-lines wins.')

    def is_over(self, state: StonehengeState) -> bool:
        """Return whether this game is over at state."""
        return state.result != state.DRAW

    def is_winner(self, player: str) -> bool:
        """Return whether player has won this game at its current_state.

        Preconditions:
        - player in {'p1', 'p2'}
        """
        state = self.current_state
        if player == state.get_current_player_name():
            return state.result == state.WIN
        return state.result == state.LOSE

    def str_to_move(self, text: Any) -> str:
        """Return the move that text means: capitals and blanks do not matter.

        >>> StonehengeGame(True, size=1).str_to_move(' b ')
        'B'
        """
        move = str(text).strip()
        # Not all letters with a capital of ours are ours: 'ı'.upper() is 'I'.
        ours = move.upper().lower() == move.lower()
        return move.upper() if ours else move


def checked_side_length(answer: Any) -> int:
    """Return the side length that answer gives, as text or as a number.

    Raise ValueError if it is not a whole number in SIDE_LENGTHS.

    >>> checked_side_length(' 3 ')
    3
    """
    wanted = f'a whole number from {SIDE_LENGTHS[0]} to {SIDE_LENGTHS[-1]}'
    size = answer
    if isinstance(answer, str):
        # Plain digits only: for int alone, '0_3' is 3.
        plain = re.fullmatch('[+-]?[0-9]{1,9}', answer.strip())
        size = int(plain[0]) if plain else None
    # True is an int, too.
    if not isinstance(size, int) or isinstance(size, bool) \
            or size not in SIDE_LENGTHS:
        raise ValueError(f'{answer!r} is not a possible side length: '
                         f'it is {wanted}.')
    return size


if __name__ == "__main__":
    from python_ta import check_all
    check_all(config="a2_pyta.txt")
