"""The options of the command line."""

from pathlib import Path
import re
import sys
from pytest import CaptureFixture, MonkeyPatch
import pytest
from game_interface import main, usable_strategies
from tests.support.game_program import OPTIONS, QUESTIONS, SERIES, options
from tests.support.programs import TOP, run_in
from tests.support.terminal import lines
from tests.support.typing_player import run_here


@pytest.mark.parametrize(
    'option, name, answer',
    [
        ('game', 'game', 'h'),
        ('p1', 'player 1', 'ro'),
        ('p2', 'player 2', 'mi'),
        ('first', 'start', 'y'),
        ('size', 'side length', '2'),
    ],
)
def test_asks_the_rest(
    option: str, name: str, answer: str, tmp_path: Path
) -> None:
    """What the command line does not say is asked, and only that."""
    done = run_here(tmp_path, options(**{option: None}), lines(answer))
    prompt, _, rest = done.stdout.partition(': ')
    assert prompt.startswith(QUESTIONS[name][0])
    everything = run_here(tmp_path, options())
    assert '?' not in rest and rest == everything.stdout
    assert everything.returncode == 0


def test_deterministic() -> None:
    """Without a random player, a game is the same every time."""
    games = [
        options(game=game, size=size, p1=p1, p2=p2)
        for game, size in (('h', 1), ('h', 3), ('s', 0), ('s', 150))
        for p1, p2 in (('ro', 'mr'), ('mi', 'ro'))
    ]
    outputs = set()
    for seed in '1', '2':
        program = (
            f'from game_interface import main\nfor game in {games}:\n'
            f'    main([*game, "--seed", "{seed}"])'
        )
        done = run_in(TOP, '-c', program, PYTHONHASHSEED=seed)
        assert done.stdout.count(' is the winner!\n') == len(games)
        outputs.add(done.stdout)
    assert len(outputs) == 1


@pytest.mark.parametrize(
    'arguments, culprit',
    [
        (options(game='z'), "'z'"),
        (options(p1='z'), "'z'"),
        (options(p2='I'), "'I'"),
        (options(first='3'), "'3'"),
        # More sizes that are none: tests/rules/test_every_game.py.
        (options(size='two'), "'two'"),
        (options(size=''), "''"),
        (options(game='s', size='-3'), '-3'),
        (options(seed='q'), "'q'"),
        (options(seed='1_6'), "'1_6'"),
        (['--size'], '--size'),
        (['--bogus'], '--bogus'),
        (['h'], ' h'),
        (['--game', 'h\u00e9'], "'h\u00e9'"),
        # Series.
        (['--games', '0'], "'0'"),
        (['--games', '9999999'], "'9999999'"),
        ([*SERIES, '--p1', 'i'], "'i'"),
        ([*SERIES, '--p2', 'i'], "'i'"),
        ([*SERIES, '--opening', '-1'], "'-1'"),
        ([*SERIES, '--jobs', '0'], "'0'"),
        ([*SERIES, '--limit', '0'], "'0'"),
        ([*SERIES, '--limit', 'nan'], "'nan'"),
        ([*SERIES, '--limit', '1e3'], "'1e3'"),
        ([*SERIES, '--size', '9'], '9'),
        (['--force'], '--force goes with --save'),
        (['--opening', '2'], '--opening goes with --games'),
        (['--limit', '2'], '--limit goes'),
        (['--jobs', '2'], '--jobs goes'),
        # Saved games.
        (options(save='there.txt'), "'there.txt' exists: --force"),
        (options(save='no/such/folder'), "'no/such/folder'"),
        (
            options(moves='A,A'),
            "'A' is taken. Possible moves: B, C, D, E, F, G",
        ),
        (options(moves='A,,B'), 'Possible moves'),
        (['--load', 'missing.txt'], "'missing.txt'"),
        (['--load='], "'': This cannot be the name of a file"),
        (['--load', 'there.txt'], 'TOML'),
        (['--replay', 'there.txt'], 'TOML'),
        # Options that do not go together.
        (['--load', 'g.txt', '--size', '3'], '--size does not go with --load'),
        (
            ['--replay', 'g.txt', '--save', 'x'],
            '--save does not go with --replay',
        ),
        (['--games', '4', '--load', 'x'], '--load does not go with --games'),
        (['--games', '2', '--review'], '--review does not go with --games'),
        (['--check', '--games=2'], '--games does not go with --check'),
        (['--check', '--save=g.txt'], '--save does not go with --check'),
        (['--check', '--first=1'], '--first does not go with --check'),
        ([*options(), '--delay', 'x'], "'x'"),
    ],
)
def test_wrong_command_line(
    arguments: list[str],
    culprit: str,
    tmp_path: Path,
    monkeypatch: MonkeyPatch,
    capsys: CaptureFixture,
) -> None:
    """A wrong command line is told in one line, and no file is lost."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, 'argv', ['game_interface.py'])
    Path('there.txt').write_text('mine', encoding='utf-8')
    with pytest.raises(SystemExit) as raised:
        main(arguments)
    output, errors = capsys.readouterr()
    assert (raised.value.code, output) == (2, '')
    assert errors.count('\n') == 1 and errors.endswith('\n')
    assert errors.startswith('game_interface.py: ') and culprit in errors
    assert Path('there.txt').read_text(encoding='utf-8') == 'mine'


def test_force(tmp_path: Path) -> None:
    """--force overwrites a file that is there."""
    file = tmp_path / 'there.txt'
    file.write_text('mine', encoding='utf-8')
    done = run_here(tmp_path, [*options(save='there.txt'), '--force'])
    assert done.returncode == 0
    assert file.read_text('utf-8').startswith('game = ')


def test_help(tmp_path: Path) -> None:
    """--help explains every option, and every key with its meaning."""
    done = run_here(tmp_path, ['--help'])
    text = ' '.join(done.stdout.split())
    for words in (
        's = Subtract Square',
        'h = Stonehenge',
        'i = interactive',
        'r = random',
        'ro = rough outcome',
        'mr = recursive minimax',
        'mi = iterative minimax',
        'player 1',
        'player 2',
        'the player who starts',
        'side length',
        'repeatable',
        '--seed',
        *OPTIONS,
    ):
        assert words in text
    for key in ('s', 'h', *usable_strategies):
        assert re.search(rf'\b{key} = \w', text), f'no meaning of {key}'
    assert (done.returncode, done.stderr) == (0, '')
