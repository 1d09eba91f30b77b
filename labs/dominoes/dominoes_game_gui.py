"""A window in which to play the dominoes game.

    python3 dominoes_game_gui.py rows cols [module]

One player places vertical dominoes, the other horizontal ones. The rules and
the search come from adversarial_search.py in this folder, or from another file
that has create_dominoes_game. If a method is missing there, the window does
without what needs it.

    click     place a domino: on this square and the one below or to the right
    r         place one at random
    1 to 9    search this many plies deep, and make the best move
    Escape    stop the search
    u         take back the last domino
    h         show the value of each move, two plies deep, or hide the values

This file runs alone from its folder: it imports nothing of the project, so it
can be handed out with any solution.
"""
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from string import ascii_lowercase
from threading import Thread
from time import perf_counter
from traceback import extract_tb
from types import ModuleType
from typing import Any, NamedTuple, Optional
import os
import signal
import sys
try:
    import tkinter
except ImportError:  # Some systems keep it in a separate package.
    tkinter = None  # type: ignore[assignment]

USAGE = ('usage: python3 dominoes_game_gui.py rows cols [module]: rows and '
         'cols are whole numbers from 1 to {largest}, module is a file like '
         'adversarial_search.py')
LARGEST = 50
DEFAULT_MODULE = Path(__file__).with_name('adversarial_search.py')

# The colours of vertical dominoes (True) and of horizontal ones (False). They
# can be told apart with any kind of colour vision, and the marks differ too.
COLOURS = {True: '#2f6db3', False: '#e08a1e'}
LIGHTS = {True: '#cfe0f4', False: '#fae3c3'}
BACKGROUND, LINES, MARKS = '#f7f5ef', '#8a8678', 'white'

# Sizes in pixels.
LARGEST_SQUARE = 64  # The side of a square when the window opens.
MARGIN = 8  # Around what is below the board.
EDGE = 20  # Around the board, where rows and columns are named.
SMALLEST_CANVAS = 104  # The side of the area that the board always has.
SCREEN_EDGE = (60, 100)  # What the desktop needs, across and down.

POLL_MILLISECONDS = 30
LONGEST_TEXT = 100  # Longer texts are cut off after this many characters.
MOST_TEXT_LINES = 8  # As many lines as the texts ever take together.
CONTROL = 4  # The bit of this key in the state of an event.
HINT_LIMIT = 2
KEYS = 'r random   1-9 search   Esc stop   u undo   h values'
# Texts as wide as they usually get. The window has room for them in one line.
WIDE_TEXTS = {
    'status': 'Horizontal wins: there is no room for a vertical domino',
    'news': '',
    'search': 'Last search, limit 9: value -100, 10,000,000 leaves, 100000 ms'}


class Domino(NamedTuple):
    """A domino on the board.

    === Attributes ===
    row: the row of its upper or left end, from 0
    col: the column of that end, from 0
    vertical: whether it is vertical
    """
    row: int
    col: int
    vertical: bool

    def get_squares(self) -> list[tuple[int, int]]:
        """Return the two squares that this domino covers."""
        return [(self.row, self.col),
                (self.row + self.vertical, self.col + (not self.vertical))]


class Search(NamedTuple):
    """A search for the best move, or for the value of each move.

    === Attributes ===
    dominoes: all dominoes on the board, in the order of play
    limit: how many plies to look ahead
    hints: whether to find the value of each move
    found: what get_best_move returned; or, for hints, a dict with the value of
        each move; or, if there was an error, its description
    milliseconds: how long the search took
    """
    dominoes: list[Domino]
    limit: int
    hints: bool
    found: Any = None
    milliseconds: float = 0.0


def describe_error(error: BaseException) -> str:
    """Return the name and message of error, as one line."""
    text = str(error)
    if isinstance(error, NotImplementedError) and not text:
        name = extract_tb(error.__traceback__)[-1].name
        text = f'{name} is not written yet'
    return ' '.join(f'{type(error).__name__}: {text}'.split())[:LONGEST_TEXT]


class ErrorCatcher:
    """A context for a student's code: no error in it gets out.

    === Attributes ===
    error: the description of the error, '' if there was none
    """
    error: str

    def __enter__(self) -> 'ErrorCatcher':
        """Enter this context: so far, there was no error."""
        self.error = ''
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        """Leave this context, and describe the error if there was one."""
        if isinstance(error, (Exception, SystemExit)):
            self.error = describe_error(error)
        return bool(self.error)


