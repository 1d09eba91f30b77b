"""A game that can be as long as one likes: paths to choose from.

The player to move chooses a path. From then on there is no choice: the players
take turns to make a step. Whoever makes the last one wins. So a path with an
even number of steps wins, and one with an odd number loses. There is no tie:
who is wrong about ties can be right here.
"""
from typing import Any
from game import Game
from game_state import GameState

STEP = 'step'


class PathsState(GameState):
    """A place before the paths, or on one of them.

    === Attributes ===
    paths: how many steps are left: of each path, or of the one chosen
    chosen: whether a path was chosen
    """
    paths: tuple[int, ...]
    chosen: bool

    def __init__(self, is_p1_turn: bool, paths: tuple[int, ...],
                 chosen: bool = False) -> None:
        """Initialize a position."""
        super().__init__(is_p1_turn)
        self.paths, self.chosen = paths, chosen

    def __str__(self) -> str:
        """Return the picture of this position."""
        steps = ' or '.join(map(str, self.paths))
        return f'{"On a path" if self.chosen else "Before the paths"}: {steps}'

    def __repr__(self) -> str:
        """Return an exact description of this position."""
        return f'PathsState({self.p1_turn}, {self.paths}, {self.chosen})'

    def get_possible_moves(self) -> list:
        """Return the paths, or a step."""
        if self.chosen:
            return [STEP] if self.paths[0] else []
        return list(self.paths)

    def make_move(self, move: Any) -> 'PathsState':
        """Return the state after this path was chosen or this step made."""
        if move not in self.get_possible_moves():
            raise ValueError(f'{move!r} is no possible move')
        left = self.paths[0] - 1 if self.chosen else move
        return PathsState(not self.p1_turn, (left,), True)

    def rough_outcome(self) -> float:
        """Return an estimate: none before the end."""
        return 0.0 if self.get_possible_moves() else float(self.LOSE)


class PathsGame(Game):
    """The game of paths."""

    def __init__(self, p1_starts: bool, paths: tuple[int, ...]) -> None:
        """Initialize a game with paths of these lengths."""
        super().__init__(p1_starts)
        self.current_state = PathsState(p1_starts, paths)

    def get_instructions(self) -> str:
        """Return the rules."""
        return 'Choose a path. Then take turns. Whoever makes the last step ' \
               'wins.'

    def is_over(self, state: GameState) -> bool:
        """Return whether no step is left."""
        return not state.get_possible_moves()

    def is_winner(self, player: str) -> bool:
        """Return whether player has won."""
        state = self.current_state
        return self.is_over(state) \
            and player != state.get_current_player_name()

    def str_to_move(self, text: Any) -> Any:
        """Return the path or step that text means, or text if none."""
        if isinstance(text, str):
            text = text.strip().lower()
            return int(text) if text.isdecimal() else text
        return text
