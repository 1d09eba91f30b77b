"""The program series.py: players of the lab in series of the core."""

from typing import Any
from unittest.mock import patch
import random
import re
import pytest
import series
from HexGame import HexGame
from game_interface import playable_games, usable_strategies
from hex_for_core import Hex
from play_hex import make_player
from tests.support.hex_reference import HEX_LAB
from tests.support.programs import TOP, copy_to, run_in

PLAYERS = [
    'random',
    'shuffle',
    'minimax:1:eval',
    'alphabeta:2',
    'montecarlo:20p',
]


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('name', PLAYERS)
def test_players_are_strategies(name: str) -> None:
    """A strategy makes the move that the player of this name makes on the
    board, for either side. It follows from the state of the module random."""
    game = Hex(True, size=4)
    board = HexGame(4).board
    for number, side in enumerate('BWBWB'):
        random.seed(number)
        move = series.choose_move(name, game)
        random.seed(number)
        player = make_player(name, HexGame(4), random.getrandbits(64))
        player.setSide(side)
        assert move == player.getMove([row[:] for row in board])
        game.current_state = game.current_state.make_move(move)
        board = HexGame(4).getNextBoard(board, move, side)


def play(*options: str) -> list[str]:
    """Run the program, from the top folder. Return the lines that it prints,
    without the times."""
    done = run_in(TOP, 'labs/hex/series.py', *options)
    assert done.returncode == 0, done.stdout
    return re.sub(r' +[\d.]+ (ms|s)\b', '', done.stdout).splitlines()


def test_program() -> None:
    """Each pair has a table, which is the same for any number of processes,
    and another one with another seed."""
    options = [
        'random',
        'minimax:1:eval',
        'shuffle',
        '--games',
        '6',
        '--size',
        '4',
        '--opening',
        '1',
    ]
    shown = play(*options, '--processes', '1')
    assert shown == play(*options, '--processes', '2', '--seed', '1')
    assert shown != play(*options, '--processes', '1', '--seed', '2')
    assert [line for line in shown if line.startswith('Hex')] == [
        f'Hex 4: {pair}, 6 games, seed 1'
        for pair in (
            'random against minimax:1:eval',
            'random against shuffle',
            'minimax:1:eval against shuffle',
        )
    ]
    wins = [
        int(each)
        for each in re.findall(
            r'^\S+ +(\d+) .*%', '\n'.join(shown), re.MULTILINE
        )
    ]
    assert len(wins) == 6 and all(
        first + second == 6 for first, second in zip(wins[::2], wins[1::2])
    )


def test_who_beats_whom() -> None:
    """A better evaluator wins, as Black and as White; equal players are told
    apart."""
    shown = play('minimax:1:betterEval', 'random', '--games', '4')
    assert shown[3].split()[:2] == ['minimax:1:betterEval', '4']
    shown = play('random', 'random', '--games', '4', '--size', '3')
    assert [line[:10] for line in shown[3:5]] == ['random (1)', 'random (2)']


def test_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without options, a series has 20 games. If one is interrupted, the next
    pair does not begin."""
    asked: list[list[str]] = []

    def be_interrupted(options: list[str]) -> int:
        asked.append(options)
        return 130

    monkeypatch.setattr(series, 'play', be_interrupted)
    # Other tests need the tables as they were.
    with patch.dict(usable_strategies), patch.dict(playable_games):
        assert series.main(['random', 'shuffle', 'minimax']) == 130
    [options] = asked
    assert options[:6] == ['--game', 'x', '--p1', 'random', '--p2', 'shuffle']
    assert options[6:10] == [
        '--games=20',
        '--size=6',
        '--opening=0',
        '--seed=1',
    ]


def test_without_the_core(tmp_path: Any) -> None:
    """Alone, the folder plays series by HexGame.py, and says so."""
    copy_to(tmp_path, ['hex'], HEX_LAB.parent)
    done = run_in(tmp_path / 'hex', 'series.py', 'random', 'random')
    assert (done.returncode, done.stdout.count('\n')) == (2, 1)
    assert 'HexGame.py --games 20' in done.stdout
    done = run_in(
        tmp_path / 'hex',
        'HexGame.py',
        '--games',
        '20',
        '--size',
        '3',
        '--black',
        'random',
        '--white',
        'minimax:1:betterEval',
    )
    assert done.returncode == 0, done.stdout
    won = [int(each) for each in re.findall(r': (\d+) won, ', done.stdout)]
    assert sum(won) == 20 and won[1] > won[0]
