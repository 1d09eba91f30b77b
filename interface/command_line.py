"""The command line: its options, and games of the size that it asks for."""
from argparse import ArgumentParser, ArgumentTypeError
from inspect import signature
from typing import Any, Optional, TextIO
import re
from game import Game
from interface.questions import format_answers
from interface.titles import make_title, make_titles


class OneLineParser(ArgumentParser):
    """A parser that says in one line what is wrong with the command line."""

    def print_help(self, file: Optional[TextIO] = None) -> None:
        """Print the help. ArgumentParser would ignore it if that fails."""
        print(self.format_help(), end='', file=file)

    def error(self, message: str) -> None:
        """End the program with message and exit status 2."""
        self.exit(2, f'{self.prog}: {message.rstrip(".")}. See --help.\n')


def build_parser(games: dict[str, type], strategies: dict[str, Any]
                 ) -> OneLineParser:
    """Return the parser for a program that plays games with strategies, both
    given by their keys. An option that is left out is None.
    """
    parser = OneLineParser(
        description='Play a game in the terminal. Anything you leave out is '
                    'asked for, in the order of these options.')
    parser.add_argument('--game', choices=games,
                        help=format_answers(make_titles(games)))
    for player in '12':
        parser.add_argument(f'--p{player}', choices=strategies,
                            help=f"player {player}'s strategy: "
                                 + format_answers(make_titles(strategies)))
    parser.add_argument('--first', choices=['1', '2'],
                        help='the player who starts')
    parser.add_argument('--size', type=read_size,
                        help="the game's size, as you would type it when "
                             "asked, in quotes if it contains a space, like "
                             "'4 5': a side length, or the number to subtract "
                             "from")
    parser.add_argument('--seed', type=read_whole_number,
                        help='a whole number, which makes random games '
                             'repeatable')
    return parser


def read_whole_number(text: str) -> int:
    """Return the whole number that text means, in plain digits. Raise
    ArgumentTypeError if it means none.

    >>> read_whole_number('-16')
    -16
    """
    # int alone takes '1_6' for 16, and knows the digits of all alphabets.
    if not re.fullmatch(r'\s*[+-]?[0-9]{1,99}\s*', text):
        raise ArgumentTypeError(f'{text!r} is not a whole number')
    return int(text)


def read_size(text: str) -> Any:
    """Return the whole number that text means. If it means none, return text:
    the game knows whether it is a size.

    >>> read_size(' 30'), read_size('4 5')
    (30, '4 5')
    """
    try:
        return read_whole_number(text)
    except ArgumentTypeError:
        return text


def check_size(game_class: type[Game], size: Any) -> None:
    """Raise ValueError, saying why, if a game of game_class cannot be given
    this size. None is fine: the game asks for its size.
    """
    if size is None:
        return
    if 'size' not in signature(game_class).parameters:
        raise ValueError(f'{make_title(game_class)} takes no --size')
    try:
        game_class(True, size=size)
    except TypeError as error:
        raise ValueError(f'{size!r} is not a size of '
                         f'{make_title(game_class)}') from error
