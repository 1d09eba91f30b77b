"""Games that are saved: of all kinds, played at random."""

from typing import Any, Optional
from unittest.mock import patch
import random
from game_interface import playable_games
from interface.history import History, replay
from interface.command_line import Catalog
from interface.saved_games import FormatError, SavedGame, parse_game, read_game
from labs.games import add_games
from tests.support.foreign_games import TreeGame


# The games of the core and of the labs, and somebody else's. The games that the
# program offers do not change.
with patch.dict(playable_games):
    add_games()
    GAMES = {**playable_games, 't': TreeGame}

# Sizes for which each of them is played.
SIZES: dict[str, list[Any]] = {
    's': [0, 12, '30'],
    'h': [1, 2, 3],
    'd': [2, '3 4', ' 1,5 '],
    'x': [1, 3, '4'],
    't': [None],
}

# A saved game, as text.
GOOD = """game = "s"
size = 12
first = 1
p1 = "i"
p2 = "mr"
seed = 7
date = 2026-11-21
result = "p2"
moves = [
    "4",
    "4",
    "1",
    "1",
    "1",
    "1",
]
"""


def play_and_save(
    key: str, size: Any, starts: bool, plies: int, seed: int
) -> tuple[SavedGame, list[str]]:
    """Return a random game of this many plies, or fewer if it ends, as it is
    saved, and the repr of each of its positions."""
    options = {} if size is None else {'size': size}
    game = GAMES[key](starts, **options)
    history = History(
        Catalog(GAMES, {}), game, SavedGame(key, starts, size, 'i', 'r', seed)
    )
    rng = random.Random(seed)
    shown = [repr(game.current_state)]
    while history.place < plies and not game.is_over(game.current_state):
        move = rng.choice(game.current_state.get_possible_moves())
        history.add(move, game.current_state.make_move(move))
        shown.append(repr(game.current_state))
    return history.to_saved(), shown


def read(path: Any) -> SavedGame:
    """Return the game in the file called path."""
    return read_game(str(path))


def complaint_about(text: str) -> Optional[str]:
    """Return what is said of text, the text of a file, when it is read and
    replayed, or None if nothing is."""
    try:
        replay(parse_game(text), Catalog(GAMES, {}))
    except FormatError as error:
        return str(error)
    return None
