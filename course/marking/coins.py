"""A game that no submission knows: coins in a row, taken from either end.

The player with more in the end wins. There can be a tie, and the player who has
made the last move may well have lost: both are different in Stonehenge.
"""
from typing import Any
from game import Game
from game_state import GameState


class CoinsState(GameState):
    """A row of coins, and what the players have.

    === Attributes ===
    coins: the values of the coins that are left, from left to right
    ahead: how much more player 1 has than player 2
    """
    coins: tuple[int, ...]
    ahead: int

    def __init__(self, is_p1_turn: bool, coins: tuple[int, ...], ahead: int = 0
                 ) -> None:
        """Initialize a position."""
        super().__init__(is_p1_turn)
        self.coins, self.ahead = coins, ahead

    def __str__(self) -> str:
        """Return the picture of this position."""
        return f'{" ".join(map(str, self.coins))} (p1 {self.ahead:+d})'

    def __repr__(self) -> str:
        """Return an exact description of this position."""
        return f'CoinsState({self.p1_turn}, {self.coins}, {self.ahead})'

    def get_possible_moves(self) -> list[str]:
        """Return the ends of the row."""
        return ['left', 'right'][:len(self.coins)]

    def make_move(self, move: Any) -> 'CoinsState':
        """Return the state after the coin at this end is taken."""
        if move not in self.get_possible_moves():
            raise ValueError(f'{move!r} is no end of the row')
        taken = self.coins[0 if move == 'left' else -1]
        rest = self.coins[1:] if move == 'left' else self.coins[:-1]
        gain = taken if self.p1_turn else -taken
        return CoinsState(not self.p1_turn, rest, self.ahead + gain)

    def rough_outcome(self) -> float:
        """Return an estimate from what the players have."""
        lead = self.ahead if self.p1_turn else -self.ahead
        if not self.coins:
            return float((lead > 0) - (lead < 0))
        return lead / (1 + abs(self.ahead) + sum(self.coins))


class CoinsGame(Game):
    """The game of coins in a row."""

    def __init__(self, p1_starts: bool, coins: tuple[int, ...]) -> None:
        """Initialize a game with these coins."""
        super().__init__(p1_starts)
        self.current_state = CoinsState(p1_starts, coins)

    def get_instructions(self) -> str:
        """Return the rules."""
        return 'Take a coin from either end. Who has more in the end wins.'

    def is_over(self, state: GameState) -> bool:
        """Return whether no coin is left."""
        return not state.get_possible_moves()

    def is_winner(self, player: str) -> bool:
        """Return whether player has won."""
        ahead = self.current_state.ahead
        return self.is_over(self.current_state) and ahead != 0 \
            and (player == 'p1') == (ahead > 0)

    def str_to_move(self, text: Any) -> Any:
        """Return the end that text means, or text if it means none."""
        return text.strip().lower() if isinstance(text, str) else text
