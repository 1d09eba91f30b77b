"""A second Stonehenge, plain and slow, to compare the real one with.

It is the right solution in solutions/lists, whose pictures and ley-lines were
typed in.
"""
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any, Optional
import sys
from hypothesis import strategies as st
from tests.support.suites import SOLUTIONS

SPEC: Any = spec_from_file_location('plain_stonehenge',
                                    SOLUTIONS / 'lists' / 'stonehenge.py')
PLAIN = module_from_spec(SPEC)
sys.modules['plain_stonehenge'] = PLAIN
SPEC.loader.exec_module(PLAIN)


class Model:
    """A position of Stonehenge.

    === Attributes ===
    state: the position, without a winner
    winner: '1', '2' or None
    """
    state: Any
    winner: Optional[str]

    def __init__(self, n: int, mover: str = '1') -> None:
        """Initialize the empty board of side length n."""
        self.state, self.winner = PLAIN.StonehengeState(mover == '1', n), None

    @property
    def mover(self) -> str:
        """Who is to move: '1' or '2'."""
        return '1' if self.state.p1_turn else '2'

    def play(self, letter: str) -> None:
        """Let the player to move take the free cell called letter."""
        mover, self.state = self.mover, self.state.make_move(letter)
        if self.winner is None and self.state.half_claimed(mover):
            self.winner = mover

    def free(self) -> list[str]:
        """Return the letters of the free cells."""
        return [mark for mark in self.state.cells if mark.isalpha()]

    def tokens(self) -> list[str]:
        """Return what the picture shows, without its strokes."""
        return [mark for mark in str(self.state) if mark not in ' \n-/\\']


@st.composite
def move_orders(draw: st.DrawFn) -> tuple[int, list[str]]:
    """Draw a side length and an order in which to take some of the cells."""
    n = draw(st.integers(1, 5))
    letters = draw(st.permutations(Model(n).free()))
    return n, letters[:draw(st.integers(0, len(letters)))]
