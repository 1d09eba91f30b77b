"""The command line: its options, and reading what their values mean; and how a
program ends that it has started, with its exit status.

On Ctrl-C, or at the end of the input, the program says goodbye in one line. If
nobody reads the output (`... | head -1`), it leaves quietly. If the output
cannot be written (a full disk), one line on standard error says so.
"""
from argparse import SUPPRESS, ArgumentParser, Namespace
from typing import Any, Callable, NoReturn, Optional
import os
import re
import sys
from interface.screen import format_answers, print_for_player
from interface.words import QuitError, is_about_output, make_titles, \
    read_integer, read_number_to, read_seconds, read_size

if sys.version_info < (3, 11):
    sys.exit('Python 3.11 or later is needed; this is Python '
             f'{sys.version_info[0]}.{sys.version_info[1]}.')

FINISHED = 0
UNFINISHED = 1
INTERRUPTED = 130  # The exit status of programs that Ctrl-C ends.

# Options that do not go together.
APART = {'check': {'games', 'first', 'save', 'load', 'replay', 'moves', 'color',
                   'delay', 'step', 'review'},
         'games': {'save', 'load', 'replay', 'moves', 'color', 'delay', 'step',
                   'review'},
         'replay': {'game', 'p1', 'p2', 'first', 'size', 'seed', 'save',
                    'load', 'moves', 'delay', 'step'},
         'step': {'delay'},
         'load': {'game', 'first', 'size'}}


FLAG = {'action': 'store_true'}
# The groups of options, and what the help says of them. Each option has a name,
# what ArgumentParser has to know, and its help. --game, --p1, --p2 come first.
OPTION_GROUPS: dict[str, list[tuple[str, dict[str, Any], str]]] = {
    '': [
        ('--first', {'choices': ['1', '2']}, 'the player who starts'),
        ('--size', {'type': read_size},
         "the game's size, as you would type it when asked, in quotes if it "
         "contains a space, like '4 5': a side length, or the number to "
         "subtract from"),
        ('--seed', {'type': read_integer},
         'a whole number, which makes random games repeatable')],
    'display': [
        ('--color', {'choices': ['auto', 'always', 'never']},
         'whether to use colour (auto: on terminals, unless NO_COLOR is set)'),
        ('--delay', {'type': read_seconds, 'metavar': 'SECONDS'},
         'two programs wait this long before each move'),
        ('--step', FLAG, 'two programs wait for Enter before each move'),
        ('--review', FLAG, 'after the game, say what each move was worth')],
    'saved games: Text files, which interface/FORMAT.md describes.': [
        ('--save', {'metavar': 'FILE'}, 'keep FILE up to date with the game'),
        ('--load', {'metavar': 'FILE'},
         'continue the game in FILE; --p1 and --p2 may give it other '
         'strategies'),
        ('--replay', {'metavar': 'FILE'}, 'step through the game in FILE'),
        ('--moves', {'metavar': 'MOVE,MOVE', 'default': ''},
         'start after these moves'),
        ('--force', FLAG,
         'overwrite the file of --save or --csv if there is one')],
    'series: Let two strategies play many games, and count who wins.': [
        ('--games', {'type': read_number_to(100_000), 'metavar': 'N'},
         'play N games; the strategies exchange sides after each, and player '
         '1 starts unless --first says otherwise'),
        ('--opening', {'type': read_number_to(1_000, 0), 'metavar': 'K'},
         'make the first K moves at random; each opening is played twice, '
         'with sides exchanged (0)'),
        ('--limit', {'type': read_seconds, 'metavar': 'SECONDS'},
         'a strategy that takes longer for a move loses the game (60)'),
        ('--csv', {'metavar': 'FILE'}, 'write a row for each game to FILE'),
        ('--jobs', {'type': read_number_to(256), 'metavar': 'N'},
         'play N games at the same time (as many as there are cores)')],
    'your own games and strategies: Find out what is wrong with them.': [
        ('--check', FLAG, 'play nothing, but look for faults in all games and '
                          'strategies, or in those that other options name')]}


class OneLineParser(ArgumentParser):
    """A parser that says in one line what is wrong with the command line."""

    def print_help(self, file: Any = None) -> None:
        """Print the help. ArgumentParser would ignore it if that fails."""
        print(self.format_help(), end='', file=file)

    def error(self, message: str) -> NoReturn:
        """End the program with message and exit status 2."""
        if re.match('argument --(game|p[12]): invalid choice', message):
            message += f': {self.prog} lists no others'
        told = f'{self.prog}: {message.rstrip(".")}. See --help.\n'
        raise SystemExit(self.exit(2, told))


def build_play_parser(games: dict[str, Any], strategies: dict[str, Any],
                      reviews: bool = True) -> OneLineParser:
    """Return the parser; its help lists --review if reviews is True."""
    parser = OneLineParser(
        usage='%(prog)s [options]',
        description='Play a game in the terminal. Anything you leave out is '
                    'asked for, in the order of these options.')
    parser.add_argument('--game', choices=games,
                        help=format_answers(make_titles(games)))
    for player in '12':
        parser.add_argument(f'--p{player}', choices=strategies,
                            help=f"player {player}'s strategy: "
                                 + format_answers(make_titles(strategies)))
    for words, rows in OPTION_GROUPS.items():
        title, _, description = words.partition(': ')
        group = parser.add_argument_group(title, description or None) \
            if title else parser
        for name, settings, meaning in rows:
            if name == '--review' and not reviews:
                meaning = SUPPRESS
            group.add_argument(name, help=meaning, **settings)
    return parser


def check_combinations(options: Namespace) -> None:
    """Raise ValueError if some of options do not go together."""
    for name in 'opening', 'limit', 'csv', 'jobs':
        if getattr(options, name) is not None and options.games is None:
            raise ValueError(f'--{name} goes with --games')
    given = {option for option, value in vars(options).items() if value}
    if options.force and not given & {'save', 'csv'}:
        raise ValueError('--force goes with --save or --csv')
    wrong = [f'--{other} does not go with --{option}'
             for option, others in APART.items() if option in given
             for other in sorted(others & given)]
    if wrong:
        raise ValueError(wrong[0])
    for path in options.save, options.csv:
        if path and not options.force and path != options.load \
                and os.path.isfile(os.path.expanduser(path)):
            raise ValueError(f'{path!r} exists: --force overwrites it')


def run_politely(program: Callable[[Optional[list[str]]], int],
                 arguments: Optional[list[str]]) -> int:
    """Return the exit status of program(arguments). Say goodbye if the player
    leaves it early, or nobody reads its output.
    """
    for stream in sys.stdin, sys.stdout:
        if hasattr(stream, 'reconfigure'):
            stream.reconfigure(errors='replace')
    try:
        try:
            return program(arguments)
        except EOFError:
            print_for_player('\nThe input has ended. Goodbye!')
            return UNFINISHED
        except QuitError:
            print_for_player('\nGoodbye!')
            return FINISHED
        except KeyboardInterrupt as interrupt:
            notes = getattr(interrupt, '__notes__', [])
            print_for_player('\n'.join(['', *notes, 'Interrupted. Goodbye!']))
            return INTERRUPTED
        finally:
            # When Python itself flushes at its exit, it is too late to react.
            print(end='', flush=True)
    except OSError as error:
        if not is_about_output(error):
            raise  # This is about something else: a file, a connection.
        # Give Python somewhere harmless to flush to at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f'{os.path.basename(sys.argv[0])}: standard output: '
                  f'{error.strerror}', file=sys.stderr)
        return UNFINISHED
