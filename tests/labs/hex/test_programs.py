"""The programs of the Hex lab: how they find their files, play, and end."""
from graphlib import TopologicalSorter
from pathlib import Path
from subprocess import DEVNULL, PIPE, run
import ast
import re
import sys
import pytest
import labs.games
import play_hex
from HexGame import HexGame
from tests.support.hex_reference import HEX_LAB
from tests.support.programs import ENVIRONMENT, LONG, copy_to, run_in
from tests.support.terminal import KEYS, StartTerminal

HUMAN = ['HexGame.py', '--size', '2']
COMPUTERS = [*HUMAN, '--black', 'random', '--white', 'random']
SERIES = ['series.py', 'random', 'shuffle', '--games', '2', '--size', '2',
          '--processes', '1']


# === Where they find their files ===

def test_one_name_each() -> None:
    """Whoever imports files of the lab knows each by its bare name only, also
    after the labs' games were added to those of the core."""
    labs.games.add_games()
    names = [name for name, module in sys.modules.items()
             if HEX_LAB == Path(getattr(module, '__file__', None) or '').parent]
    assert 'hex_for_core' in names and 'HexGame' in names
    assert names == [Path(sys.modules[name].__file__).stem for name in names]


def test_no_import_circle() -> None:
    """No file of the lab imports another one that leads back to it, not even
    when it is run as a program."""
    imports = {path.stem: {
        getattr(node, 'module', None) or node.names[0].name
        for node in ast.walk(ast.parse(path.read_text('utf-8')))
        if isinstance(node, (ast.Import, ast.ImportFrom))}
        for path in HEX_LAB.glob('*.py')}
    assert tuple(TopologicalSorter(imports).static_order())


@pytest.mark.parametrize('inside', [True, False])
def test_alone(inside: bool, tmp_path: Path) -> None:
    """The folder runs without the rest of the project, from inside and from
    another folder, without anything that is installed."""
    copy_to(tmp_path, ['hex'], HEX_LAB.parent)
    folder, where = (tmp_path / 'hex', '') if inside else (tmp_path, 'hex/')
    game = run_in(folder, where + COMPUTERS[0], *COMPUTERS[1:])
    assert game.returncode == 0 and game.stdout.endswith(' wins\n')
    table = run_in(folder, where + SERIES[0], *SERIES[1:])
    assert table.returncode == 0, table.stdout
    assert table.stdout.startswith('| players | games |')


# === How they play ===

def test_session() -> None:
    """A whole game through a pipe, with wrong moves on the way."""
    done = run_in(HEX_LAB, 'HexGame.py', '--size', '2', '--white', 'human',
                  text='j10\n\na1\nA1\nb2\nb1\n')
    shown = done.stdout
    assert done.returncode == 0
    told = re.findall(r'your move, like c2: (.*)', shown)
    assert told == ['j10 is not on the board, which goes from a1 to b2.',
                    'An empty line is not a move: type a cell, like c2.',
                    'Black (B) moves to a1', 'a1 is not empty.',
                    'White (W) moves to b2', 'Black (B) moves to b1']
    assert shown.endswith('Black (B) wins\n')


@pytest.mark.parametrize('word', ['quit', 'EXIT'])
def test_quit(word: str) -> None:
    """A player may leave."""
    done = run_in(HEX_LAB, *HUMAN, text=word + '\n')
    assert done.returncode == 0 and done.stdout.endswith(': Goodbye!\n')


def test_progress(start: StartTerminal) -> None:
    """A terminal shows who thinks for long, and how far a series has come."""
    terminal = start([sys.executable, str(HEX_LAB / 'HexGame.py'), '--black',
                      'montecarlo:9'])
    terminal.read_until(lambda screen: 'montecarlo:9 (B) is thinking' in screen)
    terminal = start([sys.executable, str(HEX_LAB / 'series.py'), 'random',
                      'montecarlo:5', '--games', '1', '--size', '5'])
    terminal.read_until(lambda screen: '0 of 1 games' in screen)


@pytest.mark.parametrize('options, words', [
    (['--size', '0'], 'whole number from 1 to 26'),
    (['--black', 'nobody'], 'is not a player'), (['--seed', 'x'], 'seed')])
def test_play_told_wrong(options: list[str], words: str,
                         capsys: pytest.CaptureFixture) -> None:
    """One line says what is wrong."""
    with pytest.raises(SystemExit) as stop:
        play_hex.main(HexGame, options)
    told = capsys.readouterr().err
    assert stop.value.code == 2 and told.count('\n') == 1 and words in told


# === How they end ===

def test_interrupt(start: StartTerminal) -> None:
    """Ctrl-C ends the game politely."""
    terminal = start([sys.executable, str(HEX_LAB / 'HexGame.py'), '--black',
                      'montecarlo:9'])
    terminal.read_until(lambda screen: 'white' in screen)
    terminal.type(KEYS['^C'])
    shown = terminal.wait_for_end()
    assert terminal.status == 130
    assert shown.endswith('\nThe game is interrupted. Goodbye!\n')


@pytest.mark.parametrize('program, closed, status, last', [
    (COMPUTERS, '<&-', 0, 'wins'), (COMPUTERS, '2>&-', 0, 'wins'),
    (COMPUTERS, '>&-', 1, ''),
    (HUMAN, '<&-', 1, '\nThe input has ended, and so does the game. Goodbye!'),
    (HUMAN, '2>&-', 1, 'Goodbye!'), (SERIES, '<&-', 0, '|'),
    (SERIES, '2>&-', 0, '|'), (SERIES, '>&-', 1, '')])
def test_closed_streams(program: list[str], closed: str, status: int,
                        last: str) -> None:
    """The programs do what can be done without a stream, and end politely."""
    done = run(['sh', '-c', f'exec "$@" {closed}', 'sh', sys.executable,
                *program], cwd=HEX_LAB, env=ENVIRONMENT, stdin=DEVNULL,
               stdout=PIPE, stderr=PIPE, text=True, timeout=LONG, check=False)
    assert (done.returncode, done.stderr) == (status, '')
    assert done.stdout.rstrip().endswith(last)
