"""What a player does in the window of the dominoes lab, and sees there."""
from __future__ import annotations
import random
import pytest
from benchmarks.labs import after, best_move, legal_moves
from tests.support.windows import Driver, OpenWindow


def test_clicks_undo_and_reset(opened: OpenWindow) -> None:
    """A click places a domino where it is legal; u takes it back; Reset begins
    again."""
    driver = opened(3, 3)
    assert driver.texts()[0] == 'Vertical is to move'
    driver.mouse('<Button-1>', 0, 1)
    driver.mouse('<Button-1>', 1, 1)  # Taken.
    assert driver.texts()[1] == 'There is no room for that.'
    driver.mouse('<Button-1>', 1, 2)  # Reaches out of the board.
    driver.mouse('<Button-1>', 2, 0)
    assert driver.dominoes() == [(0, 1, True), (2, 0, False)]
    assert (driver.shown('domino'), driver.shown('disc'),
            driver.shown('diamond')) == (2, 2, 2)
    driver.type('u')
    assert driver.dominoes() == [(0, 1, True)]
    assert driver.texts()[0] == 'Horizontal is to move'
    driver.type('u', 'u')
    assert driver.texts()[1] == 'There is nothing to take back.'
    driver.mouse('<Button-1>', 0, 1)
    button, = driver.below('Button')
    button.invoke()
    assert driver.dominoes() == [] and driver.shown('domino') == 0
    assert driver.window.match.game.get_board() == [[False] * 3] * 3


def test_light_under_the_mouse(opened: OpenWindow) -> None:
    """The squares that a click would cover light up; illegal ones do not."""
    driver = opened(3, 3)
    driver.mouse('<Motion>', 0, 1)
    assert driver.shown('light') == 1
    left, top, right, bottom = driver.window.canvas.coords('light')
    assert bottom - top > 1.5 * (right - left)
    driver.mouse('<Motion>', 2, 1)
    assert driver.shown('light') == 0
    driver.mouse('<Button-1>', 0, 0)
    driver.mouse('<Motion>', 2, 1)
    assert driver.shown('light') == 1
    driver.mouse('<Leave>', 2, 1)
    assert driver.shown('light') == 0


def test_keys(opened: OpenWindow) -> None:
    """r makes a random move, a digit the move that the search finds; the value,
    leaves and milliseconds of the search are shown."""
    driver = opened(3, 3)
    driver.type('2')
    driver.wait()
    assert driver.dominoes() == [(0, 1, True)]
    assert driver.texts()[2].startswith(
        'Last search, limit 2: value 3, 10 leaves, ')
    assert driver.texts()[2].endswith(' ms')
    random.seed(4)
    driver.type('r')
    row, col, vertical = driver.dominoes()[1]
    assert (row, vertical) == (2, False) and col in (0, 1)
    driver.type('x', 'Shift_L', '0', 'space')
    assert len(driver.dominoes()) == 2
    assert driver.texts()[2].startswith('Last search, limit 2: value 3')


def hints(driver: Driver) -> list[str]:
    """Return the values that are shown, in the order of the moves."""
    canvas = driver.window.canvas
    return [canvas.itemcget(item, 'text')
            for item in canvas.find_withtag('hint')]


def test_values_of_moves(opened: OpenWindow) -> None:
    """h shows the value of each legal move at limit 2, and hides it again."""
    driver = opened(3, 3)
    driver.type('h')
    driver.wait()
    board = [[False] * 3 for _ in range(3)]
    assert hints(driver) == [
        f'{-best_move(after(board, move, True), False, 1)[1]:+}'
        for move in legal_moves(board, True)]
    assert max(driver.window.hints.values()) \
        == driver.window.match.game.get_best_move(True, 2)[1]
    driver.type('h')
    assert hints(driver) == []
    driver.type('h')
    driver.wait()
    driver.mouse('<Button-1>', 0, 0)
    assert hints(driver) == []
    # A value of 0 has no sign: no +0, no -0.
    driver = opened(4, 2)
    driver.type('h')
    driver.wait()
    assert hints(driver) == ['0', '0', '+1', '+1', '0', '0']


@pytest.mark.parametrize('key', ['r', '3', 'h'])
def test_end_of_the_game(opened: OpenWindow, key: str) -> None:
    """The window says who has won, and nothing can be placed any more, except
    after undo."""
    driver = opened(2, 2)
    driver.mouse('<Button-1>', 0, 0)
    assert driver.texts()[0] \
        == 'Vertical wins: there is no room for a horizontal domino'
    assert driver.root.title().endswith(driver.texts()[0])
    driver.type(key)
    driver.wait()
    driver.mouse('<Button-1>', 0, 1)
    driver.mouse('<Motion>', 0, 1)
    assert driver.dominoes() == [(0, 0, True)] and driver.shown('light') == 0
    driver.type('u')
    assert driver.texts()[0] == 'Vertical is to move'


def test_long_search(opened: OpenWindow) -> None:
    """While a search at limit 9 goes on, the window reacts; Escape stops it,
    and so does a move."""
    driver = opened(8, 8)
    for stop in (lambda: driver.type('Escape'),
                 lambda: driver.mouse('<Button-1>', 0, 0)):
        driver.type('9')
        assert 'searching' in driver.texts()[0]
        for col in range(8):
            driver.mouse('<Motion>', 3, col)
            assert driver.shown('light') == 1
        assert driver.searcher.is_searching()
        stop()
        assert not driver.searcher.is_searching()
    assert driver.dominoes() == [(0, 0, True)]
    driver.type('1')
    driver.wait()
    assert len(driver.dominoes()) == 2


def test_news_belongs_to_the_position(opened: OpenWindow) -> None:
    """What the window says about a search disappears with the search."""
    driver = opened(8, 8)
    driver.mouse('<Button-1>', 0, 0)
    driver.type('9')
    assert driver.texts()[1] == 'Looking 9 plies ahead...'
    driver.type('u')
    assert driver.texts()[1] == '' and not driver.searcher.is_searching()
    driver.type('9', 'h')
    assert driver.texts()[1] == 'Looking for the value of each move...'
    driver.wait()
    assert driver.texts()[1] == ''
