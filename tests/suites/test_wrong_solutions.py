"""Each wrong solution gets a report whose first failure names the mistake."""
from pathlib import Path
import pytest
from tests.support.suites import SUITES, failures_in, run_suites
from tests.support.wrong_solutions import WRONG, write_wrong_solution


# Nearly a whole suite has run before these.
LATE = ('TestEstimates', 'TestTexts', 'TestIterativeMinimax')


@pytest.mark.parametrize('name', [
    pytest.param(name, marks=[pytest.mark.slow] * WRONG[name].test.startswith(
        LATE)) for name in WRONG])
def test_first_failure(name: str, tmp_path: Path) -> None:
    """The report begins with the right test, and says what is wrong."""
    wrong = WRONG[name]
    write_wrong_solution(wrong, tmp_path)
    endless = any('still running' in words for words in wrong.words)
    # A mistake in a strategy is none in Stonehenge.
    suites = SUITES[1:] if wrong.file == 'strategy.py' else SUITES
    done = run_suites(tmp_path, '-f', suites=suites,
                      seconds=1 if endless else 10)
    assert done.returncode != 0
    failures = failures_in(done.stdout)
    assert list(failures) == [wrong.test], done.stdout
    for words in wrong.words:
        assert ' '.join(words.split()) in failures[wrong.test], done.stdout
    assert 'Traceback' not in done.stdout
