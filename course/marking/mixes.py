"""Mixes: one half of the submission with our other half.

A Stonehenge and a strategy that agree with each other may both be wrong. Here
the submission's Stonehenge is played by our strategies, and its strategies play
our Stonehenge and games that they have never seen. Our halves stay with the
judge. What a test says of itself is for the student to read: "you" is the
student there.

Positions are chosen at random by a seed, so that nobody can hand in a list of
the best moves. The judge sets the environment variable SEED to that of the run.
"""
from functools import cache
from importlib import import_module
from typing import Any, Callable, Iterable
import builtins
import os
import random
import unittest
from unittest.mock import patch
from course.marking.games import CoinsState, NewGame, PathsState
from game import Game
from game_state import GameState
from stonehenge import StonehengeGame
from strategy import Search, iterative_minimax_strategy, \
    recursive_minimax_strategy, recursive_score, rough_outcome_strategy

# All positions leave plain minimax a few hundred more to score.
SIZE, FREE_CELLS, POSITIONS = 3, 5, 8
COINS, ROWS = 7, 12
# Functions can call one another about 1,000 times.
LONG = 1_200


class MixTest(unittest.TestCase):
    """Tests of one half of the submission.

    === Attributes ===
    uses: the modules of the submission that these tests need
    """
    longMessage: bool = False
    uses: list[str]

    def check_among(self, key: str, game: Game, moves: list) -> None:
        """Check that the strategy with this key chooses one of moves."""
        move = ask_for_move(key, game)
        self.assertIn(move, moves, (
            f'{describe(game)}\n\nYour strategy chose {move!r}. It should have '
            f'chosen {" or ".join(map(repr, moves))}.'))


class TestTheirStonehenge(MixTest):
    """Their Stonehenge under our strategies."""
    uses: list[str] = ['stonehenge']

    def check_choice(self, choose: Any) -> None:
        """Check that choose finds best moves in their Stonehenge."""
        for p1_starts, moves in late_positions():
            ours, theirs = start(SIZE, p1_starts)
            for move in moves:
                play(move, theirs, ours)
            self.check_same(ours, theirs)
            move = choose(theirs)
            self.assertIn(move, best_moves(ours), (
                f'{describe(ours)}\n\nIn your Stonehenge, our '
                f'{choose.__name__} chose {move!r}. In a correct one, it would '
                f'have chosen one of {best_moves(ours)}: yours goes on '
                f'differently from here.'))

    def test_recursive_minimax(self) -> None:
        """Our recursive minimax finds best moves in your Stonehenge."""
        self.check_choice(recursive_minimax_strategy)

    def test_iterative_minimax(self) -> None:
        """Our iterative minimax finds best moves in your Stonehenge."""
        self.check_choice(iterative_minimax_strategy)

    def test_whole_games(self) -> None:
        """Games between our strategies go as they do in our Stonehenge."""
        chance = begin_chance()
        for number in range(6):
            ours, theirs = start(1 + number % 3, number % 2 == 0)
            while not ours.is_over(ours.current_state):
                self.check_same(ours, theirs)
                move = rough_outcome_strategy(theirs) if number % 2 else \
                    chance.choice(ours.current_state.get_possible_moves())
                play(move, theirs, ours)
            self.check_same(ours, theirs)

    def check_same(self, ours: Game, theirs: Any) -> None:
        """Check that the position of theirs is that of ours."""
        found, wanted = ({
            'the possible moves, sorted, are': sorted(
                map(str, game.current_state.get_possible_moves())),
            'is_over says': game.is_over(game.current_state),
            "is_winner('p1') says": game.is_winner('p1'),
            "is_winner('p2') says": game.is_winner('p2')}
            for game in (theirs, ours))
        for what in wanted:
            self.assertEqual(found[what], wanted[what], (
                f'{describe(ours)}\n\nHere, {what} {found[what]}. It should be '
                f'{wanted[what]}.'))


class TestTheirRecursiveMinimax(MixTest):
    """Their recursive minimax, in our Stonehenge and in a game new to it.

    === Attributes ===
    key: the key of the strategy
    """
    uses: list[str] = ['strategy']
    key: str = 'mr'

    def check_best(self, games: Iterable[Game]) -> None:
        """Check that it finds best moves without help from estimates."""
        for game in games:
            best, kind = best_moves(game), type(game.current_state)
            with patch.object(kind, 'rough_outcome',
                              hide_estimates(kind.rough_outcome)):
                self.check_among(self.key, game, best)

    def test_stonehenge(self) -> None:
        """Your minimax chooses best moves in our Stonehenge."""
        games = []
        for p1_starts, moves in late_positions():
            games.append(StonehengeGame(p1_starts, size=SIZE))
            for move in moves:
                play(move, games[-1])
        self.check_best(games)

    def test_coins(self) -> None:
        """Your minimax chooses best moves in a game that is new to it."""
        self.check_best(coins())


