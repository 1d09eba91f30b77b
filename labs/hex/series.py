"""Let players of Hex play series of games against each other, and count wins.

    python3 series.py PLAYER PLAYER ...

Every pair plays a series, in which the players take turns to be Black. The
series are those of the core (interface/series.py), so this program needs the
top folder. Without it, `python3 HexGame.py --games 20` counts wins.
"""
from argparse import Namespace
from functools import partial
from itertools import combinations, count
from pathlib import Path
from typing import Optional
import os
import random
import sys
from HexGame import HexGame, tell
from Players import LARGEST_SIZE, HumanPlayer
from play_hex import NAMES, make_player
sys.path.append(str(Path(__file__).resolve().parent.parent.parent))
try:
    from hex_for_core import Hex
    from interface.command_line import FINISHED, INTERRUPTED, UNFINISHED, \
        OneLineParser, read_number_to, read_whole_number, run_politely
    from interface.series import Series, format_table, play_series
    from labs.boards import Place
except ModuleNotFoundError as missing:
    sys.stderr.write(f'series.py needs the top folder, with {missing.name}. '
                     f'HexGame.py --games 20 does not.\n')
    sys.exit(2)

LIMIT = 24 * 60 * 60.0  # In seconds: players may think as long as they like.


def choose_move(name: str, game: Hex) -> Place:
    """Return the move that the player with this name makes in game: a strategy
    of the core, once the name is given.
    """
    state = game.current_state
    player = make_player(name, HexGame(state.grid.size),
                         random.getrandbits(64))
    player.setSide('B' if state.p1_turn else 'W')
    board = state.grid.board_of(state.black, state.white)
    return Place(*player.getMove(board))


def parse_arguments(arguments: Optional[list[str]]) -> Namespace:
    """Return the options in arguments, checked."""
    parser = OneLineParser(
        prog='series.py',
        description='Let players of Hex play series of games against each '
                    'other.',
        epilog=f'PLAYER is one of: {NAMES}. Nobody can be human here.')
    add = parser.add_argument
    add('players', nargs='+', metavar='PLAYER',
        help='two players or more: every pair plays a series')
    add('--games', type=read_number_to(100_000), default=20,
        help='how many games a pair plays (20)')
    add('--size', type=read_number_to(LARGEST_SIZE), default=6,
        help='the number of rows, and of columns (6)')
    add('--opening', type=read_number_to(2 * LARGEST_SIZE - 2, 0), default=0,
        metavar='MOVES',
        help='how many moves are made at random before the players begin; each '
             'opening is played twice, with the colours exchanged (0)')
    add('--seed', type=read_whole_number, default=1,
        help='a whole number: the same one gives the same games again (1)')
    add('--processes', type=read_number_to(256), default=os.cpu_count() or 1,
        help='how many games are played at the same time (as many as there are '
             'cores)')
    options = parser.parse_args(arguments)
    if len(options.players) < 2:
        parser.error('a series needs two players or more')
    if options.opening > 2 * options.size - 2:  # Somebody might have won.
        parser.error(f'with size {options.size}, an opening has from 0 to '
                     f'{2 * options.size - 2} moves')
    try:
        players = [make_player(name, HexGame(options.size))
                   for name in options.players]
    except ValueError as error:
        parser.error(str(error))
    if any(isinstance(player, HumanPlayer) for player in players):
        parser.error('nobody can be human in a series')
    return options


def play_all(arguments: Optional[list[str]]) -> int:
    """Play the series that arguments ask for, and print a table for each.
    Return the exit status. After Ctrl-C, a table has the finished games.
    """
    options, status = parse_arguments(arguments), FINISHED
    for names in dict.fromkeys(combinations(options.players, 2)):
        first, second = (partial(choose_move, name) for name in names)
        series = Series(Hex, True, options.size, (first, second),
                        options.games, options.seed, options.opening, LIMIT)
        print(f'Hex {options.size}: {names[0]} against {names[1]}, '
              f'{options.games} games, seed {options.seed}', flush=True)
        numbers = count(1)
        result = play_series(
            series, options.processes,
            lambda _, ended=numbers: tell(f'{next(ended)} of {options.games} '
                                          f'games'))
        tell('')
        if result.is_interrupted:
            print(f'\nThe series is interrupted after {result.played} of '
                  f'{options.games} games. Goodbye!')
            status = INTERRUPTED
        elif result.broken:
            status = UNFINISHED
        labels = [f'{name} ({number})' if names[0] == names[1] else name
                  for number, name in enumerate(names, 1)]
        if result.played:
            print('\n'.join(['', *format_table(result, labels), '']))
        if result.is_interrupted:
            break
    return status


def main(arguments: Optional[list[str]] = None) -> int:
    """Play series as arguments say, and return the exit status."""
    return run_politely(play_all, arguments)


if __name__ == "__main__":
    sys.exit(main())
