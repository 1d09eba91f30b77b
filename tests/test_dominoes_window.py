"""The window of the dominoes lab, on a virtual screen."""
from __future__ import annotations
from pathlib import Path
from shutil import which
from subprocess import DEVNULL, PIPE, Popen, run
from time import monotonic, sleep
from typing import Any, Callable, Iterator
import os
import random
import signal
import sys
import pytest
from PIL import Image, ImageChops
from benchmarks.plain_dominoes import after, best_move, legal_moves
from labs.dominoes import dominoes_game_gui as gui

LAB = Path(gui.__file__).parent
PROGRAM = str(LAB / 'dominoes_game_gui.py')

# Whatever takes longer than so many seconds hangs.
LONG = 20

# A student's module in one file: no search, no random moves, no look ahead.
STUDENT = '''
class Game:
    def __init__(self, rows, cols):
        self.free = {(r, c) for r in range(rows) for c in range(cols)}

    def perform_move(self, row, col, vertical):
        squares = {(row, col), (row + vertical, col + (not vertical))}
        if not squares <= self.free:
            raise ValueError('Not there')
        self.free -= squares

def create_dominoes_game(rows, cols):
    return Game(rows, cols)
'''


def unavailable(what: str) -> None:
    """Skip a test as this is missing, unless CI says it must be there."""
    reason = f'This machine has no {what}.'
    if os.environ.get('DISPLAY_REQUIRED'):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(name='display', scope='module')
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
    before = os.environ.get('DISPLAY')
    os.environ['DISPLAY'] = display
    yield display
    if before is None:
        del os.environ['DISPLAY']
    else:
        os.environ['DISPLAY'] = before
    server.terminate()
    server.wait()


class Driver:
    """A window, and somebody who clicks and types in it.

    === Attributes ===
    window: the window
    """
    window: gui.Window

    def __init__(self, app: Any, rows: int, cols: int, path: Path) -> None:
        """Open a window of app, the Tk of all tests: not every system bears
        several of them, one after the other."""
        self.root = gui.tkinter.Toplevel(app)
        self.searcher = gui.Searcher(path, (rows, cols))
        self.window = gui.Window(
            self.root, gui.Play(gui.loaded(path), rows, cols), self.searcher)
        app.report_callback_exception = self.window.tell_error
        self.root.update()
        self.root.focus_force()
        self.root.update()

    def mouse(self, event: str, row: float, col: float) -> None:
        """Let something happen in the middle of a square."""
        x, y = self.window.corner(row + 0.5, col + 0.5)
        self.window.canvas.event_generate(event, x=int(x), y=int(y))
        self.root.update()

    def type(self, *keys: str) -> None:
        """Press these keys."""
        for key in keys:
            self.root.event_generate('<Key>', keysym=key)
            self.root.update()

    def wait(self) -> None:
        """Wait until the search has ended."""
        deadline = monotonic() + LONG
        while self.searcher.searching():
            assert monotonic() < deadline, 'The search hangs.'
            sleep(0.01)
            self.root.update()

    def dominoes(self) -> list[tuple]:
        """Return the dominoes on the board."""
        return [tuple(domino) for domino in self.window.play.dominoes]

    def shown(self, tag: str) -> int:
        """Return how many things with this tag are drawn."""
        return len(self.window.canvas.find_withtag(tag))

    def texts(self) -> list[str]:
        """Return the lines below the board: status, news and last search."""
        labels = [child for frame in self.root.winfo_children()
                  for child in frame.winfo_children()
                  if child.winfo_class() == 'Label']
        return [label.cget('text') for label in labels][:3]

    def close(self) -> None:
        """Close the window."""
        self.searcher.close()
        app = self.root.master
        self.root.destroy()
        app.update()  # Now it is gone from the screen as well.


Open = Callable[..., Driver]


@pytest.fixture(name='app', scope='module')
def tk_app(display: str) -> Iterator[Any]:
    """Give a Tk, whose own window is not shown."""
    assert display
    app = gui.tkinter.Tk()
    app.withdraw()
    yield app
    app.destroy()


@pytest.fixture(name='opened')
def open_window(app: Any) -> Iterator[Open]:
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


def test_clicks_undo_and_reset(opened: Open) -> None:
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
    button, = [child for frame in driver.root.winfo_children()
               for child in frame.winfo_children()
               if child.winfo_class() == 'Button']
    button.invoke()
    assert driver.dominoes() == [] and driver.shown('domino') == 0
    assert driver.window.play.game.get_board() == [[False] * 3] * 3


