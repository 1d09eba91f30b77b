"""Let players of Hex play series of games against each other, and count wins.

    python3 series.py PLAYER PLAYER ...

Every pair plays a series, in which the players take turns to be Black. The
program of the core plays it (`--games`), with the players as its strategies. So
this needs the top folder; without it, `HexGame.py --games 20` counts wins.
"""

from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, Optional
import os
import random
import sys
from HexGame import HexGame
from play_hex import PLAYERS, OneLineParser, make_player, run_politely

sys.path.append(str(Path(__file__).resolve().parent.parent.parent))
try:
    from game_interface import main as play, usable_strategies
    from hex_for_core import HexState
    from labs.boards import Place
    from labs.games import add_games
except ModuleNotFoundError as missing:
    sys.stderr.write(
        f'series.py needs the top folder, with {missing.name}. '
        f'Without it, HexGame.py --games 20 counts wins.\n'
    )
    sys.exit(2)

# The options, which the core reads, with their usual values.
OPTIONS = {
    'games': (20, 'how many games a pair plays (20)'),
    'size': (6, 'the number of rows, and of columns (6)'),
    'opening': (
        0,
        'how many moves are made at random before the players '
        'begin; each opening is played twice, with the colours '
        'exchanged (0)',
    ),
    'seed': (1, 'a whole number: the same one gives the same games again (1)'),
    'jobs': (
        os.cpu_count(),
        'how many games are played at the same time (as '
        'many as there are cores)',
    ),
}


def choose_move(name: str, game: Any) -> Place:
    """Return the move that the player with this name makes in game. With its
    name filled in, this is a strategy of the core.
    """
    state: HexState = game.current_state
    player = make_player(name, HexGame(state.grid.size), random.getrandbits(64))
    player.setSide('B' if state.p1_turn else 'W')
    board = state.grid.board_of(state.black, state.white)
    return Place(*player.getMove(board))


def play_pairs(arguments: Optional[list[str]]) -> int:
    """Play series with these arguments, and return the exit status."""
    parser = OneLineParser(
        prog='series.py',
        description='Let players of Hex play series of games against each '
        'other.',
        epilog=f'PLAYER is one of: {PLAYERS}. Nobody can be human here.',
    )
    parser.add_argument(
        'players',
        nargs='+',
        metavar='PLAYER',
        help='two players or more: every pair plays a series',
    )
    for name, (usual, words) in OPTIONS.items():
        names = [f'--{name}']
        if name == 'jobs':
            names.append('--processes')
        parser.add_argument(*names, metavar='N', default=usual, help=words)
    options = vars(parser.parse_args(arguments))
    players = options.pop('players')
    if len(players) < 2:
        parser.error('a series needs two players or more')
    if 'human' in players:
        parser.error('nobody can be human in a series')
    for name in players:
        try:
            make_player(name, HexGame(1))
        except (ValueError, ImportError) as error:
            parser.error(str(error))
        strategy: Any = partial(choose_move, name)
        strategy.__name__ = name
        usable_strategies[name] = strategy
    add_games()
    status = 0
    for first, second in dict.fromkeys(combinations(players, 2)):
        asked = ['--game', 'x', '--p1', first, '--p2', second]
        asked += [f'--{option}={value}' for option, value in options.items()]
        status = play(asked)
        if status:
            break
    return status


def main(arguments: Optional[list[str]] = None) -> int:
    """Run the program, and return its exit status."""
    return run_politely(partial(play_pairs, arguments))


if __name__ == '__main__':
    sys.exit(main())
