"""What the core's searches of Hex know without searching: each rule alone,
against its own definition, and all of them against plain minimax."""

from functools import lru_cache
from itertools import product
from typing import Any, Iterator
import random
from hypothesis import HealthCheck, given, settings, strategies as st
import pytest
import hex_connections
from hex_cells import (
    build_network,
    drop_inferior,
    fill_in,
    find_captured,
    is_dead,
    kills,
    mark_edges,
)
from hex_connections import (
    Outlook,
    choose_cells,
    connect,
    find_wins,
    list_steps,
    look_ahead,
)
from hex_for_core import HexState
from hex_grid import OTHER, Grid, grid_of, single_cells
from tests.support.hex_reference import (
    Rows,
    fill_cell,
    find_neighbors,
    flood_fill_wins,
    plain_score,
)

pytestmark = pytest.mark.usefixtures('without_contracts')

SEEDS = pytest.mark.parametrize('seed', range(25))

Cells = frozenset[tuple[int, int]]


class Position:
    """A random board that nobody has won yet, seen by one side."""

    def __init__(self, seed: int, size: int = 0, most: int = 7) -> None:
        rng = random.Random(seed)
        self.size = size or rng.choice((3, 4))
        self.side = rng.choice('BW')
        self.rows: Rows = ('-',)
        while self.rows == ('-',) or any(map(self.has_won, 'BW')):
            cells = ['-'] * rng.randint(1, most)
            cells += rng.choices('BW', k=self.size**2 - len(cells))
            rng.shuffle(cells)
            self.rows = tuple(
                ''.join(cells[i : i + self.size])
                for i in range(0, self.size**2, self.size)
            )
        self.grid: Grid = grid_of(self.size)
        self.sets = dict(zip('BW', self.grid.sets_of(list(self.rows))))
        self.own = self.sets[self.side]
        self.empty = self.grid.find_empty(*self.sets.values())
        self.network = build_network(self.grid, self.side, self.own, self.empty)

    def has_won(self, side: str) -> bool:
        """Return whether side has won."""
        return flood_fill_wins(list(self.rows), side)

    def fill(self, side: str, cells: int, rows: Rows = ()) -> Rows:
        """Return the rows after side has filled some cells."""
        rows = rows or self.rows
        for cell in single_cells(cells):
            rows = fill_cell(rows, *self.grid.place_of(cell), side)
        return rows

    def score(self, cell: int) -> int:
        """Return what it is worth for the side to fill cell."""
        return -plain_score(self.fill(self.side, cell), OTHER[self.side])

    def place(self, cells: int) -> Cells:
        """Return the places of cells."""
        return frozenset(map(self.grid.place_of, single_cells(cells)))


def true_score(rows: Rows, side: str) -> int:
    """Return the score of a board for side, which is to move."""
    return 1 if flood_fill_wins(list(rows), side) else plain_score(rows, side)


def list_endings(rows: Rows) -> Iterator[bool]:
    """Yield who wins each way to fill all empty cells: whether Black does."""
    holes = ''.join(rows).count('-')
    for colours in product('BW', repeat=holes):
        rest = iter(colours)
        yield flood_fill_wins(
            [
                [next(rest) if cell == '-' else cell for cell in row]
                for row in rows
            ],
            'B',
        )


def have_equal_endings(*boards: Rows) -> bool:
    """Return whether boards end equally, however all cells are filled."""
    return len({tuple(list_endings(rows)) for rows in boards}) == 1


@lru_cache(maxsize=None)
def can_join(
    own: Cells, carrier: Cells, start: Cells, edges: tuple[Cells, ...]
) -> bool:
    """Return whether a side can join start to the first of its edges, with the
    cells own and inside carrier, where the other side moves first and has all
    the rest. By minimax; to reach the second edge is to own all of it."""
    reached = own & start
    before = frozenset()
    while reached != before:
        before = reached
        reached |= {
            near
            for cell in reached
            for near in find_neighbors(*cell, len(edges[0]))
        } & own
        if reached & edges[1]:
            reached |= own & edges[1]
    return (
        bool(reached & edges[0])
        or bool(carrier)
        and all(
            any(
                can_join(
                    own | {answer} - {move},
                    carrier - {move, answer},
                    start,
                    edges,
                )
                for answer in carrier - {move} or {move}
            )
            for move in carrier
        )
    )


# === Each rule ===


@SEEDS
def test_dead_cells(seed: int) -> None:
    """It makes no difference who fills one, whatever else is filled."""
    at = Position(seed)
    for cell in single_cells(at.empty):
        if is_dead(at.network, cell):
            assert have_equal_endings(at.fill('B', cell), at.fill('W', cell))


@SEEDS
def test_captured_cells(seed: int) -> None:
    """If the other side fills one, an answer makes all of them the side's."""
    at = Position(seed)
    captured = find_captured(at.network, at.empty)
    for cell in single_cells(captured):
        rows = at.fill(OTHER[at.side], cell)
        assert any(
            have_equal_endings(
                at.fill(at.side, answer, rows), at.fill(at.side, cell | answer)
            )
            for answer in single_cells(captured & ~cell)
        )


