"""The server of the page, for this machine only.

It gives out the files of page/, and answers questions that are posted to /ask
with lines of JSON. It refuses requests that name another host, so that no other
page can use it. When a request's connection is closed, its search is ended.
"""
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
import json
import select
import socket
from web.workers import BusyError, Worker, Workers

ADDRESS = '127.0.0.1'
PAGE = Path(__file__).resolve().parent / 'page'

TYPES = {'.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript',
         '.svg': 'image/svg+xml'}

# The bytes that a question may have, and the seconds that a client may take to
# send it.
LARGEST_BODY = 500_000
PATIENCE = 20

HEADERS = {'Content-Security-Policy':
           "default-src 'none'; script-src 'self'; style-src 'self'; img-src "
           "'self' blob: data:; connect-src 'self'; base-uri 'none'; "
           "form-action 'none'; frame-ancestors 'none'",
           'X-Content-Type-Options': 'nosniff', 'Referrer-Policy':
           'no-referrer', 'Cache-Control': 'no-store'}


class PageServer(ThreadingHTTPServer):
    """The server, at a free port unless one is given.

    === Attributes ===
    workers: the processes that answer questions
    """
    workers: Workers
    daemon_threads: bool = True
    request_queue_size: int = 128

    def __init__(self, port: int = 0) -> None:
        """Initialize a server at this port, 0 for any that is free. Raise
        OSError if it is not free.
        """
        super().__init__((ADDRESS, port), Handler)
        self.workers = Workers()

    def find_url(self) -> str:
        """Return the address of the page."""
        return f'http://{ADDRESS}:{self.server_port}/'

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a browser that went away is no error."""


class Handler(BaseHTTPRequestHandler):
    """Answers one connection of a browser."""
    server: PageServer
    timeout: int = PATIENCE
    server_version: str = 'Page'
    sys_version: str = ''

    def do_GET(self) -> None:
        """Give out a file of the page."""
        if not self._is_for_us():
            return
        name = self.path.split('?')[0].removeprefix('/') or 'index.html'
        # Only names in this folder: nothing to climb out of it with.
        if name not in {file.name for file in PAGE.iterdir()
                        if file.suffix in TYPES}:
            self._refuse(404, 'There is no such page here.')
            return
        path = PAGE / name
        self._send_head(200, TYPES[path.suffix] + '; charset=utf-8')
        self.wfile.write(path.read_bytes())

    def do_POST(self) -> None:
        """Answer a question."""
        if not self._is_for_us():
            return
        request = self._read_request()
        if request is None:
            return
        try:
            worker = self.server.workers.take()
        except BusyError:
            self._refuse(503, 'Too many searches are going on. Stop one.')
            return
        self.server.workers.give_back(worker, self._pass_on(worker, request))

    def _is_for_us(self) -> bool:
        """Return whether the request is for this host and from its own page;
        otherwise refuse it.
        """
        hosts = {f'{name}:{self.server.server_port}'
                 for name in (ADDRESS, 'localhost')}
        origin = self.headers.get('Origin')
        if self.headers.get('Host') not in hosts:
            self._refuse(403, 'This server is for its own machine only.')
            return False
        if origin and origin not in {f'http://{host}' for host in hosts}:
            self._refuse(403, 'This server is for its own page only.')
            return False
        return True

    def _read_request(self) -> Any:
        """Return the question in the body. If there is none, refuse it and
        return None.
        """
        length = self.headers.get('Content-Length', '')
        if self.path != '/ask' or not length.isascii() \
                or not length.isdigit():
            self._refuse(404, 'Nothing can be posted here.')
        elif len(length) > 9 or int(length) > LARGEST_BODY:
            self._refuse(413, 'This question is too long.')
        elif not self.headers.get('Content-Type', '').startswith(
                'application/json'):
            self._refuse(415, 'A question is JSON.')
        else:
            try:
                return json.loads(self.rfile.read(int(length)))
            except (ValueError, RecursionError):
                self._refuse(400, 'This question is not JSON.')
        return None

    def _pass_on(self, worker: Worker, request: Any) -> bool:
        """Pass request on to worker, and its answer back. Return whether it
        has finished.
        """
        watch = Watch(self.connection, worker)
        watch.start()
        try:
            self._send_head(200, 'application/x-ndjson')
            for part in worker.ask(request):
                self.wfile.write(json.dumps(part).encode() + b'\n')
            return worker.is_alive()
        except OSError:
            return False  # Nobody listens any more.
        finally:
            watch.stop()

    def _send_head(self, status: int, kind: str) -> None:
        """Send the head of a response."""
        self.send_response(status)
        self.send_header('Content-Type', kind)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.end_headers()

    def _refuse(self, status: int, why: str) -> None:
        """Send a line that says why there is no answer."""
        self._send_head(status, 'text/plain; charset=utf-8')
        self.wfile.write(why.encode())

    def log_message(self, *_args: Any) -> None:
        """Log nothing."""


class Watch(Thread):
    """Ends a worker's search when the browser closes the connection."""
    _connection: socket.socket
    _worker: Worker
    _waker: socket.socket
    _sleeper: socket.socket

    def __init__(self, connection: socket.socket, worker: Worker) -> None:
        """Initialize a watch of connection, for which worker works."""
        super().__init__(daemon=True)
        self._connection, self._worker = connection, worker
        self._waker, self._sleeper = socket.socketpair()

    def run(self) -> None:
        """Wait until the connection is closed, or this watch is stopped."""
        ready = select.select([self._connection, self._sleeper], [], [])
        if self._sleeper not in ready[0]:
            self._worker.kill()

    def stop(self) -> None:
        """Stop watching, and wait until that is so."""
        self._waker.send(b'.')
        self.join()
        self._waker.close()
        self._sleeper.close()
