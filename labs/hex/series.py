"""Let players of Hex play series of games against each other, and count wins.

    python3 series.py PLAYER PLAYER ...

Every pair plays a series, in which the players take turns to be Black. The
results depend on the seed alone, not on how many processes share the work,
except for players that are given seconds to think.
"""
from argparse import Namespace
from importlib.util import find_spec
from itertools import combinations
from multiprocessing import get_context
from typing import Optional
import os
import random
import signal
import sys
from HexGame import HexGame
from Players import Cell, HumanPlayer
from command_line import FINISHED, INTERRUPTED, UNFINISHED, OneLineParser, \
    read_number, read_size, run_politely, show_progress
from play_hex import NAMES, make_player
from series_results import Job, Outcome, draw_chart, format_table

MOST_GAMES, MOST_PROCESSES = 100_000, 256


def play(job: Job) -> Outcome:
    """Play a game and return its outcome."""
    game, swapped = HexGame(job.size), job.number % 2
    players = [make_player(name, game, make_seed(job.seed, i, job.number))
               for i, name in enumerate(job.players)]
    players[swapped].setSide('B')
    players[1 - swapped].setSide('W')
    board, opening = game.board, choose_opening(job, game)
    moves: list[Cell] = []
    while not game.blackWins(board) and not game.whiteWins(board):
        side = len(moves) % 2
        move = opening[len(moves)] if len(moves) < len(opening) \
            else players[side ^ swapped].getMove([row[:] for row in board])
        board = game.getNextBoard(board, move, 'BW'[side])
        moves.append(move)
    # The player has won who moved last.
    return Outcome(job, (len(moves) - 1) % 2 ^ swapped, tuple(moves))


def make_seed(*numbers: int) -> int:
    """Return a seed made of numbers. Others hardly ever give the same one."""
    return random.Random(repr(numbers)).getrandbits(64)


def choose_opening(job: Job, game: HexGame) -> list[Cell]:
    """Return the random opening moves of a game. Games 0 and 1 of a series have
    the same ones, and so do 2 and 3, and so on: the colours are exchanged.
    """
    cells = game.getPossibleMoves(game.board)
    chance = random.Random(make_seed(job.seed, 2, job.number // 2))
    return chance.sample(cells, job.opening)


def play_all(jobs: list[Job], processes: int, outcomes: list[Outcome]
             ) -> None:
    """Play all games, shared among this many processes, and add their outcomes
    to outcomes one by one, in order. Show a progress bar.
    """
    # Only this process should see Ctrl-C. Those it starts here ignore it, too.
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    with get_context('spawn').Pool(processes) as pool:
        signal.signal(signal.SIGINT, usual)
        for outcome in show_progress(pool.imap(play, jobs), len(jobs)):
            outcomes.append(outcome)


def parse_arguments(arguments: Optional[list[str]]) -> Namespace:
    """Return the options in arguments, checked."""
    parser = OneLineParser(
        prog='series.py',
        description='Let players of Hex play series of games against each '
                    'other.',
        epilog=f'PLAYER is one of: {NAMES}. Nobody can be human here.')
    parser.add_argument('players', nargs='+', metavar='PLAYER',
                        help='two players or more: every pair plays a series')
    parser.add_argument('--games', type=read_number, default=200,
                        help='how many games a pair plays (200)')
    parser.add_argument('--size', default='6',
                        help='the number of rows, and of columns (6)')
    parser.add_argument('--opening', type=read_number, default=0,
                        metavar='MOVES',
                        help='how many moves are made at random before the '
                             'players begin; each opening is played twice, '
                             'with the colours exchanged (0)')
    parser.add_argument('--seed', type=read_number, default=1,
                        help='a whole number: the same one gives the same '
                             'games again (1)')
    parser.add_argument('--processes', type=read_number,
                        default=os.cpu_count() or 1,
                        help='how many games are played at the same time (as '
                             'many as there are cores)')
    parser.add_argument('--chart', metavar='FILE',
                        help='draw a bar chart: .svg, .png or .pdf')
    parser.add_argument('--force', action='store_true',
                        help='overwrite the file of the chart')
    options = parser.parse_args(arguments)
    try:
        check_options(options)
    except ValueError as error:
        parser.error(str(error))
    return options


def check_options(options: Namespace) -> None:
    """Raise ValueError, saying why, if options make no sense. Read the size."""
    options.size = read_size(options.size)
    if len(options.players) < 2:
        raise ValueError('a series needs two players or more')
    for name in options.players:
        if isinstance(make_player(name, HexGame(options.size)), HumanPlayer):
            raise ValueError('nobody can be human in a series')
    for name, most in ('games', MOST_GAMES), ('processes', MOST_PROCESSES):
        if not 1 <= getattr(options, name) <= most:
            raise ValueError(f'--{name} must be from 1 to {most}')
    # Nobody can have won after so few moves.
    if not 0 <= options.opening <= 2 * options.size - 2:
        raise ValueError(f'with size {options.size}, an opening has from 0 to '
                         f'{2 * options.size - 2} moves')
    if options.chart and find_spec('matplotlib') is None:
        raise ValueError('a chart needs matplotlib, which is not installed')
    if options.chart and os.path.splitext(options.chart)[1] \
            not in ('.svg', '.png', '.pdf'):
        raise ValueError(f'{options.chart!r} does not end in .svg, .png or '
                         f'.pdf')
    if options.chart and not os.path.isdir(os.path.dirname(options.chart)
                                           or '.'):
        raise ValueError(f'there is no folder for {options.chart!r}')
    if options.chart and os.path.isfile(options.chart) and not options.force:
        raise ValueError(f'{options.chart!r} exists: --force overwrites it')


def main(arguments: Optional[list[str]] = None) -> int:
    """Play the series that arguments (None: those of the command line) ask
    for, and print a table. Return the exit status of the program.
    """
    return run_politely(play_series, arguments)


def play_series(arguments: Optional[list[str]]) -> int:
    """Do what main says. After Ctrl-C, the table has the finished games."""
    options = parse_arguments(arguments)
    jobs = [Job(players, number, options.size, options.opening, options.seed)
            for players in dict.fromkeys(combinations(options.players, 2))
            for number in range(options.games)]
    outcomes: list[Outcome] = []
    status = FINISHED
    try:
        play_all(jobs, options.processes, outcomes)
    except KeyboardInterrupt:
        print(f'\nThe series is interrupted after {len(outcomes)} of '
              f'{len(jobs)} games. Goodbye!')
        status = INTERRUPTED
    if outcomes:
        print('\n'.join(format_table(outcomes)), flush=True)
    if options.chart and status == FINISHED:
        try:
            draw_chart(outcomes, options.chart)
        except KeyboardInterrupt:
            print('\nThe chart is not drawn. Goodbye!')
            status = INTERRUPTED
        except OSError as error:
            print(f'The chart cannot be written: {error}', file=sys.stderr)
            status = UNFINISHED
    return status


if __name__ == "__main__":
    sys.exit(main())