def test_light_under_the_mouse(opened: Open) -> None:
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


def test_keys(opened: Open) -> None:
    """r plays at random, digits play what the search finds, and the search's
    value, leaves and milliseconds are shown."""
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


def test_values_of_moves(opened: Open) -> None:
    """h shows the value of each legal move at limit 2, and hides it again."""
    driver = opened(3, 3)
    driver.type('h')
    driver.wait()
    canvas = driver.window.canvas
    shown = [canvas.itemcget(item, 'text')
             for item in canvas.find_withtag('hint')]
    board = [[False] * 3 for _ in range(3)]
    assert shown == [
        f'{-best_move(after(board, move, True), False, 1)[1]:+}'
        for move in legal_moves(board, True)]
    assert max(driver.window.hints.values()) \
        == driver.window.play.game.get_best_move(True, 2)[1]
    driver.type('h')
    assert driver.shown('hint') == 0
    driver.type('h')
    driver.wait()
    driver.mouse('<Button-1>', 0, 0)
    assert driver.shown('hint') == 0


@pytest.mark.parametrize('key', ['r', '3', 'h'])
def test_end_of_the_game(opened: Open, key: str) -> None:
    """The winner is told, and nothing can be placed any more, except after
    undo."""
    driver = opened(2, 2)
    driver.mouse('<Button-1>', 0, 0)
    assert driver.texts()[0] == 'Vertical wins: there is no room for another ' \
                                'horizontal domino'
    assert driver.root.title().endswith(driver.texts()[0])
    driver.type(key)
    driver.wait()
    driver.mouse('<Button-1>', 0, 1)
    driver.mouse('<Motion>', 0, 1)
    assert driver.dominoes() == [(0, 0, True)] and driver.shown('light') == 0
    driver.type('u')
    assert driver.texts()[0] == 'Vertical is to move'


def test_long_search(opened: Open) -> None:
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
        assert driver.searcher.searching()
        stop()
        assert not driver.searcher.searching()
    assert driver.dominoes() == [(0, 0, True)]
    driver.type('1')
    driver.wait()
    assert len(driver.dominoes()) == 2


def test_board_scales(opened: Open) -> None:
    """The board grows with the window, and stays in the middle."""
    driver = opened(2, 4)
    before = driver.window.side()
    driver.root.geometry('800x800')
    deadline = monotonic() + LONG
    while driver.window.side() == before and monotonic() < deadline:
        driver.root.update()
    assert driver.window.side() == (driver.window.canvas.winfo_width() - 16) / 4
    assert driver.window.square_at(*driver.window.corner(1.5, 3.5)) == (1, 3)
    assert driver.window.square_at(2, 2) is None
    driver.mouse('<Button-1>', 0, 3)
    assert driver.dominoes() == [(0, 3, True)]


def test_module_with_little_in_it(opened: Open, tmp_path: Path) -> None:
    """Whatever a student's module lacks is absent; the rest works."""
    path = tmp_path / 'student.py'
    path.write_text(STUDENT, encoding='utf-8')
    driver = opened(3, 3, path)
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


def with_search(body: str) -> str:
    """Return the student's module with a search that does what body says."""
    return STUDENT.replace('\ndef create', f"""
    def get_best_move(self, vertical, limit):
        {body}

def create""")


@pytest.mark.parametrize('body, news', [
    ('raise RuntimeError("too hard\\nfor me")', 'RuntimeError: too hard for me'),
    ('import urllib.error; raise urllib.error.HTTPError("", 1, "no", {}, None)',
     'HTTPError: HTTP Error 1: no'),
    ('raise KeyError("x" * 1000)', "KeyError: '" + 'x' * 80),
    ('import sys; sys.exit("Goodbye")', 'SystemExit: Goodbye'),
    ('import os; os._exit(3)', 'The search has ended without an answer.'),
    ('return "nonsense"', 'ValueError: too many values'),
    ('return ("ab", 1, 1)', "ValueError: 'ab' is not a row and a column."),
    ('return ((0, 0), None, 1)', 'TypeError: float()'),
    ('return ((50, 50), 1, 1)', 'There is no room for that.')])
def test_search_that_fails(opened: Open, tmp_path: Path, body: str, news: str
                           ) -> None:
    """An error in a student's search is told in one line of the same width,
    and the next search is heard of as well."""
    path = tmp_path / 'student.py'
    path.write_text(with_search(body), encoding='utf-8')
    driver = opened(3, 3, path)
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


