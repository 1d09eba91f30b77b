"""Both minimax strategies, against scores that are found in other ways."""

from copy import copy
from itertools import islice
import sys
from typing import Any, Callable
import pytest
import strategy as strategy_module
from game import Game
from engine.alpha_beta import alpha_beta_strategy
from stonehenge import StonehengeGame
from strategy import (
    GameOverError,
    Search,
    interactive_strategy,
    iterative_minimax_strategy,
    iterative_score,
    minimax_score,
    random_strategy,
    recurse_deeply,
    recursive_minimax_strategy,
    recursive_score,
    position_key,
    rough_outcome_strategy,
)
from subtract_square_game import SubtractSquareGame
from tests.support.brute_force import list_openings, score_of
from tests.support.foreign_games import (
    SCORES,
    TREE,
    CountdownGame,
    NoHooks,
    TreeGame,
    TreeState,
)

MINIMAX = [recursive_minimax_strategy, iterative_minimax_strategy]
pytestmark = pytest.mark.usefixtures('without_contracts')


def scores_of(game: Game) -> list[float]:
    """Return the score of the current state as each search finds it."""
    searches = Search(game), Search(game)
    return [
        recursive_score(searches[0], searches[0].root),
        iterative_score(searches[1], searches[1].root),
    ]


@pytest.mark.parametrize('strategy', [alpha_beta_strategy, *MINIMAX])
def test_best_move_of_a_tree(strategy: Callable) -> None:
    """A tree small enough to score by hand: a tie is better than a loss, though
    the moves that lose come first; and of two wins, the one at once, though the
    slow one comes first."""
    tree = {
        'start': {'slow': 'S', 'fast': 'F'},
        'F': 'p1',
        'S': {'x': 'S1'},
        'S1': {'x': 'S2'},
        'S2': 'p1',
    }
    game = TreeGame(True)
    assert strategy(game) == 'a'
    assert strategy(TreeGame(True, tree)) == 'fast'
    for name, score in SCORES.items():
        state = TreeState(name in ('start', 'D'), TREE, name)
        game.current_state = state
        assert minimax_score(game, state) == score, name
        assert scores_of(game) == [score] * 2, name
        after = state.make_move(strategy(game))
        assert -minimax_score(game, after) == score, name


@pytest.mark.parametrize('key', ['s', 'h', 'd', 'x', 'heaps'])
def test_definition(key: str) -> None:
    """Both searches find what the definition says, which is what an independent
    look at everything says, and which leaves the game as it was."""
    games = [
        game
        for game in islice(list_openings(key), 20)
        if len(game.current_state.get_possible_moves()) <= 7
    ]
    assert len(games) > 1
    for game in games:
        state = game.current_state
        score = minimax_score(game, state)
        assert game.current_state is state
        assert scores_of(game) == [score] * 2, f'\n{state}'
        mover = state.get_current_player_name()
        assert score_of(copy(game), state, mover, {}) == score, f'\n{state}'


@pytest.mark.parametrize('strategy', MINIMAX)
@pytest.mark.parametrize('size, moves', [(2, 'A'), (3, 'H'), (3, 'G')])
def test_lost_position(strategy: Callable, size: int, moves: str) -> None:
    """If every move loses, the choice is one that is best by rough_outcome."""
    game = StonehengeGame(True, size=size)
    for move in moves:
        game.current_state = game.current_state.make_move(move)
    state = game.current_state
    if scores_of(game) != [-1, -1]:
        pytest.fail(f'This position is not lost:\n{state}')
    rough = {
        move: state.make_move(move).rough_outcome()
        for move in state.get_possible_moves()
    }
    assert rough[strategy(game)] == min(rough.values())


@pytest.mark.parametrize(
    'strategy, score, plies',
    [
        (iterative_minimax_strategy, iterative_score, 10_000),
        pytest.param(
            iterative_minimax_strategy,
            iterative_score,
            100_000,
            marks=pytest.mark.slow,
        ),
        (recursive_minimax_strategy, recursive_score, 99_999),
    ],
)
def test_long_chain(strategy: Callable, score: Callable, plies: int) -> None:
    """Both handle 100,000 plies, and leave the recursion limit as it was."""
    limit = sys.getrecursionlimit()
    game = CountdownGame(True, size=plies)
    assert strategy(game) == 1
    assert sys.getrecursionlimit() == limit
    search = Search(CountdownGame(True, size=500 + plies % 2))
    assert score(search, search.root) == (1 if plies % 2 else -1)


