"""Tests and numbers for what is optional, and is worth no points.

    python3 optional.py

tests alpha_beta_strategy, if it is plugged in as 'ab', and says at how many
positions it looks, beside recursive minimax. Then it says how good the
rough_outcome of your Stonehenge is.
"""
from unittest.mock import patch
import random
import sys
import unittest
import minimax_unittest_basic as suite
from suite_support import PATIENCE, Call, Play, check, explain, find, moves_at

# How many positions are tried, and how many of their cells are free; and how
# many seconds each part has.
POSITIONS, FREE_CELLS, SECONDS = 200, 7, 90

# How many moves alpha-beta makes in Subtract Square from this total.
TOTAL, ENOUGH = 20, 908


class TestAlphaBeta(suite.TestRecursiveMinimax):
    """The tests of recursive minimax, and one more, of alpha-beta."""
    key: str = 'ab'

    def test_positions(self) -> None:
        """Alpha-beta leaves out what cannot matter."""
        play = Play('s', TOTAL)
        made = count_moves(self.key, play)
        check(made <= ENOUGH, f'With alpha and beta, it is enough to make '
                              f'{ENOUGH} moves. Yours makes {made}.')


def count_moves(key: str, play: Play) -> int:
    """Return how many moves the strategy with this key makes as it chooses."""
    kind = type(play.state)
    with patch.object(kind, 'make_move', autospec=True,
                      side_effect=kind.make_move) as make_move:
        suite.choose(key, play)
    return make_move.call_count


def is_plugged_in(key: str) -> bool:
    """Return whether there is a strategy with this key."""
    find('usable_strategies', 'i')  # This imports game_interface.py.
    return key in sys.modules['game_interface'].usable_strategies


def test_alpha_beta() -> None:
    """Test alpha-beta, if it is there."""
    if is_plugged_in('ab'):
        unittest.main(exit=False)


def print_positions() -> None:
    """Print at how many positions the searching strategies look."""
    for name, key, size in ((f'Subtract Square from {TOTAL}', 's', TOTAL),
                            ('Stonehenge, side length 2', 'h', 2)):
        for strategy in filter(is_plugged_in, ('mr', 'ab')):
            made = count_moves(strategy, Play(key, size))
            print(f'{name}: {strategy!r} looks at {made + 1:,} positions.')


def print_kept() -> None:
    """Print how often the rough outcome strategy chooses a move that wins, at
    positions of Stonehenge with side length 3. They are the same each time.
    """
    chance, known = random.Random(1), dict[tuple, int]()
    tried, kept = 0, 0
    while tried < POSITIONS:
        play = Play('h', 3)
        while len(moves_at(play.state)) > FREE_CELLS:
            play.move(chance.choice(sorted(moves_at(play.state))))
        scores = suite.rate_moves(play, known)
        # Where all moves are as good, there is nothing to choose.
        if len(set(scores.values())) > 1:
            tried += 1
            kept += scores[suite.choose('ro', play)] == 1
    print(f"Stonehenge, side length 3: 'ro' chooses a move that wins at {kept} "
          f"of {POSITIONS} positions.")


def main() -> None:
    """Test and print all of that, each as far as it can be done."""
    for part in test_alpha_beta, print_positions, print_kept:
        call = Call(part)
        error = call.error if call.ends_within(SECONDS) \
            else call.to_error(f'was still running after {SECONDS} s')
        if error:
            print(explain(error)[1])
        call.stop(PATIENCE)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print('\nStopped.')
        sys.exit(130)
