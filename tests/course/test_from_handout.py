"""What was written as a student would, from the handout and the starter files,
is right in the starter files.
"""
from pathlib import Path
import ast
import json
import pytest
from tests.style.test_style import json_config, run_checker
from tests.support.programs import TOP, copy_to, run_in
from tests.support.starters import copy_starter, plug_in
from tests.support.suites import run_suites

WRITTEN = TOP / 'tests' / 'support' / 'from_handout'
FUNCTIONS = ['recursive_minimax_strategy', 'iterative_minimax_strategy']


@pytest.fixture(name='folder')
def make_folder(tmp_path: Path) -> Path:
    """Give a folder with the starter files, in which all is written."""
    copy_starter(tmp_path / 'x')
    copy_to(tmp_path / 'x', ['stonehenge.py', 'minimax.py'], WRITTEN)
    plug_in(tmp_path / 'x')
    # The two functions take the place of the stubs.
    file = tmp_path / 'x' / 'game_interface.py'
    tree = ast.parse(file.read_text('utf-8'))
    for i, node in enumerate(tree.body):
        if isinstance(node, ast.ImportFrom) and node.module == 'strategy':
            node.names = [each for each in node.names
                          if each.name not in FUNCTIONS]
            tree.body.insert(i, ast.ImportFrom(
                'minimax', [ast.alias(name) for name in FUNCTIONS], 0))
            break
    file.write_text(ast.unparse(tree), encoding='utf-8')
    return tmp_path / 'x'


def test_passes_the_suites(folder: Path) -> None:
    """It passes both suites, all tests."""
    done = run_suites(folder)
    assert done.returncode == 0 and 'skipped' not in done.stdout, done.stdout


def test_plays_stonehenge(folder: Path) -> None:
    """It plays Stonehenge, which asks for its size."""
    done = run_in(folder, 'game_interface.py', text='h\nmr\nmi\ny\n2\n')
    assert done.stdout.endswith('Player 1 is the winner!\n')


def test_style(folder: Path) -> None:
    """python_ta finds nothing."""
    files = [str(folder / name) for name in ('stonehenge.py', 'minimax.py')]
    program = 'import json, sys, python_ta\n' \
        'python_ta.check_all(json.loads(sys.argv[1]), config=sys.argv[2])'
    found, _, noise = run_checker('-c', program, json.dumps(files),
                                  json_config('a2_pyta.txt', folder))
    assert (found, noise) == ({file: [] for file in files}, '')
