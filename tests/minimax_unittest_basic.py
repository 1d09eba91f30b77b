"""Basic tests of the strategies, above all of both minimax strategies.

Put this file beside your modules and run
    python3 -m unittest minimax_unittest_basic
It reaches games and strategies through playable_games and usable_strategies in
game_interface.py only.

The strategies play your own games here. If your Stonehenge is not right yet,
see to that first: stonehenge_unittest_basic.py tests it.
"""
from __future__ import annotations
from contextlib import redirect_stdout
from io import StringIO
from typing import Any, Iterator
from unittest.mock import patch
import random
import unittest
from game_interface import playable_games, usable_strategies

LARGEST_TOTAL = 25

# Stonehenge is tested at the positions of some random games, each from the
# moment when this many cells are free, so that slow strategies can keep up.
GAMES = 20
FREE_CELLS = 5

# The squares that leave the other player in a lost position, worked out by
# hand: whoever is to move at 0, 2, 5, 7, 10, 12, 15, 17, 20 or 22 loses.
GOOD_SQUARES = {3: {1}, 6: {1, 4}, 8: {1}, 11: {1, 4, 9}, 13: {1},
                14: {4, 9}, 18: {1, 16}, 19: {4, 9}, 21: {1, 4, 9, 16},
                23: {1, 16}, 24: {4, 9}, 29: {9}}
LOST_TOTALS = (2, 5, 7, 10, 12, 15, 17, 20, 22)


def typing(*answers: str) -> Any:
    """Return a context in which the player types these answers, no more."""
    end = AssertionError(f'input() was called more often than the '
                         f'{len(answers)} time(s) that were needed.')
    return patch('builtins.input', side_effect=[*answers, end])


def new_game(key: str, size: int, p1_starts: bool = True) -> Any:
    """Return a new game: Subtract Square from size if key is 's', Stonehenge
    with the side length size if it is 'h'.
    """
    with typing(str(size)), redirect_stdout(StringIO()):
        return playable_games[key](p1_starts)


def move_of(strategy: str, game: Any) -> Any:
    """Return the move that the strategy with this key chooses for game."""
    with redirect_stdout(StringIO()):
        return usable_strategies[strategy](game)


def shown(state: Any, about: str = '') -> str:
    """Return a message that shows state, and says what it is about."""
    return f'\n{state}\n{state.get_current_player_name()} is to move. {about}'


def key_of(state: Any) -> tuple[str, str, str]:
    """Return what tells state from all other positions of its game."""
    return state.get_current_player_name(), str(state), repr(state)


def successors(state: Any) -> list[Any]:
    """Return the states that the possible moves at state lead to."""
    return [state.make_move(move) for move in state.get_possible_moves()]


def positions(game: Any) -> list[Any]:
    """Return each position that can come up in game before it is over."""
    found = {key_of(game.current_state): game.current_state}
    to_visit = [game.current_state]
    while to_visit:
        for state in successors(to_visit.pop()):
            if key_of(state) not in found and not game.is_over(state):
                found[key_of(state)] = state
                to_visit.append(state)
    return list(found.values())


def final_score(game: Any, state: Any) -> int:
    """Return the score of state, where game is over, for the player to move.
    """
    before, game.current_state = game.current_state, state
    winners = [name for name in ('p1', 'p2') if game.is_winner(name)]
    game.current_state = before
    if not winners:
        return state.DRAW
    return (state.WIN if state.get_current_player_name() in winners
            else state.LOSE)


def score(game: Any, state: Any, known: dict[tuple, int]) -> int:
    """Return the score of state, a position in game, for the player to move,
    by plain minimax. known holds the scores of positions seen before.
    """
    key = key_of(state)
    if key not in known:
        if game.is_over(state):
            known[key] = final_score(game, state)
        else:
            known[key] = max(-score(game, child, known)
                             for child in successors(state))
    return known[key]


