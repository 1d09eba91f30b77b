"""Replaying a saved game: by the rules, and step by step in the terminal."""
from contextlib import suppress
from typing import Any, Callable, NamedTuple, Optional
import random
from game import Game
from game_state import GameState
from interface.display import ask_optional
from interface.game_files import describe_file_error, read_game
from interface.saved_games import FormatError, SavedGame, find_result
from interface.screen import format_answers
from interface.setup import call_method, create_game, make_move
from interface.words import describe_result, make_player_title, make_title, \
    make_titles, shorten

HELP = """\
Enter      the next position
b          the previous position
a number   the position after that many moves
?          this help
q          quit"""
WORDS = {'next': '', 'back': 'b', 'help': '?', 'quit': 'q'}


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


def step_through(saved: SavedGame, played: Replay,
                 read_line: Callable[[str], str],
                 strategies: Optional[dict[str, Any]] = None) -> None:
    """Show the positions of saved, one at a time, as the lines that read_line
    returns ask for them. Strategies are for the titles of the players.
    """
    last = len(played.moves)
    i, shown = 0, format_position(played, 0)
    print(describe_game(saved, played.game, strategies or {}))
    while True:
        print(shown)
        try:
            line = read_line(f'Position {i} of {last} (? for help): ')
        except EOFError:
            print()
            return
        to, shown = follow_command(line, i, last)
        if to is None:
            return
        if to != i:
            i, shown = to, format_position(played, to)


def follow_command(line: str, i: int, last: int) -> tuple[Optional[int], str]:
    """Return which position to go to from i, None to quit, and what to say.

    >>> follow_command('b', 3, 9), follow_command('0', 0, 9)
    ((2, ''), (0, 'This is position 0.'))
    """
    word = line.strip().lower()
    matching = {key for name, key in WORDS.items()
                if word and name.startswith(word)}
    if len(matching) == 1:
        word, = matching
    if word == 'q':
        return None, ''
    if word == '?':
        return i, HELP
    if word.isascii() and word.isdigit():
        # Python reads no more than 4300 digits.
        to = int(word) if len(word) < 19 else last + 1
    elif word in ('', 'b'):
        to = i - 1 if word else i + 1
    else:
        return i, f'{shorten(line.strip())} is not a command. Type ? for help.'
    if not 0 <= to <= last:
        return i, f'There are only the positions 0 to {last}.'
    return to, '' if to != i else f'This is position {i}.'


def format_position(played: Replay, i: int) -> str:
    """Return position i of played as text, and which move led there."""
    story = describe_result(played.result if i == len(played.moves) else None,
                            played.names[i])
    if i > 0:
        story = f'{make_player_title(played.names[i - 1])} chose ' \
                f'{format_safely(played.moves[i - 1])}. {story}'
    standing = ask_optional(played.states[i], 'describe_standing')
    picture = format_safely(played.states[i]) \
        + (f'\n{standing}' if standing else '')
    return f'\n{picture}\n\n{story}'


def format_safely(thing: Any) -> str:
    """Return thing, a move or a position, as text, also if that fails."""
    with suppress(Exception):  # Somebody's game may raise anything.
        return str(thing)
    return '(This cannot be shown.)'


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