def load_module(path: Path) -> ModuleType:
    """Return the module in the file at path.

    Raise ValueError, saying why, if it cannot be loaded or has no
    create_dominoes_game.
    """
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ValueError(f'{path} is not a Python file')
    module = module_from_spec(spec)
    # An ordinary import would do the same. It may import its neighbours too.
    sys.modules[path.stem] = module
    sys.path.insert(0, str(path.parent))
    with ErrorCatcher() as catcher:
        spec.loader.exec_module(module)
    if catcher.error:
        raise ValueError(f'{path} cannot be loaded: {catcher.error}')
    if not hasattr(module, 'create_dominoes_game'):
        raise ValueError(f'{path} has no create_dominoes_game')
    return module


class Match:
    """A game in progress, and the dominoes placed so far.

    === Attributes ===
    rows: the number of rows of the board
    cols: the number of its columns
    dominoes: all dominoes on the board, in the order of play
    game: the module's own game, which knows the rules

    Representation Invariants:
    - self.rows > 0
    - self.cols > 0
    """
    rows: int
    cols: int
    dominoes: list[Domino]
    game: Any
    _module: ModuleType

    def __init__(self, module: ModuleType, rows: int, cols: int) -> None:
        """Start a game on an empty board, with the rules of module."""
        self.rows, self.cols = rows, cols
        self.dominoes = []
        self._module = module
        self.game = module.create_dominoes_game(rows, cols)

    def is_vertical_turn(self) -> bool:
        """Return whether the player of vertical dominoes is to move."""
        return len(self.dominoes) % 2 == 0

    def _ask(self, method: str, *arguments: Any) -> list:
        """Return a list with the answer of a method of the game, asked about
        the player to move. If the method is missing or fails, the list is
        empty.
        """
        answers = []
        with ErrorCatcher():
            answers.append(getattr(self.game, method)(*arguments,
                                                      self.is_vertical_turn()))
        return answers

    def is_over(self) -> bool:
        """Return whether the game is known to be over."""
        return any(self._ask('game_over'))

    def is_legal(self, row: int, col: int) -> bool:
        """Return whether a move is known to be legal."""
        return any(self._ask('is_legal_move', row, col))

    def place(self, move: tuple[int, int]) -> None:
        """Place the next domino. Raise ValueError if the move is illegal."""
        row, col = check_move(move)
        domino = Domino(row, col, self.is_vertical_turn())
        if not all(0 <= r < self.rows and 0 <= c < self.cols
                   for r, c in domino.get_squares()) \
                or not all(self._ask('is_legal_move', row, col)):
            raise ValueError('There is no room for that.')
        self.game.perform_move(*domino)
        self.dominoes.append(domino)

    def replay(self, dominoes: list[Domino]) -> None:
        """Start again, and place these dominoes."""
        self.game = self._module.create_dominoes_game(self.rows, self.cols)
        self.dominoes = []
        for domino in dominoes:
            self.game.perform_move(*domino)
            self.dominoes.append(domino)

    def find(self, search: Search) -> Any:
        """Return what search looks for: the result of get_best_move; or, for
        hints, a dict with the value of each legal move.
        """
        self.replay(search.dominoes)
        vertical = self.is_vertical_turn()
        if not search.hints:
            move, value, leaves = self.game.get_best_move(vertical,
                                                          search.limit)
            return move and check_move(move), float(value), int(leaves)
        values = {}
        for row, col in list(self.game.legal_moves(vertical)):
            self.replay([*search.dominoes, Domino(row, col, vertical)])
            # What is good for the other player is bad for this one.
            _, value, *_ = self.game.get_best_move(not vertical,
                                                   search.limit - 1)
            values[check_move((row, col))] = -float(value)
        return values


def check_move(move: Any) -> tuple[int, int]:
    """Return move as a pair. Raise ValueError if it is not a row and a column.
    """
    if not (isinstance(move, (tuple, list)) and len(move) == 2
            and all(isinstance(number, int) for number in move)):
        raise ValueError(f'{str(move)[:40]!r} is not a row and a column.')
    return move[0], move[1]


@lru_cache
def get_match(path: Path, rows: int, cols: int) -> Match:
    """Return a match for searches on a board of this size (rows, columns), with
    the module in the file at path. It is the same match each time.
    """
    return Match(load_module(path), rows, cols)


