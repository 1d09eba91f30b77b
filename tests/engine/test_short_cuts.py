"""The short cuts of the search, each of which is worth taking."""
import pytest
from benchmarks.short_cuts import SHORT_CUTS, count_positions


pytestmark = pytest.mark.usefixtures('without_contracts')


@pytest.mark.parametrize('short_cut', list(SHORT_CUTS)[1:])
def test_short_cut(short_cut: str) -> None:
    """Without it, Stonehenge 3 takes more positions."""
    with_all, without = (
        int(count_positions(each, 3, 100_000).replace(',', ''))
        for each in (next(iter(SHORT_CUTS)), short_cut))
    assert with_all < without


def test_limit() -> None:
    """The count stops at the limit."""
    assert count_positions('without trying the best cells first', 3, 500) \
        == '>500'
