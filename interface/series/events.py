"""What happens in a game of a series, told event by event.

Whoever plays a series wants to know what happens while it happens: a strategy
may never return, or end the process that it runs in. So each event is reported
to a function at once, which may keep it, or send it to another process.
Strategies are given by their index: 0 or 1.
"""
from typing import Callable, NamedTuple, Optional, Union

# Why a game has ended.
OVER, ILLEGAL, ERROR, SLOW, BROKEN = \
    'over', 'illegal move', 'error', 'too slow', 'broken game'


class Thinking(NamedTuple):
    """A strategy has been asked for a move.

    === Attributes ===
    index: the strategy
    """
    index: int


class Ply(NamedTuple):
    """A move has been chosen.

    === Attributes ===
    index: the strategy, or None in the opening
    text: the move, as a player would type it
    choice: the move's index among the possible moves, or text if it is not
        found there: other people's moves may all have one text
    seconds: how long the strategy took
    """
    index: Optional[int]
    text: str
    choice: Union[int, str]
    seconds: float


class Ending(NamedTuple):
    """The game has ended.

    === Attributes ===
    winner: the strategy that has won, or None
    why: OVER, or another of the constants above
    detail: in words, what else there is to say
    """
    winner: Optional[int]
    why: str = OVER
    detail: str = ''


Event = Union[Thinking, Ply, Ending]
Report = Callable[[Event], None]


class GameRecord:
    """A game of a series, as far as it has been reported.

    === Attributes ===
    number: the number of the game, from 0
    plies: the moves made so far
    thinking: the strategy that is looking for a move, or None
    ending: how the game has ended, or None as long as it goes on
    """
    number: int
    plies: list[Ply]
    thinking: Optional[int]
    ending: Optional[Ending]

    def __init__(self, number: int) -> None:
        """Initialize the record of a game that begins."""
        self.number = number
        self.plies, self.thinking, self.ending = [], None, None

    def take_note(self, event: Event) -> None:
        """Take note of event, the next one in the game."""
        if isinstance(event, Thinking):
            self.thinking = event.index
        elif isinstance(event, Ply):
            self.thinking = None
            self.plies.append(event)
        else:
            self.ending = event

    def list_times(self, index: int) -> list[float]:
        """Return the seconds that the strategy with this index took for each
        of its moves.
        """
        return [ply.seconds for ply in self.plies if ply.index == index]
