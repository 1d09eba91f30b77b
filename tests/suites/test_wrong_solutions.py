"""Each wrong solution gets a report whose first failure names the mistake."""
from pathlib import Path
import pytest
from tests.support.suites import SUITES
from tests.support.wrong_solutions import WRONG, check_report, \
    write_wrong_solution

# Much of a suite has run before these; and to give up waiting takes time.
LATE = ('TestMoves.test_taken', 'TestEnd', 'TestEstimates', 'TestTexts',
        'TestRoughOutcome.test_possible', 'TestIterativeMinimax')


@pytest.mark.parametrize('name', [
    pytest.param(name, marks=[pytest.mark.slow] * WRONG[name].test.startswith(
        LATE)) for name in WRONG])
def test_first_failure(name: str, tmp_path: Path) -> None:
    """The report begins with the right test, and says what is wrong."""
    wrong = WRONG[name]
    write_wrong_solution(wrong, tmp_path)
    # A mistake in a strategy is none in Stonehenge.
    check_report(wrong, tmp_path, '-f', suites=SUITES[
        wrong.file == 'strategy.py':])
