"""Play Hex in the terminal: `python3 HexGame.py` runs this."""
from argparse import Namespace
from typing import Optional
import sys
from HexGame import HexGame
from Players import HumanPlayer
from command_line import FINISHED, INTERRUPTED, UNFINISHED, OneLineParser, \
    read_number, read_size, run_politely
from player_names import NAMES, make_player

RULES = ('Hex. Players take turns to fill an empty cell, Black first. Black '
         '(B) wins by\njoining the left edge to the right edge with a chain of '
         'neighbouring cells,\nWhite (W) by joining the top edge to the bottom '
         'edge. A cell has up to six\nneighbours: left, right, and the two '
         'that touch it above and below.')
HOW = ('You type a row and a column, like 2, 3. Both go from 0 to {last}: rows '
       'from the\ntop, columns from the left.')


def parse_arguments(arguments: Optional[list[str]]) -> Namespace:
    """Return the options in arguments (None: those of the command line), with
    the game and the players made.
    """
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
        options.game = HexGame(read_size(options.size))
        options.black = make_player(options.black, options.game, options.seed)
        options.white = make_player(options.white, options.game, options.seed)
    except ValueError as error:
        parser.error(str(error))
    return options


def main(arguments: Optional[list[str]] = None) -> int:
    """Play a game as arguments (None: those of the command line) say. Return
    the exit status of the program: 0 if the game was played to its end.
    """
    return run_politely(play_politely, arguments)


def play_politely(arguments: Optional[list[str]]) -> int:
    """Play a game as arguments say. Return the exit status of the program,
    also if the player leaves early.
    """
    options = parse_arguments(arguments)
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
        status = FINISHED
    except EOFError:
        print('\nThe input has ended, and so does the game. Goodbye!')
        status = UNFINISHED
    except KeyboardInterrupt:
        print('\nThe game is interrupted. Goodbye!')
        status = INTERRUPTED
    return status


if __name__ == "__main__":
    sys.exit(main())
