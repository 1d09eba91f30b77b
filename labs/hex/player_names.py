"""The names that players of Hex have on the command line.

    human                       a player at the keyboard
    random, shuffle             the two random players
    minimax:DEPTH:EVALUATOR     bounded minimax; minimax alone is minimax:2:eval
    alphabeta:DEPTH:EVALUATOR   alpha-beta; alone it is alphabeta:3:betterEval
    montecarlo:SECONDS          thinks for so long about a move, 30 at most;
                                montecarlo alone is montecarlo:2
    montecarlo:POSITIONSp       expands so many positions for a move, like
                                montecarlo:1000p, 50000 at most
"""
from typing import Any, Optional
import re
from MonteCarlo import MonteCarloPlayer
from Minimax import AlphaBetaMinimaxPlayer, BoundedMinimaxPlayer
from Players import HumanPlayer, Player, RandomChoicePlayer, RandomShufflePlayer

DEEPEST = 9  # plies
MOST_SECONDS = 30
MOST_POSITIONS = 50000
NAMES = (f'human, random, shuffle, minimax:2:eval, alphabeta:3:betterEval, '
         f'montecarlo:2 (seconds, up to {MOST_SECONDS}) or montecarlo:1000p '
         f'(positions, up to {MOST_POSITIONS})')


def make_player(text: str, game: Any, seed: Optional[int] = None) -> Player:
    """Return a new player of game with the name text: see above. The same seed
    gives the same moves. Raise ValueError if no player has this name.

    >>> from HexGame import HexGame
    >>> make_player('alphabeta', HexGame(6)).depthLimit
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
        player = make_minimax(BoundedMinimaxPlayer, ['2', 'eval'], rest, game,
                              seed)
    elif name == 'alphabeta':
        player = make_minimax(AlphaBetaMinimaxPlayer, ['3', 'betterEval'], rest,
                              game, seed)
    elif name == 'montecarlo' and len(rest) < 2:
        player = make_monte_carlo(rest[0] if rest else '2', game, seed)
    if player is None:
        raise ValueError(f'{text[:40]!r} is not a player: they are {NAMES}')
    if name != 'human':
        player.name = text
    return player


def make_minimax(kind: type, usual: list[str], given: list[str], game: Any,
                 seed: Optional[int]) -> Optional[Player]:
    """Return a player of this kind with the depth and the evaluator that are
    given, or else the usual ones. Return None if these are not possible.
    """
    if len(given) > 2:
        return None
    depth, evaluator = given + usual[len(given):]
    if depth not in map(str, range(1, DEEPEST + 1)) \
            or evaluator not in ('eval', 'betterEval'):
        return None
    return kind(game, int(depth), evaluator, seed)


def make_monte_carlo(budget: str, game: Any, seed: Optional[int]
                     ) -> Optional[Player]:
    """Return a MonteCarloPlayer with this budget, seconds or positions. Return
    None if it is not a possible one.
    """
    if re.fullmatch('[0-9]{1,5}p', budget) \
            and 0 < int(budget[:-1]) <= MOST_POSITIONS:
        return MonteCarloPlayer(game, float('inf'), int(budget[:-1]), seed)
    if re.fullmatch(r'[0-9]{1,2}(\.[0-9]{1,3})?', budget) \
            and 0 < float(budget) <= MOST_SECONDS:
        return MonteCarloPlayer(game, float(budget), None, seed)
    return None
