"""Whole solutions, right and wrong, lose points where they are wrong."""
from pathlib import Path
import pytest
from tests.support.marking import read_marks, run_tool
from tests.support.real_solutions import REAL

pytestmark = pytest.mark.slow
# Seed, order, and who is marked: all once, and who most depends on chance.
CHANCY = ['lost_claims', 'one_side']
RUNS = [(148, 0, list(REAL)), (7, 3, CHANCY), (2026, 5, CHANCY)]
Marks = dict[str, dict[str, str]]


@pytest.fixture(name='runs', scope='module')
def mark_all(tmp_path_factory: pytest.TempPathFactory) -> list[Marks]:
    """Mark them with three seeds, in three orders. Give the marks."""
    found = []
    for seed, order, names in RUNS:
        folder: Path = tmp_path_factory.mktemp('real')
        for name in names:
            REAL[name].write(folder / 'subs' / name)
        toml = folder / 'marking.toml'
        toml.write_text(f'[style]\npoints = 0\n[suites]\nseed = {seed}\n'
                        f'order = {order}\n', encoding='utf-8')
        run_tool('run', folder / 'subs', '-o', folder / 'out', '-c', toml,
                 '-j', 2, seconds=3000)
        found.append(read_marks(folder / 'out'))
    return found


def test_seeds_and_orders(runs: list[Marks]) -> None:
    """The marks do not depend on the seed, or on the order of tests."""
    usual = {name: runs[0][name] for name in CHANCY}
    assert runs[1] == usual and runs[2] == usual


@pytest.mark.parametrize('name', REAL)
def test_losses(name: str, runs: list[Marks]) -> None:
    """A right solution loses nothing, a wrong one where it is wrong, and
    nowhere else; given files and tables need not be handed in."""
    full, row, real = runs[0]['own_modules'], runs[0][name], REAL[name]
    assert full['total'] == full['out_of']
    assert [group for group in row if row[group] != full[group]
            and group not in ('id', 'total')] == list(real.loses)
    lost = float(full['total']) - float(row['total'])
    assert lost <= 16 and lost == (real.lost or lost)
