"""The program that opens the window: how it starts and how it ends."""
from __future__ import annotations
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from subprocess import PIPE, Popen
from typing import Iterator
import signal
import sys
import psutil
import pytest
from labs.dominoes import dominoes_game_gui as gui
from tests.support.programs import LONG, TOP, is_running, wait_until
from tests.support.windows import Robot, unavailable

LAB = TOP / 'labs' / 'dominoes'
PROGRAM = str(LAB / 'dominoes_game_gui.py')


@pytest.mark.parametrize('arguments', [
    [], ['3'], ['3', '3', 'adversarial_search.py', '3'], ['x', '3'],
    ['3', '0'], ['-3', '3'], ['0000000059', '3'], ['3.5', '3'], ['', ''],
    ['51', '3'],
    ['9' * 9999, '3'], ['3', '3', 'nothing.py'], ['3', '3', '.'],
    ['3', '3', '../__init__.py']])
def test_wrong_arguments(arguments: list[str], capsys: pytest.CaptureFixture,
                         monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says what is wrong and how the program is used; exit status 2.
    """
    monkeypatch.chdir(LAB)
    assert gui.main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == '' and shown.err.count('\n') == 1
    assert 'usage: ' in shown.err


@pytest.mark.parametrize('text, error', [
    ('import sys; sys.exit(0)', 'SystemExit'), ('def f(:', 'SyntaxError'),
    ('def create_dominoes_game(n): pass', 'TypeError'),
    ('def create_dominoes_game(n, m): raise NotImplementedError',
     'create_dominoes_game is not written yet. ')])
def test_module_that_does_nothing(text: str, error: str, tmp_path: Path,
                                  capsys: pytest.CaptureFixture) -> None:
    """One line says that a module cannot be loaded or makes no game."""
    path = tmp_path / 'student.py'
    path.write_text(text, encoding='utf-8')
    assert gui.main(['3', '3', str(path)]) == 2
    told = capsys.readouterr().err
    assert error in told and told.count('\n') == 1


@contextmanager
def playing(rows: int, cols: int) -> Iterator[tuple[Popen, Robot]]:
    """Start the program, and give it with somebody who plays. It is killed in
    the end."""
    if not which('xdotool'):
        unavailable('xdotool')
    with Popen([sys.executable, PROGRAM, str(rows), str(cols)], cwd=LAB,
               stdout=PIPE, stderr=PIPE, encoding='utf-8') as process:
        try:
            robot = Robot()
            robot.wait_for('Vertical is to move')
            yield process, robot
        finally:
            process.kill()


@pytest.mark.usefixtures('display')
def test_killed_during_a_search() -> None:
    """A program that is killed leaves no search behind."""
    with playing(8, 8) as (process, robot):
        robot.do('key', '9')
        robot.wait_for('Vertical is to move, searching')
        left = [each.pid for each in psutil.Process(process.pid).children()]
        assert left
    wait_until(lambda: not any(map(is_running, left)))


@pytest.mark.usefixtures('display')
def test_real_mouse_and_keys() -> None:
    """The program, played by mouse and keys; Ctrl-C ends it quietly."""
    with playing(2, 8) as (process, robot):
        # Squares are 64 pixels wide, and the first begins 8 pixels from the
        # corner: a board of 8 columns is wider than the text below.
        robot.do('mousemove', '--window', robot.window, '40', '40', 'click',
                 '1')
        robot.wait_for('Horizontal is to move')
        robot.do('key', '1')
        robot.wait_for('Vertical is to move')
        robot.do('key', 'u')
        robot.wait_for('Horizontal is to move')
        process.send_signal(signal.SIGINT)
        shown, complaint = process.communicate(timeout=LONG)
    assert (process.returncode, shown, complaint) == (130, '', '')
