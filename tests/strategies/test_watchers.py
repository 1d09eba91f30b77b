"""What watchers of a search are told."""
from functools import partial
from typing import Callable, Optional
import pytest
from engine.alpha_beta import BEST_ESTIMATE, alpha_beta_strategy
from game import Game
from game_state import GameState
from stonehenge import StonehengeGame
from strategy import Watcher, iterative_minimax_strategy, \
    recursive_minimax_strategy
from subtract_square_game import SubtractSquareGame
from tests.support.foreign_games import TreeGame
from tests.support.positions import play_randomly

pytestmark = pytest.mark.usefixtures('without_contracts')

# More seconds than any test needs.
PLENTY = 1000.0


class Log(list, Watcher):
    """A watcher that is a list, which is false as long as it is empty."""

    def on_visit(self, state: GameState) -> None:
        """Note state."""
        self.append(state)


def test_empty_watcher() -> None:
    """A watcher counts, even if it is as empty as a list."""
    log = Log()
    recursive_minimax_strategy(SubtractSquareGame(True, size=6), watcher=log)
    assert log


class Notebook(Watcher):
    """Writes down what it is told.

    === Attributes ===
    path: the states that have no score yet
    notes: all that happened: states, and states with their scores
    """
    path: list[GameState]
    notes: list[tuple[str, Optional[float]]]

    def __init__(self) -> None:
        """Initialize an empty notebook."""
        self.path, self.notes = [], []

    def on_visit(self, state: GameState) -> None:
        """Note state, which must be a successor of the last one."""
        if self.path:
            before = self.path[-1]
            assert repr(state) in [repr(before.make_move(move))
                                   for move in before.get_possible_moves()]
        self.path.append(state)
        self.notes.append((repr(state), None))

    def on_score(self, state: GameState, score: float) -> None:
        """Note the score of state, which must be the last one."""
        assert self.path.pop() is state
        self.notes.append((repr(state), score))


GAMES = [StonehengeGame(True, size=2),
         play_randomly(StonehengeGame(False, size=3), 3, 2),
         SubtractSquareGame(True, size=30), TreeGame(True)]


@pytest.mark.parametrize('choose', [
    recursive_minimax_strategy, iterative_minimax_strategy,
    alpha_beta_strategy])
@pytest.mark.parametrize('game', GAMES,
                         ids=lambda game: repr(game.current_state))
def test_watching(choose: Callable, game: Game) -> None:
    """Watchers see a path that begins at the root; nothing is left on it; and
    watching changes nothing."""
    if choose is alpha_beta_strategy:
        choose = partial(choose, seconds=PLENTY)
    notebook = Notebook()
    assert choose(game, watcher=notebook) == choose(game)
    assert notebook.path == []
    assert notebook.notes[0] == (repr(game.current_state), None)


@pytest.mark.parametrize('game', GAMES,
                         ids=lambda game: repr(game.current_state))
def test_both_ways_of_minimax_do_the_same(game: Game) -> None:
    """With and without recursion, the same states are met in the same order,
    and all scores are right."""
    notebooks = [Notebook(), Notebook()]
    recursive_minimax_strategy(game, watcher=notebooks[0])
    iterative_minimax_strategy(game, watcher=notebooks[1])
    assert notebooks[0].notes == notebooks[1].notes != []


@pytest.mark.parametrize('choose', [
    recursive_minimax_strategy, iterative_minimax_strategy,
    alpha_beta_strategy])
def test_watching_a_small_tree(choose: Callable) -> None:
    """All that a watcher of Subtract Square 2 hears, one deepening after the
    other with alpha-beta: 2, 1 and 0 are the states."""
    game = SubtractSquareGame(True, size=2)
    notebook = Notebook()
    if choose is alpha_beta_strategy:
        choose(game, seconds=PLENTY, watcher=notebook)
    else:
        choose(game, watcher=notebook)
    told = [(int(text.split()[-1][:-1]), score)
            for text, score in notebook.notes]
    whole = [(2, None), (1, None), (0, None), (0, -1), (1, 1), (2, -1)]
    if choose is alpha_beta_strategy:
        assert told == [(2, None), (1, None), (1, BEST_ESTIMATE),
                        (2, -BEST_ESTIMATE)] + whole
    else:
        assert told == whole
