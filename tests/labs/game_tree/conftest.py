"""The games whose trees the tests of the tree lab go through."""

import pytest
from game import Game
from tests.support.game_trees import SEARCHED_GAMES, SMALL_GAMES


@pytest.fixture(name='game', params=SMALL_GAMES)
def small_game(request: pytest.FixtureRequest) -> Game:
    """Give each of SMALL_GAMES."""
    return SMALL_GAMES[request.param]()


@pytest.fixture(name='searched', params=SEARCHED_GAMES)
def searched_game(request: pytest.FixtureRequest) -> Game:
    """Give each of SEARCHED_GAMES."""
    return SEARCHED_GAMES[request.param]()
