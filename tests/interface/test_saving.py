"""Games that are saved while they are played, loaded, replayed and set up."""
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any
from contextlib import suppress
from unittest.mock import patch
import datetime
import random
import re
import shlex
import signal
from pytest import CaptureFixture, MonkeyPatch
import pytest
from game_interface import ENGINE, main, playable_games, usable_strategies
from interface.after_game import Study
from interface.history import load_game, replay
from interface.saved_games import SavedGame
from interface.setup import Catalog
from tests.support.foreign_games import TreeState
from tests.support.game_program import command, options
from tests.support.odd_games import AskingShuffledGame, ShuffledGame, \
    walk_in
from tests.support.programs import ENVIRONMENT
from tests.support.saved_games import GAMES
from tests.support.terminal import lines
from tests.support.typing_player import run_here


def saved_moves(path: Path) -> list[str]:
    """Return the lines with moves in the file at path."""
    text = path.read_text(encoding='utf-8')
    return [line for line in text.splitlines() if line[:1].isdigit()]


def test_save_and_go_on(tmp_path: Path) -> None:
    """A game that ends early is saved, says how to go on, and goes on."""
    done = run_here(tmp_path, options(p1='i', p2='i', save='my game.txt',
                                         moves='a, E'), lines('Z'))
    assert done.stdout.endswith("\nThe game is saved. To go on: --load 'my "
                                "game.txt'\nThe input has ended. Goodbye!\n")
    path = tmp_path / 'my game.txt'
    assert saved_moves(path) == ['1. A, E']
    done = run_here(tmp_path, ['--load', path.name, '--save', path.name,
                                  '--p2', 'ro'], lines('B'))
    assert '1 - 1 - 1   2' in done.stdout and done.returncode == 1
    lines_now = saved_moves(path)
    assert lines_now[0] == '1. A, E' and lines_now[1].startswith('2. B, ')
    text = path.read_text(encoding='utf-8')
    assert 'player 2: ro\n' in text and 'first: 1\n' in text


@pytest.mark.parametrize('game_class, typed', [
    (walk_in({'start': {'-1, 2': 'A', 'z': 'p1'}, 'A': {'it\'s "so"': 'B'},
              'B': {'on': 'p1'}}), ['-1, 2', 'it\'s "so"']),
    (ShuffledGame, ['a']), (AskingShuffledGame, ['4', 'a'])])
def test_go_on_unsaved(game_class: Any, typed: list[str], tmp_path: Path,
                       monkeypatch: MonkeyPatch) -> None:
    """An unsaved game is left with options that go on with just that game."""
    monkeypatch.setitem(playable_games, 'o', game_class)
    look = 'board', 'moves', 'quit'
    done = run_here(tmp_path, options(game='o', size=None, p1='i', p2='i'),
                    lines(*typed, *look))
    shown = re.search('To go on with this game: (.*)', done.stdout)[1]
    again = run_here(tmp_path, shlex.split(shown), lines(*look))
    assert again.stdout.endswith(shown + '\nGoodbye!\n')
    seen = [each.stdout.rpartition('(? for help): ')[2].split('a move: ')[-3:]
            for each in (done, again)]
    assert seen[0] == seen[1] and '1. Player 1: ' in seen[0][1]


@pytest.mark.parametrize('first', ['1', '2'])
def test_whole_game(first: str, tmp_path: Path) -> None:
    """A whole game is saved with its result, and is replayed just so."""
    played = run_here(tmp_path, options(first=first, save='g.txt'))
    winner = played.stdout[-15 - len(' is the winner!'):].split('\n')[-2][7]
    text = (tmp_path / 'g.txt').read_text(encoding='utf-8')
    assert f'result: player {winner} wins\n' in text
    replayed = run_here(tmp_path, ['--replay', 'g.txt'], b'\n' * 9)
    assert replayed.returncode == 0
    for position in played.stdout.split('\n\n')[1::2]:
        assert position in replayed.stdout
    again = run_here(tmp_path, ['--load', 'g.txt'])
    assert again.stdout.endswith(f'Player {winner} is the winner!\n')
    assert again.returncode == 0


