"""How the lines stand is kept up to date move by move."""
from hypothesis import given, settings
from engine.lines import count_lines
from tests.support.positions import fast_opening
from tests.support.stonehenge_model import Model, move_orders


@settings(deadline=None, max_examples=100)
@given(order=move_orders())
def test_lines(order: tuple[int, list[str]]) -> None:
    """What each move makes of the lines is what counting their cells gives,
    also past the end of the game; and claims and needs are those that one
    counts on the picture with a finger."""
    n, moves = order
    state, model = fast_opening(n), Model(n)
    for move in moves:
        state = state.make_move(move)
        model.play(move)
        assert state.lines == count_lines(
            state.board, (state.mine, state.theirs),
            (state.lines.mine, state.lines.theirs)), f'\n{state}'
    me, other = model.mover, '21'[int(model.mover) - 1]
    lines = state.lines
    for number, (places, owner) in enumerate(zip(model.lines, model.claimed)):
        assert (lines.mine >> number & 1) == (owner == me)
        assert (lines.theirs >> number & 1) == (owner == other)
        needed = (0, 0)
        if owner == '@':
            half = -(-len(places) // 2)
            held = [model.owner[place] for place in places]
            needed = (half - held.count(me), half - held.count(other))
        assert divmod(lines.needed[number], 4) == needed
