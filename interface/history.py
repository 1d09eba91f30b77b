"""A game as it is played, with the way back and forward again."""
from typing import Any, Callable, Iterable, Optional
from game import Game
from game_state import GameState


class History:
    """The positions and moves of a game, also those that were taken back.

    === Attributes ===
    game: the game, whose current position is states[place]
    states: the positions, from the first one on
    moves: the moves between them
    place: how many of moves have been made and not been taken back

    Representation Invariants:
    - len(self.states) == len(self.moves) + 1
    - 0 <= self.place <= len(self.moves)
    """
    game: Game
    states: list[GameState]
    moves: list
    place: int

    def __init__(self, game: Game, opening: Optional[GameState] = None,
                 moves: Iterable = ()) -> None:
        """Initialize the history of game, in which these moves have been made
        from opening on: by default, none from its current position.
        """
        self.game = game
        self.states, self.moves = [opening or game.current_state], []
        self.place = 0
        for move in moves:
            self.add(move, self.states[-1].make_move(move))

    def add(self, move: Any, after: GameState) -> None:
        """Add move, which leads from the current position to after. Forget the
        moves that were taken back.
        """
        self.states[self.place + 1:] = [after]
        self.moves[self.place:] = [move]
        self.go_to(self.place + 1)

    def made(self) -> list:
        """Return the moves that lead to the current position."""
        return self.moves[:self.place]

    def go_to(self, place: int) -> None:
        """Go to the position after this many moves, back or forward."""
        self.place = place
        self.game.current_state = self.states[place]

    def before(self) -> Optional[GameState]:
        """Return the position in which the last move was made, None if there
        is none.
        """
        return self.states[self.place - 1] if self.place else None

    def find_turn(self, step: int, is_ours: Callable[[str], bool]
                  ) -> Optional[int]:
        """Return the nearest place, back if step is -1 and forward if it is 1,
        where is_ours tells of the name of the player to move. Return None if
        there is no such place.
        """
        place = self.place + step
        while 0 <= place < len(self.states):
            if is_ours(self.states[place].get_current_player_name()):
                return place
            place += step
        return None