def test_stubs(opened: Open, tmp_path: Path) -> None:
    """Methods that are not written yet count as missing."""
    path = tmp_path / 'student.py'
    path.write_text(STUDENT.replace('\ndef create', """
    def game_over(self, vertical):
        raise NotImplementedError

    is_legal_move = legal_moves = get_random_move = game_over

def create"""), encoding='utf-8')
    driver = opened(3, 3, path)
    assert driver.texts()[0] == 'Vertical is to move'
    driver.mouse('<Motion>', 0, 1)
    driver.mouse('<Button-1>', 0, 1)
    driver.type('r')
    assert driver.dominoes() == [(0, 1, True)] and driver.shown('domino') == 1
    assert driver.texts()[1].startswith('NotImplementedError')


@pytest.mark.parametrize('answer', ['False', '0', 'None'])
def test_illegal_by_the_module(opened: Open, tmp_path: Path, answer: str
                               ) -> None:
    """Whatever a student's module calls illegal is not placed."""
    path = tmp_path / 'student.py'
    path.write_text(STUDENT.replace('\ndef create', f"""
    def is_legal_move(self, row, col, vertical):
        return {answer}

def create"""), encoding='utf-8')
    driver = opened(3, 3, path)
    driver.mouse('<Motion>', 0, 1)
    driver.mouse('<Button-1>', 0, 1)
    assert driver.dominoes() == [] and driver.shown('light') == 0
    assert driver.texts()[1] == 'There is no room for that.'


@pytest.mark.parametrize('text', [
    'from __future__ import annotations\nfrom dataclasses import dataclass\n'
    '@dataclass\nclass Square:\n    row: int\n' + STUDENT,
    'from beside import *\n'])
def test_modules_that_import(opened: Open, tmp_path: Path, text: str) -> None:
    """A student's module may use what modules use, and its neighbours."""
    (tmp_path / 'beside.py').write_text(STUDENT, encoding='utf-8')
    (tmp_path / 'student.py').write_text(text, encoding='utf-8')
    driver = opened(3, 3, tmp_path / 'student.py')
    driver.mouse('<Button-1>', 0, 1)
    assert driver.dominoes() == [(0, 1, True)]


@pytest.mark.parametrize('size', [(20, 20), (2, 50), (50, 2), (1, 1)])
def test_large_boards(opened: Open, size: tuple[int, int]) -> None:
    """The window fits the screen, whatever the board, and has its text."""
    driver = opened(*size)
    root = driver.root
    assert root.winfo_height() <= root.winfo_screenheight()
    assert root.winfo_width() <= root.winfo_screenwidth()
    assert driver.window.side() >= 8
    assert root.winfo_width() >= gui.SMALLEST[0]
    root.geometry(f'{gui.SMALLEST[0]}x{gui.SMALLEST[1]}')
    root.update()
    assert driver.window.side() >= 1


def test_news_belongs_to_the_position(opened: Open) -> None:
    """What was said of a search is gone when it is."""
    driver = opened(8, 8)
    driver.mouse('<Button-1>', 0, 0)
    driver.type('9')
    assert driver.texts()[1] == 'Looking 9 plies ahead...'
    driver.type('u')
    assert driver.texts()[1] == '' and not driver.searcher.searching()
    driver.type('9', 'h')
    assert driver.texts()[1] == 'Valuing each move...'
    driver.wait()
    assert driver.texts()[1] == ''


# === The program ===

def run_program(*arguments: str, **environment: str) -> Any:
    """Run the program in its own folder."""
    return run([sys.executable, PROGRAM, *arguments], cwd=LAB, timeout=LONG,
               stdout=PIPE, stderr=PIPE, encoding='utf-8', check=False,
               env={**os.environ, **environment})


@pytest.mark.parametrize('arguments', [
    [], ['3'], ['3', '3', 'adversarial_search.py', '3'], ['x', '3'],
    ['3', '0'], ['-3', '3'], ['0000000059', '3'], ['3.5', '3'], ['', ''],
    ['51', '3'], ['\u0663', '3'],
    ['9' * 9999, '3'], ['3', '3', 'nothing.py'], ['3', '3', '.'],
    ['3', '3', '../__init__.py']])
def test_wrong_arguments(arguments: list[str]) -> None:
    """One line of usage, and exit status 2."""
    done = run_program(*arguments)
    assert (done.returncode, done.stdout) == (2, '')
    assert done.stderr.count('\n') == 1 and 'usage: ' in done.stderr


