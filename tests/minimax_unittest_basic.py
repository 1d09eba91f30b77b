"""Basic tests of the strategies, above all of both minimax strategies.

Put this file and suite_support.py beside your modules and run
    python3 -m unittest minimax_unittest_basic
It reaches games and strategies through playable_games and usable_strategies in
game_interface.py only.

The strategies play your own games here. If your Stonehenge is not right yet,
fix that first: stonehenge_unittest_basic.py tests it.

The tests come in the order in which to look at them: each relies on what those
before it test. What both suites share is in suite_support.py.
"""

from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import permutations
from math import inf
from textwrap import indent
from typing import Any, Callable, Iterable, Iterator
from unittest.mock import patch
import inspect
import os
import subprocess
import sys
import unittest

# Python finds suite_support.py beside this file, wherever it was started.
sys.path.append(os.path.dirname(os.path.abspath(__file__)))
try:
    from suite_support import (
        LIMIT,
        LimitedTest,
        MissingError,
        NothingError,
        Play,
        begin_chance,
        check,
        check_same,
        check_silent,
        check_value_error,
        dataclass,
        find,
        find_shared,
        moves_at,
        returned,
        show,
        typing,
    )
except ImportError:
    sys.exit(
        'Copy suite_support.py into this folder, too: it goes with '
        'minimax_unittest_basic.py.'
    )
try:
    from game import Game
    from game_state import GameState
except Exception:  # The first test says what is wrong with them.
    Game = object  # type: ignore[misc, assignment]
    GameState = object  # type: ignore[misc, assignment]

LARGEST_TOTAL = 25

# Stonehenge is tested at positions with this many free cells at most, so that
# plain minimax can keep up: from there it has a few hundred positions to score.
FREE_CELLS = 5

# The largest tiny game that is tried to find a smaller one.
MOST_NODES = 6

# The most lines that a report has of a tree.
LONGEST_TREE = 60

# The largest total whose tree has no more.
SHOWN_TOTAL = 10

# How many tiny games there are.
TINY_GAMES = 24

# How many moves a long game has, which is more than functions may call one
# another there. Browsers have no room for many more: even to forget a long
# chain of nodes takes some.
LONG = 500
LIMIT_OF_CALLS = 400

# The squares that leave the other player in a lost position, worked out by
# hand: whoever is to move at 0, 2, 5, 7, 10, 12, 15, 17, 20 or 22 loses.
GOOD_SQUARES = {
    3: [1],
    6: [1, 4],
    8: [1],
    11: [1, 4, 9],
    13: [1],
    14: [4, 9],
    18: [1, 16],
    19: [4, 9],
    21: [1, 4, 9, 16],
    23: [1, 16],
    24: [4, 9],
}

# What a score means for the player to move.
RESULTS = {1: 'a win', 0: 'a tie', -1: 'a loss'}

# What to ask when minimax chooses a bad move: in general, and if it does so
# where each of two moves ends the game: with a tie, one way round, and always.
HINTS = [
    ' A score is for the player to move. Is that of the other player negated '
    'each time, and the highest taken?',
    ' It goes wrong even where each move ends the game, if one ties. Is the '
    'score 0 if nobody has won, and is the highest taken?',
    ' Even where each move ends the game, it takes the same one, whichever '
    'wins. Does the score depend on who has won, and is is_winner asked of a '
    'copy, whose current_state is the end?',
    ' Even where each move ends the game, it takes one that loses, and not the '
    'one that wins. A score is for the player to move: is each one negated, '
    'and taken for its own move?',
]


class TestSubtractSquare(LimitedTest):
    """Tests of Subtract Square, as far as the strategies need it."""

    def test_moves(self) -> None:
        """The moves are the squares, and each leads to what it leaves."""
        squares = [1, 4, 9, 16, 25]
        for total in range(LARGEST_TOTAL + 1):
            play = Play('s', total)
            check_same(
                'The possible moves, sorted,',
                sorted(moves_at(play.state)),
                [each for each in squares if each <= total],
            )
            for square in moves_at(play.state):
                after = play.state.make_move(square)
                check(
                    str(after).endswith(str(total - square)),
                    f'make_move({square}) should leave {total - square}. '
                    f'Yours leads to this:',
                    state=after,
                )
                check_same(
                    f'After the move {square}, p1_turn', after.p1_turn, False
                )

    def test_end(self) -> None:
        """Whoever reaches 0 wins, and nobody has won before that."""
        for total, moves in ((0, []), (9, [9]), (6, [4, 1, 1]), (7, [1])):
            for p1_starts in (True, False):
                play = Play('s', total, p1_starts)
                for move in moves:
                    play.move(move)
                over = sum(moves) == total
                check_same(
                    'is_over(current_state)',
                    play.game.is_over(play.state),
                    over,
                )
                mover = play.state.get_current_player_name()
                for player in ('p1', 'p2'):
                    check_same(
                        f'is_winner({player!r})',
                        play.game.is_winner(player),
                        over and player != mover,
                    )


