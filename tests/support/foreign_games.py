"""Games of somebody else. The scores of the first one are known by hand, and it
has a tie.

The tree below is written as a dict: from each position, where each move
leads; or, if the game is over there, who has won. Player 1 moves first, and
the scores are those for the player to move.

    start (0): a -> A (0):  x -> 'p1' (for p2, to move there: -1)
                            y -> 'tie' (0)
               b -> B (1):  x -> 'p1' (-1)
                            y -> 'p2' (1)
               c -> C (1):  x -> D (-1): y -> 'p2' (-1)
                                         x -> 'p2' (-1)
"""

from functools import reduce
from operator import xor
from typing import Any, Optional, Union
import random
from game import Game
from game_state import GameState
from strategy import DEFAULTS

TREE: dict[str, Union[str, dict[str, str]]] = {
    'start': {'b': 'B', 'c': 'C', 'a': 'A'},
    'A': {'x': 'A1', 'y': 'A2'},
    'A1': 'p1',
    'A2': 'tie',
    'B': {'x': 'B1', 'y': 'B2'},
    'B1': 'p1',
    'B2': 'p2',
    'C': {'x': 'D'},
    'D': {'y': 'D1', 'x': 'D2'},
    'D1': 'p2',
    'D2': 'p2',
}

SCORES = {'start': 0, 'A': 0, 'B': 1, 'C': 1, 'D': -1}


class ForeignState(GameState):
    """A position that has none of the optional hooks of its own, in a game that
    whoever makes the last move wins."""

    def rough_outcome(self) -> float:
        """Return what is certain within two moves, or else a guess."""
        end = self.find_end()
        if end is not None:
            return end
        if self.wins_at_once():
            return 1.0
        for child in map(self.make_move, self.get_possible_moves()):
            if child.find_end() is not None or not child.wins_at_once():
                return 0.0
        return -1.0

    def wins_at_once(self) -> bool:
        """Return whether some move wins."""
        return any(
            self.make_move(move).find_end() == -1
            for move in self.get_possible_moves()
        )

    def find_end(self) -> Optional[float]:
        """Return the score, or None if the game goes on."""
        return None if self.get_possible_moves() else -1.0


class NoHooks:
    """What a state is before its superclass so that it has no hooks."""

    def __getattribute__(self, name: str) -> Any:
        """Return the attribute called name, unless it is a hook."""
        if name in (*DEFAULTS, 'known_score'):
            raise AttributeError(name)
        return super().__getattribute__(name)


class LastMoveGame(Game):
    """A game that whoever makes the last move wins."""

    def __init__(self, p1_starts: bool, size: Any = 0) -> None:
        """Start with this size."""
        self.current_state = self.state_class(p1_starts, size)

    def is_over(self, state: Any) -> bool:
        """Return whether no move is left."""
        return not state.get_possible_moves()

    def is_winner(self, player: str) -> bool:
        """Return whether player has made the last move."""
        state = self.current_state
        return self.is_over(state) and state.get_current_player_name() != player


class TreeState(ForeignState):
    """A position in a tree like TREE."""

    def __init__(self, is_p1_turn: bool, tree: dict, name: str) -> None:
        """Initialize the position called name."""
        super().__init__(is_p1_turn)
        self.tree = tree
        self.name = name

    def __str__(self) -> str:
        """Return the same picture for all positions."""
        return 'Somewhere in the tree'

    def __repr__(self) -> str:
        """Return the name of the position."""
        return f'TreeState({self.p1_turn}, {self.name})'

    def find_end(self) -> Optional[float]:
        """Return the score, or None if the game goes on."""
        winner = self.tree[self.name]
        if isinstance(winner, dict):
            return None
        if winner == 'tie':
            return 0.0
        return 1.0 if winner == self.get_current_player_name() else -1.0

    def get_possible_moves(self) -> list:
        """Return the moves that the tree has here."""
        here = self.tree[self.name]
        return list(here) if isinstance(here, dict) else []

    def make_move(self, move: Any) -> 'TreeState':
        """Return where move leads."""
        return type(self)(
            not self.p1_turn, self.tree, self.tree[self.name][move]
        )


class TreeGame(Game):
    """A walk through a tree. The shared state of the tree is mutable, as in
    many a student's game; strategies must leave it alone."""

    def __init__(self, p1_starts: bool, tree: Any = None) -> None:
        """Start at the root of tree."""
        self.tree = tree or TREE
        self.current_state = TreeState(p1_starts, self.tree, 'start')

    def get_instructions(self) -> str:
        """Return the rules."""
        return 'Walk through the tree.'

    def is_over(self, state: TreeState) -> bool:
        """Return whether state is a leaf."""
        return not isinstance(self.tree[state.name], dict)

    def is_winner(self, player: str) -> bool:
        """Return whether the leaf belongs to player."""
        return self.tree[self.current_state.name] == player

    def str_to_move(self, text: Any) -> Any:
        """Return text."""
        return text


