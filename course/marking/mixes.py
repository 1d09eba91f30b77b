"""Mixes: one half of the submission with our other half.

A Stonehenge and a strategy that agree with each other may both be wrong. Here
the submission's Stonehenge is played by our strategies, and its strategies play
our Stonehenge and a game that they have never seen. Our halves stay with the
judge. What a test says of itself is for the student to read: "you" is the
student there.
"""
from functools import cache
from importlib import import_module
from typing import Any, Iterator
import builtins
import random
import unittest
from unittest.mock import patch
from course.marking.coins import CoinsGame
from game import Game
from game_state import GameState
from stonehenge import StonehengeGame
from strategy import Search, iterative_minimax_strategy, \
    recursive_minimax_strategy, recursive_score, rough_outcome_strategy

# Positions of Stonehenge are late enough for plain minimax.
SIZE, FREE_CELLS, POSITIONS = 3, 5, 6
ROWS = ((3, 9, 1, 2), (1, 2, 2, 1), (4, 4, 9, 1, 7), (5, 1, 1, 5, 2, 2))


class TestTheirStonehenge(unittest.TestCase):
    """Their Stonehenge under our strategies.

    === Attributes ===
    uses: the modules of the submission that these tests need
    """
    uses: list[str] = ['stonehenge']

    def check_choice(self, choose: Any) -> None:
        """Check that choose finds best moves in their Stonehenge."""
        for p1_starts, moves in late_positions():
            ours, theirs = start(SIZE, p1_starts)
            for move in moves:
                play(ours, theirs, move)
            self.check_same(ours, theirs)
            move = choose(theirs)
            self.assertIn(move, best_moves(ours), (
                f'{tell(ours)}\n\nIn your Stonehenge, our {choose.__name__} '
                f'chose {move!r}. In a correct one, it would have chosen one '
                f'of {best_moves(ours)}: yours goes on differently from here.'))

    def test_recursive_minimax(self) -> None:
        """Our recursive minimax finds best moves in your Stonehenge."""
        self.check_choice(recursive_minimax_strategy)

    def test_iterative_minimax(self) -> None:
        """Our iterative minimax finds best moves in your Stonehenge."""
        self.check_choice(iterative_minimax_strategy)

    def test_whole_games(self) -> None:
        """Games between our strategies go as they do in our Stonehenge."""
        chance = random.Random(148)
        for number in range(6):
            ours, theirs = start(1 + number % 3, number % 2 == 0)
            while not ours.is_over(ours.current_state):
                self.check_same(ours, theirs)
                move = rough_outcome_strategy(theirs) if number % 2 else \
                    chance.choice(ours.current_state.get_possible_moves())
                play(ours, theirs, move)
            self.check_same(ours, theirs)

    def check_same(self, ours: Game, theirs: Any) -> None:
        """Check that the position of theirs is that of ours."""
        state = theirs.current_state
        for what, found, wanted in (
                ('the possible moves, sorted, are',
                 sorted(map(str, state.get_possible_moves())),
                 sorted(ours.current_state.get_possible_moves())),
                ('is_over says', theirs.is_over(state),
                 ours.is_over(ours.current_state)),
                ("is_winner('p1') says", theirs.is_winner('p1'),
                 ours.is_winner('p1')),
                ("is_winner('p2') says", theirs.is_winner('p2'),
                 ours.is_winner('p2'))):
            self.assertEqual(found, wanted, f'{tell(ours)}\n\nHere, {what} '
                                            f'{found}. It should be {wanted}.')


class TestTheirStrategies(unittest.TestCase):
    """Their strategies, playing our Stonehenge and a game new to them.

    === Attributes ===
    uses: the modules of the submission that these tests need
    """
    uses: list[str] = ['strategy']

    def check_best(self, key: str, games: Iterator[Game]) -> None:
        """Check that the strategy with this key chooses best moves."""
        for game in games:
            best, move = best_moves(game), ask_for_move(key, game)
            self.assertIn(move, best, (
                f'{tell(game)}\n\nYour strategy chose {move!r}. A best move is '
                f'one of {best}.'))

    def test_recursive_in_stonehenge(self) -> None:
        """Your recursive minimax chooses best moves in our Stonehenge."""
        self.check_best('mr', our_positions())

    def test_iterative_in_stonehenge(self) -> None:
        """Your iterative minimax chooses best moves in our Stonehenge."""
        self.check_best('mi', our_positions())

    def test_recursive_in_coins(self) -> None:
        """Your recursive minimax chooses best moves in a game new to it."""
        self.check_best('mr', coins())

    def test_iterative_in_coins(self) -> None:
        """Your iterative minimax chooses best moves in a game new to it."""
        self.check_best('mi', coins())

    def test_others(self) -> None:
        """Your random and rough outcome strategies make possible moves in a
        game new to them.
        """
        for key in ('r', 'ro'):
            for game in coins():
                move = ask_for_move(key, game)
                self.assertIn(move, game.current_state.get_possible_moves(),
                              f'{tell(game)}\n\nThat is no possible move.')


def start(size: int, p1_starts: bool) -> tuple[Game, Any]:
    """Return a new game of our Stonehenge, and one of theirs."""
    table = import_module('game_interface').playable_games
    with patch.object(builtins, 'input', lambda _prompt='': str(size)):
        theirs = table['h'](p1_starts)
    return StonehengeGame(p1_starts, size=size), theirs


def ask_for_move(key: str, game: Game) -> Any:
    """Return the move that their strategy with this key chooses in a game of
    ours. It may change the game, but not the position that is judged.
    """
    state = game.current_state
    move = import_module('game_interface').usable_strategies[key](game)
    game.current_state = state
    return move


def play(ours: Game, theirs: Any, move: Any) -> None:
    """Make a move in both games."""
    theirs.current_state = theirs.current_state.make_move(move)
    ours.current_state = ours.current_state.make_move(move)


@cache
def late_positions() -> list[tuple[bool, list[str]]]:
    """Return ways to late positions of Stonehenge: whether player 1 starts, and
    the moves. There, neither the first possible move nor the last one is a best
    one: who does not search may well choose these.
    """
    chance, found = random.Random(148), []
    while len(found) < POSITIONS:
        p1_starts, moves = len(found) % 2 == 0, []
        game = StonehengeGame(p1_starts, size=SIZE)
        while len(free := game.current_state.get_possible_moves()) > FREE_CELLS:
            moves.append(chance.choice(free))
            game.current_state = game.current_state.make_move(moves[-1])
        if free and not {free[0], free[-1]} & set(best_moves(game)):
            found.append((p1_starts, moves))
    return found


def our_positions() -> Iterator[Game]:
    """Yield games of our Stonehenge at late positions."""
    for p1_starts, moves in late_positions():
        game = StonehengeGame(p1_starts, size=SIZE)
        for move in moves:
            game.current_state = game.current_state.make_move(move)
        yield game


def coins() -> Iterator[Game]:
    """Yield games with coins."""
    for number, row in enumerate(ROWS):
        yield CoinsGame(number % 2 == 0, row)


def best_moves(game: Game) -> list:
    """Return the best moves in a game of ours."""
    state: GameState = game.current_state
    search = Search(game)
    scores = {move: -recursive_score(search, state.make_move(move))
              for move in state.get_possible_moves()}
    return [move for move in scores if scores[move] == max(scores.values())]


def tell(game: Game) -> str:
    """Return the position of a game of ours."""
    state = game.current_state
    return f'{state}\n\n{state.get_current_player_name()} is to move.'
