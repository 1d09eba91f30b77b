"""Tests that run in several processes."""
from __future__ import annotations
from pathlib import Path
from subprocess import PIPE, STDOUT, run
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


def test_crash(tmp_path: Path) -> None:
    """A process that crashes ends the run, which fails."""
    path = tmp_path / 'test_crash.py'
    path.write_text(CRASH, encoding='utf-8')
    done = run([sys.executable, '-m', 'pytest', '-c', 'pyproject.toml', '-p',
                'no:randomly', '-p', 'no:cacheprovider', '-n', '1', '-p',
                'tests.conftest', str(path)],
               cwd=TOP, env=ENVIRONMENT, stdout=PIPE, stderr=STDOUT,
               encoding='utf-8', timeout=LONG, check=False)
    assert done.returncode == 1
    assert '1 failed, 5 passed' in done.stdout
