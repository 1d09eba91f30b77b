"""Small games of somebody else: stones in a row, matches, walking."""

from __future__ import annotations
from typing import Any, Callable
from game import Game
from game_state import GameState
from tests.support.foreign_games import (
    LastMoveGame,
    PlainState,
    TokenGame,
    TokenState,
)

LETTERS = 'abcdef'


class RowState(GameState):
    """A row of stones, which the players take one by one.

    Whoever takes the last one wins.
    """

    def __init__(self, is_p1_turn: bool, stones: list[str]) -> None:
        """Initialize a position with these stones."""
        super().__init__(is_p1_turn)
        self.stones = stones

    def __str__(self) -> str:
        """Return the row."""
        return ' '.join(self.stones) + '|'

    def __repr__(self) -> str:
        """Return the row, and whose turn it is."""
        return f'RowState({self.p1_turn}, {self.stones})'

    def get_possible_moves(self) -> list:
        """Return the stones that are left."""
        return [stone for stone in self.stones if stone != '.']

    def make_move(self, move: Any) -> RowState:
        """Return the row without the stone move."""
        if not self.is_valid_move(move):
            raise ValueError(f'{move} is not there')
        return type(self)(
            not self.p1_turn,
            ['.' if stone == move else stone for stone in self.stones],
        )

    def rough_outcome(self) -> float:
        """Return what is certain."""
        left = len(self.get_possible_moves())
        return {0: -1.0, 1: 1.0, 2: -1.0}.get(left, 0.5)


class RowGame(LastMoveGame):
    """The game of taking stones from a row."""

    state_class = RowState

    def __init__(self, p1_starts: bool, size: int = 4) -> None:
        """Initialize a game with size stones."""
        if size not in range(len(LETTERS) + 1):
            raise ValueError(f'{size!r} is not a number of stones')
        self.current_state = self.state_class(p1_starts, list(LETTERS[:size]))

    def get_instructions(self) -> str:
        """Return the rules."""
        return 'Take a stone. Whoever takes the last one wins.'

    def str_to_move(self, text: Any) -> Any:
        """Return text without blanks around it."""
        return text.strip()


def game_of(state_class: type) -> type[Game]:
    """Return RowGame with positions of state_class."""
    return type(
        state_class.__name__.replace('State', 'Game'),
        (RowGame,),
        {'state_class': state_class},
    )


def break_game(name: str, code: Callable) -> type[Game]:
    """Return RowGame with code in place of the method called name, which is one
    of the game or of its states."""
    if name in {**vars(LastMoveGame), **vars(RowGame)}:
        return type('MyGame', (RowGame,), {name: code})
    return game_of(type('MyState', (RowState,), {name: code}))


class MatchesState(PlainState):
    """Some matches, of which players take one, two or three. Whoever takes the
    last one wins, and whoever leaves a multiple of four can."""

    def __str__(self) -> str:
        """Return the matches."""
        return '|' * self.left + '.'

    def __repr__(self) -> str:
        """Return how many matches there are, and whose turn it is."""
        return f'MatchesState({self.p1_turn}, {self.left})'

    def get_possible_moves(self) -> list:
        """Return how many matches can be taken."""
        return [number for number in (1, 2, 3) if number <= self.left]

    def make_move(self, move: Any) -> MatchesState:
        """Return the position without so many matches."""
        if not self.is_valid_move(move):
            raise ValueError(f'{move} matches are not there')
        return type(self)(not self.p1_turn, self.left - move)

    def rough_outcome(self) -> float:
        """Return what is certain within two moves."""
        return {0: -1.0, 4: -1.0}.get(self.left, 1.0 if self.left < 4 else 0.0)


class MatchesGame(RowGame):
    """The game of taking matches."""

    state_class = MatchesState

    def __init__(self, p1_starts: bool, size: int = 6) -> None:
        """Initialize a game with size matches."""
        if size not in range(1, 10):
            raise ValueError(f'{size!r} is not a number of matches')
        self.current_state = self.state_class(p1_starts, size)

    def str_to_move(self, text: Any) -> Any:
        """Return the number that text means, if any."""
        return int(text) if str(text) in ('0', '1', '2', '3') else text


class WalkState(TokenState):
    """A token that has to turn back at the left end."""

    def get_possible_moves(self) -> list:
        """Return where the token can go."""
        return super().get_possible_moves() if self.left else ['right']


class WalkGame(TokenGame):
    """Whoever moves the token to the right end wins."""

    state_class = WalkState

    def __init__(self, p1_starts: bool, size: int = 3) -> None:
        """Initialize a game with the token size steps from the right end."""
        if size not in range(1, 5):
            raise ValueError(f'{size!r} is not a number of steps')
        super().__init__(p1_starts, 5 - size)
