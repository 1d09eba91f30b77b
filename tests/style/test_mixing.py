"""Our files next to other people's: theirs in place of ours, and the reverse.

Every test copies files to an empty folder and runs Python there, as a marker
does.
"""
from pathlib import Path
import re
import pytest
from tests.support.programs import BARE, FLAT_FILES, copy_to, run_in
from tests.support.suites import SOLUTIONS, copy_suites, run_suites

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


@pytest.mark.parametrize('folders', [
    [], pytest.param(['engine'], marks=pytest.mark.slow)], ids=repr)
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


# What one solution has under other names than the handout's.
OTHER_NAMES = {
    'game.py': 'Game = TwoPlayerGame',
    'game_state.py': 'GameState = Position',
    'strategy.py': 'interactive_strategy = ask_player\n'
                   'random_strategy = any_move\n'
                   'rough_outcome_strategy = look_ahead\n'
                   'recursive_minimax_strategy = minimax\n'
                   'iterative_minimax_strategy = minimax_without_recursion'}


@pytest.fixture(name='house', scope='module',
                params=['lists', 'undo', 'own_classes'])
def checkout(request: pytest.FixtureRequest,
             tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give all of ours that plays, with all of somebody else's solution in
    place of our flat files, but for game_interface.py."""
    house = tmp_path_factory.mktemp('house')
    copy_to(house, ['game_interface.py', 'interface', 'engine', 'drawings',
                    'labs', 'web'])
    for file in (SOLUTIONS / request.param).glob('*.py'):
        text = file.read_text(encoding='utf-8')
        if request.param == 'own_classes':
            text += OTHER_NAMES.get(file.name, '') + '\n'
        if file.name != 'game_interface.py':
            (house / file.name).write_text(text, encoding='utf-8')
    return house


@pytest.mark.parametrize('program', ['game_interface.py', '-m labs'])
def test_somebody_elses_solution(program: str, house: Path) -> None:
    """In a full checkout with somebody else's solution, the programs play."""
    played = run_in(house, *program.split(), text='h\nmr\nmi\ny\n2\n')
    assert played.returncode == 0, played.stdout
    assert played.stdout.endswith('Player 1 is the winner!\n')


def test_page_with_somebody_elses_solution(house: Path) -> None:
    """The page starts and plays, too."""
    started = run_in(house, '-m', 'web', '--help')
    assert started.returncode == 0, started.stdout
    asked = run_in(house, '-c', """
from web.answers import answer
shown = {'link': '#game=h&size=2&p2=mi', 'paused': False}
for ask, more in ('begin', {}), ('move', {'move': 'A'}), ('choose', {}):
    shown = answer({**shown, 'ask': ask, **more}, lambda part: None)
    shown = shown.get('request') or print(shown) or exit(1)
print(shown['link'])
""")
    assert re.fullmatch('#game=h&size=2&p2=mi&moves=A,[B-G]\n',
                        asked.stdout), asked.stdout


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
