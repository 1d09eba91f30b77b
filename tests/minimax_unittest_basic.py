"""Basic tests of the strategies, above all of both minimax strategies.

Put this file beside your modules and run
    python3 -m unittest minimax_unittest_basic
It reaches games and strategies through playable_games and usable_strategies in
game_interface.py only.

The strategies play your own games here. If your Stonehenge is not right yet,
see to that first: stonehenge_unittest_basic.py tests it.

The tests come in the order in which to look at them: each relies on what those
before it test. What the tests use comes after them.

A test that takes more than 10 seconds fails, and tells where your code is. For
another limit, set SECONDS_PER_TEST, for example
    SECONDS_PER_TEST=30 python3 -m unittest minimax_unittest_basic
Even if Python is stuck in one long operation, the run as a whole ends, with
"Timeout" and the lines where it was. What your code prints is shown only if a
test fails.
"""
from __future__ import annotations
from collections import deque
from contextlib import redirect_stdout, suppress
from functools import partial, wraps
from importlib import import_module
from io import StringIO
from textwrap import fill, indent
from types import FrameType
from typing import Any, Callable, Iterable, Iterator, Optional, Tuple
from unittest.mock import patch
import builtins
import faulthandler
import inspect
import linecache
import os
import random
import re
import sys
import sysconfig
import threading
import time
import traceback
import unittest

LARGEST_TOTAL = 25

# Stonehenge is tested at positions with this many free cells at most, so that
# plain minimax can keep up: from there it has a few hundred positions to score.
FREE_CELLS = 5

# The squares that leave the other player in a lost position, worked out by
# hand: whoever is to move at 0, 2, 5, 7, 10, 12, 15, 17, 20 or 22 loses.
GOOD_SQUARES = {3: [1], 6: [1, 4], 8: [1], 11: [1, 4, 9], 13: [1],
                14: [4, 9], 18: [1, 16], 19: [4, 9], 21: [1, 4, 9, 16],
                23: [1, 16], 24: [4, 9]}
LOST_TOTALS = (2, 5, 7, 10, 12, 15, 17, 20, 22)

# What a score means for the player to move.
RESULTS = {1: 'a win', 0: 'a tie', -1: 'a loss'}

# What is wrong most often when minimax chooses a bad move.
HINT = ('\nA score is for the player to move. Is that of the other player '
        'negated each time, and the highest taken?')


class LimitedTest(unittest.TestCase):
    """Tests with a time limit, whose failures tell how they came about.

    === Attributes ===
    order: the place of these tests among those of both suites: they rely on
        what the tests before them test
    report: what the report says if the test has failed
    causes: which test has told first of an exception, an endless loop or a
        missing part, in the run that is going on
    stop_all: what keeps all further tests from being run
    """
    order: int
    report: str = ''
    causes: dict[tuple, str] = {}
    stop_all: Callable

    def __init_subclass__(cls, order: int) -> None:
        """Set the order of this class and put its tests under the limit."""
        super().__init_subclass__()
        cls.order = order
        for name, test in list(vars(cls).items()):
            if name.startswith('test_'):
                setattr(cls, name, limited(test))

    def run(self, result: Any = None) -> Any:
        """Run this test, and have the report arranged in the end."""
        result = result or self.defaultTestResult()
        # Under pytest, each test has a result, and all have one session.
        LimitedTest.causes = vars(
            getattr(result, 'session', result)).setdefault('causes', {})
        self.stop_all = getattr(result, 'stop', lambda: None)
        if isinstance(result, unittest.TextTestResult):
            result.stopTestRun = partial(arrange_report, result)
        return super().run(result)


def limited(test: Callable) -> Callable:
    """Return test with a time limit."""
    @wraps(test)
    def run_limited(self: LimitedTest) -> None:
        """Run the test, as long as it may take."""
        judge(self, test)
    return run_limited


class TestSubtractSquare(LimitedTest, order=11):
    """Tests of Subtract Square, as far as the strategies need it."""

    def test_moves(self) -> None:
        """The moves are the squares, and each leads to what it leaves."""
        squares = [1, 4, 9, 16, 25]
        for total in range(LARGEST_TOTAL + 1):
            play = Play('s', total)
            check_same('The possible moves, sorted,',
                       sorted(moves_at(play.state)),
                       [each for each in squares if each <= total])
            for square in moves_at(play.state):
                after = play.state.make_move(square)
                check(str(after).endswith(str(total - square)),
                      f'make_move({square}) should leave {total - square}. '
                      f'Yours leads to this:', state=after)
                check_same(f'After the move {square}, p1_turn', after.p1_turn,
                           False)

    def test_end(self) -> None:
        """Whoever reaches 0 wins, and nobody has won before."""
        for total, moves in ((0, []), (9, [9]), (6, [4, 1, 1]), (7, [1])):
            for p1_starts in (True, False):
                play = Play('s', total, p1_starts)
                for move in moves:
                    play.move(move)
                over = sum(moves) == total
                check_same('is_over(current_state)',
                           play.game.is_over(play.state), over)
                mover = play.state.get_current_player_name()
                for player in ('p1', 'p2'):
                    check_same(f'is_winner({player!r})',
                               play.game.is_winner(player),
                               over and player != mover)


