"""Games that are saved while they are played, loaded, replayed and set up."""

from contextlib import chdir, redirect_stderr
from io import StringIO
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any
import random
import re
import shlex
import signal
from pytest import MonkeyPatch
import pytest
from game_interface import main, playable_games, usable_strategies
from interface.history import load_game
from interface.saved_games import read_game
from interface.command_line import Catalog
from tests.support.game_program import command, options
from tests.support.odd_games import AskingShuffledGame, ShuffledGame, walk_in
from tests.support.programs import ENVIRONMENT
from tests.support.terminal import lines
from tests.support.typing_player import TypingPlayer, run_here


def saved_moves(path: Path) -> list[str]:
    """Return the moves in the file at path."""
    return list(read_game(str(path)).moves)


def test_save_and_go_on(tmp_path: Path) -> None:
    """A game that ends early is saved, says how to go on, and goes on."""
    done = run_here(
        tmp_path,
        options(p1='i', p2='i', save='my game.txt', moves='a, E'),
        lines('Z'),
    )
    assert done.stdout.endswith(
        "\nThe game is saved. To go on: --load 'my "
        "game.txt'\nThe input has ended. Goodbye!\n"
    )
    path = tmp_path / 'my game.txt'
    assert saved_moves(path) == ['A', 'E']
    done = run_here(
        tmp_path,
        ['--load', path.name, '--save', path.name, '--p2', 'ro'],
        lines('B'),
    )
    assert '1 - 1 - 1   2' in done.stdout and done.returncode == 1
    moves = saved_moves(path)
    assert moves[:3] == ['A', 'E', 'B'] and len(moves) == 4
    text = path.read_text(encoding='utf-8')
    assert 'p2 = "ro"\n' in text and 'first = 1\n' in text


@pytest.mark.parametrize(
    'game_class, typed',
    [
        (
            walk_in(
                {
                    'start': {'-1, 2': 'A', 'z': 'p1'},
                    'A': {'it\'s "so"': 'B'},
                    'B': {'on': 'p1'},
                }
            ),
            ['-1, 2', 'it\'s "so"'],
        ),
        (ShuffledGame, ['a']),
        (AskingShuffledGame, ['4', 'a']),
    ],
)
def test_go_on_unsaved(
    game_class: Any, typed: list[str], tmp_path: Path, monkeypatch: MonkeyPatch
) -> None:
    """An unsaved game is left with options that go on with just that game."""
    monkeypatch.setitem(playable_games, 'o', game_class)
    look = 'board', 'moves', 'quit'
    done = run_here(
        tmp_path,
        options(game='o', size=None, p1='i', p2='i'),
        lines(*typed, *look),
    )
    shown = re.search('To go on with this game: (.*)', done.stdout)[1]
    again = run_here(tmp_path, shlex.split(shown), lines(*look))
    assert again.stdout.endswith(shown + '\nGoodbye!\n')
    seen = [
        each.stdout.rpartition('(? for help): ')[2].split('a move: ')[-3:]
        for each in (done, again)
    ]
    assert seen[0] == seen[1] and '1. Player 1: ' in seen[0][1]


@pytest.mark.parametrize('first', ['1', '2'])
def test_whole_game(first: str, tmp_path: Path) -> None:
    """A whole game is saved with its result, and is replayed just so."""
    played = run_here(tmp_path, options(first=first, save='g.txt'))
    winner = played.stdout[-15 - len(' is the winner!') :].split('\n')[-2][7]
    text = (tmp_path / 'g.txt').read_text(encoding='utf-8')
    assert f'result = "p{winner}"\n' in text
    replayed = run_here(tmp_path, ['--replay', 'g.txt'], b'\n' * 9)
    assert replayed.returncode == 0
    for position in played.stdout.split('\n\n')[1::2]:
        assert position in replayed.stdout
    again = run_here(tmp_path, ['--load', 'g.txt'])
    assert again.stdout.endswith(f'Player {winner} is the winner!\n')
    assert again.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize('game_class', [ShuffledGame, AskingShuffledGame])
