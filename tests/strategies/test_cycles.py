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
from strategy import CycleError, Search, Watcher, iterative_minimax_strategy, \
    iterative_score, recursive_minimax_strategy, recursive_score
from tests.support.clocks import PLENTY
from tests.support.foreign_games import CountdownGame, CountdownState, \
    HeapsGame, MirroredTokenState, TokenGame, TokenState, TreeState
from tests.support.positions import game_at, make_moves, opening

pytestmark = pytest.mark.usefixtures('without_contracts')

MINIMAX = [recursive_minimax_strategy, iterative_minimax_strategy]


def token_game(kind: type, place: int = 2) -> Game:
    """Return a game with a token at this place, in states of this kind."""
    game = TokenGame(True)
    game.current_state = kind(True, place)
    return game


def review(game: Game, *seconds: Any) -> Any:
    """Return the reviews of two moves."""
    state = game.current_state
    return list(review_moves(game, [state, state.make_move('right')],
                             ['right', 'left'], *seconds))


def find_mistake(game: Game) -> Any:
    """Return what settled a game that came back to where it began."""
    states, moves = [game.current_state], ['right', 'left', 'left', 'left']
    for move in moves:
        states.append(states[-1].make_move(move))
    return find_turning_point(game, states, moves)


class BareTokenState(TokenState):
    """A token in a state whose superclass has no hooks."""
    search_state = search_key = candidate_moves = known_score = None


@pytest.mark.parametrize('kind', [TokenState, BareTokenState,
                                  MirroredTokenState])
@pytest.mark.parametrize('ask', [
    *MINIMAX, find_values, partial(find_hint, seconds=PLENTY), review,
    find_mistake])
def test_cycle(ask: Callable, kind: type) -> None:
    """The error says what is the matter, and nothing is left behind."""
    game, limit = token_game(kind), sys.getrecursionlimit()
    state = game.current_state
    with pytest.raises(CycleError, match='can come back to a position') as why:
        ask(game)
    assert isinstance(why.value, ValueError)
    assert game.current_state is state and sys.getrecursionlimit() == limit


@pytest.mark.parametrize('strategy', MINIMAX)
def test_win_at_once(strategy: Callable) -> None:
    """A move that wins needs no search, so it is made in such a game, too."""
    assert strategy(token_game(TokenState, 4)) == 'right'
    assert find_hint(token_game(TokenState, 4)) == ('right', 1, 1)


def test_alpha_beta_plays() -> None:
    """It looks only so far ahead, and finds the way that does not lose."""
    assert alpha_beta_strategy(token_game(TokenState), 0.1) == 'right'


class ForgetfulState(CountdownState):
    """A countdown with a wrong hook, which takes all positions for one."""

    def search_key(self) -> int:
        """Return the same for all positions."""
        return 0


@pytest.mark.parametrize('score', [recursive_score, iterative_score])
@pytest.mark.parametrize('state, expected', [
    (ForgetfulState(True, 9), 1), (HeapsGame(True, (1, 2, 3)).current_state, -1),
    (HeapsGame(True, (3, 1, 3)).current_state, 1)])
def test_equal_keys_are_no_cycle(score: Callable, state: Any, expected: int
                                 ) -> None:
    """Search keys that are equal along a path, right or wrong, do not make a
    game come back to a position."""
    game = HeapsGame(True, ()) if hasattr(state, 'heaps') \
        else CountdownGame(True, 1)
    game.current_state = state
    search = Search(game)
    assert score(search, search.root) == expected


class Impatient(Watcher):
    """Stops a search after some visits."""

    def __init__(self, visits: int) -> None:
        """Initialize a watcher that is patient for this many visits."""
        self.visits = visits

    def on_visit(self, state: Any) -> None:
        """Count state."""
        self.visits -= 1
        if self.visits == 0:
            raise TimeoutError


def test_search_again() -> None:
    """A search that was stopped leaves no path behind for the next one."""
    state = make_moves(opening(3), 'AB')
    search = Search(game_at(state), Impatient(9))
    with pytest.raises(TimeoutError):
        iterative_score(search, search.root.make_move('C'))
    assert search.path
    again = Search(game_at(state))
    for move in state.get_possible_moves():
        child = search.root.make_move(move)
        assert iterative_score(search, child) == recursive_score(again, child)
    assert search.path == {}


def test_merging_lines_are_no_cycle() -> None:
    """Many lines of play that lead to one position do not repeat it."""
    tree: dict = {f'{i}': {'a': f'{i + 1}', 'b': f'{i + 1}'} for i in range(60)}
    tree['60'] = 'p1'
    game = TokenGame(True)
    game.is_over = lambda state: not isinstance(tree[state.name], dict)
    game.is_winner = lambda player: tree[game.current_state.name] == player
    game.current_state = TreeState(True, tree, '0')
    for strategy in MINIMAX:
        assert strategy(game) in ('a', 'b')
