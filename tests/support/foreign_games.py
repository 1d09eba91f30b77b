"""A game of somebody else: its scores are known by hand, and it has a tie.

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
from typing import Any, Union
from game import Game
from game_state import GameState

TREE: dict[str, Union[str, dict[str, str]]] = {
    'start': {'b': 'B', 'c': 'C', 'a': 'A'},
    'A': {'x': 'A1', 'y': 'A2'}, 'A1': 'p1', 'A2': 'tie',
    'B': {'x': 'B1', 'y': 'B2'}, 'B1': 'p1', 'B2': 'p2',
    'C': {'x': 'D'},
    'D': {'y': 'D1', 'x': 'D2'}, 'D1': 'p2', 'D2': 'p2'}

SCORES = {'start': 0, 'A': 0, 'B': 1, 'C': 1, 'D': -1}


class TreeState(GameState):
    """A position in a tree like TREE. It has none of the optional hooks of
    its own."""

    def __init__(self, is_p1_turn: bool, tree: dict, name: str) -> None:
        """Initialize the position called name."""
        super().__init__(is_p1_turn)
        self.tree, self.name = tree, name

    def __str__(self) -> str:
        """Return the same picture for all positions."""
        return 'Somewhere in the tree'

    def __repr__(self) -> str:
        """Return the name of the position."""
        return f'TreeState({self.p1_turn}, {self.name})'

    def get_possible_moves(self) -> list:
        """Return the moves that the tree has here."""
        here = self.tree[self.name]
        return list(here) if isinstance(here, dict) else []

    def get_current_player_name(self) -> str:
        """Return whose turn it is."""
        return 'p1' if self.p1_turn else 'p2'

    def is_valid_move(self, move: Any) -> bool:
        """Return whether there is such a move."""
        return move in self.get_possible_moves()

    def make_move(self, move: Any) -> 'TreeState':
        """Return where move leads."""
        return TreeState(not self.p1_turn, self.tree,
                         self.tree[self.name][move])

    def rough_outcome(self) -> float:
        """Return no more than a guess."""
        return 0.0


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


class CountdownState(GameState):
    """A long chain of positions with one move each, down to 0."""

    def __init__(self, is_p1_turn: bool, left: int) -> None:
        """Initialize a position with left plies to go."""
        super().__init__(is_p1_turn)
        self.left = left

    def __str__(self) -> str:
        """Return how many plies are left."""
        return str(self.left)

    def __repr__(self) -> str:
        """Return how many plies are left."""
        return f'CountdownState({self.p1_turn}, {self.left})'

    def get_possible_moves(self) -> list:
        """Return the only move, as long as there is one."""
        return [1] if self.left else []

    def make_move(self, move: Any) -> 'CountdownState':
        """Return the next position."""
        return CountdownState(not self.p1_turn, self.left - 1)

    def rough_outcome(self) -> float:
        """Return what is known without looking: nothing."""
        return 0.0


class CountdownGame(Game):
    """Whoever makes the last move wins."""

    def __init__(self, p1_starts: bool, size: int = 0) -> None:
        """Start with size plies to go."""
        self.current_state = CountdownState(p1_starts, size)

    def get_instructions(self) -> str:
        """Return the rules."""
        return 'Count down. Whoever makes the last move wins.'

    def str_to_move(self, text: Any) -> Any:
        """Return the number that text means, if any."""
        return 1 if text in (1, '1') else text

    def is_over(self, state: CountdownState) -> bool:
        """Return whether no ply is left."""
        return state.left == 0

    def is_winner(self, player: str) -> bool:
        """Return whether player has made the last move."""
        return self.current_state.left == 0 \
            and self.current_state.get_current_player_name() != player
