"""What hypothesis draws: games of Stonehenge."""
from hypothesis import strategies as st
from tests.support.stonehenge_model import Model


@st.composite
def move_orders(draw: st.DrawFn) -> tuple[int, list[str]]:
    """Draw a side length and an order in which to take some of the cells."""
    n = draw(st.integers(1, 5))
    letters = draw(st.permutations(Model(n).free()))
    return n, letters[:draw(st.integers(0, len(letters)))]
