"""What a series of games is: which game, which strategies, who plays when."""
from typing import Any, Callable, NamedTuple
import builtins
from game import Game


class GameMaker:
    """Makes equal games. If the game asks something when it is made, such as
    its size, the player is asked once, and later games get the same answers.

    === Attributes ===
    game_class: the class of the games
    p1_starts: whether player 1 makes the first move
    size: the size of the games, or None if they ask for it
    answers: the lines that were typed when the first game was made
    """
    game_class: Callable[..., Game]
    p1_starts: bool
    size: Any
    answers: list[str]

    def __init__(self, game_class: Callable[..., Game], p1_starts: bool,
                 size: Any = None) -> None:
        """Initialize a maker by making a first game, which may ask."""
        self.game_class, self.p1_starts = game_class, p1_starts
        self.size, self.answers = size, []
        usual_input = builtins.input

        def remember(*prompt: Any) -> str:
            """Return the line that the player types, and remember it."""
            self.answers.append(usual_input(*prompt))
            return self.answers[-1]
        self._make(remember)

    def make(self) -> Game:
        """Return a new game."""
        answers = list(self.answers)

        def repeat(*_: Any) -> str:
            """Return the next of the answers."""
            if not answers:
                raise EOFError('it asks more than when it was first made')
            return answers.pop(0)
        return self._make(repeat)

    def _make(self, read_line: Callable[..., str]) -> Game:
        """Return a new game. It reads its answers with read_line."""
        if self.size is not None:
            return self.game_class(self.p1_starts, size=self.size)
        usual_input = builtins.input
        builtins.input = read_line
        try:
            return self.game_class(self.p1_starts)
        finally:
            builtins.input = usual_input


class Series(NamedTuple):
    """What is played.

    In games with an odd number (they are numbered from 0), the strategies
    exchange sides: the second one is player 1 there. The same player makes the
    first move in all games. Games 0 and 1 have the same opening, and so do
    games 2 and 3, and so on.

    === Attributes ===
    maker: what makes the games
    strategies: the two strategies
    games: how many games are played
    seed: what all random choices follow from
    opening: how many plies are made at random before the strategies begin
    limit: how long a strategy may take for a move, in seconds
    """
    maker: GameMaker
    strategies: tuple[Callable[[Game], Any], Callable[[Game], Any]]
    games: int
    seed: int = 0
    opening: int = 0
    limit: float = 60.0

    def find_index(self, player: str, number: int) -> int:
        """Return the index in strategies of the one that plays as player, 'p1'
        or 'p2', in the game with this number.
        """
        return (player != 'p1') ^ number % 2
