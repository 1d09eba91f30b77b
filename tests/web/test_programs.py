"""The two programs: one serves the page, the other one builds it; and what they
do where parts of the package are missing or somebody else's."""

from contextlib import ExitStack
from pathlib import Path
from shutil import rmtree
from subprocess import PIPE, Popen, run
from typing import Callable, Iterator
from urllib.request import urlopen
from zipfile import ZipFile
import json
import os
import signal
import socket
import sys
import psutil
import pytest
from tests.support.browser import find_module
from tests.support.programs import (
    ENVIRONMENT,
    TOP,
    is_running,
    read_all,
    run_in,
    wait_until,
    write_program,
)
from tests.support.served import PATIENCE, ask, find_folder, serve_in
from tests.support.suites import GAMES_AND_STRATEGIES, use_solution
from web.build import PYODIDE_FILES, list_files


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
        assert response.headers['Cross-Origin-Resource-Policy'] == 'same-origin'
    moved = ask(address, ask='choose', link='game=h&size=3&p1=mi')
    assert moved['text']['status'].startswith('Player 1: ')
    values = ask(address, ask='values', link=moved['link'])
    assert {each['letter'] for each in values['marks']} <= {'W', 'L'}
    # A search that takes very long goes on at the end.
    request = json.dumps({'ask': 'choose', 'link': 'game=x&size=11&p1=mr'})
    search = urlopen(f'{address}ask', request.encode(), timeout=PATIENCE)
    workers = [each.pid for each in psutil.Process(program.pid).children()]
    assert workers
    program.send_signal(number)
    program.send_signal(number)  # Whoever is in a hurry does it twice.
    said, complaint = program.communicate(timeout=PATIENCE)
    assert (program.returncode, said, complaint) == (0, '\nGoodbye!\n', '')
    wait_until(lambda: not any(map(is_running, workers)))
    search.close()


def test_wrong_arguments() -> None:
    """A port that is in use or is none, and an unknown option, get a line."""
    with socket.create_server(('127.0.0.1', 0)) as other:
        port = str(other.getsockname()[1])
        for arguments, told in [
            (['--port', port], f'port {port}: '),
            (['--port', port], 'in use'),
            (['--port', '99999'], '65535'),
            (['--port', 'x'], "'x'"),
            (['--prot'], '--prot'),
        ]:
            done = run_in(TOP, '-m', 'web', *arguments)
            assert done.returncode == 2 and told in done.stdout
            assert done.stdout.startswith('python3 -m web: ')
            assert done.stdout.count('\n') == 1


# Runs python3 -m web with this usual port.
USUAL_PORT = (
    'import web.server, sys; web.server.PORT = int(sys.argv[1]); '
    'del sys.argv[1]; from web.__main__ import main; main()'
)


@pytest.mark.parametrize('is_free', [True, False])
def test_usual_port(is_free: bool, tmp_path: Path) -> None:
    """The program opens a browser at the page, which has the same port each
    time. Where that is in use, the page says so and has another one."""
    note = tmp_path / 'note'
    browser = tmp_path / 'browser'
    write_program(
        browser, f'#!/bin/sh\necho "$1" > {note}.new\nmv {note}.new {note}\n'
    )
    with ExitStack() as stack:
        usual = stack.enter_context(socket.create_server(('127.0.0.1', 0)))
        port = usual.getsockname()[1]
        if is_free:
            usual.close()
        program = stack.enter_context(
            Popen(
                [sys.executable, '-c', USUAL_PORT, str(port)],
                cwd=TOP,
                stdout=PIPE,
                env={**ENVIRONMENT, 'BROWSER': str(browser)},
                encoding='utf-8',
            )
        )
        stack.callback(program.kill)
        assert program.stdout
        if not is_free:
            assert (
                program.stdout.readline()
                == f'Port {port} is in use: the page takes another one.\n'
            )
        address = program.stdout.readline().split()[4]
        assert (f':{port}/' in address) == is_free
        wait_until(note.exists)
    assert note.read_text('utf-8').strip() == address


@pytest.mark.parametrize(
    'npm, told',
    [
        ('', 'npm is missing, '),
        (
            '#!/bin/sh\necho npm error network is unreachable >&2\nexit 1\n',
            'npm cannot fetch Pyodide: npm error network is unreachable\n',
        ),
    ],
)
def test_build_without_npm(
    npm: str, told: str, clone: Path, tmp_path: Path
) -> None:
    """Without npm, or if it fails, a line says so, and nothing is written."""
    if npm:
        write_program(tmp_path / 'npm', npm)
    done = run_in(
        clone,
        '-m',
        'web.build',
        str(tmp_path / 'site'),
        PATH=f'{tmp_path}:/bin' if npm else str(tmp_path),
    )
    assert done.returncode == 1 and done.stdout.count('\n') == 1
    assert done.stdout.startswith(f'python3 -m web.build: {told}')
    assert not (tmp_path / 'site').exists()


