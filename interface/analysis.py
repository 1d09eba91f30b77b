"""What moves are worth, in words. The numbers come from the engine."""
from typing import Any, Callable, NamedTuple, Optional

OUTCOMES = {1: 'wins', 0: 'ties', -1: 'loses'}


class Analyst(NamedTuple):
    """The functions of the engine that find what moves are worth.

    === Attributes ===
    find_values: finds the scores of all moves
    find_all_values: does so bit by bit, and tells what is known so far
    find_hint: finds a best move
    find_turning_point: finds the move that decided a game
    review_moves: finds the scores of all moves made in a game
    """
    find_values: Callable[..., Any]
    find_all_values: Callable[..., Any]
    find_hint: Callable[..., Any]
    find_turning_point: Callable[..., Any]
    review_moves: Callable[..., Any]


def describe_score(score: Optional[float]) -> str:
    """Return in a word what a move with this score does for whoever makes it.

    >>> describe_score(1), describe_score(None)
    ('wins', 'not known')
    """
    return OUTCOMES.get(score, 'not known')


def group_values(values: list, seconds: float) -> list[tuple[str, list[str]]]:
    """Return the moves in values, which are pairs of a move and its score, in
    groups: for each, what its moves do for whoever makes them, and the moves.
    The best ones come first, those not known within this many seconds last.

    >>> group_values([('D', 1), ('A', -1), ('G', 1), ('B', None)], 2)
    [('wins', ['D', 'G']), ('loses', ['A']), ('not known within 2 s', ['B'])]
    """
    words = OUTCOMES | {None: f'not known within {seconds:g} s'}
    groups = [(words[score], [str(move) for move, known in values
                              if known == score])
              for score in words]
    return [(word, moves) for word, moves in groups if moves]


def describe_hint(move: Any, score: Optional[float], plies: Optional[int],
                  seconds: float) -> str:
    """Return a hint in words: move is best and leads to score, after so many
    plies, if that is known. Without a move, nothing was found in time.

    >>> print(describe_hint('D', 1, 3, 2))
    D wins, in 3 plies.
    >>> print(describe_hint('D', -1, 4, 2))
    Every move loses. D holds out longest: 4 plies.
    """
    if move is None:
        return f'The best move is not known within {seconds:g} s.'
    if score == -1:
        longest = f'{move} holds out longest: {count_plies(plies)}.' \
            if plies else f'{move} is as good as any.'
        return f'Every move loses. {longest}'
    after = f', in {count_plies(plies)}' if plies else ''
    return f'{move} {describe_score(score)}{after}.'


def count_plies(plies: int) -> str:
    """Return in words how many plies that is.

    >>> count_plies(1)
    '1 ply'
    """
    return f'{plies} {"ply" if plies == 1 else "plies"}'
