"""A game so far: its positions and moves, who plays it, and its file.

Undo, saving, replays, reviews, series and the page all work on a History.
"""
from dataclasses import dataclass, field
from shlex import quote
from typing import Any, Callable, Collection, Optional
import random
from game import Game
from game_state import GameState
from interface.files import GameKeeper, describe_file_error, read_game
from interface.saved_games import FormatError, SavedGame, find_result, \
    record_moves
from interface.screen import format_answers
from interface.setup import Catalog, call_method, create_game, \
    make_move, make_moves
from interface.words import describe_result, make_player_title, make_title, \
    make_titles, quote_text, shorten


@dataclass
class History:
    """A game so far, also the moves that were taken back.

    === Attributes ===
    catalog: the games and strategies that there are
    game: the game, whose current position is states[place]
    record: how the game began, who plays, and when: what is saved of it apart
        from its moves and its result
    states: the positions, from the first one on
    moves: the moves between them
    place: how many of moves have been made and not been taken back
    scores: what an analyst knows of this game so far
    doubt: whether what an analyst finds may be wrong, as the game is
    deciding: which move has decided the game, from 0; -1 if none is known to
    keeper: keeps a file up to date with the game, None if there is no file

    Representation Invariants:
    - len(self.states) == len(self.moves) + 1
    - 0 <= self.place <= len(self.moves)
    """
    catalog: Catalog
    game: Game
    record: SavedGame
    states: list[GameState] = field(init=False)
    moves: list[Any] = field(default_factory=list)
    place: int = 0
    scores: dict[Any, Any] = field(default_factory=dict)
    doubt: bool = False
    deciding: int = -1
    keeper: Optional[GameKeeper] = None

    def __post_init__(self) -> None:
        """Begin at the position that the game has now."""
        self.states = [self.game.current_state]

    def add(self, move: Any, after: GameState) -> None:
        """Add move, which leads to after. Forget what was taken back."""
        self.states[self.place + 1:] = [after]
        self.moves[self.place:] = [move]
        self.go_to(self.place + 1)

    def add_typed(self, text: str) -> None:
        """Make the moves in text. Raise ValueError if that fails."""
        state = self.game.current_state
        for move in make_moves(self.game, text):
            state = state.make_move(move)
            self.add(move, state)

    def go_to(self, place: int) -> None:
        """Go to the position after this many moves, back or forward."""
        self.place = place
        self.game.current_state = self.states[place]
        self.update_file()

    def made(self) -> list[Any]:
        """Return the moves that lead to the current position."""
        return self.moves[:self.place]

    def before(self) -> Optional[GameState]:
        """Return the position before the last move, None if there is none."""
        return self.states[self.place - 1] if self.place else None

    @property
    def players(self) -> dict[str, Callable[..., Any]]:
        """The strategies of the players, by the players' names."""
        keys = {'p1': self.record.p1, 'p2': self.record.p2}
        return {name: self.catalog.strategies[key]
                for name, key in keys.items() if key in self.catalog.strategies}

    @property
    def people(self) -> list[str]:
        """The names of the players whose moves are typed."""
        return self.catalog.find_people(self.players)

    def set_players(self, keys: dict[str, str]) -> None:
        """Let players, by their names, use the strategies with these keys."""
        self.record = self.record._replace(p1=keys.get('p1', self.record.p1),
                                           p2=keys.get('p2', self.record.p2))
        self.update_file()

    def analyse(self, name: str, *arguments: Any) -> Any:
        """Return what the analyst's function called name finds for the game.
        Raise ValueError if there is no analyst, or if the game's code fails.
        """
        return self.catalog.analyse(name, self.game, *arguments, self.scores)

    def list_turns(self, step: int, people: Collection[str]) -> list[int]:
        """Return the places that undo (step -1) or redo (1) leads to, the next
        one first: turns of people and the end, or all places without people.
        """
        ahead = range(self.place + 1, len(self.states)) if step > 0 \
            else range(self.place - 1, -1, -1)
        turns = [i for i in ahead if not people
                 or self.states[i].get_current_player_name() in people]
        return turns + [i for i in ahead[-1:] if step > 0 and i not in turns]

    def to_saved(self) -> SavedGame:
        """Return what is saved of the game now."""
        return record_moves(self.record, self.game, self.made())

    def save(self, path: str, overwrite: bool = False) -> None:
        """Save the game in the file called path, and keep that up to date.
        Raise ValueError if that fails, or if a file must not be overwritten.
        """
        if not self.record.game:
            raise ValueError('This game is not among playable_games, so it '
                             'cannot be saved')
        keeps = self.keeper is not None and self.keeper.path == path
        self.keeper = GameKeeper(path, self.to_saved(), overwrite or keeps)

    def update_file(self) -> None:
        """Bring the file up to date, if there is one."""
        if self.keeper:
            self.keeper.update(self.to_saved())

    def describe_way_on(self) -> str:
        """Return with which options to go on with the game later, or ''."""
        record = self.record
        if self.keeper and self.keeper.path is not None:
            return f'The game is saved. To go on: --load ' \
                   f'{quote(self.keeper.path)}'
        if not (record.game and self.place):
            return ''
        # A game may begin at random, from its seed; a move, with a minus.
        options = {'game': record.game, 'size': record.size, 'p1': record.p1,
                   'p2': record.p2, 'first': '1' if record.p1_starts else '2',
                   'seed': record.seed, 'moves': ','.join(
                       map(quote_text, map(str, self.made())))}
        return 'To go on with this game:' + ''.join(
            f' --{name}={quote(str(value))}'
            for name, value in options.items() if value is not None)

    def load(self, path: str) -> None:
        """Go on with the game in the file called path, or raise ValueError."""
        other = load_game(path, self.catalog)
        p1, p2 = self.catalog.choose_strategies([other.record.p1,
                                                 other.record.p2])
        other.set_players({'p1': p1, 'p2': p2})
        if self.keeper:
            self.keeper.stop()
        vars(self).update(vars(other))

    def describe(self) -> str:
        """Return in a line which game this is, by whom, and when."""
        parts, record = [make_title(type(self.game))], self.record
        strategies = self.catalog.strategies
        for name, key in ('p1', record.p1), ('p2', record.p2):
            if key is not None:
                title = make_title(strategies[key]) if key in strategies \
                    else key
                parts.append(f'{make_player_title(name)}: {title}')
        if record.date is not None:
            parts.append(str(record.date))
        return '. '.join(parts) + '.'


def load_game(path: str, catalog: Catalog) -> History:
    """Return the game saved at path, or raise ValueError."""
    try:
        return replay(read_game(path), catalog)
    except (OSError, FormatError) as error:
        raise ValueError(describe_file_error(path, error)) from error


def replay(saved: SavedGame, catalog: Catalog) -> History:
    """Return the history of saved. Raise FormatError if it breaks the rules."""
    games = catalog.games
    if saved.game not in games:
        raise FormatError(f'{saved.format_place("game")}: there is no game '
                          f'{shorten(saved.game)} here. Games: '
                          f'{format_answers(make_titles(games))}')
    place = saved.format_place('game' if saved.size is None else 'size')
    game = call_at(place, create_again, games[saved.game], saved)
    history = History(catalog, game, saved)
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
