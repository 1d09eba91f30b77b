"""Replaying a saved game by the rules."""
from typing import Any, Callable, NamedTuple, Optional
import random
from game import Game
from game_state import GameState
from interface.game_files import describe_file_error, read_game
from interface.saved_games import FormatError, SavedGame, find_result
from interface.screen import format_answers
from interface.setup import call_method, create_game, make_move
from interface.words import describe_result, make_player_title, make_title, \
    make_titles, shorten


class Replay(NamedTuple):
    """A saved game that was played again.

    === Attributes ===
    game: the game, after all moves
    states: the positions, from the first one on
    names: the player to move at each of them, 'p1' or 'p2'
    moves: the moves between them
    result: who has won, 'p1' or 'p2', or 'tie'; None if the game is not over
    """
    game: Game
    states: list[GameState]
    names: list[str]
    moves: list[Any]
    result: Optional[str]


def load_game(path: str, games: dict[str, Callable[..., Game]]
              ) -> tuple[SavedGame, Replay]:
    """Return the game saved at path, and its replay, or raise ValueError."""
    try:
        saved = read_game(path)
        return saved, replay(saved, games)
    except (OSError, FormatError) as error:
        raise ValueError(describe_file_error(path, error)) from error


def replay(saved: SavedGame, games: dict[str, Callable[..., Game]]) -> Replay:
    """Return the replay of saved. Raise FormatError if it breaks the rules."""
    if saved.game not in games:
        raise FormatError(f'{saved.format_place("game")}: there is no game '
                          f'{shorten(saved.game)} here. Games: '
                          f'{format_answers(make_titles(games))}')
    place = saved.format_place('game' if saved.size is None else 'size')
    game = call_at(place, create_again, games[saved.game], saved)
    states, moves = [game.current_state], []
    for i, text in enumerate(saved.moves):
        moves.append(call_at(saved.format_place(i), make_move, game, text))
        states.append(game.current_state)
    place = saved.format_place('game' if saved.result is None else 'result')
    names = [call_at(place, call_method, state, 'get_current_player_name')
             for state in states]
    result = call_at(place, find_result, game)
    if saved.result not in (None, result):
        raise FormatError(f'{place}: the saved result is wrong: '
                          f'{describe_result(result, names[-1])}')
    return Replay(game, states, names, moves, result)


def create_again(game_class: Callable[..., Game], saved: SavedGame) -> Game:
    """Return a new game as saved began; a random one follows from the seed."""
    now = random.getstate()
    random.seed(saved.seed)
    try:
        return create_game(game_class, saved.p1_starts, saved.size)
    finally:
        random.setstate(now)


def call_at(place: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Return function(*arguments); a ValueError names this place in a file."""
    try:
        return function(*arguments)
    except ValueError as error:
        raise FormatError(f'{place}: {error}') from error


def describe_game(saved: SavedGame, game: Game, strategies: dict[str, Any]
                  ) -> str:
    """Return in a line which game saved is, by whom, and when."""
    parts = [make_title(type(game))]
    for name, key in ('p1', saved.p1), ('p2', saved.p2):
        if key is not None:
            title = make_title(strategies[key]) if key in strategies else key
            parts.append(f'{make_player_title(name)}: {title}')
    if saved.date is not None:
        parts.append(str(saved.date))
    return '. '.join(parts) + '.'
