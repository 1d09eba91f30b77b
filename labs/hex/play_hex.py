"""Play Hex in the terminal: `python3 HexGame.py` runs this."""
from argparse import Namespace
from functools import partial
from typing import Optional
import sys
from HexGame import HexGame
from Players import HumanPlayer
from lineup import INTERRUPTED, WANTED, OneLineParser, player_of, size_of, \
    with_output

RULES = ('Hex. Black (B) joins the left and the right side, White (W) the top '
         'and the bottom,\nby a chain of neighbouring pieces. Every cell has '
         'up to six neighbours: left, right,\nand the two that touch it above '
         'and below. Black moves first.')
HOW = ('You type a row and a column, like 2, 3. Both are from 0 to {last}; '
       'rows count from\nthe top, columns from the left.')


def parsed(arguments: Optional[list[str]]) -> Namespace:
    """Return the options that arguments give (None: those of the command
    line).
    """
    parser = OneLineParser(
        prog='python3 HexGame.py',
        description='Play Hex in the terminal, by default against a good '
                    'player.', epilog=f'PLAYER is one of: {WANTED}.')
    parser.add_argument('--size', default='6',
                        help='how many rows and columns there are (6)')
    parser.add_argument('--black', metavar='PLAYER', default='human',
                        help='who plays Black, who begins (human)')
    parser.add_argument('--white', metavar='PLAYER', default='montecarlo:1000p',
                        help='who plays White (montecarlo:1000p)')
    parser.add_argument('--seed', type=int,
                        help='a whole number: players that choose at random '
                             'choose the same each time it is given')
    options = parser.parse_args(arguments)
    try:
        options.game = HexGame(size_of(options.size))
        options.black = player_of(options.black, options.game, options.seed)
        options.white = player_of(options.white, options.game, options.seed)
    except ValueError as error:
        parser.error(str(error))
    return options


def main(arguments: Optional[list[str]] = None) -> int:
    """Play a game as arguments (None: those of the command line) say. Return
    the exit status of the program: 0 if it was played to its end.
    """
    return with_output(partial(play_politely, arguments))


def play_politely(arguments: Optional[list[str]]) -> int:
    """Play a game as arguments say. Return the exit status of the program,
    also if the player leaves early.
    """
    options = parsed(arguments)
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
            print(HOW.format(last=options.game.size - 1))
            if None in (sys.stdin, sys.stderr):  # Python cannot ask then.
                raise EOFError
        options.game.playOneGame(options.black, options.white)
        status = 0
    except EOFError:
        print('\nThe input has ended, and so does the game. Goodbye!')
        status = 1
    except KeyboardInterrupt:
        print('\nThe game is interrupted. Goodbye!')
        status = INTERRUPTED
    return status


if __name__ == "__main__":
    sys.exit(main())
