"""A game that is longer than Python lets functions recurse: a corridor.

Players take turns to walk a step, and whoever makes the last step wins. Player
1, and nobody else, may stop instead, which makes it a tie. Nothing but the end
of the corridor tells whether to do so.
"""
from typing import Any
from game import Game
from game_state import GameState


class CorridorState(GameState):
    """A place in the corridor.

    === Attributes ===
    steps: how many steps are left
    stopped: whether player 1 has stopped
    """
    steps: int
    stopped: bool

    def __init__(self, is_p1_turn: bool, steps: int, stopped: bool = False
                 ) -> None:
        """Initialize a position."""
        super().__init__(is_p1_turn)
        self.steps, self.stopped = steps, stopped

    def __str__(self) -> str:
        """Return the picture of this position."""
        return f'steps left: {self.steps}{", stopped" * self.stopped}'

    def __repr__(self) -> str:
        """Return an exact description of this position."""
        return f'CorridorState({self.p1_turn}, {self.steps}, {self.stopped})'

    def get_possible_moves(self) -> list[str]:
        """Return what the player to move may do."""
        if self.stopped or self.steps == 0:
            return []
        return ['stop', 'walk'] if self.p1_turn else ['walk']

    def make_move(self, move: Any) -> 'CorridorState':
        """Return the state after this move."""
        if move not in self.get_possible_moves():
            raise ValueError(f'{move!r} is not possible here')
        if move == 'stop':
            return CorridorState(not self.p1_turn, self.steps, True)
        return CorridorState(not self.p1_turn, self.steps - 1)

    def rough_outcome(self) -> float:
        """Return the score at the end, and otherwise only whether the last step
        is made now.
        """
        if self.stopped or self.steps > 2:
            return 0.0
        return {0: -1.0, 1: 1.0, 2: -0.5}[self.steps]


class CorridorGame(Game):
    """The game of the corridor."""

    def __init__(self, p1_starts: bool, steps: int) -> None:
        """Initialize a game in a corridor of so many steps."""
        super().__init__(p1_starts)
        self.current_state = CorridorState(p1_starts, steps)

    def get_instructions(self) -> str:
        """Return the rules."""
        return 'Whoever makes the last step wins. Player 1 may stop: a tie.'

    def is_over(self, state: GameState) -> bool:
        """Return whether the corridor is at its end, or player 1 has stopped.
        """
        return not state.get_possible_moves()

    def is_winner(self, player: str) -> bool:
        """Return whether player has won."""
        state = self.current_state
        return state.steps == 0 and not state.stopped \
            and state.get_current_player_name() != player

    def str_to_move(self, text: Any) -> Any:
        """Return the move that text means, or text if it means none."""
        return text.strip().lower() if isinstance(text, str) else text