class TestInteractive(LimitedTest, order=12):
    """Tests of the interactive strategy."""

    def test_letters(self) -> None:
        """A player can type a cell in upper or lower case."""
        for answer in ('C', 'c', ' c '):
            check_typed(Play('h', 2), [answer], 'C')

    def test_numbers(self) -> None:
        """A player can type a square."""
        for answer in ('9', ' 9 '):
            check_typed(Play('s', 20), [answer], 9)

    def test_bad_letters(self) -> None:
        """After a move that is not possible, a player can type another one."""
        play = Play('h', 2)
        play.move('D')
        check_typed(play, ['D', 'Q', '', '7', 'g'], 'G')

    def test_bad_numbers(self) -> None:
        """After a number that is no possible square, another can be typed."""
        check_typed(Play('s', 20), ['3', '25', '0', '-4', 'x', '4'], 4)

    def test_finished(self) -> None:
        """The interactive strategy raises a ValueError if the game is over."""
        with Typing('A', 'A', 'A', 'A'):
            check_refusal('i')


class TestRandom(LimitedTest, order=13):
    """Tests of the random strategy."""

    def test_possible(self) -> None:
        """The random strategy always chooses one of the possible moves."""
        check_possible('r')

    def test_untouched(self) -> None:
        """The random strategy leaves the game as it was."""
        check_untouched('r')

    def test_finished(self) -> None:
        """The random strategy raises a ValueError if the game is over."""
        check_refusal('r')

    def test_every_move(self) -> None:
        """The random strategy chooses each possible move sooner or later."""
        for play in begin([('s', LARGEST_TOTAL), ('h', 2)]):
            chosen = {choose('r', play) for _ in range(500)}
            never = [move for move in moves_at(play.state)
                     if move not in chosen]
            check(not never, f'{name_of("r")} was asked 500 times and never '
                             f'chose one of {never}.')


class TestRoughOutcome(LimitedTest, order=14):
    """Tests of the rough outcome strategy."""

    def test_possible(self) -> None:
        """The rough outcome strategy chooses one of the possible moves."""
        check_possible('ro')

    def test_untouched(self) -> None:
        """The rough outcome strategy leaves the game as it was."""
        check_untouched('ro')

    def test_finished(self) -> None:
        """The rough outcome strategy raises a ValueError if the game is over.
        """
        check_refusal('ro')

    def test_most_promising(self) -> None:
        """The rough outcome strategy leaves the worst rough_outcome it can."""
        for play in some_plays():
            move = choose('ro', play)
            outcomes = {each: play.state.make_move(each).rough_outcome()
                        for each in moves_at(play.state)}
            lowest = min(outcomes.values())
            best = [each for each in outcomes if outcomes[each] == lowest]
            check(move in best,
                  f'{name_of("ro")} should choose {any_of(best)}, after which '
                  f'the rough_outcome\nfor the other player is lowest: '
                  f'{lowest}.\nYours chose {move!r}, after which it is '
                  f'{outcomes[move]}.')