class TestInteractive(LimitedTest):
    """Tests of the interactive strategy."""

    def test_letters(self) -> None:
        """A player can type a cell."""
        check_typed(Play('h', 2), ['C'], 'C')

    def test_numbers(self) -> None:
        """A player can type a square."""
        for answer in ('9', ' 9 '):
            check_typed(Play('s', 20), [answer], 9)

    def test_bad_letters(self) -> None:
        """After a move that is not possible, a player can type another one."""
        play = Play('h', 2)
        play.move('D')
        check_typed(play, ['D', 'Q', '', '7', 'G'], 'G')

    def test_bad_numbers(self) -> None:
        """After a number that is not possible, a player can type another."""
        check_typed(Play('s', 20), ['3', '25', '0', '-4', 'x', '4'], 4)

    def test_finished(self) -> None:
        """The interactive strategy raises a ValueError if the game is over."""
        with typing('A', 'A', 'A', 'A'):
            check_refusal('i')


class AnyStrategy:
    """Tests of any strategy but the interactive one.

    === Attributes ===
    key: the key of the strategy
    """

    key: str

    def test_possible(self) -> None:
        """The strategy always chooses one of the possible moves."""
        for play in some_plays():
            choose(self.key, play)

    def test_untouched(self) -> None:
        """The strategy leaves the game, and its current_state, as it was."""
        strategy = find('usable_strategies', self.key)
        name = name_of(self.key)
        for play in some_plays():
            game = play.game
            state = play.state
            before = key_of(state)
            attributes = dict(vars(game))
            strategy(game)
            check_left(self.key, play, state, before)
            attributes['current_state'] = game.current_state
            after = dict(vars(game))
            changed = [
                f'{each} was {show(attributes.get(each))} and is now '
                f'{show(after.get(each))}.'
                for each in after | attributes
                if each not in after
                or each not in attributes
                or after[each] != attributes[each]
            ]
            check(
                not changed,
                f'{name} should leave the attributes of the '
                f'game as they were.\n' + '\n'.join(changed),
            )
            game.current_state = state

    def test_finished(self) -> None:
        """The strategy raises a ValueError if the game is over."""
        check_refusal(self.key)


class TestRandom(AnyStrategy, LimitedTest):
    """Tests of the random strategy."""

    key: str = 'r'

    def test_every_move(self) -> None:
        """The random strategy chooses each possible move sooner or later."""
        for play in begin([('s', LARGEST_TOTAL), ('h', 2)]):
            chosen = {choose('r', play) for _ in range(500)}
            never = [
                move for move in moves_at(play.state) if move not in chosen
            ]
            check(
                not never,
                f'{name_of("r")} was asked 500 times and never '
                f'chose one of {never}.',
            )


class TestRoughOutcome(AnyStrategy, LimitedTest):
    """Tests of the rough outcome strategy."""

    key: str = 'ro'

    def test_most_promising(self) -> None:
        """The rough outcome strategy leaves the worst rough_outcome it can."""
        for play in some_plays():
            move = choose('ro', play)
            outcomes = {
                each: play.state.make_move(each).rough_outcome()
                for each in moves_at(play.state)
            }
            lowest = min(outcomes.values())
            best = [each for each in outcomes if outcomes[each] == lowest]
            check(
                move in best,
                f'{name_of("ro")} should choose {any_of(best)}, after which '
                f'the rough_outcome for the other player is lowest: '
                f'{lowest}.\nYours chose {move!r}, after which it is '
                f'{outcomes[move]}.',
            )


