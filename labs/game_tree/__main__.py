"""Draw the tree of positions of any game. Run this from the top folder:

python3 -m labs.game_tree --game s --size 6
python3 -m labs.game_tree --help
"""

from argparse import Namespace, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Optional
import sys

try:
    from game_interface import playable_games
    from game import Game
    from interface.command_line import (
        FINISHED,
        Catalog,
        OneLineParser,
        ask_for_game,
        run_politely,
    )
    from interface.history import History, MoveError
    from interface.saved_games import SavedGame
    from interface.screen import ask_player
    from interface.words import (
        format_answers,
        make_titles,
        read_number_to,
        read_size,
    )
    from strategy import recurse_deeply
    from drawings.shapes import format_svg
    from labs.games import add_games
    from labs.game_tree.scene import draw_scene, format_text, make_scene
    from labs.game_tree.tree import build_tree, count_left_out, find_scores
except ImportError as missing:
    if missing.name == 'anytree':
        from labs.game_tree.minimax import NO_ANYTREE

        sys.exit(NO_ANYTREE)
    if missing.name in ('drawings', 'engine', 'strategy'):
        sys.exit(
            'The tree needs the folders drawings and engine and our '
            'strategy.py, which are not all here.'
        )
    if missing.name not in ('game_interface', 'labs'):
        raise
    sys.stderr.write(
        'Run this from the top folder: python3 -m labs.game_tree\n'
    )
    sys.exit(2)

EXAMPLES = """examples:
  python3 -m labs.game_tree --game s --size 6
  python3 -m labs.game_tree --game s --size 6 --output six.svg
  python3 -m labs.game_tree --game h --size 2 --moves A,G --depth 2
  python3 -m labs.game_tree --game d --size '2 3' --moves a1
  python3 -m labs.game_tree --game x --size 3 --moves b2,a1 --depth 1
"""


def build_tree_parser() -> OneLineParser:
    """Return the parser of the command line."""
    parser = OneLineParser(
        prog='python3 -m labs.game_tree',
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
        description='Draw the tree of positions of a game, with the scores of '
        'both players.\nIf you leave out --game or --size, you '
        'are asked.',
    )
    parser.add_argument(
        '--game',
        choices=playable_games,
        help=format_answers(make_titles(playable_games)),
    )
    parser.add_argument(
        '--size',
        type=read_size,
        help="the game's size: a side length, the number to "
        "subtract from, '2 3'",
    )
    parser.add_argument(
        '--first',
        choices=['1', '2'],
        default='1',
        help='the player who starts: 1 (p1, the default) or 2 (p2)',
    )
    parser.add_argument(
        '--moves',
        metavar='MOVE,MOVE',
        default='',
        help='start at the position after these moves',
    )
    parser.add_argument(
        '--depth',
        type=read_number_to(10**6, 0),
        help='cut the tree after this many plies',
    )
    parser.add_argument(
        '--output',
        metavar='FILE',
        type=Path,
        help='write a picture to FILE, an .svg',
    )
    parser.add_argument(
        '--force',
        action='store_true',
        help='write the picture even if FILE exists',
    )
    return parser


def check_options(options: Namespace) -> None:
    """Raise ValueError if the options make no sense together."""
    file = options.output
    if file is None:
        if options.force:
            raise ValueError('argument --force: it goes with --output')
        return
    if file.suffix.lower() != '.svg':
        raise ValueError(
            f'argument --output: the name {str(file)!r} does not end with .svg'
        )
    if file.is_file() and not options.force:
        raise ValueError(
            f'argument --output: {str(file)!r} exists: --force overwrites it'
        )


def set_up_game(options: Namespace) -> Game:
    """Return the game that options or answers describe, or raise ValueError."""
    key = options.game or ask_player(
        'Which game?', make_titles(playable_games), 's'
    )
    game_class = playable_games[key]
    p1_starts = options.first == '1'
    try:
        game, size = ask_for_game(game_class, p1_starts, options.size)
        History(
            Catalog(playable_games, {}), game, SavedGame(key, p1_starts, size)
        ).make_all_typed(options.moves)
    except ValueError as error:
        name = '--moves' if isinstance(error, MoveError) else '--size'
        raise ValueError(f'argument {name}: {error}') from error
    return game


def carry_out(options: Namespace) -> str:
    """Carry out options, and return the final message. Raise ValueError, saying
    why, if they cannot be carried out.
    """
    game = set_up_game(options)
    file = options.output
    root = build_tree(game, options.depth)
    find_scores(game, root)
    count_left_out(game, root)
    scene = make_scene(game, root)
    if file is None:
        return format_text(scene)
    try:
        file.write_text(format_svg(draw_scene(scene)), encoding='utf-8')
    except OSError as error:
        raise ValueError(
            f'argument --output: {file} cannot be written: {error.strerror}'
        ) from error
    return f'{scene.title}\nThe picture is in {file}.'


def run_tree(arguments: Optional[list[str]]) -> int:
    """Run the program with arguments. Return its exit status."""
    add_games()
    parser = build_tree_parser()
    options = parser.parse_args(arguments)
    try:
        check_options(options)
        asks = None in (options.game, options.size)
        shows = asks or options.output is None
        if asks and sys.stdin is None or shows and sys.stdout is None:
            raise EOFError
        print(recurse_deeply(carry_out, options))
    except ValueError as error:
        parser.error(str(error))
    return FINISHED


def main(arguments: Optional[list[str]] = None) -> int:
    """Run the program with arguments (None: those of the command line). Return
    its exit status, one of those in interface/command_line.py.
    """
    return run_politely(run_tree, arguments)


if __name__ == '__main__':
    sys.argv[0] = 'python3 -m labs.game_tree'  # Its name in errors.
    sys.exit(main())
