"""A game in progress: its players and its file; the games and strategies."""
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from shlex import quote
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional
from game import Game
from interface.display import show_time
from interface.errors import Signal
from interface.game_files import GameKeeper
from interface.worker import cut_output
from interface.replay import History, load_game
from interface.saved_games import SavedGame, record_moves
from interface.screen import ask, print_for_player
from interface.setup import check_size, make_moves
from interface.words import describe_error, make_titles, quote_text

Strategy = Callable[..., Any]

# What is said to those who ask what moves are worth, if nothing can tell.
NO_ENGINE = 'The folder engine/ finds what moves are worth' + (
    ', but does not work with this strategy.py' if find_spec('engine')
    else '. It is not part of the assignment')


class TurnChangedError(Signal):
    """Raised when a command has led to another position."""


class StoppedError(ValueError):
    """Raised when Ctrl-C has stopped a look at what moves are worth."""


class Analyst(NamedTuple):
    """What finds what moves are worth. All take the game first, and at the end
    a dict of what is known of this game, to which they add.

    === Attributes ===
    find_values: finds the scores of all moves
    find_all_values: does so bit by bit, until all are known
    find_hint: finds a best move
    find_guess: finds a move that looks best, if there is no time for a hint
    find_estimates: finds what the moves of unknown scores look like
    find_turning_point: finds the move that decided a game
    review_moves: finds the scores of all moves made in a game
    """
    find_values: Callable[..., Any]
    find_all_values: Callable[..., Any]
    find_hint: Callable[..., Any]
    find_guess: Callable[..., Any]
    find_estimates: Callable[..., Any]
    find_turning_point: Callable[..., Any]
    review_moves: Callable[..., Any]


@contextmanager
def explain_failures() -> Iterator[None]:
    """Raise a ValueError that says why somebody's game fails in a with block,
    and StoppedError for Ctrl-C. Show only the beginning of what it prints.
    """
    try:
        with cut_output(), show_time('Searching'):
            yield
    except KeyboardInterrupt as interrupt:
        print_for_player('')
        raise StoppedError('Stopped') from interrupt
    except Exception as error:
        raise ValueError(f'The game fails with {describe_error(error)}'
                         ) from error


@contextmanager
def allow_missing(module_name: str) -> Iterator[None]:
    """Let what a module lacks be imported from it: it is nothing but its name.

    >>> with allow_missing('string'):
    ...     from string import digits, nonsense
    >>> digits, nonsense
    ('0123456789', 'nonsense')
    """
    module: Any = import_module(module_name)
    # Python calls this with the name of what it cannot find in the module.
    module.__getattr__ = str
    try:
        yield
    finally:
        del module.__getattr__


