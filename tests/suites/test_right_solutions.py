"""Right solutions pass both suites, whatever their style."""
from pathlib import Path
import ast
import resource
import sys
import pytest
from game import Game
from stonehenge import StonehengeGame
from tests.support.programs import FLAT_FILES, TOP, copy_to, run_in
from tests.support.suites import SOLUTIONS, SUITES, copy_solution, \
    copy_suites, run_suites

RIGHT = [path.name for path in SOLUTIONS.iterdir() if path.is_dir()]

# Plays every board up to the end of the game and draws it after each move.
DRAW_GAMES = '''
from game_interface import playable_games
for size in range(1, 6):
    game = playable_games['h'](True)
    while game.current_state.get_possible_moves():
        moves = game.current_state.get_possible_moves()
        move = moves[len(moves) * 2 // 3]
        game.current_state = game.current_state.make_move(move)
        print(game.current_state)
'''


def children_cpu() -> float:
    """Return how many seconds of CPU the programs took that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check_passes(folder: Path, most: float) -> None:
    """Check that both suites pass in folder with less CPU than most, and that
    no test needs three seconds.
    """
    before = children_cpu()
    done = run_suites(folder, seconds=3)
    used = children_cpu() - before
    assert done.returncode == 0, done.stdout
    assert 'skipped' not in done.stdout
    assert used < most, f'{used:.1f} seconds'


@pytest.mark.parametrize('name', RIGHT)
def test_right_solutions(name: str, tmp_path: Path) -> None:
    """Plain minimax without memory passes in under 20 seconds of CPU."""
    copy_solution(name, tmp_path)
    check_passes(tmp_path, 20)


def test_our_solution(tmp_path: Path) -> None:
    """Ours passes in under ten seconds."""
    copy_to(tmp_path, [*FLAT_FILES, 'interface', 'engine'])
    copy_suites(tmp_path)
    check_passes(tmp_path, 10)


def draw_games() -> str:
    """Return what DRAW_GAMES prints with our Stonehenge."""
    pictures = ''
    for size in range(1, 6):
        game: Game = StonehengeGame(True, size=size)
        while moves := game.current_state.get_possible_moves():
            game.current_state = game.current_state.make_move(
                moves[len(moves) * 2 // 3])
            pictures += f'{game.current_state}\n'
    return pictures


@pytest.mark.parametrize('name', RIGHT)
def test_solutions_draw_as_we_do(name: str, tmp_path: Path) -> None:
    """They are right: they show the very pictures that ours shows."""
    copy_solution(name, tmp_path)
    program = 'import builtins\nsizes = iter("12345")\n' \
        'builtins.input = lambda prompt: next(sizes)\n' + DRAW_GAMES
    assert run_in(tmp_path, '-c', program).stdout == draw_games()


@pytest.mark.parametrize('suite', SUITES)
def test_standard_library_alone(suite: str) -> None:
    """A suite imports nothing else, and not the other suite."""
    tree = ast.parse((TOP / 'tests' / (suite + '.py')).read_text('utf-8'))
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module]
        for name in names:
            assert name.split('.')[0] in sys.stdlib_module_names


def test_moves_after_the_end() -> None:
    """Whether moves can be made after the end is said alike everywhere."""
    for page in ('README.md', 'game_state.py',
                 'tests/stonehenge_unittest_basic.py'):
        text = ' '.join((TOP / page).read_text('utf-8').split())
        assert 'Whether moves can still be made after the end is left to ' \
            'each game; Stonehenge accepts them.' in text


def test_what_the_suites_share() -> None:
    """What both suites need is the same in both, word for word."""
    shared = []
    for suite in SUITES:
        text = (TOP / 'tests' / (suite + '.py')).read_text('utf-8')
        head = text[text.index('class LimitedTest'):]
        shared.append((head[:head.index('\nclass Test')],
                       text[text.index('# From here on'):]))
        names = [node.name for node in ast.parse(text).body
                 if isinstance(node, (ast.ClassDef, ast.FunctionDef))]
        assert len(set(names)) == len(names)
    assert shared[0] == shared[1]
    assert min(map(len, shared[0])) > 1000
