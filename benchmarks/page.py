"""How fast the page is, in a browser: python3 -m benchmarks.page

It takes Playwright, Chromium, and what npm fetches: see web/README.md.
"""
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from tests.support.browser import Visit, open_browser, serve, serve_files
from web.server import PageServer

# A game of Stonehenge with side length 3, as far as nobody has won.
MOVES = 'ABCDE'

# When something first was on the screen, in milliseconds.
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]" \
        ".startTime"

# Click on the place of a move, and return the milliseconds until the board
# with it is there.
CLICK = """move => new Promise(resolve => {
  const start = performance.now();
  new MutationObserver(() => resolve(performance.now() - start)).observe(
    document.getElementById('board'), { childList: true });
  document.querySelector(`[data-move=${move}]`).dispatchEvent(
    new MouseEvent('click', { bubbles: true }));
})"""


def measure(browser: Any, address: str) -> tuple[float, float, list[float]]:
    """Return how many seconds it takes until something is seen of the page at
    address, until it can be used, and until each click is answered.
    """
    visit = Visit(browser, address)
    start = perf_counter()
    visit.go('game=h&size=3')
    ready = perf_counter() - start
    paint = visit.page.evaluate(PAINT) / 1000
    visit.page.wait_for_timeout(8000)  # The second worker is loading, too.
    clicks = [visit.page.evaluate(CLICK, move) / 1000 for move in MOVES]
    visit.page.close()
    return paint, ready, clicks


def main() -> None:
    """Print the figures of both ways of running the page."""
    with open_browser() as browser, TemporaryDirectory() as folder:
        for name, way in (('on this machine', serve(PageServer())),
                          ('as plain files', serve_files(Path(folder)))):
            with way as address:
                paint, ready, clicks = measure(browser, address)
            print(f'{name}: first paint {paint:.2f} s, ready {ready:.1f} s, '
                  f'a click {1000 * median(clicks):.0f} ms '
                  f'({1000 * max(clicks):.0f} ms at most)')


if __name__ == "__main__":
    main()