class TestTheirIterativeMinimax(TestTheirRecursiveMinimax):
    """The same tests, of their iterative minimax."""
    key: str = 'mi'


class TestTheirLongGame(MixTest):
    """Their iterative minimax where recursion does not get to the end."""
    uses: list[str] = ['strategy']

    def test_long_game(self) -> None:
        """Your iterative minimax looks to the end of a game that is too long
        for any recursion."""
        for paths, best in (((3, LONG), LONG), ((2, LONG + 1), 2)):
            game = NewGame(PathsState(True, paths))
            try:
                move = ask_for_move('mi', game)
            except RecursionError:
                self.fail(f'In a game of {paths[1]} moves, your strategy ended '
                          f'in a RecursionError: functions call themselves, '
                          f'or one another. Keep the stack yourself.')
            self.assertEqual(move, best, (
                f'{game.get_instructions()}\n\n{describe(game)}\n\n'
                f'Your strategy chose {move!r}. The best move is {best!r}.'))


class TestTheirOtherStrategies(MixTest):
    """Their random and rough outcome strategies, in a game new to them."""
    uses: list[str] = ['strategy']

    def test_random(self) -> None:
        """Your random strategy chooses a possible move in a game new to it."""
        for game in coins():
            self.check_among('r', game, game.current_state.get_possible_moves())

    def test_rough_outcome(self) -> None:
        """Your rough outcome strategy leaves the worst rough_outcome it can in
        a game new to it."""
        for game in coins():
            state = game.current_state
            outcomes = {move: state.make_move(move).rough_outcome()
                        for move in state.get_possible_moves()}
            self.check_among('ro', game, [
                move for move in outcomes
                if outcomes[move] == min(outcomes.values())])


def start(size: int, p1_starts: bool) -> tuple[Game, Any]:
    """Return a new game of our Stonehenge, and one of theirs."""
    table = import_module('game_interface').playable_games
    with patch.object(builtins, 'input', lambda _prompt='': str(size)):
        theirs = table['h'](p1_starts)
    return StonehengeGame(p1_starts, size=size), theirs


def ask_for_move(key: str, game: Game) -> Any:
    """Return the move that their strategy chooses for this position."""
    state = game.current_state
    move = import_module('game_interface').usable_strategies[key](game)
    game.current_state = state
    return move


def play(move: Any, *games: Any) -> None:
    """Make a move in games."""
    for game in games:
        game.current_state = game.current_state.make_move(move)


@cache
def late_positions() -> list[tuple[bool, list[str]]]:
    """Return ways to late positions of Stonehenge: who starts, and the moves.
    The one best move there is neither the first nor the last possible one.
    """
    chance = begin_chance()
    found: list[tuple[bool, list[str]]] = []
    while len(found) < POSITIONS:
        p1_starts = len(found) % 2 == 0
        moves: list[str] = []
        game = StonehengeGame(p1_starts, size=SIZE)
        while len(free := game.current_state.get_possible_moves()) > FREE_CELLS:
            moves.append(chance.choice(free))
            play(moves[-1], game)
        if free and best_moves(game) in [[move] for move in free[1:-1]]:
            found.append((p1_starts, moves))
    return found


@cache
def coins() -> list[Game]:
    """Return games with coins, each with one winning end. In half of them, the
    other leads to a tie. Rows are even and odd: either may move last.
    """
    chance = begin_chance()
    found: list[Game] = []
    while len(found) < ROWS:
        length = COINS - len(found) // 2 % 2
        row = tuple(chance.randint(1, 9) for _ in range(length))
        game = NewGame(CoinsState(chance.random() < 0.5, row))
        other = 0 if len(found) < ROWS / 2 else -1
        left, right = (1, other) if len(found) % 2 == 0 else (other, 1)
        if score_moves(game) == {'left': left, 'right': right}:
            found.append(game)
    chance.shuffle(found)
    return found


def begin_chance() -> random.Random:
    """Return a source of random numbers, the same ones in the whole run."""
    return random.Random(os.environ.get('SEED', '148'))


def best_moves(game: Game) -> list:
    """Return the best moves in a game of ours."""
    scores = score_moves(game)
    return [move for move in scores if scores[move] == max(scores.values())]


def score_moves(game: Game) -> dict[Any, float]:
    """Return the scores of the possible moves in a game of ours."""
    state: GameState = game.current_state
    search = Search(game)
    return {move: -recursive_score(search, state.make_move(move))
            for move in state.get_possible_moves()}


def hide_estimates(rough_outcome: Callable) -> Callable:
    """Return a rough_outcome that gives 0 before the game is over."""
    return lambda state: 0.0 if state.get_possible_moves() \
        else rough_outcome(state)


def describe(game: Game) -> str:
    """Return the position of a game of ours."""
    state = game.current_state
    return f'{state}\n\n{state.get_current_player_name()} is to move.'
