"""The options of the command line."""
from pathlib import Path
from subprocess import DEVNULL, PIPE, run
import re
import sys
import pytest
from game_interface import usable_strategies
from tests.support.game_program import OPTIONS, QUESTIONS, options, \
    run_in_pipe
from tests.support.programs import ENVIRONMENT, LONG, TOP
from tests.support.terminal import lines


def test_asks_nothing(tmp_path: Path) -> None:
    """What the command line says is not asked: nothing, if it says all."""
    done = run_in_pipe(tmp_path, options())
    assert '?' not in done.stdout and 'Enter' not in done.stdout
    assert done.stdout.startswith('Players take turns to take a free cell')
    assert done.stdout.endswith(' is the winner!\n')
    assert done.returncode == 0


@pytest.mark.parametrize('option, name, answer', [
    ('game', 'game', 'h'), ('p1', 'player 1', 'ro'), ('p2', 'player 2', 'mi'),
    ('first', 'start', 'y'), ('size', 'side length', '2')])
def test_asks_the_rest(option: str, name: str, answer: str,
                       tmp_path: Path) -> None:
    """What the command line does not say is asked, and only that."""
    done = run_in_pipe(tmp_path, options(**{option: None}), lines(answer))
    prompt, _, rest = done.stdout.partition(': ')
    assert prompt.startswith(QUESTIONS[name][0])
    assert rest == run_in_pipe(tmp_path, options()).stdout


@pytest.mark.parametrize('first', ['1', '2'])
def test_who_starts(first: str, tmp_path: Path) -> None:
    """The player who is to start makes the first move."""
    done = run_in_pipe(tmp_path, options(first=first))
    mover = re.search(r'Player (.) is to move', done.stdout)[1]
    assert mover == re.search(r'Player (.) chooses', done.stdout)[1] == first


def random_game(folder: Path, *more: str) -> str:
    """Return the output of a long game between two random players."""
    done = run_in_pipe(folder, options(game='s', p1='r', p2='r', size=999)
                       + list(more))
    assert done.returncode == 0
    return done.stdout


def test_seed(tmp_path: Path) -> None:
    """A seed gives the same random game again, another seed another one."""
    games = [random_game(tmp_path, '--seed', str(seed)) for seed in (1, 2, -3)]
    assert len(set(games)) == 3
    assert random_game(tmp_path, '--seed', '1') == games[0]


def test_no_seed(tmp_path: Path) -> None:
    """Without a seed, no two random games are the same."""
    assert random_game(tmp_path) != random_game(tmp_path)


@pytest.mark.parametrize('players', [('ro', 'mr'), ('mi', 'ro')])
@pytest.mark.parametrize('game, size', [('h', 3), ('s', 150)])
def test_deterministic(players: tuple[str, str], game: str, size: int,
                       tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                       ) -> None:
    """Without a random player, a game is the same every time: no seed and no
    order of a set plays a part.
    """
    arguments = options(game=game, size=size, p1=players[0], p2=players[1])
    outputs = set()
    for seed in ('1', '2'):
        monkeypatch.setitem(ENVIRONMENT, 'PYTHONHASHSEED', seed)
        done = run_in_pipe(tmp_path, arguments + ['--seed', seed])
        assert done.stdout.endswith(' is the winner!\n')
        outputs.add(done.stdout)
    assert len(outputs) == 1


@pytest.mark.parametrize('arguments, culprit', [
    (options(game='x'), "'x'"), (options(game=''), "''"),
    (options(p1='z'), "'z'"), (options(p2='I'), "'I'"),
    (options(first='3'), "'3'"), (options(first='y'), "'y'"),
    (options(first='12'), "'12'"), (options(first=''), "''"),
    (options(size='two'), "'two'"), (options(size='2.5'), "'2.5'"),
    (options(size='6'), '6'), (options(size='0'), '0'),
    (options(size='0_3'), "'0_3'"), (options(size='\u0663'), '\u0663'),
    (options(game='s', size='1_6'), "'1_6'"), (options(size=''), "''"),
    (options(seed='1_6'), "'1_6'"),
    (options(size='9' * 30), '9' * 30),
    (options(game='s', size='-3'), '-3'),
    (options(game='s', size='9' * 30), '9' * 30),
    (options(seed='q'), "'q'"), (['--seed', '1.5'], "'1.5'"),
    (['--size'], '--size'), (['--game'], '--game'), (['--bogus'], '--bogus'),
    (['h'], ' h'), (['--game', 'h\u00e9'], "'h\u00e9'")])
def test_wrong_command_line(arguments: list[str], culprit: str,
                            tmp_path: Path) -> None:
    """A wrong command line is told in one line that names the culprit."""
    done = run_in_pipe(tmp_path, arguments)
    assert (done.returncode, done.stdout) == (2, '')
    assert done.stderr.count('\n') == 1 and done.stderr.endswith('\n')
    assert done.stderr.startswith('game_interface.py: ')
    assert culprit in done.stderr


def test_help(tmp_path: Path) -> None:
    """--help explains every option, and every key with its meaning."""
    done = run_in_pipe(tmp_path, ['--help'])
    text = ' '.join(done.stdout.split())
    for words in ('s = Subtract Square', 'h = Stonehenge', 'i = interactive',
                  'r = random', 'ro = rough outcome', 'mr = recursive minimax',
                  'mi = iterative minimax', 'player 1', 'player 2',
                  'the player who starts', 'side length', 'repeatable',
                  '--seed', *OPTIONS):
        assert words in text
    for key in ('s', 'h', *usable_strategies):
        assert re.search(rf'\b{key} = \w', text), f'no meaning of {key}'
    assert (done.returncode, done.stderr) == (0, '')


def test_import_is_silent() -> None:
    """Importing the module prints nothing and asks nothing."""
    done = run([sys.executable, '-c', 'import game_interface'], cwd=TOP,
               env=ENVIRONMENT, stdin=DEVNULL, stdout=PIPE, stderr=PIPE,
               timeout=LONG, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b'', b'')
