"""Nim with one heap, as somebody may add it: see test_own_game.py."""
from typing import Any
from game import Game
from game_state import GameState


class NimState(GameState):
    """A heap of matches."""
    drawing: str = 'nim_drawing'

    def __init__(self, is_p1_turn: bool, left: int) -> None:
        """Initialize a heap with this many matches left."""
        super().__init__(is_p1_turn)
        self.left = left

    def __str__(self) -> str:
        """Return the heap."""
        return 'Matches:\n' + '| ' * self.left

    def __repr__(self) -> str:
        """Return an exact description."""
        return f'NimState({self.p1_turn}, {self.left})'

    def get_possible_moves(self) -> list[int]:
        """Return how many matches can be taken."""
        return [number for number in (1, 2, 3) if number <= self.left]

    def make_move(self, move: Any) -> 'NimState':
        """Return the heap after taking some."""
        return NimState(not self.p1_turn, self.left - move)

    def rough_outcome(self) -> float:
        """Return the score if it can be seen at once, otherwise a guess."""
        if self.left in (0, 4):
            return self.LOSE
        return self.WIN if self.left < 4 else 0.0


class NimGame(Game):
    """Whoever takes the last match wins."""
    sizes: tuple[str, ...] = ('5', '9')

    def __init__(self, p1_starts: bool, size: int = 5) -> None:
        """Start with this many matches."""
        self.current_state = NimState(p1_starts, size)

    def get_instructions(self) -> str:
        """Return the rules."""
        return 'Take 1, 2 or 3 matches. Whoever takes the last one wins.'

    def is_over(self, state: NimState) -> bool:
        """Return whether no match is left."""
        return state.left == 0

    def is_winner(self, player: str) -> bool:
        """Return whether player has taken the last match."""
        return self.is_over(self.current_state) \
            and self.current_state.get_current_player_name() != player

    def str_to_move(self, text: Any) -> Any:
        """Return the number in text, or text if it is none."""
        return int(text) if str(text) in ('1', '2', '3') else text


if __name__ == '__main__':
    from game_interface import playable_games
    from web.__main__ import main
    playable_games['n'] = NimGame
    main()
