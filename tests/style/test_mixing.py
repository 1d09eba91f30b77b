"""Our files next to other people's, and faulty ones next to the suites.

Every test copies files to an empty folder and runs Python there, as a marker
does.
"""
from pathlib import Path
import pytest
from tests.support.programs import BARE, FLAT_FILES, copy_to, run_in
from tests.support.suites import copy_suites, run_suites

# A marker's game_interface.py: the two tables and nothing else.
TABLES = '''
from stonehenge import StonehengeGame
from strategy import *
from subtract_square_game import SubtractSquareGame
playable_games = {'s': SubtractSquareGame, 'h': StonehengeGame}
usable_strategies = {
    'i': interactive_strategy, 'r': random_strategy,
    'ro': rough_outcome_strategy, 'mr': recursive_minimax_strategy,
    'mi': iterative_minimax_strategy}
'''

# Minimax that forgets to negate.
UNSIGNED = '''
def score_without_sign(search, state):
    key, score = search.look_up(state)
    if score is None:
        score = max(score_without_sign(search, state.make_move(move))
                    for move in right.candidate_moves(state))
        search.table[key] = score
    return score
'''

# What is wrong in a module, and how it comes about: the name of the module,
# and code that puts the fault into our own, which is called right here.
FAULTS = {
    'a claim undoes earlier ones': ('stonehenge', '''
make_move = right.StonehengeState.make_move
def forget_claims(self, move):
    after, me = make_move(self, move), '1' if self.p1_turn else '2'
    after.markers = ''.join(
        '@' if old == me else new
        for old, new in zip(self.markers, after.markers))
    return after
right.StonehengeState.make_move = forget_claims
'''),
    'half rounded down': ('stonehenge', '''
right.cells_to_claim = lambda line: max(1, len(line) // 2)
'''),
    'a wrong diagonal': ('stonehenge', '''
init = right.Board.__init__
def exchange_two_lines(self, side_length):
    init(self, side_length)
    self.lines[-1], self.lines[-2] = self.lines[-2], self.lines[-1]
right.Board.__init__ = exchange_two_lines
'''),
    'down-left and down-right exchanged': ('stonehenge', '''
init = right.Board.__init__
def exchange_directions(self, side_length):
    init(self, side_length)
    n = side_length + 1
    self.lines = self.lines[:n] + self.lines[2 * n:] + self.lines[n:2 * n]
right.Board.__init__ = exchange_directions
'''),
    'a winner needs more than half': ('stonehenge', '''
make_move = right.StonehengeState.make_move
def need_more(self, move):
    after, me = make_move(self, move), '1' if self.p1_turn else '2'
    if 2 * after.markers.count(me) == len(after.markers):
        after.winner = self.winner
    return after
right.StonehengeState.make_move = need_more
'''),
    'recursive minimax forgets to negate': (
        'strategy', UNSIGNED + 'right.recursive_score = score_without_sign\n'),
    'iterative minimax forgets to negate': (
        'strategy', UNSIGNED + 'right.iterative_score = score_without_sign\n'),
    'minimax changes current_state': ('strategy', '''
init = right.Search.__init__
def use_the_game_itself(self, game, watcher=None):
    init(self, game, watcher)
    self.game = game
right.Search.__init__ = use_the_game_itself
''')}


def test_suites_pass_in_another_folder(tmp_path: Path) -> None:
    """The suites need nothing but the modules beside them."""
    copy_to(tmp_path, [*FLAT_FILES, 'interface', 'engine'])
    copy_suites(tmp_path)
    done = run_suites(tmp_path, '-f')
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize('folders', [[], ['engine']], ids=repr)
def test_bare_superclasses(folders: list[str], tmp_path: Path) -> None:
    """Superclasses without hooks, with hardly any method at all, will do; so
    will flat files without the folders."""
    copy_to(tmp_path, ['stonehenge.py', 'strategy.py',
                       'subtract_square_game.py', 'subtract_square_state.py',
                       *folders])
    copy_to(tmp_path, ['game.py', 'game_state.py'], BARE)
    (tmp_path / 'game_interface.py').write_text(TABLES, encoding='utf-8')
    copy_suites(tmp_path)
    done = run_suites(tmp_path, '-f')
    assert done.returncode == 0, done.stdout


