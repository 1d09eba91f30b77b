"""A real browser for the tests of the page, and both ways of running it."""
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which
from threading import Thread
from typing import Any, Iterator
import os
import pytest
from web.build import BuildError, build_site, fetch_pyodide
from web.server import PageServer

# How long anything on the page may take, in milliseconds: Python takes its
# time to load in the browser of a busy machine.
LONGEST = 60_000


def leave_out(why: str) -> None:
    """Skip the test, or if the machine must have a browser, fail."""
    if os.environ.get('BROWSER_REQUIRED'):
        pytest.fail(why)
    pytest.skip(why)


@contextmanager
def open_browser() -> Iterator[Any]:
    """Give a Chromium without a window."""
    path = which('chromium') or which('google-chrome')
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        leave_out('playwright is not installed')
    if path is None:
        leave_out('there is no Chromium')
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path,
                                             args=['--no-sandbox'])
        yield browser
        browser.close()


@contextmanager
def serve(server: ThreadingHTTPServer) -> Iterator[str]:
    """Run server. Give the address of its page."""
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f'http://127.0.0.1:{server.server_port}/'
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def serve_locally() -> Iterator[str]:
    """Run the server of the page. Give the address."""
    server = PageServer()
    try:
        with serve(server) as address:
            yield address
    finally:
        server.workers.end()


class QuietHandler(SimpleHTTPRequestHandler):
    """Gives out files, and says nothing."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def serve_files(folder: Path) -> Iterator[str]:
    """Build the page as plain files in folder, and give them out by a server
    that knows nothing of them. Give the address. PYODIDE_FOLDER may name the
    unpacked npm package.
    """
    try:
        unpacked = os.environ.get('PYODIDE_FOLDER')
        build_site(folder / 'site', Path(unpacked) if unpacked
                   else fetch_pyodide(folder))
    except BuildError as error:
        leave_out(str(error))
    handler = partial(QuietHandler, directory=folder / 'site')
    with serve(ThreadingHTTPServer(('127.0.0.1', 0), handler)) as address:
        yield address


class Visit:
    """A page in a browser, as somebody uses it.

    === Attributes ===
    page: the page, as playwright has it
    address: where it is
    complaints: what the browser has complained of
    """
    page: Any
    address: str
    complaints: list[str]

    def __init__(self, browser: Any, address: str) -> None:
        """Initialize a visit of the page at address."""
        self.page, self.address = browser.new_page(), address
        self.page.set_default_timeout(LONGEST)
        self.complaints = []
        self.page.on('console', lambda message: self.complaints.append(
            message.text) if message.type in ('error', 'warning') else None)
        self.page.on('pageerror',
                     lambda error: self.complaints.append(str(error)))

    def go(self, link: str) -> None:
        """Go to the game that link describes, and wait for its board."""
        if self.page.url.startswith(self.address):
            # No new page: Python is loaded.
            self.page.evaluate(
                "link => { document.getElementById('board').setAttribute("
                "'aria-busy', 'true'); location.hash = link; }", link)
        else:
            self.page.goto(f'{self.address}#{link}')
        self.page.locator('#board[aria-busy=false]').wait_for()

    def click(self, move: str) -> None:
        """Click on the place of a move."""
        self.page.locator(f'[data-move="{move}"]').click()

    def wait_for_moves(self, number: int) -> None:
        """Wait until as many moves have been made."""
        current = f'#moves li:nth-child({number + 1}) [aria-current]'
        self.page.locator(current).wait_for()

    def read(self, name: str) -> str:
        """Return the text of the element with this name."""
        return self.page.locator(f'#{name}').inner_text()

    def wait_for_text(self, name: str, text: str) -> None:
        """Wait until the element with this name has this text in it."""
        self.page.locator(f'#{name}', has_text=text).wait_for()
