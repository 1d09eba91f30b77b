"""Starting and ending a program: the options of its command line, new games,
and exit statuses.

A game asks for its size itself, with input(). A program that saves games has to
know the answer, and one that loads them has to give it, also to games that take
no size as an argument.

On Ctrl-C, or at the end of the input, the program says goodbye in one line. If
nobody reads the output (`... | head -1`), it leaves quietly. If the output
cannot be written (a full disk), one line on standard error says so.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        'Python 3.11 or later is needed; this is Python '
        f'{sys.version_info[0]}.{sys.version_info[1]}.'
    )

from argparse import SUPPRESS, ArgumentParser, Namespace
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import Any, Callable, Iterable, Iterator, NoReturn, Optional
import builtins
import os
import random
import re
from game import Game
from interface.screen import (
    ask_line,
    ask_player,
    check_quit,
    print_fitting,
    takes,
)
from interface.words import (
    QuitError,
    describe_failure,
    format_answers,
    is_about_output,
    is_user_error,
    make_one_line,
    make_title,
    make_titles,
    note_line,
    read_integer,
    read_number_to,
    read_seconds,
    read_size,
)

FINISHED = 0
UNFINISHED = 1
INTERRUPTED = 130  # The exit status of programs that Ctrl-C ends.

# Options that do not go together.
APART = {
    'check': {
        'games',
        'first',
        'save',
        'load',
        'replay',
        'moves',
        'color',
        'delay',
        'review',
        'trace',
    },
    'trace': {
        'games',
        'p2',
        'save',
        'load',
        'replay',
        'color',
        'delay',
        'review',
    },
    'games': {'save', 'load', 'replay', 'moves', 'color', 'delay', 'review'},
    'replay': {
        'game',
        'p1',
        'p2',
        'first',
        'size',
        'seed',
        'save',
        'load',
        'moves',
        'delay',
    },
    'load': {'game', 'first', 'size'},
}

FLAG = {'action': 'store_true'}
# The groups of options, and what the help says of them. Each option has a name,
# what ArgumentParser has to know, and its help. --game, --p1, --p2 come first.
OPTION_GROUPS: dict[str, list[tuple[str, dict[str, Any], str]]] = {
    '': [
        ('--first', {'choices': ['1', '2']}, 'the player who starts'),
        (
            '--size',
            {'type': read_size},
            "the game's size, as you would type it when asked, in quotes if it "
            "contains a space, like '4 5': a side length, or the number to "
            'subtract from',
        ),
        (
            '--seed',
            {'type': read_integer},
            'a whole number, which makes random games repeatable',
        ),
    ],
    'display': [
        (
            '--color',
            {'choices': ['auto', 'always', 'never']},
            'whether to use colour (auto: on terminals, unless NO_COLOR is '
            'set)',
        ),
        (
            '--delay',
            {'type': read_seconds, 'metavar': 'SECONDS'},
            'two programs wait this long before each move',
        ),
        ('--review', FLAG, 'after the game, say what each move was worth'),
    ],
    'saved games: Text files in TOML, which interface/FORMAT.md describes.': [
        ('--save', {'metavar': 'FILE'}, 'keep FILE up to date with the game'),
        (
            '--load',
            {'metavar': 'FILE'},
            'continue the game in FILE; --p1 and --p2 may give it other '
            'strategies',
        ),
        ('--replay', {'metavar': 'FILE'}, 'step through the game in FILE'),
        (
            '--moves',
            {'metavar': 'MOVE,MOVE', 'default': ''},
            'start after these moves',
        ),
        ('--force', FLAG, 'overwrite the file of --save if there is one'),
    ],
    'series: Let two strategies play many games, and count who wins.': [
        (
            '--games',
            {'type': read_number_to(100_000), 'metavar': 'N'},
            'play N games; the strategies exchange sides after each, and '
            'player 1 starts unless --first says otherwise',
        ),
        (
            '--opening',
            {'type': read_number_to(1_000, 0), 'metavar': 'K'},
            'make the first K moves at random; each opening is played twice, '
            'with sides exchanged (0)',
        ),
        (
            '--limit',
            {'type': read_seconds, 'metavar': 'SECONDS'},
            'a strategy that takes longer for a move loses the game (60)',
        ),
        (
            '--jobs',
            {'type': read_number_to(256), 'metavar': 'N'},
            'play N games at the same time (as many as there are cores)',
        ),
    ],
    'your own games and strategies: Find out what is wrong with them.': [
        (
            '--check',
            FLAG,
            'play nothing, but look for faults in all games and '
            'strategies, or in those that other options name',
        ),
        (
            '--trace',
            FLAG,
            'play nothing, but show what recursive minimax does at a small '
            'position: which positions it asks about, which scores it finds, '
            'and the first wrong one; --p1 mi shows iterative minimax, and its '
            'stack',
        ),
    ],
}


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


def build_play_parser(
    games: dict[str, Any], strategies: dict[str, Any], reviews: bool = True
) -> OneLineParser:
    """Return the parser; its help lists --review if reviews is True."""
    parser = OneLineParser(
        usage='%(prog)s [options]',
        description='Play a game in the terminal. Anything you leave out is '
        'asked for, in the order of these options.',
    )
    titles = format_answers(make_titles(games))
    parser.add_argument('--game', choices=games, help=titles)
    titles = format_answers(make_titles(strategies))
    for player in '12':
        parser.add_argument(
            f'--p{player}',
            choices=strategies,
            help=f"player {player}'s strategy: {titles}",
        )
    for words, rows in OPTION_GROUPS.items():
        group: Any = parser
        title, _, description = words.partition(': ')
        if title:
            group = parser.add_argument_group(title, description or None)
        for name, settings, meaning in rows:
            if name == '--review' and not reviews:
                meaning = SUPPRESS
            group.add_argument(name, help=meaning, **settings)
    return parser


def check_combinations(options: Namespace) -> None:
    """Raise ValueError if some of options do not go together."""
    for name in 'opening', 'limit', 'jobs':
        if getattr(options, name) is not None and options.games is None:
            raise ValueError(f'--{name} goes with --games')
    if options.force and not options.save:
        raise ValueError('--force goes with --save')
    given = {key for key, value in vars(options).items() if value}
    for option, others in APART.items():
        wrong = sorted(others & given)
        if option in given and wrong:
            raise ValueError(f'--{wrong[0]} does not go with --{option}')
    path = options.save
    must_be_new = path and not options.force and path != options.load
    if must_be_new and os.path.isfile(os.path.expanduser(path)):
        raise ValueError(f'{path!r} exists: --force overwrites it')


# === New games ===


@dataclass
class Catalog:
    """What there is to play with.

    === Attributes ===
    games: the games, by their keys
    strategies: the strategies, by their keys
    analyst: the module that finds what moves are worth, None without engine/
    """

    games: dict[str, Callable[..., Game]]
    strategies: dict[str, Callable[..., Any]]
    analyst: Any = None

    def warn_of_size(self, game: Game, keys: Iterable[Optional[str]]) -> None:
        """Say that minimax is not for a game as large as this, by its attribute
        is_large, if keys has a minimax strategy, or one that is to be chosen.
        """
        slow = [
            key
            for key in keys
            if key not in self.strategies
            or 'minimax' in make_title(self.strategies[key])
        ]
        if slow and getattr(game, 'is_large', False):
            line = (
                'This game is too large for minimax, which may think for hours'
            )
            if 'ab' in self.strategies:
                line += ': alpha beta (ab) answers in seconds'
            print_fitting(f'{line}.')

    def choose_strategies(
        self, keys: Iterable[Optional[str]], usual: Iterable[str] = ('i', 'mi')
    ) -> list[str]:
        """Return the keys of both players' strategies. Ask for those that are
        not among keys, or that there are not; Enter means one of usual.
        """
        titles = make_titles(self.strategies)
        chosen = list[str]()
        for number, key, default in zip((1, 2), keys, usual):
            if key in self.strategies:
                chosen.append(key)
            else:
                question = f'Which strategy for player {number}?'
                chosen.append(ask_player(question, titles, default))
        return chosen


# Not an Exception: a game may catch those, and ask again for ever.
class UnansweredError(BaseException):
    """Raised when a game asks for more than there are answers to."""


def ask_for_game(
    game_class: Callable[..., Game], p1_starts: bool, size: Any = None
) -> tuple[Game, Any]:
    """Return a new game, and its size. If size is None, the game asks for that:
    it is a whole number or text then, or None if the game has no size. Raise
    ValueError if there is no such game.
    """
    if size is not None:
        return create_game(game_class, p1_starts, size), size
    usual = builtins.input
    answers: list[str] = []
    sizes = getattr(game_class, 'sizes', ())
    usual_size = str(next(iter(sizes), ''))

    def note_answer(prompt: Any = '') -> str:
        """Return the answer to prompt, and note it. Enter is the usual size."""
        question = str(prompt)
        if usual_size:
            question = question.rstrip().removesuffix(':')
            question += f' [{usual_size}]: '
        line = check_quit(ask_line(question, usual))
        if usual_size and not line.strip():
            line = usual_size
        answers.append(line)
        return line

    game = construct(note_answer, game_class, p1_starts)
    if not answers:
        return game, None
    return game, read_size(answers[-1].strip())


def create_game(
    game_class: Callable[..., Game], p1_starts: bool, size: Any = None
) -> Game:
    """Return a new game with this size, None if it has none: given to it, or in
    answer to its question. Raise ValueError, saying why, if there is none.
    """
    title = make_title(game_class)
    said = StringIO()
    answers = list[str]()
    options = dict[str, Any]()
    if size is not None and takes(game_class, 'size'):
        options['size'] = size
    elif size is not None:
        answers.append(str(size))

    def give_answer(*_: Any) -> str:
        """Return the next answer."""
        if not answers:
            raise UnansweredError
        return answers.pop()

    try:
        with redirect_stdout(said):
            game = construct(give_answer, game_class, p1_starts, **options)
    except UnansweredError:
        lines = said.getvalue().strip().splitlines()
        why = f'{title} needs a size'
        if lines:
            why = make_one_line(lines[-1])
        raise ValueError(why) from None
    except ValueError as error:
        cause = error.__cause__
        is_no_number = isinstance(size, str) and isinstance(cause, TypeError)
        if str(error) and not is_no_number:
            raise
        raise ValueError(f'{title} has no size {size!r}') from cause
    if answers:
        raise ValueError(f'{title} takes no size')
    return game


def construct(
    answer: Callable[..., str],
    game_class: Callable[..., Game],
    p1_starts: bool,
    **options: Any,
) -> Game:
    """Return a new game whose questions answer answers, or raise ValueError."""
    try:
        with answering(answer):
            game = game_class(p1_starts, **options)
    except ValueError as error:
        raise ValueError(make_one_line(str(error))) from error
    except KeyboardInterrupt as interrupt:
        note_line(interrupt)
        raise
    except UnansweredError:
        raise
    except BaseException as error:  # It may raise anything.
        if not isinstance(error, Exception) or is_user_error(error):
            raise ValueError(describe_failure(error)) from error
        raise
    if not hasattr(game, 'current_state'):
        raise ValueError(f'{type(game).__name__} lacks current_state')
    return game


@contextmanager
def answering(read: Callable[..., str]) -> Iterator[None]:
    """Let read stand in for input during a with statement."""
    usual = builtins.input
    builtins.input = read
    try:
        yield
    finally:
        builtins.input = usual


def is_random(strategy: Callable[..., Any]) -> bool:
    """Return whether strategy chooses at random, by its parameters or its name.

    >>> def random_strategy(game): return None
    >>> is_random(random_strategy), is_random(print)
    (True, False)
    """
    if takes(strategy, 'rng'):
        return True
    return getattr(strategy, '__name__', '') == 'random_strategy'


def seed_random(seed: Optional[int]) -> int:
    """Seed the module random with seed, or with a new one. Return the seed."""
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    random.seed(seed)
    return seed


# === The end ===


def run_politely(
    program: Callable[[Optional[list[str]]], int],
    arguments: Optional[list[str]],
) -> int:
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
            print('\nThe input has ended. Goodbye!')
            return UNFINISHED
        except QuitError:
            print('\nGoodbye!')
            return FINISHED
        except KeyboardInterrupt as interrupt:
            notes = getattr(interrupt, '__notes__', [])
            print('\n'.join(['', *notes, 'Interrupted. Goodbye!']))
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
            program_name = os.path.basename(sys.argv[0])
            line = f'{program_name}: standard output: {error.strerror}'
            print(line, file=sys.stderr)
        return UNFINISHED
