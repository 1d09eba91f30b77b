"""The program that opens the window of the dominoes lab: how it starts and how
it ends, and the window with the module of a student."""

from __future__ import annotations
from pathlib import Path
from typing import Callable
import re
import signal
import pytest
from labs.dominoes import dominoes_game_gui as gui
from tests.support.programs import TOP, is_running, run_in, wait_until
from tests.support.windows import Driver, student_module

LAB = TOP / 'labs' / 'dominoes'
NO_GAME = 'student.py cannot be used: '


@pytest.mark.parametrize(
    'arguments, text, words',
    [
        *[
            (arguments, '', 'There must be 2 or 3 arguments')
            for arguments in ('', '3', '3 3 student.py 3')
        ],
        *[
            (arguments, '', "' is not a whole number from 1 to 50")
            for arguments in (
                'x 3',
                '3 0',
                '-3 3',
                '0000000059 3',
                '3.5 3',
                '51 3',
                '9' * 9999 + ' 3',
            )
        ],
        # The lab's own file of this name is not there.
        *[
            (arguments, '', ' is not a Python file')
            for arguments in (
                '3 3 nothing.py',
                '3 3 .',
                '3 3 adversarial_search.py',
                '3 3 student',
            )
        ],
        ('3 3 student.py', '', 'AttributeError'),
        *[
            ('3 3 student.py', text, NO_GAME + words)
            for text, words in (
                ('import sys; sys.exit(0)', 'SystemExit'),
                ('def f(:', 'SyntaxError'),
                ('def create_dominoes_game(n): pass', 'TypeError'),
                (
                    'def create_dominoes_game(n, m): raise NotImplementedError',
                    'NotImplementedError: create_dominoes_game is not '
                    'written yet. ',
                ),
            )
        ],
    ],
)
def test_wrong_arguments(
    arguments: str,
    text: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture,
) -> None:
    """One line says what is wrong, and how the program is used."""
    (tmp_path / 'student.py').write_text(text, encoding='utf-8')
    monkeypatch.chdir(tmp_path)
    assert gui.main(arguments.split()) == 2
    shown = capsys.readouterr()
    assert shown.out == '' and shown.err.count('\n') == 1
    assert words in shown.err and 'usage: ' in shown.err


# What happens once the window is there, and what is then shown and returned.
ENDS = {
    'closed': ('root.destroy()', ('', 0)),
    'Ctrl-C': ('os.kill(os.getpid(), signal.SIGINT); root.update()', ('', 130)),
    'killed during a search': (
        "root.event_generate('<Key>', keysym='9'); root.update(); "
        'print(multiprocessing.active_children()[0].pid, flush=True); '
        'os.kill(os.getpid(), signal.SIGKILL)',
        (r'(\d+)\n', -signal.SIGKILL),
    ),
}


@pytest.mark.parametrize('what', ENDS)
def test_ends(what: str, display: str) -> None:
    """However the program ends, it is quiet, and leaves no search behind."""
    code, (pattern, status) = ENDS[what]
    done = run_in(
        LAB,
        '-c',
        'import multiprocessing, os, signal, sys, tkinter\n'
        'import dominoes_game_gui as gui\n'
        'def act(root):\n    root.update(); root.focus_force(); root.update()\n'
        f'    {code}\n'
        "tkinter.Tk.mainloop = act\nsys.exit(gui.main(['8', '8']))",
        DISPLAY=display,
    )
    assert done.returncode == status
    shown = re.fullmatch(pattern, done.stdout)
    assert shown, done.stdout
    for search in map(int, shown.groups()):
        wait_until(lambda number=search: not is_running(number))


Student = Callable[[str], Driver]


