"""A window to play the dominoes game in.

    python3 dominoes_game_gui.py rows cols [module]

One player places vertical dominoes, the other horizontal ones. The rules and
the search come from adversarial_search.py in this folder, or from the file
module: any that offers create_dominoes_game. Where a method is missing in it,
only what needs that method is missing in the window.

    click     place a domino: this square, and the one below or to the right
    r         place one at random
    1 to 9    place the best one that a search so many plies deep finds
    Escape    stop a search
    u         take the last domino back
    h         show what each move is worth, two plies deep, or hide that
"""
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from time import perf_counter
from types import ModuleType
from typing import Any, NamedTuple, Optional
import os
import signal
import sys
try:
    import tkinter
except ImportError:  # Some systems have it in a package of its own.
    tkinter = None

USAGE = ('usage: python3 dominoes_game_gui.py rows cols [module]: rows and '
         'cols are whole numbers from 1 to {largest}, module is a file like '
         'adversarial_search.py')
LARGEST = 50
DEFAULT_MODULE = Path(__file__).with_name('adversarial_search.py')

# Colours that people with any colour vision can tell apart; the marks on the
# dominoes differ as well.
COLOURS = {True: '#2f6db3', False: '#e08a1e'}
BACKGROUND, LINES, MARKS = '#f7f5ef', '#8a8678', 'white'

SMALLEST = (440, 240)  # Width and height of the window, in pixels.
POLL_MILLISECONDS = 30
LONGEST_NEWS = 100
CONTROL = 4  # The bit for this key in the state of an event.
HINT_LIMIT = 2


class Domino(NamedTuple):
    """A domino on the board.

    === Attributes ===
    row: the row of its upper or left end, from 0
    col: the column of that end, from 0
    vertical: whether it stands upright
    """
    row: int
    col: int
    vertical: bool

    def squares(self) -> list[tuple[int, int]]:
        """Return the two squares that this domino covers."""
        return [(self.row, self.col),
                (self.row + self.vertical, self.col + (not self.vertical))]


class Request(NamedTuple):
    """What a search is to find out.

    === Attributes ===
    dominoes: all dominoes on the board, in the order of play
    limit: how many plies to look ahead
    hints: whether every legal move is to be valued, not the best one found
    """
    dominoes: list[Domino]
    limit: int
    hints: bool


class Answer(NamedTuple):
    """What a search has found out.

    === Attributes ===
    request: what was asked
    found: what get_best_move returned; or, for hints, the value of each move;
        or, if that has raised an error, what it says
    milliseconds: how long it took
    """
    request: Request
    found: Any
    milliseconds: float


def told(error: BaseException) -> str:
    """Return what error says, as one line."""
    return ' '.join(f'{type(error).__name__}: {error}'.split())[:LONGEST_NEWS]


class Caught:
    """A context that no error leaves, whatever a student's code in it does.

    === Attributes ===
    error: what went wrong in it, as one line; '' if nothing did
    """
    error: str

    def __enter__(self) -> 'Caught':
        """Enter this context."""
        self.error = ''
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        """Leave this context, and keep what error says, if there is one."""
        if isinstance(error, (Exception, SystemExit)):
            self.error = told(error)
        return bool(self.error)


def loaded(path: Path) -> ModuleType:
    """Return the module in the file at path.

    Raise ValueError, saying why, if it cannot be loaded or does not offer
    create_dominoes_game.
    """
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ValueError(f'{path} is not a Python file')
    module = module_from_spec(spec)
    # As for every module that is imported; and it may import its neighbours.
    sys.modules[path.stem] = module
    sys.path.insert(0, str(path.parent))
    with Caught() as caught:
        spec.loader.exec_module(module)
    if caught.error:
        raise ValueError(f'{path} cannot be loaded: {caught.error}')
    if not hasattr(module, 'create_dominoes_game'):
        raise ValueError(f'{path} has no create_dominoes_game')
    return module