class TestRecursiveMinimax(LimitedTest, order=15):
    """Tests of the recursive minimax strategy."""

    def key(self) -> str:
        """Return the key of the strategy to test."""
        return 'mr'

    def test_possible(self) -> None:
        """Minimax always chooses one of the possible moves."""
        check_possible(self.key())

    def test_untouched(self) -> None:
        """Minimax leaves the game, its current_state above all, as it was."""
        check_untouched(self.key())

    def check_square(self, total: int, squares: list[int], p1_starts: bool
                     ) -> None:
        """Check that Minimax chooses one of squares from total."""
        move = choose(self.key(), Play('s', total, p1_starts))
        check(move in squares,
              f'From {total}, {name_of(self.key())} should choose '
              f'{any_of(squares)}, which leaves the other player a lost '
              f'number.\nYours chose {move}, which leaves {total - move}. The '
              f'lost numbers are 2, 5, 7, 10, 12, 15, 17, 20 and 22.{HINT}')

    def test_good_squares(self) -> None:
        """Minimax leaves a lost number in Subtract Square, as 7 from 8."""
        for total, squares in GOOD_SQUARES.items():
            for p1_starts in (True, False):
                self.check_square(total, squares, p1_starts)

    def test_far_from_the_end(self) -> None:
        """Minimax finds the only good square from 28, which leaves 12. What
        looks best two moves ahead is another one.
        """
        self.check_square(28, [16], True)

    def test_lost_numbers(self) -> None:
        """Minimax makes a move in Subtract Square when every move loses."""
        for total in LOST_TOTALS:
            choose(self.key(), Play('s', total))

    def test_subtract_square(self) -> None:
        """Minimax chooses a best move in Subtract Square from 1 to 25."""
        check_best(self.key(), subtract_square_plays(LARGEST_TOTAL))

    def test_stonehenge_1(self) -> None:
        """Minimax chooses a best move in Stonehenge 1, whoever starts."""
        check_best(self.key(),
                   (Play('h', 1, p1_starts) for p1_starts in (True, False)))

    def test_stonehenge_2(self) -> None:
        """Minimax chooses a best move at positions of Stonehenge 2."""
        check_best(self.key(), stonehenge_plays(2, one_of=9))

    def test_stonehenge_3(self) -> None:
        """Minimax chooses a best move at late positions of Stonehenge 3."""
        check_best(self.key(), random_plays(3, games=7))

    def test_lost_boards(self) -> None:
        """Minimax makes a move in Stonehenge when every move loses."""
        known: dict[tuple, int] = {}
        for play in random_plays(3, games=7):
            if score(play.game, play.state, known) == -1:
                choose(self.key(), play)

    def test_whole_games(self) -> None:
        """Minimax wins from 23 in Subtract Square, whatever the other does."""
        chance = random.Random(148)
        for p1_starts in [True, False] * 2:
            play = Play('s', 23, p1_starts)
            me = play.state.get_current_player_name()
            while not play.game.is_over(play.state):
                mine = play.state.get_current_player_name() == me
                play.move(choose(self.key(), play) if mine
                          else chance.choice(moves_at(play.state)))
            check(play.game.is_winner(me) is True,
                  f'{name_of(self.key())}, for {me}, should win from 23, as '
                  f'23 is a won number.\nYours has lost to random moves.')

    def test_finished(self) -> None:
        """Minimax raises a ValueError if the game is over."""
        check_refusal(self.key())


class TestIterativeMinimax(TestRecursiveMinimax, order=16):
    """The same tests, of the iterative minimax strategy."""

    def key(self) -> str:
        """Return the key of the strategy to test."""
        return 'mi'


class TestBothMinimax(LimitedTest, order=17):
    """A test of both minimax strategies together."""

    def test_equal_scores(self) -> None:
        """Both minimax strategies choose moves of the same score."""
        known: dict[tuple, int] = {}
        for play in some_plays():
            moves = [choose('mr', play), choose('mi', play)]
            scores = [-score(play.game, play.state.make_move(move), known)
                      for move in moves]
            check(scores[0] == scores[1],
                  f'{name_of("mr")} chose {moves[0]!r}, which leads to '
                  f'{RESULTS[scores[0]]}, and\n{name_of("mi")} chose '
                  f'{moves[1]!r}, which leads to {RESULTS[scores[1]]}.')


def name_of(key: str) -> str:
    """Return the name of the strategy with this key."""
    return getattr(find('usable_strategies', key), '__name__', repr(key))


def any_of(moves: list) -> str:
    """Return these moves in words."""
    return ' or '.join(map(repr, moves))


def choose(key: str, play: Play) -> Any:
    """Return the move that the strategy with this key chooses for play. Fail
    unless it is possible.
    """
    state = play.state
    move = find('usable_strategies', key)(play.game)
    play.game.current_state = state  # For test_untouched to complain of.
    check_something(f'{name_of(key)}(game)', move, 'a move')
    check(move in moves_at(state),
          f'{name_of(key)} should return one of the possible moves, which are '
          f'{moves_at(state)}.\nYours returned {move!r}.')
    return move


def key_of(state: Any) -> tuple[str, str, str]:
    """Return what tells state from all other positions of its game."""
    return state.get_current_player_name(), str(state), repr(state)


def score(game: Any, state: Any, known: dict[tuple, int]) -> int:
    """Return the score of state, a position in game, for the player to move,
    by plain minimax. known holds the scores of positions seen before.
    """
    key = key_of(state)
    if key not in known:
        known[key] = max(-score(game, state.make_move(move), known)
                         for move in moves_at(state)) \
            if not game.is_over(state) else final_score(game, state)
    return known[key]


def final_score(game: Any, state: Any) -> int:
    """Return the score of state, where game is over, for the player to move.
    """
    before, game.current_state = game.current_state, state
    winners = [name for name in ('p1', 'p2') if game.is_winner(name)]
    game.current_state = before
    if not winners:
        return 0
    return 1 if state.get_current_player_name() in winners else -1


