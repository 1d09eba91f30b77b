"""Tests and numbers for what is optional, and is worth no points.

    python3 optional.py

tests alpha_beta_strategy, if it is plugged in as 'ab', and says at how many
positions it looks, beside recursive minimax. Then it says how good the
rough_outcome of your Stonehenge is.
"""
from importlib import import_module
from math import inf
from typing import Any
from unittest.mock import patch
import random
import sys
import unittest
from minimax_unittest_basic import AnyStrategy, TinyPlay, begin, check_best, \
    choose, random_plays, random_tree, tiny_plays
from suite_support import PATIENCE, Call, LimitedTest, Play, begin_chance, \
    check, explain, moves_at

# How many positions are tried, and how many of their cells are free; and how
# many seconds each part has.
POSITIONS, FREE_CELLS, SECONDS = 200, 7, 90


class TestAlphaBeta(AnyStrategy, LimitedTest):
    """Tests of the alpha-beta strategy."""
    key: str = 'ab'

    def test_subtract_square(self) -> None:
        """Alpha-beta chooses a best move in Subtract Square from 1 to 25."""
        check_best(self.key, begin(('s', total) for total in range(1, 26)))

    def test_ties(self) -> None:
        """Alpha-beta chooses a best move in tiny games, also if some tie."""
        check_best(self.key, tiny_plays())

    def test_stonehenge(self) -> None:
        """Alpha-beta chooses a best move at positions of Stonehenge 2."""
        check_best(self.key, random_plays(2, games=12))

    def test_positions(self) -> None:
        """Alpha-beta leaves out what cannot matter."""
        chance = begin_chance()
        for _ in range(30):
            tree = {move: random_tree(chance, 4) for move in 'ab'}
            play = TinyPlay(tree, True)
            most, looked = count_needed(tree)[1], count_moves(self.key, play)
            check(looked <= most, f'With alpha and beta, it is enough to make '
                                  f'{most} moves in this tree. Yours makes '
                                  f'{looked}.')


def count_needed(tree: Any, alpha: float = -inf, beta: float = inf
                 ) -> tuple[float, int]:
    """Return the score of tree, and how many moves alpha-beta makes in it."""
    if not isinstance(tree, dict):
        return tree, 0
    best, made = -inf, 0
    for child in tree.values():
        score, below = count_needed(child, -beta, -max(alpha, best))
        best, made = max(best, -score), made + 1 + below
        if best >= beta:
            break
    return best, made


def count_moves(key: str, play: Play) -> int:
    """Return how many moves the strategy with this key makes as it chooses."""
    kind, made = type(play.state), []
    make_move = kind.make_move

    def make_and_count(state: Any, move: Any) -> Any:
        """Return the state after move."""
        made.append(move)
        return make_move(state, move)
    with patch.object(kind, 'make_move', make_and_count):
        choose(key, play)
    return len(made)


def is_plugged_in(key: str) -> bool:
    """Return whether there is a strategy with this key."""
    return key in vars(import_module('game_interface'))['usable_strategies']


def test_alpha_beta() -> None:
    """Test alpha-beta, if it is there."""
    if is_plugged_in('ab'):
        unittest.main(exit=False)


def print_positions() -> None:
    """Print at how many positions the searching strategies look."""
    for name, key, size in (('Subtract Square from 20', 's', 20),
                            ('Stonehenge, side length 2', 'h', 2)):
        for strategy in filter(is_plugged_in, ('mr', 'ab')):
            made = count_moves(strategy, Play(key, size))
            print(f'{name}: {strategy!r} looks at {made + 1:,} positions.')


def print_kept() -> None:
    """Print how often the rough outcome strategy chooses a move that wins, at
    positions of Stonehenge with side length 3. They are the same each time.
    """
    chance, tried, kept = random.Random(1), 0, 0
    known: dict[str, bool] = {}
    while tried < POSITIONS:
        play = Play('h', 3)
        while len(moves_at(play.state)) > FREE_CELLS:
            play.move(chance.choice(sorted(moves_at(play.state))))
        winning = [move for move in moves_at(play.state) if not can_win(
            play.game, play.state.make_move(move), known)]
        # Where all moves are as good, there is nothing to choose.
        if 0 < len(winning) < FREE_CELLS:
            tried += 1
            kept += choose('ro', play) in winning
    print(f"Stonehenge, side length 3: 'ro' chooses a move that wins at {kept} "
          f"of {POSITIONS} positions.")


def can_win(game: Any, state: Any, known: dict[str, bool]) -> bool:
    """Return whether the player to move at state, in a game without ties, can
    win. known has the answers so far.
    """
    if game.is_over(state):
        return False  # Whoever made the last move has won.
    key = repr(state)
    if key not in known:
        known[key] = any(not can_win(game, state.make_move(move), known)
                         for move in moves_at(state))
    return known[key]


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
