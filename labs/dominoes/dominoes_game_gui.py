"""A window in which to play the dominoes game.

    python3 dominoes_game_gui.py rows cols [module]

One player places vertical dominoes, the other horizontal ones. A click places
a domino on a square and on the one below it or to its right; KEYS lists what
the keys do. The rules and the search come from adversarial_search.py in this
folder, or from another file that has create_dominoes_game. If a method is
missing there, the window does without the features that need it.
"""

from functools import partial
from importlib import import_module
from pathlib import Path
from string import ascii_lowercase
from threading import Thread
from time import perf_counter
from traceback import extract_tb
from typing import Any, Callable, Optional, Union
import multiprocessing
import os
import signal
import sys

try:
    import tkinter
except ImportError:  # Some systems keep it in a separate package.
    tkinter = None  # type: ignore[assignment]

if sys.version_info < (3, 11):
    sys.exit(
        'Python 3.11 or later is needed; this is Python '
        f'{sys.version_info[0]}.{sys.version_info[1]}.'
    )

MOST_ROWS = 50  # And columns.
USAGE = 'usage: python3 dominoes_game_gui.py rows cols [module.py]'
DEFAULT_MODULE = Path(__file__).with_name('adversarial_search.py')
FAILURES = (Exception, SystemExit)  # A student's code may raise any of these.

# Vertical dominoes (True) and horizontal ones (False). Their colours can be
# told apart with any kind of colour vision, and the marks differ too.
PLAYER_NAMES = {True: 'Vertical', False: 'Horizontal'}
DARK = {True: '#2f6db3', False: '#e08a1e'}
LIGHT = {True: '#cfe0f4', False: '#fae3c3'}
BACKGROUND = '#f7f5ef'
LINES = '#8a8678'
MARKS = 'white'
PALE = '#66625a'  # Of texts that are less important.

# Sizes in pixels.
LARGEST_SQUARE = 64
DESKTOP = 110  # The desktop needs some of the screen.
BORDER = 8  # Around what is below the board.
EDGE = 20  # Around the board, where rows and columns are named.
SMALLEST_CANVAS = 200  # Long texts leave half of this to the board.

POLL_MILLISECONDS = 30  # Between checks for a result and for Ctrl-C.
LABEL_LENGTH = 100  # Longer texts are cut off after this many characters.
LINE_WIDTH = '340p'  # In points, as fonts are. Usual texts take one line.
HINT_LIMIT = 2
KEYS = 'click place   r random   1-9 search   Esc stop   u undo   h values'

Square = tuple[int, int]  # Its row and its column, from 0.


def describe_student_error(error: BaseException) -> str:
    """Return the name and message of error, as one line."""
    text = str(error)
    if isinstance(error, NotImplementedError) and not text:
        name = extract_tb(error.__traceback__)[-1].name
        text = f'{name} is not written yet'
    return ' '.join(f'{type(error).__name__}: {text}'.split())[:LABEL_LENGTH]


