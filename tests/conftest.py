"""Fixtures, and the contracts of our classes, which all tests run with."""

from pathlib import Path
from typing import Any, Iterator
from hypothesis import settings
import pytest
from tests.support.contracts import contracts_off
from tests.support.terminal import StartTerminal, Terminal

# Other programs may keep the machine busy: no example has a time limit.
settings.register_profile('patient', deadline=None)
settings.load_profile('patient')


@pytest.fixture(scope='module', autouse=True)
def suites_as_markers_run_them(
    request: pytest.FixtureRequest,
) -> Iterator[None]:
    """Run the suites for markers as markers do, without contracts: they search
    whole games.
    """
    if request.path.name.endswith('_unittest_basic.py'):
        with contracts_off():
            yield
    else:
        yield


@pytest.fixture
def without_contracts() -> Iterator[None]:
    """Run a test as contracts_off does."""
    with contracts_off():
        yield


@pytest.fixture(name='start')
def start_terminal(tmp_path: Path) -> Iterator[StartTerminal]:
    """Give a function that starts a command in a terminal."""
    terminals = []

    def start(arguments: list[str], **variables: str) -> Terminal:
        """Start a command in a new terminal, with environment variables."""
        terminals.append(Terminal(tmp_path, arguments, **variables))
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.close()


def pytest_configure(config: pytest.Config) -> None:
    """End the run if one of several processes crashes, unless an option says
    otherwise: the scheduler can leave a new process waiting for ever.
    """
    if config.getoption('maxworkerrestart', None) is None:
        config.option.maxworkerrestart = '0'


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Have tests that share a browser run in one process, if several processes
    run tests as usual.
    """
    if config.getoption('dist') != 'load':
        return None
    from tests.support.scheduling import SharingScheduling

    return SharingScheduling(config, log)
