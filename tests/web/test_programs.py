"""The two programs: one serves the page, the other one builds it."""
from pathlib import Path
from shutil import copytree
from subprocess import PIPE, Popen, run
from typing import Iterator
from urllib.request import urlopen
import json
import os
import signal
import socket
import sys
import psutil
import pytest
from tests.support.browser import MODULES, find_module
from tests.support.programs import ENVIRONMENT, TOP, is_running, \
    read_all, run_in, wait_until, write_program
from tests.support.served import PATIENCE, ask, serve_in
from web.build import list_files


@pytest.fixture(name='served')
def serve_clone(clone: Path) -> Iterator[tuple[Popen, str]]:
    """The program that serves the page, in a fresh clone, and its address."""
    with serve_in(clone) as served:
        yield served


@pytest.mark.parametrize('number', [signal.SIGINT, signal.SIGTERM])
def test_serve_in_a_fresh_clone(served: tuple[Popen, str], number: int) -> None:
    """With nothing installed, the page is there, minimax answers, and values
    are found. Ctrl-C ends it with a word, and no process is left."""
    program, address = served
    with urlopen(address, timeout=PATIENCE) as response:
        assert b'<h1>' in response.read()
    moved = ask(address, ask='choose', link='game=h&size=3&p1=mi')
    assert moved['text']['status'].startswith('Player 1: ')
    values = ask(address, ask='values', link=moved['link'])
    assert {each['letter'] for each in values['marks']} <= {'W', 'L'}
    # A search that takes very long goes on at the end.
    request = json.dumps({'ask': 'values', 'link': 'game=x&size=11'})
    search = urlopen(f'{address}ask', request.encode(), timeout=PATIENCE)
    workers = [each.pid for each in psutil.Process(program.pid).children()]
    assert workers
    program.send_signal(number)
    said, complaint = program.communicate(timeout=PATIENCE)
    assert (program.returncode, said, complaint) == (0, '\nGoodbye!\n', '')
    wait_until(lambda: not any(map(is_running, workers)))
    search.close()


def test_wrong_arguments() -> None:
    """A port that is in use or is none, and an unknown option, get a line."""
    with socket.create_server(('127.0.0.1', 0)) as other:
        port = str(other.getsockname()[1])
        done = run_in(TOP, '-m', 'web', '--port', port)
    assert done.returncode == 2 and done.stdout.endswith('in use\n')
    for arguments in ['--port', '99999'], ['--port', 'x'], ['--prot']:
        done = run_in(TOP, '-m', 'web', *arguments)
        assert done.returncode == 2
        assert '\npython3 -m web: error: ' in done.stdout


def test_browser_is_opened(tmp_path: Path) -> None:
    """The program opens a browser at the page."""
    note, browser = tmp_path / 'note', tmp_path / 'browser'
    write_program(browser, f'#!/bin/sh\necho "$1" > {note}.new\n'
                           f'mv {note}.new {note}\n')
    with Popen([sys.executable, '-m', 'web'], cwd=TOP, stdout=PIPE,
               env={**ENVIRONMENT, 'BROWSER': str(browser)},
               encoding='utf-8') as program:
        assert program.stdout
        address = program.stdout.readline().split()[4]
        try:
            wait_until(note.exists)
        finally:
            program.kill()
    assert note.read_text('utf-8').strip() == address


@pytest.mark.parametrize('npm, told', [
    ('', 'npm is missing, '),
    ('#!/bin/sh\necho npm error network is unreachable >&2\nexit 1\n',
     'npm cannot fetch Pyodide: npm error network is unreachable\n')])
def test_build_without_npm(npm: str, told: str, clone: Path, tmp_path: Path
                           ) -> None:
    """Without npm, or if it fails, a line says so, and nothing is written."""
    if npm:
        write_program(tmp_path / 'npm', npm)
    done = run_in(clone, '-m', 'web.build', str(tmp_path / 'site'),
                  PATH=f'{tmp_path}:/bin' if npm else str(tmp_path))
    assert done.returncode == 1 and done.stdout.count('\n') == 1
    assert done.stdout.startswith(f'python3 -m web.build: {told}')
    assert not (tmp_path / 'site').exists()


def test_archive_has_opening_books() -> None:
    """The page plays with the opening books."""
    names = list_files()
    for name in 'engine/opening_book_4.bin', 'engine/opening_book_5.bin':
        assert names[name] == TOP / name


def test_build_in_a_fresh_clone(clone: Path, tmp_path: Path) -> None:
    """With what npm fetches, a clone builds the same files each time, without
    any path of this machine in them."""
    find_module('pyodide/pyodide.mjs')
    if not (clone / 'web' / 'node_modules').exists():
        copytree(MODULES / 'pyodide', clone / 'web/node_modules/pyodide')
    sites = []
    for name in 'one', 'two':
        done = run_in(clone, '-m', 'web.build', str(tmp_path / name))
        assert f'python3 -m http.server -d {tmp_path / name}' in done.stdout
        assert done.returncode == 0
        sites.append(read_all(tmp_path / name))
    assert sites[0] == sites[1]
    assert 'index.html' in sites[0] and len(sites[0]) > 10
    assert not any(os.fsencode(clone) in content
                   for content in sites[0].values())


@pytest.mark.slow
def test_types_of_the_javascript() -> None:
    """The TypeScript compiler finds nothing in the JavaScript."""
    done = run(['node', find_module('typescript/bin/tsc'), '-p',
                TOP / 'web' / 'tsconfig.json'], check=False, stdout=PIPE,
               encoding='utf-8', timeout=PATIENCE)
    assert (done.stdout, done.returncode) == ('', 0)
