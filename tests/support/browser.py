"""A real browser for the tests of the page, and both ways of running it."""

from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which
from socket import socket
from subprocess import Popen
from threading import Thread
from typing import Any, Iterator, NoReturn
from unittest.mock import patch
import os
import re
import pytest
from tests.support.programs import TOP, wait_until
from web.build import build_site

# How long anything on the page may take, in milliseconds: Python takes its
# time to load in the browser of a busy machine.
LONGEST = 120_000

# A screen on which nothing moves by itself, and the colours of the system.
SIZE = {'width': 1280, 'height': 720}
MEDIA = {
    'media': 'screen',
    'color_scheme': 'light',
    'forced_colors': 'none',
    'reduced_motion': 'reduce',
}
MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta']

# Has all that people can change on the page as it was when it was opened.
PUT_BACK = """() => {
  const $ = name => document.getElementById(name);
  const all = name => document.querySelectorAll(name);
  for (const each of all(':popover-open')) each.hidePopover();
  for (const each of all('details')) each.open = false;
  for (const each of document.forms) each.reset();
  for (const each of all('select:not(form *)')) {
    each.value = (each.querySelector('[selected]') ?? each.options[0]).value;
  }
  $('single').checked = true;
  if ($('large').ariaPressed === 'true') $('large').click();
  document.documentElement.removeAttribute('style');
  localStorage.clear();
  document.activeElement.blur();
}"""

# How nginx is to run: as whoever starts it, and beside its files only.
NGINX = """
daemon off; master_process off; pid nginx.pid;
events {{}}
http {{
  include /etc/nginx/mime.types; default_type application/octet-stream;
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; scgi_temp_path scgi;
  fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi;
  server {{ listen {address}; root {folder}; }}
}}"""

# What npm has fetched: see web/package.json.
MODULES = TOP / 'web' / 'node_modules'

# What of the page must not overlap: all that has words or can be used.
PARTS = 'h1, h2, h3, p, button, label, summary, #board > *, li'


def in_ways(*names: str) -> pytest.MarkDecorator:
    """Have a test visit the page on this machine, in Chromium, and among the
    slow tests, in these other ways: see tests/web/conftest.py."""
    slow = [pytest.param(name, marks=pytest.mark.slow) for name in names]
    return pytest.mark.parametrize('visit', ['local', *slow], indirect=True)


# For what the page as plain files does by itself: Python runs in a worker.
BOTH_WAYS = in_ways('hosted')


def follow(tables: dict[str, dict[str, list[str]]]) -> pytest.MarkDecorator:
    """Have a test do the steps of each scene in these tables (see Visit.do), in
    the ways that are the keys of the tables, as in_ways says."""
    return pytest.mark.parametrize(
        'visit, steps',
        [
            pytest.param(
                way,
                steps,
                id=f'{name}-{way}',
                marks=[] if way == 'local' else pytest.mark.slow,
            )
            for ways, scenes in tables.items()
            for name, steps in scenes.items()
            for way in ways.split()
        ],
        indirect=['visit'],
    )


def leave_out(why: str) -> NoReturn:
    """Skip the test, or if the machine must have a browser, fail."""
    if os.environ.get('BROWSER_REQUIRED'):
        pytest.fail(why)
    pytest.skip(why)


def find_module(path: str) -> Path:
    """Return a file of what npm fetches. Leave the test out without it."""
    if not (MODULES / path).is_file():
        leave_out(f'{path} is missing: npm install in web/ fetches it')
    return MODULES / path


def open_browser(kind: Any, *names: str, **options: Any) -> Iterator[Any]:
    """Give a browser of this kind without a window, the first of those with
    these names that is installed."""
    path = next(filter(None, map(which, names)), None)
    if path is None:
        leave_out(f'{names[0]} is not installed')
    browser = kind.launch(executable_path=path, **options)
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
def visiting(browser: Any, address: str) -> Iterator['Visit']:
    """Give a visit of the page at address."""
    visit = Visit(browser, address)
    yield visit
    visit.page.close()
    assert visit.complaints == []


def build_files(folder: Path, *options: Any) -> None:
    """Build the page as plain files in folder, as build_site is told."""
    find_module('pyodide/pyodide.mjs')
    build_site(folder, *options)


@contextmanager
def serve_files(folder: Path) -> Iterator[str]:
    """Give out the files in folder by a server that knows nothing of them.
    Give the address."""
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    # The server would write a line for each file that it gives out.
    with (
        patch.object(SimpleHTTPRequestHandler, 'log_message'),
        serve(ThreadingHTTPServer(('127.0.0.1', 0), handler)) as address,
    ):
        yield address