def test_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page plays with the opening books. It has anytree, and is not built
    without it."""
    names = list_files()
    for name in 'engine/opening_book_4.bin', 'engine/opening_book_5.bin':
        assert names[name] == (TOP / name).read_bytes()
    assert 'anytree/__init__.py' in names
    monkeypatch.setattr('web.build.find_spec', lambda name: None)
    with pytest.raises(ValueError, match='python3 -m pip install anytree'):
        list_files()


def test_build_in_a_fresh_clone(
    make_clone: Callable[[Path], None], tmp_path: Path
) -> None:
    """With what npm fetches, a clone builds the same files each time, without
    any path of this machine in them. A line warns that they hold the
    solution, and so do the READMEs."""
    clone = tmp_path / 'clone'
    make_clone(clone)
    pyodide = clone / 'web' / 'node_modules' / 'pyodide'
    pyodide.mkdir(parents=True)
    for name in PYODIDE_FILES[:3]:
        (pyodide / name).write_text(name, encoding='utf-8')
    (pyodide / 'pyodide-lock.json').write_text('{}', encoding='utf-8')
    with ZipFile(pyodide / 'python_stdlib.zip', 'w') as library:
        library.writestr('json/__init__.py', '')
    sites = []
    for name in 'one', 'two':
        done = run_in(
            clone,
            '-m',
            'web.build',
            str(tmp_path / name),
            PYTHONPATH=find_folder('anytree'),
        )
        where, warning = done.stdout.splitlines()
        assert done.returncode == 0
        assert where.endswith(f'python3 -m http.server -d {tmp_path / name}')
        sites.append(read_all(tmp_path / name))
    assert sites[0] == sites[1]
    assert 'index.html' in sites[0] and len(sites[0]) > 10
    assert not any(
        os.fsencode(clone) in content for content in sites[0].values()
    )
    with ZipFile(tmp_path / 'one' / 'package.zip') as archive:
        assert {'stonehenge.py', 'strategy.py', 'labs/hex/HexGame.py'} <= set(
            archive.namelist()
        )
    for text in (
        warning,
        *(
            (clone / name).read_text('utf-8')
            for name in ('README.md', 'web/README.md')
        ),
    ):
        assert 'contains the solution' in ' '.join(text.split())


@pytest.mark.slow
@pytest.mark.parametrize('name', ['tsconfig', 'tsconfig.workers'])
def test_types_of_the_javascript(name: str) -> None:
    """The TypeScript compiler finds nothing in the JavaScript."""
    done = run(
        [
            'node',
            find_module('typescript/bin/tsc'),
            '-p',
            TOP / 'web' / f'{name}.json',
        ],
        check=False,
        stdout=PIPE,
        encoding='utf-8',
        timeout=PATIENCE,
    )
    assert (done.stdout, done.returncode) == ('', 0)


FOREIGN = ['own_classes', pytest.param('lists', marks=pytest.mark.slow)]


@pytest.fixture(name='house', scope='module', params=FOREIGN)
def serve_solution(
    make_clone: Callable[[Path], None],
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[tuple[Path, str]]:
    """A checkout with a right solution in place of our flat files, and the
    address of the page that is served there."""
    folder = tmp_path_factory.mktemp(request.param)
    make_clone(folder)
    use_solution(folder, request.param, GAMES_AND_STRATEGIES)
    with serve_in(folder) as (_, address):
        yield folder, address


def test_page_plays_a_solution(house: tuple[Path, str], address: str) -> None:
    """The page plays the games of a solution, by its strategies. The boards are
    drawn like ours."""
    for moves in '', 'A', 'A,D,B,E':
        link = f'game=h&size=2&moves={moves}'
        board, ours = [
            ask(each, ask='begin', link=link)['html']['board']
            for each in (house[1], address)
        ]
        assert board == ours and 'data-move="G"' in board
    moved = ask(house[1], ask='move', link='game=h&size=2', move='A')
    assert (
        moved['text']['status'] == 'Player 1: A, claims ley-line A, B and '
        'ley-line A, C. Player 2 is to move.'
    )
    chosen = ask(house[1], ask='choose', link='game=h&size=2&moves=A&p2=mi')
    assert chosen['request']['place'] == 2
    chosen = ask(house[1], ask='choose', link='game=s&size=8&p1=mr')
    assert chosen['link'].endswith('&moves=1')


def test_page_says_what_a_solution_lacks(house: tuple[Path, str]) -> None:
    """Values, hints, reviews and trees need our strategy.py: a line says so, on
    the page and after the command of the tree."""
    link = 'game=h&size=2&moves=A'
    for what in 'values', 'hint', 'review':
        assert (
            ask(house[1], ask=what, link=link)['error']
            == 'The folder engine/ finds what moves are worth, but does not '
            'work with this strategy.py'
        )
    told = (
        'There are no values, hints and reviews here, and of trees only '
        'traces of searches. The folder engine/ finds what moves are worth, '
        'but does not work with this strategy.py'
    )
    shown = ask(house[1], ask='begin', link=link)
    assert shown['text']['no-tree'] == f'{told}.'
    assert shown['hidden']['hint'] and shown['hidden']['analysis-part']
    # Its functions may have other names: they are plugged in.
    assert shown['text']['missing'] == ''
    assert ask(house[1], ask='tree', link=link)['error'] == told
    done = run_in(house[0], '-m', 'labs.game_tree', '--game', 's')
    assert done.returncode == 1 and done.stdout.count('\n') == 1


@pytest.mark.parametrize('solution', FOREIGN)
def test_somebody_elses_boards_in_the_tree(
    solution: str, make_clone: Callable[[Path], None], tmp_path: Path
) -> None:
    """With nothing but somebody else's stonehenge.py, the boards in the tree
    are drawn like ours."""
    make_clone(tmp_path)
    files = ['stonehenge.py']
    if solution == 'own_classes':
        files += ['game.py', 'game_state.py']
    use_solution(tmp_path, solution, files)
    done = run_in(
        tmp_path,
        '-c',
        'import sys; sys.path += sys.argv[1:]\n'
        'from stonehenge import StonehengeGame\n'
        'game = StonehengeGame(True)\n'
        'from labs.game_tree.scene import draw_boards\n'
        'print(*draw_boards(game, list("ABC"))["boards"].values())',
        find_folder('anytree'),
        text='1\n',
    )
    assert done.stdout.count('<circle') == 9, done.stdout
    assert 'class="picture"' not in done.stdout


# Prints which searches the page offers, and what it knows of some in the end.
TRACES = """import sys
sys.path += sys.argv[1:]
from web.suites import answer_question as answer
print(*answer({'ask': 'begin', 'link': 'game=s'}, print)['html'].values())
for link in 'game=h&size=1', 'game=h&size=2&moves=A,C,F':
    print(link, answer({'ask': 'search', 'link': link, 'tree':
                        f'tree={link.count(",") + 1}&search=trace-mi'}, print))