def begin(games: Iterable[tuple[str, int]]) -> Iterator[Play]:
    """Yield new games by their keys and sizes. Where there is no Stonehenge
    yet, there are only those of Subtract Square.
    """
    for number, (key, size) in enumerate(games):
        with suppress(MissingError):
            yield Play(key, size, number % 3 > 0)


def subtract_square_plays(largest: int) -> Iterator[Play]:
    """Yield games of Subtract Square from 1 up to largest."""
    return begin(('s', total) for total in range(1, largest + 1))


def stonehenge_plays(size: int, one_of: int) -> Iterator[Play]:
    """Yield games of Stonehenge with this side length at positions before the
    end where few cells are free: one of so many.
    """
    play = Play('h', size)
    found = {key_of(play.state): (play.state, [])}
    to_visit = deque(found.values())
    while to_visit:
        state, moves = to_visit.popleft()
        for move in moves_at(state):
            after = state.make_move(move)
            if key_of(after) not in found and not play.game.is_over(after):
                found[key_of(after)] = after, moves + [move]
                to_visit.append(found[key_of(after)])
    few = [each for each in found.values()
           if len(moves_at(each[0])) <= FREE_CELLS]
    for state, moves in few[::one_of]:
        play.game.current_state, play.moves = state, moves
        yield play


def random_plays(size: int, games: int) -> Iterator[Play]:
    """Yield so many random games of Stonehenge with this side length at each
    position before the end where few cells are free.
    """
    chance = random.Random(148)
    for number in range(games):
        play = Play('h', size, number % 2 == 0)
        while not play.game.is_over(play.state):
            moves = sorted(moves_at(play.state))
            if len(moves) <= FREE_CELLS:
                yield play
            play.move(chance.choice(moves))


def some_plays() -> Iterator[Play]:
    """Yield games of both kinds at all stages, but none that is over. Where
    there is no Stonehenge yet, there are only those of Subtract Square.
    """
    yield from subtract_square_plays(15)
    with suppress(MissingError):
        yield from random_plays(1, games=2)
        yield from random_plays(2, games=4)
        yield from random_plays(3, games=2)


def check_possible(key: str) -> None:
    """Fail unless the strategy with this key chooses possible moves."""
    for play in some_plays():
        choose(key, play)


def check_untouched(key: str) -> None:
    """Fail unless the strategy with this key leaves games as they were."""
    strategy = find('usable_strategies', key)
    for play in some_plays():
        game, state = play.game, play.state
        before, attributes = key_of(state), dict(vars(game))
        strategy(game)
        check(key_of(game.current_state) == before and key_of(state) == before,
              f'{name_of(key)} should leave game.current_state as it was:\n\n'
              f'{indent(before[1], "    ")}\n\n{before[0]} was to move. Yours '
              f'has changed it to this:')
        attributes['current_state'] = game.current_state
        check(vars(game) == attributes,
              f'{name_of(key)} should leave the attributes of the game as they '
              f'were:\n    {attributes}\nAfter yours, they are\n    '
              f'{vars(game)}')
        game.current_state = state


def check_refusal(key: str) -> None:
    """Fail unless the strategy with this key raises a ValueError if a game is
    over, and leaves the game as it was.
    """
    strategy = find('usable_strategies', key)
    for play in begin([('s', 0), ('s', 0), ('h', 1), ('h', 1)]):
        if play.game.is_over(play.state) is False:
            play.move('B')
        before = key_of(play.state)
        check_value_error(f'{name_of(key)}(game)',
                          partial(strategy, play.game), 'the game is over')
        check(key_of(play.state) == before,
              f'{name_of(key)} changed a game that is over to this:')


def check_best(key: str, plays: Iterable[Play]) -> None:
    """Fail unless the strategy with this key chooses a best move in each of
    plays.
    """
    known: dict[tuple, int] = {}
    for play in plays:
        scores = {each: -score(play.game, play.state.make_move(each), known)
                  for each in moves_at(play.state)}
        highest = max(scores.values())
        best = [each for each in scores if scores[each] == highest]
        move = choose(key, play)
        check(move in best,
              f'{name_of(key)} should choose {any_of(best)}, which leads to '
              f'{RESULTS[highest]}.\nYours chose {move!r}, which leads to '
              f'{RESULTS.get(scores[move])}, if the other player makes no '
              f'mistake.{HINT}')


def check_typed(play: Play, answers: list[str], move: Any) -> None:
    """Fail unless a player who types answers gets the move at the end.

    A strategy may ask again itself after a bad answer, or hand on a move that
    is not valid and be called again by the program that plays.
    """
    state, chosen = play.state, None
    with Typing(*answers) as player:
        for _ in answers:
            if not state.is_valid_move(chosen):
                chosen = find('usable_strategies', 'i')(play.game)
    typed = ', '.join(map(repr, answers))
    check_same(f'When the player types {typed}, the move', chosen, move)
    check_same(f'When the player types {typed}, the number of questions',
               len(player.prompts), len(answers))
    check(play.state is state,
          f'{name_of("i")} should leave game.current_state alone. Yours has '
          f'changed it to this:')


