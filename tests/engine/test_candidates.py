"""Immediate wins, threats and defences are what trying all moves finds; and
leaving out a cell that need not be tried never loses the best move."""
import pytest
from engine.candidates import drop_useless, order_cells
from game_state import GameState
from tests.support.positions import plain_score, scored_positions

pytestmark = pytest.mark.usefixtures('without_contracts')


@pytest.mark.parametrize('n', range(1, 6))
def test_candidates_have_a_best_move(n: int) -> None:
    """Candidates are possible moves, each once, and one is a best move."""
    left_out = 0
    seen = scored_positions(n)
    for state, score in list(seen.values()):
        candidates = state.candidate_moves()
        possible = state.get_possible_moves()
        assert set(candidates) <= set(possible)
        assert len(set(candidates)) == len(candidates) > 0
        kept = drop_useless(state.board, state.free, state.lines)
        letters = order_cells(state.board, kept or state.free, state.lines)
        for moves in candidates, letters:
            best = max(-plain_score(state.make_move(move), seen)
                       for move in moves)
            assert best == score, f'\n{state}\n{moves}'
        left_out += len(possible) - len(candidates)
    assert left_out > 0 or n == 1


def wins_with(state: GameState) -> set[str]:
    """Return the moves with which the player to move wins at once."""
    return {move for move in state.get_possible_moves()
            if state.make_move(move).winner}


def letters_in(state: GameState, cells: int) -> set[str]:
    """Return the letters of a set of cells."""
    return {letter for i, letter in enumerate(state.board.letters)
            if cells >> i & 1}


@pytest.mark.parametrize('n', range(1, 6))
def test_threats(n: int) -> None:
    """In late positions of every size."""
    with_threats = with_defences = 0
    for state, _ in list(scored_positions(n).values())[:1500]:
        tactics = state.tactics()
        wins = wins_with(state)
        assert letters_in(state, tactics.wins) == wins, f'\n{state}'
        # What the other player could do if the player to move passed.
        plain = state.plain_state()
        plain.p1_turn = not plain.p1_turn
        assert letters_in(state, tactics.threats) == wins_with(plain)
        free = set(state.get_possible_moves())
        if wins or not tactics.threats:
            assert letters_in(state, tactics.defences) == free
        else:
            defences = {move for move in free
                        if not wins_with(state.make_move(move))}
            assert letters_in(state, tactics.defences) == defences
            with_threats += 1
            with_defences += bool(defences)
    if n > 1:
        assert with_threats > with_defences > 0
