"""The command line of the tree lab, and how the command ends."""

from pathlib import Path
from subprocess import PIPE, run
import re
import pytest
from game_interface import playable_games
from labs.game_tree.__main__ import main
from tests.support.foreign_games import TokenGame
from tests.support.game_trees import PROGRAM, run_command
from tests.support.programs import ENVIRONMENT, LONG, TOP

NO_CONTRACTS = pytest.mark.usefixtures('without_contracts')


@pytest.mark.parametrize(
    'options, culprit',
    [
        ('--game q', "'q'"),
        ('--game s --size six', "'six'"),
        ('--game d --size 4,x', "'4,x'"),
        ('--game s --size 6 --first 12', "'12'"),
        ('--game s --size 6 --moves 2', '2 is not a positive square'),
        ('--game s --size 6 --moves 1,,4', 'a move is missing between commas'),
        ('--game s --size 6 --depth -1', "'-1'"),
        ('--game s --size 6 --depth ' + '9' * 5000, 'whole number'),
        ('--game s --size 6 --output tree.txt', 'end with .svg'),
        ('--game s --size 6 --output tree.dot', "'tree.dot'"),
        ('--game s --size 6 --force', '--force'),
        ('--game s --size 6 --output /nowhere/tree.svg', '/nowhere/tree.svg'),
        ('--game s --size ', ''),
        ('--game s --size 6 --output ', ''),
        ('--game ', ''),
        ('--bogus', '--bogus'),
        ('--game', '--game'),
        ('s', ' s'),
    ],
)
def test_wrong_command_line(
    options: str, culprit: str, capsys: pytest.CaptureFixture
) -> None:
    """A wrong command line gets one line that names what is wrong."""
    with pytest.raises(SystemExit) as end:
        main(options.split(' '))
    shown, complaint = capsys.readouterr()
    assert (end.value.code, shown) == (2, '')
    assert re.fullmatch(
        r'python3 -m labs\.game_tree: .*\. See --help\.\n', complaint
    )
    assert culprit in complaint


def test_help() -> None:
    """The help has an example of everything, and its examples work."""
    done = run_command('--help')
    assert done.returncode == 0
    examples = [
        line
        for line in done.stdout.splitlines()
        if line.startswith('  python3 -m')
    ]
    assert len(examples) > 4
    assert 's = Subtract Square, h = Stonehenge, d = Domineering' in re.sub(
        r'\s+', ' ', done.stdout
    )


def test_asks() -> None:
    """What --game and --size do not say is asked for, as in the games, also
    when an answer is wrong."""
    done = run_command(typed='q\ns\n-1\n6\n')
    assert done.returncode == 0 and 'Which game?' in done.stdout
    assert done.stdout.count('Enter the whole number') == 2
    assert (
        run_command('--game', 's', '--size', '6').stdout
        == done.stdout[done.stdout.index('Subtract Square from') :]
    )


@NO_CONTRACTS
def test_moves(capsys: pytest.CaptureFixture) -> None:
    """A tree starts where the moves lead, whoever begins."""

    def draw(*options: str) -> str:
        """Return what the command shows with options."""
        assert main(list(options)) == 0
        return capsys.readouterr().out

    shown = draw(
        '--game', 's', '--size', '11', '--moves', ' 4, 1', '--first', '2'
    )
    assert shown.startswith(
        'Subtract Square from 6: p2 is to move and wins\n'
        '\np2:6  p1 -1, p2 +1 *\n'
    )
    shown = draw('--game', 'd', '--size', '2 3', '--moves', 'b1')
    assert shown.startswith('Domineering: the game is over, and p1 has won\n')
    shown = draw('--game', 'x', '--size', '3', '--moves', 'b2,a1')
    assert shown.startswith(
        'Hex: p1 is to move and wins\n\n'
        '    a b c\n 1  W - -\n  2  - B -\n'
        '   3  - - -\n\np1 to move  p1 +1, p2 -1 *\n'
        '|-- b1 -> p2 to move'
    )


@NO_CONTRACTS
def test_no_picture_is_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    """A file that exists is not overwritten without --force."""
    file = tmp_path / 'six.svg'
    file.write_text('mine', encoding='utf-8')
    options = ['--game', 's', '--size', '6', '--output', str(file)]
    with pytest.raises(SystemExit) as end:
        main(options)
    assert end.value.code == 2 and file.read_text('utf-8') == 'mine'
    assert (
        f"argument --output: '{file}' exists: --force overwrites it. "
        f'See --help.' in capsys.readouterr().err
    )
    assert main([*options, '--force']) == 0
    assert '<svg' in file.read_text('utf-8')


@NO_CONTRACTS
def test_cycle(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    """A game that can come back to a position has no tree to its end, nor has
    minimax, and a line says so."""
    monkeypatch.setitem(playable_games, 't', TokenGame)
    with pytest.raises(SystemExit) as end:
        main(['--game', 't', '--size', '2'])
    assert end.value.code == 2
    assert (
        'This game can come back to a position: minimax never ends there'
        in capsys.readouterr().err
    )


def in_shell(line: str) -> tuple[str, str]:
    """Run a line with a redirection of the command, which stands for T. Return
    what it shows and what it complains about."""
    done = run(
        line.replace('T', ' '.join(PROGRAM), 1),
        shell=True,
        cwd=TOP,
        env=ENVIRONMENT,
        stdout=PIPE,
        stderr=PIPE,
        encoding='utf-8',
        timeout=LONG,
        check=False,
    )
    return done.stdout, done.stderr


def test_missing_streams(tmp_path: Path) -> None:
    """Without an input or an output there is a polite end, unless nothing has
    to be read or shown."""
    end = '\nThe input has ended. Goodbye!\n'
    six = '--game s --size 6'
    for line in 'T <&-', 'T --game s <&-':
        assert in_shell(line) == (end, '')
    for line in 'T >&-', f'T {six} >&-':
        assert in_shell(line + '; echo $?') == ('1\n', '')
    assert in_shell(f'T {six} <&-') == in_shell(f'T {six}')
    file = tmp_path / 'a.SVG'
    assert in_shell(f'T {six} --output {file} <&- >&-; echo $?') == ('0\n', '')
    assert file.read_text(encoding='utf-8').startswith('<svg')