class Play:
    """A game as it is played in the window.

    === Attributes ===
    rows: how many rows the board has
    cols: how many columns it has
    dominoes: all dominoes on the board, in the order of play
    game: the game that knows the rules

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
        """Begin a game on an empty board, with the rules of module."""
        self.rows, self.cols = rows, cols
        self.dominoes = []
        self._module = module
        self.game = module.create_dominoes_game(rows, cols)

    def vertical(self) -> bool:
        """Return whether the player of vertical dominoes is to move."""
        return len(self.dominoes) % 2 == 0

    def offers(self, *methods: str) -> bool:
        """Return whether the game has all these methods."""
        return all(hasattr(self.game, method) for method in methods)

    def _says(self, method: str, *arguments: Any) -> list:
        """Return what a method of the game says of the player to move, as a
        list, which is empty if the method is missing or fails.
        """
        answers = []
        with Caught():
            answers.append(getattr(self.game, method)(*arguments,
                                                      self.vertical()))
        return answers

    def is_over(self) -> bool:
        """Return whether the game is known to be over."""
        return any(self._says('game_over'))

    def is_legal(self, row: int, col: int) -> bool:
        """Return whether a move is known to be legal."""
        return any(self._says('is_legal_move', row, col))

    def place(self, move: tuple[int, int]) -> None:
        """Place the next domino. Raise ValueError if that is illegal."""
        row, col = checked_move(move)
        domino = Domino(row, col, self.vertical())
        if not all(0 <= r < self.rows and 0 <= c < self.cols
                   for r, c in domino.squares()) \
                or not all(self._says('is_legal_move', row, col)):
            raise ValueError('There is no room for that.')
        self.game.perform_move(*domino)
        self.dominoes.append(domino)

    def replay(self, dominoes: list[Domino]) -> None:
        """Begin again, and place these dominoes."""
        self.game = self._module.create_dominoes_game(self.rows, self.cols)
        self.dominoes = []
        for domino in dominoes:
            self.game.perform_move(*domino)
            self.dominoes.append(domino)

    def answer(self, request: Request) -> Any:
        """Return what request asks for: what get_best_move returns; or, for
        hints, a dict with the value of each legal move.
        """
        self.replay(request.dominoes)
        vertical = self.vertical()
        if not request.hints:
            move, value, leaves = self.game.get_best_move(vertical,
                                                          request.limit)
            return move and checked_move(move), float(value), int(leaves)
        values = {}
        for row, col in list(self.game.legal_moves(vertical)):
            self.replay([*request.dominoes, Domino(row, col, vertical)])
            # The other player's value is the opposite of one's own.
            _, value, *_ = self.game.get_best_move(not vertical,
                                                   request.limit - 1)
            values[checked_move((row, col))] = -float(value)
        return values


def checked_move(move: Any) -> tuple[int, int]:
    """Return move, which must be a row and a column. Raise ValueError if it is
    not.
    """
    if not (isinstance(move, (tuple, list)) and len(move) == 2
            and all(isinstance(number, int) for number in move)):
        raise ValueError(f'{str(move)[:40]!r} is not a row and a column.')
    return move[0], move[1]


@lru_cache
def play_of(path: Path, rows: int, cols: int) -> Play:
    """Return a game for searches in a board of this size, with the module in
    the file at path: the same game each time.
    """
    return Play(loaded(path), rows, cols)


def answered(path: Path, size: tuple[int, int], request: Request) -> Answer:
    """Return the answer to request on a board of this size (rows, columns),
    with the module in the file at path.
    """
    start = perf_counter()
    with Caught() as caught:
        found = play_of(path, *size).answer(request)
    return Answer(request, caught.error or found,
                  1000 * (perf_counter() - start))


def serve(path: Path, size: tuple[int, int], connection: Connection) -> None:
    """Answer requests that come down connection, on a board of this size (rows,
    columns), with the module in the file at path. This runs in a process of
    its own, until the window sends None or is no longer there.
    """
    # Ctrl-C is for the window.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=leave_with_parent, daemon=True).start()
    with Caught():
        play_of(path, *size)  # So that no search has to wait for this.
    for request in iter(connection.recv, None):
        connection.send(answered(path, size, request))


def leave_with_parent() -> None:
    """Wait until the process of the window has ended, and end this one."""
    window = parent_process()
    if window:
        window.join()
    os._exit(1)


class Searcher:
    """Searches in a process of its own, so that the window never waits, and
    any search can be stopped.
    """
    _about: tuple[Path, tuple[int, int]]
    _process: Any
    _connection: Connection
    _searching: bool

    def __init__(self, path: Path, size: tuple[int, int]) -> None:
        """Get ready for requests on a board of this size (rows, columns), with
        the module in the file at path.
        """
        self._about = (path, size)
        self._start()

    def _start(self) -> None:
        """Start the process."""
        context = get_context('spawn')
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=serve, daemon=True,
                                        args=(*self._about, theirs))
        self._process.start()
        theirs.close()
        self._searching = False

    def searching(self) -> bool:
        """Return whether a request is not answered yet."""
        return self._searching

    def ask(self, request: Request) -> None:
        """Begin to search for an answer to request."""
        self.stop()
        self._connection.send(request)
        self._searching = True

    def ready(self) -> bool:
        """Return whether there is an answer to fetch."""
        # At the end of the process, there is the end of what it sends.
        return self._searching and self._connection.poll()

    def answer(self) -> Answer:
        """Return the answer, which is ready. Raise ValueError if there will be
        none, or if it is an error.
        """
        self._searching = False
        try:
            answer = self._connection.recv()
        except (EOFError, OSError) as error:
            self.close()
            self._start()
            raise ValueError('The search has ended without an answer.') \
                from error
        if isinstance(answer.found, str):
            raise ValueError(answer.found)
        return answer

    def stop(self) -> None:
        """Give up the search that is going on, if there is one."""
        if self._searching:
            self.close()
            self._start()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._connection.close()


class Window:
    """The window, over a game that is played.

    === Attributes ===
    play: the game
    searcher: what searches for moves
    canvas: where the board is drawn
    hints: the value of each legal move, if they are shown
    hovered: the square under the mouse as (row, col), or None
    """
    play: Play
    searcher: Searcher
    canvas: Any
    hints: Optional[dict[tuple[int, int], float]]
    hovered: Optional[tuple[int, int]]
    _texts: dict[str, Any]

    def __init__(self, root: Any, play: Play, searcher: Searcher) -> None:
        """Fill the window root, an instance of tkinter.Tk."""
        self.play, self.searcher = play, searcher
        self.hints = self.hovered = None
        self._texts = {name: tkinter.StringVar()
                       for name in ('status', 'news', 'search')}
        below = tkinter.Frame(root)
        below.pack(side='bottom', fill='x', padx=8, pady=6)
        tkinter.Button(below, text='Reset', takefocus=False,
                       command=lambda: self.attempt(self.reset)
                       ).pack(side='right')
        for text in self._texts.values():
            # Their width is that of the window, not that of the text.
            tkinter.Label(below, textvariable=text, anchor='w', width=1
                          ).pack(fill='x')
        tkinter.Label(below, anchor='w', fg='#66625a',
                      text='r random   1-9 search   Esc stop   u undo   '
                           'h values').pack(fill='x')
        side = max(8, min(64, (root.winfo_screenwidth() - 60) // play.cols,
                          (root.winfo_screenheight() - 200) // play.rows))
        root.minsize(*SMALLEST)
        self.canvas = tkinter.Canvas(
            root, background=BACKGROUND, highlightthickness=0,
            width=max(side * play.cols + 16, SMALLEST[0]),
            height=side * play.rows + 16)
        self.canvas.pack(fill='both', expand=True)
        self.canvas.bind('<Configure>', lambda event: self.draw())
        self.canvas.bind('<Motion>', lambda event: self.hover(
            self.square_at(event.x, event.y)))
        self.canvas.bind('<Leave>', lambda event: self.hover(None))
        self.canvas.bind('<Button-1>', lambda event: self.attempt(
            self.click, self.square_at(event.x, event.y)))
        root.bind('<Key>', lambda event: self.attempt(self.press, event))
        root.report_callback_exception = self.tell_error
        self.say('Click to place a domino.')
        self._poll()

    # What the player does.

    def attempt(self, action: Any, *arguments: Any) -> None:
        """Call action(*arguments), and draw what has become of it. Errors go
        on to tell_error.
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
        if square and not self.play.is_over():
            self.place(square)

    def play_random(self) -> None:
        """Place a domino at random."""
        if self.has('get_random_move') and not self.play.is_over():
            self.place(self.play.game.get_random_move(self.play.vertical()))

    def search(self, limit: int) -> None:
        """Begin to search for the best move."""
        if self.has('get_best_move') and not self.play.is_over():
            self.searcher.ask(Request(self.play.dominoes, limit, False))
            self.say(f'Looking {limit} plies ahead...')

    def show_hints(self) -> None:
        """Show what each move is worth, or hide it if it is shown."""
        if self.hints is not None:
            self.hints = None
        elif self.has('get_best_move', 'legal_moves') \
                and not self.play.is_over():
            self.searcher.ask(Request(self.play.dominoes, HINT_LIMIT, True))
            self.say('Valuing each move...')

    def stop(self) -> None:
        """Stop the search."""
        if self.searcher.searching():
            self.searcher.stop()
            self.say('The search is stopped.')

    def undo(self) -> None:
        """Take the last domino back."""
        if not self.play.dominoes:
            raise ValueError('There is nothing to take back.')
        self.change()
        self.play.replay(self.play.dominoes[:-1])
        self.say('')

    def reset(self) -> None:
        """Begin again with an empty board."""
        self.change()
        self.play.replay([])
        self.say('')

    def place(self, move: tuple[int, int]) -> None:
        """Place the next domino."""
        self.play.place(move)
        self.change()
        self.say('')

    def change(self) -> None:
        """Forget what belongs to the position before."""
        self.searcher.stop()
        self.hints = None

    def has(self, *methods: str) -> bool:
        """Return whether the game has all these methods, and say if not."""
        missing = [each for each in methods if not self.play.offers(each)]
        if missing:
            self.say(f'The game has no {missing[0]}: this key does nothing.')
        return not missing

    # What a search finds.

    def _poll(self) -> None:
        """Look from time to time whether there is an answer."""
        self.canvas.after(POLL_MILLISECONDS, self._poll)
        if self.searcher.ready():
            self.attempt(self.react)

    def react(self) -> None:
        """Show what a search has found, and make the move."""
        answer = self.searcher.answer()
        self.say('')
        if answer.request.hints:
            self.hints = answer.found
            return
        move, value, leaves = answer.found
        if move is not None:
            self.place(move)
        self._texts['search'].set(
            f'Last search, limit {answer.request.limit}: value {value:g}, '
            f'{leaves:,} leaves, {answer.milliseconds:.0f} ms')

    # What is shown.

    def say(self, text: str) -> None:
        """Show text as the news."""
        self._texts['news'].set(text)

    def status(self) -> str:
        """Return who is to move, or who has won."""
        names = {True: 'Vertical', False: 'Horizontal'}
        vertical = self.play.vertical()
        if self.play.is_over():
            return f'{names[not vertical]} wins: there is no room for ' \
                   f'another {names[vertical].lower()} domino'
        status = f'{names[vertical]} is to move'
        if self.searcher.searching():
            status += ', searching (Esc stops)'
        return status

    def side(self) -> float:
        """Return the side of a square, in pixels."""
        return max(1.0, min(
            (self.canvas.winfo_width() - 16) / self.play.cols,
            (self.canvas.winfo_height() - 16) / self.play.rows))

    def corner(self, row: float, col: float) -> tuple[float, float]:
        """Return where on the canvas the upper left corner of a square is."""
        left = (self.canvas.winfo_width() - self.side() * self.play.cols) / 2
        top = (self.canvas.winfo_height() - self.side() * self.play.rows) / 2
        return left + self.side() * col, top + self.side() * row

    def square_at(self, x: float, y: float) -> Optional[tuple[int, int]]:
        """Return the square at a place on the canvas, or None."""
        left, top = self.corner(0, 0)
        row, col = (y - top) // self.side(), (x - left) // self.side()
        if 0 <= row < self.play.rows and 0 <= col < self.play.cols:
            return int(row), int(col)
        return None

    def hover(self, square: Optional[tuple[int, int]]) -> None:
        """Light up the squares that a click at square would cover."""
        if square != self.hovered:
            self.hovered = square
            self._light()

    def _light(self) -> None:
        """Draw the light under the mouse."""
        self.canvas.delete('light')
        if self.hovered and not self.play.is_over() \
                and self.play.is_legal(*self.hovered):
            domino = Domino(*self.hovered, self.play.vertical())
            self._rectangle(domino, 0.06, 'light', dash=(4, 3), width=2,
                            outline=COLOURS[domino.vertical],
                            fill='#cfe0f4' if domino.vertical else '#fae3c3')
            self.canvas.tag_raise('hint')

    def draw(self) -> None:
        """Draw the whole window."""
        status = self.status()
        self._texts['status'].set(status)
        self.canvas.winfo_toplevel().title(f'Dominoes: {status}')
        self.canvas.delete('all')
        for row in range(self.play.rows):
            for col in range(self.play.cols):
                self.canvas.create_rectangle(*self.corner(row, col),
                                             *self.corner(row + 1, col + 1),
                                             outline=LINES)
        for domino in self.play.dominoes:
            self._rectangle(domino, 0.08, 'domino', outline='',
                            fill=COLOURS[domino.vertical])
            self._marks(domino)
        for (row, col), value in (self.hints or {}).items():
            size = max(6, int(self.side() / 4))
            self.canvas.create_text(
                *self.corner(row + 0.5, col + 0.5), text=f'{value:+g}',
                tags='hint', font=('TkDefaultFont', size))
        self._light()

    def _rectangle(self, domino: Domino, gap: float, tag: str, **options: Any
                   ) -> None:
        """Draw a rectangle where domino is, with a gap around it that is given
        in sides of a square.
        """
        (top, left), (bottom, right) = domino.squares()
        self.canvas.create_rectangle(
            *self.corner(top + gap, left + gap),
            *self.corner(bottom + 1 - gap, right + 1 - gap),
            tags=tag, **options)

    def _marks(self, domino: Domino) -> None:
        """Draw the marks that tell dominoes apart without colour: two discs
        on a vertical one, two diamonds on a horizontal one.
        """
        for row, col in domino.squares():
            x, y = self.corner(row + 0.5, col + 0.5)
            r = self.side() * 0.14
            if domino.vertical:
                self.canvas.create_oval(x - r, y - r, x + r, y + r, fill=MARKS,
                                        outline='', tags='disc')
            else:
                self.canvas.create_polygon(
                    x - r, y, x, y - r, x + r, y, x, y + r, fill=MARKS,
                    outline='', tags='diamond')

    def tell_error(self, *error: Any) -> None:
        """Say in the window what went wrong: an illegal move, or whatever a
        student's method may do. The error is given as its type, itself, and
        where it was raised.
        """
        if error[0] is KeyboardInterrupt:
            raise error[1]
        self.say(str(error[1])[:LONGEST_NEWS] if error[0] is ValueError
                 else told(error[1]))


def parsed(arguments: list[str]) -> tuple[int, int, Path]:
    """Return the rows, columns and module that arguments give.

    Raise ValueError if they are wrong.
    """
    if not 2 <= len(arguments) <= 3:
        raise ValueError(f'{len(arguments)} arguments are given')
    for text in arguments[:2]:
        if not (text.isascii() and text.isdecimal() and len(text) < 9
                and 1 <= int(text) <= LARGEST):
            raise ValueError(f'{text[:20]!r} is not a whole number from 1 to '
                             f'{LARGEST}')
    path = Path(arguments[2]) if arguments[2:] else DEFAULT_MODULE
    return int(arguments[0]), int(arguments[1]), path.resolve()


def main(arguments: list[str]) -> int:
    """Play in a window as arguments say, until it is closed. Return the exit
    status of the program.
    """
    try:
        rows, cols, path = parsed(arguments)
        module = loaded(path)
        with Caught() as caught:
            play = Play(module, rows, cols)
        if caught.error:
            raise ValueError(f'{path} cannot make this board: {caught.error}')
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
        Window(root, play, searcher)
        root.mainloop()
    except KeyboardInterrupt:
        return 130
    finally:
        searcher.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