@pytest.mark.parametrize(
    'strategy',
    [
        interactive_strategy,
        random_strategy,
        rough_outcome_strategy,
        alpha_beta_strategy,
        *MINIMAX,
    ],
)
def test_game_is_left_alone(
    strategy: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game has the very same state afterwards, and nothing else new. If it
    is over, there is no move to choose, and the error says so."""
    monkeypatch.setattr('builtins.input', lambda prompt: 'B')
    game = StonehengeGame(True, size=2)
    before = dict(vars(game))
    shown = repr(game.current_state)
    assert game.current_state.is_valid_move(strategy(game))
    assert all(vars(game)[name] is before[name] for name in before)
    assert vars(game).keys() == before.keys()
    assert repr(game.current_state) == shown
    with pytest.raises(GameOverError, match='game is over') as why:
        strategy(SubtractSquareGame(True, size=0))
    assert isinstance(why.value, ValueError)


class Trap(Exception):
    """What the state below raises."""


class TrappedState(TreeState):
    """A position that fails when it is looked at more closely."""

    def get_possible_moves(self) -> list:
        """Fail in the middle of the tree."""
        if self.name == 'D':
            raise Trap
        return super().get_possible_moves()


@pytest.mark.parametrize('limit', [5432, 2_000_000])
@pytest.mark.parametrize('strategy', [alpha_beta_strategy, *MINIMAX])
def test_game_is_left_alone_on_errors(strategy: Callable, limit: int) -> None:
    """Also when a search fails, which never lowers the recursion limit."""
    game = TreeGame(True)
    state = TrappedState(True, TREE, 'start')
    game.current_state = state
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(limit)
    try:
        with pytest.raises(Trap):
            strategy(game)
        with pytest.raises(Trap):
            minimax_score(game, state)
        assert game.current_state is state
        assert sys.getrecursionlimit() == limit
        assert recurse_deeply(sys.getrecursionlimit) >= max(limit, 100_000)
    finally:
        sys.setrecursionlimit(before)


def test_memory_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most the children of one path of the iterative search are alive."""
    alive: list[int] = [0, 0]

    class CountedNode(strategy_module.TreeNode):
        """A node that counts how many there are, and were at most."""

        def __init__(self, *arguments: Any) -> None:
            """Count this node."""
            super().__init__(*arguments)
            alive[0] += 1
            alive[1] = max(alive)

        def __del__(self) -> None:
            """Stop counting this node."""
            alive[0] -= 1

    monkeypatch.setattr(strategy_module, 'TreeNode', CountedNode)
    game = StonehengeGame(True, size=3)
    search = Search(game)
    iterative_score(search, search.root)
    assert alive[0] == 0 and 0 < alive[1] < 100 < len(search.table)


@pytest.mark.parametrize(
    'superclasses',
    [(NoHooks, TreeState), (TreeState,)],
    ids=['without hooks', 'with hooks'],
)
@pytest.mark.parametrize('strategy', [alpha_beta_strategy, *MINIMAX])
def test_equal_texts(strategy: Callable, superclasses: tuple) -> None:
    """The scores of positions with one picture, or with one description, are
    not mixed up, be their superclass ours or another person's; neither need
    the player to move show there."""

    def same(_: Any) -> str:
        """Return the same text for all positions."""
        return 'a position'

    def different(state: Any) -> str:
        """Return what tells positions apart."""
        return state.name

    game = TreeGame(True)
    for shown, described in (different, same), (same, different), (same, same):
        kind = type(
            'State', superclasses, {'__str__': shown, '__repr__': described}
        )
        if shown is not described:
            game.current_state = kind(True, TREE, 'start')
            assert strategy(game) == 'a'
    assert position_key(kind(True, TREE, 'A')) != position_key(
        kind(False, TREE, 'A')
    )
