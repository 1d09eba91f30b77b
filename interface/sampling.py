"""Small games to check, and positions in them that random play leads to."""
from dataclasses import dataclass, field
from random import Random
from typing import Any, Callable, Iterator, NamedTuple
import random
from game import Game
from game_state import GameState
from interface.faults import Attempt, BrokenContractError, describe_fault, \
    name_of
from interface.methods import name_method
from interface.setup import create_game


def expect(condition: Any, fault: str) -> None:
    """Raise BrokenContractError, which says fault, unless condition holds."""
    if not condition:
        raise BrokenContractError(fault)


# The sizes that are tried. A group is tried if the game takes no size of those
# before it. None stands for no size.
SIZES: list[list[Any]] = [
    [1, 2, 3, 4, 5, 6, 9, 12, 20], [None],
    ['1 1', '2 2', '3 3', '4 4', '1,1', '2,2', '3,3', '2x2', '3x3']]

MOST_FIRST_MOVES = 30  # With more at its beginning, a game is not small.


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
        """Return a new game that is set up like this. It may not exist."""
        random.seed(self.seed)
        return create_game(self.game_class, self.p1_starts, self.size)

    def __str__(self) -> str:
        """Return in words how the game is set up."""
        size = '' if self.size is None else f'size {self.size}, '
        return f'{size}player {1 if self.p1_starts else 2} starts'


@dataclass
class Position:
    """A position that a game has come to.

    === Attributes ===
    begin: returns a new game, always the same one
    path: the moves that have led here
    origin: in words, how the game is set up
    game: the game, whose current_state is this position
    state: the position itself
    """
    begin: Callable[[], Game]
    path: list[Any]
    origin: str = ''
    game: Game = field(init=False)
    state: GameState = field(init=False)

    def __post_init__(self) -> None:
        """Go to the position that path leads to from the beginning."""
        self.game = self.make()
        self.state = self.game.current_state

    def make(self) -> Game:
        """Return a new game that has come to this position."""
        game = self.begin()
        for move in self.path:
            game.current_state = game.current_state.make_move(move)
        return game

    def name(self, name: str) -> str:
        """Return the name of a method with its class."""
        return name_method(self.game, name)

    def __str__(self) -> str:
        """Return in words how one gets to this position."""
        moves = ', '.join(map(str, self.path))
        return f'{self.origin}, ' + (f'after {moves}' if moves
                                     else 'at the beginning')


def play_at_random(begin: Callable[[], Game], rng: Random, plies: int,
                   origin: str = '') -> Iterator[Position]:
    """Yield the positions of a random game, from its beginning on."""
    path: list[Any] = []
    while len(path) <= plies:
        position = Position(begin, path, origin)
        yield position
        moves = sorted(position.state.get_possible_moves(), key=str)
        if not moves:
            break
        path = path + [rng.choice(moves)]


def find_setups(game_class: Callable[..., Game], sizes: list[Any], seed: int
                ) -> list[Setup]:
    """Return small games of game_class, of these sizes or of some that it
    takes, with either player to start, or raise BrokenContractError.
    """
    errors: list[BaseException] = []
    for group in [sizes] if sizes else SIZES:
        setups = [Setup(game_class, size, True, seed) for size in group]
        found = [Attempt(setup.make).error for setup in setups]
        good = [setup for setup, error in zip(setups, found) if not error]
        if good:
            chosen = list(filter(is_small, good)) or good[:1]
            return [setup._replace(p1_starts=starts) for setup in chosen
                    for starts in (True, False)]
        errors += filter(None, found)
    # Broken code says more than that there is no such size.
    causes = [error.__cause__ or error for error in errors]
    broken = [cause for cause in causes if not isinstance(cause, ValueError)]
    why = describe_fault(broken[0]) if broken else str(errors[0])
    raise BrokenContractError(f'{name_of(game_class)} cannot be set up: {why}')


def is_small(setup: Setup) -> bool:
    """Return whether the game of setup can be looked at in short time."""
    state = setup.make().current_state
    count = Attempt(lambda: len(state.get_possible_moves()))
    # Whatever is wrong with it will be found.
    return bool(count.error) or count.result <= MOST_FIRST_MOVES


MOST_GAMES, MOST_PLIES = 10, 200  # A strategy is asked in games like that,
MOST_FOLLOWING = 250  # where no more positions follow: it may search them all.


def choose_positions(game_class: Callable[..., Game], sizes: list[Any],
                     seed: int) -> list[Position]:
    """Return positions at which a strategy is asked: in random games, the last
    one before the end, and the first one with little enough to search.
    """
    rng = Random(seed)
    chosen: list[Position] = []
    for setup in find_setups(game_class, sizes, seed)[:MOST_GAMES]:
        line = list(play_at_random(setup.make, rng, MOST_PLIES, str(setup)))
        small = list(filter(is_near_the_end, line[:-1]))
        chosen += small[:1] + small[1:][-1:]
    return chosen


def is_near_the_end(position: Position) -> bool:
    """Return whether no more than MOST_FOLLOWING positions follow."""
    game, count = position.make(), 0
    stack = [game.current_state]
    while stack and count <= MOST_FOLLOWING:
        state = stack.pop()
        count += 1
        if not game.is_over(state):
            stack += map(state.make_move, state.get_possible_moves())
    return not stack