# From here on, both suites are the same, as is LimitedTest above: games that
# know how they were played, the time limit, and the report.

# A function call that is going on, and the number of the line it is at.
Step = Tuple[FrameType, int]

# Enough for plain recursion, also where threads get less than programs.
STACK_SIZE = 64 * 2 ** 20

# Where Python's own modules are. What is not there or here, a student wrote.
LIBRARY = tuple(os.path.normcase(sysconfig.get_path(name)) for name in
                ('stdlib', 'platstdlib', 'purelib', 'platlib'))


def read_limit() -> float:
    """Return how many seconds a test may take: see the top of this file."""
    text = os.environ.get('SECONDS_PER_TEST', '10')
    with suppress(ValueError):
        if 0 < float(text) <= 1e6:
            return float(text)
    raise ValueError(f'SECONDS_PER_TEST should be a number of seconds, not '
                     f'{text!r}.')


LIMIT = read_limit()


def load_tests(_loader: Any, tests: Any, _pattern: Any) -> unittest.TestSuite:
    """Return tests in the order of this file. Unittest calls this, and would
    sort them by name.
    """
    found = [test for suite in tests for test in suite]
    found.sort(key=lambda test: (test.order, inspect.unwrap(getattr(
        test, test.id().split('.')[-1])).__code__.co_firstlineno))
    return unittest.TestSuite(found)


def find(table: str, key: str) -> Any:
    """Return the game or strategy with this key in that table of
    game_interface.py. Raise MissingError if there is none.
    """
    # An import that was given up may never let go of the module.
    if ('import',) in LimitedTest.causes:
        raise unittest.SkipTest('game_interface.py cannot be imported.')
    LimitedTest.causes['import',] = ''
    try:
        module = import_module('game_interface')
    except ModuleNotFoundError as error:
        if error.name != 'game_interface':
            raise
        raise MissingError('There is no game_interface.py here: put this file '
                           'into the folder where yours is.') from None
    del LimitedTest.causes['import',]
    if key not in getattr(module, table, ()):
        raise MissingError(f'game_interface.py has no {key!r} in {table}: it '
                           f'is not written yet, or not plugged in.')
    return getattr(module, table)[key]


class Play:
    """A game that a test plays. It knows how it came to its position.

    === Attributes ===
    latest: the play that was begun last
    beginning: how the game began
    moves: the moves so far
    game: the game, None while it is being set up
    """
    latest: Optional[Play] = None
    beginning: str
    moves: list
    game: Any

    def __init__(self, key: str, size: int, p1_starts: bool = True) -> None:
        """Begin a game: Subtract Square from size if key is 's', Stonehenge
        with side length size if it is 'h'.
        """
        name = {'s': 'Subtract Square from', 'h': 'Stonehenge, side length'}
        Play.latest = self
        self.beginning = f'{name[key]} {size}. Player {2 - p1_starts} begins.'
        self.moves, self.game = [], None
        game_class = find('playable_games', key)
        with Typing(str(size)):
            self.game = game_class(p1_starts)

    @property
    def state(self) -> Any:
        """Return the current state of the game."""
        return self.game.current_state

    def move(self, move: Any) -> None:
        """Make a move."""
        after = self.state.make_move(move)
        check_something(f'make_move({move!r})', after,
                        'the state after the move')
        self.game.current_state = after
        self.moves.append(move)

    def tell_moves(self) -> str:
        """Return how the game went so far."""
        moves = ', '.join(map(str, self.moves)) or 'none'
        return f'{self.beginning} Moves so far: {moves}.'

    def draw(self, state: Any, token: Optional[int]) -> str:
        """Return a picture of state, or of the current state if that is None,
        with an arrow below the token with this number, if any.
        """
        state = self.state if state is None else state
        lines = str(state).splitlines()
        for number, column, text in token_places(state)[token:][:1] \
                if token is not None else ():
            lines.insert(number + 1, ' ' * column + '^' * len(text) + ' here')
        return (indent('\n'.join(lines), '    ')
                + f'\n\n{state.get_current_player_name()} is to move.')


def token_places(state: Any) -> list[tuple[int, int, str]]:
    """Return the line and column of each token in the picture of state, and
    the token itself: all but slashes and dashes.
    """
    return [(number, found.start(), found[0])
            for number, line in enumerate(str(state).splitlines())
            for found in re.finditer(r'\S+', line) if found[0].strip('/\\-')]


