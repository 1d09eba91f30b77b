"""Whole solutions in the manner of real ones, right and wrong.

Each is written as what differs from one of those in solutions/: other files,
other names, a board of another kind, habits of older Pythons. A wrong one says
which groups of tests lose points.
"""
from pathlib import Path
from typing import Callable, Collection, NamedTuple
import re
from tests.support.programs import copy_to
from tests.support.suites import SOLUTIONS
from tests.support.wrong_solutions import WRONG

Files = dict[str, str]
Change = Callable[[Files], object]
GIVEN = ['game.py', 'game_state.py', 'subtract_square_game.py',
         'subtract_square_state.py']
CHECK = '''

if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config="a2_pyta.txt")
'''

# Stonehenge on a board of lists, as it is typed where f-strings are unknown.
GRID = r'''
from game import *
from game_state import *
import copy

class Grid:
    def __init__(self, n):
        self.n = n
        letters = list('ABCDEFGHIJKLMNOPQRSTUVWXY')
        self.rows = []
        for i in range(n):
            self.rows.append([letters.pop(0) for j in range(i + 2)])
        self.rows.append([letters.pop(0) for j in range(n)])
        self.marks = [['@'] * (n + 1) for k in range(3)]

    def line(self, kind, i):
        n, found = self.n, []
        for r in range(n + 1):
            for c in range(len(self.rows[r])):
                column = c + 1 if r == n else c
                if [r, column, n - r + column - 1][kind] == \
                        (i if kind < 2 else (n if i == 0 else i - 1)):
                    found.append((r, c))
        return found

    def find(self, letter):
        for r in range(self.n + 1):
            if letter in self.rows[r]:
                return r, self.rows[r].index(letter)
        return None

    def count(self, player):
        return sum(marks.count(player) for marks in self.marks)

class StonehengeState(GameState):
    def __init__(self, is_p1_turn, grid):
        GameState.__init__(self, is_p1_turn)
        self.grid = grid

    def __str__(self):
        g, n = self.grid, self.grid.n
        text = '{0}{1}   {2}\n'.format(' ' * (2 * n + 4), *g.marks[1][:2])
        for r in range(n + 1):
            text += ' ' * (2 * abs(n - 1 - r))
            text += ' - '.join([g.marks[0][r]] + g.rows[r])
            if r < n - 1:
                text += '   ' + g.marks[1][r + 2]
            if r == n:
                text += '   ' + g.marks[2][0]
            text += '\n'
        return text + ' ' * 8 + '   '.join(g.marks[2][1:])

    def __repr__(self):
        return 'P1: {} {} {}'.format(self.p1_turn, self.grid.rows,
                                     self.grid.marks)

    def over(self):
        half = 3 * (self.grid.n + 1) / 2
        return self.grid.count('1') >= half or self.grid.count('2') >= half

    def get_possible_moves(self):
        if self.over() == True:
            return []
        return [c for row in self.grid.rows for c in row if c not in '12']

    def make_move(self, move):
        if len(str(move)) != 1 or move in ('1', '2') \
                or self.grid.find(move) is None:
            raise ValueError('%s is not free' % move)
        me = '1' if self.p1_turn else '2'
        new = copy.deepcopy(self)
        r, c = new.grid.find(move)
        new.grid.rows[r][c] = me
        for kind in range(3):
            for i in range(new.grid.n + 1):
                cells = new.grid.line(kind, i)
                mine = [1 for (y, x) in cells if new.grid.rows[y][x] == me]
                if new.grid.marks[kind][i] == '@' \
                        and len(mine) >= len(cells) / 2:
                    new.grid.marks[kind][i] = me
        new.p1_turn = not self.p1_turn
        return new

    def rough_outcome(self):
        if self.over():
            return -1
        after = [self.make_move(m) for m in self.get_possible_moves()]
        if True in [s.over() for s in after]:
            return 1
        for s in after:
            if not any(s.make_move(m).over() for m in s.get_possible_moves()):
                return 0
        return -1

class StonehengeGame(Game):
    def __init__(self, p1_starts):
        n = None
        while n not in ['1', '2', '3', '4', '5']:
            if n is not None:
                print('no!!')
            n = input('Enter the length of the side of the board --> ')
        self.current_state = StonehengeState(p1_starts, Grid(int(n)))

    def get_instructions(self):
        return 'capture half of the ley lines'

    def is_over(self, state):
        return state.over()

    def is_winner(self, player):
        if not self.current_state.over():
            return False
        return self.current_state.get_current_player_name() != player

    def str_to_move(self, string):
        string = string.strip().upper()
        return string if len(string) == 1 and string.isalpha() else ''
'''


