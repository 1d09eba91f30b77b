"""The server of the page, for this machine only.

It gives out the files of page/, and answers questions that are posted to /ask
with lines of JSON, the last of which says that it is done. It refuses requests
that name another host, so that no other page can use it. When a request's
connection is closed, its search is ended.
"""
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import wait
from pathlib import Path
from queue import Empty
from socket import SHUT_WR
from typing import Any, ClassVar
import json
import os
import re
from web.answers import SLOW
from web.workers import Worker, Workers

# Where the page is, unless somebody says otherwise or another program is there.
ADDRESS, PORT = '127.0.0.1', 8148
PAGE = Path(__file__).resolve().parent / 'page'

# How many bytes a question may have, and how many seconds a client may take to
# send it, or waits for its turn.
LARGEST_BODY, PATIENCE = 500_000, 20

# How many long and quick questions are answered at the same time.
MOST_SLOW, MOST_QUICK = 4, 8

HEADERS = {'Cross-Origin-Resource-Policy': 'same-origin',
           'Content-Security-Policy': "frame-ancestors 'none'",
           'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store'}


class PageServer(ThreadingHTTPServer):
    """The server, at a free port unless one is given.

    === Attributes ===
    workers: the processes that answer what is quick, and what may take long
    """
    workers: tuple[Workers, ...] = ()
    daemon_threads: bool = True
    request_queue_size: int = 128
    # Windows would let two programs have one port.
    allow_reuse_address: bool = os.name != 'nt'

    def __init__(self, port: int = 0) -> None:
        """Initialize a server at this port, 0 for any that is free. Raise
        OSError if it is not free.
        """
        super().__init__((ADDRESS, port), partial(Handler, directory=PAGE))
        self.workers = Workers(MOST_QUICK), Workers(MOST_SLOW)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: it is not an error if a browser goes away."""

    def server_close(self) -> None:
        """Close the server, and end its processes."""
        super().server_close()
        for workers in self.workers:
            workers.end()


class Handler(SimpleHTTPRequestHandler):
    """Answers one connection of a browser."""
    server: PageServer
    timeout: ClassVar[int] = PATIENCE
    # Not as the system knows them: browsers insist on the type of modules.
    extensions_map: dict[str, str] = {
        '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript',
        '.svg': 'image/svg+xml', '': 'application/octet-stream'}

    def send_head(self) -> Any:
        """Send the head of the response to a request for a file. Return the
        file, None if there is none.
        """
        with suppress(ValueError):  # A name cannot have a null character.
            return super().send_head() if self._is_for_us() else None
        self._refuse(400, 'This is no name of a file')
        return None

    def do_POST(self) -> None:
        """Answer a question."""
        request = self._read_request() if self._is_for_us() else None
        if request is None:
            return
        quick, slow = self.server.workers
        workers = slow if str(request.get('ask')) in SLOW else quick
        try:
            with workers.borrow(PATIENCE) as worker:
                self._pass_on(worker, request)
        except Empty:
            self._refuse(503, 'Too many searches are going on: stop one')

    def _is_for_us(self) -> bool:
        """Return whether this request is from our own page, or refuse it."""
        hosts = {f'http://{name}:{self.server.server_port}'
                 for name in (ADDRESS, 'localhost')}
        host = f'http://{self.headers.get("Host")}'
        site, mode = (self.headers.get(f'Sec-Fetch-{name}', 'none')
                      for name in ('Site', 'Mode'))
        # Links may lead here from other pages.
        if host in hosts and self.headers.get('Origin', host) in hosts and (
                site in ('same-origin', 'none')
                or (mode, self.command) == ('navigate', 'GET')):
            return True
        self._refuse(403, 'This server is for its own page only')
        return False

    def _read_request(self) -> Any:
        """Return the question in the body, or refuse it and return None."""
        length = self.headers.get('Content-Length', '')
        if self.path != '/ask' or not re.fullmatch('[0-9]+', length):
            self._refuse(404, 'Nothing can be posted here')
        elif len(length) > 9 or int(length) > LARGEST_BODY:
            self._refuse(413, 'This question is too long')
        else:
            with suppress(ValueError, RecursionError):
                request = json.loads(self.rfile.read(int(length)))
                if isinstance(request, dict):
                    return request
            self._refuse(400, 'This is not a question that the page asks')
        return None

    def _pass_on(self, worker: Worker, request: dict[str, Any]) -> None:
        """Pass request on to worker, and its answer back. The worker is free
        again if it has finished.
        """
        worker.is_free = False
        self._begin(200)
        worker.connection.send(request)
        while True:
            ready = wait([worker.connection, self.connection])
            if self.connection in ready and not self.connection.recv(1_000):
                return  # It has been closed.
            if worker.connection not in ready:
                continue
            try:
                part, worker.is_free = worker.connection.recv()
            except EOFError:
                self._write({'error': 'The search has ended its process'}, True)
                return
            self._write(part, worker.is_free)
            if worker.is_free:
                return

    def _refuse(self, status: int, why: str) -> None:
        """Say in a line why there is no answer. Read what is still sent: if a
        connection is closed before that, the line may be lost.
        """
        self._begin(status)
        self._write({'error': why}, True)
        self.connection.shutdown(SHUT_WR)
        while self.connection.recv(100_000):
            pass

    def _begin(self, status: int) -> None:
        """Begin a response that is lines of JSON."""
        self.send_response(status)
        self.send_header('Content-Type', 'application/x-ndjson')
        self.end_headers()

    def _write(self, part: dict[str, Any], done: bool) -> None:
        """Write a part of an answer."""
        self.wfile.write(json.dumps(part | {'done': done}).encode() + b'\n')

    def end_headers(self) -> None:
        """End the head of a response."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_args: Any) -> None:
        """Log nothing."""