def serve(path: Path, size: tuple[int, int], connection: Connection) -> None:
    """Do the searches that arrive on connection, and send them back with what
    was found. The board has this size (rows, columns), and the module is in the
    file at path. This runs in a process of its own, until the window is gone.
    """
    # Ctrl-C reaches both processes. Leave it to the window.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=exit_with_parent, daemon=True).start()
    with ErrorCatcher():
        get_match(path, *size)  # Now, so that no search has to wait for it.
    for search in iter(connection.recv, None):
        start = perf_counter()
        with ErrorCatcher() as catcher:
            found = get_match(path, *size).find(search)
        connection.send(search._replace(
            found=catcher.error or found,
            milliseconds=1000 * (perf_counter() - start)))


def exit_with_parent() -> None:
    """Wait until the window's process has ended, and end this process."""
    window = parent_process()
    if window:
        window.join()
    os._exit(1)


class Searcher:
    """Runs searches in another process, so that the window never waits and
    every search can be stopped.
    """
    _about: tuple[Path, tuple[int, int]]
    _process: Any
    _connection: Connection
    _searching: bool

    def __init__(self, path: Path, size: tuple[int, int]) -> None:
        """Prepare for searches on a board of this size (rows, columns), with
        the module in the file at path.
        """
        self._about = (path, size)
        self._start_process()

    def _start_process(self) -> None:
        """Start the process that searches."""
        context = get_context('spawn')
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=serve, daemon=True,
                                        args=(*self._about, theirs))
        self._process.start()
        theirs.close()
        self._searching = False

    def is_searching(self) -> bool:
        """Return whether a search is going on."""
        return self._searching

    def start(self, search: Search) -> None:
        """Start search."""
        self.stop()
        self._connection.send(search)
        self._searching = True

    def has_ended(self) -> bool:
        """Return whether there is a search to fetch that has ended."""
        # This is also so if the process has ended: fetching raises EOFError.
        return self._searching and self._connection.poll()

    def fetch(self) -> Search:
        """Return the search that has ended. Raise ValueError if it has ended in
        an error, or without an answer.
        """
        self._searching = False
        try:
            search: Search = self._connection.recv()
        except (EOFError, OSError) as error:
            self._restart()
            raise ValueError('The search has ended without an answer.') \
                from error
        if isinstance(search.found, str):
            raise ValueError(search.found)
        return search

    def stop(self) -> None:
        """Stop the search, if one is going on."""
        if self._searching:
            self._restart()

    def _restart(self) -> None:
        """End the process, and start another one."""
        self.close()
        self._start_process()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._connection.close()


