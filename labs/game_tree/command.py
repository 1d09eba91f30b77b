"""The command that draws the tree of any game: its options and what they do."""
from argparse import ArgumentTypeError, Namespace, \
    RawDescriptionHelpFormatter
from inspect import signature
from math import inf
from pathlib import Path
from typing import Any, Optional
import os
import sys
from game import Game
from game_interface import INTERRUPTED, OneLineParser, ask, in_words, \
    integer, playable_games, title, titles
from strategy import recursing_deeply, why_not
from labs.games import add_games
from labs.game_tree.dot import GraphvizError, as_dot, draw, has_graphviz
from labs.game_tree.scores import find_scores
from labs.game_tree.search_view import SearchView
from labs.game_tree.step import walk
from labs.game_tree.svg import as_svg
from labs.game_tree.text import as_text
from labs.game_tree.tree import count_left_out, tree_of
from labs.game_tree.views import View
from labs.game_tree.watching import SEARCHES, Number

ENDINGS = ('.dot', '.svg', '.png', '.pdf')

EXAMPLES = """examples:
  python3 -m labs.game_tree --game s --size 6
  python3 -m labs.game_tree --game s --size 6 --output six.svg
  python3 -m labs.game_tree --game h --size 2 --moves A,G --depth 2
  python3 -m labs.game_tree --game d --size '2 3' --moves '0 0' --merge
  python3 -m labs.game_tree --game x --size 3 --moves b2,a1 --depth 1
  python3 -m labs.game_tree --game s --size 8 --search recursive
  python3 -m labs.game_tree --game s --size 8 --search iterative --step
"""


def whole_number(text: str) -> int:
    """Return the number, 0 or more, that text means. Raise ArgumentTypeError
    if it means none.
    """
    if not (text.isascii() and text.isdigit()) or len(text) > 18:
        raise ArgumentTypeError(f'{text!r} is not a possible number: it is a '
                                f'whole number that is 0 or more')
    return int(text)


def parser() -> OneLineParser:
    """Return the parser of the command line."""
    new = OneLineParser(
        prog='python3 -m labs.game_tree', epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
        description='Draw the tree of positions of a game, with the scores of '
                    'both players,\nor show how a search walks through it. '
                    'What --game and --size do not say\nis asked for.')
    new.add_argument('--game', choices=playable_games,
                     help=in_words(titles(playable_games)))
    new.add_argument('--size', help="the game's size: a side length, the "
                                    "number to subtract from, '2 3'")
    new.add_argument('--first', choices=['1', '2'], default='1',
                     help='the player who starts: 1, called A (the default), '
                          'or 2, called B')
    new.add_argument('--moves', metavar='MOVE,MOVE', default='',
                     help='start at the position after these moves')
    new.add_argument('--depth', type=whole_number,
                     help='cut the tree after so many plies; alpha-beta looks '
                          'no further ahead')
    new.add_argument('--merge', action='store_true',
                     help='draw identical positions once: a graph')
    new.add_argument('--search', choices=SEARCHES,
                     help='show what this search does in the tree')
    new.add_argument('--step', action='store_true',
                     help='walk through the search in the terminal')
    new.add_argument('--output', metavar='FILE', type=Path,
                     help='write a picture: ' + ', '.join(ENDINGS))
    new.add_argument('--layout', choices=['own', 'graphviz'],
                     help='who lays out an .svg (the default: graphviz if it '
                          'is installed)')
    return new


