"""The command of the tree lab adds games to the table of all programs; each
test here leaves the table as it was.
"""
from typing import Iterator
import pytest
from game_interface import playable_games
from game import Game
from tests.support.game_trees import SEARCHED_GAMES, SMALL_GAMES


@pytest.fixture(autouse=True)
def games_as_before() -> Iterator[None]:
    """Take the games that a test has added away again."""
    before = dict(playable_games)
    yield
    playable_games.clear()
    playable_games.update(before)


@pytest.fixture(name='game', params=SMALL_GAMES)
def small_game(request: pytest.FixtureRequest) -> Game:
    """Give each of SMALL_GAMES."""
    return SMALL_GAMES[request.param]()


@pytest.fixture(name='searched', params=SEARCHED_GAMES)
def searched_game(request: pytest.FixtureRequest) -> Game:
    """Give each of SEARCHED_GAMES."""
    return SEARCHED_GAMES[request.param]()