class TestScoreState(LimitedTest):
    """Tests of score_state(game, state), which nobody has to write. They are
    skipped where it is not there, and worth nothing.
    """

    on_the_way: bool = True

    def test_ends(self) -> None:
        """score_state says who has won at the end, or that nobody has."""
        for end in (1, -1, 0):
            for p1_starts in (True, False):
                check_score(TinyPlay({'a': end}, p1_starts), 'a')

    def test_small_games(self) -> None:
        """score_state negates, and takes the highest, in the smallest games."""
        for tree in (
            {'a': 1},
            {'a': -1},
            {'a': 0},
            {'a': -1, 'b': 1},
            {'a': 1, 'b': -1},
            {'a': 0, 'b': 1},
            {'a': {'b': 1}},
            {'a': {'b': 0, 'c': 1}, 'd': 1},
        ):
            for p1_starts in (True, False):
                check_score(TinyPlay(tree, p1_starts))

    def test_subtract_square(self) -> None:
        """score_state is right in Subtract Square, from 0 up to 12."""
        for play in begin(('s', total) for total in range(13)):
            check_score(play)


class TestRecursiveMinimax(AnyStrategy, LimitedTest):
    """Tests of the recursive minimax strategy."""

    key: str = 'mr'

    def test_good_squares(self) -> None:
        """Minimax leaves a lost number in Subtract Square, as 7 from 8."""
        for total, squares in GOOD_SQUARES.items():
            for p1_starts in (True, False):
                check_choice(self.key, Play('s', total, p1_starts), squares)

    def test_far_from_the_end(self) -> None:
        """Minimax finds the only good square from 28, which leaves 12."""
        # What looks best two moves ahead is another one.
        check_choice(self.key, Play('s', 28), [16])

    def test_subtract_square(self) -> None:
        """Minimax chooses a best move in Subtract Square from 1 to 25."""
        check_best(
            self.key,
            begin(('s', total) for total in range(1, LARGEST_TOTAL + 1)),
        )

    def test_ties(self) -> None:
        """Minimax chooses a best move in tiny games, some of which are tied."""
        check_best(self.key, tiny_plays())

    def test_stonehenge_2(self) -> None:
        """Minimax chooses a best move at positions of Stonehenge 2."""
        check_best(self.key, random_plays(2, games=12))

    def test_stonehenge_3(self) -> None:
        """Minimax chooses a best move at late positions of Stonehenge 3."""
        check_best(self.key, random_plays(3, games=7))

    def test_silence(self) -> None:
        """Minimax prints nothing."""
        play = Play('s', 6)
        check_silent(name_of(self.key), partial(choose, self.key, play))


class TestDrawnTree(LimitedTest):
    """A test of the iterative strategy on the tree that the handout draws."""

    on_the_way: bool = True

    def test_move_to_b(self) -> None:
        """Iterative minimax ties at a, by the move to b."""
        children = {'b': {'d': 1, 'e': 0}, 'c': 1}
        for tree in (children, dict(reversed(children.items()))):
            play = TinyPlay(tree, True)
            move = choose('mi', play)
            hint = ''
            if move != 'b':
                hint = find_hint('mi')
            Play.latest = play
            check(
                move == 'b',
                f'From a, {name_of("mi")} should choose the move to b, of '
                f'which the score is 0: that ties. At c, the other player '
                f'has won.\nYours chose {move!r}.{hint}',
            )


class TestIterativeMinimax(TestRecursiveMinimax):
    """The same tests, of the iterative minimax strategy."""

    key: str = 'mi'

    def find_excuse(self) -> str:
        """Return that recursive minimax, which may share the code, leaves the
        game changed in the same way, if it does.
        """
        name = self._testMethodName
        first = self.causes.get(f'TestRecursiveMinimax.{name}', '')
        if first and name == 'test_untouched':
            return f'Recursive minimax does so, too. See {first}.'
        return ''

    def test_long_game(self) -> None:
        """Minimax plays a game that is too long for any recursion."""
        for long, short, best in ((LONG, 3, 'a'), (LONG + 1, 2, 'b')):
            play = TinyPlay({'a': (long, -1), 'b': (short, -1)}, True)
            limit = sys.getrecursionlimit()
            try:
                sys.setrecursionlimit(LIMIT_OF_CALLS)
                move = choose(self.key, play)
                if sys.getrecursionlimit() != LIMIT_OF_CALLS:
                    raise RecursionError
            except RecursionError:
                check(
                    False,
                    f'{name_of(self.key)} ended in a RecursionError '
                    f'in a game of {long:,} moves, or raised the '
                    f'recursion limit for it: functions call '
                    f'themselves, or one another. Keep the stack '
                    f'yourself.',
                )
            finally:
                sys.setrecursionlimit(limit)
            check_same(f'What {name_of(self.key)} chooses', move, best)


