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
from itertools import product
from typing import Any, Iterable
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
COINS, ROWS = 7, 6
# The scores of the better and of the other end of a row of coins.
ENDS = ((1, 0), (1, -1), (0, -1), (-1, -1))
# How many whole games there are of each side length.
GAMES = 6
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
        state = game.current_state
        strategy = import_module('game_interface').usable_strategies[key]
        try:
            move = strategy(game)
        finally:  # The next strategy gets the same game.
            game.current_state = state
        self.assertIn(move, moves, (
            f'{getattr(strategy, "__name__", key)} should choose '
            f'{" or ".join(map(repr, moves))}. Yours chose {move!r}.\n\n'
            f'{describe(game)}'))


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
                f'In your Stonehenge, our {choose.__name__} chose {move!r}. In '
                f'a correct one, it would have chosen one of '
                f'{best_moves(ours)}: yours goes on differently from here.'
                f'\n\n{describe(ours)}'))

    def test_recursive_minimax(self) -> None:
        """Our recursive minimax finds best moves in your Stonehenge."""
        self.check_choice(recursive_minimax_strategy)

    def test_iterative_minimax(self) -> None:
        """Our iterative minimax finds best moves in your Stonehenge."""
        self.check_choice(iterative_minimax_strategy)

    def test_whole_games(self) -> None:
        """Games between our strategies go as they do in our Stonehenge."""
        chance = begin_chance()
        for size, number in product(range(1, 6), range(GAMES)):
            ours, theirs = start(size, number % 2 == 0)
            while not ours.is_over(ours.current_state):
                self.check_same(ours, theirs)
                # On large boards, looking ahead takes theirs a long time.
                move = rough_outcome_strategy(theirs) \
                    if size <= SIZE and number % 3 == 0 else \
                    chance.choice(ours.current_state.get_possible_moves())
                play(move, theirs, ours)
            self.check_same(ours, theirs)

    def check_same(self, ours: Game, theirs: Any) -> None:
        """Check that the position of theirs is that of ours."""
        found, wanted = ({
            'get_possible_moves(), sorted,': sorted(
                map(str, game.current_state.get_possible_moves())),
            'is_over(current_state)': bool(game.is_over(game.current_state)),
            "is_winner('p1')": bool(game.is_winner('p1')),
            "is_winner('p2')": bool(game.is_winner('p2'))}
            for game in (theirs, ours))
        for what in wanted:
            self.assertEqual(found[what], wanted[what], (
                f'{what} should be {wanted[what]}. Yours is {found[what]}.'
                f'\n\n{describe(ours)}'))


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
            told = kind.rough_outcome
            with patch.object(kind, 'rough_outcome', lambda state, told=told:
                              0.0 if state.get_possible_moves()
                              else told(state)):
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
        """Your minimax chooses winning moves in a game that is new to it."""
        self.check_best(coins(1))

    def test_ties(self) -> None:
        """Your minimax ties where it cannot win, and moves where it has lost,
        in a game that is new to it."""
        self.check_best(coins(0, -1))


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
                self.check_among('mi', game, [best])
            except RecursionError:
                self.fail(f'In a game of {paths[1]} moves, your strategy ended '
                          f'in a RecursionError: functions call themselves, '
                          f'or one another. Keep the stack yourself.')


class TestTheirOtherStrategies(MixTest):
    """Their random and rough outcome strategies, in a game new to them."""
    uses: list[str] = ['strategy']

    def test_random(self) -> None:
        """Your random strategy chooses a possible move in a game new to it."""
        for game in coins(1):
            self.check_among('r', game, game.current_state.get_possible_moves())

    def test_rough_outcome(self) -> None:
        """Your rough outcome strategy leaves the worst rough_outcome it can in
        a game new to it."""
        for game in coins(1):
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
        length = COINS - number // 2 % 2 * (best > 0)
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
    return {move: -recursive_score(search, state.make_move(move))
            for move in state.get_possible_moves()}


def describe(game: Game) -> str:
    """Return the position of a game of ours, with the rules if it is new."""
    state = game.current_state
    rules = f'The rules: {game.get_instructions()}\n\n' \
        if isinstance(game, NewGame) else ''
    return f'{rules}{state}\n\n{state.get_current_player_name()} is to move.'
