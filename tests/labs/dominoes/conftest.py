"""A virtual screen, and windows of the dominoes lab on it."""

from __future__ import annotations
from pathlib import Path
from shutil import which
from subprocess import DEVNULL, Popen
from typing import Any, Callable, Iterator
import os
import sys
import pytest
from labs.dominoes import dominoes_game_gui as gui
from tests.support.windows import Driver, OpenWindow, unavailable


@pytest.fixture(name='app', scope='session')
def tk_app() -> Iterator[Any]:
    """Give a Tk on a virtual screen, whose own window is not shown.

    Tk never disconnects from a screen, and ends the process when the screen is
    gone. So there is one of each until all tests have ended, whatever tests of
    other folders come in between. The screen goes with the process.
    """
    if gui.tkinter is None:
        unavailable('tkinter')
    if not which('Xvfb'):
        unavailable('Xvfb')
    reader, writer = os.pipe()
    server = Popen(
        [
            'Xvfb',
            '-displayfd',
            str(writer),
            '-terminate',
            '-screen',
            '0',
            '1000x900x24',
        ],
        pass_fds=[writer],
        stdout=DEVNULL,
        stderr=DEVNULL,
    )
    os.close(writer)
    with os.fdopen(reader) as name:
        app = gui.tkinter.Tk(':' + name.readline().strip())
    app.withdraw()
    yield app
    app.destroy()
    server.terminate()
    server.wait()


@pytest.fixture(name='display')
def virtual_display(app: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """Give the name of the virtual screen. Programs use it, too."""
    name = app.winfo_screen().removesuffix('.0')
    monkeypatch.setenv('DISPLAY', name)
    return name


@pytest.fixture(name='opened')
def open_window(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[OpenWindow]:
    """Give a function that opens a window."""
    monkeypatch.syspath_prepend(gui.DEFAULT_MODULE.parent)
    drivers: list[Driver] = []

    def opened(
        rows: int, cols: int, module: str = 'adversarial_search'
    ) -> Driver:
        """Open a window for a board of this size, with this module."""
        drivers.append(Driver(app, rows, cols, module))
        return drivers[-1]

    yield opened
    for driver in drivers:
        driver.close()


@pytest.fixture(autouse=True)
def forget_students(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the modules of students in tests before, and where they are."""
    monkeypatch.setattr(sys, 'path', [*sys.path])
    for name in 'student', 'beside':
        monkeypatch.delitem(sys.modules, name, raising=False)


@pytest.fixture(name='student')
def open_student_module(
    opened: OpenWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Driver]:
    """Give a function that opens a window with a student's module."""

    def student(text: str) -> Driver:
        """Open a window for a board of 3 x 3."""
        (tmp_path / 'student.py').write_text(text, encoding='utf-8')
        monkeypatch.syspath_prepend(tmp_path)
        return opened(3, 3, 'student')

    return student
