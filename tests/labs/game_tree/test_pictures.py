"""Pictures in files: those of the README, DOT, large ones."""
from pathlib import Path
from subprocess import run
import shlex
import shutil
import pytest
from labs.game_tree.__main__ import main
from tests.support.game_trees import LAB, README

# The pictures of the README, by name, and the options that they are made with.
PICTURES = {
    'tree.svg': '--game s --size 6', 'boards.svg': "--game d --size '2 3'",
    'graph.svg': '--game s --size 8 --merge',
    'search.svg': '--game s --size 8 --search recursive',
    'alphabeta.svg': '--game s --size 12 --search alphabeta --depth 3'}


@pytest.mark.parametrize('name, options', PICTURES.items())
def test_committed_pictures(name: str, options: str, tmp_path: Path) -> None:
    """The pictures of the README are those that the command writes, to the
    byte, and the README shows each with its options. There are no others."""
    assert main([*shlex.split(options), '--output', str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_bytes() \
        == (LAB / 'pictures' / name).read_bytes()
    assert f'](pictures/{name})' in README and options in README
    assert {file.name for file in (LAB / 'pictures').iterdir()} \
        == set(PICTURES)


@pytest.mark.parametrize('options', ['', '--merge', '--search recursive'])
def test_graphviz_reads_all(options: str, tmp_path: Path) -> None:
    """Where Graphviz is installed, it finds all nodes and lines in the text,
    and no mistake."""
    if not shutil.which('dot'):
        pytest.skip('This machine has no Graphviz.')
    file = tmp_path / 'six.DOT'
    main([*'--game s --size 6'.split(), *options.split(), '--output',
          str(file)])
    done = run(['dot', '-Tplain', str(file)], capture_output=True,
               encoding='utf-8', timeout=300, check=True)
    kinds = [line.split()[0] for line in done.stdout.splitlines()]
    assert (kinds.count('node'), kinds.count('edge')) \
        == ((10, 11) if options == '--merge' else (13, 12))
    assert done.stderr == ''
