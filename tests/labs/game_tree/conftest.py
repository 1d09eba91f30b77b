"""The command of the tree lab adds games to the table of all programs; each
test here leaves the table as it was.
"""
from typing import Iterator
import pytest
from game_interface import playable_games


@pytest.fixture(autouse=True)
def games_as_before() -> Iterator[None]:
    """Take the games that a test has added away again."""
    before = dict(playable_games)
    yield
    playable_games.clear()
    playable_games.update(before)
