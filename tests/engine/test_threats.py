"""Immediate wins, threats and defences are what trying all moves finds."""
import pytest
from game_state import GameState
from tests.support.positions import scored_positions

pytestmark = pytest.mark.usefixtures('without_contracts')


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
