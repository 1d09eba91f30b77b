"""Pictures in files: those of the README, those of Graphviz, large ones."""
from pathlib import Path
from subprocess import PIPE, CompletedProcess, run
from time import perf_counter
from typing import Any
import os
import re
import shutil
import sys
import pytest
from PIL import Image
from labs.game_tree import dot, picture_files, pictures
from labs.game_tree.command import main
from labs.game_tree.picture_files import LARGEST_SIDE, measure
from tests.support.game_trees import README, build_view, make_game
from tests.support.programs import TOP


@pytest.mark.parametrize('name', pictures.PICTURES)
def test_committed_pictures(name: str, tmp_path: Any,
                            monkeypatch: pytest.MonkeyPatch) -> None:
    """The pictures of the README are those that the script makes today, to the
    byte, and the README shows each with its options."""
    monkeypatch.setattr(pictures, 'PICTURES', {name: pictures.PICTURES[name]})
    pictures.make_all(tmp_path)
    assert (tmp_path / name).read_bytes() \
        == (pictures.FOLDER / name).read_bytes()
    assert f'](pictures/{name})' in README
    assert pictures.PICTURES[name] in README


def test_pictures_folder() -> None:
    """There are no other pictures there."""
    assert {file.name for file in pictures.FOLDER.iterdir()} \
        == set(pictures.PICTURES)


def draw(folder: Any, *options: str, path: str = os.environ['PATH']
         ) -> CompletedProcess[str]:
    """Run the command for Subtract Square from 6 with the output in folder,
    where programs are looked for along path."""
    return run([sys.executable, '-m', 'labs.game_tree', '--game', 's',
                '--size', '6', *options[:-1], '--output',
                str(folder / options[-1])], cwd=TOP, stdout=PIPE, stderr=PIPE,
               encoding='utf-8', timeout=60, check=False,
               env={**os.environ, 'PATH': path, 'PYTHONUTF8': '1'})


def need_graphviz() -> None:
    """Skip a test without Graphviz, unless CI says it must be there."""
    if not shutil.which('dot'):
        reason = 'This machine has no Graphviz.'
        if os.environ.get('GRAPHVIZ_REQUIRED'):
            pytest.fail(reason)
        pytest.skip(reason)


@pytest.mark.parametrize('name, start', [
    ('a.png', b'\x89PNG'), ('b.pdf', b'%PDF'), ('c.PNG', b'\x89PNG'),
    ('d.svg', b'<?xml')])
def test_graphviz(name: str, start: bytes, tmp_path: Any) -> None:
    """Graphviz draws what the ending of the name says."""
    need_graphviz()
    for more in [], ['--merge'], ['--search', 'recursive']:
        done = draw(tmp_path, *more, name)
        assert (done.returncode, done.stderr) == (0, '')
        assert (tmp_path / name).read_bytes().startswith(start)


def test_graphviz_reads_all(tmp_path: Any) -> None:
    """Graphviz finds the nodes and the lines, and no mistake in the text."""
    need_graphviz()
    assert draw(tmp_path, 'six.dot').returncode == 0
    done = run(['dot', '-Tplain', str(tmp_path / 'six.dot')], stdout=PIPE,
               stderr=PIPE, encoding='utf-8', timeout=60, check=True)
    kinds = [line.split()[0] for line in done.stdout.splitlines()]
    assert (kinds.count('node'), kinds.count('edge')) == (13, 12)
    assert done.stderr == ''


def test_without_graphviz(tmp_path: Any) -> None:
    """Without Graphviz there are SVG, by our own layout, and DOT; for the rest
    one line says what to install."""
    for name in 'a.svg', 'a.dot':
        done = draw(tmp_path, name, path='')
        assert (done.returncode, done.stderr) == (0, '')
    assert (tmp_path / 'a.svg').read_bytes() \
        == (pictures.FOLDER / 'tree.svg').read_bytes()
    for name in 'a.png', 'a.pdf':
        done = draw(tmp_path, name, path='')
        assert done.returncode == 2 and done.stdout == ''
        assert done.stderr.count('\n') == 1
        assert 'install the package graphviz' in done.stderr
        assert not (tmp_path / name).exists()
    done = draw(tmp_path, '--layout', 'graphviz', 'a.svg', path='')
    assert done.returncode == 2 and 'graphviz' in done.stderr


def test_broken_graphviz(tmp_path: Any) -> None:
    """What Graphviz says when it fails is passed on, in a line."""
    fake = tmp_path / 'dot'
    fake.write_text('#!/bin/sh\ncat > /dev/null\necho "no font" >&2\n'
                    'echo "no luck" >&2\nexit 1\n', encoding='utf-8')
    fake.chmod(0o755)
    done = draw(tmp_path, 'a.pdf', path=f'{tmp_path}:{os.environ["PATH"]}')
    assert done.returncode == 2 and done.stderr.count('\n') == 1
    assert 'no font no luck' in done.stderr
    assert not (tmp_path / 'a.pdf').exists()


