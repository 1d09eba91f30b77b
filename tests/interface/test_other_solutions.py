"""Somebody else's files in place of ours, next to our game_interface.py,
interface/ and engine/.
"""
from pathlib import Path
import re
import pytest
from tests.support.programs import FLAT_FILES, TOP, copy_to, run_in

SOLUTIONS = TOP / 'tests' / 'support' / 'solutions'
THEIRS = [name for name in FLAT_FILES if name != 'game_interface.py']

# A size of each game, as it is typed: a game may take none as an argument.
SIZES = {'h': '2\n', 's': '20\n'}


def mix(folder: Path, solution: str, theirs: list[str]) -> None:
    """Put our files into folder, and theirs from a solution in place of
    ours."""
    copy_to(folder, [*FLAT_FILES, 'interface', 'engine'])
    copy_to(folder, theirs, SOLUTIONS / solution)


def play(folder: Path, game: str, p1: str, p2: str, *options: str) -> str:
    """Return the output of a game in folder that comes to its end."""
    done = run_in(folder, 'game_interface.py', '--game', game, '--p1', p1,
                  '--p2', p2, '--first', '1', *options, text=SIZES[game])
    assert done.returncode == 0, done.stdout
    assert re.search(r'\n\nPlayer [12] is the winner!\n', done.stdout)
    return done.stdout


@pytest.mark.parametrize('theirs', [THEIRS, ['strategy.py']],
                         ids=['all', 'strategy'])
@pytest.mark.parametrize('solution', ['lists', 'undo'])
def test_somebody_elses_files(solution: str, theirs: list[str],
                              tmp_path: Path) -> None:
    """With somebody else's files, all games are played by all strategies. Who
    wants to know what moves are worth reads in a line what that needs."""
    mix(tmp_path, solution, theirs)
    for game in SIZES:
        assert 'lacks' not in play(tmp_path, game, 'mr', 'mi')
        assert 'The folder engine/ finds' \
            in play(tmp_path, game, 'ro', 'r', '--review').splitlines()[-1]


def drop_strategies(folder: Path, *names: str) -> None:
    """Take the functions with these names out of strategy.py in folder."""
    path = folder / 'strategy.py'
    text = path.read_text('utf-8')
    for name in names:
        assert f'def {name}(' in text
        text = text.replace(f'def {name}(', f'def other_{name}(')
    path.write_text(text, 'utf-8')


@pytest.mark.parametrize('names, keys', [
    (['random_strategy'], 'i ro mr mi'),
    (['interactive_strategy', 'rough_outcome_strategy'], 'r mr mi'),
    (['recursive_minimax_strategy', 'iterative_minimax_strategy'], 'i r ro')])
def test_missing_strategies(names: list[str], keys: str, tmp_path: Path
                            ) -> None:
    """If strategy.py lacks some of the five, the program says so in one line,
    once, and offers the others."""
    mix(tmp_path, 'lists', ['strategy.py'])
    drop_strategies(tmp_path, *names)
    told = f'strategy.py lacks {", ".join(names)}.\n'
    key = keys.split()[-1]
    shown = play(tmp_path, 's', key, key)
    assert shown.startswith(told) and shown.count('lacks') == 1
    asked = run_in(tmp_path, 'game_interface.py', '--game', 's').stdout
    offered = re.search(r'strategy for player 1\? \((.*)\): ', asked)[1]
    assert re.findall(r'(\w+) = ', offered) == keys.split()
    imported = run_in(tmp_path, '-c', 'import game_interface as it; '
                                      'print(*it.usable_strategies)')
    assert imported.stdout == f'{keys}\n'


def test_no_strategy_at_all(tmp_path: Path) -> None:
    """A strategy.py that calls all of them something else is no traceback."""
    mix(tmp_path, 'own_classes', ['strategy.py'])
    told = run_in(tmp_path, 'game_interface.py').stdout.splitlines()
    assert told[0].startswith('strategy.py lacks interactive_strategy, random')
    assert told[1:] == ['game_interface.py: There is no strategy to play with. '
                        'See --help.']


def test_missing_strategies_on_standard_error(tmp_path: Path) -> None:
    """That line does not go where the game does."""
    mix(tmp_path, 'lists', ['strategy.py'])
    drop_strategies(tmp_path, 'random_strategy')
    code = ("import sys, io; sys.stderr = io.StringIO(); import game_interface"
            "; game_interface.main(['--game', 's', '--size', '3', '--p1', "
            "'mr', '--p2', 'mr', '--first', '1'])")
    assert 'lacks' not in run_in(tmp_path, '-c', code).stdout