"""


@pytest.mark.parametrize('has_engine', [True, False])
def test_trace_of_a_solution(
    has_engine: bool, tmp_path: Path, make_clone: Callable[[Path], None]
) -> None:
    """The page shows what somebody else's strategies do. In folders as students
    have them, it tells no right scores of large games."""
    make_clone(tmp_path)
    use_solution(tmp_path, 'lists', GAMES_AND_STRATEGIES)
    if not has_engine:
        rmtree(tmp_path / 'engine')
    done = run_in(tmp_path, '-c', TRACES, find_folder('anytree')).stdout
    offered, small, large = done.strip().rsplit('\n', 2)
    assert 'trace-mr' in offered and 'alphabeta' not in offered
    assert 'trace-i' not in offered.replace('trace-mi', '')
    assert 'yours 1, right 1' in small and "'yours 1" in large
    assert (', right 1' in large) == has_engine


def test_page_without_engine(
    make_clone: Callable[[Path], None], tmp_path: Path
) -> None:
    """Without the folder engine, all games are drawn and played, and a line
    says why there are no values."""
    make_clone(tmp_path)
    rmtree(tmp_path / 'engine')
    with serve_in(tmp_path) as (_, address):
        for game, shape in (
            ('h', 'circle'),
            ('d', 'rect'),
            ('x', 'polygon'),
            ('s', 'circle'),
        ):
            link = f'game={game}&size=2'
            shown = ask(address, ask='begin', link=f'{link}&p2=mi')
            assert f'<{shape}' in shown['html']['board']
            assert 'folder engine' in shown['text']['no-tree']
            chosen = ask(address, ask='choose', link=f'{link}&p1=mi')
            assert chosen['request']['place'] == 1
            for what in 'values', 'hint':
                assert (
                    'The folder engine'
                    in ask(address, ask=what, link=link)['error']
                )


@pytest.mark.parametrize(
    'missing, told',
    [
        (
            'drawings',
            'The page needs the folder drawings, which is not here.\n',
        ),
        (
            'interface',
            'The page needs the folder interface, which is not here.\n',
        ),
        ('game_interface.py', 'Run this from the top folder: python3 -m web\n'),
        # A module that is missing inside a folder is named.
        ('drawings/shapes.py', "No module named 'drawings.shapes'\n"),
    ],
)
def test_page_that_cannot_start(
    missing: str, told: str, tmp_path: Path, make_clone: Callable[[Path], None]
) -> None:
    """Without a folder that the page needs, one line says so. From elsewhere,
    one line says where to start it."""
    make_clone(tmp_path)
    (tmp_path / missing).rename(tmp_path / 'away')
    done = run_in(tmp_path, '-m', 'web', '--no-browser')
    assert done.returncode == 1 and done.stdout.endswith(told)
    assert done.stdout == told or '/' in missing
