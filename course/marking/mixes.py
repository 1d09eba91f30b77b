"""Mixes: the submission's strategies with games of ours.

A Stonehenge and a strategy that agree with each other may both be wrong. Here
the strategies play our Stonehenge and games that they have never seen. What a
test says of itself is for the student to read: "you" is the student there.

Positions are chosen at random by a seed, so that nobody can hand in a list of
the best moves. The judge sets the environment variable SEED to that of the run.

The games that no submission knows:

- Coins in a row, taken from either end. The player with more in the end wins.
  Ties are possible, and the player who moved last may have lost.
- Paths to choose from: a game of any length. The player to move chooses a path.
  Then the players take turns to make a step, and whoever makes the last one
  wins: an even number of steps wins for the one who chose. There is no tie.
"""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Callable, Iterable
import os
import random
import unittest
from unittest.mock import patch
from game import Game
from game_state import GameState
from stonehenge import StonehengeGame
from strategy import Search, recursive_score

# All positions leave plain minimax a few hundred more to score.
SIZE = 3
FREE_CELLS = 5
POSITIONS = 8
COINS = 7
ROWS = 6
# The scores of the better and of the other end of a row of coins.
ENDS = ((1, 0), (1, -1), (0, -1), (-1, -1))
# Functions can call one another about 1,000 times.
LONG = 1_200
STEP = 'step'


@dataclass(eq=False)
class CoinsState(GameState):
    """A row of coins, and what the players have.

    === Attributes ===
    p1_turn: whether player 1 is the one to move
    coins: the values of the coins that are left, from left to right
    ahead: how much more player 1 has than player 2
    rules: how it is played
    """

    p1_turn: bool
    coins: tuple[int, ...]
    ahead: int = 0
    rules: str = (
        'Take a coin from either end. Whoever has more in the end wins.'
    )

    def __str__(self) -> str:
        """Return the picture of this position."""
        return f'{" ".join(map(str, self.coins))} (p1 {self.ahead:+d})'

    def __repr__(self) -> str:
        """Return an exact description of this position."""
        return f'CoinsState({self.p1_turn}, {self.coins}, {self.ahead})'

    def get_possible_moves(self) -> list[str]:
        """Return the ends of the row."""
        return ['left', 'right'][: len(self.coins)]

    def make_move(self, move: Any) -> 'CoinsState':
        """Return the state after the coin at this end is taken."""
        if move not in self.get_possible_moves():
            raise ValueError(f'{move!r} is not an end of the row')
        if move == 'left':
            taken, *rest = self.coins
        else:
            *rest, taken = self.coins
        gain = taken if self.p1_turn else -taken
        return CoinsState(not self.p1_turn, tuple(rest), self.ahead + gain)

    def rough_outcome(self) -> float:
        """Return an estimate from what the players have."""
        lead = self.ahead if self.p1_turn else -self.ahead
        if not self.coins:
            return float((lead > 0) - (lead < 0))
        return lead / (1 + abs(self.ahead) + sum(self.coins))


@dataclass(eq=False)
class PathsState(GameState):
    """A place before the paths, or on one of them.

    === Attributes ===
    p1_turn: whether player 1 is the one to move
    paths: the numbers of steps of the paths, or how many are left of the one
        that was chosen
    rules: how it is played
    """

    p1_turn: bool
    paths: tuple[int, ...]
    rules: str = (
        'Choose a path. Then take turns. Whoever makes the last step wins.'
    )

    def __str__(self) -> str:
        """Return the picture of this position."""
        return f'Steps to go: {" or ".join(map(str, self.paths))}'

    def __repr__(self) -> str:
        """Return an exact description of this position."""
        return f'PathsState({self.p1_turn}, {self.paths})'

    def get_possible_moves(self) -> list:
        """Return the paths, or a step."""
        if len(self.paths) > 1:
            return list(self.paths)
        return [STEP] if self.paths[0] else []

    def make_move(self, move: Any) -> 'PathsState':
        """Return the state after this path was chosen or this step made."""
        if move not in self.get_possible_moves():
            raise ValueError(f'{move!r} is not a possible move')
        left = self.paths[0] - 1 if move == STEP else move
        return PathsState(not self.p1_turn, (left,))

    def rough_outcome(self) -> float:
        """Return an estimate: none before the end."""
        return 0.0 if self.get_possible_moves() else float(self.LOSE)


