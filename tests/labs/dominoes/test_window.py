"""What a player does in the window of the dominoes lab, and sees there: all of
its board and texts."""

from __future__ import annotations
from itertools import product
import random
import pytest
from labs.dominoes import dominoes_game_gui as gui
from tests.labs.dominoes.plain_search import after, best_move, legal_moves
from tests.support.programs import wait_until
from tests.support.windows import Driver, OpenWindow


def test_clicks_undo_and_reset(opened: OpenWindow) -> None:
    """A click places a domino; u takes it back; Reset begins again."""
    driver = opened(3, 3)
    assert driver.texts()[0] == 'Vertical is to move'
    driver.mouse('<Button-1>', 0, 1)
    driver.mouse('<Button-1>', 1, 1)  # Taken.
    assert driver.texts()[1] == 'There is no room for that.'
    driver.mouse('<Button-1>', 1, 2)  # Reaches out of the board.
    driver.mouse('<Button-1>', 2, 0)
    assert driver.dominoes() == [(0, 1, True), (2, 0, False)]
    assert (
        driver.shown('domino'),
        driver.shown('disc'),
        driver.shown('diamond'),
    ) == (2, 2, 2)
    driver.type('u')
    assert driver.dominoes() == [(0, 1, True)]
    assert driver.texts()[0] == 'Horizontal is to move'
    driver.type('u', 'u')
    assert driver.texts()[1] == 'There is nothing to take back.'
    driver.mouse('<Button-1>', 0, 1)
    (button,) = driver.below('Button')
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
    driver.mouse('<Leave>', 2, 9)
    assert driver.shown('light') == 0


def test_keys(opened: OpenWindow) -> None:
    """r makes a random move, a digit the one that the search finds."""
    driver = opened(3, 3)
    driver.type('2')
    driver.wait()
    assert driver.dominoes() == [(0, 1, True)]
    assert driver.texts()[2].startswith(
        'Last search, limit 2: value 3, 10 leaves, '
    )
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
    return [
        canvas.itemcget(item, 'text') for item in canvas.find_withtag('hint')
    ]


def test_values_of_moves(opened: OpenWindow) -> None:
    """h shows the value of each legal move at limit 2, and hides it again."""
    driver = opened(3, 3)
    driver.type('h')
    driver.wait()
    board = [[False] * 3 for _ in range(3)]
    assert hints(driver) == [
        f'{-best_move(after(board, move, True), False, 1)[1]:+}'
        for move in legal_moves(board, True)
    ]
    assert (
        max(driver.window.hints.values())
        == driver.window.match.game.get_best_move(True, 2)[1]
    )
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
    """The window says who has won; nothing can be placed, except after undo."""
    driver = opened(2, 2)
    driver.mouse('<Button-1>', 0, 0)
    assert (
        driver.texts()[0]
        == 'Vertical wins: there is no room for a horizontal domino'
    )
    assert driver.root.title().endswith(driver.texts()[0])
    driver.type(key)
    driver.wait()
    driver.mouse('<Button-1>', 0, 1)
    driver.mouse('<Motion>', 0, 1)
    assert driver.dominoes() == [(0, 0, True)] and driver.shown('light') == 0
    driver.type('u')
    assert driver.texts()[0] == 'Vertical is to move'


def test_long_search(opened: OpenWindow) -> None:
    """During a search, the window reacts; Escape, a move and u stop it."""
    driver = opened(8, 8)
    for stop, news in (
        (lambda: driver.type('Escape'), 'The search was stopped.'),
        (lambda: driver.mouse('<Button-1>', 5, 5), ''),
        (lambda: driver.type('u'), ''),
        (lambda: driver.mouse('<Button-1>', 0, 0), ''),
    ):
        driver.type('9')
        assert 'searching' in driver.texts()[0]
        assert driver.texts()[1] == 'Looking 9 plies ahead...'
        for col in range(7):
            driver.mouse('<Motion>', 3, col)
            assert driver.shown('light') == 1
        assert driver.window.search
        stop()
        assert not driver.window.search
        assert driver.texts()[1] == news
    assert driver.dominoes() == [(0, 0, True)]
    driver.type('9', '1')
    driver.wait()
    assert len(driver.dominoes()) == 2
    driver.type('h')
    assert driver.texts()[1] == 'Looking for the value of each move...'
    driver.wait()
    assert driver.texts()[1] == ''


