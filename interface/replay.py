"""The history of a game, and replaying a saved one by the rules."""
from typing import Any, Callable, Optional
import random
from game import Game
from game_state import GameState
from interface.game_files import describe_file_error, read_game
from interface.saved_games import FormatError, SavedGame, find_result
from interface.screen import format_answers
from interface.setup import call_method, create_game, make_move
from interface.words import describe_result, make_player_title, make_title, \
    make_titles, shorten


class History:
    """The positions and moves of a game, also those that were taken back.

    === Attributes ===
    game: the game, whose current position is states[place]
    states: the positions, from the first one on
    moves: the moves between them
    place: how many of moves have been made and not been taken back
    scores: what an analyst knows of this game so far

    Representation Invariants:
    - len(self.states) == len(self.moves) + 1
    - 0 <= self.place <= len(self.moves)
    """
    game: Game
    states: list[GameState]
    moves: list[Any]
    place: int
    scores: dict[Any, Any]

    def __init__(self, game: Game) -> None:
        """Initialize the history of game, which begins at its position."""
        self.game, self.states, self.moves = game, [game.current_state], []
        self.place, self.scores = 0, {}

    def add(self, move: Any, after: GameState) -> None:
        """Add move, which leads to after. Forget what was taken back."""
        self.states[self.place + 1:] = [after]
        self.moves[self.place:] = [move]
        self.go_to(self.place + 1)

    def made(self) -> list[Any]:
        """Return the moves that lead to the current position."""
        return self.moves[:self.place]

    def go_to(self, place: int) -> None:
        """Go to the position after this many moves, back or forward."""
        self.place = place
        self.game.current_state = self.states[place]

    def before(self) -> Optional[GameState]:
        """Return the position before the last move, None if there is none."""
        return self.states[self.place - 1] if self.place else None


def load_game(path: str, games: dict[str, Callable[..., Game]]
              ) -> tuple[SavedGame, History]:
    """Return the game saved at path, and its history, or raise ValueError."""
    try:
        saved = read_game(path)
        return saved, replay(saved, games)
    except (OSError, FormatError) as error:
        raise ValueError(describe_file_error(path, error)) from error


def replay(saved: SavedGame, games: dict[str, Callable[..., Game]]) -> History:
    """Return the history of saved. Raise FormatError if it breaks the rules."""
    if saved.game not in games:
        raise FormatError(f'{saved.format_place("game")}: there is no game '
                          f'{shorten(saved.game)} here. Games: '
                          f'{format_answers(make_titles(games))}')
    place = saved.format_place('game' if saved.size is None else 'size')
    game = call_at(place, create_again, games[saved.game], saved)
    history = History(game)
    for i, text in enumerate(saved.moves):
        move = call_at(saved.format_place(i), make_move, game, text)
        history.add(move, game.current_state)
    place = saved.format_place('game' if saved.result is None else 'result')
    names = [call_at(place, call_method, state, 'get_current_player_name')
             for state in history.states]
    result = call_at(place, find_result, game)
    if saved.result not in (None, result):
        told = describe_result(result, names[-1]).rstrip('.!')
        raise FormatError(f'{place}: the saved result is wrong: {told}')
    return history


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