@SEEDS
def test_cells_that_kill(seed: int) -> None:
    """A killed cell is dead, and its killer is at least as good."""
    at = Position(seed, most=6)
    for cell, killer in product(single_cells(at.empty), repeat=2):
        if cell != killer and kills(at.network, killer, cell):
            rows = at.fill(at.side, killer)
            assert have_equal_endings(
                at.fill('B', cell, rows), at.fill('W', cell, rows)
            )
            assert at.score(killer) >= at.score(cell)


@SEEDS
def test_fill_in(seed: int) -> None:
    """It keeps the score, whoever moves, and leaves nothing to fill in."""
    at = Position(seed)
    sets = fill_in(at.grid, at.sets)
    rows = at.rows
    for side in 'BW':
        assert not at.sets[side] & ~sets[side]
        rows = at.fill(side, sets[side], rows)
    assert fill_in(at.grid, sets) == sets
    for side in 'BW':
        assert true_score(rows, side) == true_score(at.rows, side)


@SEEDS
def test_inferior_cells(seed: int) -> None:
    """A best move is always left."""
    at = Position(seed)
    sets = fill_in(at.grid, at.sets)
    empty = at.grid.find_empty(*sets.values())
    kept = drop_inferior(at.grid, at.side, sets, empty)
    if empty:
        assert kept and not kept & ~empty
        assert max(map(at.score, single_cells(kept))) == max(
            map(at.score, single_cells(empty))
        )


@SEEDS
def test_safe_connections(seed: int) -> None:
    """Who owns the cell can join it to the edge inside the carrier."""
    at = Position(seed, most=10)
    steps = list_steps(at.network, at.empty)
    edges = tuple(map(at.place, at.grid.edges[at.side]))
    for mark, order in zip(mark_edges(at.grid), (edges, edges[::-1])):
        for point, carriers in connect(mark, steps, at.empty).items():
            for carrier in carriers if point & at.empty else ():
                assert not carrier & ~(at.empty & ~point)
                assert can_join(
                    at.place(at.own | point),
                    at.place(carrier),
                    at.place(point),
                    order,
                )


@SEEDS
def test_ways_to_win(seed: int) -> None:
    """Who is to move wins, even if the other side has all cells outside the
    carrier; and without the move, if that is empty. So to move outside a
    carrier of the other side loses."""
    at = Position(seed, most=9)
    for carrier in find_wins(at.grid, at.side, at.sets):
        rows = at.fill(OTHER[at.side], at.empty & ~carrier)
        if carrier:
            assert plain_score(rows, at.side) == 1
        else:
            assert plain_score(at.rows, OTHER[at.side]) == -1
    for carrier in find_wins(at.grid, OTHER[at.side], at.sets):
        for cell in single_cells(at.empty & ~carrier):
            assert at.score(cell) == -1


# === All of them ===


def check_state(rows: Rows) -> None:
    """Check that a known score is right, and a best move a candidate."""
    grid = grid_of(len(rows))
    for side in 'BW':
        state = HexState(side == 'B', grid, *grid.sets_of(list(rows)))
        score = true_score(rows, side)
        assert state.known_score() in (None, score)
        candidates = state.candidate_moves()
        assert set(candidates) <= set(state.get_possible_moves())
        assert bool(state.winner) or score == max(
            -plain_score(fill_cell(rows, *move, side), OTHER[side])
            for move in candidates
        )


@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.integers(1, 4)
    .flatmap(
        lambda size: st.lists(
            st.lists(
                st.sampled_from('BW-' if size == 4 else '-BW'),
                min_size=size,
                max_size=size,
            ).map(''.join),
            min_size=size,
            max_size=size,
        )
    )
    .map(tuple)
    .filter(lambda rows: ''.join(rows).count('-') < 10)
)
def test_any_position(rows: Rows) -> None:
    """Known scores and candidates are right, whatever the cells hold."""
    check_state(rows)


@SEEDS
def test_if_less_is_known(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is not found, a best move is among those worth searching."""
    rng = random.Random(seed)
    monkeypatch.setattr(hex_connections, 'MOST_EMPTY', rng.choice((5, 40)))

    def forget(*view: Any) -> Outlook:
        """Return what look_ahead does, but at random no score."""
        outlook = look_ahead(*view)
        left = at.grid.find_empty(*outlook.sets.values())
        if left and rng.random() < 0.5:
            return outlook._replace(score=None, left=left)
        return outlook

    monkeypatch.setattr(hex_connections, 'look_ahead', forget)
    look_ahead.cache_clear()
    for each in range(20):
        at = Position(20 * seed + each, size=3, most=9)
        cells = single_cells(at.empty)
        rng.shuffle(cells)
        view = at.grid, at.side, at.own, at.sets[OTHER[at.side]]
        best = max(map(at.score, cells))
        assert look_ahead(*view).score in (None, best)
        assert max(map(at.score, choose_cells(*view, cells))) == best
    look_ahead.cache_clear()


@pytest.mark.slow
def test_all_positions_of_three_rows() -> None:
    """So they are on every board of 3 x 3, whoever moves."""
    for cells in product('-BW', repeat=9):
        check_state(tuple(''.join(cells[i : i + 3]) for i in (0, 3, 6)))
