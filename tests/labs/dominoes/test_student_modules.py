"""The window of the dominoes lab with the module of a student."""
from __future__ import annotations
from pathlib import Path
from typing import Callable
import pytest
from tests.support.windows import Driver, student_module


Student = Callable[[str], Driver]


def test_module_with_little_in_it(student: Student) -> None:
    """The window does without the methods that a student's module lacks."""
    driver = student(student_module())
    for key, method in (('r', 'get_random_move'), ('5', 'get_best_move'),
                        ('h', 'get_best_move')):
        driver.type(key)
        assert method in driver.texts()[1]
    driver.mouse('<Motion>', 0, 0)
    assert driver.shown('light') == 0
    driver.mouse('<Button-1>', 0, 1)
    driver.mouse('<Button-1>', 0, 1)
    assert driver.texts()[1] == 'Not there'
    driver.mouse('<Button-1>', 2, 0)
    assert driver.dominoes() == [(0, 1, True), (2, 0, False)]
    driver.type('u')
    assert driver.dominoes() == [(0, 1, True)]


@pytest.mark.parametrize('body, news', [
    ('raise RuntimeError("too hard\\nfor me")',
     'RuntimeError: too hard for me'),
    ('import urllib.error; raise urllib.error.HTTPError("", 1, "no", {}, None)',
     'HTTPError: HTTP Error 1: no'),
    ('raise KeyError("x" * 1000)', "KeyError: '" + 'x' * 80),
    ('import sys; sys.exit("Goodbye")', 'SystemExit: Goodbye'),
    ('import os; os._exit(3)', 'The search has ended without an answer.'),
    ('return "nonsense"', 'ValueError: too many values'),
    ('return ("ab", 1, 1)', "ValueError: 'ab' is not a row and a column."),
    ('return ((0, 0), None, 1)', 'TypeError: float()'),
    ('return ((50, 50), 1, 1)', 'There is no room for that.')])
def test_search_that_fails(student: Student, body: str, news: str) -> None:
    """The news describe an error in a student's search, the window keeps its
    width, and the next search is not affected."""
    driver = student(student_module(
        f'\ndef get_best_move(self, vertical, limit):\n    {body}\n'))
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
    driver = student(student_module(
        '\ndef game_over(self, vertical):\n    raise NotImplementedError\n',
        'is_legal_move = legal_moves = get_random_move = game_over\n'))
    assert driver.texts()[0] == 'Vertical is to move'
    driver.mouse('<Motion>', 0, 1)
    driver.mouse('<Button-1>', 0, 1)
    driver.type('r')
    assert driver.dominoes() == [(0, 1, True)] and driver.shown('domino') == 1
    assert driver.texts()[1].startswith(
        'NotImplementedError: game_over is not written yet')


@pytest.mark.parametrize('answer', ['False', '0', 'None'])
def test_illegal_by_the_module(student: Student, answer: str) -> None:
    """A move that a student's module calls illegal is not made."""
    driver = student(student_module('\ndef is_legal_move(self, row, col, '
                                    f'vertical):\n    return {answer}\n'))
    driver.mouse('<Motion>', 0, 1)
    driver.mouse('<Button-1>', 0, 1)
    assert driver.dominoes() == [] and driver.shown('light') == 0
    assert driver.texts()[1] == 'There is no room for that.'


@pytest.mark.parametrize('text', [
    'from __future__ import annotations\nfrom dataclasses import dataclass\n'
    '@dataclass\nclass Square:\n    row: int\n' + student_module(),
    'from beside import *\n'])
def test_modules_that_import(student: Student, tmp_path: Path, text: str
                             ) -> None:
    """A student's module may have dataclasses and import its neighbours."""
    (tmp_path / 'beside.py').write_text(student_module(), encoding='utf-8')
    driver = student(text)
    driver.mouse('<Button-1>', 0, 1)
    assert driver.dominoes() == [(0, 1, True)]
