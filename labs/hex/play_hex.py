"""Play Hex in the terminal: `python3 HexGame.py` runs this.

A player's name on the command line is a kind of player and how far it looks
ahead, as in the examples of PLAYERS. What is left out is as in the example:
minimax alone is minimax:2:eval.
"""

from argparse import ArgumentParser, Namespace
from importlib import import_module
from traceback import extract_tb
from typing import Any, Callable, NoReturn, Optional
import os
import re
import sys
from Minimax import AlphaBetaMinimaxPlayer, BoundedMinimaxPlayer
from Players import (
    LARGEST_SIZE,
    HumanPlayer,
    Player,
    QuitError,
    RandomChoicePlayer,
    RandomShufflePlayer,
    read_number,
)

# The players that look ahead, each with the usual depth and evaluator.
SEARCHING = {
    'minimax': (BoundedMinimaxPlayer, (2, 'eval')),
    'alphabeta': (AlphaBetaMinimaxPlayer, (3, 'betterEval')),
}
LONGEST_THOUGHT = 30
MOST_EXPANDED = 50_000
LONGEST_SERIES = 100_000
PLAYERS = (
    f'human, random, shuffle, minimax:2:eval, alphabeta:3:betterEval, '
    f'montecarlo:2 (seconds, up to {LONGEST_THOUGHT}) or '
    f'montecarlo:1000p (positions, up to {MOST_EXPANDED})'
)
OPPONENT = 'montecarlo:1000p'

RULES = (
    'Hex. Players take turns to fill an empty cell, Black first. Black '
    '(B) wins by\njoining the left edge to the right edge with a chain of '
    'neighbouring cells,\nWhite (W) by joining the top edge to the bottom '
    'edge. A cell has up to six\nneighbours: left, right, and the two '
    'that touch it above and below.'
)
HOW = 'Type the letter of a column and the number of a row, like c2, or quit.'

# Exit statuses of the program.
FINISHED = 0
UNFINISHED = 1
INTERRUPTED = 130


def make_player(text: str, game: Any, seed: Optional[int] = None) -> Player:
    """Return a new player of game with the name text. The same seed gives the
    same moves. Raise ValueError if no player has this name.

    >>> from HexGame import HexGame
    >>> make_player('alphabeta', HexGame(6)).depthLimit
    3
    """
    searching = re.fullmatch(
        '(minimax|alphabeta)(?::([1-9])(?::(eval|betterEval))?)?', text
    )
    thinking = re.fullmatch(
        'montecarlo(?::(?:([0-9]{1,5})p'
        r'|([0-9]{1,2}(?:\.[0-9]{1,3})?)))?',
        text,
    )
    player: Optional[Player] = None
    if text == 'human':
        return HumanPlayer(game, 'Player')
    if text in ('random', 'shuffle'):
        kind = RandomChoicePlayer if text == 'random' else RandomShufflePlayer
        player = kind(game, text, seed)
    elif searching:
        name, depth, evaluator = searching.groups()
        searcher, usual = SEARCHING[name]
        player = searcher(
            game, int(depth or usual[0]), evaluator or usual[1], seed
        )
    elif thinking:
        positions = int(thinking[1]) if thinking[1] else None
        if positions:
            seconds = float('inf')
            is_possible = positions <= MOST_EXPANDED
        else:
            seconds = float(thinking[2] or 2)
            is_possible = positions is None and 0 < seconds <= LONGEST_THOUGHT
        if is_possible:
            # Students need not write it, so it may be missing.
            player = import_module('MonteCarlo').MonteCarloPlayer(
                game, seconds, positions, seed
            )
    if player is None:
        raise ValueError(f'{text[:40]!r} is not a player: they are {PLAYERS}')
    player.name = text
    return player


class OneLineParser(ArgumentParser):
    """A parser that reports any error in one line."""

    def error(self, message: str) -> NoReturn:
        """End the program with message and exit status 2."""
        self.exit(2, f'{self.prog}: {message.rstrip(".")}. See --help.\n')