@dataclass(eq=False)
class NewGame(Game):
    """A game that is played from a position, which knows the rules."""

    current_state: Any

    def get_instructions(self) -> str:
        """Return the rules."""
        return self.current_state.rules

    def is_over(self, state: GameState) -> bool:
        """Return whether no move is left."""
        return not state.get_possible_moves()

    def is_winner(self, player: str) -> bool:
        """Return whether player has won."""
        state = self.current_state
        wanted = state.LOSE
        if state.get_current_player_name() == player:
            wanted = state.WIN
        return self.is_over(state) and state.rough_outcome() == wanted

    def str_to_move(self, text: Any) -> Any:
        """Return the move that text means, or text if it means none."""
        return int(text) if str(text).isdecimal() else text


class MixTest(unittest.TestCase):
    """Tests of the submission's strategies.

    === Attributes ===
    uses: the modules of the submission that these tests need
    after: the classes of our suite that test the same strategies
    excused: whether this test is not run, as a test there has failed
    """

    longMessage: bool = False
    uses: list[str] = ['strategy']
    after: tuple[str, ...] = ()
    excused: bool = False
    _before: str = ''

    def run(self, result: Any = None) -> Any:
        """Run this test. The result knows which tests have failed before."""
        causes = getattr(getattr(result, 'session', None), 'causes', {})
        found = [causes[name] for name in self.after if causes.get(name)]
        self._before = found[0] if found else ''
        return super().run(result)

    def setUp(self) -> None:
        """Skip this test if it would tell of the same fault again."""
        if self._before:
            self.excused = True
            self.skipTest(f'Not run. See {self._before}.')

    def check_among(self, key: str, game: Game, moves: list) -> None:
        """Check that the strategy with this key chooses one of moves."""
        strategy = import_module('game_interface').usable_strategies[key]
        position = describe(game)
        move = strategy(game)
        name = getattr(strategy, '__name__', key)
        told = (
            f'{name} should choose {" or ".join(map(repr, moves))}. '
            f'Yours chose {move!r}.\n\n{position}'
        )
        self.assertIn(move, moves, told)


class TestTheirRecursiveMinimax(MixTest):
    """Their recursive minimax, in our Stonehenge and in a game new to it.

    === Attributes ===
    key: the key of the strategy
    """

    after: tuple[str, ...] = ('TestRecursiveMinimax',)
    key: str = 'mr'

    def check_best(self, games: Iterable[Game]) -> None:
        """Check that it finds best moves without help from estimates."""
        for game in games:
            best = best_moves(game)
            kind = type(game.current_state)
            with patch.object(kind, 'rough_outcome', without_estimates(kind)):
                self.check_among(self.key, game, best)

    def test_stonehenge(self) -> None:
        """Your minimax chooses best moves in our Stonehenge."""
        for p1_starts, moves in late_positions():
            game = StonehengeGame(p1_starts, size=SIZE)
            for move in moves:
                play(move, game)
            self.check_best([game])

    def test_coins(self) -> None:
        """Your minimax chooses winning moves in a game that is new to it."""
        self.check_best(coins(1))

    def test_ties(self) -> None:
        """Your minimax ties where it cannot win, and moves where it has lost,
        in a game that is new to it."""
        self.check_best(coins(0, -1))


class TestTheirIterativeMinimax(TestTheirRecursiveMinimax):
    """The same tests, of their iterative minimax."""

    after: tuple[str, ...] = ('TestIterativeMinimax',)
    key: str = 'mi'


