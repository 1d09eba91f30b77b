"""The program of the labs, `python3 -m labs`: how it starts and ends."""
from __future__ import annotations
from pathlib import Path
import re
import pytest
from game_interface import playable_games
from labs.games import add_games
from tests.support.programs import TOP, check_output_is_not_taken, run_in

LABS = TOP / 'labs'
README = (LABS / 'README.md').read_text(encoding='utf-8')


@pytest.mark.parametrize('options, text, shown', [
    ('', 'd\nmi\nr\ny\n4 4\n', [
        'd = Domineering', 's = Subtract Square', 'x = Hex',
        'Player 1 is the winner!']),
    ('--game s --p1 mr --p2 r --first 1 --size 30', '', ['is the winner!']),
    ('--game d --p1 i --p2 mr --first 1 --size 2', '9 9\n\n0 1\n',
     ["'9 9' is not a place for a vertical domino",
      'Player 1 is the winner!\nYou won.']),
    ('', 'x\nmi\nr\ny\n4\n', ['Player 1 is the winner!']),
    ('--game x --p1 mr --p2 i --first 1 --size 2', 'z9\n\nxx\na1\nb2\n',
     ["'z9' is not on the board", 'An empty line is not a move',
      "'xx' is not a cell", 'Player 1 is the winner!\nYou lost.'])])
def test_games_of_labs_and_core(options: str, text: str, shown: list[str]
                                ) -> None:
    """One program plays the games of the labs and of the core; and a lab's
    game explains wrong moves in its own words."""
    done = run_in(TOP, '-m', 'labs', *options.split(), text=text)
    assert done.returncode == 0
    assert all(words in done.stdout for words in shown), done.stdout


@pytest.mark.parametrize('size, last_row', [
    ('3 3', '2  . . .'), ('3,2', '2  . .'), ('2', '1  . .'),
    (' 1 4 ', '0  . . . .')])
def test_sizes_of_domineering(size: str, last_row: str) -> None:
    """--size takes what the question takes: rows and columns, or one number."""
    done = run_in(TOP, '-m', 'labs', '--game', 'd', '--p1', 'r', '--p2', 'r',
                  '--first', '2', '--size', size)
    assert done.stdout.split('\n\n')[1].splitlines()[-1] == last_row


@pytest.mark.parametrize('game, size, words', [
    ('d', size, 'rows and columns, two whole numbers from 1 to 20')
    for size in ('21 21', '', '9' * 9999)] + [
    ('x', '0', 'a whole number from 1 to 26')])
def test_wrong_sizes(game: str, size: str, words: str) -> None:
    """One line says what is wrong and what a size is; exit status 2."""
    done = run_in(TOP, '-m', 'labs', '--game', game, f'--size={size}')
    assert done.returncode == 2
    assert re.fullmatch(
        r"python3 -m labs: '.{,40}' is not a possible size: it must be "
        rf"{words}. See --help.\n", done.stdout)


def test_help() -> None:
    """The help calls the program by its name, lists the games, and says how a
    size of two numbers is typed."""
    done = run_in(TOP, '-m', 'labs', '--help')
    shown = ' '.join(done.stdout.split())
    assert done.returncode == 0
    assert shown.startswith('usage: python3 -m labs ')
    assert 'd = Domineering, x = Hex' in shown
    assert "as you would type it when asked, in quotes if it contains a " \
           "space, like '4 5'" in shown


@pytest.mark.parametrize('folder, program', [
    (TOP, 'labs'), (TOP, 'labs/__main__.py'), (LABS, '.'),
    (LABS, '__main__.py'), (Path('/'), str(LABS))])
def test_wrong_starts(folder: Path, program: str) -> None:
    """A program that cannot find the core says in one line how to start it."""
    done = run_in(folder, program)
    assert done.returncode == 2
    assert done.stdout == 'Run this from the top folder: python3 -m labs\n'


def test_broken_core() -> None:
    """If a module of the core cannot be imported, the error is not hidden."""
    program = ('import sys, runpy; sys.modules["strategy"] = None; '
               'runpy.run_module("labs", run_name="__main__")')
    done = run_in(TOP, '-c', program)
    assert done.returncode == 1 and 'strategy' in done.stdout
    assert 'Run this' not in done.stdout


def test_import_changes_nothing() -> None:
    """Importing the program adds no game and renames nothing."""
    program = ('import sys; before = sys.argv[:]; import labs.__main__; '
               'from game_interface import playable_games; '
               'print(sorted(playable_games), sys.argv == before)')
    assert run_in(TOP, '-c', program).stdout == "['h', 's'] True\n"


@pytest.mark.parametrize('arguments', [
    '--help', '', '--game d --p1 r --p2 r --first 1 --size 9'])
def test_output_is_not_taken(arguments: str) -> None:
    """If nobody reads the output, the program leaves without a word; if it
    cannot be written, that is one line of complaint."""
    check_output_is_not_taken('python3 -m labs', TOP, '-m', 'labs',
                              *arguments.split())


def test_links_of_the_readme() -> None:
    """It links the README of each lab that has one."""
    labs = sorted(path.parent.name for path in LABS.glob('*/README.md'))
    linked = re.findall(r'\]\((\w+)/README\.md\)', README)
    assert sorted(linked) == labs and len(labs) >= 3


COMMANDS = re.findall(r'^python3 (-m labs(?: .*)?)$', README, re.MULTILINE)


@pytest.mark.parametrize('command', COMMANDS)
def test_commands_of_the_readme(command: str) -> None:
    """Each command line for the program of the labs starts it."""
    assert len(COMMANDS) == 2
    words = [quoted or bare
             for quoted, bare in re.findall(r"'(.*?)'|(\S+)", command)]
    done = run_in(TOP, *words)
    assert done.returncode == 1
    assert done.stdout.endswith('The input has ended. Goodbye!\n')


def test_instructions_are_narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The instructions of all games, the core's too, fit into 79 columns."""
    games = dict(playable_games)
    monkeypatch.setattr('labs.games.playable_games', games)
    add_games()
    assert set('shdx') <= set(games)
    for game_class in games.values():
        lines = game_class(True, size=3).get_instructions().splitlines()
        assert max(map(len, lines)) < 80, game_class
