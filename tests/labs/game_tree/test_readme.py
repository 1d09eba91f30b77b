"""What the README of the tree lab says is so."""
import re
import pytest
from labs.game_tree.__main__ import build_parser, main
from labs.game_tree.tree import MOST_MOVES
from labs.game_tree.views import format_text
from subtract_square_game import SubtractSquareGame
from tests.support.game_trees import LAB, README, build_view


def test_files() -> None:
    """The files that it names are there."""
    for name in re.findall(r'`(\w+\.py)`', README):
        assert (LAB / name).is_file() or (LAB.parent.parent / name).is_file()


def test_options() -> None:
    """Its table has every option of the command."""
    table = ' '.join(re.findall(r'^\| (`--.*?) \|', README, re.MULTILINE))
    options = re.findall(r'--\w+', build_parser().format_help())
    assert set(re.findall(r'--\w+', table)) == set(options) - {'--help'}


@pytest.mark.parametrize('line', sorted(set(re.findall(
    r'`(?:python3 -m labs.game_tree )?(--game s .*?)(?: --step)?`', README))))
def test_commands(line: str, capsys: pytest.CaptureFixture) -> None:
    """Its command lines work, and give what it says of the numbers of
    positions."""
    assert main(line.split()) == 0
    shown = capsys.readouterr().out
    positions = shown.split('\n\n')[1]
    if '--merge' in line:
        lines = positions.splitlines()
        assert len([each for each in lines if ' see #' not in each]) == 14
    if '--search recursive' in line:
        assert (positions.count('. p'), positions.count(':')) == (10, 25 + 3)


def test_text() -> None:
    """The tree of Subtract Square from 6 is there as the command writes it,
    and so is the limit of moves."""
    shown = format_text(build_view(SubtractSquareGame(True, size=6)))
    assert f'```\n{shown}\n```' in README
    assert f'over {MOST_MOVES} moves' in README