def test_game_that_begins_at_random(
    game_class: type, tmp_path: Path, monkeypatch: MonkeyPatch
) -> None:
    """A game begins in the same random way again when it is loaded."""
    monkeypatch.setitem(playable_games, 'z', game_class)
    monkeypatch.setattr('builtins.input', lambda *_: '6')
    path = tmp_path / 'g.txt'
    rows = set()
    for number in range(2):
        path.unlink(missing_ok=True)
        arguments = '--game z --p1 r --p2 r --first 1'.split()
        arguments += ['--seed', str(number), '--save', str(path)]
        if game_class is ShuffledGame:
            arguments += ['--size', '6']
        main(arguments)
        random.seed(1)
        played = load_game(str(path), CATALOG)
        assert random.random() == random.Random(1).random()
        random.seed(number)
        row = list('abcdef')
        random.shuffle(row)
        assert played.states[0].stones == row
        rows.add(tuple(row))
    assert len(rows) > 1


CATALOG = Catalog(playable_games, usable_strategies)


def test_killed_at_any_moment(tmp_path: Path) -> None:
    """Whenever the program is killed, all moves but the last are saved."""
    arguments = options(size=5, p1='r', p2='r', save='g.txt', seed=1)
    for enough in 1, 5, 10, 16:
        (tmp_path / 'g.txt').unlink(missing_ok=True)
        with Popen(
            command(*arguments),
            cwd=tmp_path,
            env=ENVIRONMENT,
            stdout=PIPE,
            stderr=PIPE,
        ) as program:
            made = []
            for line in program.stdout:
                made += re.findall(r'chooses (\w)\.', line.decode())
                if len(made) == enough:
                    program.send_signal(signal.SIGKILL)
                    break
            more = program.stdout.read().decode()
        made += re.findall(r'chooses (\w)\.\n', more)
        played = load_game(str(tmp_path / 'g.txt'), CATALOG)
        saved = list(map(str, played.moves))
        assert saved[: len(made)] == made[: len(saved)]
        assert len(saved) >= max(enough, len(made)) - 1


def test_its_own_file(tmp_path: Path) -> None:
    """A program may load its own file, save there again, and elsewhere."""
    run_here(
        tmp_path,
        options(p1='i', p2='i', save='g.txt'),
        b'A\n'
        b'save g.txt\nE\nsave h.txt\nload g.txt\nsave g.txt\n'
        b'save g.txt\nundo\nB\nquit\n',
    )
    assert saved_moves(tmp_path / 'g.txt') == ['A', 'B']
    assert saved_moves(tmp_path / 'h.txt') == ['A', 'E']


def test_file_that_can_no_longer_be_written(tmp_path: Path) -> None:
    """One line says so, once, and the game goes on."""
    (tmp_path / 'folder').mkdir()
    with chdir(tmp_path):
        player = TypingPlayer('h', 2)
        player.type('save folder/g.txt', 'A')
        (tmp_path / 'folder' / 'g.txt').unlink()
        (tmp_path / 'folder').rmdir()
        with redirect_stderr(StringIO()) as told:
            player.type('B', 'C')
    assert (
        told.getvalue() == "'folder/g.txt': No such file or directory. "
        'The game goes on, but is no longer saved.\n'
    )
    assert player.history.made() == ['A', 'B', 'C']


@pytest.mark.parametrize(
    'move',
    [
        '1, 2',
        ' a ',
        '',
        '"',
        "\\'",
        'a\nb',
        '\x7f',
        '\u2028',
        '\U0001f5ff',
        '#',
        ']',
    ],
)
def test_odd_moves(move: str, tmp_path: Path, monkeypatch: MonkeyPatch) -> None:
    """Moves with blanks, commas, quotes and the like are saved and loaded."""
    walk = walk_in({'start': {move: 'A', 'z': 'p1'}, 'A': {'on': 'p1'}})
    monkeypatch.setitem(playable_games, 'o', walk)
    player = TypingPlayer('o', None)
    player.history.make_typed(move)
    player.history.save(str(tmp_path / 'g.txt'))
    assert saved_moves(tmp_path / 'g.txt') == [move]
    assert load_game(str(tmp_path / 'g.txt'), CATALOG).made() == [move]


def test_move_that_no_file_can_hold(
    tmp_path: Path, monkeypatch: MonkeyPatch
) -> None:
    """UTF-8 has no surrogates: one line says so, and there is no file."""
    walk = walk_in({'start': {'\ud800': 'A', 'z': 'p1'}, 'A': {'on': 'p1'}})
    monkeypatch.setitem(playable_games, 'o', walk)
    player = TypingPlayer('o', None)
    player.history.make_typed('\ud800')
    with pytest.raises(ValueError, match='surrogates not allowed') as raised:
        player.history.save(str(tmp_path / 'g.txt'))
    assert str(raised.value).isprintable()
    assert not list(tmp_path.iterdir())
