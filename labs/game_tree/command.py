"""The command that draws the tree of any game: its options and what they do."""
from argparse import ArgumentTypeError, Namespace, \
    RawDescriptionHelpFormatter
from math import inf
from pathlib import Path
from typing import Optional
import sys
from game import Game
from game_interface import playable_games
from interface.command_line import OneLineParser, read_size
from interface.endings import FINISHED, run_politely
from interface.screen import ask, format_answers
from interface.setup import MoveError, check_size, make_moves
from interface.words import make_titles
from strategy import recurse_deeply
from labs.games import add_games
from labs.game_tree.dot import GraphvizError
from labs.game_tree.picture_files import ENDINGS, warn_of_size, write_picture
from labs.game_tree.search_view import SearchView
from labs.game_tree.step import walk
from labs.game_tree.tree import build_tree, count_left_out, find_scores
from labs.game_tree.views import View, make_text
from labs.game_tree.watching import SEARCHES, Number

EXAMPLES = """examples:
  python3 -m labs.game_tree --game s --size 6
  python3 -m labs.game_tree --game s --size 6 --output six.svg
  python3 -m labs.game_tree --game h --size 2 --moves A,G --depth 2
  python3 -m labs.game_tree --game d --size '2 3' --moves '0 0' --merge
  python3 -m labs.game_tree --game x --size 3 --moves b2,a1 --depth 1
  python3 -m labs.game_tree --game s --size 8 --search recursive
  python3 -m labs.game_tree --game s --size 8 --search iterative --step
"""


def read_depth(text: str) -> int:
    """Return the depth that text means: a whole number that is 0 or more.
    Raise ArgumentTypeError if it means none.
    """
    if not (text.isascii() and text.isdigit()) or len(text) > 18:
        raise ArgumentTypeError(f'{text!r} is not a possible depth: it is a '
                                f'whole number that is 0 or more')
    return int(text)


def build_parser() -> OneLineParser:
    """Return the parser of the command line."""
    parser = OneLineParser(
        prog='python3 -m labs.game_tree', epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
        description='Draw the tree of positions of a game, with the scores of '
                    'both players,\nor show how a search walks through it. '
                    'If you leave out --game or --size,\nyou are asked.')
    parser.add_argument('--game', choices=playable_games,
                        help=format_answers(make_titles(playable_games)))
    parser.add_argument('--size', type=read_size,
                        help="the game's size: a side length, the number to "
                             "subtract from, '2 3'")
    parser.add_argument('--first', choices=['1', '2'], default='1',
                        help='the player who starts: 1 (p1, the default) or 2 '
                             '(p2)')
    parser.add_argument('--moves', metavar='MOVE,MOVE', default='',
                        help='start at the position after these moves')
    parser.add_argument('--depth', type=read_depth,
                        help='cut the tree after this many plies; alpha-beta '
                             'looks no further ahead')
    parser.add_argument('--merge', action='store_true',
                        help='draw identical positions once: a graph')
    parser.add_argument('--search', choices=SEARCHES,
                        help='show what this search does in the tree')
    parser.add_argument('--step', action='store_true',
                        help='walk through the search in the terminal')
    parser.add_argument('--output', metavar='FILE', type=Path,
                        help='write a picture: ' + ', '.join(ENDINGS))
    parser.add_argument('--layout', choices=['own', 'graphviz'],
                        help='what lays out an .svg (the default: graphviz if '
                             'it is installed)')
    return parser


def check_options(options: Namespace) -> None:
    """Raise ValueError if some of the options do not go together, or if the
    name of the output does not say what to write.
    """
    if options.output and options.output.suffix.lower() not in ENDINGS:
        raise ValueError(f'argument --output: the name {str(options.output)!r}'
                         f' does not end with one of {", ".join(ENDINGS)}')
    if options.step and not options.search:
        raise ValueError('argument --step: it needs --search, with one of '
                         + ', '.join(SEARCHES))
    if options.step and options.output:
        raise ValueError('argument --step: it is for the terminal, without '
                         '--output')
    if options.search and options.merge:
        raise ValueError('argument --merge: a search walks through the tree, '
                         'so --merge does not go with --search')
    if options.step and options.search != 'alphabeta' \
            and options.depth is not None:
        raise ValueError('argument --depth: with --step it is for alphabeta '
                         'only, as minimax always searches to the end')
    if options.layout and (not options.output
                           or options.output.suffix.lower() != '.svg'):
        raise ValueError('argument --layout: it needs --output with a name '
                         'that ends with .svg')


def set_up_game(options: Namespace) -> Game:
    """Return the game that options describe, after their moves. Ask for the
    game and its size if options do not say. Raise ValueError, saying why, if
    there is no such game.
    """
    key = options.game or ask('Which game?', make_titles(playable_games))
    game_class, p1_starts = playable_games[key], options.first == '1'
    try:
        check_size(game_class, options.size)
    except ValueError as error:
        raise ValueError(f'argument --size: {error}') from error
    if options.size is None:
        game = game_class(p1_starts)
    else:
        game = game_class(p1_starts, size=options.size)
    try:
        make_moves(game, options.moves)
    except MoveError as error:
        raise ValueError(f'argument --moves: {error}') from error
    return game


def make_view(game: Game, options: Namespace) -> View:
    """Return the view of the tree of game that options ask for."""
    root = build_tree(game, options.depth, options.merge)
    if options.search:
        return SearchView(game, options.search, root, find_horizon(options))
    find_scores(game, root)
    count_left_out(game, root, options.merge)
    return View(game, root, options.merge)


def find_horizon(options: Namespace) -> Number:
    """Return how many plies alpha-beta may look ahead: at least one."""
    return inf if options.depth is None else max(options.depth, 1)


def carry_out(options: Namespace) -> str:
    """Do what options ask for. Return what to tell the user at the end.

    Raise ValueError or GraphvizError, saying why, if it cannot be done.
    """
    game = set_up_game(options)
    if options.step:
        return walk(game, options.search, find_horizon(options))
    view = make_view(game, options)
    if not options.output:
        return make_text(view)
    try:
        picture = write_picture(view, options.output, options.layout)
    except OSError as error:
        raise ValueError(f'argument --output: {options.output} cannot be '
                         f'written: {error.strerror}') from error
    cannot_merge = options.merge or options.search
    warning = warn_of_size(picture, '--depth or --moves' if cannot_merge
                           else '--depth, --merge or --moves')
    return f'{view.make_title()}\nThe picture is in {options.output}.{warning}'


def lacks_streams(options: Namespace) -> bool:
    """Return whether the program was started without an input or an output
    that it needs to do what options say.
    """
    asks = options.step or options.game is None or options.size is None
    shows = asks or not options.output
    return asks and sys.stdin is None or shows and sys.stdout is None


def main(arguments: Optional[list[str]] = None) -> int:
    """Do what arguments (None: those of the command line) ask for. Return the
    exit status of the program: 0 if it is done. See interface/endings.py for
    the others.
    """
    return run_politely(draw_tree, arguments)


def draw_tree(arguments: Optional[list[str]]) -> int:
    """Do what arguments ask for. Return the exit status of the program."""
    add_games()
    parser = build_parser()
    options = parser.parse_args(arguments)
    try:
        check_options(options)
        if lacks_streams(options):
            raise EOFError
        print(recurse_deeply(carry_out, options))
    except (ValueError, GraphvizError) as error:
        parser.error(str(error))
    return FINISHED
