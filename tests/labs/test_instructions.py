"""The instructions of all games, those of the core and of the labs."""
import pytest
import game_interface
from labs.games import add_games


def test_instructions_are_narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """They fit into 79 columns."""
    games = dict(game_interface.playable_games)
    monkeypatch.setattr('labs.games.playable_games', games)
    add_games()
    assert set('shdx') <= set(games)
    for game_class in games.values():
        lines = game_class(True, size=3).get_instructions().splitlines()
        assert max(map(len, lines)) < 80, game_class
