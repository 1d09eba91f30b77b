"""What watchers of a search are told."""
from functools import partial
from typing import Callable, Optional
import pytest
from engine.alpha_beta import alpha_beta_strategy
from game import Game
from game_state import GameState
from stonehenge import StonehengeGame
from strategy import LOSE, Watcher, iterative_minimax_strategy, \
    recursive_minimax_strategy, rough_outcome_strategy
from subtract_square_game import SubtractSquareGame
from tests.support.foreign_games import TreeGame
from tests.support.positions import play_randomly

pytestmark = pytest.mark.usefixtures('without_contracts')

# The last of them with more seconds than any test needs.
STRATEGIES = [recursive_minimax_strategy, iterative_minimax_strategy,
              partial(alpha_beta_strategy, seconds=1000.0)]


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

    def __len__(self) -> int:
        """Return 0: a watcher that is false counts, too."""
        return 0

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


@pytest.mark.parametrize('game', GAMES,
                         ids=lambda game: repr(game.current_state))
def test_watching(game: Game) -> None:
    """Watchers see a path that begins at the root; nothing is left on it; and
    watching changes nothing. With and without recursion, minimax meets the same
    states in the same order."""
    notes = []
    for choose in STRATEGIES:
        notebook = Notebook()
        assert choose(game, watcher=notebook) == choose(game)
        assert notebook.path == []
        assert notebook.notes[0] == (repr(game.current_state), None)
        notes.append(notebook.notes)
    assert notes[0] == notes[1]


@pytest.mark.parametrize('choose', STRATEGIES[:2])
def test_watching_what_is_lost(choose: Callable) -> None:
    """Where the opening book knows that all moves lose, none is searched."""
    game = play_randomly(StonehengeGame(True, size=4), 1, 0)
    notebook = Notebook()
    assert choose(game, watcher=notebook) == rough_outcome_strategy(game)
    state = repr(game.current_state)
    assert notebook.notes == [(state, None), (state, LOSE)]