class TestBothMinimax(LimitedTest):
    """A test of both minimax strategies together."""

    def find_excuse(self) -> str:
        """Return that one of them is wrong alone, if it is."""
        for name in ('TestRecursiveMinimax', 'TestIterativeMinimax'):
            first = self.causes.get(name)
            if first:
                return f'One of them is wrong alone. See {first}.'
        return ''

    def test_equal_scores(self) -> None:
        """Both minimax strategies choose moves of the same score."""
        known: dict[tuple, int] = {}
        for play in some_plays():
            moves = [choose('mr', play), choose('mi', play)]
            scores = [
                -score(play.game, play.state.make_move(move), known)
                for move in moves
            ]
            check(
                scores[0] == scores[1],
                f'{name_of("mr")} chose {moves[0]!r}, which leads to '
                f'{RESULTS[scores[0]]}, and {name_of("mi")} chose '
                f'{moves[1]!r}, which leads to {RESULTS[scores[1]]}.',
            )


class TestAlphaBeta(AnyStrategy, LimitedTest):
    """Tests of alpha_beta_strategy(game), which nobody has to write. They are
    skipped where it is not there, and worth nothing.
    """

    key: str = 'ab'
    on_the_way: bool = True

    def perform(self, test: Callable) -> None:
        """Run test, or skip it if there is nothing to test."""
        check_alpha_beta()
        super().perform(test)

    def test_subtract_square(self) -> None:
        """Alpha-beta chooses a best move in Subtract Square from 1 to 25."""
        check_best(
            self.key,
            begin(('s', total) for total in range(1, LARGEST_TOTAL + 1)),
        )

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
            most = count_needed(tree)[1]
            looked = count_moves(self.key, play)
            check(
                looked <= most,
                f'With alpha and beta, it is enough to make {most} moves in '
                f'this tree. Yours makes {looked}.',
            )


