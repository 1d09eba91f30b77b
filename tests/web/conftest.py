"""The browser, and the page in it."""
from typing import Any, Iterator
import pytest
from tests.support.browser import Visit, open_browser, serve, serve_files
from web.server import PageServer


@pytest.fixture(name='browser', scope='session')
def start_browser() -> Iterator[Any]:
    """One browser for all tests."""
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope='session', params=['local', 'hosted'])
def visit(browser: Any, request: pytest.FixtureRequest,
          tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """A visit of the page, which runs on this machine or as plain files."""
    way = serve(PageServer()) if request.param == 'local' \
        else serve_files(tmp_path_factory.mktemp('site'))
    with way as address:
        visit = Visit(browser, address)
        yield visit
        visit.page.close()


@pytest.fixture(autouse=True)
def no_complaints(request: pytest.FixtureRequest) -> Iterator[None]:
    """The browser complains of nothing, whatever is done on the page."""
    yield
    for name in {'visit', 'guest_visit'} & set(request.fixturenames):
        visit = request.getfixturevalue(name)
        complaints, visit.complaints = visit.complaints, []
        assert complaints == []
