"""What the README of the dominoes lab says is so."""
from pathlib import Path
from subprocess import PIPE, run
import re
import sys
from labs.dominoes import dominoes_game_gui as gui
from labs.dominoes.adversarial_search import create_dominoes_game
from tests.support.programs import ENVIRONMENT, LONG, TOP, copy_to, \
    run_in

LAB = TOP / 'labs' / 'dominoes'
README = (LAB / 'README.md').read_text(encoding='utf-8')


def test_tables() -> None:
    """All methods in the table exist, and so do all files."""
    game = create_dominoes_game(2, 2)
    methods = re.findall(r'`(\w+)\((?:vertical|row,|\))', README)
    assert len(methods) == 10
    assert all(callable(getattr(game, method)) for method in methods)
    files = re.findall(r'^\| `(\w+\.py)` \|', README, re.MULTILINE)
    assert sorted([*files, '__init__.py']) \
        == sorted(path.name for path in LAB.glob('*.py'))


def test_handout_runs_alone(tmp_path: Path) -> None:
    """The search and the window need no other file of the project, and the
    search not even the window. Without a display, one line says so."""
    copy_to(tmp_path, ['adversarial_search.py'], LAB)
    program = ('from adversarial_search import *; '
               'print(create_dominoes_game(3, 3).get_best_move(True, 2))')
    assert run_in(tmp_path, '-c', program).stdout == '((0, 1), 3, 10)\n'
    copy_to(tmp_path, ['dominoes_game_gui.py'], LAB)
    done = run([sys.executable, '-S', 'dominoes_game_gui.py', '3', '3'],
               cwd=tmp_path, env={**ENVIRONMENT, 'DISPLAY': ''}, stdout=PIPE,
               stderr=PIPE, encoding='utf-8', timeout=LONG, check=False)
    assert (done.returncode, done.stdout) == (1, '')
    missing = 'display' if gui.tkinter else 'window'
    assert re.fullmatch(f'There is no {missing}.*\n', done.stderr)
