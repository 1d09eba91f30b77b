"""Clocks that tick when they are looked at."""

from itertools import count
from types import ModuleType
from typing import Iterator
from pytest import MonkeyPatch

# More seconds than any test needs.
PLENTY = 1000.0


def set_clock(monkeypatch: MonkeyPatch, *modules: ModuleType) -> Iterator[int]:
    """Give modules one clock in place of perf_counter that starts at 0 and
    ticks when it is looked at. Return what it will show."""
    clock = count()
    for module in modules:
        monkeypatch.setattr(module, 'perf_counter', lambda: float(next(clock)))
    return clock
