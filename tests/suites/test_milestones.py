"""Tests on the way to minimax, which nobody has to pass, and which are worth
nothing.
"""

from pathlib import Path
import pytest
from tests.support.suites import SUITES, copy_solution, failures_in, run_suites

SCORE = '''


def score_state(game, state):
    """Return the score of state."""
    if game.is_over(state):
        return final_score(game, state)
    return max([-score_state(game, state.make_move(move))
                for move in state.get_possible_moves()])
'''
# Makes the strategy use it.
USED = '\n\nrecursive_score = score_state\n'


def run_with(code: str, folder: Path, *tests: str) -> str:
    """Run these tests on a solution to which this code is added, or the suite
    up to the first failure. Return the report."""
    copy_solution('lists', folder)
    with open(folder / 'strategy.py', 'a', encoding='utf-8') as file:
        file.write(code)
    names = [f'{SUITES[1]}.{name}' for name in tests] or ['-f', SUITES[1]]
    return run_suites(folder, suites=names, seconds=1).stdout


def test_right(tmp_path: Path) -> None:
    """What is right passes, and is not skipped."""
    report = run_with(SCORE, tmp_path, 'TestScoreState')
    assert 'Ran 3 tests' in report and report.endswith('OK\n')


@pytest.mark.parametrize(
    'code',
    [
        '',
        SCORE.replace('(game, state)', '(game, state, depth)'),
        SCORE.replace('(game, state)', '(state)'),
        SCORE.replace('score_state', 'value_of'),
        '\nscore_state = 3\n',
    ],
)
def test_left_out(code: str, tmp_path: Path) -> None:
    """Who writes it otherwise passes, too: these tests are skipped."""
    report = run_with(code, tmp_path, 'TestScoreState')
    assert report.endswith('OK (skipped=3)\n')


@pytest.mark.parametrize(
    'right, wrong, test, said',
    [
        (
            'max([-score',
            'max([score',
            'test_small_games',
            'a: player 2 has won',
        ),
        ('max([', 'min([', 'test_small_games', 'b: player 2 has won'),
        (
            'return final_score(game, state)',
            'return -final_score(game, state)',
            'test_ends',
            'should be 1, as this is a win',
        ),
        (
            'return final_score(game, state)',
            'return final_score(game, state) or -1',
            'test_ends',
            'should be 0, as this is a tie',
        ),
        (
            'return final_score(game, state)',
            'return 1 if game.is_winner("p1") else -1',
            'test_ends',
            'should be 1, as this is a win',
        ),
        ('return max', 'max', 'test_small_games', 'is a "return" missing?'),
    ],
)
def test_wrong(
    right: str, wrong: str, test: str, said: str, tmp_path: Path
) -> None:
    """What is wrong is shown at a position that is as small as can be, before
    any report on the strategy that uses it."""
    assert right in SCORE
    report = run_with(SCORE.replace(right, wrong) + USED, tmp_path)
    name, text = next(iter(failures_in(report).items()))
    assert name == f'TestScoreState.{test}' and said in text


@pytest.mark.parametrize(
    'wrong',
    ['return 1 / 0', pytest.param('while True: pass', marks=pytest.mark.slow)],
)
def test_excuse_nothing(wrong: str, tmp_path: Path) -> None:
    """The strategy that uses it is reported on all the same."""
    report = run_with(
        SCORE.replace('return final', f'{wrong}\n        return final') + USED,
        tmp_path,
        'TestScoreState',
        'TestRecursiveMinimax.test_good_squares',
    )
    names = {name.partition('.')[0] for name in failures_in(report)}
    assert names == {'TestScoreState', 'TestRecursiveMinimax'}


@pytest.mark.parametrize('index', [0, -1])
def test_drawn_tree(index: int, tmp_path: Path) -> None:
    """The tree that the handout draws comes before all others, whichever of its
    moves comes first."""
    report = run_with(
        f'\n\ndef iterative_minimax_strategy(game):\n'
        f'    check_not_over(game)\n    return game.current_state'
        f'.get_possible_moves()[{index}]\n',
        tmp_path,
    )
    name, text = next(iter(failures_in(report).items()))
    assert name == 'TestDrawnTree.test_move_to_b'
    assert "Yours chose 'c'." in text and 'e: a tie' in text
