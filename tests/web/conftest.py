"""The browser, and the page in it."""
from pathlib import Path
from typing import Any, Iterator
import pytest
from tests.support.browser import Visit, open_browser, serve_files, \
    serve_locally


@pytest.fixture(name='browser', scope='session')
def start_browser() -> Iterator[Any]:
    """One browser for all tests."""
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope='session', params=['local', 'hosted'])
def visit(browser: Any, request: pytest.FixtureRequest,
          tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """A visit of the page, which runs on this machine or as plain files."""
    folder: Path = tmp_path_factory.mktemp('site')
    way = serve_locally() if request.param == 'local' else serve_files(folder)
    with way as address:
        visit = Visit(browser, address)
        yield visit
        visit.page.close()


@pytest.fixture(autouse=True)
def no_complaints(request: pytest.FixtureRequest) -> Iterator[None]:
    """The browser complains of nothing, whatever is done on the page."""
    yield
    if 'visit' in request.fixturenames:
        visit = request.getfixturevalue('visit')
        complaints, visit.complaints = visit.complaints, []
        assert complaints == []
