"""Cases of tests, some of which are slow."""

from typing import Any
import pytest


def make_case(*values: Any, is_slow: bool) -> Any:
    """Return the case of a test with these values, as a slow one if is_slow."""
    if is_slow:
        return pytest.param(*values, marks=pytest.mark.slow)
    return pytest.param(*values)
