"""The program of the labs, `python3 -m labs`; how all programs of the labs end;
and what the READMEs of all labs say.
"""

from __future__ import annotations
from pathlib import Path
from subprocess import PIPE, run
import doctest
import re
import sys
import pytest
from game_interface import playable_games
from labs.games import add_games
from tests.support.programs import (
    ENVIRONMENT,
    LONG,
    TOP,
    check_output_is_not_taken,
    run_in,
)

LABS = TOP / 'labs'
TREE_LAB = LABS / 'game_tree'
READMES = {
    path.parent.name: path.read_text(encoding='utf-8')
    for path in LABS.rglob('README.md')
}


@pytest.mark.parametrize(
    'options, text, shown',
    [
        (
            '',
            'd\nmi\nr\ny\n4 4\n',
            [
                'd = Domineering',
                's = Subtract Square',
                'x = Hex',
                'Player 1 is the winner!',
            ],
        ),
        ('--game s --p1 mr --p2 r --first 1 --size 30', '', ['is the winner!']),
        (
            '--game d --p1 i --p2 mr --first 1 --size 2',
            'j10\n\nb1\n',
            [
                "'j10' is not a place for a vertical domino",
                'Player 1 is the winner!\nYou won.',
            ],
        ),
        ('', 'x\nmi\nr\ny\n4\n', ['Player 1 is the winner!']),
        (
            '--game x --p1 mr --p2 i --first 1 --size 2',
            'z9\n\nxx\na1\nb2\n',
            [
                "'z9' is not on the board",
                'An empty line is not a move',
                "'xx' is not a cell",
                'Player 1 is the winner!\nYou lost.',
            ],
        ),
    ],
)
def test_games_of_labs_and_core(
    options: str, text: str, shown: list[str]
) -> None:
    """One program plays all games, which explain wrong moves themselves."""
    done = run_in(TOP, '-m', 'labs', *options.split(), text=text)
    assert done.returncode == 0
    assert all(words in done.stdout for words in shown), done.stdout


LARGE = (
    'This game is too large for minimax, which may think for hours: '
    'alpha beta (ab) answers in seconds.\n'
)


@pytest.mark.parametrize(
    'options, text, warned',
    [
        ('--size 7', '\n\n', True),
        ('--p1 i --p2 mr', '7\n', True),
        ('--p1 i --p2 mr --size 7', '', True),
        ('--size 6', '\n\n', False),
        ('--p1 i --p2 ab', '7\n', False),
        ('--p1 i --p2 i --size 7', 'players i ab\nplayers mr\n', True),
    ],
)
def test_large_boards(options: str, text: str, warned: bool) -> None:
    """Who may choose minimax for a board that is too large reads so, once."""
    done = run_in(
        TOP,
        '-m',
        'labs',
        '--game',
        'x',
        '--first',
        '1',
        *options.split(),
        text=text + 'quit\n',
    )
    assert done.stdout.count(LARGE) == warned


@pytest.mark.parametrize('key, warned', [('mi', True), ('ab', False)])
def test_large_board_loaded(key: str, warned: bool, tmp_path: Path) -> None:
    """A saved game warns of minimax as a new one does."""
    path = tmp_path / 'g.txt'
    path.write_text(
        f'game = "x"\nsize = 7\nfirst = 1\np1 = "i"\n'
        f'p2 = "{key}"\nmoves = ["d4", "c3"]\n',
        'utf-8',
    )
    done = run_in(TOP, '-m', 'labs', '--load', str(path), text='quit\n')
    assert done.stdout.count(LARGE) == warned


@pytest.mark.parametrize(
    'folder, module',
    [
        ('', 'game_interface'),
        ('', 'labs'),
        ('', 'web'),
        ('', 'course.handout'),
        ('', 'course.starter'),
        ('', 'course.marking'),
        ('labs/hex', 'HexGame'),
        ('labs/hex', 'series'),
        ('labs/dominoes', 'dominoes_game_gui'),
    ],
)
def test_old_python(folder: str, module: str) -> None:
    """A Python that is too old gets one line. (It is this one, under another
    number.)"""
    done = run_in(
        TOP / folder,
        '-c',
        'import runpy, sys; sys.version_info = 3, 9, 18; '
        f'runpy.run_module({module!r}, run_name="__main__")',
    )
    assert done.returncode == 1
    assert (
        done.stdout + (done.stderr or '')
        == 'Python 3.11 or later is needed; this is Python 3.9.\n'
    )


def test_help() -> None:
    """It has the program's name, the games, and how a size is typed."""
    done = run_in(TOP, '-m', 'labs', '--help')
    shown = ' '.join(done.stdout.split())
    assert done.returncode == 0
    assert shown.startswith('usage: python3 -m labs ')
    assert 'd = Domineering, x = Hex' in shown
    assert (
        'as you would type it when asked, in quotes if it contains a '
        "space, like '4 5'" in shown
    )


