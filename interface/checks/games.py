"""Looking for broken contracts in one game, by playing it at random."""
from random import Random
from time import monotonic
from typing import Any, Callable
from game import Game
from interface.checks.findings import POSITION, Examiner, Teller, expect
from interface.checks.methods import find_missing, find_wrong_answer
from interface.checks.positions import ReprCheck, check_estimate, \
    check_is_over, check_is_over_of_state, check_make_move, check_purity, \
    check_repr_again, check_str_to_move, check_valid_moves, check_view, \
    check_winner
from interface.checks.setups import Position, Setup, find_setups

# How much is looked at: random games, plies in each, positions in all of them,
# and seconds, in case that all this is slow.
MOST_GAMES, MOST_PLIES, MOST_POSITIONS, MOST_SECONDS = 24, 100, 300, 20.0

# What follows from a fault would be taken for faults of other methods. So if
# one of these finds something, nothing else is checked.
FIRST_CHECKS = [check_view, check_is_over, check_purity, check_valid_moves,
                check_make_move]
CHECKS = [check_winner, check_is_over_of_state, check_str_to_move,
          check_estimate]


def check_game(tell: Teller, game_class: Callable[..., Game], sizes: list,
               seed: int) -> None:
    """Check the contracts of game_class by random play that depends on seed,
    in games of these sizes, or of all that are tried if there are none.

    Raise BrokenContractError if there is nothing to play.
    """
    examiner, setups = Examiner(tell), find_setups(game_class, sizes, seed)
    missing = find_missing(setups[0].make())
    expect(not missing, ', '.join(missing))
    examiner.run(check_instructions, setups[0])
    play_at_random(examiner, setups, Random(seed))


def check_instructions(setup: Setup) -> None:
    """Check that the instructions are text."""
    game = setup.make()
    wrong = find_wrong_answer(game, 'get_instructions',
                              game.get_instructions())
    expect(not wrong, wrong)


def play_at_random(examiner: Examiner, setups: list[Setup], rng: Random
                   ) -> None:
    """Play games with these setups, and check each position."""
    deadline, left = monotonic() + MOST_SECONDS, MOST_POSITIONS
    reprs: dict[Any, ReprCheck] = {}
    for i in range(max(MOST_GAMES, len(setups))):
        setup = setups[i % len(setups)]
        # Equal positions have equal reprs whoever has started the game.
        repr_check = reprs.setdefault(setup.size, ReprCheck())
        path, moves = [], [None]
        while moves and len(path) <= MOST_PLIES:
            position = Position(setup, path)
            if left == 0 or monotonic() > deadline \
                    or not check_position(examiner, position, repr_check):
                return
            left -= 1
            moves = sorted(position.state.get_possible_moves(), key=str)
            path = path + [rng.choice(moves)] if moves else path


def check_position(examiner: Examiner, position: Position,
                   repr_check: ReprCheck) -> bool:
    """Check one position. Return whether one can go on from there."""
    examiner.tell(POSITION, str(position))
    for check in FIRST_CHECKS:
        if not examiner.run(check, position):
            return False
    for check in CHECKS:
        examiner.run(check, position)
    if examiner.run(check_repr_again, position):
        examiner.run(repr_check.check_differs, position)
    return True
