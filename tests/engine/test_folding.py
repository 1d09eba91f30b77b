"""Positions with one search key have one score."""
from typing import Hashable
import random
import pytest
from engine.fast_board import make_set
from engine.fast_stonehenge import FastStonehengeState
from engine.lines import count_lines
from tests.support.positions import fast_opening, make_moves, \
    scored_positions

pytestmark = pytest.mark.usefixtures('without_contracts')


@pytest.mark.parametrize('n', range(1, 6))
def test_equal_keys_have_equal_scores(n: int) -> None:
    """In late positions of every size, and with far fewer keys than
    positions."""
    by_key: dict[Hashable, int] = {}
    positions = scored_positions(n).values()
    for state, score in positions:
        assert by_key.setdefault(state.search_key(), score) == score, \
            f'\n{state}'
    assert len(by_key) < len(positions) or n == 1


def image(state: FastStonehengeState, symmetry: int) -> FastStonehengeState:
    """Return state turned or flipped."""
    cells, lines = state.board.symmetries[symmetry]
    sets = [make_set([to for to, source in enumerate(sources)
                    if members >> source & 1])
            for members, sources in (
                (state.mine, cells), (state.theirs, cells),
                (state.lines.mine, lines), (state.lines.theirs, lines))]
    taken = (sets[0], sets[1])
    return FastStonehengeState(
        state.p1_turn, state.board, taken,
        count_lines(state.board, taken, (sets[2], sets[3])), '')


@pytest.mark.parametrize('n', range(1, 6))
def test_symmetric_positions(n: int) -> None:
    """The six images of a position have the same claims after the images of
    the moves, and one key in the first plies."""
    rng = random.Random(n)
    for _ in range(20):
        state = fast_opening(n)
        letters = state.board.letters
        images = [state] * 6
        for move in rng.sample(letters, 3):
            if state.winner:
                break
            for i, (cells, _) in enumerate(state.board.symmetries):
                to = cells.index(letters.index(move))
                images[i] = images[i].make_move(letters[to])
            state = state.make_move(move)
            if not state.winner:
                assert [repr(each) for each in images] \
                    == [repr(image(state, i)) for i in range(6)]
            assert {each.search_key() for each in images} \
                == {state.search_key()}


def test_finished_games() -> None:
    """Won and lost positions have different keys, and no candidates."""
    lost = make_moves(fast_opening(1), 'A')
    assert lost.candidate_moves() == []
    assert lost.search_key() == -1
    assert lost.make_move('B').search_key() == 1