class TestTheirLongGame(MixTest):
    """Their iterative minimax where recursion does not get to the end."""

    after: tuple[str, ...] = ('TestIterativeMinimax',)

    def test_long_game(self) -> None:
        """Your iterative minimax looks to the end of a game that is too long
        for any recursion."""
        for paths, best in (((3, LONG), LONG), ((2, LONG + 1), 2)):
            game = NewGame(PathsState(True, paths))
            try:
                self.check_among('mi', game, [best])
            except RecursionError:
                self.fail(
                    f'In a game of {paths[1]} moves, your strategy ended '
                    f'in a RecursionError: functions call themselves, '
                    f'or one another. Keep the stack yourself.'
                )


class TestTheirOtherStrategies(MixTest):
    """Their random and rough outcome strategies, in a game new to them."""

    after: tuple[str, ...] = ('TestRandom', 'TestRoughOutcome')

    def test_random(self) -> None:
        """Your random strategy chooses a possible move in a game new to it."""
        for game in coins(1):
            self.check_among('r', game, game.current_state.get_possible_moves())

    def test_rough_outcome(self) -> None:
        """Your rough outcome strategy leaves the worst rough_outcome it can in
        a game new to it."""
        for game in coins(1):
            state = game.current_state
            outcomes = {
                move: state.make_move(move).rough_outcome()
                for move in state.get_possible_moves()
            }
            lowest = min(outcomes.values())
            best = [move for move in outcomes if outcomes[move] == lowest]
            self.check_among('ro', game, best)


def without_estimates(kind: Any) -> Callable[[GameState], float]:
    """Return the rough_outcome of positions of this kind, but with 0 for all
    estimates.
    """
    usual = kind.rough_outcome

    def rough_outcome(state: GameState) -> float:
        """Return the score of a position where the game is over, or 0."""
        return 0.0 if state.get_possible_moves() else usual(state)

    return rough_outcome


def play(move: Any, game: Any) -> None:
    """Make a move in game."""
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
        free = game.current_state.get_possible_moves()
        while len(free) > FREE_CELLS:
            moves.append(chance.choice(free))
            play(moves[-1], game)
            free = game.current_state.get_possible_moves()
        if free and best_moves(game) in [[move] for move in free[1:-1]]:
            found.append((p1_starts, moves))
    return found


@cache
def rows() -> list[tuple[int, CoinsState]]:
    """Return rows of coins, each with the score of its better end, which is the
    left one as often as the right one. Where it wins, rows are even and odd:
    either player may move last.
    """
    chance = begin_chance()
    found: list[tuple[int, CoinsState]] = []
    while len(found) < ROWS * len(ENDS):
        number = len(found)
        best, other = ENDS[number // ROWS]
        # With an even number, whoever is to move nearly always wins.
        length = COINS
        if best > 0 and number // 2 % 2 == 1:
            length -= 1
        row = tuple(chance.randint(1, 9) for _ in range(length))
        state = CoinsState(chance.random() < 0.5, row)
        left, right = (best, other) if number % 2 == 0 else (other, best)
        if score_moves(NewGame(state)) == {'left': left, 'right': right}:
            found.append((best, state))
    chance.shuffle(found)
    return found


def coins(*scores: int) -> list[Game]:
    """Return new games with coins, in which these are the best scores."""
    return [NewGame(state) for best, state in rows() if best in scores]


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
    return {
        move: -recursive_score(search, state.make_move(move))
        for move in state.get_possible_moves()
    }


def describe(game: Game) -> str:
    """Return the position of a game of ours, with the rules if it is new."""
    state = game.current_state
    text = f'{state}\n\n{state.get_current_player_name()} is to move.'
    if isinstance(game, NewGame):
        text = f'The rules: {game.get_instructions()}\n\n{text}'
    return text
