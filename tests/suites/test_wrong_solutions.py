"""Each wrong solution gets a report whose first failure names the mistake."""

from pathlib import Path
import pytest
from tests.support.slow import make_case
from tests.support.suites import SUITES, check_report, write_wrong_solution
from tests.support.wrong_programs import WRONG, rows_for

# These are tried in test_time_limit.py.
ELSEWHERE = ['a loop without an end', 'loops that catch everything']
# Of these, all tests are run: a fault that concerns little fails few of them.
COUNTS = {
    'a wrong letter for side length 5': 1,
    'None for False': 1,
    'no upper case': 1,
    'make_move prints': 1,
}
ROWS = [name for name in rows_for('suites') if name not in ELSEWHERE]
# The first fault that a class of tests finds is tried in the quick tests.
QUICK = {
    WRONG[name].said['suites'][0][0].partition('.')[0]: name
    for name in reversed(ROWS)
}.values()


@pytest.mark.parametrize(
    'name',
    [make_case(name, is_slow=name not in QUICK) for name in ROWS],
)
def test_first_failure(name: str, tmp_path: Path) -> None:
    """The report begins with the right test, and says what is wrong."""
    wrong = WRONG[name]
    write_wrong_solution(wrong, tmp_path)
    options = [] if name in COUNTS else ['-f']
    suites = SUITES
    if wrong.place == 'strategy.py':
        suites = SUITES[1:]  # It is no mistake in Stonehenge.
    check_report(
        wrong, tmp_path, *options, suites=suites, count=COUNTS.get(name, 1)
    )
