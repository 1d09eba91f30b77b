"""Looking for broken contracts in one strategy, by asking it for moves in
small games.
"""
from random import Random
from typing import Any, Callable
from game import Game
from interface.attempts import Attempt
from interface.checks.findings import POSITION, BrokenContractError, \
    Examiner, Teller, expect
from interface.checks.guards import Guard
from interface.checks.setups import Position, find_setups
from interface.game_setup import call_with_input
from interface.places import name_of, tell_error
from interface.quoting import show

# In how many games of each kind a strategy is asked, and how long they are.
MOST_GAMES, MOST_PLIES = 10, 200

# A strategy may search all that follows. It is asked where that is not much.
MOST_FOLLOWING = 250


def check_strategy(tell: Teller, strategy: Callable,
                   game_classes: list[Callable[..., Game]], sizes: list,
                   seed: int) -> None:
    """Check that strategy keeps its contract in games of game_classes, which
    keep theirs.
    """
    examiner = Examiner(tell)
    for game_class in game_classes:
        for position in choose_positions(game_class, sizes, seed):
            tell(POSITION, f'{name_of(game_class)}, {position}')
            examiner.run(check_choice, strategy, position)


def choose_positions(game_class: Callable[..., Game], sizes: list, seed: int
                     ) -> list[Position]:
    """Return positions at which a strategy is asked: in random games, the last
    one before the end, and the first one with little enough to search.
    """
    rng, chosen = Random(seed), []
    for setup in find_setups(game_class, sizes, seed)[:MOST_GAMES]:
        line, moves = [Position(setup, [])], [None]
        while moves and len(line) < MOST_PLIES:
            moves = sorted(line[-1].state.get_possible_moves(), key=str)
            if moves:
                path = line[-1].path + [rng.choice(moves)]
                line.append(Position(setup, path))
        small = list(filter(is_near_the_end, line[:-1]))
        chosen += small[:1] + small[1:][-1:]
    return chosen


def is_near_the_end(position: Position) -> bool:
    """Return whether no more than MOST_FOLLOWING positions follow."""
    game, count = position.make(), 0
    stack = [game.current_state]
    while stack and count <= MOST_FOLLOWING:
        state = stack.pop()
        count += 1
        if not game.is_over(state):
            stack += map(state.make_move, state.get_possible_moves())
    return not stack


def check_choice(strategy: Callable, position: Position) -> None:
    """Check that strategy chooses a possible move at position, and leaves it
    as it is. A player who is asked types nonsense first, and then a move.
    """
    game, state, name = position.game, position.state, name_of(strategy)
    guard, moves = Guard(game), state.get_possible_moves()
    typed = ['nonsense', str(moves[0])]

    def answer(_prompt: Any = '') -> str:
        """Return what is typed next."""
        if not typed:
            raise EOFError(f'{str(moves[0])!r}, a possible move, was typed')
        return typed.pop(0)

    def play() -> Any:
        """Return the move that strategy returns. As in a game, it is asked
        again if nonsense was typed, and it has not asked again itself.
        """
        move = strategy(game)
        while len(typed) == 1 and not state.is_valid_move(move):
            move = strategy(game)
        return move
    attempt = Attempt(call_with_input, answer, play)
    changes = guard.find_changes()
    if changes:
        raise BrokenContractError(
            guard.find_impurity() or f'{name} changed the position: {changes}')
    if attempt.error:
        raise BrokenContractError(f'{tell_error(attempt.error, strategy)}: it '
                                  f'should return a possible move')
    expect(state.is_valid_move(attempt.result),
           f'{name} returned {show(attempt.result)}: it should return one '
           f'of the possible moves, {show(moves)}')