@pytest.mark.parametrize('game_class', [ShuffledGame, AskingShuffledGame])
def test_game_that_begins_at_random(game_class: type, tmp_path: Path,
                                    monkeypatch: MonkeyPatch) -> None:
    """A game begins in the same random way again when it is loaded."""
    monkeypatch.setitem(playable_games, 'z', game_class)
    monkeypatch.setattr('builtins.input', lambda *_: '6')
    path = tmp_path / 'g.txt'
    rows = set()
    for number in range(5):
        path.unlink(missing_ok=True)
        size = ['--size', '6'] * (game_class is ShuffledGame)
        main(['--game', 'z', '--p1', 'r', '--p2', 'r', '--first', '1',
              '--seed', str(number), '--save', str(path), *size])
        random.seed(1)
        played = load_game(str(path), CATALOG)
        assert random.random() == random.Random(1).random()
        random.seed(number)
        row = list('abcdef')
        random.shuffle(row)
        assert played.states[0].stones == row
        rows.add(tuple(row))
    assert len(rows) > 1


def test_killed_at_any_moment(tmp_path: Path) -> None:
    """Whenever the program is killed, all moves but the last are saved."""
    arguments = options(size=5, p1='r', p2='r', save='g.txt', seed=1)
    for enough in 1, 5, 10, 16:
        (tmp_path / 'g.txt').unlink(missing_ok=True)
        with Popen(command(*arguments), cwd=tmp_path, env=ENVIRONMENT,
                   stdout=PIPE, stderr=PIPE) as program:
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
        assert saved[:len(made)] == made[:len(saved)]
        assert len(saved) >= max(enough, len(made)) - 1


CATALOG = Catalog(playable_games, usable_strategies)
GAME = SavedGame('s', False, 12, 'i', 'mi', date=datetime.date(2026, 11, 21),
                 moves=('4', '4', ' 1', '1', '1', '1'), result='p1')


def step(saved: SavedGame, *typed: str) -> list[int]:
    """Return the positions at which something is asked, until Ctrl-D."""
    left, positions = list(typed), []

    def read_line(prompt: str = '') -> str:
        """Return the next line."""
        print(prompt)
        positions.append(int(prompt.split()[1]))
        if not left:
            raise EOFError
        return left.pop(0)
    history = replay(saved, Catalog(GAMES, usable_strategies, ENGINE))
    with patch('builtins.input', read_line), suppress(EOFError):
        Study(history, lambda _: str(history.game.current_state)).run(False)
    return positions


@pytest.mark.parametrize('typed, positions', [
    ('/', [0, 1, 2]), ('///////', [0, 1, 2, 3, 4, 5, 6, 6, 6]),
    ('b', [0, 0]), ('/b/b', [0, 1, 0, 0]), ('3/b', [0, 3, 2]),
    ('3/back 2', [0, 3, 1]), ('next 4/n 3/exit', [0, 4, 4]),
    # What is a possible move is one, and leads away from the game.
    ('2/1/hint/values/b/5', [0, 2, 3, 3, 3, 2, 5]), ('1/1/6', [0, 1, 2, 2]),
    ('6/2//b', [0, 6, 2, 3, 2]), ('0', [0, 0]), ('7', [0, 0]),
    ('-1', [0, 0]), ('x', [0, 0]), ('²', [0, 0]), ('1_0', [0, 0]),
    ('9' * 5000, [0, 0]), ('3/back/BACK/ ba ', [0, 3, 2, 1, 0]),
    ('next/n', [0, 1, 2]), ('ne/bac/he', [0, 1, 0, 0]),
    ('help/?/h', [0, 0, 0, 0]), ('\0', [0, 0]),
    ('q/b', [0]), ('2/quit/1', [0, 2]), ('3/ Q/1', [0, 3])])
def test_commands(typed: str, positions: list[int],
                  capsys: CaptureFixture) -> None:
    """Enter goes on, b back, a number there, q away; all else stays."""
    lines = [''] * 2 if typed == '/' else typed.split('/')
    assert step(GAME, *lines) == positions


def test_games_that_are_not_over(capsys: CaptureFixture) -> None:
    """The player to move is named, or a tie; what is unknown is not."""
    for moves, end in (('a', 'Player 1 chose a. Player 2 is to move.'),
                       ('ay', "Player 2 chose y. It's a tie!")):
        step(SavedGame('t', True, p2='my_own', moves=tuple(moves)), '', '', '',
             'q')
        shown = capsys.readouterr().out
        assert shown.startswith('Tree. Player 2: my_own.\n') and end in shown
    assert 'It\'s a tie!' not in shown.partition('Position 1 of 2')[0]


def test_pictures_that_fail(monkeypatch: MonkeyPatch,
                            capsys: CaptureFixture) -> None:
    """A position that cannot be shown is no reason to stop."""
    def fail(_: Any) -> str:
        """Raise an error."""
        raise KeyError('x')
    monkeypatch.setattr(TreeState, '__str__', fail)
    step(SavedGame('t', True, moves=('a',)), '')
    assert capsys.readouterr().out.count('(This cannot be shown.)') == 2
