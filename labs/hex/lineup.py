"""Players of Hex by what one types on the command line.

    human                       somebody at the keyboard
    random, shuffle             the two random players
    minimax:DEPTH:EVALUATOR     bounded minimax; minimax alone is minimax:2:eval
    alphabeta:DEPTH:EVALUATOR   alpha-beta; alone it is alphabeta:3:betterEval
    montecarlo:SECONDS          so long a move, at most 30; montecarlo alone is
                                montecarlo:2
    montecarlo:POSITIONSp       looks at so many positions for a move, like
                                montecarlo:1000p, at most 50000
"""
from argparse import ArgumentParser
from typing import Any, Callable, Optional
import os
import re
import sys
from MonteCarlo import MonteCarloPlayer
from Minimax import AlphaBetaMinimaxPlayer, BoundedMinimaxPlayer
from Players import HumanPlayer, Player, RandomChoicePlayer, RandomShufflePlayer

LARGEST_SIZE = 26
DEEPEST = 9
LONGEST = 30  # seconds
MOST = 50000  # positions
INTERRUPTED = 130  # The exit status of programs that Ctrl-C ends.
WANTED = ('human, random, shuffle, minimax:2:eval, alphabeta:3:betterEval, '
          'montecarlo:2 (seconds, up to 30) or montecarlo:1000p (positions, '
          'up to 50000)')


class OneLineParser(ArgumentParser):
    """A parser that says what is wrong with the command line in one line."""

    def error(self, message: str) -> None:
        """End the program with message and exit status 2."""
        self.exit(2, f'{self.prog}: {message.rstrip(".")}. See --help.\n')


def with_output(program: Callable[[], int]) -> int:
    """Run program, and return its exit status, which is 1 if nobody reads what
    it prints or there is no room for it.
    """
    if sys.stdout is None:
        return 1
    try:
        try:
            return program()
        finally:
            print(end='', flush=True)
    except OSError as error:
        # Python is not to complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f'The program cannot go on: {error.strerror}.',
                  file=sys.stderr)
        return 1


def size_of(text: str) -> int:
    """Return the size of a board that text gives. Raise ValueError if it is
    not a possible one.

    >>> size_of('6')
    6
    """
    if not re.fullmatch('[0-9]{1,2}', text) \
            or not 1 <= int(text) <= LARGEST_SIZE:
        raise ValueError(f'{text[:40]!r} is not a possible size: it is a whole '
                         f'number from 1 to {LARGEST_SIZE}')
    return int(text)


def player_of(text: str, game: Any, seed: Optional[int] = None) -> Player:
    """Return a new player of game who is called text; see above. The same seed
    gives the same moves. Raise ValueError if there is no such player.

    >>> from HexGame import HexGame
    >>> player_of('alphabeta', HexGame(6)).depthLimit
    3
    """
    name, *rest = text.split(':')
    player = None
    if name == 'human' and not rest:
        player = HumanPlayer(game, 'Player')
    elif name == 'random' and not rest:
        player = RandomChoicePlayer(game, seed=seed)
    elif name == 'shuffle' and not rest:
        player = RandomShufflePlayer(game, seed=seed)
    elif name == 'minimax':
        player = searching(BoundedMinimaxPlayer, ['2', 'eval'], rest, game,
                           seed)
    elif name == 'alphabeta':
        player = searching(AlphaBetaMinimaxPlayer, ['3', 'betterEval'], rest,
                           game, seed)
    elif name == 'montecarlo' and len(rest) < 2:
        player = thinking(rest[0] if rest else '2', game, seed)
    if player is None:
        raise ValueError(f'{text[:40]!r} is no player: they are {WANTED}')
    if name != 'human':
        player.name = text
    return player


def searching(kind: type, usual: list[str], given: list[str], game: Any,
              seed: Optional[int]) -> Optional[Player]:
    """Return a player of this kind with a depth and an evaluator, as given or
    else as usual; None if there is no such player.
    """
    if len(given) > 2:
        return None
    depth, evaluator = given + usual[len(given):]
    if depth not in map(str, range(1, DEEPEST + 1)) \
            or evaluator not in ('eval', 'betterEval'):
        return None
    return kind(game, int(depth), evaluator, seed)


def thinking(budget: str, game: Any, seed: Optional[int]) -> Optional[Player]:
    """Return a MonteCarloPlayer with this budget; None if it is none."""
    if re.fullmatch('[0-9]{1,5}p', budget) and 0 < int(budget[:-1]) <= MOST:
        return MonteCarloPlayer(game, float('inf'), int(budget[:-1]), seed)
    if re.fullmatch(r'[0-9]{1,2}(\.[0-9]{1,3})?', budget) \
            and 0 < float(budget) <= LONGEST:
        return MonteCarloPlayer(game, float(budget), None, seed)
    return None
