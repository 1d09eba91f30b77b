"""The programs of the page and of the labs where parts of the package are
missing, or somebody else's files are in their places."""
from pathlib import Path
from shutil import rmtree
from typing import Callable, Iterator
import pytest
from tests.support.programs import run_in
from tests.support.served import ask, find_folder, serve_in
from tests.support.suites import GAMES_AND_STRATEGIES, use_solution

FOREIGN = ['own_classes', *[pytest.param(name, marks=pytest.mark.slow)
                            for name in ('lists', 'undo')]]


@pytest.fixture(name='served', scope='module', params=FOREIGN)
def serve_solution(make_clone: Callable[[Path], None],
                   tmp_path_factory: pytest.TempPathFactory,
                   request: pytest.FixtureRequest
                   ) -> Iterator[tuple[Path, str]]:
    """A checkout with a right solution in place of our flat files, and the
    address of the page that is served there."""
    folder = tmp_path_factory.mktemp(request.param)
    make_clone(folder)
    use_solution(folder, request.param, GAMES_AND_STRATEGIES)
    with serve_in(folder) as (_, address):
        yield folder, address


def test_page_plays_a_solution(served: tuple[Path, str]) -> None:
    """The page plays the games of a solution, by its strategies. Boards are
    text, with a button for each move."""
    shown = ask(served[1], ask='begin', link='game=h&size=2')
    assert shown['board'].startswith('<pre') and 'data-move="G"' \
        in shown['board']
    moved = ask(served[1], ask='move', link='game=h&size=2', move='A')
    assert moved['text']['status'] == 'Player 1: A. Player 2 is to move.'
    chosen = ask(served[1], ask='choose', link='game=h&size=2&moves=A&p2=mi')
    assert len(chosen['moves']) == 3
    chosen = ask(served[1], ask='choose', link='game=s&size=8&p1=mr')
    assert chosen['moves'][1]['text'] == '1. 1'


def test_page_says_what_a_solution_lacks(served: tuple[Path, str]) -> None:
    """Values, hints, reviews and trees need our strategy.py: a line says so, on
    the page and after the command of the tree."""
    link = 'game=h&size=2&moves=A'
    for what in 'values', 'hint', 'review':
        assert ask(served[1], ask=what, link=link)['error'] == \
            'Values, hints and reviews need the folder engine and our ' \
            'strategy.py, which are not both here'
    told = 'The tree needs the folder engine and our strategy.py, which are ' \
           'not both here'
    assert ask(served[1], ask='begin', link=link)['text']['no-tree'] == told
    assert ask(served[1], ask='tree', link=link)['error'] == told
    done = run_in(served[0], '-m', 'labs.game_tree', '--game', 's')
    assert done.returncode == 1 and done.stdout.count('\n') == 1


@pytest.mark.parametrize('solution', FOREIGN)
def test_somebody_elses_board_is_not_drawn(
        solution: str, make_clone: Callable[[Path], None], tmp_path: Path
        ) -> None:
    """With nothing but somebody else's stonehenge.py, our drawing is not used:
    neither on the page, nor in the tree."""
    make_clone(tmp_path)
    use_solution(tmp_path, solution, ['stonehenge.py'] + [
        'game.py', 'game_state.py'] * (solution == 'own_classes'))
    done = run_in(tmp_path, '-c', 'import sys; sys.path += sys.argv[1:]\n'
                  'from stonehenge import StonehengeGame\n'
                  'from drawings import find_drawing\n'
                  'game = StonehengeGame(True)\n'
                  'print(find_drawing(game.current_state))\n'
                  'from labs.game_tree.page import draw_tree\n'
                  'print(draw_tree(game, 1, None, False)["svg"])\n',
                  find_folder('anytree'), text='1\n')
    assert 'None\n<svg' in done.stdout, done.stdout
    assert done.stdout.count('class="picture"') > 3
    assert '<circle' not in done.stdout


def test_page_without_engine(make_clone: Callable[[Path], None],
                             tmp_path: Path) -> None:
    """Without the folder engine, all games are drawn and played, and a line
    says why there are no values."""
    make_clone(tmp_path)
    rmtree(tmp_path / 'engine')
    with serve_in(tmp_path) as (_, address):
        for game, shape in ('h', 'circle'), ('d', 'rect'), ('x', 'polygon'), \
                ('s', 'circle'):
            link = f'game={game}&size=2'
            shown = ask(address, ask='begin', link=f'{link}&p2=mi')
            assert f'<{shape}' in shown['board']
            assert 'folder engine' in shown['text']['no-tree']
            chosen = ask(address, ask='choose', link=f'{link}&p1=mi')
            assert len(chosen['moves']) == 2
            for what in 'values', 'hint':
                assert 'the folder engine' in ask(address, ask=what,
                                                  link=link)['error']


@pytest.mark.parametrize('missing, told', [
    ('drawings', 'The page needs the folder drawings, which is not here.\n'),
    ('interface', 'The page needs the folder interface, which is not here.\n'),
    ('game_interface.py', 'Run this from the top folder: python3 -m web\n'),
    # A module that is missing inside a folder is named.
    ('drawings/shapes.py', "No module named 'drawings.shapes'\n")])
def test_page_that_cannot_start(missing: str, told: str, tmp_path: Path,
                                make_clone: Callable[[Path], None]) -> None:
    """Without a folder that the page needs, one line says so. From elsewhere,
    one line says where to start it."""
    make_clone(tmp_path)
    (tmp_path / missing).rename(tmp_path / 'away')
    done = run_in(tmp_path, '-m', 'web', '--no-browser')
    assert done.returncode == 1 and done.stdout.endswith(told)
    assert done.stdout == told or '/' in missing
