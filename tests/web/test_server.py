"""The local server: what it gives out, and whom it refuses."""
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from multiprocessing import active_children
from typing import Any, Iterator, Optional
import json
import socket
import time
import pytest
from tests.support.browser import serve
from tests.support.served import PATIENCE
from web.server import LARGEST_BODY, MOST_SLOW, PageServer


@pytest.fixture(name='server', scope='module')
def make_server() -> Iterator[PageServer]:
    """A server at a free port, whose clients wait as long as they must."""
    server = PageServer()
    with pytest.MonkeyPatch.context() as patch, serve(server):
        patch.setattr('web.server.PATIENCE', PATIENCE)
        yield server


def send(server: PageServer, method: str, path: str,
         body: Optional[str] = None, headers: Optional[dict] = None
         ) -> tuple[int, str]:
    """Return the status and the body of the response."""
    connection = HTTPConnection('127.0.0.1', server.server_port,
                                timeout=PATIENCE)
    kind = {'Content-Type': 'application/json'} if body else {}
    connection.request(method, path, body, kind | (headers or {}))
    response = connection.getresponse()
    text = response.read().decode('utf-8')
    connection.close()
    return response.status, text


def ask(server: PageServer, **request: Any) -> dict[str, Any]:
    """Return the last part of the answer to a question."""
    _, text = send(server, 'POST', '/ask', json.dumps(request))
    return json.loads(text.splitlines()[-1])


def test_page(server: PageServer) -> None:
    """The page and its files are given out."""
    for path in '/', '/page.js', '/page.css':
        assert send(server, 'GET', path)[0] == 200


@pytest.mark.parametrize('host', ['evil.example', '127.0.0.1', 'localhost:1',
                                  ''])
def test_other_hosts(server: PageServer, host: str) -> None:
    """A request that names another host is refused."""
    assert send(server, 'GET', '/', headers={'Host': host})[0] == 403


def test_other_pages(server: PageServer) -> None:
    """A question from another page is refused."""
    assert send(server, 'POST', '/ask', '{}',
                {'Origin': 'http://evil.example'})[0] == 403


@pytest.mark.parametrize('path', ['/../server.py', '/%2e%2e/server.py',
                                  '//etc/passwd', '/hosted/', '/x',
                                  '/hosted/../../server.py'])
def test_other_files(server: PageServer, path: str) -> None:
    """No other file is given out."""
    assert send(server, 'GET', path)[0] == 404


def test_huge_body(server: PageServer) -> None:
    """A body that is too large is refused before it is read."""
    assert send(server, 'POST', '/ask', '{}', {
        'Content-Length': str(LARGEST_BODY + 1)})[0] == 413


@pytest.mark.parametrize('body', ['{', 'null x', '[' * 100_000, '[]', '3'])
def test_no_json(server: PageServer, body: str) -> None:
    """A body that is not JSON gets a line."""
    assert send(server, 'POST', '/ask', body)[0] == 400


def test_no_question(server: PageServer) -> None:
    """JSON that is not a question gets a line."""
    for asked in ['x'], {}, None, 7:
        assert 'not a question' in ask(server, ask=asked)['error']


def test_a_hundred_requests_at_once(server: PageServer) -> None:
    """All of a hundred requests at the same time are answered."""
    with ThreadPoolExecutor(100) as pool:
        found = list(pool.map(lambda n: ask(server, ask='position',
                                            link=f'game=s&size={n}'),
                              range(100)))
    assert [each['request']['link'] for each in found] \
        == [f'#game=s&size={n}' for n in range(100)]


def open_search(server: PageServer, games: str) -> socket.socket:
    """Return the connection of a search that takes very long and has begun."""
    request = json.dumps({'ask': 'values', 'link': games})
    connection = socket.create_connection(('127.0.0.1', server.server_port))
    connection.settimeout(PATIENCE)
    connection.sendall(
        f'POST /ask HTTP/1.0\r\nHost: 127.0.0.1:{server.server_port}\r\n'
        f'Content-Length: {len(request)}\r\n\r\n{request}'.encode())
    assert b'200' in connection.recv(1000)
    return connection


def find_children() -> set[int]:
    """Return the numbers of the processes that answer questions."""
    return {process.pid for process in active_children() if process.pid}


def test_closed_tab(server: PageServer) -> None:
    """The process of a search ends when its connection is closed, and another
    takes its place."""
    before = find_children()
    with open_search(server, 'game=x&size=11'):
        assert find_children() == before
    deadline = time.monotonic() + PATIENCE
    after = before
    while (after == before or len(after) < len(before)) \
            and time.monotonic() < deadline:
        time.sleep(0.02)
        after = find_children()
    assert len(before - after) == 1 and len(after) == len(before)


def test_searches_keep_nobody_waiting(server: PageServer) -> None:
    """While as many searches go on as there may be, quick questions are
    answered; further searches have to wait."""
    with ExitStack() as stack:
        for _ in range(MOST_SLOW):
            stack.enter_context(open_search(server, 'game=x&size=11'))
        for _ in range(5):
            assert ask(server, ask='position', link='game=h')['next'] == ''
        with pytest.raises(TimeoutError):
            connection = HTTPConnection('127.0.0.1', server.server_port,
                                        timeout=1)
            connection.request('POST', '/ask', '{"ask": "hint"}')
            connection.getresponse()
    hint = ask(server, ask='hint', link='game=s&size=8')
    assert 'wins' in hint['text']['found']