def winning_moves(game: Any) -> list[Any]:
    """Return the moves that end game at once. Nobody loses by their own move
    in the games here, so these moves win.
    """
    state = game.current_state
    return [move for move in state.get_possible_moves()
            if game.is_over(state.make_move(move))]


def subtract_square_games() -> Iterator[Any]:
    """Yield games of Subtract Square from 1 up to LARGEST_TOTAL."""
    for total in range(1, LARGEST_TOTAL + 1):
        yield new_game('s', total, p1_starts=total % 3 != 0)


def all_stonehenge_games(size: int) -> Iterator[Any]:
    """Yield a game of Stonehenge with this side length at each position before
    the end, except that of the positions after one move.
    """
    game = new_game('h', size)
    cells = len(game.current_state.get_possible_moves())
    for state in positions(game):
        # Without these, size 2 takes slow strategies half the time.
        if len(state.get_possible_moves()) != cells - 1:
            game.current_state = state
            yield game


def random_stonehenge_games(size: int) -> Iterator[Any]:
    """Yield some random games of Stonehenge with this side length, whenever
    there are FREE_CELLS free cells or fewer.
    """
    chance = random.Random(148)
    for number in range(GAMES):
        game = new_game('h', size, p1_starts=number % 2 == 0)
        state = game.current_state
        while not game.is_over(state):
            moves = sorted(state.get_possible_moves())
            game.current_state = state
            if len(moves) <= FREE_CELLS:
                yield game
            state = state.make_move(chance.choice(moves))


def some_games() -> Iterator[Any]:
    """Yield games of both kinds at all stages, but none that is over."""
    yield from subtract_square_games()
    yield new_game('h', 2)
    for size in (1, 2, 3):
        yield from random_stonehenge_games(size)


def finished_games() -> Iterator[Any]:
    """Yield games that are over."""
    for p1_starts in (True, False):
        yield new_game('s', 0, p1_starts)
        game = new_game('h', 1, p1_starts)
        game.current_state = game.current_state.make_move('B')
        yield game


class StrategyTestCase(unittest.TestCase):
    """Checks that suit every strategy. It has no tests of its own."""

    def assert_possible(self, strategy: str) -> None:
        """Assert that the strategy with this key chooses possible moves."""
        for game in some_games():
            state = game.current_state
            move = move_of(strategy, game)
            self.assertIn(move, state.get_possible_moves(),
                          shown(state, f'{strategy!r} chose {move!r}.'))

    def assert_untouched(self, strategy: str) -> None:
        """Assert that the strategy with this key leaves a game as it was."""
        for game in some_games():
            state = game.current_state
            before, attributes = key_of(state), dict(vars(game))
            move_of(strategy, game)
            message = shown(state, f'{strategy!r} was asked for a move. Now '
                                   f'this is current_state:'
                                   f'{shown(game.current_state)}')
            self.assertIs(game.current_state, state, message)
            self.assertEqual(key_of(state), before, message)
            self.assertEqual(vars(game), attributes, message)

    def assert_refuses(self, strategy: str) -> None:
        """Assert that the strategy with this key raises ValueError if a game
        is over, and leaves the game as it was.
        """
        for game in finished_games():
            state = game.current_state
            before = key_of(state)
            message = shown(state, f'{strategy!r} was asked for a move.')
            with self.assertRaises(ValueError, msg=message):
                move_of(strategy, game)
            self.assertIs(game.current_state, state, message)
            self.assertEqual(key_of(state), before, message)