def test_module_that_cannot_be_loaded(tmp_path: Path) -> None:
    """What is wrong with a student's file is told in one line."""
    path = tmp_path / 'broken.py'
    path.write_text('def f(:\n', encoding='utf-8')
    done = run_program('3', '3', str(path))
    assert done.returncode == 2 and 'SyntaxError' in done.stderr
    assert done.stderr.count('\n') == 1


def test_no_display() -> None:
    """One line that says so, and exit status 1."""
    if gui.tkinter is None:
        unavailable('tkinter')
    done = run_program('3', '3', DISPLAY='')
    assert (done.returncode, done.stdout) == (1, '')
    assert done.stderr.count('\n') == 1 and 'no display' in done.stderr


@pytest.mark.parametrize('text, error', [
    ('import sys; sys.exit(0)', 'SystemExit'),
    ('def create_dominoes_game(n): pass', 'TypeError'),
    ('def create_dominoes_game(n, m): raise NotImplementedError',
     'NotImplementedError')])
def test_module_that_does_nothing(text: str, error: str, tmp_path: Path
                                  ) -> None:
    """A module that ends the program, or makes no game, is told of."""
    path = tmp_path / 'student.py'
    path.write_text(text, encoding='utf-8')
    done = run_program('3', '3', str(path))
    assert done.returncode == 2 and error in done.stderr
    assert done.stderr.count('\n') == 1


class Robot:
    """Moves the real mouse and types on the real keyboard of a display.

    === Attributes ===
    window: the number of the window
    """
    window: str

    def __init__(self) -> None:
        """Find the window."""
        self.window = ''
        deadline = monotonic() + LONG
        while not self.window and monotonic() < deadline:
            sleep(0.05)
            self.window = self.do('search', '--onlyvisible', '--name',
                                  'Dominoes:')
        self.do('windowfocus', self.window)

    def do(self, *arguments: str) -> str:
        """Let xdotool do something, and return what it says."""
        return run(['xdotool', *arguments], stdout=PIPE, stderr=DEVNULL,
                   encoding='utf-8', check=False, timeout=LONG).stdout.strip()

    def wait_for(self, status: str) -> None:
        """Wait until the title of the window begins with status."""
        deadline = monotonic() + LONG
        title = ''
        while not title.startswith('Dominoes: ' + status):
            assert monotonic() < deadline, f'The window still says {title!r}'
            sleep(0.02)
            title = self.do('getwindowname', self.window)


def test_screenshot(display: str, tmp_path: Path) -> None:
    """The picture in the README of the labs can be taken again: it is of the
    same size, and nearly all of it is the same, but for milliseconds."""
    assert display
    new = tmp_path / 'window.png'
    run([sys.executable, '-m', 'labs.dominoes.screenshot', str(new)],
        cwd=LAB.parent.parent, check=True, timeout=LONG)
    pictures = [Image.open(path).convert('L')
                for path in (new, LAB / 'window.png')]
    assert pictures[0].size == pictures[1].size
    difference = ImageChops.difference(*pictures).histogram()
    assert sum(difference[64:]) < 0.02 * sum(difference)


def children(pid: int) -> list[int]:
    """Return the processes that a process has started and that still run."""
    path = Path(f'/proc/{pid}/task/{pid}/children')
    if not path.exists():
        unavailable('list of child processes')
    return [int(child) for child in path.read_text(encoding='ascii').split()]


def test_killed_during_a_search(display: str) -> None:
    """A program that is killed leaves no search behind."""
    assert display
    if not which('xdotool'):
        unavailable('xdotool')
    process = Popen([sys.executable, PROGRAM, '8', '8'], cwd=LAB,
                    stderr=DEVNULL)
    try:
        robot = Robot()
        robot.wait_for('Vertical is to move')
        robot.do('key', '9')
        robot.wait_for('Vertical is to move, searching')
        left = children(process.pid)
        assert left
    finally:
        process.kill()
        process.wait()
    deadline = monotonic() + LONG
    while any(Path(f'/proc/{child}').exists() for child in left):
        assert monotonic() < deadline, 'A search is left behind.'
        sleep(0.02)


def test_real_mouse_and_keys(display: str) -> None:
    """The program, played by mouse and keys; Ctrl-C ends it quietly."""
    assert display
    if not which('xdotool'):
        unavailable('xdotool')
    process = Popen([sys.executable, PROGRAM, '2', '8'], cwd=LAB, stdout=PIPE,
                    stderr=PIPE, encoding='utf-8')
    try:
        robot = Robot()
        robot.wait_for('Vertical is to move')
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
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, shown, complaint) == (130, '', '')