def moves_at(state: Any) -> list:
    """Return the possible moves at state."""
    moves = state.get_possible_moves()
    check(isinstance(moves, list), f'get_possible_moves() should return a list.'
                                   f'\nYours returns {moves!r}.', state=state)
    return moves


class Typing:
    """A context in which the player types these answers and no more.

    === Attributes ===
    broken: the answers in the last of these contexts that an error has left
    answers: what the player types
    prompts: what the player was asked so far
    """
    broken: tuple[str, ...] = ()
    answers: tuple[str, ...]
    prompts: list[str]
    _before: Callable

    def __init__(self, *answers: str) -> None:
        """Initialize a context with these answers."""
        self.answers, self.prompts = answers, []

    def __enter__(self) -> Typing:
        """Answer all questions from now on."""
        self._before, builtins.input = builtins.input, self.answer
        return self

    def __exit__(self, error: Optional[type], *_: Any) -> None:
        """Answer no longer."""
        builtins.input = self._before
        if error is not None:
            Typing.broken = self.answers

    def answer(self, prompt: Any = '') -> str:
        """Return the next answer."""
        self.prompts.append(str(prompt))
        if len(self.prompts) > len(self.answers):
            raise QuestionError(f'input({prompt!r}) was called, where nothing '
                                f'{"more " * bool(self.answers)}should be '
                                f'asked.')
        return self.answers[len(self.prompts) - 1]


class QuestionError(BaseException):
    """Raised by a question too many. A program that asks again and again often
    catches every Exception, but not this.
    """


class WrongError(Exception):
    """What a test has found to be wrong.

    === Attributes ===
    token: the number of the token to point at in the picture, if any
    state: the state to show, None for that of the latest play
    """
    token: Optional[int]
    state: Any

    def __init__(self, message: str, token: Optional[int] = None,
                 state: Any = None) -> None:
        """Initialize this error."""
        super().__init__(message)
        self.token, self.state = token, state


class MissingError(WrongError):
    """What a test has found to be missing."""


class NothingError(WrongError):
    """What a test has found to return nothing."""


def check(right: Any, message: str, token: Optional[int] = None,
          state: Any = None) -> None:
    """Fail with message unless right. The report shows state, or that of the
    latest play if it is None, and points at the token with this number.
    """
    if not right:
        raise WrongError(message, token, state)


def check_same(what: str, found: Any, wanted: Any, why: str = '',
               token: Optional[int] = None) -> None:
    """Fail unless what, which was found, is what was wanted. True and False
    have to be just these.
    """
    check(found is wanted if isinstance(wanted, bool) else found == wanted,
          f'{what} should be {wanted!r}{", as " * bool(why)}{why}.\n'
          f'Yours is {found!r}.', token)


def check_something(call: str, found: Any, wanted: str) -> None:
    """Fail if None was found as the result of call."""
    if found is None:
        raise NothingError(f'{call} should return {wanted}.\nYours returns '
                           f'None: is a "return" missing?')


def check_value_error(what: str, function: Callable, why: str,
                      token: Optional[int] = None) -> None:
    """Fail unless function, which does what, raises a ValueError."""
    done = 'raises nothing.'
    try:
        function()
    except ValueError:
        return
    except (NotImplementedError, RecursionError):
        raise
    except Exception as error:
        done = (f'raises {type(error).__name__}: {error}'
                f'{tell_steps(steps_to(error))}')
    check(False, f'{what} should raise a ValueError, as {why}.\nYours {done}',
          token)


class HaltError(BaseException):
    """Raised in a thread to end it."""


class FreezeError(BaseException):
    """Raised in a thread that goes on all the same. A thread that catches an
    error has to make it first, and to make this one takes for ever.
    """

    def __init__(self) -> None:
        """Wait without computing, as long as the program runs."""
        super().__init__()
        threading.Event().wait()


class EndlessError(Exception):
    """What is wrong with a call that does not end in time.

    === Attributes ===
    steps: where it is
    """
    steps: list[Step]

    def __init__(self, steps: list[Step]) -> None:
        """Initialize this error."""
        super().__init__()
        self.steps = steps


