"""The size of the window: all of its board and texts can be seen."""
from __future__ import annotations
from itertools import product
import pytest
from labs.dominoes import dominoes_game_gui as gui
from tests.support.programs import wait_until
from tests.support.windows import Driver, OpenWindow


def test_board_scales(opened: OpenWindow) -> None:
    """The board grows with the window, and stays in the middle."""
    driver = opened(2, 4)
    before = driver.window.get_side()
    driver.root.geometry('800x800')
    window = driver.window
    wait_until(lambda: driver.root.update() or window.get_side() != before)
    assert window.get_side() == (window.canvas.winfo_width() - 16) / 4
    assert window.find_square(*window.get_corner(1.5, 3.5)) == (1, 3)
    assert window.find_square(2, 2) is None
    driver.mouse('<Button-1>', 0, 3)
    assert driver.dominoes() == [(0, 3, True)]


@pytest.mark.parametrize('size', [(20, 20), (2, 50), (50, 2), (1, 1)])
def test_large_boards(opened: OpenWindow, size: tuple[int, int]) -> None:
    """The window fits on the screen, whatever the board, and so does the board
    in the window, also in the smallest one."""
    driver = opened(*size)
    root = driver.root
    assert root.winfo_height() <= root.winfo_screenheight()
    assert root.winfo_width() <= root.winfo_screenwidth()
    assert driver.window.get_side() >= 8
    shrink(driver)
    assert driver.window.get_side() >= 1


def shrink(driver: Driver) -> None:
    """Make the window as small as it can be."""
    smallest = driver.root.minsize()
    driver.root.geometry('{}x{}'.format(*smallest))
    driver.root.update()
    assert (driver.root.winfo_width(), driver.root.winfo_height()) == smallest


STATUSES = ['Vertical is to move',
            'Horizontal is to move, searching (Esc stops)',
            'Horizontal wins: there is no room for a vertical domino',
            'Vertical wins: there is no room for a horizontal domino']
NEWS = ['', 'There is no room for that.', 'There is nothing to take back.',
        'The game has no get_random_move, so this key does nothing.',
        'Looking for the value of each move...',
        'The search has ended without an answer.', "KeyError: '" + 'x' * 200,
        'W' * 200, 'a\nb\n' * 100, 'RuntimeError: ' + 'A long story ' * 20]
SEARCHES = ['Last search, limit 9: value 0, 1 leaves, 0 ms',
            'Last search, limit 9: value -12, 12,345,678 leaves, 123456 ms',
            f'Last search, limit 9: value 1, {10 ** 150:,} leaves, 1 ms']
# Each text comes up, with different others, and so do the longest ones.
TEXTS = [*product(STATUSES, NEWS, SEARCHES)][::7] \
    + [(STATUSES[-1], news, SEARCHES[-1]) for news in NEWS[-3:]]


def check_texts(driver: Driver, board_side: float) -> None:
    """Check that nothing below the board is cut off, and that the squares of
    the board have at least this side."""
    root, canvas = driver.root, driver.window.canvas
    root.update()
    parts = driver.below('Label') + driver.below('Button')
    assert len(parts) == 5
    for part in parts:
        assert part.winfo_reqwidth() <= part.winfo_width()
        assert part.winfo_reqheight() <= part.winfo_height()
        assert root.winfo_rootx() <= part.winfo_rootx()
        assert part.winfo_rootx() + part.winfo_width() \
            <= root.winfo_rootx() + root.winfo_width()
        assert part.winfo_rooty() + part.winfo_height() \
            <= root.winfo_rooty() + root.winfo_height()
        assert canvas.winfo_rooty() + canvas.winfo_height() \
            <= part.winfo_rooty()
    assert driver.window.get_side() >= board_side


@pytest.mark.parametrize('size', [(1, 1), (4, 5), (1, 8), (8, 1), pytest.param(
    (20, 20), marks=pytest.mark.slow)])
@pytest.mark.parametrize('smallest', [False, True])
def test_texts_can_be_read(opened: OpenWindow, size: tuple[int, int],
                           smallest: bool) -> None:
    """No status, news or last search is cut off, neither at the first size of
    the window nor at the smallest."""
    driver = opened(*size)
    window, root = driver.window, driver.root
    if smallest:
        shrink(driver)
    before = root.winfo_width(), root.winfo_height()
    for texts in TEXTS:
        window.describe_status = lambda text=texts[0]: text
        window.show('news', texts[1])
        window.show('search', texts[2])
        window.draw()
        check_texts(driver, 64 / max(size))
        assert driver.texts() == [
            ' '.join(text.split())[:gui.LONGEST_TEXT] for text in texts]
    assert (root.winfo_width(), root.winfo_height()) == before


def test_usual_texts_take_one_line(opened: OpenWindow) -> None:
    """Usual texts do not move the board, not even in a small window."""
    driver = opened(3, 3)
    side = driver.window.get_side()
    for status, search in zip(STATUSES, SEARCHES[:2] * 2):
        driver.window.describe_status = lambda text=status: text
        driver.window.show('search', search)
        driver.window.draw()
        check_texts(driver, side)