def test_dot_cannot_be_started(tmp_path: Path) -> None:
    """A program dot that is none is told in a line."""
    fake = tmp_path / 'dot'
    fake.write_bytes(b'\x00')
    fake.chmod(0o755)
    done = draw(tmp_path, 'a.png', path=f'{tmp_path}')
    assert done.returncode == 2 and done.stderr.count('\n') == 1
    assert 'the program dot, cannot be started' in done.stderr


def test_without_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                         capsys: pytest.CaptureFixture) -> None:
    """Without the Python package graphviz, our own layout draws an .svg; for
    the rest one line says what to install."""
    monkeypatch.setattr(dot, 'graphviz', None)
    options = ['--game', 's', '--size', '6', '--output']
    assert main([*options, str(tmp_path / 'a.svg')]) == 0
    assert (tmp_path / 'a.svg').read_bytes() \
        == (pictures.FOLDER / 'tree.svg').read_bytes()
    capsys.readouterr()
    with pytest.raises(SystemExit) as end:
        main([*options, str(tmp_path / 'a.png')])
    complaint = capsys.readouterr().err
    assert end.value.code == 2 and complaint.count('\n') == 1
    assert 'python3 -m pip install graphviz' in complaint
    assert not (tmp_path / 'a.png').exists()


def test_lab_without_package() -> None:
    """The lab runs without that package."""
    done = run([sys.executable, '-c', "import sys; "
                "sys.modules['graphviz'] = None; "
                "from labs.game_tree.command import main; "
                "main(['--game', 's', '--size', '2'])"], cwd=TOP, stdout=PIPE,
               stderr=PIPE, encoding='utf-8', timeout=60, check=False)
    assert done.stdout.startswith('Subtract Square from 2')
    assert done.stderr == ''


@pytest.mark.usefixtures('without_contracts')
def test_hard_graph() -> None:
    """Graphviz is fast enough with the hardest graph known here: without a
    limit it takes a minute."""
    need_graphviz()
    start = perf_counter()
    game = make_game('s', True, 48)
    size = measure(dot.draw_with_graphviz(build_view(game, merge=True), 'svg'))
    assert size[0] > 2000 and perf_counter() - start < 30


@pytest.mark.parametrize('name', ['a.svg', 'a.png', 'a.pdf'])
def test_measure(name: str, tmp_path: Path) -> None:
    """The size of a picture of Graphviz is what programs say of it. All forms
    are nearly equally large; a PDF has a margin of half an inch."""
    need_graphviz()
    draw(tmp_path, name)
    draw(tmp_path, 'b.png')
    size = measure((tmp_path / name).read_bytes())
    other = measure((tmp_path / 'b.png').read_bytes())
    with Image.open(tmp_path / 'b.png') as picture:
        assert picture.size == other
    margins = 96 if name.endswith('.pdf') else 0
    assert size == pytest.approx([each + margins for each in other], abs=3)


def test_measure_others() -> None:
    """Our own pictures say their size in pixels, and DOT has none."""
    view = build_view(make_game('s', True, 6))
    svg = (pictures.FOLDER / 'tree.svg').read_bytes()
    sides = re.search(rb'viewBox="0 0 (\d+) (\d+)"', svg).groups()
    assert measure(svg) == tuple(map(int, sides))
    assert measure(dot.make_dot(view).encode()) is None


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('options, ways', [
    ('--game s --size 20', '--depth, --merge or --moves'),
    ('--game s --size 20 --search iterative', '--depth or --moves'),
    ('--game s --size 40 --merge', '--depth or --moves'),
    ('--game s --size 20 --depth 2', None)])
def test_large_pictures(options: str, ways: str | None, tmp_path: Path,
                        capsys: pytest.CaptureFixture) -> None:
    """The last line says how large a picture is that fits on no screen, and
    what makes it smaller."""
    file = tmp_path / 'a.svg'
    main([*options.split(), '--layout', 'own', '--output', str(file)])
    last = capsys.readouterr().out.splitlines()[-1]
    size = measure(file.read_bytes())
    assert (max(size) > LARGEST_SIDE) == (ways is not None)
    told = f'The picture is in {file}.'
    if ways:
        told += f' It is large, {size[0]:,} x {size[1]:,} pixels: {ways} ' \
                'make it smaller.'
    assert last == told


@pytest.mark.parametrize('size, warned', [
    ((4000, 4000), False), ((4001, 9), True), ((9, 4001), True)])
def test_limit(size: tuple[int, int], warned: bool) -> None:
    """Either side may be too large."""
    picture = b'<svg width="%d" height="%d">' % size
    assert bool(picture_files.warn_of_size(picture, 'x')) == warned
