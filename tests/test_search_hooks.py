"""What states tell a search about themselves is true.

The scores to compare with are found by plain minimax over all moves, on late
positions of every size.
"""
import random
from typing import Hashable
import pytest
from stonehenge import StonehengeState, board_of, lines_of
from subtract_square_state import SubtractSquareState

pytestmark = pytest.mark.usefixtures('without_contracts')


def plain_score(state: StonehengeState, seen: dict) -> int:
    """Return the score of state by minimax over all moves. Keep each position
    and its score in seen.
    """
    if state.result:
        return state.result
    key = repr(state)
    if key not in seen:
        scores = [-plain_score(state.make_move(move), seen)
                  for move in state.get_possible_moves()]
        seen[key] = state, max(scores)
    return seen[key][1]


def late_positions(n: int, count: int, free: int) -> list[StonehengeState]:
    """Return count random positions of side length n that are not over and
    have so many free cells, or all of them at most.
    """
    rng = random.Random(n)
    found: list[StonehengeState] = []
    while len(found) < count:
        state = StonehengeState(True, board_of(n))
        while not state.result and len(state.get_possible_moves()) > free:
            state = state.make_move(rng.choice(state.get_possible_moves()))
        if not state.result:
            found.append(state)
    return found


@pytest.mark.parametrize('n, count, free', [
    (1, 1, 3), (2, 1, 7), (3, 12, 9), (4, 20, 8), (5, 20, 8)])
def test_stonehenge_hooks(n: int, count: int, free: int) -> None:
    """The best candidate is a best move; candidates are possible moves, each
    once; known scores are right; equal keys have equal scores. In all
    positions below the sampled ones.
    """
    seen: dict[str, tuple[StonehengeState, int]] = {}
    for state in late_positions(n, count, free):
        plain_score(state, seen)
    by_key: dict[Hashable, int] = {}
    for state, score in seen.values():
        candidates = state.candidate_moves()
        assert set(candidates) <= set(state.get_possible_moves())
        assert len(set(candidates)) == len(candidates) > 0
        best = max(-plain_score(state.make_move(move), seen)
                   for move in candidates)
        assert best == score, f'\n{state}\n{candidates}'
        assert state.known_score() in (None, score), f'\n{state}'
        assert by_key.setdefault(state.search_key(), score) == score, \
            f'\n{state}'
    assert len(by_key) <= len(seen)


def image(state: StonehengeState, symmetry: int) -> StonehengeState:
    """Return state turned or flipped."""
    cells, lines = state.board.symmetries[symmetry]
    sets = [sum(1 << to for to, source in enumerate(sources)
                if members >> source & 1)
            for members, sources in (
                (state.mine, cells), (state.theirs, cells),
                (state.lines.mine, lines), (state.lines.theirs, lines))]
    return StonehengeState(
        state.p1_turn, state.board, (sets[0], sets[1]),
        lines_of(state.board, (sets[0], sets[1]), (sets[2], sets[3])))


@pytest.mark.parametrize('n', range(1, 6))
def test_symmetric_positions(n: int) -> None:
    """The six images of a position have the same claims after the images of
    the moves, and one key in the first plies."""
    rng = random.Random(n)
    for _ in range(20):
        state = StonehengeState(True, board_of(n))
        letters = state.board.letters
        images = [state] * 6
        for move in rng.sample(letters, 3):
            if state.result:
                break
            for i, (cells, _) in enumerate(state.board.symmetries):
                to = cells.index(letters.index(move))
                images[i] = images[i].make_move(letters[to])
            state = state.make_move(move)
            if not state.result:
                assert [repr(each) for each in images] \
                    == [repr(image(state, i)) for i in range(6)]
            assert {each.search_key() for each in images} \
                == {state.search_key()}


def test_folding_saves_most_openings() -> None:
    """Side length 5 has 25 first moves, which are 6 up to symmetry."""
    state = StonehengeState(True, board_of(5))
    keys = {state.make_move(move).search_key()
            for move in state.get_possible_moves()}
    assert len(keys) == 6


@pytest.mark.parametrize('total', [0, 1, 7, 30, 144])
def test_subtract_square_hooks(total: int) -> None:
    """All moves are candidates, the largest first, and keys know no player."""
    state = SubtractSquareState(True, total)
    assert state.candidate_moves() \
        == sorted(state.get_possible_moves(), reverse=True)
    assert state.search_key() == SubtractSquareState(False, total).search_key()
    assert state.known_score() is None
