"""Tests that run in several processes."""
from __future__ import annotations
from pathlib import Path
from subprocess import PIPE, STDOUT, CompletedProcess, run
import sys
import pytest
from tests.support.programs import ENVIRONMENT, LONG, TOP

pytestmark = pytest.mark.slow
CRASH = '''
import os
import pytest

@pytest.mark.parametrize('number', range(9))
def test_one(number):
    if number == 5:
        os._exit(1)
'''


def run_tests(*arguments: str) -> CompletedProcess[str]:
    """Run these tests, in this order."""
    return run([sys.executable, '-m', 'pytest', '-c', 'pyproject.toml', '-p',
                'no:randomly', '-p', 'no:cacheprovider', *arguments],
               cwd=TOP, env=ENVIRONMENT, stdout=PIPE, stderr=STDOUT,
               encoding='utf-8', timeout=LONG, check=False)


def test_crash(tmp_path: Path) -> None:
    """A process that crashes ends the run, which fails."""
    path = tmp_path / 'test_crash.py'
    path.write_text(CRASH, encoding='utf-8')
    done = run_tests('-n', '1', '-p', 'tests.conftest', str(path))
    assert done.returncode == 1
    assert '1 failed, 5 passed' in done.stdout


def test_windows_in_between() -> None:
    """Windows open even after tests of another folder, in the same process."""
    windows = 'tests/labs/dominoes/test_window.py::test_'
    done = run_tests('-n', '0', windows + 'light_under_the_mouse',
                     'tests/labs/hex/test_rules.py',
                     windows + 'clicks_undo_and_reset')
    assert done.returncode == 0, done.stdout
