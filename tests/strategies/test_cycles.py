"""Games that can come back to a position, where minimax would never end."""

from functools import partial
from typing import Any, Callable
import sys
import pytest
from engine.alpha_beta import alpha_beta_strategy
from engine.hints import find_hint
from engine.reviews import find_turning_point, review_moves
from engine.values import find_values
from game import Game
from strategy import (
    CycleError,
    Search,
    Watcher,
    iterative_minimax_strategy,
    iterative_score,
    recursive_minimax_strategy,
    recursive_score,
)
from tests.support.clocks import PLENTY
from tests.support.foreign_games import (
    CountdownState,
    HeapsState,
    MirroredTokenState,
    NoHooks,
    TokenGame,
    TokenState,
    TreeGame,
)
from tests.support.positions import game_at, make_moves, opening

pytestmark = pytest.mark.usefixtures('without_contracts')

MINIMAX = [recursive_minimax_strategy, iterative_minimax_strategy]


def game_with(state: Any) -> Game:
    """Return a game at state, which whoever makes the last move wins."""
    game = TokenGame(True)
    game.current_state = state
    return game


def look_back(game: Game, review: bool) -> Any:
    """Return the reviews of a game that came back to where it began, or what
    settled it."""
    states = [game.current_state]
    moves = ['right', 'left', 'left', 'left']
    for move in moves:
        states.append(states[-1].make_move(move))
    if review:
        return list(review_moves(game, states[:2], moves[:2]))
    return find_turning_point(game, states, moves)


@pytest.mark.parametrize(
    'kind',
    [TokenState, type('Bare', (NoHooks, TokenState), {}), MirroredTokenState],
)
@pytest.mark.parametrize(
    'ask',
    [
        *MINIMAX,
        find_values,
        partial(find_hint, seconds=PLENTY),
        partial(look_back, review=True),
        partial(look_back, review=False),
    ],
)
def test_cycle(ask: Callable, kind: type) -> None:
    """The error says what is the matter, and nothing is left behind."""
    state = kind(True, 2)
    limit = sys.getrecursionlimit()
    game = game_with(state)
    with pytest.raises(CycleError, match='can come back to a position'):
        ask(game)
    assert issubclass(CycleError, ValueError)
    assert game.current_state is state and sys.getrecursionlimit() == limit


class StandingState(CountdownState):
    """A countdown that does not go on."""

    def make_move(self, move: Any) -> CountdownState:
        """Return this very state."""
        return self


@pytest.mark.parametrize('strategy', MINIMAX)
def test_same_state(strategy: Callable) -> None:
    """A move that leads to the state before it is a cycle, too."""
    with pytest.raises(CycleError):
        strategy(game_with(StandingState(True, 3)))


def test_what_can_be_played() -> None:
    """A move that wins at once needs no search; and alpha-beta, which looks
    only so far ahead, finds the way that does not lose."""
    for strategy in MINIMAX:
        assert strategy(game_with(TokenState(True, 4))) == 'right'
    assert find_hint(game_with(TokenState(True, 4))) == ('right', 1, 1)
    assert alpha_beta_strategy(game_with(TokenState(True, 2)), 0.1) == 'right'


class ForgetfulState(CountdownState):
    """A countdown with a wrong hook, which takes all positions for one."""

    def search_key(self) -> int:
        """Return the same for all positions."""
        return 0


@pytest.mark.parametrize('score', [recursive_score, iterative_score])
@pytest.mark.parametrize(
    'state, expected',
    [
        (ForgetfulState(True, 9), 1),
        (HeapsState(True, (1, 2, 3)), -1),
        (HeapsState(True, (3, 1, 3)), 1),
    ],
)
def test_equal_keys_are_no_cycle(
    score: Callable, state: Any, expected: int
) -> None:
    """Search keys that are equal along a path, right or wrong, do not make a
    game come back to a position."""
    search = Search(game_with(state))
    assert score(search, search.root) == expected


@pytest.mark.parametrize('strategy', MINIMAX)
def test_merging_lines_are_no_cycle(strategy: Callable) -> None:
    """Many lines of play that lead to one position do not repeat it."""
    tree: dict = {f'{i}': {'a': f'{i + 1}', 'b': f'{i + 1}'} for i in range(60)}
    assert strategy(TreeGame(True, tree | {'start': {'a': '0'}, '60': 'p1'}))


class Impatient(Watcher):
    """Stops a search at its ninth visit."""

    visits = 0

    def on_visit(self, state: Any) -> None:
        """Count state."""
        self.visits += 1
        if self.visits == 9:
            raise TimeoutError


def test_search_again() -> None:
    """A search that was stopped leaves no path behind for the next one."""
    state = make_moves(opening(3), 'AB')
    search = Search(game_at(state), Impatient())
    again = Search(game_at(state))
    with pytest.raises(TimeoutError):
        iterative_score(search, search.root.make_move('C'))
    assert search.path
    for move in state.get_possible_moves():
        child = search.root.make_move(move)
        assert iterative_score(search, child) == recursive_score(again, child)
    assert search.path == {}