def test_board_scales(opened: OpenWindow) -> None:
    """The board grows with the window, and stays in the middle."""
    driver = opened(2, 4)
    before = driver.side()
    driver.root.geometry('800x800')
    wait_until(lambda: driver.root.update() or driver.side() != before)
    assert driver.side() == (driver.window.canvas.winfo_width() - 40) / 4
    driver.mouse('<Button-1>', -0.7, -0.7)  # Outside.
    driver.mouse('<Button-1>', 0, 3)
    assert driver.dominoes() == [(0, 3, True)]


@pytest.mark.parametrize('size', [(20, 20), (2, 50), (50, 2), (1, 1)])
def test_large_boards(opened: OpenWindow, size: tuple[int, int]) -> None:
    """The window fits on the screen, and the board in the window."""
    driver = opened(*size)
    root = driver.root
    assert root.winfo_height() <= root.winfo_screenheight()
    assert root.winfo_width() <= root.winfo_screenwidth()
    assert driver.side() >= 8
    shrink(driver)
    assert driver.side() >= 1


def shrink(driver: Driver) -> None:
    """Make the window as small as it can be."""
    root = driver.root
    smallest = driver.root.minsize()
    root.geometry('{}x{}'.format(*smallest))

    def is_smallest() -> bool:
        """Return whether the window is so by now."""
        root.update()
        return smallest == (root.winfo_width(), root.winfo_height())

    wait_until(is_smallest)


STATUSES = [
    'Vertical is to move',
    'Horizontal is to move, searching (Esc stops)',
    'Horizontal wins: there is no room for a vertical domino',
    'Vertical wins: there is no room for a horizontal domino',
]
REPORTS = [
    'Last search, limit 9: value -12, 12,345,678 leaves, 123456 ms',
    f'Last search, limit 9: value 1, {10**150:,} leaves, 1 ms',
]
# The longest texts of each kind, and what a student's error may say.
TEXTS = [
    *product(
        STATUSES[-1:],
        [
            '',
            "KeyError: '" + 'x' * 200,
            'W' * 200,
            'a\nb\n' * 100,
            'RuntimeError: ' + 'A long story ' * 20,
        ],
        REPORTS,
    )
]


def check_texts(driver: Driver, board_side: float) -> None:
    """Check that no text is cut off, and that squares have this side."""
    root = driver.root
    canvas = driver.window.canvas
    root.update()
    parts = driver.below('Label') + driver.below('Button')
    assert len(parts) == 5
    for part in parts:
        width, height = part.winfo_width(), part.winfo_height()
        left = part.winfo_rootx() - root.winfo_rootx()
        top = part.winfo_rooty() - root.winfo_rooty()
        assert part.winfo_reqwidth() <= width
        assert part.winfo_reqheight() <= height
        assert 0 <= left and left + width <= root.winfo_width()
        assert canvas.winfo_height() <= top
        assert top + height <= root.winfo_height()
    assert driver.side() >= board_side


@pytest.mark.parametrize(
    'size',
    [
        (1, 1),
        (4, 5),
        (1, 8),
        (8, 1),
        pytest.param((20, 20), marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize('smallest', [False, True])
def test_texts_can_be_read(
    opened: OpenWindow, size: tuple[int, int], smallest: bool
) -> None:
    """No status, news or last search is cut off, at either size."""
    driver = opened(*size)
    window = driver.window
    root = driver.root
    if smallest:
        shrink(driver)
    before = root.winfo_width(), root.winfo_height()
    for texts in TEXTS:
        window.describe_status = lambda text=texts[0]: text
        window.show('news', texts[1])
        window.show('report', texts[2])
        window.draw()
        check_texts(driver, 64 / max(size))
        assert driver.texts() == [
            ' '.join(text.split())[: gui.LABEL_LENGTH] for text in texts
        ]
    assert (root.winfo_width(), root.winfo_height()) == before


def test_usual_texts_take_one_line(opened: OpenWindow) -> None:
    """Usual texts do not move the board, not even in a small window."""
    driver = opened(3, 3)
    side = driver.side()
    window = driver.window
    for status in STATUSES:
        window.show('report', REPORTS[0])
        window.describe_status = lambda text=status: text
        window.draw()
        check_texts(driver, side)