class Call(threading.Thread):
    """A function call in a thread of its own, so that it can be given up.

    === Attributes ===
    function: the function
    error: what it has raised, if anything
    """
    function: Callable
    error: Optional[BaseException]

    def __init__(self, function: Callable) -> None:
        """Start calling function."""
        super().__init__(daemon=True)
        self.function, self.error = function, None
        self.watch()
        before = threading.stack_size(STACK_SIZE)
        self.start()
        threading.stack_size(before)

    def run(self) -> None:
        """Call the function."""
        try:
            self.function()
        except BaseException as error:
            self.error = error

    def ends_within(self, seconds: float) -> bool:
        """Return whether the call ends before Python has computed for so many
        seconds, or has waited. What other programs compute does not count.
        """
        used, clock, cpu = 0.0, time.monotonic(), time.process_time()
        while self.is_alive() and used < seconds:
            self.watch()
            self.join(min(0.2, seconds))
            waited, clock = time.monotonic() - clock, time.monotonic()
            computed, cpu = time.process_time() - cpu, time.process_time()
            # A computer may have slept, or had no time for this program.
            used += computed if computed > waited / 100 else min(waited, 0.3)
        return not self.is_alive()

    def find_error(self, causes: dict[tuple, str]) -> Optional[BaseException]:
        """Wait as long as the call may take. Return what it has raised, or that
        it goes on. That is known soon if it is already in causes.
        """
        if self.ends_within(LIMIT / 50):
            return self.error
        error = self.to_error()
        if explain(error)[0] not in causes:
            if self.ends_within(LIMIT * 0.98):
                return self.error
            error = self.to_error()
        return error

    def watch(self) -> None:
        """Have the program end with the lines where it is if nobody calls this
        again for long: then Python is stuck in one step.
        """
        with suppress(AttributeError, OSError, ValueError):
            faulthandler.dump_traceback_later(
                LIMIT + 5, exit=True, file=sys.__stderr__ or sys.stderr)

    def to_error(self) -> EndlessError:
        """Return what is wrong with this call, which goes on."""
        found: list[Step] = []
        for _ in range(8):  # Other functions come and go meanwhile.
            top = sys._current_frames().get(self.ident)
            now = list(traceback.walk_stack(top))[::-1] if top else []
            frames = {frame for frame, _ in now}
            found = [step for step in found or now if step[0] in frames]
            time.sleep(0.01)
        return EndlessError(only_students(found))

    def stop(self) -> None:
        """End this call, or at least its computing. If it catches all that is
        raised, it freezes. If it waits, as in sleep(), it is left behind.
        """
        for error in (HaltError, FreezeError):
            with suppress(ImportError, AttributeError):
                ctypes = import_module('ctypes')
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self.ident), ctypes.py_object(error))
            self.join(0.1)

    def computes(self) -> bool:
        """Return whether this call still takes time from others."""
        before = time.process_time()
        self.join(0.1)
        return self.is_alive() and time.process_time() - before > 0.02


def only_students(steps: Iterable[Step]) -> list[Step]:
    """Return those of steps that are in code that a student wrote."""
    return [(frame, line) for frame, line in steps
            if frame.f_globals is not globals()
            and os.path.isfile(frame.f_code.co_filename)
            and not os.path.normcase(
                frame.f_code.co_filename).startswith(LIBRARY)]


def steps_to(error: BaseException) -> list[Step]:
    """Return where the student's code was when it raised error, or when it was
    given up: from the first function called to the last.
    """
    if isinstance(error, EndlessError):
        return error.steps
    return only_students(traceback.walk_tb(error.__traceback__))


def tell_steps(steps: list[Step]) -> str:
    """Return the last few of steps, each with its line of code."""
    told = ''
    for frame, line in steps[-3:]:
        path, name = frame.f_code.co_filename, frame.f_code.co_name
        told += (f'\n    {os.path.basename(path)} line {line}, in {name}'
                 f'\n        {linecache.getline(path, line).strip()}')
    return told


def tell_call(frame: FrameType) -> str:
    """Return the function call that frame runs, as one writes it."""
    code = frame.f_code
    if code.co_name == '<module>':
        return f'Importing {os.path.basename(code.co_filename)}'
    called = code.co_name
    if called == '__init__':
        called = type(frame.f_locals.get('self')).__name__
    values = [(name, frame.f_locals.get(name))
              for name in code.co_varnames[:code.co_argcount]]
    return called + '(' + ', '.join(
        repr(value) if isinstance(value, (str, int, float)) else name
        for name, value in values if name != 'self') + ')'