class Match:
    """A game in progress.

    === Attributes ===
    module: the name of the module with the rules and the search
    size: the numbers of rows and of columns of the board
    moves: the moves so far, each by the square of the domino's upper or left
        end; every other domino is vertical, beginning with the first one
    game: the game of the module, after these moves
    """

    module: str
    size: tuple[int, int]
    moves: list[Square]
    game: Any

    def __init__(
        self, module: str, size: tuple[int, int], moves: list[Square]
    ) -> None:
        """Start a game, and make these moves. Raise ValueError, saying why, if
        the module cannot be used.
        """
        self.module = module
        self.size = size
        self.moves = []
        try:
            self.game = import_module(module).create_dominoes_game(*size)
        except FAILURES as error:
            raise ValueError(
                f'{module}.py cannot be used: {describe_student_error(error)}'
            ) from error
        for move in moves:
            self.place(move)

    @property
    def vertical(self) -> bool:
        """Whether the player of vertical dominoes is to move."""
        return len(self.moves) % 2 == 0

    def ask(self, method: str, *arguments: Any) -> Optional[bool]:
        """Return the answer of a method of the game about the player to move,
        or None if the method is missing or fails.
        """
        try:
            return bool(getattr(self.game, method)(*arguments, self.vertical))
        except FAILURES:
            return None

    def place(self, move: Any) -> None:
        """Place the next domino. Raise ValueError if that is not possible."""
        if not (
            isinstance(move, (tuple, list))
            and len(move) == 2
            and all(isinstance(number, int) for number in move)
        ):
            raise ValueError(f'{str(move)[:40]!r} is not a row and a column.')
        row, col = move
        rows, cols = self.size
        if self.vertical:
            rows -= 1  # None begins on the last row.
        else:
            cols -= 1
        inside = 0 <= row < rows and 0 <= col < cols
        if not inside or self.ask('is_legal_move', row, col) is False:
            raise ValueError('There is no room for that.')
        self.game.perform_move(row, col, self.vertical)
        self.moves.append((row, col))

    def find_best(self, limit: int) -> dict[str, Any]:
        """Return the best move, None if there is none, and a report."""
        start = perf_counter()
        move, value, leaves = self.game.get_best_move(self.vertical, limit)
        seconds = perf_counter() - start
        # Adding 0 makes 0 of -0.
        report = (
            f'Last search, limit {limit}: value {float(value) + 0:g}, '
            f'{int(leaves):,} leaves, {1000 * seconds:.0f} ms'
        )
        return {'move': move, 'report': report}

    def find_hints(self, limit: int) -> dict[str, Any]:
        """Return the value of each legal move."""
        values = {}
        for row, col in self.game.legal_moves(self.vertical):
            after = Match(self.module, self.size, [*self.moves, (row, col)])
            # What is good for the other player is bad for this one.
            _, value, *_ = after.game.get_best_move(after.vertical, limit - 1)
            values[row, col] = -float(value)
        return {'hints': values}


def run_search(results: Any, match: tuple, method: str, limit: int) -> None:
    """Search a match, in a process of its own, and send the result."""
    # Ctrl-C reaches both processes. Leave it to the window.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=exit_with_window, daemon=True).start()
    try:
        results.send(getattr(Match(*match), method)(limit))
    except FAILURES as error:
        results.send({'news': describe_student_error(error)})


def exit_with_window() -> None:
    """Wait until the window's process has ended, and end this process."""
    window: Any = multiprocessing.parent_process()
    window.join()
    os._exit(1)


