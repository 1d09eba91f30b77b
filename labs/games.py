"""The games of the labs, for every program that plays or shows games."""

from importlib import import_module
from pathlib import Path
import sys
from game_interface import playable_games

# Each game by its key: its module and its class.
LAB_GAMES = {
    'd': ('labs.dominoes.domineering', 'DomineeringGame'),
    'x': ('hex_for_core', 'Hex'),
}

# The files of the Hex lab import each other by their bare names, since they
# also work without the rest of this project. So Python must know their folder.
HEX_FOLDER = str(Path(__file__).parent / 'hex')


def add_games() -> None:
    """Add the games of the labs to those of the text interface, if game.py and
    game_state.py have their superclasses.
    """
    if HEX_FOLDER not in sys.path:
        sys.path.append(HEX_FOLDER)
    for key, (module, name) in LAB_GAMES.items():
        try:
            playable_games[key] = getattr(import_module(module), name)
        except ImportError as missing:
            if missing.name not in ('game', 'game_state'):
                raise
