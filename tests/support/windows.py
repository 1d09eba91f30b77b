"""Windows of the dominoes lab, and somebody who clicks and types in them."""

from __future__ import annotations
from textwrap import indent
from typing import Any, Callable
import os
import pytest
from labs.dominoes import dominoes_game_gui as gui
from tests.support.programs import wait_until

# A student's game: it has no search, no random moves, and no is_legal_move.
GAME = """
class Game:
    def __init__(self, rows, cols):
        self.free = {(r, c) for r in range(rows) for c in range(cols)}

    def perform_move(self, row, col, vertical):
        squares = {(row, col), (row + vertical, col + (not vertical))}
        if not squares <= self.free:
            raise ValueError('Not there')
        self.free -= squares
"""
CREATE = """
def create_dominoes_game(rows, cols):
    return Game(rows, cols)
"""


def student_module(*methods: str) -> str:
    """Return the text of a student's module, whose game has these methods in
    addition."""
    return GAME + ''.join(indent(method, '    ') for method in methods) + CREATE


def unavailable(what: str) -> None:
    """Skip a test because this is missing, or fail if CI requires it."""
    reason = f'This machine has no {what}.'
    if os.environ.get('DISPLAY_REQUIRED'):
        pytest.fail(reason)
    pytest.skip(reason)


class Driver:
    """Clicks and types in a window.

    === Attributes ===
    window: the window
    root: what Tk calls the window
    """

    window: gui.GameWindow
    root: Any

    def __init__(self, app: Any, rows: int, cols: int, module: str) -> None:
        """Open a window of app, the only Tk of all tests: some systems cannot
        have several of them, not even one after the other."""
        self.root = gui.tkinter.Toplevel(app)
        self.window = gui.GameWindow(
            self.root, gui.Match(module, (rows, cols), [])
        )
        # Tk may crash if a window gets the focus before it is on the screen.
        wait_until(lambda: self.root.update() or self.root.winfo_viewable())
        self.root.focus_force()
        self.root.update()

    def mouse(self, event: str, row: float, col: float) -> None:
        """Cause a mouse event in the middle of a square."""
        left, top, side = self.window.get_place()
        self.window.canvas.event_generate(
            event,
            x=int(left + side * (col + 0.5)),
            y=int(top + side * (row + 0.5)),
        )
        self.root.update()

    def side(self) -> float:
        """Return the side of a square, in pixels."""
        return self.window.get_place()[2]

    def type(self, *keys: str) -> None:
        """Press these keys."""
        for key in keys:
            self.root.event_generate('<Key>', keysym=key)
            self.root.update()

    def wait(self) -> None:
        """Wait until the search has ended."""

        def has_ended() -> bool:
            """Let the window react, and return whether it has."""
            self.root.update()
            return self.window.search is None

        wait_until(has_ended)

    def dominoes(self) -> list[tuple]:
        """Return the dominoes on the board."""
        return [
            (*move, number % 2 == 0)
            for number, move in enumerate(self.window.match.moves)
        ]

    def shown(self, tag: str) -> int:
        """Return how many things with this tag are drawn."""
        return len(self.window.canvas.find_withtag(tag))

    def texts(self) -> list[str]:
        """Return the texts below the board: status, news and last search."""
        return [label.cget('text') for label in self.below('Label')][:3]

    def below(self, kind: str) -> list[Any]:
        """Return the parts below the board of a kind: 'Label' or 'Button'."""
        return [
            child
            for frame in self.root.winfo_children()
            for child in frame.winfo_children()
            if child.winfo_class() == kind
        ]

    def close(self) -> None:
        """Close the window, and end what it does every few milliseconds."""
        self.window.clear()
        app = self.root.master
        for timer in app.tk.splitlist(app.tk.call('after', 'info')):
            app.tk.call('after', 'cancel', timer)
        self.root.destroy()
        app.update()  # Now it is gone from the screen as well.


OpenWindow = Callable[..., Driver]
