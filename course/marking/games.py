"""Two games that no submission knows, for the mixes.

- Coins in a row, taken from either end. The player with more in the end wins.
  There can be a tie, and the player who has made the last move may well have
  lost: both are different in Stonehenge.
- Paths to choose from: a game of any length. The player to move chooses
  a path. From then on there is no choice: the players take turns to make a
  step, and whoever makes the last one wins. So a path with an even number of
  steps wins, and one with an odd number loses. There is no tie: a strategy that
  is wrong about ties can be right here.
"""
from typing import Any
from game import Game
from game_state import GameState

STEP = 'step'


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
            raise ValueError(f'{move!r} is not a possible move')
        left = self.paths[0] - 1 if self.chosen else move
        return PathsState(not self.p1_turn, (left,), True)

    def rough_outcome(self) -> float:
        """Return an estimate: none before the end."""
        return 0.0 if self.get_possible_moves() else float(self.LOSE)


class NewGame(Game):
    """A game that is played from a position.

    === Private Attributes ===
    _instructions: its rules
    """
    _instructions: str

    def __init__(self, state: GameState, instructions: str) -> None:
        """Initialize a game with these rules at state."""
        super().__init__(state.p1_turn)
        self.current_state, self._instructions = state, instructions

    def get_instructions(self) -> str:
        """Return the rules."""
        return self._instructions

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
        if isinstance(text, str):
            text = text.strip().lower()
            return int(text) if text.isdecimal() else text
        return text


def make_coins(p1_starts: bool, coins: tuple[int, ...]) -> NewGame:
    """Return a new game with these coins."""
    return NewGame(CoinsState(p1_starts, coins), 'Take a coin from either end. '
                   'Whoever has more in the end wins.')


def make_paths(p1_starts: bool, paths: tuple[int, ...]) -> NewGame:
    """Return a new game with paths of these lengths."""
    return NewGame(PathsState(p1_starts, paths), 'Choose a path. Then take '
                   'turns. Whoever makes the last step wins.')
