"""What the README of the dominoes lab says is so."""
from pathlib import Path
import doctest
import re
from labs.dominoes.adversarial_search import create_dominoes_game
from tests.support.programs import TOP, copy_to, run_in

LAB = TOP / 'labs' / 'dominoes'
README = (LAB / 'README.md').read_text(encoding='utf-8')


def test_examples() -> None:
    """Each example gives what it says there."""
    result = doctest.testfile(str(LAB / 'README.md'), False, encoding='utf-8')
    assert result.failed == 0 and result.attempted == 5


def test_tables() -> None:
    """All methods in the table exist, and so do all files."""
    game = create_dominoes_game(2, 2)
    methods = re.findall(r'`(\w+)\((?:vertical|row,|\))', README)
    assert len(methods) == 10
    assert all(callable(getattr(game, method)) for method in methods)
    files = re.findall(r'^\| `(\w+\.py)` \|', README, re.MULTILINE)
    assert sorted([*files, '__init__.py']) \
        == sorted(path.name for path in LAB.glob('*.py'))


def test_game_against_minimax() -> None:
    """The command shown there starts the game."""
    line, = re.findall(r'^python3 (-m labs --.*)$', README, re.MULTILINE)
    words = [word for quoted, bare in re.findall(r"'(.*?)'|(\S+)", line)
             for word in [quoted or bare]]
    done = run_in(TOP, *words, text='1 2\n')
    assert 'Player 1 chooses 1 2.\n' in done.stdout
    assert 'Player 2 chooses ' in done.stdout


def test_handout_runs_alone(tmp_path: Path) -> None:
    """The search and the window need no other file of the project, and the
    search not even the window."""
    copy_to(tmp_path, ['adversarial_search.py'], LAB)
    program = ('from adversarial_search import *; '
               'print(create_dominoes_game(3, 3).get_best_move(True, 2))')
    assert run_in(tmp_path, '-c', program).stdout == '((0, 1), 3, 10)\n'
    copy_to(tmp_path, ['dominoes_game_gui.py'], LAB)
    done = run_in(tmp_path, 'dominoes_game_gui.py', '3', '3', DISPLAY='')
    assert done.returncode == 1 and done.stdout.startswith('There is no ')