def test_playing_with_bare_superclasses(tmp_path: Path) -> None:
    """Our program plays with them, too."""
    copy_to(tmp_path, [*FLAT_FILES, 'interface', 'engine'])
    copy_to(tmp_path, ['game.py', 'game_state.py'], BARE)
    played = run_in(tmp_path, 'game_interface.py', text='h\nmr\nab\ny\n3\n')
    assert played.returncode == 0, played.stdout
    assert played.stdout.endswith('Player 1 is the winner!\n')


def test_stonehenge_and_strategy_alone(tmp_path: Path) -> None:
    """stonehenge.py and strategy.py with bare superclasses play, without any
    other file of ours."""
    copy_to(tmp_path, ['stonehenge.py', 'strategy.py'])
    copy_to(tmp_path, ['game.py', 'game_state.py'], BARE)
    program = ('from stonehenge import StonehengeGame as G\n'
               'from strategy import *\n'
               'game = G(True)\n'
               'while not game.is_over(game.current_state):\n'
               '    move = iterative_minimax_strategy(game)\n'
               '    move = recursive_minimax_strategy(game)\n'
               '    game.current_state = game.current_state.make_move(move)\n'
               'print(game.is_winner("p1"), game.is_winner("p2"))\n')
    done = run_in(tmp_path, '-c', program, text='3\n')
    assert done.stdout.endswith('True False\n'), done.stdout


def test_interface_without_engine(tmp_path: Path) -> None:
    """Without the engine, the program plays, and does not offer alpha-beta."""
    copy_to(tmp_path, [*FLAT_FILES, 'interface'])
    played = run_in(tmp_path, 'game_interface.py', text='h\nmr\nmi\ny\n2\n')
    assert played.returncode == 0, played.stdout
    assert played.stdout.endswith('Player 1 is the winner!\n')
    assert 'ab = ' not in run_in(tmp_path, 'game_interface.py', '--help').stdout


def test_interface_with_another_strategy(tmp_path: Path) -> None:
    """With somebody else's strategy.py, which the engine's alpha-beta cannot
    build on, the program plays all the same."""
    copy_to(tmp_path, [*FLAT_FILES, 'interface', 'engine'])
    (tmp_path / 'strategy.py').write_text('''
def interactive_strategy(game):
    return game.str_to_move(input('Move? '))
def random_strategy(game):
    return game.current_state.get_possible_moves()[0]
rough_outcome_strategy = recursive_minimax_strategy = random_strategy
iterative_minimax_strategy = random_strategy
''', encoding='utf-8')
    played = run_in(tmp_path, 'game_interface.py',
                    text='h\nmr\ni\ny\n2\nQ\nD\n')
    assert "'Q' is not a possible move here.\nMove? Player 2 chooses D." \
        in played.stdout
    assert 'ab = ' not in run_in(tmp_path, 'game_interface.py', '--help').stdout


def test_error_in_the_engine_is_shown(tmp_path: Path) -> None:
    """A broken engine is not taken for a missing one."""
    copy_to(tmp_path, [*FLAT_FILES, 'interface', 'engine'])
    (tmp_path / 'engine' / 'lines.py').unlink()
    done = run_in(tmp_path, '-c', 'from stonehenge import *\n'
                  'StonehengeGame(True, size=2).current_state.search_state()')
    assert "No module named 'engine.lines'" in done.stdout
    (tmp_path / 'engine' / 'alpha_beta.py').write_text('import engine.lines\n')
    done = run_in(tmp_path, 'game_interface.py', '--help')
    assert "No module named 'engine.lines'" in done.stdout


@pytest.mark.parametrize('fault', FAULTS)
def test_faulty_modules_fail(fault: str, tmp_path: Path) -> None:
    """The suites notice what a student may get wrong."""
    module, code = FAULTS[fault]
    copy_to(tmp_path, [name for name in FLAT_FILES
                       if name not in ('game_interface.py', module + '.py')])
    copy_to(tmp_path, [module + '.py'])
    (tmp_path / (module + '.py')).rename(tmp_path / 'right_module.py')
    (tmp_path / (module + '.py')).write_text(
        f'import right_module as right\n{code}\n'
        f'from right_module import *\n', encoding='utf-8')
    (tmp_path / 'game_interface.py').write_text(TABLES, encoding='utf-8')
    copy_suites(tmp_path)
    done = run_suites(tmp_path, '-f')
    assert done.returncode != 0, fault
    assert 'FAILED' in done.stdout, done.stdout
