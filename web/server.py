"""The server of the page, for this machine only.

It gives out the files of page/. Questions are posted to it, and answered with
lines of JSON, the last of which says that it is done. What answers them are
processes, each one question at a time: to stop a search, its process is killed,
and another one replaces it.
"""

from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import wait
from pathlib import Path
from queue import Empty, LifoQueue
from socket import SHUT_WR
from time import monotonic
from typing import Any, ClassVar, Iterator, Optional
from urllib.parse import unquote
import json
import os
from interface.worker import Worker
from web.answers import QUICK, SLOW
from web.games import playable_games, usable_strategies
from web.suites import (
    ASKED,
    TOP,
    answer_about_files,
    answer_all,
    describe_place,
)

# Where the page is, unless --port says otherwise or the port is in use.
ADDRESS, PORT = '127.0.0.1', 8148
PAGE = Path(__file__).resolve().parent / 'page'

LARGEST_BODY = 500_000  # The most bytes of a question.
PATIENCE = 20  # The most seconds in which it comes, or waits for its turn.
# How many long and quick questions are answered at the same time.
MOST_SLOW = 4
MOST_QUICK = 8

KIND = 'application/x-ndjson'  # Of answers, and of errors.
HEADERS = {
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Security-Policy': "frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
}


class Workers:
    """Processes that answer questions, no more than are needed."""

    # The free ones, the next one to work last; None may still be started.
    _free: LifoQueue[Optional[Worker]]
    _all: set[Worker]
    _is_over: bool
    _tables: dict[str, dict]

    def __init__(self, most: int, tables: dict[str, dict]) -> None:
        """Initialize a pool of at most so many, who know what is in tables: see
        answer_all.
        """
        self._free = LifoQueue()
        self._all = set()
        self._is_over = False
        self._tables = tables
        for _ in range(most - 1):
            self._free.put(None)
        self._free.put(self._start())

    def _start(self) -> Worker:
        """Return a new process, which is killed at once if all are to end."""
        worker = Worker(answer_all, self._tables)
        self._all.add(worker)
        if self._is_over:
            self.end()
        return worker

    @contextmanager
    def borrow(self, seconds: float) -> Iterator[Worker]:
        """Give a free process, replaced after an error; raise queue.Empty."""
        worker = self._free.get(timeout=seconds) or self._start()
        try:
            yield worker
        except BaseException:
            with suppress(KeyError):  # Whoever removes it kills it.
                self._all.remove(worker)
                worker.close()
            if not self._is_over:
                worker = self._start()
            raise
        finally:
            self._free.put(worker)

    def end(self) -> None:
        """Kill all processes, also those that are just being started."""
        self._is_over = True
        with suppress(KeyError):
            while self._all:
                self._all.pop().close()


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
        """Initialize a server. Raise OSError if the port is in use."""
        super().__init__((ADDRESS, port), partial(Handler, directory=PAGE))
        # Somebody's program may have added to these.
        tables = {
            'playable_games': playable_games,
            'usable_strategies': usable_strategies,
        }
        self.workers = tuple(
            Workers(most, tables) for most in (MOST_QUICK, MOST_SLOW)
        )

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
    error_content_type: str = KIND
    error_message_format: str = '{"error": "%(explain)s", "done": true}\n'
    # Not as the system knows them: browsers insist on the type of modules.
    extensions_map: dict[str, str] = {
        '.html': 'text/html',
        '.css': 'text/css',
        '.js': 'text/javascript',
        '.svg': 'image/svg+xml',
        '': 'application/octet-stream',
    }

    def parse_request(self) -> bool:
        """Return whether this request is from our own page, or refuse it."""
        if not super().parse_request():
            return False
        hosts = {
            f'http://{name}:{self.server.server_port}'
            for name in (ADDRESS, 'localhost')
        }
        host = f'http://{self.headers.get("Host")}'
        origin = self.headers.get('Origin', host)
        site = self.headers.get('Sec-Fetch-Site', 'none')
        # Links may lead here from other pages.
        mode = self.headers.get('Sec-Fetch-Mode')
        is_link = mode == 'navigate' and self.command == 'GET'
        is_ours = site in ('same-origin', 'none')
        if not {host, origin} <= hosts or not (is_link or is_ours):
            self.send_error(403, explain='This server is for its own page only')
        elif '\0' in unquote(self.path):
            self.send_error(400, explain='This is no name of a file')
        else:
            return True
        return False

    def do_POST(self) -> None:
        """Answer a question."""
        try:
            length = int(self.headers.get('Content-Length', ''))
            if not 0 <= length <= LARGEST_BODY:
                self.send_error(413, explain='This question is too long')
                return
            request = json.loads(self.rfile.read(length))
            if request['ask'] not in (*QUICK, *SLOW, *ASKED):
                raise ValueError
        except (ValueError, TypeError, KeyError, RecursionError):
            self.send_error(400, explain='The page asks no such question')
            return
        try:
            with self._find_worker(request['ask']) as worker:
                self._pass_on(worker, request)
        except Empty:
            self.send_error(503, explain='Too many searches go on: stop one')
        except EOFError:
            self._write({'error': 'The code has ended its process'}, True)

    def _find_worker(self, ask: str) -> AbstractContextManager[Worker]:
        """Return a process that answers this kind of question: about files, a
        new one, as they may have changed.
        """
        if ask in ASKED:
            return closing(Worker(answer_about_files, TOP))
        quick, slow = self.server.workers
        workers = slow if ask in SLOW else quick
        return workers.borrow(PATIENCE)

    def _pass_on(self, worker: Worker, request: dict[str, Any]) -> None:
        """Pass request on to worker, and its answer back, part by part, with
        the line that it is in, each second; OSError or EOFError ends that.
        """
        self._begin()
        worker.send(request)
        is_last = False
        next_look = monotonic() + 1
        while not is_last:
            ready = wait(
                [worker.connection, self.connection],
                max(0.0, next_look - monotonic()),
            )
            if self.connection in ready and not self.connection.recv(1_000):
                raise ConnectionAbortedError
            if worker.connection in ready:
                part, is_last = worker.connection.recv()
                self._write(part, is_last)
            if not is_last and monotonic() >= next_look:
                place = describe_place(worker.where(patience=0.2))
                self._write({'where': place}, False)
                next_look = monotonic() + 1

    def _begin(self) -> None:
        """Write the head of an answer."""
        self.send_response(200)
        self.send_header('Content-Type', KIND)
        self.end_headers()

    def _write(self, part: dict[str, Any], done: bool) -> None:
        """Write a part of an answer."""
        self.wfile.write(json.dumps(part | {'done': done}).encode() + b'\n')

    def send_error(
        self,
        code: int,
        message: Optional[str] = None,
        explain: Optional[str] = None,
    ) -> None:
        """Say in a line why there is no answer."""
        super().send_error(code, message, explain)
        # The line may be lost if not all is read that is still sent.
        self.connection.shutdown(SHUT_WR)
        while self.connection.recv(100_000):
            pass

    def end_headers(self) -> None:
        """End the head of a response."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_args: Any) -> None:
        """Log nothing."""