class Real(NamedTuple):
    """A solution.

    === Attributes ===
    base: which solution it is made of
    changes: what is done to its files, one after the other
    loses: the groups that lose points
    lost: how many points are lost, if that is to be known
    """
    base: str
    changes: Collection[Change] = ()
    loses: Collection[str] = ()
    lost: float = 0

    def write(self, folder: Path) -> None:
        """Write this solution into folder."""
        folder.mkdir(parents=True)
        copy_to(folder, [path.name for path in (SOLUTIONS / self.base).glob(
            '*.py')], SOLUTIONS / self.base)
        files = {path.name: path.read_text('utf-8')
                 for path in folder.iterdir()}
        for change in self.changes:
            change(files)
        for path in folder.iterdir():
            path.unlink()
        for name, text in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text, encoding='utf-8')


def leave_out(*names: str) -> Change:
    """Return what leaves out these files."""
    return lambda files: [files.pop(name) for name in names]


def rename(**names: str) -> Change:
    """Return what gives other names, in all files."""
    old = rf'\b({"|".join(names)})\b'
    return lambda files: files.update({
        file: re.sub(old, lambda found: names[found[0]], text)
        for file, text in files.items()})


def add(text: str, *names: str) -> Change:
    """Return what adds text to the end of these files."""
    return lambda files: files.update({name: files[name] + text
                                       for name in names})


def replace(name: str, text: str) -> Change:
    """Return what has text as the file called name."""
    return lambda files: files.update({name: text})


def split(name: str, helper: str, at: str) -> Change:
    """Return what moves all of a file before a line to a module helper."""
    def change(files: Files) -> None:
        """Move it."""
        before, line, after = files[name].partition(at)
        assert line, (name, at)
        files[helper] = before
        files[name] = f'from {Path(helper).stem} import *\n\n\n{line}{after}'
    return change


def put(name: str, old: str, new: str) -> Change:
    """Return what has new in place of old in a file, or in any if name is ''.
    """
    def change(files: Files) -> None:
        """Put it there."""
        where = [each for each in files if name in each and old in files[each]]
        assert where, (name, old)
        files[where[0]] = files[where[0]].replace(old, new)
    return change


def wrong(name: str) -> Change:
    """Return what puts this fault into a solution of the kind of lists."""
    return put('', *WRONG[name].edit[1:])


OWN_BOARD = split('stonehenge.py', 'boards.py', 'class StonehengeState')
OWN_STATE = split('stonehenge.py', 'stonehenge_state.py',
                  'class StonehengeGame')
OWN_TREE = split('strategy.py', 'tree.py', 'def iterative_minimax_strategy')
STYLE_BLOCKS = add(CHECK, 'stonehenge.py', 'strategy.py')
PROMPTS = put('stonehenge.py', 'Side length (1 to 5): ',
              'Please enter the side length: --> ')
MIX = 'Your Stonehenge under our strategies'

REAL = {
    'own_modules': Real('lists', [OWN_BOARD, PROMPTS, STYLE_BLOCKS]),
    'three_files': Real('lists', [
        OWN_STATE, OWN_TREE, leave_out(*GIVEN), STYLE_BLOCKS]),
    'no_interface': Real('undo', [
        leave_out('game_interface.py', *GIVEN[2:])]),
    'own_names': Real('own_classes'),
    'grid': Real('lists', [replace('stonehenge.py', GRID),
                           leave_out(*GIVEN[:2])]),
    'misnamed': Real('lists', [
        rename(StonehengeGame='Stonehenge', iterative_minimax_strategy='minimax'
               '_iterative', recursive_minimax_strategy='minimax_recursive'),
        leave_out('game_interface.py')],
        ['A new game of Stonehenge', 'Your recursive minimax in our games',
         'Your iterative minimax in our games'], 3),
    'a_letter': Real('lists', [
        OWN_BOARD, wrong('a wrong letter for side length 5')], ['Claims', MIX]),
    'lost_claims': Real('lists', [
        replace('stonehenge.py', GRID), put(
            'stonehenge.py', "if new.grid.marks[kind][i] == '@' \\\n"
            "                        and len", 'if len')], [
                'Claims', 'Moves', MIX]),
    'one_side': Real('lists', [
        replace('stonehenge.py', GRID), put(
            'stonehenge.py', " or self.grid.count('2') >= half", '')],
        ['Moves', 'The end of a game', 'Estimates', MIX]),
    'ties_lose': Real('lists', [OWN_TREE, wrong('ties are losses')], [
        'Your recursive minimax in our games', 'Recursive minimax',
        'Your iterative minimax in our games', 'Iterative minimax']),
    'any_if_none_wins': Real('lists', [
        OWN_STATE, wrong('any move where none wins')], [
            'Your recursive minimax in our games', 'Recursive minimax']),
    'error_far_on': Real('lists', [OWN_TREE, put(
        'tree.py', '    scores = [-recursive_score(game, state.make_move(m)) '
        'for m in moves]\n',
        '    game.current_state = state.make_move(moves[0])\n'
        '    scores = [game.children[m] for m in moves]\n')], [
            'Your recursive minimax in our games', 'Recursive minimax',
            'Both minimax strategies']),
    'none_for_false': Real('undo', [put(
        'stonehenge.py',
        "return 'p' + self.current_state.board.winner() == player",
        "if 'p' + self.current_state.board.winner() == player:\n"
        "            return True")], ['The end of a game'])}
