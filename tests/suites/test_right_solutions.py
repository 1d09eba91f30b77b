"""Right solutions pass both suites, whatever their style."""
from pathlib import Path
import re
import resource
import sys
import pytest
from tests.support.programs import FLAT_FILES, TOP, copy_to, run_in
from tests.support.suites import SOLUTIONS, SUITE_FILES, SUITES, \
    copy_solution, copy_suites, run_suites

RIGHT = [path.name for path in SOLUTIONS.iterdir() if path.is_dir()]

# Plays every board up to the end of the game and draws it after each move.
DRAW_GAMES = '''
import builtins
from game_interface import playable_games
for size in range(1, 6):
    builtins.input = lambda prompt: str(size)
    game = playable_games['h'](True)
    while game.current_state.get_possible_moves():
        moves = game.current_state.get_possible_moves()
        move = moves[len(moves) * 2 // 3]
        game.current_state = game.current_state.make_move(move)
        print(game.current_state)
'''


@pytest.mark.slow
@pytest.mark.parametrize('name', ['ours', *RIGHT])
def test_right_solutions(name: str, tmp_path: Path) -> None:
    """Plain minimax without memory passes in under 20 seconds of CPU, ours in
    under ten; no test needs three."""
    if name == 'ours':
        copy_to(tmp_path, [*FLAT_FILES, 'interface', 'engine'])
        copy_suites(tmp_path)
    else:
        copy_solution(name, tmp_path)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = run_suites(tmp_path, seconds=3)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    assert done.returncode == 0 and 'skipped' not in done.stdout, done.stdout
    assert used < (10 if name == 'ours' else 20)


def test_solutions_draw_as_we_do() -> None:
    """They are right: they show the very pictures that ours shows."""
    shown = run_in(TOP, '-c', DRAW_GAMES).stdout
    assert shown.startswith('      @   1\n')
    for name in RIGHT:
        assert run_in(SOLUTIONS / name, '-B', '-c', DRAW_GAMES).stdout == shown


@pytest.mark.parametrize('file', SUITE_FILES)
def test_standard_library_alone(file: str) -> None:
    """A suite imports nothing else but suite_support, and not the other suite.
    """
    text = (TOP / 'tests' / file).read_text('utf-8')
    allowed = {*sys.stdlib_module_names, 'suite_support'} - {Path(file).stem}
    names = re.findall(r'^ *(?:from|import) (\w+)', text, re.MULTILINE)
    assert {'sys', 'typing'} <= set(names) <= allowed


@pytest.mark.parametrize('arguments', [
    ['-m', 'unittest', *SUITES], [f'{SUITES[0]}.py']], ids=repr)
def test_suite_support_is_missing(arguments: list[str], tmp_path: Path) -> None:
    """A suite that is copied alone says in a line what else to copy."""
    copy_to(tmp_path, [f'{name}.py' for name in SUITES], TOP / 'tests')
    done = run_in(tmp_path, *arguments)
    assert done.returncode != 0
    assert done.stdout == 'Copy suite_support.py into this folder, too: it ' \
        'goes with stonehenge_unittest_basic.py.\n'


def test_from_the_top_folder() -> None:
    """Both suites run from the top folder as modules of the package tests."""
    done = run_in(TOP, '-m', 'unittest', '-k', 'NewGame', '-k', 'TestRandom',
                  *[f'tests.{name}' for name in SUITES])
    assert 'Ran 8 tests' in done.stdout and done.returncode == 0, done.stdout
