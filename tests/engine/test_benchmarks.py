"""What the benchmarks compare does what it should, and short cuts are worth
taking."""
from functools import partial
from subprocess import PIPE, run
from time import sleep
import sys
import pytest
from benchmarks.measure import describe_machine, format_number, \
    format_table, measure
from benchmarks.short_cuts import SHORT_CUTS, count_positions
from benchmarks.strategies import CONTENDERS, AdaptedGame, have_equal_scores
from game import Game
from labs.dominoes.domineering import DomineeringGame
from stonehenge import StonehengeGame
from strategy import recursive_minimax_strategy
from subtract_square_game import SubtractSquareGame
from tests.support.programs import TOP

pytestmark = pytest.mark.usefixtures('without_contracts')


@pytest.mark.parametrize('game', [
    StonehengeGame(True, size=2), SubtractSquareGame(True, size=22),
    SubtractSquareGame(True, size=23), DomineeringGame(True, size=4)],
    ids=['h 2', 's 22', 's 23', 'd 4'])
def test_contenders_agree(game: Game) -> None:
    """All of them find a best move, and textbook minimax looks at most. From
    Subtract Square 8, only 1 wins: 4 is worse."""
    found = {name: run(game) for name, run in CONTENDERS.items()}
    moves = [move for move, _ in found.values()]
    assert have_equal_scores(game, moves + [recursive_minimax_strategy(game)])
    assert all(positions < found['textbook'][1]
               for name, (_, positions) in found.items() if name != 'textbook')
    assert not have_equal_scores(SubtractSquareGame(True, size=8), [1, 4])


def test_positions_of_easy_ai_are_told_apart() -> None:
    """Who claimed a line first matters: the same cells make two positions."""
    entries = []
    for moves in 'FCD', 'DCF':
        game = StonehengeGame(True, size=2)
        for move in moves:
            game.current_state = game.current_state.make_move(move)
        entries.append(AdaptedGame(game).ttentry())
    assert entries[0] != entries[1]


def test_textbook_positions() -> None:
    """The tree of Subtract Square 6, drawn in README.md, has 13 nodes."""
    assert CONTENDERS['textbook'](SubtractSquareGame(True, size=6))[1] == 13


def test_measuring() -> None:
    """Results come back, with the time; what takes too long is stopped."""
    done = measure(partial(pow, 2, 5), 20)
    assert done.result == 32 and not done.failure
    assert 0 < done.seconds < 20
    stopped = measure(partial(sleep, 1000), 0.1)
    assert (stopped.result, stopped.format_time()) == (None, '>0.1')


def test_tables() -> None:
    """Numbers have commas, and what is missing is a dash."""
    assert format_number(12345.6) == '12,346' and format_number(None) == '-'
    assert format_table(['', 'a'], [['x', '1']]).splitlines()[0].startswith('|')
    assert 'Python' in describe_machine()


@pytest.mark.parametrize('section, status, words', [
    ('nonsense', 2, "there is no section 'nonsense'. See --help.\n"),
    ('strategies', 1, "pip install -e '.[benchmarks]'"),
    ('dominoes', 1, "pip install -e '.[benchmarks]'"), ('--help', 0, '')])
def test_without_extras(section: str, status: int, words: str) -> None:
    """The help is there before anything is installed, with all sections; and if
    a section needs more, one line says what to install."""
    done = run([sys.executable, '-S', '-m', 'benchmarks', section], cwd=TOP,
               stdout=PIPE, stderr=PIPE, encoding='utf-8', timeout=300,
               check=False)
    assert (done.returncode, words in done.stderr) == (status, True)
    assert done.stderr.count('\n') == (status > 0)
    assert all((name in done.stdout) is (status == 0) for name in (
        'strategies', 'openings', 'short-cuts', 'dominoes'))


@pytest.mark.parametrize('key, short_cut', [
    pytest.param(key, each, marks=[pytest.mark.slow] * (
        key == 'x' or each == 'without remembering scores'))
    for key in SHORT_CUTS for each in list(SHORT_CUTS[key])[1:]])
def test_short_cut(key: str, short_cut: str) -> None:
    """Without this short cut, one of the columns needs more positions."""
    columns = {'h': [(3, 0, 100_000)], 'd': [(6, 0, 3000)],
               'x': [(5, 1, 300), (6, 4, 700)]}[key]
    with_all, without = (
        [int(count_positions(key, each, *column).strip('>').replace(',', ''))
         for column in columns] for each in ('all short cuts', short_cut))
    assert with_all < without


def test_limit() -> None:
    """The count stops at the limit."""
    assert count_positions('h', 'without trying the best cells first', 3, 0,
                           500) == '>500'