@dataclass
class Catalog:
    """What there is to play with.

    === Attributes ===
    games: the games, by their keys
    strategies: the strategies, by their keys
    analyst: finds what moves are worth, None if the engine cannot be used
    lacking: names of strategies that were missing, and left the table
    """
    games: dict[str, Callable[..., Game]]
    strategies: dict[str, Strategy]
    analyst: Optional[Analyst]
    lacking: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Take strategies that are missing out of the table."""
        for key, strategy in list(self.strategies.items()):
            if isinstance(strategy, str):
                self.lacking.append(strategy)
                del self.strategies[key]

    def find_people(self, players: dict[str, Strategy]) -> list[str]:
        """Return the names of those of players whose moves are typed."""
        return [name for name, strategy in players.items()
                if strategy is self.strategies.get('i')]

    def choose_game(self, key: Optional[str], size: Any) -> Callable[..., Game]:
        """Return the game with this key; ask for it if that is None. Raise
        ValueError if it has no such size.
        """
        game_class = self.games[key or ask('Which game?',
                                           make_titles(self.games), 'h')]
        check_size(game_class, size)
        return game_class

    def choose_strategies(self, keys: Iterable[Optional[str]],
                          usual: Iterable[str] = ('i', 'mi')) -> list[str]:
        """Return the keys of both players' strategies. Ask for those that are
        not among keys, or that there are not; Enter means one of usual.
        """
        titles = make_titles(self.strategies)
        return [key if key in self.strategies else
                ask(f'Which strategy for player {number}?', titles, default)
                for number, key, default in zip((1, 2), keys, usual)]


@dataclass
class Session:
    """A game in progress.

    === Attributes ===
    catalog: the games and strategies that there are
    record: what is saved of this game, but for its moves and its result
    history: the game, its positions and its moves
    people: the names of the players whose moves are typed: 'p1', 'p2'
    keeper: keeps a file up to date with the game, None if nothing does
    strategies: the strategy of each player, by the player's name
    deciding: which move has decided the game, from 0; -1 if none is known to
    doubt: whether what an analyst finds may be wrong, as the game is
    """
    catalog: Catalog
    record: SavedGame
    history: History
    people: list[str]
    keeper: Optional[GameKeeper] = None
    strategies: dict[str, Strategy] = field(default_factory=dict)
    deciding: int = -1
    doubt: bool = False

    def set_players(self, keys: dict[str, str]) -> None:
        """Let players, by their names, use the strategies with these keys."""
        self.record = self.record._replace(p1=keys.get('p1', self.record.p1),
                                           p2=keys.get('p2', self.record.p2))
        self.strategies |= {name: self.catalog.strategies[key]
                            for name, key in keys.items()}
        self.people = self.catalog.find_people(self.strategies)
        self._update()

    def analyse(self, name: str, *arguments: Any) -> Any:
        """Return what the analyst's function called name finds for the game.
        Raise ValueError if there is no analyst, or if the game's code fails.
        """
        if self.catalog.analyst is None:
            raise ValueError(NO_ENGINE)
        with explain_failures():
            return getattr(self.catalog.analyst, name)(
                self.history.game, *arguments, self.history.scores)

    def add(self, move: Any, after: Any) -> None:
        """Add move, which leads from the current position to after."""
        self.history.add(move, after)
        self._update()

    def make_moves(self, text: str) -> None:
        """Make the moves in text. Raise ValueError if that fails."""
        state = self.history.game.current_state
        for move in make_moves(self.history.game, text):
            state = state.make_move(move)
            self.history.add(move, state)

    def go_to(self, place: int) -> None:
        """Go to the position after this many moves, back or forward."""
        self.history.go_to(place)
        self._update()

    def _update(self) -> None:
        """Bring the file up to date, if there is one."""
        if self.keeper:
            self.keeper.update(self._record_moves())

    def _record_moves(self) -> SavedGame:
        """Return what is saved of this game now."""
        return record_moves(self.record, self.history.game,
                            self.history.made())

    def find_turns(self, step: int) -> list[int]:
        """Return where undo (step -1) or redo (1) leads, again and again: to
        turns of a person and the end, or anywhere if programs play alone.
        """
        states, place = self.history.states, self.history.place
        ahead = range(place + 1, len(states)) if step > 0 \
            else range(place - 1, -1, -1)
        turns = [i for i in ahead if not self.people or self.is_own_turn(
            states[i].get_current_player_name())]
        return turns + [i for i in ahead[-1:] if step > 0 and i not in turns]

    def is_own_turn(self, name: str) -> bool:
        """Return whether the moves of the player called name are typed."""
        return name in self.people

    def print_how_to_go_on(self, end: str = '\n') -> None:
        """Say with which options to go on with the game, and then end."""
        if self.keeper and self.keeper.path is not None:
            print_for_player(f'\nThe game is saved. To go on: --load '
                             f'{quote(self.keeper.path)}', end)
        elif self.record.game and self.history.place:
            record, moves = self.record, map(str, self.history.made())
            # A game may begin at random, from its seed; a move, with a minus.
            options = {'game': record.game, 'size': record.size,
                       'p1': record.p1, 'p2': record.p2,
                       'first': '1' if record.p1_starts else '2',
                       'seed': record.seed,
                       'moves': ','.join(map(quote_text, moves))}
            print_for_player('\nTo go on with this game:' + ''.join(
                f' --{name}={quote(str(value))}'
                for name, value in options.items() if value is not None), end)

    def save(self, path: str, overwrite: bool = False) -> None:
        """Save the game in the file called path, and keep that up to date.
        Raise ValueError if that fails, or if a file must not be overwritten.
        """
        if not self.record.game:
            raise ValueError('This game is not among playable_games, so it '
                             'cannot be saved')
        keeps = self.keeper is not None and self.keeper.path == path
        self.keeper = GameKeeper(path, self._record_moves(),
                                 overwrite or keeps)

    def load(self, path: str) -> None:
        """Go on with the game in the file called path, or raise ValueError."""
        saved, history = load_game(path, self.catalog.games)
        p1, p2 = self.catalog.choose_strategies([saved.p1, saved.p2])
        self.record, self.history, self.keeper = saved, history, None
        self.set_players({'p1': p1, 'p2': p2})
