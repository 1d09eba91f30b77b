"""Small games to check, and the positions that moves lead to in them."""
from typing import Any, Callable, NamedTuple
import random
from game import Game
from game_state import GameState
from interface.attempts import Attempt
from interface.checks.findings import BrokenContractError
from interface.checks.methods import GAME_METHODS, name_method
from interface.game_setup import create_game
from interface.places import name_of, tell_error

# The sizes that are tried. Each group is for games that take none of those
# before; a game whose size is None is given none.
SIZES = [[1, 2, 3, 4, 5, 6, 9, 12, 20], [None],
         ['1 1', '2 2', '3 3', '4 4', '1,1', '2,2', '3,3', '2x2', '3x3']]

# A game with more moves at its beginning is not small.
MOST_FIRST_MOVES = 30


class Setup(NamedTuple):
    """How a game is set up.

    === Attributes ===
    game_class: the class of the game
    size: its size, or None if it is given none
    p1_starts: whether player 1 starts
    seed: what any random choices of the game follow from
    """
    game_class: Callable[..., Game]
    size: Any
    p1_starts: bool
    seed: int

    def make(self) -> Game:
        """Return a new game that is set up like this, always the same one.
        Raise ValueError if there is none.
        """
        random.seed(self.seed)
        return create_game(self.game_class, self.p1_starts, self.size)

    def __str__(self) -> str:
        """Return in words how the game is set up."""
        size = '' if self.size is None else f'size {self.size}, '
        return f'{size}player {1 if self.p1_starts else 2} starts'


class Position:
    """A position that a game has come to.

    === Attributes ===
    setup: how the game was set up
    path: the moves that have led here
    game: the game, whose current_state is this position
    state: the position itself
    """
    setup: Setup
    path: list
    game: Game
    state: GameState

    def __init__(self, setup: Setup, path: list) -> None:
        """Initialize the position that the moves of path lead to."""
        self.setup, self.path = setup, path
        self.game = self.make()
        self.state = self.game.current_state

    def make(self) -> Game:
        """Return a new game that has come to this position."""
        game = self.setup.make()
        for move in self.path:
            game.current_state = game.current_state.make_move(move)
        return game

    def ask(self, name: str, *given: Any) -> Any:
        """Return what the method called name returns."""
        owner = self.game if name in GAME_METHODS else self.state
        return getattr(owner, name)(*given)

    def name(self, name: str) -> str:
        """Return the name of a method with its class."""
        return name_method(self.game, name)

    def __str__(self) -> str:
        """Return in words how one gets to this position."""
        moves = ', '.join(map(str, self.path))
        return f'{self.setup}, ' + (f'after {moves}' if moves
                                    else 'at the beginning')


def find_setups(game_class: Callable[..., Game], sizes: list, seed: int
                ) -> list[Setup]:
    """Return small games of game_class to check, of these sizes, or if there
    are none, of all that are tried. Each is there with either player to start.

    Raise BrokenContractError if no game can be set up.
    """
    errors: list = []
    for group in [sizes] if sizes else SIZES:
        setups = [Setup(game_class, size, True, seed) for size in group]
        found = [Attempt(setup.make).error for setup in setups]
        good = [setup for setup, error in zip(setups, found) if not error]
        if good:
            chosen = list(filter(is_small, good)) or good[:1]
            return [setup._replace(p1_starts=starts) for setup in chosen
                    for starts in (True, False)]
        errors += found
    raise BrokenContractError(f'{name_of(game_class)} cannot be set up: '
                              f'{explain(errors)}')


def explain(errors: list[BaseException]) -> str:
    """Return in a line why no game could be set up, which raised errors: that
    its code is broken, rather than that there is no such size.
    """
    causes = [error.__cause__ or error for error in errors]
    broken = [cause for cause in causes if not isinstance(cause, ValueError)]
    return tell_error(broken[0]) if broken else str(errors[0])


def is_small(setup: Setup) -> bool:
    """Return whether the game of setup can be looked at in short time."""
    state = setup.make().current_state
    count = Attempt(lambda: len(state.get_possible_moves()))
    # Whatever is wrong with it will be found.
    return bool(count.error) or count.result <= MOST_FIRST_MOVES