class TestRecursiveMinimax(StrategyTestCase):
    """Tests of the recursive minimax strategy.

    === Attributes ===
    strategy: the key of the strategy to test
    """
    strategy: str = 'mr'

    def assert_best(self, games: Iterator[Any]) -> None:
        """Assert that the strategy chooses a best move in each of games."""
        known: dict[tuple, int] = {}
        for game in games:
            state = game.current_state
            move = move_of(self.strategy, game)
            best = score(game, state, known)
            self.assertEqual(-score(game, state.make_move(move), known), best,
                             shown(state, f'{self.strategy!r} chose {move!r}, '
                                          f'but the score here is {best}.'))

    def test_possible(self) -> None:
        """Minimax always chooses one of the possible moves."""
        self.assert_possible(self.strategy)

    def test_untouched(self) -> None:
        """Minimax leaves the game, its current_state above all, as it was."""
        self.assert_untouched(self.strategy)

    def test_finished(self) -> None:
        """Minimax raises a ValueError if the game is over."""
        self.assert_refuses(self.strategy)

    def test_wins_at_once(self) -> None:
        """Minimax wins at once if it can."""
        for game in some_games():
            state, wins = game.current_state, winning_moves(game)
            if wins:
                move = move_of(self.strategy, game)
                self.assertIn(move, wins,
                              shown(state, f'{self.strategy!r} chose {move!r}, '
                                           f'but {wins} would win at once.'))

    def test_good_squares(self) -> None:
        """Minimax leaves a lost number in Subtract Square, as 7 from 8."""
        for total, squares in GOOD_SQUARES.items():
            for p1_starts in (True, False):
                game = new_game('s', total, p1_starts)
                move = move_of(self.strategy, game)
                self.assertIn(move, squares,
                              shown(game.current_state,
                                    f'{self.strategy!r} chose {move!r}, but '
                                    f'the good squares are {squares}.'))

    def test_lost_numbers(self) -> None:
        """Minimax makes a move in Subtract Square when every move loses."""
        for total in LOST_TOTALS:
            game = new_game('s', total)
            state = game.current_state
            move = move_of(self.strategy, game)
            self.assertIs(state.is_valid_move(move), True,
                          shown(state, f'{self.strategy!r} chose {move!r}.'))

    def test_lost_boards(self) -> None:
        """Minimax makes a move in Stonehenge when every move loses."""
        known: dict[tuple, int] = {}
        for game in random_stonehenge_games(3):
            state = game.current_state
            if score(game, state, known) == state.LOSE:
                move = move_of(self.strategy, game)
                self.assertIs(state.is_valid_move(move), True,
                              shown(state,
                                    f'{self.strategy!r} chose {move!r}.'))

    def test_subtract_square(self) -> None:
        """Minimax chooses a best move in Subtract Square from 1 to 25."""
        self.assert_best(subtract_square_games())

    def test_stonehenge_1(self) -> None:
        """Minimax chooses a best move in Stonehenge 1, whoever starts."""
        self.assert_best(random_stonehenge_games(1))

    def test_stonehenge_2(self) -> None:
        """Minimax chooses a best move at the positions of Stonehenge 2."""
        self.assert_best(all_stonehenge_games(2))

    def test_stonehenge_3(self) -> None:
        """Minimax chooses a best move at late positions of Stonehenge 3."""
        self.assert_best(random_stonehenge_games(3))

    def test_whole_games(self) -> None:
        """Minimax wins from 23 in Subtract Square, whatever the other does."""
        chance = random.Random(148)
        for p1_starts in [True, False] * 5:
            game = new_game('s', 23, p1_starts)
            starter = game.current_state.get_current_player_name()
            while not game.is_over(game.current_state):
                state = game.current_state
                if state.get_current_player_name() == starter:
                    move = move_of(self.strategy, game)
                else:
                    move = chance.choice(state.get_possible_moves())
                game.current_state = state.make_move(move)
            self.assertIs(game.is_winner(starter), True,
                          shown(game.current_state,
                                f'{starter} was {self.strategy!r}.'))


class TestIterativeMinimax(TestRecursiveMinimax):
    """The same tests, of the iterative minimax strategy."""
    strategy = 'mi'


class TestBothMinimax(unittest.TestCase):
    """A test of both minimax strategies together."""

    def test_equal_scores(self) -> None:
        """Both minimax strategies choose moves of the same score."""
        known: dict[tuple, int] = {}
        for game in some_games():
            state = game.current_state
            moves, scores = {}, {}
            for strategy in ('mr', 'mi'):
                game.current_state = state
                moves[strategy] = move_of(strategy, game)
                scores[strategy] = -score(
                    game, state.make_move(moves[strategy]), known)
            self.assertEqual(scores['mr'], scores['mi'],
                             shown(state, f'They chose {moves}, with the '
                                          f'scores {scores}.'))


