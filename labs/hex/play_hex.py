"""Play Hex in the terminal: `python3 HexGame.py` runs this.

A player's name on the command line is a kind of player, and how far it looks:
NAMES lists examples. What is left out is as in the example: minimax alone is
minimax:2:eval.
"""
from argparse import Namespace
from functools import partial
from typing import Any, Callable, Optional
import re
import sys
from MonteCarlo import MonteCarloPlayer
from Minimax import AlphaBetaMinimaxPlayer, BoundedMinimaxPlayer
from Players import HumanPlayer, Player, QuitError, RandomChoicePlayer, \
    RandomShufflePlayer
from command_line import FINISHED, INTERRUPTED, UNFINISHED, OneLineParser, \
    read_number, read_size, run_politely

# The players that look ahead, each with the usual depth and evaluator.
SEARCHING = {'minimax': (BoundedMinimaxPlayer, (2, 'eval')),
             'alphabeta': (AlphaBetaMinimaxPlayer, (3, 'betterEval'))}
MOST_SECONDS, MOST_POSITIONS = 30, 50000
NAMES = (f'human, random, shuffle, minimax:2:eval, alphabeta:3:betterEval, '
         f'montecarlo:2 (seconds, up to {MOST_SECONDS}) or montecarlo:1000p '
         f'(positions, up to {MOST_POSITIONS})')

RULES = ('Hex. Players take turns to fill an empty cell, Black first. Black '
         '(B) wins by\njoining the left edge to the right edge with a chain of '
         'neighbouring cells,\nWhite (W) by joining the top edge to the bottom '
         'edge. A cell has up to six\nneighbours: left, right, and the two '
         'that touch it above and below.')
HOW = 'Type the letter of a column and the number of a row, like c2, or quit.'


def make_player(text: str, game: Any, seed: Optional[int] = None) -> Player:
    """Return a new player of game with the name text. The same seed gives the
    same moves. Raise ValueError if no player has this name.

    >>> from HexGame import HexGame
    >>> make_player('alphabeta', HexGame(6)).depthLimit
    3
    """
    searching = re.fullmatch(
        '(minimax|alphabeta)(?::([1-9])(?::(eval|betterEval))?)?', text)
    thinking = re.fullmatch('montecarlo(?::(?:([0-9]{1,5})p'
                            r'|([0-9]{1,2}(?:\.[0-9]{1,3})?)))?', text)
    if text == 'human':
        return HumanPlayer(game, 'Player')
    if text == 'random':
        return RandomChoicePlayer(game, text, seed)
    if text == 'shuffle':
        return RandomShufflePlayer(game, text, seed)
    player: Optional[Player] = None
    if searching:
        name, depth, evaluator = searching.groups()
        kind, usual = SEARCHING[name]
        player = kind(game, int(depth or usual[0]), evaluator or usual[1], seed)
    elif thinking and thinking[1]:
        positions = int(thinking[1])
        if 0 < positions <= MOST_POSITIONS:
            player = MonteCarloPlayer(game, float('inf'), positions, seed)
    elif thinking and 0 < float(thinking[2] or 2) <= MOST_SECONDS:
        player = MonteCarloPlayer(game, float(thinking[2] or 2), None, seed)
    if player is None:
        raise ValueError(f'{text[:40]!r} is not a player: they are {NAMES}')
    player.name = text
    return player


def parse_arguments(game_class: Callable[[int], Any],
                    arguments: Optional[list[str]]) -> Namespace:
    """Return the options in arguments, with the game and the players made."""
    parser = OneLineParser(
        prog='python3 HexGame.py',
        description='Play Hex in the terminal, against a good player unless '
                    'told otherwise.', epilog=f'PLAYER is one of: {NAMES}.')
    parser.add_argument('--size', default='6',
                        help='the number of rows, and of columns (6)')
    parser.add_argument('--black', metavar='PLAYER', default='human',
                        help='who plays Black, who begins (human)')
    parser.add_argument('--white', metavar='PLAYER', default='montecarlo:1000p',
                        help='who plays White (montecarlo:1000p)')
    parser.add_argument('--seed', type=read_number,
                        help='a whole number: players that choose at random '
                             'choose the same each time it is given')
    options = parser.parse_args(arguments)
    try:
        options.game = game_class(read_size(options.size))
        options.black = make_player(options.black, options.game, options.seed)
        options.white = make_player(options.white, options.game, options.seed)
    except ValueError as error:
        parser.error(str(error))
    return options


def main(game_class: Callable[[int], Any],
         arguments: Optional[list[str]] = None) -> int:
    """Play a game of game_class as arguments (None: those of the command line)
    say. Return the exit status of the program: 0 if it was played to its end.
    """
    return run_politely(partial(play_politely, game_class), arguments)


def play_politely(game_class: Callable[[int], Any],
                  arguments: Optional[list[str]]) -> int:
    """Play a game as arguments say. Return the exit status of the program."""
    options = parse_arguments(game_class, arguments)
    for stream in sys.stdin, sys.stdout:
        if hasattr(stream, 'reconfigure'):
            stream.reconfigure(errors='replace')
    people = [player for player in (options.black, options.white)
              if isinstance(player, HumanPlayer)]
    if len(people) == 2:
        options.black.name, options.white.name = 'Black', 'White'
    try:
        print(RULES)
        if people:
            print(HOW)
            if None in (sys.stdin, sys.stderr):  # Python cannot ask then.
                raise EOFError
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