@dataclass(eq=False)
class TinyState(GameState):
    """A position in a game that is all in a tree.

    === Attributes ===
    p1_turn: whether player 1 is to move
    tree: the moves, each with the tree that it leads to; or, at the end, the
        score for the player to move. (7, tree) leads to tree in 7 moves, of
        which each is the only one there.
    """

    p1_turn: bool
    tree: Any

    def __str__(self) -> str:
        """Return the tree in lines."""
        return draw_tree(self.tree, self.p1_turn)

    def get_current_player_name(self) -> str:
        """Return 'p1' or 'p2'."""
        return 'p1' if self.p1_turn else 'p2'

    def get_possible_moves(self) -> list[str]:
        """Return the moves, none at the end."""
        if isinstance(self.tree, tuple):
            return ['on']
        return list(self.tree) if isinstance(self.tree, dict) else []

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is one of them."""
        return move in self.get_possible_moves()

    def make_move(self, move: Any) -> 'TinyState':
        """Return the position after move."""
        if isinstance(self.tree, dict):
            after = self.tree[move]
        else:
            steps, end = self.tree
            after = (steps - 1, end) if steps > 1 else end
        return TinyState(not self.p1_turn, after)

    def rough_outcome(self) -> int:
        """Return the score at the end, and 0 before it."""
        return 0 if self.get_possible_moves() else self.tree


@dataclass(eq=False)
class TinyGame(Game):
    """A game that is all in a tree."""

    current_state: TinyState

    def get_instructions(self) -> str:
        """Return the rules."""
        return 'The tree says how the game ends after which moves.'

    def str_to_move(self, text: Any) -> str:
        """Return the move that text means."""
        return str(text).strip()

    def is_over(self, state: TinyState) -> bool:
        """Return whether the game is over at state."""
        return not state.get_possible_moves()

    def is_winner(self, player: str) -> bool:
        """Return whether player has won."""
        state = self.current_state
        mine = player == state.get_current_player_name()
        wanted = 1 if mine else -1
        return self.is_over(state) and state.tree == wanted


class TinyPlay(Play):
    """The play of a game that is all in a tree."""

    begun: tuple
    beginning: str
    moves: list
    game: TinyGame

    def __init__(self, tree: Any, p1_starts: bool) -> None:
        """Begin a game."""
        Play.latest = self
        first = 1 if p1_starts else 2
        self.beginning = (
            f'A tiny game, made for this test. Player {first} begins.'
        )
        self.begun = (tree, p1_starts)
        self.moves = []
        self.game = TinyGame(TinyState(p1_starts, tree))


def draw_tree(tree: Any, p1_turn: bool) -> str:
    """Return lines with the moves of tree, and how the game ends after them."""
    if isinstance(tree, tuple):
        steps, end = tree
        p1_turn_then = p1_turn if steps % 2 == 0 else not p1_turn
        return f'{steps:,} moves, and then {draw_tree(end, p1_turn_then)}'
    if tree == 0:
        return 'a tie'
    if not isinstance(tree, dict):
        # The score is for the player to move.
        p1_wins = p1_turn if tree == 1 else not p1_turn
        return f'player {1 if p1_wins else 2} has won'
    lines = []
    for move, rest in tree.items():
        text = draw_tree(rest, not p1_turn)
        if isinstance(rest, dict):
            lines.append(f'{move}:\n{indent(text, "    ")}')
        else:
            lines.append(f'{move}: {text}')
    return '\n'.join(lines)


def random_tree(chance: Any, depth: int) -> Any:
    """Return a random tree of at most this depth: see TinyState."""
    if depth == 0 or chance.random() < 0.2:
        return chance.choice([1, 0, -1])
    return {
        move: random_tree(chance, depth - 1)
        for move in chance.choice(['a', 'ab', 'ab'])
    }


def tiny_plays() -> Iterator[Play]:
    """Yield random tiny games in which some moves are better than others: half
    of the games can be won, and the others tied.
    """
    chance = begin_chance()
    number = 0
    while number < TINY_GAMES:
        tree = {move: random_tree(chance, 3) for move in 'ab'}
        play = TinyPlay(tree, chance.random() < 0.5)
        scores = {
            score(play.game, play.state.make_move(move), {}) for move in 'ab'
        }
        if len(scores) > 1 and min(scores) == -(number % 2):
            number += 1
            yield play


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
    play.game.current_state = state  # If it was changed, test_untouched fails.
    moves = moves_at(state)
    more = ''
    if move not in moves and key in ('mr', 'mi'):
        more = find_memory(key, moves) + draw_search(key, play)
    if move is None:
        raise NothingError(
            f'{name_of(key)}(game) should return a move.\n'
            f'Yours returns None: was no move chosen, or is a '
            f'"return" missing?{more}'
        )
    check(
        move in moves,
        f'{name_of(key)} should return one of the possible moves, which are '
        f'{moves}.\nYours returned {show(move)}.{more}',
    )
    return move


def key_of(state: Any) -> tuple[str, str, str]:
    """Return what distinguishes state from all other positions of its game."""
    return state.get_current_player_name(), str(state), repr(state)


def score(game: Any, state: Any, known: dict[tuple, int]) -> int:
    """Return the score of state for the player to move, by plain minimax. known
    holds the scores of positions seen before.
    """
    key = key_of(state)
    if key not in known and game.is_over(state):
        known[key] = final_score(game, state)
    elif key not in known:
        known[key] = max(
            -score(game, state.make_move(move), known)
            for move in moves_at(state)
        )
    return known[key]


def final_score(game: Any, state: Any) -> int:
    """Return the score of state, where game is over, for whoever is to move."""
    before = game.current_state
    game.current_state = state
    p1 = bool(game.is_winner('p1'))
    p2 = bool(game.is_winner('p2'))
    game.current_state = before
    return p1 - p2 if state.get_current_player_name() == 'p1' else p2 - p1


def check_score(play: Play, *moves: Any) -> None:
    """Fail unless score_state is right after moves in play."""
    find('usable_strategies', 'i')  # This imports strategy.py.
    score_state: Any = getattr(sys.modules.get('strategy'), 'score_state', 0)
    try:
        inspect.signature(score_state).bind(play.game, play.state)
    except (TypeError, ValueError):
        raise unittest.SkipTest(
            'strategy.py has no score_state(game, state): you can do without.'
        ) from None
    state = play.state
    for move in moves:
        state = state.make_move(move)
    wanted = score(play.game, state, {})
    found = score_state(play.game, state)
    check(
        found == wanted,
        f'score_state(game, state) should be {wanted}, as this is '
        f'{RESULTS[wanted]} for the player to move.\nYours is '
        f'{returned(found)}',
        state=state,
    )


def check_alpha_beta() -> None:
    """Skip the test unless alpha_beta_strategy is there, and plugged in."""
    find('usable_strategies', 'i')  # This imports strategy.py.
    written = getattr(sys.modules.get('strategy'), 'alpha_beta_strategy', None)
    if written is None:
        raise unittest.SkipTest(
            'strategy.py has no alpha_beta_strategy(game): Part 4 is optional, '
            'and worth no points.'
        )
    if find('usable_strategies', 'ab') is not written:
        raise unittest.SkipTest(
            "In usable_strategies, 'ab' is not the alpha_beta_strategy of "
            'strategy.py.'
        )


def count_needed(
    tree: Any, alpha: float = -inf, beta: float = inf
) -> tuple[float, int]:
    """Return the score of tree, and how many moves alpha-beta makes in it."""
    if not isinstance(tree, dict):
        return tree, 0
    best = -inf
    made = 0
    for child in tree.values():
        found, moves = count_needed(child, -beta, -max(alpha, best))
        best = max(best, -found)
        made += 1 + moves
        if best >= beta:
            break
    return best, made


def count_moves(key: str, play: Play) -> int:
    """Return how many moves the strategy with this key makes as it chooses."""
    kind = type(play.state)
    made = []
    make_move = kind.make_move

    def make_and_count(state: Any, move: Any) -> Any:
        """Return the state after move."""
        made.append(move)
        return make_move(state, move)

    with patch.object(kind, 'make_move', make_and_count):
        choose(key, play)
    return len(made)


def begin(games: Iterable[tuple[str, int]]) -> Iterator[Play]:
    """Yield new games by their keys and sizes, as far as they are written."""
    for number, (key, size) in enumerate(games):
        with suppress(MissingError):
            yield Play(key, size, number % 3 > 0)


def random_plays(size: int, games: int) -> Iterator[Play]:
    """Yield this many random games of Stonehenge with this side length, each
    at every position before the end where few cells are free.
    """
    chance = begin_chance()
    for number in range(games):
        play = Play('h', size, number % 2 == 0)
        while not play.game.is_over(play.state):
            moves = sorted(moves_at(play.state))
            if len(moves) <= FREE_CELLS:
                yield play
            play.move(chance.choice(moves))


def some_plays() -> Iterator[Play]:
    """Yield games at all stages but the end, as far as they are written."""
    yield from begin(('s', total) for total in range(1, 16))
    with suppress(MissingError):
        yield from random_plays(1, games=2)
        yield from random_plays(2, games=4)
        yield from random_plays(3, games=2)


def check_refusal(key: str) -> None:
    """Fail unless the strategy with this key raises a ValueError if a game is
    over, and leaves the game as it was.
    """
    strategy = find('usable_strategies', key)
    for play in begin([('s', 0), ('s', 0), ('h', 1), ('h', 1)]):
        if not play.game.is_over(play.state):
            play.move('B')
        state = play.state
        before = key_of(state)
        check_value_error(
            f'{name_of(key)}(game)',
            partial(strategy, play.game),
            'the game is over',
        )
        check_left(key, play, state, before)


def check_left(key: str, play: Play, state: Any, before: tuple) -> None:
    """Fail unless play still is at state, of which key_of is still before."""
    now = play.state
    play.game.current_state = state
    if key_of(state) == before:
        picture = indent(str(now), '    ')
        how = f' to this:\n\n{picture}\n\nIt should be as below.'
    else:
        picture = indent(before[1], '    ')
        how = f'. It was this:\n\n{picture}\n\nNow it is the state below.'
    check(
        key_of(now) == before == key_of(state),
        f'{name_of(key)} should leave game.current_state as it was. Yours '
        f'has changed it{how}',
    )


def check_best(key: str, plays: Iterable[Play]) -> None:
    """Fail unless the strategy with this key always chooses best moves."""
    known: dict[tuple, int] = {}
    for play in plays:
        scores = rate_moves(play, known)
        highest = max(scores.values())
        best = [each for each in scores if scores[each] == highest]
        check_choice(key, play, best)


def rate_moves(play: Play, known: dict[tuple, int]) -> dict[Any, int]:
    """Return the scores of the possible moves of play."""
    return {
        each: -score(play.game, play.state.make_move(each), known)
        for each in moves_at(play.state)
    }


def check_choice(key: str, play: Play, best: list) -> None:
    """Fail unless the strategy with this key chooses one of best for play. The
    report is on the smallest position where it does not.
    """
    move = choose(key, play)
    if move in best:
        return
    reason = find_memory(key, best)
    smallest = ''
    if not reason:
        play = find_smallest(key, play)
        move = choose(key, play)
        smallest = (
            '\nThis is the smallest position where it goes wrong, of those '
            'that were tried.'
        )
    scores = rate_moves(play, {})
    highest = max(scores.values())
    best = [each for each in scores if scores[each] == highest]
    hint = reason if reason else find_hint(key)
    Play.latest = play
    place = f'From {play.begun[1]}, ' if play.begun[0] == 's' else ''
    check(
        False,
        f'{place}{name_of(key)} should choose {any_of(best)}, which '
        f'leads to {RESULTS[highest]}.\nYours chose {move!r}, which '
        f'leads to {RESULTS.get(scores[move])}, if the other player '
        f'makes no mistake.{hint}{smallest}{draw_search(key, play)}',
    )


def find_smallest(key: str, play: Play) -> Play:
    """Return the play with the smallest tree for which the strategy with this
    key makes no best move, of those that list_smaller yields; or else play.
    """
    for smaller in list_smaller(play):
        with suppress(Exception):  # It may fail otherwise there.
            scores = rate_moves(smaller, {})
            if scores[choose(key, smaller)] < max(scores.values()):
                return smaller
    return play


def list_smaller(play: Play) -> Iterator[Play]:
    """Yield plays at positions with no larger trees, the smallest first: of the
    game of play, as far as trees can be shown; tiny games; and the others.
    """
    tiny = (
        TinyPlay(tree, starts)
        for nodes in range(2, MOST_NODES + 1)
        for tree in list_trees(nodes)
        for starts in (True, False)
    )
    for is_shown, smaller in list_own(play):
        if not is_shown:
            yield from tiny
        yield smaller
    yield from tiny


def list_own(play: Play) -> Iterator[tuple[bool, Play]]:
    """Yield plays of the game of play, unless it is tiny: from lower totals, or
    at later positions, with the smallest tree first; and whether that is shown.
    """
    if play.begun[0] == 's':
        for total in range(1, play.begun[1] + 1):
            for starts in (True, False):
                yield total <= SHOWN_TOTAL, Play('s', total, starts)
    elif play.begun[0] == 'h':
        lines = list_lines(play.game, play.state)
        for size, line in sorted(lines, key=lambda each: each[0]):
            later = Play(*play.begun)
            for move in [*play.moves, *line]:
                later.move(move)
            yield size <= LONGEST_TREE, later


def list_trees(nodes: int) -> list:
    """Return all trees with this many nodes: see TinyState."""
    if nodes == 1:
        return [1, 0, -1]
    trees: list[dict] = [{'a': tree} for tree in list_trees(nodes - 1)]
    for part in range(1, nodes - 1):
        for left in list_trees(part):
            for right in list_trees(nodes - 1 - part):
                trees.append({'a': left, 'b': right})
    return trees


def list_lines(game: Any, state: Any) -> list[tuple[int, list]]:
    """Return the moves that lead on from state, to each position before the
    end, with the size of the tree there. The first is state itself.
    """
    if game.is_over(state):
        return []
    size = 1
    below = []
    for move in moves_at(state):
        lines = list_lines(game, state.make_move(move)) or [(1, [])]
        size += lines[0][0]
        below += [(each, [move, *line]) for each, line in lines if each > 1]
    return [(size, []), *below] if size > 1 else []


def draw_search(key: str, play: Play) -> str:
    """Return the tree of play with the right scores and, where the program can
    trace it, with those that the strategy with this key finds.
    """
    state = play.state
    lines: list[str] = []
    with suppress(RecursionError):  # The game may be too long for this.
        lines = list_scores(play.game, state, {})
    if not lines:
        return ''
    notes = []
    head = (
        'All positions that follow, with their scores for the player to move:'
    )
    with suppress(Exception, SystemExit):  # There may be no such program.
        trace = import_module('interface.trace')
        scene = trace.trace_search(find('usable_strategies', key), play.game)
        if any(trace.is_score(each.yours) for each in scene.tree):
            lines = trace.list_rows(scene)
            notes = scene.notes[1:]
            head = scene.title
    play.game.current_state = state
    if len(lines) > LONGEST_TREE:
        # If the row that is marked comes later, some lines up to it, too.
        marked = [i for i, line in enumerate(lines) if '  <- ' in line] or [0]
        start = max(LONGEST_TREE, marked[0] - 4)
        end = marked[0] + 1
        later = lines[start:end]
        lines = [*lines[:LONGEST_TREE], '...', *later]
        if later:
            lines.append('...')
    tree = indent('\n'.join(lines), '    ')
    return '\n'.join(['', head, '', tree, '', *notes])


def list_scores(
    game: Any, state: Any, known: dict, before: str = '', move: Any = ''
) -> list[str]:
    """Return a line for state, which move leads to, and for all positions that
    follow, with their scores.
    """
    number = [word for word in str(state).split()[-1:] if word.isdecimal()]
    name = ':'.join([state.get_current_player_name(), *number])
    arrow = f'{move} -> ' if before else ''
    lines = [f'{before}{arrow}{name} {score(game, state, known)}']
    if game.is_over(state):
        return lines
    for each in moves_at(state):
        lines += list_scores(
            game, state.make_move(each), known, f'{before}| ', each
        )
    return lines


def find_memory(key: str, good: list) -> str:
    """Return what the minimax strategy with this key shares or remembers that
    it should not: in a new process, it chooses one of good for the latest play.
    """
    play: Any = Play.latest
    state = play.state
    strategy = find('usable_strategies', key)
    shared = find_shared(getattr(strategy, '__globals__', {}))
    if shared or not hasattr(sys.modules['game_interface'], '__file__'):
        return shared
    # Three times, as one that chooses at random may do so by chance.
    code = f"""from minimax_unittest_basic import *
