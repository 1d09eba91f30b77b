"""Games that are incomplete, or odd."""

from __future__ import annotations
from functools import partialmethod
from typing import Any
import random
import threading
from game import Game
from game_state import GameState
from tests.support.foreign_games import TreeGame
from tests.support.row_game import LETTERS, RowGame, RowState


def walk_in(tree: dict[str, Any]) -> type[Game]:
    """Return TreeGame with another tree."""
    return type(
        'WalkGame',
        (TreeGame,),
        {'__init__': partialmethod(TreeGame.__init__, tree=tree)},
    )


class WinnerlessGame:
    """A game that has nothing in common with Game, and lacks is_winner."""

    def __init__(self, p1_starts: bool) -> None:
        """Initialize a game."""
        self.current_state = RowState(p1_starts, list('abc'))

    get_instructions = RowGame.get_instructions
    is_over = RowGame.is_over
    str_to_move = RowGame.str_to_move


class UnfinishedGame(RowGame):
    """A game whose author has not come further than the handout."""

    def is_winner(self, player: str) -> bool:
        """Return whether player has won."""
        raise NotImplementedError

    class state_class(RowState):
        """A position without a picture."""

        make_move = GameState.make_move
        __str__ = object.__str__


class HalfDoneGame(RowGame):
    """A game whose author has written what the positions can do."""

    get_instructions = Game.get_instructions
    is_over = Game.is_over
    is_winner = Game.is_winner
    str_to_move = Game.str_to_move

    class state_class(RowState):
        """A position that cannot be told from others."""

        __repr__ = GameState.__repr__
        rough_outcome = GameState.rough_outcome


class Stone:
    """A move, of which each stone has its own. They have no order."""

    def __init__(self, letter: str) -> None:
        """Initialize the move that takes a stone."""
        self.letter = letter

    def __str__(self) -> str:
        """Return its letter."""
        return self.letter


STONES = {letter: Stone(letter) for letter in LETTERS}


class StoneState(RowState):
    """A position whose moves are objects, and that cannot be copied."""

    def __init__(self, *arguments: Any) -> None:
        """Initialize a position."""
        super().__init__(*arguments)
        self.lock = threading.Lock()

    def get_possible_moves(self) -> list:
        """Return the stones that are left."""
        return [STONES[letter] for letter in super().get_possible_moves()]

    def is_valid_move(self, move: Any) -> bool:
        """Return whether the stone is left."""
        return any(move is stone for stone in self.get_possible_moves())

    def make_move(self, move: Any) -> StoneState:
        """Return the position without a stone."""
        letter = {stone: letter for letter, stone in STONES.items()}[move]
        return StoneState(
            not self.p1_turn,
            ['.' if stone == letter else stone for stone in self.stones],
        )


class StoneGame(RowGame):
    """A game with such positions."""

    state_class = StoneState

    def str_to_move(self, text: Any) -> Any:
        """Return the stone with that letter."""
        return STONES.get(text, text)


class FrozenState(RowState):
    """A position whose attributes cannot be set again, so not be copied."""

    __slots__ = 'p1_turn', 'stones'

    def __init__(self, is_p1_turn: bool, stones: list[str]) -> None:
        """Initialize a position."""
        object.__setattr__(self, 'p1_turn', is_p1_turn)
        object.__setattr__(self, 'stones', stones)

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse it."""
        raise AttributeError('a state never changes')


class LazyState(RowState):
    """A position that takes notes of what it has worked out."""

    def __init__(self, *arguments: Any) -> None:
        """Initialize a position that remembers nothing yet."""
        super().__init__(*arguments)
        self.moves = None
        self.known = {}
        self.asked = 0

    def get_possible_moves(self) -> list:
        """Return the stones that are left, and count."""
        self.asked += 1
        self.moves = super().get_possible_moves()
        self.known[self.asked] = self.moves
        return list(self.moves)


class DiceState(RowState):
    """A position that looks different each time."""

    def __str__(self) -> str:
        """Return the row, and a number."""
        return f'{super().__str__()} {random.SystemRandom().random()}'


class AnyOrderState(RowState):
    """A position whose moves come in any order, as from a set."""

    def get_possible_moves(self) -> list:
        """Return the stones that are left."""
        moves = super().get_possible_moves()
        return random.SystemRandom().sample(moves, len(moves))


class ShuffledGame(RowGame):
    """A game that begins with the stones in any order."""

    def __init__(self, p1_starts: bool, size: int = 4) -> None:
        """Initialize a game with size stones."""
        super().__init__(p1_starts, size)
        random.shuffle(self.current_state.stones)


class AskingGame(RowGame):
    """A game that asks for its size, and takes no size as an argument."""

    def __init__(self, p1_starts: bool) -> None:
        """Ask for the number of stones."""
        left = input('How many stones? ')
        while not left.isdigit():
            print(f'Too\nbad: {left}.')
            left = input('How many stones? ')
        super().__init__(p1_starts, int(left))


class AskingShuffledGame(AskingGame, ShuffledGame):
    """Such a game that begins with the stones in any order."""


class TableGame(RowGame):
    """A game whose size is two numbers."""

    def __init__(self, p1_starts: bool, size: str) -> None:
        """Initialize a game with rows x columns stones."""
        rows, columns = size.split()
        super().__init__(p1_starts, int(rows) * int(columns))


class OddState:
    """A position with slots and a private attribute, unlike all others, whose
    superclass is nobody's."""

    __slots__ = '_left', 'p1_turn'

    def __init__(self, p1_turn: bool, left: int = 3) -> None:
        """Initialize a position."""
        self.p1_turn = p1_turn
        self._left = left

    def __str__(self) -> str:
        """Return what is left."""
        return '|' * self._left

    def __repr__(self) -> str:
        """Return what is left, and whose turn it is."""
        return f'OddState({self.p1_turn}, {self._left})'

    def __len__(self) -> int:
        """Return what is left."""
        return self._left

    def get_current_player_name(self) -> str:
        """Return who is to move."""
        return 'p1' if self.p1_turn else 'p2'

    def get_possible_moves(self) -> list:
        """Return the moves."""
        return [move for move in (1, 2) if move <= self._left]

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is one of them."""
        return move in self.get_possible_moves()

    def make_move(self, move: Any) -> 'OddState':
        """Return the next position."""
        return type(self)(not self.p1_turn, self._left - move)

    def rough_outcome(self) -> float:
        """Return what is certain."""
        return {0: -1, 3: -1}.get(self._left, 1)


class OddGame:
    """A game that keeps its state elsewhere, and knows what has been asked."""

    def __init__(self, p1_starts: bool) -> None:
        """Initialize a game."""
        self.boards = {'now': OddState(p1_starts)}
        self.asked = []

    @property
    def current_state(self) -> OddState:
        """Return the state."""
        return self.boards['now']

    @current_state.setter
    def current_state(self, state: OddState) -> None:
        """Set the state."""
        self.boards = {'now': state}

    def get_instructions(self) -> str:
        """Return the rules."""
        return 'Take one or two. Whoever takes the last one wins.'

    def is_over(self, state: OddState) -> bool:
        """Return whether nothing is left."""
        return not state._left

    def is_winner(self, player: str) -> bool:
        """Return whether player has won."""
        state = self.boards['now']
        return self.is_over(state) and state.get_current_player_name() != player

    def str_to_move(self, text: Any) -> Any:
        """Return the move that text means."""
        return {'1': 1, '2': 2}.get(text, text)