class GameWindow:
    """The window in which a match is played.

    === Attributes ===
    match: the match
    search: the process of the search that is going on, or None
    results: where its result arrives
    hints: the value of each legal move; empty while they are hidden
    hovered: the square under the mouse, or None
    canvas: the area in which the board is drawn
    labels: the texts below it, by name
    """

    match: Match
    search: Any
    results: Any
    hints: dict[Square, float]
    hovered: Optional[Square]
    canvas: Any
    labels: dict[str, Any]

    def __init__(self, root: Any, match: Match) -> None:
        """Fill the window root, an instance of tkinter.Tk."""
        self.match = match
        self.search = None
        self.hovered = None
        self.hints = {}
        self.labels = {}
        below = self._add_texts(root)
        self.canvas = tkinter.Canvas(root, bg=BACKGROUND, highlightthickness=0)
        self.canvas.pack(fill='both', expand=True)
        root.update_idletasks()
        rows, cols = match.size
        width, height = below.winfo_reqwidth(), below.winfo_reqheight()
        high = root.winfo_screenheight() - DESKTOP - height
        wide = root.winfo_screenwidth()
        side = min(LARGEST_SQUARE, high // (rows + 1), wide // (cols + 2))
        side = max(6, side)
        root.minsize(width, height + SMALLEST_CANVAS)
        height += max(SMALLEST_CANVAS, side * rows + 2 * EDGE)
        root.geometry(f'{max(width, side * cols + 2 * EDGE)}x{height}')
        for event in '<Configure>', '<Motion>', '<Leave>', '<Button-1>':
            self.canvas.bind(event, partial(self.attempt, self.point))
        root.bind('<Key>', partial(self.attempt, self.press))
        self.draw()
        self._poll()

    def _add_texts(self, root: Any) -> Any:
        """Add the texts and the button below the board to root. Return the
        frame around them.
        """
        below = tkinter.Frame(root, padx=BORDER, pady=BORDER)
        below.pack(side='bottom', fill='x')
        for name in 'status', 'news', 'report':
            self.labels[name] = tkinter.Label(
                below,
                anchor='w',
                justify='left',
                padx=0,
                bd=0,
                wraplength=LINE_WIDTH,
            )
            self.labels[name].pack(fill='x', pady=1)
        tkinter.Button(
            below,
            text='Reset',
            takefocus=False,
            command=partial(self.attempt, self.go_back, []),
        ).pack(side='right')
        tkinter.Label(below, text=KEYS, fg=PALE, padx=0, bd=0).pack(side='left')
        return below

    # Moves and searches.

    def attempt(self, action: Callable, *arguments: Any) -> None:
        """Call action, show any error as the news, and draw the window."""
        try:
            action(*arguments)
        except ValueError as error:
            self.show('news', str(error))
        except FAILURES as error:
            self.show('news', describe_student_error(error))
        self.draw()

    def press(self, event: Any) -> None:
        """React to a key."""
        key = event.char.lower()
        match = self.match
        if event.keysym == 'Escape' and self.search:
            self.clear('The search was stopped.')
        elif key == 'u' and not match.moves:
            self.show('news', 'There is nothing to take back.')
        elif key == 'u':
            self.go_back(match.moves[:-1])
        elif key == 'h' and self.hints:
            self.hints = {}
        elif key == '' or match.ask('game_over'):
            return
        elif key == 'r':
            match.place(match.game.get_random_move(match.vertical))
            self.clear()
        elif key == 'h':
            self.look('for the value of each move', 'find_hints', HINT_LIMIT)
        elif key in '123456789':
            self.look(f'{key} plies ahead', 'find_best', int(key))

    def point(self, event: Any) -> None:
        """Find the square under the mouse. At a click, place a domino."""
        left, top, side = self.get_place()
        row, col = int((event.y - top) // side), int((event.x - left) // side)
        rows, cols = self.match.size
        inside = 0 <= row < rows and 0 <= col < cols
        self.hovered = (row, col) if inside else None
        if event.num == 1 and self.hovered and not self.match.ask('game_over'):
            self.match.place(self.hovered)
            self.clear()

    def go_back(self, moves: list[Square]) -> None:
        """Start again with these moves."""
        self.clear()
        self.match = Match(self.match.module, self.match.size, moves)

    def clear(self, news: str = '') -> None:
        """Stop the search, hide the values, and show the news."""
        if self.search:
            self.search.kill()
            self.search.join()
        self.search = None
        self.hints = {}
        self.show('news', news)

    def look(self, what: str, method: str, limit: int) -> None:
        """Start a search, in a process that the window can stop."""
        self.clear(f'Looking {what}...')
        context = multiprocessing.get_context('spawn')
        match = self.match
        self.results, theirs = context.Pipe(duplex=False)
        facts = match.module, match.size, match.moves
        self.search = context.Process(
            target=run_search,
            daemon=True,
            args=(theirs, facts, method, limit),
        )
        self.search.start()
        theirs.close()

    def _poll(self) -> None:
        """Check regularly whether a search has ended."""
        self.canvas.after(POLL_MILLISECONDS, self._poll)
        if self.search and self.results.poll():
            self.attempt(self.show_found)

    def show_found(self) -> None:
        """Show what a search has found. If that is a move, make it."""
        try:
            found = self.results.recv()
        except EOFError:
            found = {'news': 'The search has ended without an answer.'}
        self.clear(found.get('news', ''))
        if found.get('move') is not None:
            self.match.place(found['move'])
        self.hints = found.get('hints', {})
        if 'report' in found:
            self.show('report', found['report'])

    # The picture.

    def show(self, name: str, text: str) -> None:
        """Show text, with blanks for line breaks, in the label name."""
        self.labels[name].configure(text=' '.join(text.split())[:LABEL_LENGTH])

    def describe_status(self) -> str:
        """Return who is to move, or who has won."""
        name = PLAYER_NAMES[self.match.vertical]
        other = PLAYER_NAMES[not self.match.vertical]
        if self.match.ask('game_over'):
            return f'{other} wins: there is no room for a {name.lower()} domino'
        if self.search:
            return f'{name} is to move, searching (Esc stops)'
        return f'{name} is to move'

    def get_place(self) -> tuple[float, float, float]:
        """Return the left and top edge of the board, and a square's side."""
        rows, cols = self.match.size
        width, height = self.canvas.winfo_width(), self.canvas.winfo_height()
        side = min((width - 2 * EDGE) / cols, (height - 2 * EDGE) / rows)
        side = max(1.0, side)
        return (width - side * cols) / 2, (height - side * rows) / 2, side

    def draw(self) -> None:
        """Draw the whole window."""
        status = self.describe_status()
        match = self.match
        self.canvas.winfo_toplevel().title(f'Dominoes: {status}')
        self.show('status', status)
        left, top, side = self.get_place()
        self.canvas.delete('all')
        self._draw_board(side)
        for number, move in enumerate(match.moves):
            self._draw_domino(move, number % 2 == 0)
        if self.hovered and match.ask('is_legal_move', *self.hovered):
            self._draw_domino(self.hovered, match.vertical, True)
        for (row, col), value in self.hints.items():
            text = f'{value:+g}' if value else '0'
            size = max(8, side / max(3, len(text) / 1.6))
            self._write(row, col, text, size, 'hint')
        # So far, a square is 1 x 1, and the board begins at 0, 0.
        self.canvas.scale('all', 0, 0, side, side)
        self.canvas.move('all', left, top)

    def _draw_board(self, side: float) -> None:
        """Draw the lines of the board, and name its rows and columns."""
        rows, cols = self.match.size
        edge = -0.5 - EDGE / 2 / side
        size = max(6, min(13.0, side))
        self.canvas.create_rectangle(0, 0, cols, rows, outline=LINES)
        for row in range(rows):
            self.canvas.create_line(0, row, cols, row, fill=LINES)
            self._write(row, edge, str(row + 1), size)
        for col in range(cols):
            self.canvas.create_line(col, 0, col, rows, fill=LINES)
            name = 'a' * (col // 26) + ascii_lowercase[col % 26]
            self._write(edge, col, name, size)

    def _write(
        self, row: float, col: float, text: str, size: float, tag: str = ''
    ) -> None:
        """Write text, of this size in pixels, in the middle of a square."""
        self.canvas.create_text(
            col + 0.5,
            row + 0.5,
            text=text,
            tags=tag,
            font=('TkDefaultFont', -int(size)),
        )

    def _draw_domino(
        self, move: Square, vertical: bool, is_lit: bool = False
    ) -> None:
        """Draw a domino, with discs if it is vertical, otherwise diamonds. If
        is_lit, draw only a light where it would be placed.
        """
        row, col = move
        end = (row + 1, col) if vertical else (row, col + 1)
        self.canvas.create_rectangle(
            col + 0.08,
            row + 0.08,
            end[1] + 0.92,
            end[0] + 0.92,
            outline=DARK[vertical],
            fill=(LIGHT if is_lit else DARK)[vertical],
            tags='light' if is_lit else 'domino',
        )
        if is_lit:
            return
        r, tag = (0.19, 'disc') if vertical else (0.14, 'diamond')
        for row, col in move, end:
            x, y = col + 0.5, row + 0.5
            # Smoothly drawn, a diamond becomes a smaller disc.
            self.canvas.create_polygon(
                (x - r, y, x, y - r, x + r, y, x, y + r),
                fill=MARKS,
                smooth=vertical,
                tags=tag,
            )


def main(arguments: list[str]) -> Union[int, str]:
    """Open a window, and wait until it is closed. Return the exit status, or
    why there is no window.
    """
    sides = {str(side): side for side in range(1, MOST_ROWS + 1)}
    path = Path(arguments[2]) if arguments[2:] else DEFAULT_MODULE
    path = path.resolve()
    sys.path.insert(0, str(path.parent))  # It may import files beside it.
    try:
        if not 2 <= len(arguments) <= 3:
            raise ValueError('There must be 2 or 3 arguments')
        for text in arguments[:2]:
            if text not in sides:
                raise ValueError(
                    f'{text[:20]!r} is not a whole number from 1 to {MOST_ROWS}'
                )
        if path.suffix != '.py' or not path.is_file():
            raise ValueError(f'{path} is not a Python file')
        match = Match(path.stem, (sides[arguments[0]], sides[arguments[1]]), [])
    except ValueError as error:
        print(f'{error}. {USAGE}', file=sys.stderr)
        return 2
    if tkinter is None:
        return 'There is no window: this Python has no tkinter.'
    try:
        root = tkinter.Tk(className='Dominoes')
    except tkinter.TclError as error:
        return f'There is no display to open a window on: {error}'
    GameWindow(root, match)
    # exit_with_window ends a search then.
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    root.mainloop()
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
