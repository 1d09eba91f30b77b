"""The browser, the page in it, and checkouts in which the page is served."""

from pathlib import Path
from shutil import copy
from subprocess import PIPE, run
from typing import Any, Callable, Iterator
import pytest
from tests.support.browser import (
    Visit,
    build_files,
    find_module,
    leave_out,
    open_browser,
    serve_files,
    visiting,
)
from tests.support.programs import TOP
from tests.support.served import find_folder, serve_in


@pytest.fixture(name='playwright', scope='session')
def start_playwright() -> Iterator[Any]:
    """What drives the browsers."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        leave_out('playwright is not installed')
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(name='browser', scope='session')
def start_browser(playwright: Any) -> Iterator[Any]:
    """One Chromium for all tests."""
    yield from open_browser(
        playwright.chromium, 'chromium', 'google-chrome', args=['--no-sandbox']
    )


@pytest.fixture(name='gecko', scope='session')
def start_firefox(playwright: Any) -> Iterator[Any]:
    """One Firefox for all tests. Playwright drives its own build, and through
    this channel Mozilla's."""
    yield from open_browser(
        playwright.firefox, 'firefox-esr', channel='moz-firefox'
    )


@pytest.fixture(name='address', scope='session')
def serve_page() -> Iterator[str]:
    """The address of the page on this machine: one server for all tests, in a
    process of its own, which is quick without the contracts."""
    with serve_in(TOP, PYTHONPATH=find_folder('anytree')) as (_, address):
        yield address


@pytest.fixture(scope='session')
def local(browser: Any, address: str) -> Iterator[Visit]:
    """A visit of the page on this machine."""
    with visiting(browser, address) as visit:
        yield visit


@pytest.fixture(scope='session')
def firefox(gecko: Any, address: str) -> Iterator[Visit]:
    """A visit of the page on this machine in Firefox."""
    with visiting(gecko, address) as visit:
        yield visit


@pytest.fixture(name='site', scope='session')
def serve_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page as plain files."""
    folder = tmp_path_factory.mktemp('site')
    build_files(folder)
    with serve_files(folder) as address:
        yield address


@pytest.fixture(scope='session')
def hosted(browser: Any, site: str) -> Iterator[Visit]:
    """A visit of the page as plain files."""
    with visiting(browser, site) as visit:
        yield visit


@pytest.fixture(scope='session')
def hosted_firefox(gecko: Any, site: str) -> Iterator[Visit]:
    """A visit of the page as plain files in Firefox."""
    with visiting(gecko, site) as visit:
        yield visit


@pytest.fixture(name='visit')
def choose_visit(request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A visit of the page on this machine, if a test does not say BOTH_WAYS. It
    begins with a small game, whatever test comes first, and is put back
    afterwards, whatever has happened. The browser complains of nothing,
    whatever is done on the page."""
    visit = request.getfixturevalue(getattr(request, 'param', 'local'))
    visit.go('game=s&size=1')
    # In Firefox, only the page in front has the focus.
    visit.page.bring_to_front()
    yield visit
    visit.put_back()
    complaints = visit.complaints
    visit.complaints = []
    assert complaints == []


@pytest.fixture(scope='session')
def axe() -> str:
    """The program axe-core, which finds what keeps people from using a page."""
    return find_module('axe-core/axe.min.js').read_text(encoding='utf-8')


@pytest.fixture(name='make_clone', scope='session')
def find_tracked_files() -> Callable[[Path], None]:
    """A function that puts the tracked files into a folder, as in a fresh
    clone."""
    listed = run(
        ['git', 'ls-files', '-z'],
        cwd=TOP,
        stdout=PIPE,
        check=True,
        encoding='utf-8',
    ).stdout
    names = [name for name in listed.split('\0') if (TOP / name).is_file()]

    def make_clone(folder: Path) -> None:
        """Copy the tracked files to folder."""
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            copy(TOP / name, folder / name)

    return make_clone


@pytest.fixture(scope='session')
def clone(
    make_clone: Callable[[Path], None], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with the tracked files only, which nobody changes."""
    folder: Path = tmp_path_factory.mktemp('clone')
    make_clone(folder)
    return folder
