"""Whole solutions, right and wrong, lose points where they are wrong."""

from pathlib import Path
import pytest
from course.marking.configuration import DEFAULT, Configuration
from tests.support.marking import LONG, read_marks, run_tool
from tests.support.submissions import REAL

pytestmark = pytest.mark.slow
# Seed, and who is marked: all once, and who most depends on chance.
CHANCY = ['lost_claims', 'one_side']
RUNS = [(148, list(REAL)), (2026, CHANCY)]
Marks = dict[str, dict[str, str]]


@pytest.fixture(name='runs', scope='module')
def mark_all(tmp_path_factory: pytest.TempPathFactory) -> list[Marks]:
    """Mark them with two seeds: Stonehenge alone, the second time. What takes
    long has no test's name here. Give the marks.
    """
    folder: Path = tmp_path_factory.mktemp('real')
    stonehenge = [
        group
        for group in DEFAULT.read_text('utf-8').split('[[groups]]')[1:]
        if 'criterion = "Stonehenge"' in group
    ]
    found = []
    for seed, names in RUNS:
        space = folder / str(seed)
        space.mkdir()
        for path in Configuration().suite_files():
            (space / path.name).write_text(
                LONG.sub(r'\1', path.read_text('utf-8')), encoding='utf-8'
            )
        paths = [str(space / path.name) for path in Configuration().suites]
        for name in names:
            REAL[name].write(space / 'subs' / name)
        toml = space / 'marking.toml'
        text = (
            f'[style]\npoints = 0\n[limits]\nseconds_per_test = 60\n'
            f'seconds_per_submission = 3000\n'
            f'[suites]\nseed = {seed}\n'
            f'paths = {paths}\n'
        )
        if names == CHANCY:
            text += '[[groups]]'.join(['', *stonehenge])
        toml.write_text(text, encoding='utf-8')
        run_tool(
            'run',
            space / 'subs',
            '-o',
            space / 'out',
            '-c',
            toml,
            '-j',
            2,
            seconds=3000,
        )
        found.append(read_marks(space / 'out'))
    return found


def test_seeds(runs: list[Marks]) -> None:
    """The marks do not depend on the seed."""
    for marks in runs[1:]:
        assert list(marks) == CHANCY and len(marks[CHANCY[0]]) > 8
        for name, row in marks.items():
            assert all(
                row[group] == runs[0][name][group]
                for group in row
                if group not in ('total', 'out_of')
            )


@pytest.mark.parametrize('name', REAL)
def test_losses(name: str, runs: list[Marks]) -> None:
    """A right solution loses nothing, a wrong one where it is wrong, and
    nowhere else; given files and tables need not be handed in."""
    full = runs[0]['own_names']
    row = runs[0][name]
    real = REAL[name]
    assert full['total'] == full['out_of'] == '90'
    assert [
        group
        for group in row
        if row[group] != full[group] and group not in ('id', 'total')
    ] == list(real.loses)
    lost = float(full['total']) - float(row['total'])
    assert lost <= 16 and lost == (real.lost or lost)
