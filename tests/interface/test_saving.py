"""Games that are saved while they are played, loaded, replayed and set up."""
from contextlib import chdir
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any, Callable, Iterator
import random
import re
import shlex
import signal
from pytest import MonkeyPatch
import pytest
from game_interface import main, playable_games, usable_strategies
from interface.history import load_game
from interface.saved_games import open_locked
from interface.command_line import Catalog
from tests.support.game_program import command, options, run_in_pipe
from tests.support.odd_games import AskingShuffledGame, ShuffledGame, \
    walk_in
from tests.support.programs import ENVIRONMENT, wait_until
from tests.support.terminal import lines
from tests.support.typing_player import TypingPlayer, run_here


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


@pytest.mark.slow
@pytest.mark.parametrize('game_class', [ShuffledGame, AskingShuffledGame])
def test_game_that_begins_at_random(game_class: type, tmp_path: Path,
                                    monkeypatch: MonkeyPatch) -> None:
    """A game begins in the same random way again when it is loaded."""
    monkeypatch.setitem(playable_games, 'z', game_class)
    monkeypatch.setattr('builtins.input', lambda *_: '6')
    path = tmp_path / 'g.txt'
    rows = set()
    for number in range(2):
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


CATALOG = Catalog(playable_games, usable_strategies)


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


@pytest.fixture(name='playing')
def start_saving(tmp_path: Path) -> Iterator[Popen]:
    """A program that saves its game in g.txt, and waits for a move."""
    with Popen(command(*options(p1='i', p2='i', save='g.txt', moves='A')),
               cwd=tmp_path, env=ENVIRONMENT, stdin=PIPE, stdout=PIPE) as program:
        try:
            wait_until((tmp_path / 'g.txt').exists)
            yield program
        finally:
            program.kill()


IN_USE = "'g.txt': Another program saves its game in this file"


@pytest.mark.parametrize('arguments, typed', [
    (options(p1='i', p2='i', save='g.txt') + ['--force'], ''),
    (['--load', 'g.txt', '--save', 'g.txt'], ''),
    (options(p1='i', p2='i'), 'save g.txt\nsave g.txt\nB\nquit\n'),
    (['--load', 'g.txt'], 'save g.txt\nsave g.txt\nB\nquit\n')])
def test_two_programs(arguments: list[str], typed: str, playing: Popen,
                      tmp_path: Path) -> None:
    """The file of a game is not given to another program, until it ends."""
    path = tmp_path / 'g.txt'
    refused = run_in_pipe(tmp_path, arguments, typed.encode())
    assert (refused.stdout + refused.stderr).count(IN_USE) == (2 if typed else 1)
    assert refused.returncode == (0 if typed else 2)
    assert saved_moves(path) == ['1. A']
    # A file that cannot be saved elsewhere stays with its program.
    playing.stdin.write(f'save {tmp_path}\n'.encode())
    playing.stdin.flush()
    refused = run_in_pipe(tmp_path, arguments, typed.encode())
    assert IN_USE in refused.stdout + refused.stderr
    playing.stdin.write(b'E\n')
    playing.stdin.flush()
    wait_until(lambda: saved_moves(path) == ['1. A, E'])
    playing.kill()  # It can do nothing any more.
    playing.wait()
    allowed = run_in_pipe(tmp_path, arguments, typed.encode())
    assert IN_USE not in allowed.stdout + allowed.stderr
    assert allowed.returncode == (0 if typed else 1)
    assert saved_moves(path) != ['1. A, E'] or '--load' in arguments
    assert [each.name for each in tmp_path.iterdir()] == ['g.txt']


def test_its_own_file(tmp_path: Path) -> None:
    """A program may load its own file, save there again, and elsewhere."""
    done = run_in_pipe(tmp_path, options(p1='i', p2='i', save='g.txt'), b'A\n'
                       b'save g.txt\nE\nsave h.txt\nload g.txt\nsave g.txt\n'
                       b'save g.txt\nundo\nB\nquit\n')
    assert 'Another program' not in done.stdout + done.stderr
    assert saved_moves(tmp_path / 'g.txt') == ['1. A, B']
    assert saved_moves(tmp_path / 'h.txt') == ['1. A, E']


@pytest.mark.parametrize('leave', [
    lambda player: player.history.load('g.txt'), lambda player: player.end('y'),
    lambda player: player.history.save('h.txt')])
def test_file_left(leave: Callable[[TypingPlayer], Any], tmp_path: Path
                   ) -> None:
    """Other programs may save in a file that this one keeps no longer."""
    with chdir(tmp_path):
        player = TypingPlayer('s', 1)
        player.history.make_all_typed('1')
        player.history.save('g.txt')
        with pytest.raises(BlockingIOError):
            open_locked('g.txt')
        leave(player)
        open_locked('g.txt').close()


def test_file_of_somebody_else(playing: Popen, tmp_path: Path) -> None:
    """A file that has taken the place of the game's is not overwritten."""
    (tmp_path / 'new').write_text('mine', 'utf-8')
    (tmp_path / 'new').replace(tmp_path / 'g.txt')
    playing.communicate(b'E\nB\n')
    assert (tmp_path / 'g.txt').read_text('utf-8') == 'mine'


def test_comments(tmp_path: Path) -> None:
    """Comments in a file stay there while the game goes on."""
    text = 'saved game, version 1\n\n# One.\ngame: h\nsize: 2\nfirst: 1\n\n' \
           '1. A, E\n# Two.\n2. B\n'
    (tmp_path / 'g.txt').write_text(text, 'utf-8')
    run_here(tmp_path, ['--load', 'g.txt', '--save', 'g.txt', '--p1', 'i',
                        '--p2', 'i'], b'F\nundo\nundo\nundo\n')
    saved = (tmp_path / 'g.txt').read_text('utf-8')
    assert saved == text.replace('first', 'player 1: i\nplayer 2: i\nfirst') \
        .replace('# Two.\n2. B\n', '').replace('A, E', 'A') + '# Two.\n'