def checked(options: Namespace) -> None:
    """Raise ValueError if some of the options do not go together, or the name
    of the output does not say what to write.
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
                         'so it does not go with --search')
    if options.step and options.search != 'alphabeta' \
            and options.depth is not None:
        raise ValueError('argument --depth: with --step it is for alphabeta '
                         'only, as minimax always searches to the end')
    if options.layout and (not options.output
                           or options.output.suffix.lower() != '.svg'):
        raise ValueError('argument --layout: it needs --output with a name '
                         'that ends with .svg')


def new_game(options: Namespace) -> Game:
    """Return the game that options describe, after their moves. Ask for the
    game and its size if they do not say. Raise ValueError if there is no such
    game, saying why.
    """
    key = options.game or ask('Which game?', titles(playable_games))
    game_class, first = playable_games[key], options.first == '1'
    if options.size is None:
        game = game_class(first)
    elif 'size' not in signature(game_class).parameters:
        raise ValueError(f'argument --size: {title(game_class)} asks for its '
                         f'size')
    else:
        game = game_class(first, size=as_size(options.size))
    for text in options.moves.split(',') if options.moves else []:
        make_move(game, text.strip())
    return game


def as_size(text: str) -> Any:
    """Return the number that text means. If it means none, the game has to
    know what it means.
    """
    try:
        return integer(text)
    except ArgumentTypeError:
        return text


def make_move(game: Game, text: str) -> None:
    """Make the move that text means in game. Raise ValueError if there is no
    such move.
    """
    state = game.current_state
    if game.is_over(state):
        raise ValueError(f'argument --moves: the game is over before {text!r}')
    move = game.str_to_move(text)
    if not state.is_valid_move(move):
        why = why_not(state, move) if text else \
            'a move is missing between commas, or at an end'
        raise ValueError(f'argument --moves: {why}. Possible moves: '
                         f'{listed(state.get_possible_moves())}')
    game.current_state = state.make_move(move)


def listed(moves: list, most: int = 30) -> str:
    """Return moves as text, but no more than most.

    >>> listed([1, 4, 9], 3), listed([1, 4, 9, 16], 2)
    ('1, 4, 9', '1, 4 and 2 more')
    """
    text = ', '.join(map(str, moves[:most]))
    return text + (f' and {len(moves) - most} more' if len(moves) > most
                   else '')


def view_of(game: Game, options: Namespace) -> View:
    """Return the view of the tree of game that options ask for."""
    root = tree_of(game, options.depth, options.merge)
    if options.search:
        return SearchView(game, options.search, root, horizon(options))
    find_scores(game, root)
    count_left_out(game, root, options.merge)
    return View(game, root, options.merge)


def horizon(options: Namespace) -> Number:
    """Return how many plies alpha-beta may look ahead: at least one."""
    return inf if options.depth is None else max(options.depth, 1)


def write(view: View, options: Namespace) -> None:
    """Write the picture of view to the output that options name. Raise
    OSError or GraphvizError if it cannot be done.
    """
    file, ending = options.output, options.output.suffix.lower()
    layout = options.layout or ('graphviz' if has_graphviz() else 'own')
    if ending == '.dot':
        file.write_text(as_dot(view), encoding='utf-8', newline='\n')
    elif ending == '.svg' and layout == 'own':
        file.write_text(as_svg(view), encoding='utf-8', newline='\n')
    else:
        draw(view, file)


def run(options: Namespace) -> str:
    """Do what options ask for. Return what to tell the user at the end.

    Raise ValueError or GraphvizError if it cannot be done, saying why.
    """
    game = new_game(options)
    if options.step:
        return walk(game, options.search, horizon(options))
    view = view_of(game, options)
    if not options.output:
        return as_text(view)
    try:
        write(view, options)
    except OSError as error:
        raise ValueError(f'argument --output: {options.output} cannot be '
                         f'written: {error.strerror}') from error
    return f'{view.title()}\nThe picture is in {options.output}.'


def lacks_streams(options: Namespace) -> bool:
    """Return whether the program was started without an input or an output
    that it needs to do what options say.
    """
    asks = options.step or options.game is None or options.size is None
    shows = asks or not options.output
    return asks and sys.stdin is None or shows and sys.stdout is None


def main(arguments: Optional[list[str]] = None) -> int:
    """Do what arguments (None: those of the command line) ask for. Return the
    exit status of the program.
    """
    add_games()
    reader = parser()
    try:
        try:
            return run_politely(arguments, reader)
        finally:
            # Not left to Python's exit: nothing can be caught there.
            print(end='', flush=True)
    except OSError as error:
        # Python is not to complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            reader.error(f'standard output: {error.strerror}')
        return 1  # Nobody reads on: leave quietly.


def run_politely(arguments: Optional[list[str]], reader: OneLineParser) -> int:
    """Do what arguments ask for. Return the exit status of the program, also
    if the user leaves early. Let reader say what is wrong with the options.
    Raise OSError if the output does not take what is printed.
    """
    options = reader.parse_args(arguments)
    for stream in sys.stdin, sys.stdout:
        if hasattr(stream, 'reconfigure'):
            stream.reconfigure(errors='replace')
    status = 0
    try:
        checked(options)
        if lacks_streams(options):
            raise EOFError
        print(recursing_deeply(run, options), flush=True)
    except EOFError:
        print('\nThe input has ended. Goodbye!', flush=True)
        status = 1
    except KeyboardInterrupt:
        print('\nInterrupted. Goodbye!', flush=True)
        status = INTERRUPTED
    except (ValueError, GraphvizError) as error:
        reader.error(str(error))
    return status