def explain(error: BaseException) -> tuple[Optional[tuple], str]:
    """Return the cause of error, if other tests may fail for the same, and
    what is wrong with the student's code.
    """
    steps, kind = steps_to(error), type(error).__name__
    if isinstance(error, WrongError):
        many = isinstance(error, (MissingError, NothingError))
        return (kind, str(error)) if many else None, str(error)
    if isinstance(error, EndlessError) and not steps:
        return None, (f'The test was still running after {LIMIT:g} s: all '
                      f'calls of your code come to their end, but slowly.')
    if not steps:
        told = re.sub("AttributeError: '(.*)' object has no attribute '(.*)'",
                      r'\1 has no \2: it is not written yet.',
                      f'{kind}: {error}')
        told = told.replace(
            'has no p1_turn: it is not written yet',
            'has no p1_turn: GameState.__init__ sets it, if it is called')
        return (kind, told), told
    frame, line = steps[-1]
    name, file = frame.f_code.co_name, os.path.basename(
        frame.f_code.co_filename)
    call, told = tell_call(steps[0][0]), tell_steps(steps)
    if isinstance(error, EndlessError):
        return (kind, name, file), (
            f'{call} did not come to its end:\nstill running after '
            f'{LIMIT:g} s: in {name}, {file} line {line}{told}')
    if isinstance(error, RecursionError):
        return (kind, name, file), (
            f'{call} never came to an end: functions called one another until '
            f'there was no more room.{told}')
    if isinstance(error, NotImplementedError):
        if 'self' in frame.f_locals:
            name = f'{type(frame.f_locals["self"]).__name__}.{name}'
        return (kind, name), (f'{name} is not written yet: it raises '
                              f'NotImplementedError.{told}')
    if isinstance(error, QuestionError):
        if steps[0][0].f_code.co_name == '<module>':
            told += ('\nImporting a file should not start a game: is a line '
                     'with\n    if __name__ == "__main__":\nmissing?')
        return (kind, file, line), f'{error}{told}'
    return (kind, file, line), f'{call} raised {kind}: {error}{told}'


def tell_story(error: BaseException) -> str:
    """Return how the latest play came to error, with its picture, as far as
    the student's code can draw it.
    """
    play, pictures, story = Play.latest, [], ''
    if Typing.broken:
        typed = ', '.join(map(repr, Typing.broken))
        story += f'\n\nThe answers typed were {typed}.'
    if play is None or isinstance(error, MissingError):
        return story
    call = Call(lambda: pictures.append(play.draw(
        getattr(error, 'state', None), getattr(error, 'token', None))))
    if not call.ends_within(LIMIT / 20):
        call.stop()
    return '\n\n'.join([story, play.tell_moves(), *pictures])


class LastOutput(StringIO):
    """Keeps the end of what is printed, however much that is."""

    def write(self, text: str) -> int:
        """Write text. Drop what is too long ago."""
        if self.tell() > 100_000:
            end = self.getvalue()[-10_000:]
            self.seek(0)
            self.truncate()
            super().write(end)
        return super().write(text)


def judge(case: LimitedTest, test: Callable) -> None:
    """Run test, which is one of case. Make it fail if it finds anything wrong
    or does not end in time.
    """
    with suppress(AttributeError, OSError, ValueError):
        if not faulthandler.is_enabled():
            faulthandler.enable(sys.__stderr__ or sys.stderr)
    Play.latest, Typing.broken = None, ()
    with Typing(), patch('sys.stdin', StringIO()), \
            redirect_stdout(LastOutput()) as printed:
        call = Call(partial(test, case))
        error, ending = call.find_error(case.causes), ''
        if call.is_alive():
            call.stop()
            if call.computes():  # This Python has no ctypes.
                case.stop_all()
                ending = '\n\nIt cannot be stopped: no test is run after this.'
        if printed.getvalue():
            ending += '\n\nYour code printed, at the end:\n\n' + indent(
                '\n'.join(printed.getvalue().splitlines()[-5:]), '    ')
        try:
            if error is not None:
                fail(case, error, ending)
        finally:
            faulthandler.cancel_dump_traceback_later()


def fail(case: LimitedTest, error: BaseException, ending: str) -> None:
    """Make case fail for error, with a report that has this ending. Skip it if
    its cause is one that a test before has told of.
    """
    if isinstance(error, unittest.SkipTest):
        raise error
    cause, told = explain(error)
    if cause in case.causes:
        raise unittest.SkipTest(f'{told.splitlines()[0]} '
                                f'See {case.causes[cause]}.')
    if cause:
        case.causes[cause] = case.id()
    told = '\n'.join(line if line[:1] == ' ' else fill(line, 79)
                     for line in told.splitlines())
    told += tell_story(error) + ending
    case.report = told + '\n'
    raise case.failureException(told)


def arrange_report(result: Any) -> None:
    """Begin the report of result with the test to look at first, and have the
    others follow in the order of what relies on what.
    """
    result.failures[:] = [
        (test, getattr(test, 'report', '') or text) for test, text in
        sorted(result.failures, key=lambda each: getattr(each[0], 'order', 0))]
    if result.failures:
        head = f'{len(result.failures)} of {result.testsRun} tests failed.'
        if result.skipped:
            were = 'was' if len(result.skipped) == 1 else 'were'
            head += (f' {len(result.skipped)} more {were} skipped: the reports '
                     f'below say why.')
        result.stream.writeln('\n\n' + '\n\n'.join([
            fill(f'{head} Look first at', 79), f'    {result.failures[0][0]}',
            fill('Its report comes first. Later tests rely on what it tests, '
                 'so fix that and run the suites again.', 79)]))


if __name__ == "__main__":
    unittest.main()
