"""What the benchmarks compare does what it should, and each short cut is worth
what engine/README.md says."""

from subprocess import PIPE, run
import re
import sys
import pytest
from benchmarks.easy_ai import AdaptedGame, compare_speeds, run_easy_ai
from benchmarks.short_cuts import SHORT_CUTS, count_positions
from game import Game
from labs.dominoes.domineering import DomineeringGame
from stonehenge import StonehengeGame
from strategy import Search, recursive_score
from subtract_square_game import SubtractSquareGame
from tests.support.positions import make_moves
from tests.support.programs import TOP

pytestmark = pytest.mark.usefixtures('without_contracts')

ROWS = re.findall(
    r'^\| ((?:with|all).*?) *\| *([\d,]+) \|',
    (TOP / 'engine' / 'README.md').read_text('utf-8'),
    re.M,
)


@pytest.mark.parametrize(
    'game',
    [
        StonehengeGame(True, size=2),
        SubtractSquareGame(True, size=22),
        SubtractSquareGame(True, size=23),
        DomineeringGame(True, size=4),
    ],
)
def test_easy_ai(game: Game) -> None:
    """It finds a best move, and visits more positions than our minimax."""
    move, positions = run_easy_ai(game, 1000)
    search = Search(game)
    assert -recursive_score(
        search, search.root.make_move(move)
    ) == recursive_score(search, search.root)
    *_, ours, theirs = compare_speeds(game, 1000)
    assert int(ours) < positions == int(theirs.replace(',', ''))
    assert compare_speeds(game, 0)[-1] == ''


def test_positions_of_easy_ai_are_told_apart() -> None:
    """Who claimed a line first matters: the same cells make two positions."""
    entries = []
    for moves in 'FCD', 'DCF':
        game = StonehengeGame(True, size=2)
        game.current_state = make_moves(game.current_state, moves)
        entries.append(AdaptedGame(game, 9).ttentry())
    assert entries[0] != entries[1]


@pytest.mark.parametrize('name, positions', ROWS)
def test_short_cut(name: str, positions: str) -> None:
    """As many positions as engine/README.md has are visited without it."""
    assert (
        count_positions(
            StonehengeGame(True, size=3), short_cut=SHORT_CUTS[name]
        )
        == positions
    )


def test_rows() -> None:
    """README.md has all short cuts, in order; a count stops at its limit."""
    assert [name for name, *_ in ROWS] == [*SHORT_CUTS]
    assert count_positions(StonehengeGame(True, size=3), 200) == '>200'


@pytest.mark.parametrize(
    'option, status, words',
    [
        ('--limit=x', 2, 'invalid float'),
        ('--limit=0', 1, "'.[benchmarks]'"),
        ('--help', 0, '--limit SECONDS'),
    ],
)
def test_without_extras(option: str, status: int, words: str) -> None:
    """The help is there before anything is installed; one line says what to
    install."""
    done = run(
        [sys.executable, '-S', '-m', 'benchmarks', option],
        cwd=TOP,
        stdout=PIPE,
        stderr=PIPE,
        encoding='utf-8',
        timeout=300,
        check=False,
    )
    assert done.returncode == status and words in done.stdout + done.stderr
    assert done.stderr.count('\n') == (status > 0)
