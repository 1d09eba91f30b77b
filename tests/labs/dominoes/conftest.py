"""A virtual screen, and windows of the dominoes lab on it."""
from __future__ import annotations
from pathlib import Path
from shutil import which
from subprocess import DEVNULL, Popen
from typing import Any, Callable, Iterator
import os
import pytest
from labs.dominoes import dominoes_game_gui as gui
from tests.support.windows import Driver, OpenWindow, unavailable


@pytest.fixture(name='display', scope='package')
def virtual_display() -> Iterator[str]:
    """Give a virtual screen, by name; programs use it from now on."""
    if gui.tkinter is None:
        unavailable('tkinter')
    if not which('Xvfb'):
        unavailable('Xvfb')
    reader, writer = os.pipe()
    server = Popen(['Xvfb', '-displayfd', str(writer), '-screen', '0',
                    '1000x900x24'], pass_fds=[writer], stderr=DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as name:
        display = ':' + name.readline().strip()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv('DISPLAY', display)
        yield display
    server.terminate()
    server.wait()


@pytest.fixture(name='app', scope='package')
def tk_app(display: str) -> Iterator[Any]:
    """Give a Tk, whose own window is not shown."""
    assert display
    app = gui.tkinter.Tk()
    app.withdraw()
    yield app
    app.destroy()


@pytest.fixture(name='opened')
def open_window(app: Any) -> Iterator[OpenWindow]:
    """Give a function that opens a window."""
    drivers = []

    def opened(rows: int, cols: int, path: Path = gui.DEFAULT_MODULE
               ) -> Driver:
        """Open a window for a board of this size, with the module at path."""
        drivers.append(Driver(app, rows, cols, path))
        return drivers[-1]
    yield opened
    for driver in drivers:
        driver.close()


@pytest.fixture(name='student')
def open_student_module(opened: OpenWindow, tmp_path: Path
                        ) -> Callable[[str], Driver]:
    """Give a function that opens a window with a student's module."""
    def student(text: str) -> Driver:
        """Open a window for a board of 3 x 3."""
        path = tmp_path / 'student.py'
        path.write_text(text, encoding='utf-8')
        return opened(3, 3, path)
    return student