def parse_arguments(
    game_class: Callable[[int], Any], arguments: Optional[list[str]]
) -> Namespace:
    """Return the options in arguments, with the game and the players made."""
    parser = OneLineParser(
        prog='python3 HexGame.py',
        description=f'Play Hex in the terminal, against {OPPONENT} unless told '
        f'otherwise.',
        epilog=f'PLAYER is one of: {PLAYERS}.',
    )
    parser.add_argument(
        '--size', default='6', help='the number of rows, and of columns (6)'
    )
    parser.add_argument(
        '--black',
        metavar='PLAYER',
        default='human',
        help='who plays Black, who begins (human)',
    )
    parser.add_argument(
        '--white',
        metavar='PLAYER',
        default=OPPONENT,
        help=f'who plays White ({OPPONENT})',
    )
    parser.add_argument(
        '--games',
        metavar='N',
        help='play N games, in which the players take turns to '
        'be Black, and count who wins',
    )
    parser.add_argument(
        '--seed',
        type=int,
        help='a whole number: players that choose at random '
        'choose the same each time it is given',
    )
    options = parser.parse_args(arguments)
    try:
        if options.games:
            options.games = read_number(options.games, LONGEST_SERIES)
        options.game = game_class(read_number(options.size, LARGEST_SIZE))
        options.black = make_player(options.black, options.game, options.seed)
        options.white = make_player(options.white, options.game, options.seed)
    except (ValueError, ImportError) as error:
        parser.error(str(error))
    return options


def main(
    game_class: Callable[[int], Any], arguments: Optional[list[str]] = None
) -> int:
    """Play with these arguments, and return the exit status."""
    return run_politely(
        lambda: play_politely(parse_arguments(game_class, arguments))
    )


def run_politely(program: Callable[[], int]) -> int:
    """Run program and return its exit status. If its output is no longer read,
    end quietly. If output cannot be written, or a student has not written a
    function yet, say so in one line.
    """
    if sys.stdout is None:
        return UNFINISHED
    try:
        try:
            return program()
        finally:
            # When Python itself flushes at its exit, it is too late to react.
            print(end='', flush=True)
    except NotImplementedError as error:
        place = extract_tb(error.__traceback__)[-1]
        print(
            f'{os.path.basename(place.filename)}, line {place.lineno}: '
            f'{place.name} is not written yet.',
            file=sys.stderr,
        )
    except OSError as error:
        if error.filename is not None:
            raise  # The error concerns a file, not the output.
        # Give Python somewhere harmless to flush to at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(
                f'{os.path.basename(sys.argv[0])}: standard output: '
                f'{error.strerror}',
                file=sys.stderr,
            )
    return UNFINISHED


def play_politely(options: Namespace) -> int:
    """Play with these options, and return the exit status."""
    for stream in sys.stdin, sys.stdout:
        if hasattr(stream, 'reconfigure'):
            stream.reconfigure(errors='replace')
    people = [
        player
        for player in (options.black, options.white)
        if isinstance(player, HumanPlayer)
    ]
    if len(people) == 2:
        options.black.name = 'Black'
        options.white.name = 'White'
    try:
        print(RULES)
        if people:
            print(HOW)
            if None in (sys.stdin, sys.stderr):  # Python cannot ask then.
                raise EOFError
        if options.games:
            options.game.playNGames(
                options.games, options.black, options.white, bool(people)
            )
        else:
            options.game.playOneGame(options.black, options.white)
        return FINISHED
    except QuitError:
        print('Goodbye!')
        return FINISHED
    except EOFError:
        print('\nThe input has ended, and so does the game. Goodbye!')
        return UNFINISHED
    except KeyboardInterrupt:
        print('\nThe game is interrupted. Goodbye!')
        return INTERRUPTED
