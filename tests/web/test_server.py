"""The local server: what it gives out, and whom it refuses."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from multiprocessing import active_children
from threading import enumerate as enumerate_threads
from typing import Iterator, Optional
from urllib.parse import urlsplit
import json
import socket
from pytest import MonkeyPatch
import pytest
from tests.support.browser import serve
from tests.support.programs import wait_until
from tests.support.served import PATIENCE, ask
from web.server import LARGEST_BODY, MOST_SLOW, PageServer


@pytest.fixture(name='started', scope='module')
def start_server() -> Iterator[str]:
    """The address of a server at a free port, whose clients wait as long as
    they must."""
    with MonkeyPatch.context() as patch, serve(PageServer()) as place:
        patch.setattr('web.server.PATIENCE', PATIENCE)
        yield place


@pytest.fixture(name='server')
def find_idle_server(started: str) -> Iterator[str]:
    """The address of the server. After each test, all that was asked there
    comes to its end."""
    yield started
    wait_until(
        lambda: (
            not any(
                'process_request' in thread.name
                for thread in enumerate_threads()
            )
        )
    )


def send(
    server: str,
    method: str,
    path: str,
    body: Optional[str] = None,
    headers: Optional[dict] = None,
) -> int:
    """Return the status of the response."""
    connection = HTTPConnection(urlsplit(server).netloc, timeout=PATIENCE)
    kind = {'Content-Type': 'application/json'} if body else {}
    connection.request(method, path, body, kind | (headers or {}))
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.parametrize(
    'status, paths',
    [
        (400, ['/%00', '/page.js%00']),
        (200, ['/', '/page.js', '/page.css']),
        (
            404,
            [
                '/../server.py',
                '/%2e%2e/server.py',
                '//etc/passwd',
                '/hosted/',
                '/x',
                '/hosted/../../server.py',
            ],
        ),
    ],
)
def test_files(server: str, status: int, paths: list[str]) -> None:
    """The page and its files are given out, and no other file is."""
    for path in paths:
        assert send(server, 'GET', path) == status


@pytest.mark.parametrize(
    'status, body, headers',
    [
        # The request names another host, or comes from another page.
        *[
            (403, '{}', {'Host': host})
            for host in ('evil.example', '127.0.0.1', 'localhost:1', '')
        ],
        (403, '{}', {'Origin': 'http://evil.example'}),
        *[
            (403, '{}', {'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode})
            for site in ('cross-site', 'same-site')
            for mode in ('no-cors', 'navigate')
        ],
        # The body is too large, or is not JSON.
        (413, '{}', {'Content-Length': str(LARGEST_BODY + 1)}),
        (413, 'x' * 20_000_000, {}),
        *[
            (400, body, {})
            for body in ('{', 'null x', '[' * 100_000, '[]', '3')
        ],
    ],
)
def test_refused(
    server: str, status: int, body: str, headers: dict[str, str]
) -> None:
    """A question that is none, or of somebody else, is refused. A link may
    lead here from another page."""
    assert send(server, 'POST', '/ask', body, headers) == status
    if status == 403 and 'Origin' not in headers:
        assert send(server, 'GET', '/', headers=headers) == (
            200 if 'navigate' in headers.values() else 403
        )


def test_a_hundred_requests_at_once(server: str) -> None:
    """All of a hundred requests at the same time are answered."""
    with ThreadPoolExecutor(100) as pool:
        found = list(
            pool.map(
                lambda n: ask(server, ask='position', link=f'game=s&size={n}'),
                range(100),
            )
        )
    assert [each['request']['link'] for each in found] == [
        f'#game=s&size={n}' for n in range(100)
    ]


def open_search(server: str, link: str) -> socket.socket:
    """Return the connection of a search that takes very long and has begun."""
    request = json.dumps({'ask': 'choose', 'link': link})
    place = urlsplit(server)
    connection = socket.create_connection((place.hostname, place.port))
    connection.settimeout(PATIENCE)
    connection.sendall(
        f'POST /ask HTTP/1.0\r\nHost: {place.netloc}\r\n'
        f'Content-Length: {len(request)}\r\n\r\n{request}'.encode()
    )
    assert b'200' in connection.recv(1000)
    return connection


def find_children() -> set[int]:
    """Return the numbers of the processes that answer questions."""
    return {process.pid for process in active_children() if process.pid}


def test_closed_tab(server: str) -> None:
    """The process of a search ends when its connection is closed, and another
    takes its place."""
    before = find_children()
    with open_search(server, 'game=x&size=11&p1=mr'):
        assert find_children() == before
    wait_until(
        lambda: (
            find_children() != before and len(find_children()) == len(before)
        )
    )
    assert len(before - find_children()) == 1


def test_searches_keep_nobody_waiting(server: str) -> None:
    """While as many searches go on as there may be, quick questions are
    answered; further searches have to wait."""
    with ExitStack() as stack:
        for _ in range(MOST_SLOW):
            stack.enter_context(open_search(server, 'game=x&size=11&p1=mr'))
        for _ in range(2):
            assert ask(server, ask='position', link='game=h')['next'] == ''
        with pytest.raises(TimeoutError):
            connection = HTTPConnection(urlsplit(server).netloc, timeout=0.5)
            connection.request('POST', '/ask', '{"ask": "hint"}')
            connection.getresponse()
    hint = ask(server, ask='hint', link='game=s&size=8')
    assert 'wins' in hint['text']['found']
