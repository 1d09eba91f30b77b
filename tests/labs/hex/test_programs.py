"""The programs of the Hex lab: how they find their files, play, and end."""

from functools import partial
from graphlib import TopologicalSorter
from pathlib import Path
from subprocess import DEVNULL, PIPE, run
from typing import Callable
from unittest.mock import patch
import ast
import re
import sys
import pytest
import labs.games
import play_hex
import series
from HexGame import HexGame
from game_interface import playable_games, usable_strategies
from tests.support.hex_reference import HEX_LAB
from tests.support.programs import ENVIRONMENT, LONG, copy_to, run_in
from tests.support.terminal import KEYS, StartTerminal

HUMAN = ['HexGame.py', '--size', '2']
COMPUTERS = [*HUMAN, '--black', 'random', '--white', 'random']
SERIES = [
    'series.py',
    'random',
    'shuffle',
    '--games',
    '2',
    '--size',
    '2',
    '--processes',
    '1',
]


# === Where they find their files ===


def test_one_name_each() -> None:
    """Each file of the lab is known by its bare name only."""
    labs.games.add_games()
    names = []
    for name, module in sys.modules.items():
        file = getattr(module, '__file__', None)
        if file and Path(file).parent == HEX_LAB:
            names.append(name)
    assert 'hex_for_core' in names and 'HexGame' in names
    assert names == [Path(sys.modules[name].__file__).stem for name in names]


def test_no_import_circle() -> None:
    """No file of the lab imports another one that leads back to it."""
    imports = {
        path.stem: {
            getattr(node, 'module', None) or node.names[0].name
            for node in ast.walk(ast.parse(path.read_text('utf-8')))
            if isinstance(node, (ast.Import, ast.ImportFrom))
        }
        for path in HEX_LAB.glob('*.py')
    }
    assert tuple(TopologicalSorter(imports).static_order())


@pytest.mark.parametrize('inside', [True, False])
def test_alone(inside: bool, tmp_path: Path) -> None:
    """The folder runs alone, from inside and from another folder. Only the
    player who needs MonteCarlo.py misses it."""
    copy_to(tmp_path, ['hex'], HEX_LAB.parent)
    (tmp_path / 'hex' / 'MonteCarlo.py').unlink()
    folder, where = (tmp_path / 'hex', '') if inside else (tmp_path, 'hex/')
    game = run_in(folder, where + COMPUTERS[0], *COMPUTERS[1:])
    assert game.returncode == 0 and game.stdout.endswith(' wins\n')
    game = run_in(folder, where + 'HexGame.py', '--white', 'montecarlo')
    assert game.returncode == 2 and game.stdout.count('\n') == 1
    assert "No module named 'MonteCarlo'" in game.stdout


# === How they play ===


@pytest.mark.parametrize(
    'typed, told, last',
    [
        (
            'j10\n\na1\nA1\nb2\nb1\n',
            [
                'j10 is not on the board, which goes from a1 to b2.',
                'An empty line is not a move: type a cell, like c2.',
                'Black (B) moves to a1',
                'a1 is not empty.',
                'White (W) moves to b2',
                'Black (B) moves to b1',
            ],
            'Black (B) wins\n',
        ),
        ('quit\n', ['Goodbye!'], 'Goodbye!\n'),
        (' EXIT\n', ['Goodbye!'], 'Goodbye!\n'),
    ],
)
def test_session(typed: str, told: list[str], last: str) -> None:
    """A whole game through a pipe, with wrong moves; a player may leave."""
    done = run_in(HEX_LAB, *HUMAN, '--white', 'human', text=typed)
    assert re.findall(r'your move, like c2: (.*)', done.stdout) == told
    assert done.returncode == 0 and done.stdout.endswith(last)


@pytest.mark.parametrize(
    'main, options, words',
    [
        *[
            (partial(play_hex.main, HexGame), options, words)
            for options, words in (
                ('--size 0', 'whole number from 1 to 26'),
                ('--games 0', 'from 1 to 100000'),
                ('--black nobody', 'is not a player'),
                ('--seed x', 'seed'),
            )
        ],
        *[
            (series.main, options, words)
            for options, words in (
                ('', 'PLAYER'),
                ('random', 'two players or more'),
                ('random x', 'is not a player'),
                ('random human', 'nobody can be human'),
                ('random random --games 0', 'from 1 to 100000'),
                ('random random --processes 0', 'from 1 to 256'),
                ('random random --size 0', 'from 1 to 26'),
                ('random random --opening x', 'is not a whole number'),
            )
        ],
    ],
)
def test_told_wrong(
    main: Callable, options: str, words: str, capsys: pytest.CaptureFixture
) -> None:
    """One line says what is wrong."""
    with (
        pytest.raises(SystemExit) as stop,
        patch.dict(usable_strategies),
        patch.dict(playable_games),
    ):
        sys.exit(main(options.split()))
    told = capsys.readouterr().err
    assert stop.value.code == 2 and told.count('\n') == 1 and words in told


# === How they end ===


@pytest.mark.parametrize(
    'program, progress, last',
    [
        (
            'HexGame.py --black montecarlo:9',
            'montecarlo:9 (B) is thinking',
            r'The game is interrupted\. Goodbye!\n',
        ),
        (
            'HexGame.py --black random --white montecarlo:9 --games 2',
            '0 of 2 games',
            r'The game is interrupted\. Goodbye!\n',
        ),
        (
            'series.py random shuffle --games 99999 --size 3',
            ' of 99999 games',
            r'Interrupted after \d+ of 99999 games\.\n[^|]*'
            r'Distinct games: \d+ of \d+\.\n',
        ),
    ],
)
def test_interrupt(
    program: str, progress: str, last: str, start: StartTerminal
) -> None:
    """A terminal shows how far a program has come; Ctrl-C ends it politely."""
    name, *options = program.split()
    terminal = start([sys.executable, str(HEX_LAB / name), *options])
    terminal.read_until(lambda screen: progress in screen)
    terminal.type(KEYS['^C'])
    shown = terminal.wait_for_end()
    assert re.search(rf'\n{last}\s*$', shown) and 'Traceback' not in shown
    assert terminal.status == 130


@pytest.mark.parametrize(
    'program, closed, status, last',
    [
        (COMPUTERS, '<&-', 0, 'wins'),
        (COMPUTERS, '2>&-', 0, 'wins'),
        (COMPUTERS, '>&-', 1, ''),
        (
            HUMAN,
            '<&-',
            1,
            '\nThe input has ended, and so does the game. Goodbye!',
        ),
        (HUMAN, '2>&-', 1, 'Goodbye!'),
        (SERIES, '2>&-', 0, 'of 2.'),
        (SERIES, '>&-', 1, ''),
    ],
)
def test_closed_streams(
    program: list[str], closed: str, status: int, last: str
) -> None:
    """The programs do what can be done without a stream, and end politely."""
    done = run(
        ['sh', '-c', f'exec "$@" {closed}', 'sh', sys.executable, *program],
        cwd=HEX_LAB,
        env=ENVIRONMENT,
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert (done.returncode, done.stderr) == (status, '')
    assert done.stdout.rstrip().endswith(last)