class EndlessTree(dict):
    """A game tree with 2 ** 60 leaves, all of them ties."""

    def __init__(self) -> None:
        """Initialize the tree."""
        super().__init__(start=self['start'])

    def __missing__(self, name: str) -> Any:
        """Return where the moves at the position called name lead."""
        if len(name) == 65:
            return 'tie'
        return {'x': name + 'x', 'y': name + 'y'}


def grow_tree(seed: int) -> dict[str, Union[str, dict[str, str]]]:
    """Return a random tree like TREE, up to eight plies deep, in which the last
    character of a position's name says whose turn it is there.
    """
    rng = random.Random(seed)
    tree: dict[str, Union[str, dict[str, str]]] = {}
    growing = ['start1']
    for name in growing:
        if name != 'start1' and rng.random() < len(name) / 14 - 0.5:
            tree[name] = rng.choice(['p1', 'p2', 'p1', 'p2', 'tie'])
        else:
            tree[name] = {
                move: name + move + rng.choice('12')
                for move in 'xyz'[: rng.randint(1, 3)]
            }
            growing += tree[name].values()
    return tree


class ForkState(TreeState):
    """A position in a tree of grow_tree."""

    def __init__(self, tree: dict, name: str) -> None:
        """Initialize the position called name."""
        super().__init__(name[-1] == '1', tree, name)

    def make_move(self, move: Any) -> 'ForkState':
        """Return where move leads."""
        return ForkState(self.tree, self.tree[self.name][move])


class ForkGame(TreeGame):
    """A walk through a tree of grow_tree. A player may have several turns."""

    def __init__(self, p1_starts: bool, seed: int) -> None:
        """Start at the root of the tree with this seed: player 1 does."""
        super().__init__(p1_starts, grow_tree(seed))
        self.current_state = ForkState(self.tree, 'start1')


class PlainState(ForeignState):
    """A position that is one value, such as how much is left."""

    def __init__(self, is_p1_turn: bool, left: Any) -> None:
        """Initialize a position."""
        super().__init__(is_p1_turn)
        self.left = left

    def __str__(self) -> str:
        """Return the value."""
        return f'{self.left}'

    def __repr__(self) -> str:
        """Return an exact description of this position."""
        return f'{type(self).__name__}({self.p1_turn}, {self.left})'


class HeapsState(PlainState):
    """Some heaps of matches, in the game of Nim."""

    def get_possible_moves(self) -> list:
        """Return which heaps can be made how large."""
        return [
            (heap, left)
            for heap, size in enumerate(self.left)
            for left in range(size)
        ]

    def make_move(self, move: Any) -> 'HeapsState':
        """Return the position after making a heap smaller."""
        heap, left = move
        return HeapsState(
            not self.p1_turn, self.left[:heap] + (left,) + self.left[heap + 1 :]
        )

    def search_key(self) -> int:
        """Return the nim-sum, which decides the score, but not how soon the
        game is over.
        """
        return reduce(xor, self.left)


class TokenState(PlainState):
    """A token on a line of places, which its players move left and right. Left
    of it are places, and the end."""

    def get_possible_moves(self) -> list:
        """Return both directions, until the token is at an end."""
        return [] if self.left in (0, 5) else ['left', 'right']

    def make_move(self, move: Any) -> 'TokenState':
        """Return the position after the token has moved."""
        return type(self)(
            not self.p1_turn, self.left + (1 if move == 'right' else -1)
        )


class MirroredTokenState(TokenState):
    """The same, where searches take a place and its mirror image for one."""

    def search_key(self) -> tuple:
        """Return how far away the ends are, and who is to move."""
        return self.p1_turn, min(self.left, 5 - self.left)


class TokenGame(LastMoveGame):
    """Whoever moves the token to an end wins. It can go on for ever."""

    state_class = TokenState

    def __init__(self, p1_starts: bool, size: int = 2) -> None:
        """Start with the token at this place."""
        super().__init__(p1_starts, size)

    def get_instructions(self) -> str:
        """Return the rules."""
        return 'Move left or right. Whoever comes to an end wins.'

    def str_to_move(self, text: Any) -> Any:
        """Return text."""
        return text


class HeapsGame(LastMoveGame):
    """The game of Nim: whoever takes the last match wins."""

    state_class = HeapsState


class CountdownState(PlainState):
    """A long chain of positions with one move each, down to 0."""

    def get_possible_moves(self) -> list:
        """Return the only move, as long as there is one."""
        return [1] if self.left else []

    def make_move(self, move: Any) -> 'CountdownState':
        """Return the next position."""
        return CountdownState(not self.p1_turn, self.left - 1)


class CountdownGame(LastMoveGame):
    """Whoever makes the last move wins."""

    state_class = CountdownState

    def get_instructions(self) -> str:
        """Return the rules."""
        return 'Count down. Whoever makes the last move wins.'

    def str_to_move(self, text: Any) -> Any:
        """Return the number that text means, if any."""
        return 1 if text in (1, '1') else text
