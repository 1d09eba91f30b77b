"""Let players of Hex play series of games against each other, and count.

    python3 series.py PLAYER PLAYER ...      or      python3 -m labs.hex.series

Every pair plays a series; in each, the players take turns to be Black. The
results depend on the seed alone, not on how many processes share the work,
unless players are given seconds to think.
"""
from argparse import Namespace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from math import sqrt
from multiprocessing import get_context
from typing import Any, Iterable, NamedTuple, Optional
import os
import random
import signal
import sys
from HexGame import HexGame
from Players import Board, Cell, HumanPlayer, Player
from lineup import INTERRUPTED, WANTED, OneLineParser, player_of, size_of, \
    with_output
try:
    from tqdm import tqdm
except ImportError:  # Only the progress bar is missing then.
    tqdm = None

MOST_GAMES, MOST_PROCESSES = 100_000, 256


class Job(NamedTuple):
    """A game to play.

    === Attributes ===
    players: the names of the two players of a series
    number: which game of the series it is, from 0; in those with an odd number
        the second player is Black
    size: the size of the board
    opening: how many moves are made at random before the players begin
    seed: the seed of the whole series
    """
    players: tuple[str, str]
    number: int
    size: int
    opening: int
    seed: int


class Outcome(NamedTuple):
    """What a game has come to.

    === Attributes ===
    job: the game
    winner: 0 or 1, which of job.players has won
    moves: all moves, in order
    """
    job: Job
    winner: int
    moves: tuple[Cell, ...]


class Seat(Player):
    """Somebody's place at the board: makes the opening moves for a player, and
    notes all moves of the game.

    === Attributes ===
    player: who plays here after the opening
    opening: the first moves of the game, for both sides
    moves: all moves made so far, shared with the other seat
    """
    player: Player
    opening: list[Cell]
    moves: list[Cell]

    def __init__(self, player: Player, opening: list[Cell],
                 moves: list[Cell]) -> None:
        """Initialize a seat for player."""
        super().__init__(player.game, player.name)
        self.player, self.opening, self.moves = player, opening, moves

    def setSide(self, side: str) -> None:
        """Let the player play 'B' or 'W'."""
        super().setSide(side)
        self.player.setSide(side)

    def getMove(self, board: Board) -> Cell:
        """Return the next move of the opening, or then of the player."""
        done = len(self.moves)
        move = self.opening[done] if done < len(self.opening) \
            else self.player.getMove(board)
        self.moves.append(move)
        return move


def played(job: Job) -> Outcome:
    """Play a game, and return its outcome."""
    game, swapped = HexGame(job.size), job.number % 2
    moves: list[Cell] = []
    seats = []
    for i, name in enumerate(job.players):
        player = player_of(name, game, seed_of(job.seed, i, job.number))
        seats.append(Seat(player, opening_of(job, game), moves))
    winner = game.playOneGame(seats[swapped], seats[1 - swapped], False)
    return Outcome(job, swapped if winner == 'B' else 1 - swapped,
                   tuple(moves))


def seed_of(*numbers: int) -> int:
    """Return a seed for these numbers, hardly ever the same for others."""
    return random.Random(repr(numbers)).getrandbits(64)