def test_module_with_little_in_it(student: Student) -> None:
    """The window does without the methods that a student's module lacks."""
    driver = student(student_module())
    for key, method in (
        ('r', 'get_random_move'),
        ('5', 'get_best_move'),
        ('h', 'legal_moves'),
    ):
        driver.type(key)
        driver.wait()
        assert (
            driver.texts()[1]
            == f"AttributeError: 'Game' object has no attribute '{method}'"
        )
    driver.mouse('<Motion>', 0, 0)
    assert driver.shown('light') == 0
    driver.mouse('<Button-1>', 0, 1)
    driver.mouse('<Button-1>', 0, 1)
    assert driver.texts()[1] == 'Not there'
    driver.mouse('<Button-1>', 2, 0)
    assert driver.dominoes() == [(0, 1, True), (2, 0, False)]
    driver.type('u')
    assert driver.dominoes() == [(0, 1, True)]


@pytest.mark.parametrize(
    'body, news',
    [
        (
            'raise RuntimeError("too hard\\nfor me")',
            'RuntimeError: too hard for me',
        ),
        (
            'import urllib.error; '
            'raise urllib.error.HTTPError("", 1, "no", {}, None)',
            'HTTPError: HTTP Error 1: no',
        ),
        ('raise KeyError("x" * 1000)', "KeyError: '" + 'x' * 80),
        ('import sys; sys.exit("Goodbye")', 'SystemExit: Goodbye'),
        ('import os; os._exit(3)', 'The search has ended without an answer.'),
        ('return "nonsense"', 'ValueError: too many values'),
        ('return ("ab", 1, 1)', "'ab' is not a row and a column."),
        ('return ((0, 0), None, 1)', 'TypeError: float()'),
        ('return ((50, 50), 1, 1)', 'There is no room for that.'),
    ],
)
def test_search_that_fails(student: Student, body: str, news: str) -> None:
    """The news describe the error, and the next search is not affected."""
    driver = student(
        student_module(
            f'\ndef get_best_move(self, vertical, limit):\n    {body}\n'
        )
    )
    width = driver.root.winfo_width()
    for _ in range(2):
        driver.type('3')
        driver.wait()
        assert driver.texts()[1].startswith(news)
        driver.type('u')
        assert not driver.texts()[1].startswith(news)
    driver.mouse('<Button-1>', 0, 1)
    assert driver.dominoes() == [(0, 1, True)]
    assert driver.root.winfo_width() == width


def test_stubs(student: Student) -> None:
    """Methods that are not written yet count as missing."""
    driver = student(
        student_module(
            '\ndef game_over(self, vertical):\n    raise NotImplementedError\n',
            'is_legal_move = legal_moves = get_random_move = game_over\n',
        )
    )
    assert driver.texts()[0] == 'Vertical is to move'
    driver.mouse('<Motion>', 0, 1)
    driver.mouse('<Button-1>', 0, 1)
    driver.type('r')
    assert driver.dominoes() == [(0, 1, True)] and driver.shown('domino') == 1
    assert driver.texts()[1].startswith(
        'NotImplementedError: game_over is not written yet'
    )


@pytest.mark.parametrize('answer', ['False', '0', 'None'])
def test_illegal_by_the_module(student: Student, answer: str) -> None:
    """A move that a student's module calls illegal is not made."""
    driver = student(
        student_module(
            '\ndef is_legal_move(self, row, col, '
            f'vertical):\n    return {answer}\n'
        )
    )
    driver.mouse('<Motion>', 0, 1)
    driver.mouse('<Button-1>', 0, 1)
    assert driver.dominoes() == [] and driver.shown('light') == 0
    assert driver.texts()[1] == 'There is no room for that.'


@pytest.mark.parametrize(
    'text',
    [
        'from __future__ import annotations\n'
        'from dataclasses import dataclass\n'
        '@dataclass\nclass Square:\n    row: int\n' + student_module(),
        'from beside import *\n',
    ],
)
def test_modules_that_import(
    student: Student, tmp_path: Path, text: str
) -> None:
    """A student's module may have dataclasses and import its neighbours."""
    (tmp_path / 'beside.py').write_text(student_module(), encoding='utf-8')
    driver = student(text)
    driver.mouse('<Button-1>', 0, 1)
    assert driver.dominoes() == [(0, 1, True)]
