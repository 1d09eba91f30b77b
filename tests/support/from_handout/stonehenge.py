"""The game of Stonehenge."""
from typing import Any
from game import Game
from game_state import GameState


def make_rows(n: int) -> list[str]:
    """Return the cells of each row of the board with side length n.

    >>> make_rows(2)
    ['AB', 'CDE', 'FG']
    """
    letters = 'ABCDEFGHIJKLMNOPQRSTUVWXY'
    rows = []
    for length in list(range(2, n + 2)) + [n]:
        rows.append(letters[:length])
        letters = letters[length:]
    return rows


def walk_down(rows: list[str], row: int, place: int, step: int) -> str:
    """Return the cells from a place in a row downwards: to the left if step is
    0, to the right if step is 1.

    >>> walk_down(make_rows(2), 0, 1, 0), walk_down(make_rows(2), 0, 0, 1)
    ('BDF', 'ADG')
    """
    cells = ''
    while row < len(rows) and 0 <= place < len(rows[row]):
        cells += rows[row][place]
        row += 1
        # The last row begins further to the right than the one above it.
        place += step - (row == len(rows) - 1)
    return cells


def make_lines(n: int) -> list[str]:
    """Return the cells of each ley-line of the board with side length n, in
    the order in which the picture shows their markers.

    >>> make_lines(1)
    ['A', 'BC', 'AB', 'C', 'B', 'AC']
    """
    rows = make_rows(n)
    lines = [walk_down(rows, 0, 0, 0), walk_down(rows, 0, 1, 0)]
    for row in range(n + 1):
        lines.append(rows[row])
        if row < n - 1:
            lines.append(walk_down(rows, row + 1, row + 2, 0))
    # These go up. Each begins at the left end of a row, or at B.
    lines.append(walk_down(rows, 0, 1, 1))
    for row in range(n - 1, -1, -1):
        lines.append(walk_down(rows, row, 0, 1))
    return lines


class StonehengeState(GameState):
    """A position of Stonehenge.

    === Attributes ===
    size: the side length of the board
    taken: the player, '1' or '2', who has taken each cell that is taken
    claimed: the player who has claimed each ley-line that is claimed
    winner: the player who has won, '' if nobody has
    """
    size: int
    taken: dict[str, str]
    claimed: dict[str, str]
    winner: str

    def __init__(self, is_p1_turn: bool, size: int, taken: dict[str, str],
                 claimed: dict[str, str]) -> None:
        """Initialize a position in which these cells are taken and these
        ley-lines are claimed.
        """
        super().__init__(is_p1_turn)
        self.size = size
        self.taken = taken
        self.claimed = claimed
        self.winner = ''

    def __str__(self) -> str:
        """Return the picture of this position."""
        n = self.size
        markers = [self.claimed.get(line, '@') for line in make_lines(n)]
        picture = [' ' * (2 * n + 4) + '   '.join(markers[:2]),
                   ' ' * (2 * n + 3) + '/   /']
        markers = markers[2:]
        for row, cells in enumerate(make_rows(n)):
            indent = 2 * abs(n - 1 - row)
            shown = [self.taken.get(cell, cell) for cell in cells]
            text = ' ' * indent + ' - '.join([markers.pop(0)] + shown)
            if row != n - 1:
                text += '   ' + markers.pop(0)
            picture.append(text)
            if row < n - 1:
                picture.append(' ' * (indent + 3) + '/ \\ ' * len(cells) + '/')
            elif row == n - 1:
                picture.append('     ' + '\\ / ' * n + '\\')
        picture.append('       ' + '   '.join('\\' * n))
        picture.append('        ' + '   '.join(markers))
        return '\n'.join(picture)

    def __repr__(self) -> str:
        """Return a description of this position."""
        return f'{self.get_current_player_name()} to move:\n{self}'

    def get_possible_moves(self) -> list[str]:
        """Return the free cells, none if the game is over."""
        if self.winner:
            return []
        return [cell for row in make_rows(self.size) for cell in row
                if cell not in self.taken]

    def make_move(self, move: Any) -> 'StonehengeState':
        """Return the position after taking the cell move. Raise ValueError if
        that is not possible.
        """
        if not isinstance(move, str) or \
                not any(move in list(row) for row in make_rows(self.size)):
            raise ValueError(f'There is no cell {move}')
        if move in self.taken:
            raise ValueError(f'The cell {move} is taken')
        player = '1' if self.p1_turn else '2'
        taken = dict(self.taken)
        taken[move] = player
        claimed = dict(self.claimed)
        for line in make_lines(self.size):
            mine = [cell for cell in line if taken.get(cell) == player]
            if line not in claimed and 2 * len(mine) >= len(line):
                claimed[line] = player
        after = StonehengeState(not self.p1_turn, self.size, taken, claimed)
        after.winner = self.winner
        count = list(claimed.values()).count(player)
        if not self.winner and 2 * count >= 3 * (self.size + 1):
            after.winner = player
        return after

    def rough_outcome(self) -> float:
        """Return an estimate of how good this position is for the player to
        move.
        """
        me, other = ('1', '2') if self.p1_turn else ('2', '1')
        if self.winner:
            return self.WIN if self.winner == me else self.LOSE
        after = [self.make_move(move) for move in self.get_possible_moves()]
        if any(state.winner for state in after):
            return self.WIN
        if all(state.can_win_now() for state in after):
            return self.LOSE
        claims = list(self.claimed.values())
        return (claims.count(me) - claims.count(other)) / (3 * self.size + 4)

    def can_win_now(self) -> bool:
        """Return whether some move wins at once."""
        return any(self.make_move(move).winner
                   for move in self.get_possible_moves())


class StonehengeGame(Game):
    """The game of Stonehenge.

    === Attributes ===
    current_state: the position of the game now
    """
    current_state: StonehengeState

    def __init__(self, p1_starts: bool) -> None:
        """Initialize a game: ask for the side length of the board."""
        answer = input('Side length (1 to 5): ')
        while answer.strip() not in ['1', '2', '3', '4', '5']:
            print(f'{answer!r} is not a whole number from 1 to 5.')
            answer = input('Side length (1 to 5): ')
        self.current_state = StonehengeState(p1_starts, int(answer), {}, {})

    def get_instructions(self) -> str:
        """Return the rules."""
        return 'Take cells. Whoever takes at least half of a ley-line first ' \
            'claims it.\nWhoever claims at least half of all ley-lines wins.'

    def is_over(self, state: StonehengeState) -> bool:
        """Return whether the game is over at state."""
        return state.winner != ''

    def is_winner(self, player: str) -> bool:
        """Return whether player has won.

        Preconditions:
        - player in {'p1', 'p2'}
        """
        return 'p' + self.current_state.winner == player

    def str_to_move(self, text: Any) -> str:
        """Return the move that text means."""
        return str(text).strip().upper()


if __name__ == "__main__":
    from python_ta import check_all
    check_all(config="a2_pyta.txt")