def opening_of(job: Job, game: HexGame) -> list[Cell]:
    """Return the moves that a game opens with: the same in two games on end,
    in which the players exchange their colours.
    """
    cells = game.getPossibleMoves(game.board)
    chance = random.Random(seed_of(job.seed, 2, job.number // 2))
    return chance.sample(cells, job.opening)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of the chance to win a game, after
    so many wins in so many games.

    Source: E. B. Wilson, "Probable inference, the law of succession, and
    statistical inference", 1927.

    >>> [round(limit, 3) for limit in wilson(8, 10)]
    [0.49, 0.943]
    """
    z = 1.959964  # 95 % of the normal distribution lie between -z and z.
    share, more = wins / games, z * z / games
    middle = share + more / 2
    spread = z * sqrt(share * (1 - share) / games + more / games / 4)
    return max(0.0, (middle - spread) / (1 + more)), \
        min(1.0, (middle + spread) / (1 + more))


def play_all(jobs: list[Job], processes: int, outcomes: list[Outcome]
             ) -> None:
    """Play all games, shared among so many processes, and add their outcomes
    to outcomes, one by one, in order. Show progress on standard error, if that
    is a terminal.
    """
    # It is this process that Ctrl-C ends: the others are born to ignore it.
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    with get_context('spawn').Pool(processes) as pool:
        signal.signal(signal.SIGINT, usual)
        found: Iterable = pool.imap(played, jobs)
        if tqdm and sys.stderr:
            found = tqdm(found, total=len(jobs), unit='game', leave=False,
                         disable=None)
        for outcome in found:
            outcomes.append(outcome)


def table(outcomes: list[Outcome]) -> list[str]:
    """Return the lines of a table of all series, in Markdown. Games that have
    the same moves count as one distinct game.
    """
    lines = ['| players | games | won by the first | share | 95 % interval '
             '| won as Black | won as White | distinct games |',
             '|:--|--:|--:|--:|:-:|--:|--:|--:|']
    for players in dict.fromkeys(each.job.players for each in outcomes):
        series = [each for each in outcomes if each.job.players == players]
        won = [each for each in series if each.winner == 0]
        as_black = sum(each.job.number % 2 == 0 for each in won)
        low, high = wilson(len(won), len(series))
        distinct = len({each.moves for each in series})
        lines.append(
            f'| {players[0]} against {players[1]} | {len(series)} | {len(won)} '
            f'| {len(won) / len(series):.1%} | {low:.1%} to {high:.1%} '
            f'| {as_black} | {len(won) - as_black} | {distinct} |')
    return lines


def parsed(arguments: Optional[list[str]]) -> Namespace:
    """Return the options that arguments give (None: those of the command
    line), checked.
    """
    parser = OneLineParser(
        prog='series.py', description='Let players of Hex play series of games '
                                      'against each other.',
        epilog=f'PLAYER is one of: {WANTED}. Nobody can be human here.')
    parser.add_argument('players', nargs='+', metavar='PLAYER',
                        help='two players or more: every pair plays a series')
    parser.add_argument('--games', type=int, default=200,
                        help='how many games a pair plays (200)')
    parser.add_argument('--size', default='6',
                        help='how many rows and columns there are (6)')
    parser.add_argument('--opening', type=int, default=0, metavar='MOVES',
                        help='how many moves are made at random before the '
                             'players begin; each opening is played twice, '
                             'with the colours exchanged (0)')
    parser.add_argument('--seed', type=int, default=1,
                        help='a whole number that the games depend on (1)')
    parser.add_argument('--processes', type=int, default=os.cpu_count() or 1,
                        help='how many games go on at a time (as many as there '
                             'are cores)')
    parser.add_argument('--chart', metavar='FILE',
                        help='draw a bar chart: .svg, .png or .pdf')
    options = parser.parse_args(arguments)
    try:
        check(options)
    except ValueError as error:
        parser.error(str(error))
    return options


def check(options: Any) -> None:
    """Raise ValueError if options cannot be, saying why."""
    options.size = size_of(options.size)
    if len(options.players) < 2:
        raise ValueError('a series needs two players or more')
    for name in options.players:
        if isinstance(player_of(name, HexGame(options.size)), HumanPlayer):
            raise ValueError('nobody can be human in a series')
    for name, most in ('games', MOST_GAMES), ('processes', MOST_PROCESSES):
        if not 1 <= getattr(options, name) <= most:
            raise ValueError(f'{name} are from 1 to {most}')
    # With so few moves, nobody can have won.
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


def main(arguments: Optional[list[str]] = None) -> int:
    """Play the series that arguments (None: those of the command line) ask
    for, and print a table. Return the exit status of the program.
    """
    return with_output(partial(play_series, arguments))


def play_series(arguments: Optional[list[str]]) -> int:
    """Play all series that arguments ask for, and print a table: of the games
    that are finished, if Ctrl-C ends it. Return the exit status of the program.
    """
    options = parsed(arguments)
    jobs = [Job(players, number, options.size, options.opening, options.seed)
            for players in dict.fromkeys(combinations(options.players, 2))
            for number in range(options.games)]
    outcomes: list[Outcome] = []
    status = 0
    try:
        play_all(jobs, options.processes, outcomes)
    except KeyboardInterrupt:
        print(f'\nThe series is interrupted after {len(outcomes)} of '
              f'{len(jobs)} games. Goodbye!')
        status = INTERRUPTED
    if outcomes:
        print('\n'.join(table(outcomes)), flush=True)
    if options.chart and not status:
        try:
            # Only now, as matplotlib takes a while to load.
            import_module('series_chart').draw(outcomes, options.chart)
        except KeyboardInterrupt:
            print('\nThe chart is not drawn. Goodbye!')
            status = INTERRUPTED
        except OSError as error:
            print(f'The chart cannot be written: {error}', file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