@pytest.mark.parametrize(
    'folder, program, module',
    [
        (TOP, 'labs', 'labs'),
        (TOP, 'labs/__main__.py', 'labs'),
        (LABS, '.', 'labs'),
        (LABS, '__main__.py', 'labs'),
        (Path('/'), str(LABS), 'labs'),
        *[
            (folder, str(TREE_LAB / file), 'labs.game_tree')
            for folder in (TOP, TREE_LAB)
            for file in ('', '__main__.py')
        ],
    ],
)
def test_wrong_starts(folder: Path, program: str, module: str) -> None:
    """A program that cannot find the core says in one line how to start it."""
    # With -S, as somebody may have installed the project.
    done = run(
        [sys.executable, '-S', program],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=PIPE,
        stderr=PIPE,
        encoding='utf-8',
        timeout=LONG,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, '')
    assert done.stderr == f'Run this from the top folder: python3 -m {module}\n'


def test_broken_core() -> None:
    """If a module of the core cannot be imported, the error is not hidden."""
    program = (
        'import sys, runpy; sys.modules["strategy"] = None; '
        'runpy.run_module("labs", run_name="__main__")'
    )
    done = run_in(TOP, '-c', program)
    assert done.returncode == 1 and 'strategy' in done.stdout
    assert 'Run this' not in done.stdout


def test_import_changes_nothing() -> None:
    """Importing the program adds no game and renames nothing."""
    program = (
        'import sys; before = sys.argv[:]; import labs.__main__; '
        'from game_interface import playable_games; '
        'print(sorted(playable_games), sys.argv == before)'
    )
    assert run_in(TOP, '-c', program).stdout == "['h', 's'] True\n"


HEX = '--size 2 --black random --white random'
SERIES = 'random shuffle --games 2 --size 2 --processes 1'


@pytest.mark.parametrize(
    'name, line',
    [
        *[
            ('python3 -m labs', f'-m labs {options}')
            for options in (
                '--help',
                '',
                '--game d --p1 r --p2 r --first 1 --size 9',
            )
        ],
        *[
            ('python3 -m labs.game_tree', f'{how} labs.game_tree {options}')
            for how, options in (
                ('-m', '--help'),
                ('-m', '--game s --size 13'),
                ('-u -m', '--game s --size 4'),
            )
        ],
        ('minimax.py', 'labs/game_tree/minimax.py'),
        *[
            ('HexGame.py', f'{file} {options}')
            for file, options in (
                ('labs/hex/HexGame.py', HEX),
                ('-u labs/hex/HexGame.py', HEX),
                ('labs/hex/HexGame.py', '--help'),
            )
        ],
        *[
            ('series.py', f'labs/hex/series.py {options}')
            for options in (SERIES, '--help')
        ],
    ],
)
def test_output_is_not_taken(name: str, line: str) -> None:
    """Programs leave quietly, or say that there is no room, in one line."""
    check_output_is_not_taken(name, TOP, *line.split())


def test_links_of_the_readme() -> None:
    """It links the README of each lab that has one."""
    linked = re.findall(r'\]\((\w+)/README\.md\)', READMES['labs'])
    assert sorted([*linked, 'labs']) == sorted(READMES) and len(linked) >= 3


@pytest.mark.parametrize(
    'lab, least', [('dominoes', 5), ('game_tree', 4), ('hex', 4)]
)
def test_examples_of_readmes(lab: str, least: int) -> None:
    """The examples in Python give what the README of the lab says."""
    result = doctest.testfile(
        str(LABS / lab / 'README.md'), False, encoding='utf-8'
    )
    assert result.failed == 0 and result.attempted >= least


COMMANDS = re.findall(
    r'^python3 (-m labs(?: .*)?)$', '\n'.join(READMES.values()), re.MULTILINE
)


@pytest.mark.parametrize('command', sorted(set(COMMANDS)))
def test_commands_of_readmes(command: str) -> None:
    """Each command line for the program of the labs starts it."""
    assert len(COMMANDS) == 3
    words = [
        quoted or bare for quoted, bare in re.findall(r"'(.*?)'|(\S+)", command)
    ]
    done = run_in(TOP, *words, text='c2\n')
    for shown in 'Player 1 chooses c2.\n', 'Player 2 chooses ':
        assert (shown in done.stdout) == ('--game' in command)
    assert done.returncode == 1
    assert done.stdout.endswith('The input has ended. Goodbye!\n')


def test_instructions_are_narrow() -> None:
    """The instructions of all games, the core's too, fit into 79 columns."""
    add_games()
    assert set('shdx') <= set(playable_games)
    for game_class in playable_games.values():
        lines = game_class(True, size=3).get_instructions().splitlines()
        assert max(map(len, lines)) < 80, game_class
