"""The terminal program, run as a user does, and the questions it asks."""

from pathlib import Path
from subprocess import PIPE, CompletedProcess, run
from typing import Any
import functools
import sys
from benchmarks.measure import without_books
from game_interface import main, playable_games
from interface import screen
from tests.support.foreign_games import EndlessTree, TreeGame
from tests.support.programs import ENVIRONMENT, LONG, TOP
from tests.support.terminal import Terminal, lines

PROGRAM = str(TOP / 'game_interface.py')

GOODBYE = {'^C': 'Interrupted. Goodbye!', '^D': 'The input has ended. Goodbye!'}

# All options, with a value for each.
OPTIONS = {
    '--game': 'h',
    '--p1': 'ro',
    '--p2': 'mi',
    '--first': '1',
    '--size': '2',
}

# The command line of a series of games.
SERIES = [
    '--game',
    'h',
    '--size',
    '3',
    '--p1',
    'ro',
    '--p2',
    'r',
    '--games',
    '20',
    '--seed',
    '1',
]

# For each question: how it begins, the answers that lead to it, a good answer,
# and words that every explanation of a wrong answer has.
QUESTIONS = {
    'game': ('Which game?', [], 's', 's = Subtract Square, h = Stonehenge'),
    'player 1': (
        'Which strategy for player 1?',
        ['s'],
        'i',
        'mi = iterative minimax',
    ),
    'player 2': (
        'Which strategy for player 2?',
        ['s', 'i'],
        'i',
        'i = interactive',
    ),
    'start': ('Does player 1 start?', ['s', 'i', 'i'], 'y', 'y = yes, n = no'),
    'number': (
        'Enter the whole number',
        ['s', 'i', 'i', 'y'],
        '20',
        'number to subtract from',
    ),
    'side length': (
        'Enter the side length',
        ['h', 'i', 'i', 'y'],
        '2',
        'a whole number from 1 to 5',
    ),
    'square': (
        'Enter a move',
        ['s', 'i', 'i', 'y', '20'],
        '16',
        'Possible moves: 1, 4, 9, 16',
    ),
    'cell': (
        'Enter a move',
        ['h', 'i', 'i', 'y', '2'],
        'D',
        'Possible moves: A, B, C, D, E, F, G',
    ),
}

# How the questions begin, in order.
IN_ORDER = [
    'Which game?',
    'Which strategy for player 1?',
    'Which strategy for player 2?',
    'Does player 1 start?',
    'Enter the ',
    'Enter a move',
]


def command(*arguments: str) -> list[str]:
    """Return the command that runs the program with arguments."""
    return [sys.executable, PROGRAM, *arguments]


def run_in_pipe(
    folder: Path, arguments: list[str], typed: bytes = b''
) -> CompletedProcess[str]:
    """Run the program in folder, with typed as its whole input."""
    done = run(
        command(*arguments),
        cwd=folder,
        env=ENVIRONMENT,
        input=typed,
        stdout=PIPE,
        stderr=PIPE,
        timeout=LONG,
        check=False,
    )
    done.stdout = done.stdout.decode()
    done.stderr = done.stderr.decode()
    return done


def options(**changes: Any) -> list[str]:
    """Return the command line with all OPTIONS, apart from changes: None
    leaves an option out."""
    chosen = {
        **OPTIONS,
        **{'--' + name: value for name, value in changes.items()},
    }
    return [
        word
        for name, value in chosen.items()
        if value is not None
        for word in (name, str(value))
    ]


def asked(terminal: Terminal, name: str) -> str:
    """Answer the questions before the one called name. Return how that one
    begins, once it is asked."""
    question, answers, _, _ = QUESTIONS[name]
    for before, answer in zip(IN_ORDER, answers):
        terminal.wait_for(before)
        terminal.type(lines(answer))
    terminal.wait_for(question)
    return question


# === Thinking for long, in a process of its own ===


def think_forever(strategy: str, long_thought: str, other: str = '') -> None:
    """Let the strategy with this key look for a move in an endless tree. After
    long_thought seconds, its thinking is shown. The other player, if it is
    given, starts."""
    screen.LONG_THOUGHT = float(long_thought)
    game_class = functools.partial(TreeGame, tree=EndlessTree())
    game_class.__name__ = 'TreeGame'
    playable_games['t'] = game_class
    sys.exit(
        main(
            [
                '--game',
                't',
                '--p1',
                other or strategy,
                '--p2',
                strategy if other else 'r',
                '--first',
                '1',
            ]
        )
    )


def calling(function: str, *arguments: str) -> list[str]:
    """Return a command that calls this module's function of this name."""
    return [
        sys.executable,
        '-c',
        f'import sys; sys.path.insert(0, {str(TOP)!r}); '
        f'from tests.support.game_program import {function}; '
        f'{function}{arguments!r}',
    ]


def think_visibly(*arguments: str) -> None:
    """Play as arguments say, without opening books; whatever takes a hundredth
    of a second counts as a long thought."""
    screen.LONG_THOUGHT = 0.01
    with without_books():
        sys.exit(main(list(arguments)))
