"""Whole solutions in the manner of real ones, right and wrong.

Each is written as what differs from one of those in solutions/: other files,
other names, another game, habits of older Pythons. A wrong one says
which groups of tests lose points.
"""
from pathlib import Path
from typing import Callable, Collection, NamedTuple
import re
from tests.support.programs import TOP
from tests.support.suites import OTHER_NAMES, SOLUTIONS
from tests.support.wrong_programs import WRONG

Files = dict[str, str]
Change = Callable[[Files], object]
GIVEN = ['game.py', 'game_state.py', 'subtract_square_game.py',
         'subtract_square_state.py']


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
        files = {path.name: path.read_text('utf-8')
                 for path in (SOLUTIONS / self.base).glob('*.py')}
        for change in self.changes:
            change(files)
        for name, text in files.items():
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


def replace(name: str, text: str) -> Change:
    """Return what has text as the file called name."""
    return lambda files: files.update({name: text})


def split(name: str, helper: str, at: str) -> Change:
    """Return what moves all of a file before a line to a module helper."""
    def change(files: Files) -> None:
        """Move it."""
        files[helper], line, after = files[name].partition(at)
        assert line, (name, at)
        files[name] = f'from {Path(helper).stem} import *\n\n\n{line}{after}'
    return change


def put(old: str, new: str) -> Change:
    """Return what has new in place of old, in whichever file that is."""
    def change(files: Files) -> None:
        """Put it there."""
        name = next(each for each in files if old in files[each])
        files[name] = files[name].replace(old, new)
    return change


def wrong(name: str) -> Change:
    """Return what puts this fault into a solution of the kind of lists."""
    return put(*WRONG[name].edit[1:])


OWN_BOARD = split('stonehenge.py', 'boards.py', 'class StonehengeState')
OWN_STATE = split('stonehenge.py', 'stonehenge_state.py',
                  'class StonehengeGame')
OWN_TREE = split('strategy.py', 'tree.py', 'def iterative_minimax_strategy')
OWN_GAME = replace('stonehenge.py', (
    TOP / 'tests/support/from_handout/stonehenge.py').read_text('utf-8'))
OLD_PYTHON = put("f'{move!r} is taken'", "'{!r} is taken'.format(move)")
PROMPTS = put('Side length (1 to 5): ',
              'Please enter the side length: --> ')
ISDIGIT = put("size not in ['1', '2', '3', '4', '5']",
              'not (size.isdigit() and 1 <= int(size) <= 5)')
# One that takes less time.
STRATEGIES = replace('strategy.py', (
    SOLUTIONS / 'own_classes/strategy.py').read_text('utf-8')
                     + OTHER_NAMES['strategy.py'] + '\n')
OURS = 'Your recursive minimax in our games'
MIX = 'Your Stonehenge under our strategies'

REAL = {
    'own_modules': Real('lists', [OWN_BOARD, ISDIGIT, PROMPTS, STRATEGIES]),
    'three_files': Real('lists', [OWN_STATE, OWN_TREE, leave_out(*GIVEN)]),
    'no_interface': Real('undo', [leave_out('game_interface.py', *GIVEN[2:])]),
    'own_names': Real('own_classes'),
    'from_handout': Real('lists', [
        OWN_GAME, OLD_PYTHON, STRATEGIES, leave_out(*GIVEN[:2])]),
    'misnamed': Real('lists', [
        rename(StonehengeGame='Stonehenge', iterative_minimax_strategy='minimax'
               '_iterative', recursive_minimax_strategy='minimax_recursive'),
        leave_out('game_interface.py')],
        ['A new game of Stonehenge', OURS,
         'Your iterative minimax in our games'], 3),
    'a_letter': Real('lists', [OWN_BOARD, STRATEGIES, wrong(
        'a wrong letter for side length 5')], ['Claims', MIX]),
    'lost_claims': Real('lists', [OWN_GAME, STRATEGIES, put(
        'markers[i] == UNCLAIMED and ', '')],
                        ['Claims', 'Moves', 'Estimates', MIX]),
    'one_side': Real('lists', [OWN_GAME, STRATEGIES, put(
        'if winner is None and', "if winner is None and name == 'p1' and")],
                     ['Moves', 'The end of a game', 'Estimates', MIX]),
    'ties_lose': Real('lists', [OWN_TREE, wrong('ties are losses')], [
        OURS, 'Recursive minimax', 'Your iterative minimax in our games',
        'Iterative minimax']),
    'any_if_none_wins': Real('lists', [
        OWN_STATE, wrong('any move where none wins')],
                             [OURS, 'Recursive minimax']),
    'error_far_on': Real('lists', [OWN_TREE, put(
        '    scores = [-recursive_score(game, state.make_move(m)) for m in '
        'moves]\n', '    game.current_state = state.make_move(moves[0])\n'
        '    scores = [game.children[m] for m in moves]\n')],
                         [OURS, 'Recursive minimax',
                          'Both minimax strategies']),
    'none_for_false': Real('undo', [put(
        "return 'p' + self.current_state.board.winner() == player",
        "if 'p' + self.current_state.board.winner() == player:\n"
        "            return True")], ['The end of a game'])}
