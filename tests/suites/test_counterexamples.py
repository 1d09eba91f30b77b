"""Reports on wrong moves show the smallest position where one is made."""

from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any
import pytest
from tests import minimax_unittest_basic as suite
from tests.interface.test_trace import load
from tests.support.minimax_programs import STYLES, WRONG, write_program

pytestmark = pytest.mark.usefixtures('without_contracts')

LOST = {0, 2, 5, 7, 10, 12, 15, 17, 20, 22}
# These are right wherever nobody ties, and the last raises an error.
OTHERS = {'a tie is a loss', 'a tie is enough', 'it returns nothing'}
LARGEST = 25


def is_wrong(strategy: Any, total: int, starts: bool) -> bool:
    """Return whether strategy gives a win away from total."""
    with suppress(UnboundLocalError):  # Some choose nothing if all moves lose.
        square = strategy(suite.Play('s', total, starts).game)
        return total not in LOST and total - square not in LOST
    return False


@pytest.mark.parametrize(
    'style, kind', [*product(STYLES, sorted({*WRONG} - OTHERS))]
)
def test_totals(
    style: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Subtract Square, it is the smallest number where a win is lost; or a
    tiny game, if the tree of that number is too large to be shown."""
    strategy = load(tmp_path / 'program.py', write_program(style, WRONG[kind]))
    monkeypatch.setattr(suite, 'find', lambda table, key: strategy)
    places = product(range(1, LARGEST + 1), (True, False))
    # One function may begin with 0, and yet lose no win there.
    wrong = next(
        (each for each in places if is_wrong(strategy, *each)), (LARGEST, True)
    )
    found = suite.find_smallest('mr', suite.Play('s', *wrong))
    if wrong[0] <= suite.SHOWN_TOTAL:
        assert found.begun[1:] == wrong and not found.moves
    else:
        check_smallest(strategy, found)
    shown = suite.draw_search('mr', found)
    # One function that chooses wrong may have no wrong score before that.
    assert (
        style == 'one function'
        or '<- first wrong' in shown
        or 'look at how it chooses' in shown
    )


def count_positions(tree: Any) -> int:
    """Return how many positions tree has."""
    if not isinstance(tree, dict):
        return 1
    return 1 + sum(map(count_positions, tree.values()))


@pytest.mark.parametrize(
    'style, kind', [*product(STYLES, sorted({*WRONG} - {'it returns nothing'}))]
)
def test_tiny_games(
    style: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among tiny games, none with fewer positions is lost."""
    strategy = load(tmp_path / 'program.py', write_program(style, WRONG[kind]))
    monkeypatch.setattr(suite, 'find', lambda table, key: strategy)
    large = suite.TinyPlay({'a': {'a': 1}, 'b': {'a': -1}}, True)
    check_smallest(strategy, suite.find_smallest('mr', large))


def check_smallest(strategy: Any, found: Any) -> None:
    """Check that strategy loses no tiny game smaller than found."""
    size = count_positions(found.begun[0])
    smaller = []
    trees = {1: [1, 0, -1]}
    for nodes in range(2, size):
        trees[nodes] = [{'a': tree} for tree in trees[nodes - 1]]
        trees[nodes] += [
            {'a': a, 'b': b}
            for part in range(1, nodes - 1)
            for a in trees[part]
            for b in trees[nodes - 1 - part]
        ]
        smaller += trees[nodes]
    for tree, starts in product(smaller, (True, False)):
        play = suite.TinyPlay(tree, starts)
        scores = suite.rate_moves(play, {})
        with suppress(UnboundLocalError):
            assert scores[strategy(play.game)] == max(scores.values()), tree