class Window:
    """The window in which a match is played.

    === Attributes ===
    match: the match
    searcher: what runs the searches
    canvas: the area in which the board is drawn
    hints: the value of each legal move, or None if the values are hidden
    hovered: the square under the mouse as (row, col), or None
    """
    match: Match
    searcher: Searcher
    canvas: Any
    hints: Optional[dict[tuple[int, int], float]]
    hovered: Optional[tuple[int, int]]
    _texts: dict[str, Any]

    def __init__(self, root: Any, match: Match, searcher: Searcher) -> None:
        """Fill the window root, an instance of tkinter.Tk."""
        self.match, self.searcher = match, searcher
        self.hints = self.hovered = None
        self._texts = {name: tkinter.StringVar()
                       for name in ('status', 'news', 'search')}
        below = tkinter.Frame(root)
        self._fill_below(below)
        below.pack(side='bottom', fill='x', padx=MARGIN, pady=MARGIN)
        self.canvas = tkinter.Canvas(root, background=BACKGROUND,
                                     highlightthickness=0)
        self.canvas.pack(fill='both', expand=True)
        self._set_size(root, below)
        self._bind(root)
        if not match.is_over():
            self.say('Click to place a domino.')
        self._poll()

    def _fill_below(self, below: Any) -> None:
        """Fill the frame below the board, with the texts, keys and button."""
        for text in self._texts.values():
            label = tkinter.Label(below, textvariable=text, anchor='w',
                                  justify='left', padx=0, borderwidth=0)
            label.pack(fill='x', pady=1)
            # A text that is wider than the window continues on the next line.
            label.bind('<Configure>', lambda event: event.widget.configure(
                wraplength=event.width))
        tkinter.Button(below, text='Reset', takefocus=False,
                       command=lambda: self.attempt(self.go_back, [])
                       ).pack(side='right')
        tkinter.Label(below, anchor='w', fg='#66625a', text=KEYS, padx=0,
                      borderwidth=0).pack(fill='x', expand=True)

    def _set_size(self, root: Any, below: Any) -> None:
        """Set the size of the window root and its minimum size, so that there
        is always room for the board and for the texts in the frame below it.
        """
        # Tk knows how large the frame is with texts as wide as this.
        for name, text in self._texts.items():
            text.set(WIDE_TEXTS[name])
        root.update_idletasks()
        for text in self._texts.values():
            text.set('')
        screen = root.winfo_screenwidth(), root.winfo_screenheight()
        width = below.winfo_reqwidth() + 2 * MARGIN
        height = below.winfo_reqheight() + 2 * MARGIN
        side = max(MARGIN, min(
            LARGEST_SQUARE,
            (screen[0] - SCREEN_EDGE[0]) // self.match.cols,
            (screen[1] - SCREEN_EDGE[1] - height) // self.match.rows))
        line = below.winfo_children()[0].winfo_reqheight()
        lowest = height + line * (MOST_TEXT_LINES - len(self._texts)) \
            + SMALLEST_CANVAS
        root.minsize(width, lowest)
        width = max(width, side * self.match.cols + 2 * EDGE)
        height = max(lowest, side * self.match.rows + 2 * EDGE + height)
        root.geometry(f'{width}x{height}')

    def _bind(self, root: Any) -> None:
        """Have the mouse, the keys and errors in the window root reported."""
        self.canvas.bind('<Configure>', lambda event: self.draw())
        self.canvas.bind('<Motion>', lambda event: self.hover(
            self.find_square(event.x, event.y)))
        self.canvas.bind('<Leave>', lambda event: self.hover(None))
        self.canvas.bind('<Button-1>', lambda event: self.attempt(
            self.click, self.find_square(event.x, event.y)))
        root.bind('<Key>', lambda event: self.attempt(self.press, event))
        root.report_callback_exception = self.show_error

    # What the player does.

    def attempt(self, action: Any, *arguments: Any) -> None:
        """Call action(*arguments), and draw the window again. Tk passes errors
        to show_error.
        """
        try:
            action(*arguments)
        finally:
            self.draw()

    def press(self, event: Any) -> None:
        """React to a key."""
        if event.state & CONTROL:
            return
        keys = {'r': self.play_random, 'u': self.undo, 'h': self.show_hints}
        key = event.char.lower() or event.keysym
        if event.keysym == 'Escape':
            self.stop()
        elif key in keys:
            keys[key]()
        elif event.char and event.char in '123456789':
            self.search(int(event.char))

    def click(self, square: Optional[tuple[int, int]]) -> None:
        """Place a domino at square."""
        if square and not self.match.is_over():
            self.place(square)

    def play_random(self) -> None:
        """Place a domino at random."""
        if self.require('get_random_move') and not self.match.is_over():
            vertical = self.match.is_vertical_turn()
            self.place(self.match.game.get_random_move(vertical))

    def search(self, limit: int) -> None:
        """Start a search for the best move, which will be made."""
        if self.require('get_best_move') and not self.match.is_over():
            self.searcher.start(Search(self.match.dominoes, limit, False))
            self.say(f'Looking {limit} plies ahead...')

    def show_hints(self) -> None:
        """Start a search for the value of each move, or hide the values."""
        if self.hints is not None:
            self.hints = None
        elif self.require('get_best_move', 'legal_moves') \
                and not self.match.is_over():
            self.searcher.start(Search(self.match.dominoes, HINT_LIMIT, True))
            self.say('Looking for the value of each move...')

    def stop(self) -> None:
        """Stop the search."""
        if self.searcher.is_searching():
            self.searcher.stop()
            self.say('The search was stopped.')

    def undo(self) -> None:
        """Take back the last domino."""
        if not self.match.dominoes:
            raise ValueError('There is nothing to take back.')
        self.go_back(self.match.dominoes[:-1])

    def go_back(self, dominoes: list[Domino]) -> None:
        """Start again with these dominoes on the board."""
        self.clear_search()
        self.match.replay(dominoes)
        self.say('')

    def place(self, move: tuple[int, int]) -> None:
        """Place the next domino."""
        self.match.place(move)
        self.clear_search()
        self.say('')

    def clear_search(self) -> None:
        """Stop the search and hide the values: they belong to the position
        before.
        """
        self.searcher.stop()
        self.hints = None

    def require(self, *methods: str) -> bool:
        """Return whether the game has all these methods. If not, say so."""
        missing = [each for each in methods
                   if not hasattr(self.match.game, each)]
        if missing:
            self.say(f'The game has no {missing[0]}, so this key does nothing.')
        return not missing

    # What a search finds.

    def _poll(self) -> None:
        """Check every few milliseconds whether a search has ended."""
        self.canvas.after(POLL_MILLISECONDS, self._poll)
        if self.searcher.has_ended():
            self.attempt(self.show_found)

    def show_found(self) -> None:
        """Show what a search has found. If that is a move, make it."""
        search = self.searcher.fetch()
        self.say('')
        if search.hints:
            self.hints = search.found
            return
        move, value, leaves = search.found
        if move is not None:
            self.place(move)
        self.show('search', f'Last search, limit {search.limit}: '
                            f'value {format_value(value)}, {leaves:,} leaves, '
                            f'{search.milliseconds:.0f} ms')

    # What is shown.

    def show(self, name: str, text: str) -> None:
        """Show text as the status, the news or the last search (name says
        which), without its line breaks.
        """
        self._texts[name].set(' '.join(text.split())[:LONGEST_TEXT])

    def say(self, text: str) -> None:
        """Show text as the news."""
        self.show('news', text)

    def describe_status(self) -> str:
        """Return who is to move, or who has won."""
        names = {True: 'Vertical', False: 'Horizontal'}
        vertical = self.match.is_vertical_turn()
        if self.match.is_over():
            return f'{names[not vertical]} wins: there is no room for a ' \
                   f'{names[vertical].lower()} domino'
        status = f'{names[vertical]} is to move'
        if self.searcher.is_searching():
            status += ', searching (Esc stops)'
        return status

    def get_side(self) -> float:
        """Return the side of a square in pixels."""
        return max(1.0, min(
            (self.canvas.winfo_width() - 2 * EDGE) / self.match.cols,
            (self.canvas.winfo_height() - 2 * EDGE) / self.match.rows))

    def get_corner(self, row: float, col: float) -> tuple[float, float]:
        """Return the place (x, y) of a square's upper left corner on the
        canvas, in pixels. The board is in the middle of the canvas.
        """
        side = self.get_side()
        left = (self.canvas.winfo_width() - side * self.match.cols) / 2
        top = (self.canvas.winfo_height() - side * self.match.rows) / 2
        return left + side * col, top + side * row

    def find_square(self, x: float, y: float) -> Optional[tuple[int, int]]:
        """Return the square at a place on the canvas as (row, col), or None if
        there is none.
        """
        left, top = self.get_corner(0, 0)
        row, col = (y - top) // self.get_side(), (x - left) // self.get_side()
        if 0 <= row < self.match.rows and 0 <= col < self.match.cols:
            return int(row), int(col)
        return None

    def hover(self, square: Optional[tuple[int, int]]) -> None:
        """Highlight the squares that a click at square would cover."""
        if square != self.hovered:
            self.hovered = square
            self._draw_light()

    def _draw_light(self) -> None:
        """Draw the highlight under the mouse."""
        self.canvas.delete('light')
        if self.hovered and not self.match.is_over() \
                and self.match.is_legal(*self.hovered):
            domino = Domino(*self.hovered, self.match.is_vertical_turn())
            self._draw_rectangle(domino, 0.06, 'light', width=2, dash=(4, 3),
                                 outline=COLOURS[domino.vertical],
                                 fill=LIGHTS[domino.vertical])
            self.canvas.tag_raise('hint')

    def draw(self) -> None:
        """Draw the whole window."""
        status = self.describe_status()
        self.show('status', status)
        self.canvas.winfo_toplevel().title(f'Dominoes: {status}')
        self.canvas.delete('all')
        for row in range(self.match.rows):
            for col in range(self.match.cols):
                self.canvas.create_rectangle(*self.get_corner(row, col),
                                             *self.get_corner(row + 1, col + 1),
                                             outline=LINES)
        self._draw_labels()
        for domino in self.match.dominoes:
            self._draw_rectangle(domino, 0.08, 'domino', outline='',
                                 fill=COLOURS[domino.vertical])
            self._draw_marks(domino)
        for (row, col), value in (self.hints or {}).items():
            text = format_value(value, '+')
            # Pixels, so negative. A longer text needs smaller characters.
            size = -max(8, int(self.get_side() / max(3, 0.8 * len(text))))
            self.canvas.create_text(
                *self.get_corner(row + 0.5, col + 0.5), text=text,
                tags='hint', font=('TkDefaultFont', size))
        self._draw_light()

    def _draw_labels(self) -> None:
        """Write the letters of the columns above the board, and the numbers of
        the rows beside it.
        """
        left, top = self.get_corner(0, 0)
        font = ('TkDefaultFont', -max(6, min(13, int(self.get_side()))))
        for col in range(self.match.cols):
            self.canvas.create_text(
                self.get_corner(0, col + 0.5)[0], top - EDGE / 2, font=font,
                text='a' * (col // 26) + ascii_lowercase[col % 26])
        for row in range(self.match.rows):
            self.canvas.create_text(
                left - EDGE / 2, self.get_corner(row + 0.5, 0)[1], font=font,
                text=str(row + 1))

    def _draw_rectangle(self, domino: Domino, gap: float, tag: str,
                        **options: Any) -> None:
        """Draw a rectangle where domino is. The gap around it is a fraction of
        the side of a square.
        """
        (top, left), (bottom, right) = domino.get_squares()
        self.canvas.create_rectangle(
            *self.get_corner(top + gap, left + gap),
            *self.get_corner(bottom + 1 - gap, right + 1 - gap),
            tags=tag, **options)

    def _draw_marks(self, domino: Domino) -> None:
        """Draw two marks on domino: discs if it is vertical, diamonds if it is
        horizontal. They tell the players apart without colour.
        """
        for row, col in domino.get_squares():
            x, y = self.get_corner(row + 0.5, col + 0.5)
            r = self.get_side() * 0.14
            if domino.vertical:
                self.canvas.create_oval(x - r, y - r, x + r, y + r, fill=MARKS,
                                        outline='', tags='disc')
            else:
                self.canvas.create_polygon(
                    x - r, y, x, y - r, x + r, y, x, y + r, fill=MARKS,
                    outline='', tags='diamond')

    def show_error(self, *error: Any) -> None:
        """Show in the window what went wrong: an illegal move, or any error in
        a student's method. Tk gives the error's type, the error itself and its
        traceback.
        """
        if error[0] is KeyboardInterrupt:
            raise error[1]
        self.say(str(error[1]) if error[0] is ValueError
                 else describe_error(error[1]))


def format_value(value: float, sign: str = '') -> str:
    """Return the text of value, with a plus in front of positive values if sign
    is '+'. Zero never has a sign.

    >>> format_value(2.0), format_value(2.0, '+'), format_value(-0.0, '+')
    ('2', '+2', '0')
    """
    return f'{value:{sign}g}' if value else '0'


def parse_arguments(arguments: list[str]) -> tuple[int, int, Path]:
    """Return the number of rows and of columns and the path of the module,
    which are the arguments of the program.

    Raise ValueError if they are wrong.
    """
    if not 2 <= len(arguments) <= 3:
        raise ValueError('There must be 2 or 3 arguments')
    for text in arguments[:2]:
        if not (text.isascii() and text.isdecimal() and len(text) < 9
                and 1 <= int(text) <= LARGEST):
            raise ValueError(f'{text[:20]!r} is not a whole number from 1 to '
                             f'{LARGEST}')
    path = Path(arguments[2]) if arguments[2:] else DEFAULT_MODULE
    return int(arguments[0]), int(arguments[1]), path.resolve()


def main(arguments: list[str]) -> int:
    """Open a window for the game that arguments ask for, and wait until it is
    closed. Return the exit status of the program.
    """
    try:
        rows, cols, path = parse_arguments(arguments)
        module = load_module(path)
        with ErrorCatcher() as catcher:
            match = Match(module, rows, cols)
        if catcher.error:
            raise ValueError(f'{path} cannot make this board: {catcher.error}')
    except ValueError as error:
        print(f'{error}. {USAGE.format(largest=LARGEST)}', file=sys.stderr)
        return 2
    if tkinter is None:
        print('There is no window: this Python has no tkinter.',
              file=sys.stderr)
        return 1
    try:
        root = tkinter.Tk(className='Dominoes')
    except tkinter.TclError as error:
        print(f'There is no display to open a window on: {error}',
              file=sys.stderr)
        return 1
    searcher = Searcher(path, (rows, cols))
    try:
        Window(root, match, searcher)
        root.mainloop()
    except KeyboardInterrupt:
        return 130
    finally:
        searcher.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
