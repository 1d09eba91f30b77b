"""Take the picture of the window for the README of this lab.

    xvfb-run -a -s '-screen 0 1000x900x24' python3 -m labs.dominoes.screenshot

This needs a display, here a virtual one, and Pillow. It runs from the top
folder. To save the picture as another file, name that file.
"""
from pathlib import Path
import sys
import tkinter
from PIL import ImageGrab
from labs.dominoes.dominoes_game_gui import DEFAULT_MODULE, Match, Searcher, \
    Window, load_module

PICTURE = Path(__file__).with_name('window.png')
MOVES = [(2, 1), (0, 3), (4, 5), (3, 3), (1, 0), (5, 2)]
ROWS, COLS = 7, 8


def main(file: Path) -> None:
    """Make a few moves in a window, let it search and show the values of the
    moves, and save its picture as file.
    """
    root = tkinter.Tk()
    searcher = Searcher(DEFAULT_MODULE, (ROWS, COLS))
    match = Match(load_module(DEFAULT_MODULE), ROWS, COLS)
    window = Window(root, match, searcher)
    for move in MOVES:
        window.attempt(window.place, move)
    for action, arguments in ((window.search, [4]), (window.search, [4]),
                              (window.show_hints, [])):
        window.attempt(action, *arguments)
        waiting = True
        while waiting:
            root.update()
            waiting = searcher.is_searching()
    root.update()
    window.hover((2, 6))
    root.update()
    left, top = root.winfo_rootx(), root.winfo_rooty()
    picture = ImageGrab.grab(bbox=(left, top, left + root.winfo_width(),
                                   top + root.winfo_height()))
    picture.quantize(64).save(file, optimize=True)
    searcher.close()
    root.destroy()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else PICTURE)
