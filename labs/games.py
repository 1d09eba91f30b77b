"""The games of the labs, for all programs that play or show any game."""
from importlib import import_module
from pathlib import Path
import sys
from game_interface import playable_games

HEX_FOLDER = str(Path(__file__).parent / 'hex')


def add_games() -> None:
    """Add the games of the labs to those of the text interface, unless
    somebody else's game.py or game_state.py lacks their superclasses.
    """
    # The files of the Hex lab import each other by their bare names, since
    # they also work without the rest of this project. So Python must know
    # their folder.
    if HEX_FOLDER not in sys.path:
        sys.path.append(HEX_FOLDER)
    try:
        domineering = import_module('labs.dominoes.domineering')
        playable_games['d'] = domineering.DomineeringGame
        playable_games['x'] = import_module('hex_for_core').Hex
    except ImportError as missing:
        if missing.name not in ('game', 'game_state'):
            raise
