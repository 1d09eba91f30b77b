"""The games of the labs, for all programs that play or show any game."""
from game_interface import playable_games
from labs.dominoes.domineering import DomineeringGame
from labs.hex.hex_state import HexGame


def add_games() -> None:
    """Put the games of the labs among those of the text interface."""
    playable_games['d'] = DomineeringGame
    playable_games['x'] = HexGame