play = {type(play).__name__}{play.begun}
for move in {play.moves}: play.move(move)
for _ in range(3): print(find('usable_strategies', {key!r})(play.game))"""
    with suppress(Exception):
        done = subprocess.run(
            [sys.executable, '-c', code],
            timeout=LIMIT / 4,
            check=True,
            env={**os.environ, 'PYTHONPATH': os.pathsep.join(sys.path)},
            stdin=-3,
            stdout=-1,
            stderr=-3,
            text=True,
        )
        new = done.stdout.splitlines()[-3:]
        old = {str(strategy(play.game)) for _ in range(3)}
        if set(new) <= set(map(str, good)) and old.isdisjoint(map(str, good)):
            shared = (
                f'\nIn a new Python, which has seen no other game, it '
                f'chooses {new[0]}, which is right: so it remembers '
                f'other games. What do you keep outside functions, and '
                f'does the key say all that a score depends on?'
            )
    play.game.current_state = state
    return shared


def find_hint(key: str) -> str:
    """Return why the strategy with this key may choose wrong moves: one of
    HINTS, by its choice where each move ends the game.
    """
    wrong: dict[tuple[int, int], bool] = {}
    try:
        for first, second in permutations((1, 0, -1), 2):
            move = choose(key, TinyPlay({'a': -first, 'b': -second}, True))
            best = 'a' if first > second else 'b'
            wrong[first, second] = move != best
    except Exception:
        return HINTS[0]
    if not any(wrong.values()):
        return HINTS[0]
    # Beside one that loses, is a move that wins missed in one order, or both?
    missed = [wrong[1, -1], wrong[-1, 1]].count(True)
    return HINTS[1 + missed]


def check_typed(play: Play, answers: list[str], move: Any) -> None:
    """Fail unless a player who types answers gets the move at the end.

    A strategy may ask again itself after a bad answer, or hand on a move that
    is not valid and be called again by the program that plays.
    """
    state = play.state
    chosen = None
    before = key_of(state)
    with typing(*answers) as prompts:
        for _ in answers:
            if not state.is_valid_move(chosen):
                chosen = find('usable_strategies', 'i')(play.game)
    typed = ', '.join(map(repr, answers))
    check_same(f'When the player types {typed}, the move', chosen, move)
    check_same(
        f'When the player types {typed}, the number of questions',
        len(prompts),
        len(answers),
    )
    check_left('i', play, state, before)


if __name__ == '__main__':
    unittest.main()
