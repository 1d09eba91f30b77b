"""What the README of the tree lab says is so, and pictures in files."""

from pathlib import Path
import re
import shlex
import pytest
from labs.game_tree.__main__ import build_tree_parser, main
from labs.game_tree.tree import MOST_DRAWN
from labs.game_tree.scene import format_text
from subtract_square_game import SubtractSquareGame
from tests.support.game_trees import LAB, README, build_scene


def test_files() -> None:
    """The files that it names are there."""
    for name in re.findall(r'`(\w+\.py)`', README):
        assert (LAB / name).is_file() or (LAB.parent.parent / name).is_file()


def test_options() -> None:
    """Its table has every option of the command."""
    table = ' '.join(re.findall(r'^\| (`--.*?) \|', README, re.MULTILINE))
    options = re.findall(r'--\w+', build_tree_parser().format_help())
    assert set(re.findall(r'--\w+', table)) == set(options) - {'--help'}


@pytest.mark.parametrize(
    'line',
    sorted(
        set(
            re.findall(r'`(?:python3 -m labs.game_tree )?(--game .*?)`', README)
        )
    ),
)
def test_commands(line: str) -> None:
    """Its command lines work."""
    assert main(shlex.split(line)) == 0


def test_text() -> None:
    """The tree of Subtract Square from 6 is there as the command writes it,
    and so is the limit of moves."""
    shown = format_text(build_scene(SubtractSquareGame(True, size=6)))
    assert f'```\n{shown}\n```' in README
    assert f'over {MOST_DRAWN} moves' in README


# The pictures of the README, by name, and the options that they are made with.
PICTURES = {
    'tree.svg': '--game s --size 6',
    'boards.svg': "--game d --size '2 3'",
}


@pytest.mark.parametrize('name, options', PICTURES.items())
def test_committed_pictures(name: str, options: str, tmp_path: Path) -> None:
    """The pictures of the README are those that the command writes, to the
    byte, and the README shows each with its options. There are no others."""
    assert main([*shlex.split(options), '--output', str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_bytes() == (
        LAB / 'pictures' / name
    ).read_bytes()
    assert f'](pictures/{name})' in README and options in README
    assert {file.name for file in (LAB / 'pictures').iterdir()} == set(PICTURES)