class TestRandom(StrategyTestCase):
    """Tests of the random strategy."""

    def test_possible(self) -> None:
        """The random strategy always chooses one of the possible moves."""
        self.assert_possible('r')

    def test_untouched(self) -> None:
        """The random strategy leaves the game as it was."""
        self.assert_untouched('r')

    def test_finished(self) -> None:
        """The random strategy raises a ValueError if the game is over."""
        self.assert_refuses('r')

    def test_every_move(self) -> None:
        """The random strategy chooses each possible move sooner or later."""
        for game in (new_game('s', LARGEST_TOTAL), new_game('h', 2)):
            state = game.current_state
            chosen = {move_of('r', game) for _ in range(500)}
            self.assertEqual(chosen, set(state.get_possible_moves()),
                             shown(state, 'It was asked 500 times.'))


class TestRoughOutcome(StrategyTestCase):
    """Tests of the rough outcome strategy."""

    def test_possible(self) -> None:
        """The rough outcome strategy chooses one of the possible moves."""
        self.assert_possible('ro')

    def test_untouched(self) -> None:
        """The rough outcome strategy leaves the game as it was."""
        self.assert_untouched('ro')

    def test_finished(self) -> None:
        """The rough outcome strategy raises a ValueError if the game is over.
        """
        self.assert_refuses('ro')

    def test_most_promising(self) -> None:
        """The rough outcome strategy leaves the worst rough_outcome it can."""
        for game in some_games():
            state = game.current_state
            move = move_of('ro', game)
            outcomes = {possible: state.make_move(possible).rough_outcome()
                        for possible in state.get_possible_moves()}
            self.assertEqual(outcomes[move], min(outcomes.values()),
                             shown(state, f'It chose {move!r}. What the moves '
                                          f'leave: {outcomes}.'))


class TestInteractive(StrategyTestCase):
    """Tests of the interactive strategy."""

    def assert_typed(self, game: Any, answers: list[str], move: Any) -> None:
        """Assert that a player who types answers gets the move at the end.

        A strategy may ask again itself after a bad answer, or hand on a move
        that is not valid and be called again by the program that plays.
        """
        state = game.current_state
        chosen = None
        message = shown(state, f'The player typed {answers}.')
        with typing(*answers) as question, redirect_stdout(StringIO()):
            for _ in answers:
                if not state.is_valid_move(chosen):
                    chosen = usable_strategies['i'](game)
        self.assertEqual(chosen, move, message)
        self.assertEqual(question.call_count, len(answers), message)
        self.assertIs(game.current_state, state, message)

    def test_letters(self) -> None:
        """A player can type a cell in upper or lower case."""
        for answer in ('C', 'c', ' c '):
            self.assert_typed(new_game('h', 2), [answer], 'C')

    def test_numbers(self) -> None:
        """A player can type a square."""
        for answer in ('9', ' 9 '):
            self.assert_typed(new_game('s', 20), [answer], 9)

    def test_bad_letters(self) -> None:
        """After a move that is not possible, a player can type another one."""
        game = new_game('h', 2)
        game.current_state = game.current_state.make_move('D')
        self.assert_typed(game, ['D', 'Q', '', '7', 'g'], 'G')

    def test_bad_numbers(self) -> None:
        """After a number that is no possible square, another can be typed."""
        self.assert_typed(new_game('s', 20), ['3', '25', '0', '-4', 'x', '4'],
                          4)

    def test_finished(self) -> None:
        """The interactive strategy raises a ValueError if the game is over."""
        with typing('A', 'A', 'A', 'A'):
            self.assert_refuses('i')


if __name__ == "__main__":
    unittest.main()