@contextmanager
def serve_by_nginx(folder: Path, state: Path) -> Iterator[str]:
    """Give out the files in folder by Debian's nginx, which knows the types of
    files that it comes with. It keeps what it writes in the folder state, and
    needs no rights. Give the address."""
    nginx = which('nginx') or which('/usr/sbin/nginx')
    if nginx is None:
        pytest.skip('nginx is not installed')
    with socket() as free:
        free.bind(('127.0.0.1', 0))
        address = '{}:{}'.format(*free.getsockname())
    (state / 'nginx.conf').write_text(
        NGINX.format(address=address, folder=folder), encoding='utf-8'
    )
    with Popen(
        [nginx, '-p', state, '-c', 'nginx.conf', '-e', 'stderr']
    ) as program:
        try:
            # It listens before it writes this.
            wait_until((state / 'nginx.pid').exists)
            yield f'http://{address}/'
        finally:
            program.kill()


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
        self.page = browser.new_page()
        self.address = address
        self.page.set_default_timeout(LONGEST)
        self.complaints = []
        self.page.on('console', self.note_message)
        self.page.on('pageerror', lambda error: self.note(str(error)))
        self.page.emulate_media(**MEDIA)
        self.page.set_viewport_size(SIZE)

    def note_message(self, message: Any) -> None:
        """Take note of a message in the console that is a complaint."""
        if message.type in ('error', 'warning'):
            self.note(message.text)

    def note(self, complaint: str) -> None:
        """Take note of a complaint, but not of one of Firefox about a worker
        that is ended while it loads."""
        if not re.match(
            '(error loading|Failed to load).*/(pyodide|site)', complaint
        ):
            self.complaints.append(complaint)

    def put_back(self) -> None:
        """Leave the page for the next test as it was when it was opened, with
        a small game, whatever was done there."""
        self.page.emulate_media(**MEDIA)
        self.page.set_viewport_size(SIZE)
        for key in MODIFIERS:
            self.page.keyboard.up(key)
        self.page.mouse.up()
        self.page.mouse.move(0, 0)
        # A test may have been left out before it went to the page.
        if self.page.url.startswith(self.address):
            self.page.evaluate(PUT_BACK)
        self.go('game=s&size=1')

    def do(self, *steps: str) -> None:
        """Do these steps, each of which is the name of one of the methods below
        and what that is given: 'press undo'. Or wait until an element has a
        text: 'found: 1 wins'."""
        for step in steps:
            verb, _, rest = step.partition(' ')
            if verb.endswith(':'):
                self.page.locator(f'#{verb[:-1]}', has_text=rest).wait_for()
            else:
                getattr(self, verb)(rest)

    def go(self, link: str) -> None:
        """Go to the game that link describes, and wait for its board. What the
        game before has left, such as values, is gone."""
        if self.page.url.startswith(self.address):
            # No new page: Python is loaded.
            self.page.evaluate(
                "link => { document.getElementById('board').setAttribute("
                "'aria-busy', 'true'); history.replaceState(null, '', '#' + "
                "link); dispatchEvent(new Event('hashchange')); }",
                link,
            )
        else:
            self.page.goto(f'{self.address}#{link}')
        self.answered()

    def answered(self, _: str = '') -> None:
        """Wait until the board is that of the last question."""
        self.page.locator('#board[aria-busy=false]').wait_for(state='attached')

    def click(self, move: str) -> None:
        """Click on the place of a move."""
        self.page.locator(f'[data-move="{move}"]').click()

    def force(self, move: str) -> None:
        """Click on the place of a move, also where that should do nothing."""
        self.page.locator(f'[data-move="{move}"]').click(force=True)

    def point(self, move: str) -> None:
        """Point at the place of a move."""
        self.page.locator(f'[data-move="{move}"]').hover()

    def press(self, name: str) -> None:
        """Press the button with this name."""
        self.page.locator(f'#{name}').click()

    def keys(self, keys: str) -> None:
        """Press these keys, one after the other."""
        for key in keys.split():
            self.page.keyboard.press(key)

    def fill(self, field: str) -> None:
        """Fill in a field: its name, and a text."""
        name, _, text = field.partition(' ')
        self.page.locator(f'#{name}').fill(text)

    def choose(self, field: str) -> None:
        """Choose from a list: its name, and what is chosen."""
        name, _, value = field.partition(' ')
        self.page.locator(f'#{name}').select_option(value)

    def focus(self, selector: str) -> None:
        """Give the focus to what selector finds."""
        self.page.locator(selector).focus()

    def see(self, selector: str) -> None:
        """Wait until there is something on the page that selector finds."""
        self.page.wait_for_selector(selector, state='attached')

    def gone(self, selector: str) -> None:
        """Wait until nothing that selector finds can be seen."""
        self.page.wait_for_selector(selector, state='hidden')

    def count(self, expected: str) -> None:
        """Check that as many things are on the page: a number, a selector."""
        number, _, selector = expected.partition(' ')
        assert self.page.locator(selector).count() == int(number), expected

    def texts(self, expected: str) -> None:
        """Check the texts of what a selector finds: selector|one|two."""
        selector, *texts = expected.split('|')
        found = self.page.locator(selector).all_inner_texts()
        assert found == texts, found

    def moves(self, number: str) -> None:
        """Wait until as many moves have been made."""
        self.see(f'#moves li:nth-child({int(number) + 1}) [aria-current]')

    def link(self, link: str) -> None:
        """Check that this is the link in the address bar, once the last
        question is answered."""
        self.answered()
        now = self.page.evaluate('location.hash')
        assert now == f'#{link}', now

    def browse(self, how: str) -> None:
        """Reload the page, or go_back or go_forward in the history."""
        getattr(self.page, how)()

    def stop(self, _: str = '') -> None:
        """Stop a program that thinks, or a search."""
        self.do('press stop', 'found: Stopped')

    def read(self, name: str) -> str:
        """Return the text of the element with this name."""
        return self.page.locator(f'#{name}').inner_text()

    def find_all(self, selector: str, code: str) -> list[Any]:
        """Return what code says of each element that selector finds."""
        return self.page.locator(selector).evaluate_all(
            f'all => all.map(each => {code})'
        )

    def read_marks(self) -> dict[str, str]:
        """Return the letters that mark the moves, once all are known."""
        self.page.wait_for_selector(
            '#board:has(.mark:is(.win, .tie, .loss)):not(:has(.unknown))'
        )
        return self.page.evaluate(
            "() => Object.fromEntries([...document.querySelectorAll('.mark')]"
            '.filter(each => each.textContent)'
            '.map(each => [each.dataset.mark, '
            'each.lastElementChild.textContent]))'
        )

    def find_barriers(self, axe: str, options: str = '{}') -> list[str]:
        """Return what axe-core says keeps people from using the page, by rules
        that options may name."""
        self.page.evaluate(axe + ';0')
        found = self.page.evaluate(f'() => axe.run({options})')
        return [
            f'{each["id"]}: {each["nodes"][0]["html"]}'
            for each in found['violations']
        ]

    def find_overlaps(self) -> list[str]:
        """Return what of the page overlaps, sticks out of the screen, or is
        cut off."""
        return self.page.evaluate(
            """parts => {
          const shown = [...document.querySelectorAll(parts)].filter(
            each => each.checkVisibility() && each.textContent.trim());
          const boxes = shown.map(each => {
            const box = each.getBoundingClientRect();
            // These scroll.
            const outer = each.closest('#moves, #board, #stack-part, #look, '
              + '#side, #code-part, #cards, [popover]') ?? each;
            const list = outer.getBoundingClientRect();
            return { left: Math.max(box.left, list.left),
                     right: Math.min(box.right, list.right),
                     top: Math.max(box.top, list.top),
                     bottom: Math.min(box.bottom, list.bottom) };
          });
          const name = each => each.id || each.textContent.trim().slice(0, 30);
          const wide = shown.filter((each, i) => boxes[i].left < -1
            || boxes[i].right > innerWidth + 1).map(each => name(each));
          const over = [];
          boxes.forEach((a, i) => boxes.forEach((b, j) => {
            const apart = a.right <= b.left + 1 || b.right <= a.left + 1
              || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
            if (i < j && !apart && !shown[i].contains(shown[j])
                && !shown[j].contains(shown[i])) {
              over.push(`${name(shown[i])} and ${name(shown[j])}`);
            }
          }));
          const cut = shown.filter(each => ['BUTTON', 'SUMMARY'].includes(
            each.tagName) && each.scrollWidth > each.clientWidth + 1);
          return [...wide, ...over, ...cut.map(each => `cut: ${name(each)}`)];
        }""",
            PARTS,
        )
