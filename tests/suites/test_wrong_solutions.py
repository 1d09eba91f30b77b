"""Each wrong solution gets a report whose first failure names the mistake."""
from pathlib import Path
import pytest
from tests.support.suites import SUITES, check_report, failures_in, \
    run_suites, write_wrong_solution
from tests.support.wrong_programs import WRONG

# Much of a suite has run before these; and to give up waiting takes time.
LATE = ('TestMoves.test_taken', 'TestEnd', 'TestEstimates', 'TestTexts',
        'TestRoughOutcome.test_possible', 'TestIterativeMinimax')


@pytest.mark.parametrize('name', [
    pytest.param(name, marks=[pytest.mark.slow] * wrong.test.startswith(LATE))
    for name, wrong in WRONG.items() if wrong.test])
def test_first_failure(name: str, tmp_path: Path) -> None:
    """The report begins with the right test, and says what is wrong."""
    wrong = WRONG[name]
    write_wrong_solution(wrong, tmp_path)
    # A mistake in a strategy is none in Stonehenge.
    check_report(wrong, tmp_path, '-f', suites=SUITES[
        wrong.file == 'strategy.py':])


@pytest.mark.slow
@pytest.mark.parametrize('name, count', [
    ('a wrong letter for side length 5', 2), ('None for False', 1),
    ('no upper case', 1), ('make_move prints', 1)])
def test_one_fault(name: str, count: int, tmp_path: Path) -> None:
    """A fault that concerns little fails few tests."""
    write_wrong_solution(WRONG[name], tmp_path)
    assert len(failures_in(run_suites(tmp_path).stdout)) == count
