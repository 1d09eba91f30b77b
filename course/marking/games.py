"""Two games that no submission knows, for the mixes.

- Coins in a row, taken from either end. The player with more in the end wins.
  Ties are possible, and the player who moved last may have lost.
- Paths to choose from: a game of any length. The player to move chooses a path.
  Then the players take turns to make a step, and whoever makes the last one
  wins: an even number of steps wins for the one who chose. There is no tie.
"""
from dataclasses import dataclass
from typing import Any
from game import Game
from game_state import GameState

STEP = 'step'


@dataclass(eq=False)
class CoinsState(GameState):
    """A row of coins, and what the players have.

    === Attributes ===
    p1_turn: whether player 1 is the one to move
    coins: the values of the coins that are left, from left to right
    ahead: how much more player 1 has than player 2
    rules: how it is played
    """
    p1_turn: bool
    coins: tuple[int, ...]
    ahead: int = 0
    rules: str = 'Take a coin from either end. Whoever has more in the end ' \
                 'wins.'

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
            raise ValueError(f'{move!r} is not an end of the row')
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


@dataclass(eq=False)
class PathsState(GameState):
    """A place before the paths, or on one of them.

    === Attributes ===
    p1_turn: whether player 1 is the one to move
    paths: the numbers of steps of the paths, or how many are left of the one
        that was chosen
    rules: how it is played
    """
    p1_turn: bool
    paths: tuple[int, ...]
    rules: str = 'Choose a path. Then take turns. Whoever makes the last ' \
                 'step wins.'

    def __str__(self) -> str:
        """Return the picture of this position."""
        return f'Steps to go: {" or ".join(map(str, self.paths))}'

    def __repr__(self) -> str:
        """Return an exact description of this position."""
        return f'PathsState({self.p1_turn}, {self.paths})'

    def get_possible_moves(self) -> list:
        """Return the paths, or a step."""
        if len(self.paths) > 1:
            return list(self.paths)
        return [STEP] if self.paths[0] else []

    def make_move(self, move: Any) -> 'PathsState':
        """Return the state after this path was chosen or this step made."""
        if move not in self.get_possible_moves():
            raise ValueError(f'{move!r} is not a possible move')
        left = self.paths[0] - 1 if move == STEP else move
        return PathsState(not self.p1_turn, (left,))

    def rough_outcome(self) -> float:
        """Return an estimate: none before the end."""
        return 0.0 if self.get_possible_moves() else float(self.LOSE)


@dataclass(eq=False)
class NewGame(Game):
    """A game that is played from a position, which knows the rules."""
    current_state: Any

    def get_instructions(self) -> str:
        """Return the rules."""
        return self.current_state.rules

    def is_over(self, state: GameState) -> bool:
        """Return whether no move is left."""
        return not state.get_possible_moves()

    def is_winner(self, player: str) -> bool:
        """Return whether player has won."""
        state = self.current_state
        to_move = state.get_current_player_name() == player
        return self.is_over(state) and state.rough_outcome() \
            == (state.WIN if to_move else state.LOSE)

    def str_to_move(self, text: Any) -> Any:
        """Return the move that text means, or text if it means none."""
        return int(text) if str(text).isdecimal() else text
